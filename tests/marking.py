"""A language in which each message stands between brackets, in place of German: what has none was not translated."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from django.utils.translation import trans_real

OPEN, CLOSE = "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}", "\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}"


class Marking:
    """A catalogue that has every message, each between brackets."""

    def gettext(self, message: str) -> str:
        _context, _separator, text = message.rpartition("\x04")
        return f"{OPEN}{text}{CLOSE}" if text else ""

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self.gettext(singular if number == 1 else plural)

    def to_language(self) -> str:
        return "de"

    def language(self) -> str:
        return "de"


@contextmanager
def mark_messages() -> Iterator[None]:
    with patch.dict(trans_real._translations, {"de": Marking()}):  # type: ignore[attr-defined]
        yield
