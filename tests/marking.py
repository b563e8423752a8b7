"""Languages for tests, in place of German: one that marks each message, and one that needs more room for it."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from django.utils.translation import trans_real

from league import forms
from league.templatetags import pages

OPEN, CLOSE = "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}", "\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}"
MORE = 0.4  # of the letters of a word
# Words, but not those of placeholders, tags and entities, which are the same in every language.
WORDS = re.compile(r"%\(\w+\)\w|%\w|\{\w*\}|<[^<>]*>|&\w+;|([A-Za-z]+)")


def mark(text: str) -> str:
    return f"{OPEN}{text}{CLOSE}"


def lengthen(text: str) -> str:
    """Return a text with longer words. What makes them longer says nothing in a pattern for dates."""
    return WORDS.sub(
        lambda word: word[0] + "\N{LATIN SMALL LETTER A WITH DIAERESIS}" * _count_more(word[1]), text
    )


def _count_more(letters: str | None) -> int:
    return round(MORE * len(letters or ""))


class Changed:
    """A catalogue that has every message of the pages, each changed in the same way."""

    def __init__(self, change: Callable[[str], str]) -> None:
        self.change = change

    def gettext(self, message: str) -> str:
        _context, _separator, text = message.rpartition("\x04")
        return self.change(text) if text else ""

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self.gettext(singular if number == 1 else plural)

    def to_language(self) -> str:
        return "de"

    def language(self) -> str:
        return "de"


@contextmanager
def mark_messages() -> Iterator[None]:
    """Show each message between brackets: what has none was not translated."""
    with _speak(mark):
        yield


@contextmanager
def lengthen_messages() -> Iterator[None]:
    """Show each message with words that are 40 % longer."""
    with _speak(lengthen):
        yield


@contextmanager
def _speak(change: Callable[[str], str]) -> Iterator[None]:
    _forget_texts()
    with patch.dict(trans_real._translations, {"de": Changed(change)}):  # type: ignore[attr-defined]
        yield
    _forget_texts()


def _forget_texts() -> None:
    """Empty the caches that keep texts in each language."""
    forms._list_time_zone_choices.cache_clear()
    pages._render_night_row.cache_clear()
