"""The log file: a new one every day, written by several processes, each kept for 30 days."""

from datetime import UTC, datetime, timedelta
from logging import LogRecord
from pathlib import Path

from concurrent_log_handler import ConcurrentTimedRotatingFileHandler

from config.logging import tell_failure

MAX_FILE_SIZE = 10_000_000  # bytes; a new file is begun where a day has more
MAX_OLD_FILES = 40
KEPT_DAYS = 30  # today is the last of them


class DailyFileHandler(ConcurrentTimedRotatingFileHandler):
    """Write lines to a file that its owner only may read. Files of earlier days have their date in the name.

    Files of more than KEPT_DAYS days ago go when a new one is begun: log-ins are not to be kept for longer.
    """

    def __init__(self, filename: str) -> None:
        super().__init__(
            filename,
            when="midnight",
            utc=True,
            maxBytes=MAX_FILE_SIZE,
            backupCount=MAX_OLD_FILES,
            encoding="utf-8",
            chmod=0o600,
        )

    def getFilesToDelete(self) -> list[str]:  # noqa: N802  # the library's name
        """Return the files of days that are over for too long, and the oldest if there are too many."""
        last = Path(self.baseFilename)
        oldest_kept = (datetime.now(UTC) - timedelta(days=KEPT_DAYS - 1)).strftime(self.suffix)
        dated = last.parent.glob(f"{last.name}.[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*")
        expired = [str(path) for path in dated if path.name.removeprefix(f"{last.name}.") < oldest_kept]
        return sorted({*expired, *super().getFilesToDelete()})

    def handleError(self, record: LogRecord) -> None:  # noqa: N802  # logging's name
        tell_failure("LOG_FILE cannot be written")
