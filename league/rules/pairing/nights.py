"""The days on which a season is played: club nights, or deadlines by which the players meet as they please.

See docs/reference/schedule.md, Days.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from games import Invalid, Problem
from games.problems import _
from league.rules.validation import build_problem

WEEK = 7
MAX_ROUND_DAYS = 366  # days from one deadline to the next
MAX_DAYS = 2000  # that a season is played on
MAX_LISTED_DAYS = 5000


@dataclass(frozen=True)
class Weekly:
    """A club night every week on the same weekday (0 is Monday), from `start` on, without holidays."""

    weekday: int
    start: date
    holidays: tuple[date, ...] = ()


@dataclass(frozen=True)
class Listed:
    """Club nights on these days, in order of time, without holidays."""

    days: tuple[date, ...]
    holidays: tuple[date, ...] = ()


@dataclass(frozen=True)
class Deadlines:
    """A last day for each round: the first is `first`, each further one comes `every` days later."""

    first: date
    every: int = WEEK


Dates = Weekly | Listed | Deadlines


def is_in_shared_room(dates: Dates | None) -> bool:
    """Return whether the tables of a day are those of one room, numbered through all divisions.

    By deadlines, or without dates, those of each division are numbered from 1.
    """
    return isinstance(dates, Weekly | Listed)


def compute_days(dates: Dates, needed: int) -> list[date]:
    """Return the first `needed` club nights, or the deadlines of as many rounds.

    Raises games.Invalid at `days`, `days.N`, `holidays`, `weekday`, `start`, `tables`, `first` or `every`.
    """
    problems = list(_find_problems(dates))
    if not problems and needed > MAX_DAYS:
        problems.append(_build_too_many_days(dates, needed))
    if problems:
        raise Invalid(*problems)
    if isinstance(dates, Listed):
        return _compute_listed(dates, needed)
    try:
        return (
            _compute_weekly(dates, needed) if isinstance(dates, Weekly) else _compute_deadlines(dates, needed)
        )
    except OverflowError:
        place = "start" if isinstance(dates, Weekly) else "first"
        raise Invalid(
            build_problem(place, "no-such-day", _("The season would last beyond the year 9999."))
        ) from None


def _compute_weekly(dates: Weekly, needed: int) -> list[date]:
    night = dates.start + timedelta((dates.weekday - dates.start.weekday()) % WEEK)
    holidays = set(dates.holidays)
    nights: list[date] = []
    while len(nights) < needed:
        if night not in holidays:
            nights.append(night)
        if len(nights) < needed:
            night += timedelta(WEEK)
    return nights


def _compute_listed(dates: Listed, needed: int) -> list[date]:
    nights = sorted(set(dates.days) - set(dates.holidays))
    if len(nights) < needed:
        raise Invalid(
            build_problem(
                "days",
                "too-few-days",
                _("The season takes {needed} nights; you listed {listed} (without skipped dates)."),
                needed=needed,
                listed=len(nights),
            )
        )
    return nights[:needed]


def _compute_deadlines(dates: Deadlines, needed: int) -> list[date]:
    return [dates.first + timedelta(dates.every * number) for number in range(needed)]


def _find_problems(dates: Dates) -> Iterator[Problem]:
    if isinstance(dates, Deadlines):
        if not 1 <= dates.every <= MAX_ROUND_DAYS:
            sentence = _("The days between rounds must be 1 to {most}.")
            yield build_problem("every", "out-of-range", sentence, most=MAX_ROUND_DAYS)
        return
    if isinstance(dates, Weekly) and not 0 <= dates.weekday < WEEK:
        yield build_problem("weekday", "no-such-weekday", _("Choose a day of the week."))
    if isinstance(dates, Listed):
        yield from _find_list_problems(dates.days)
    if len(dates.holidays) > MAX_LISTED_DAYS:
        yield _build_list_too_long("holidays")


def _find_list_problems(listed: tuple[date, ...]) -> Iterator[Problem]:
    if len(listed) > MAX_LISTED_DAYS:
        yield _build_list_too_long("days")
        return
    seen: set[date] = set()
    for number, day in enumerate(listed):
        if day in seen:
            sentence = _("{day} is listed twice.")
            yield build_problem(f"days.{number}", "twice", sentence, day=day)
        seen.add(day)


def _build_list_too_long(place: str) -> Problem:
    return build_problem(place, "too-many", _("You can list at most {most} dates."), most=MAX_LISTED_DAYS)


def _build_too_many_days(dates: Dates, needed: int) -> Problem:
    return build_problem(
        "first" if isinstance(dates, Deadlines) else "tables",
        "too-long",
        _("This takes {needed} days; a season has at most {most}."),
        needed=needed,
        most=MAX_DAYS,
    )
