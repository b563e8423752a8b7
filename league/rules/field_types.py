"""Types for what people may type as an id, a remark or a date: any script, but nothing unreadable."""

import re
import unicodedata
from datetime import date
from functools import cache
from typing import Annotated, Any
from zoneinfo import available_timezones

from pydantic import AfterValidator, BeforeValidator

from games import complaint
from games.problems import _

MAX_ID_LENGTH = 100
MAX_REMARK_LENGTH = 2000
# Control characters, halves of characters, line and paragraph separators.
UNREADABLE_CATEGORIES = {"Cc", "Cs", "Zl", "Zp"}
RESERVED_SLUGS = ("matches", "players")
EXCLUDED_TIMEZONES = {"localtime", "Factory"}  # whatever each machine makes of them
DATE_PATTERN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
TYPED_DAY_PATTERN = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")


def validate_readable(text: str) -> str:
    """Reject control characters, but allow the marks that right-to-left and joined scripts need."""
    for character in text:
        if unicodedata.category(character) in UNREADABLE_CATEGORIES:
            shown = f"U+{ord(character):04X}"
            raise complaint(
                "control-character",
                _("Can't contain control characters: remove {character}."),
                character=shown,
            )
    return text


def _validate_remark(text: str) -> str:
    if len(text) > MAX_REMARK_LENGTH:
        raise complaint(
            "too-long", _("Can't be longer than {longest} characters."), longest=MAX_REMARK_LENGTH
        )
    return validate_readable(text)


def validate_lines(text: str) -> str:
    """Reject control characters but line breaks and tabs."""
    validate_readable(text.replace("\n", " ").replace("\t", " "))
    return text


def _validate_data(value: object) -> object:
    """Return JSON with its keys in order; reject what a database would not give back as it was."""
    if isinstance(value, float):
        raise complaint("integer", _("Must be a whole number."))
    if isinstance(value, str):
        return validate_readable(value)
    if isinstance(value, list):
        return [_validate_data(item) for item in value]
    if isinstance(value, dict):
        return {validate_readable(key): _validate_data(value[key]) for key in sorted(value)}
    return value


def _validate_id(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9-]+", text) or len(text) > MAX_ID_LENGTH:
        raise complaint(
            "id",
            _("Use letters, digits and - only, at most {longest} characters."),
            longest=MAX_ID_LENGTH,
        )
    return text


def _validate_lot(text: str) -> str:
    """Require the first digits of a SHA-256, written as lower-case hexadecimal."""
    if not re.fullmatch(r"[0-9a-f]{1,64}", text):
        raise complaint("lot", _("Use 1 to 64 of the digits 0-9 and a-f."))
    return text


def _validate_slug(text: str) -> str:
    """Require an id that can stand in addresses, where `/-/` is reserved."""
    if _validate_id(text).startswith("-"):
        raise complaint("slug", _("Must begin with a letter or digit."))
    return text


def _validate_competition_slug(text: str) -> str:
    """Require a slug other than those of `/club/matches/` and `/club/players/`."""
    if _validate_slug(text) in RESERVED_SLUGS:
        raise complaint("reserved", _("{word} is reserved; choose another word."), word=text)
    return text


def parse_typed_day(text: str) -> date:
    """Return the date that a person writes like this: as 2026-01-31, or 31.1.2026, which means one day in any language.

    Raises ValueError.
    """
    if found := TYPED_DAY_PATTERN.fullmatch(text):
        day, month, year = map(int, found.groups())
        return date(year, month, day)
    return parse_day(text)


def parse_day(text: str) -> date:
    """Return the date that a club file writes like this.

    Raises ValueError.
    """
    if not DATE_PATTERN.fullmatch(text):
        raise ValueError(text)
    return date.fromisoformat(text)


def _validate_day(value: object) -> object:
    """Parse a date; leave anything but text to the error of the type itself."""
    if not isinstance(value, str):
        return value
    try:
        return parse_day(value)
    except ValueError:
        raise complaint("date", _("Write the date like 2026-01-31.")) from None


@cache
def list_time_zones() -> frozenset[str]:
    """Return the time zones that a club may be in.

    The answer is cached, because finding it out opens each of the system's time zone files.
    """
    return frozenset(available_timezones() - EXCLUDED_TIMEZONES)


def _validate_timezone(name: str) -> str:
    if name not in list_time_zones():
        raise complaint("timezone", _("Unknown time zone. Example: Europe/Berlin."))
    return name


Remark = Annotated[str, AfterValidator(_validate_remark)]
Id = Annotated[str, AfterValidator(_validate_id)]
Lot = Annotated[str, AfterValidator(_validate_lot)]
Slug = Annotated[str, AfterValidator(_validate_slug)]
CompetitionSlug = Annotated[str, AfterValidator(_validate_competition_slug)]
Data = Annotated[dict[str, Any], AfterValidator(_validate_data)]  # JSON whose keys are not known
Day = Annotated[date, BeforeValidator(_validate_day)]
Timezone = Annotated[str, AfterValidator(_validate_timezone)]
