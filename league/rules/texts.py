"""What a person may type as a name, an id or a date: any script, nothing that cannot be read."""

import re
import unicodedata
from datetime import date
from functools import cache
from typing import Annotated
from zoneinfo import available_timezones

from pydantic import AfterValidator, BeforeValidator

from games import complaint
from games.problems import _

LONGEST_NAME = 80
LONGEST_ID = 100
LONGEST_REMARK = 2000
# Control characters, halves of characters, line and paragraph separators.
UNREADABLE = {"Cc", "Cs", "Zl", "Zp"}
RESERVED = ("matches", "players")
NO_TIMEZONES = {"localtime", "Factory"}  # whatever each machine makes of them
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _readable(text: str) -> str:
    """Without control characters; the marks that right-to-left and joined scripts need are kept."""
    for character in text:
        if unicodedata.category(character) in UNREADABLE:
            shown = f"U+{ord(character):04X}"
            raise complaint(
                "control-character",
                _("Must not contain control characters, here {character}."),
                character=shown,
            )
    return text


def _name(text: str) -> str:
    if not 1 <= len(text) <= LONGEST_NAME:
        raise complaint(
            "name-length",
            _("A name has 1 to {longest} characters, not {length}."),
            longest=LONGEST_NAME,
            length=len(text),
        )
    if all(unicodedata.category(character)[0] in "ZC" for character in _readable(text)):
        raise complaint("name-blank", _("A name needs a character that can be seen."))
    return text


def _remark(text: str) -> str:
    if len(text) > LONGEST_REMARK:
        raise complaint("too-long", _("Must have at most {longest} characters."), longest=LONGEST_REMARK)
    return _readable(text)


def _id(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9-]+", text) or len(text) > LONGEST_ID:
        raise complaint(
            "id", _("An id is made of letters, digits and -, at most {longest} of them."), longest=LONGEST_ID
        )
    return text


def _slug(text: str) -> str:
    """An id that stands in addresses, where /-/ is ours."""
    if _id(text).startswith("-"):
        raise complaint("slug", _("Must begin with a letter or digit."))
    return text


def _competition_slug(text: str) -> str:
    """A slug that leaves /club/matches/ to the matches, /club/players/ to the players."""
    if _slug(text) in RESERVED:
        raise complaint("reserved", _("Addresses use {word} themselves; choose another word."), word=text)
    return text


def read_day(text: str) -> date:
    """A date as club files write it. Raises ValueError."""
    if not DAY.fullmatch(text):
        raise ValueError(text)
    return date.fromisoformat(text)


def _day(value: object) -> object:
    """What is no text is left for the type's own error."""
    if not isinstance(value, str):
        return value
    try:
        return read_day(value)
    except ValueError:
        raise complaint("date", _("A date is written like 2026-01-31.")) from None


@cache
def time_zones() -> frozenset[str]:
    """Those that a club may be in. Asked once: it looks into every one of the system's files."""
    return frozenset(available_timezones() - NO_TIMEZONES)


def _timezone(name: str) -> str:
    if name not in time_zones():
        raise complaint("timezone", _("There is no such time zone; one is Europe/Berlin."))
    return name


def letters(level: int) -> str:
    """A, B, C ... Z, AA, AB: what divisions are called where nobody named them."""
    name = ""
    while level:
        level, letter = divmod(level - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


Name = Annotated[str, AfterValidator(_name)]
Remark = Annotated[str, AfterValidator(_remark)]
Id = Annotated[str, AfterValidator(_id)]
Slug = Annotated[str, AfterValidator(_slug)]
CompetitionSlug = Annotated[str, AfterValidator(_competition_slug)]
Day = Annotated[date, BeforeValidator(_day)]
Timezone = Annotated[str, AfterValidator(_timezone)]
