"""Slots: how much work of a kind this machine does at once, in however many processes and threads."""

import fcntl
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import IO

from django.conf import settings

log = logging.getLogger("league.limits")

CHECK_SECONDS = 0.05


class NoSlot(Exception):
    """All slots are taken: the work can be tried again after `retry_after` seconds."""

    def __init__(self, name: str, retry_after: int = 5) -> None:
        super().__init__(name)
        self.name = name
        self.retry_after = retry_after


@contextmanager
def slot(name: str, *, most: int, wait: float = 0) -> Iterator[None]:
    """Hold one of `most` slots while the block runs; wait at most `wait` seconds for it.

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
    """Return a locked file, None if all are taken; something like a file where none can be written."""
    folder = Path(settings.VAR_DIR, "slots")
    for number in range(most):
        try:
            folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            file = open(folder / f"{name}-{number}", "wb")  # noqa: SIM115  # closed by the holder of the slot
        except (
            OSError
        ) as error:  # such as a folder that a command made as root: better no limit than no log-in
            log.warning("no limit on work at once: var/slots cannot be written (%s)", type(error).__name__)
            return BytesIO()
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
        else:
            return file
    return None
