"""Hashing of passwords, a few at once: each takes 100 MB and a processor for a moment."""

from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher

from league.actions.slots import slot

MAX_AT_ONCE = 2
WAIT = 10.0  # seconds: at a club night, twenty people may log in before one of them


class FewAtOnceArgon2PasswordHasher(Argon2PasswordHasher):
    """Argon2 as Django has it, but no more than a few computations at once on this machine.

    The hashes are the same. Raises NoSlot where too many others wait.
    """

    def encode(self, *args: Any, **kwargs: Any) -> str:
        with slot("password", most=MAX_AT_ONCE, wait=WAIT):
            return super().encode(*args, **kwargs)

    def verify(self, *args: Any, **kwargs: Any) -> bool:
        with slot("password", most=MAX_AT_ONCE, wait=WAIT):
            return super().verify(*args, **kwargs)
