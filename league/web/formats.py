"""Formatting figures and names; templates use these as filters (`league.templatetags.pages`)."""

from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from django.utils.translation import get_language_bidi, gettext

import games
from games import choose_decimals, format_number
from games.figures import MIN_DECIMALS, MINUS
from games.problems import WITH_DECIMALS
from league.models import Season
from league.queries.result_checks import check_season_open
from league.rules.explain.standings import format_penalty

LEFT_TO_RIGHT = "\N{LEFT-TO-RIGHT MARK}"


def get_game_name(key: str) -> str:
    """Return a game's name in the reader's language; its key where it is not installed."""
    return gettext(games.get(key).name) if games.is_installed(key) else key


def describe_not_open(season: Season) -> str:
    """Return why a season, read with its competition, takes no results and no decisions; empty if it does."""
    return "".join(problem.message.translate(gettext) for problem in check_season_open(season))


def format_season(number: int | None, name: str) -> str:
    """Return what a season is called within a sentence: by its name if it has one."""
    return name or gettext("season {number}").format(number=number)


def format_season_title(number: int | None, name: str) -> str:
    """Return what a season is called where nothing stands before it."""
    return name or gettext("Season {number}").format(number=number)


def format_figure(value: Fraction | Decimal | int | str | None, decimals: int = MIN_DECIMALS) -> str | None:
    """Return a formatted number: `{{ row.average|figure }}`, `{{ row.average|figure:decimals }}`.

    A number may be a text, as in an award. Words stay unchanged, and None stays None.
    """
    if value is None:
        return None
    number = _read_number(value)
    shown = str(value) if number is None else format_number(number, decimals, gettext(WITH_DECIMALS))
    # Among words from the right the sign would stand behind the number.
    return f"{LEFT_TO_RIGHT}{shown}" if shown.startswith(MINUS) and get_language_bidi() else shown


def count_decimals(rows: Iterable[Any], path: str = "") -> int:
    """Return how many decimals tell the figures of a column apart: `{{ rows|decimals:"totals.average" }}`.

    A part of the path may be an index in a tuple; without a path the rows are the figures themselves.
    """
    return choose_decimals(_read_number(_follow_path(row, path)) for row in rows)


def format_clock(seconds: int) -> str:
    """Return how long a clock has left: 12:34."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02}"


def describe_penalty(given: dict[str, Any]) -> str:
    """Return a penalty in words."""
    return format_penalty(given).translate(gettext)


def _follow_path(value: Any, path: str) -> Any:
    for part in path.split(".") if path else ():
        value = value[int(part)] if part.isdigit() else getattr(value, part, None)
    return value


def _read_number(value: Fraction | Decimal | int | str | None) -> Fraction | int | None:
    if value is None or isinstance(value, Fraction | int):
        return value
    try:
        number = Decimal(value)
    except InvalidOperation:
        return None
    if not number.is_finite():
        return None
    return Fraction(number) if number.as_tuple().exponent else int(number)


def format_duration(minutes: int) -> str:
    """Return hours and minutes: 2 h 40 min."""
    hours, left = divmod(minutes, 60)
    if not hours:
        return gettext("{minutes} min").format(minutes=left)
    if not left:
        return gettext("{hours} h").format(hours=hours)
    return gettext("{hours} h {minutes} min").format(hours=hours, minutes=left)


def format_comparison(value: Fraction | None, key: str) -> str:
    """Return what the comparison of the same cards gives: 61.25 %, or with its sign a difference: +1.50."""
    if value is None:
        return "\N{EN DASH}"
    shown = format_figure(value, 2) or ""
    if key == "matchpoints":
        return gettext("{number} %").format(number=shown)
    return f"+{shown}" if value > 0 else shown
