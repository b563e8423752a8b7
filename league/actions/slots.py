"""Slots: how much of one kind of work this machine does at once, in however many processes and threads."""

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.conf import settings

CHECK_SECONDS = 0.05


class NoSlot(Exception):
    """All slots are taken: the work can be tried again after `retry_after` seconds."""

    def __init__(self, name: str, retry_after: int = 5) -> None:
        super().__init__(name)
        self.name = name
        self.retry_after = retry_after


@contextmanager
def slot(name: str, *, most: int, wait: float = 0) -> Iterator[None]:
    """Hold one of `most` slots while the block runs; wait at most `wait` seconds for one.

    A slot is a locked file, which the system releases even if the process is killed.

    Raises NoSlot.
    """
    deadline = time.monotonic() + wait
    while (held := _take_slot(name, most)) is None:
        if time.monotonic() >= deadline:
            raise NoSlot(name)
        time.sleep(CHECK_SECONDS)
    with held:  # closing the file releases the lock
        yield


def _take_slot(name: str, most: int) -> IO[bytes] | None:
    folder = Path(settings.VAR_DIR, "slots")
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    for number in range(most):
        file = open(folder / f"{name}-{number}", "wb")  # noqa: SIM115  # closed by whoever holds the slot
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
        else:
            return file
    return None
