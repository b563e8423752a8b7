"""The lines of the log, as a test reads them."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from config.logging import JsonFormatter


class LogLines(logging.Handler):
    """A handler that keeps its lines; `texts` are those of the file, of which each is one JSON object."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonFormatter())
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(self.format(record))

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self.texts]

    def find(self, event: str, logger: str = "") -> list[dict[str, Any]]:
        """Return the lines with this event, of any logger or of one."""
        return [line for line in self.lines if line["event"] == event and logger in ("", line["logger"])]

    @property
    def events(self) -> list[str]:
        return [line["event"] for line in self.lines]


@pytest.fixture
def log_lines() -> Iterator[LogLines]:
    """Provide the lines that are logged during the test."""
    lines = LogLines()
    logging.getLogger().addHandler(lines)
    yield lines
    logging.getLogger().removeHandler(lines)
