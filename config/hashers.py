"""Hashing of passwords, a few at once: each takes 100 MB and a processor for a moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher

from league.actions.slots import slot

MAX_AT_ONCE, MAX_WAITING = 2, 4  # who waits holds a thread, and other pages want some, too
WAIT = 10.0  # seconds: at a club night, twenty people may log in before one of them


@contextmanager
def hold_turn() -> Iterator[None]:
    """Wait for a turn to compute, unless too many wait already. Raises NoSlot."""
    with (
        slot("waiting-password", most=MAX_AT_ONCE + MAX_WAITING),
        slot("password", most=MAX_AT_ONCE, wait=WAIT),
    ):
        yield


class FewAtOnceArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2 as Django has it, but no more than a few computations at once on this machine.

    The hashes are the same. Raises NoSlot where too many others wait.
    """

    def encode(self, *args: Any, **kwargs: Any) -> str:
        with hold_turn():
            return super().encode(*args, **kwargs)

    def verify(self, *args: Any, **kwargs: Any) -> bool:
        with hold_turn():
            return super().verify(*args, **kwargs)
