"""What a schedule was made from, as it is stored, so that another one can be made like it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from league.rules.pairing.nights import WEEK, Dates, Deadlines, Listed, Weekly, is_in_shared_room


@dataclass(frozen=True)
class ScheduleSource:
    """The arguments of the actions `plan_fixtures` and `make_schedule` that made a schedule.

    `rounds` are those of tables for more than two; None where all meet each other.
    """

    dates: Dates | None
    tables: int | None
    rounds: int | None = None

    @property
    def has_shared_room(self) -> bool:
        return is_in_shared_room(self.dates)


def source_to_json(source: ScheduleSource) -> dict[str, Any]:
    return {"dates": _dates_to_json(source.dates), "tables": source.tables, "rounds": source.rounds}


def source_from_json(stored: Mapping[str, Any]) -> ScheduleSource:
    return ScheduleSource(_dates_from_json(stored["dates"]), stored["tables"], stored["rounds"])


def shift_dates(dates: Dates, today: date) -> Dates:
    """Return the dates shifted by as many weeks as it takes for none of them to be past.

    A first deadline is shifted until its round has all its days left.
    """
    if isinstance(dates, Weekly):
        start = dates.start + _compute_shift(dates.start, today)
        return Weekly(start.weekday(), start)
    if isinstance(dates, Deadlines):
        return replace(dates, first=dates.first + _compute_shift(dates.first, today + timedelta(dates.every)))
    days = sorted(set(dates.days) - set(dates.holidays))
    by = _compute_shift(days[0], today)
    return Listed(tuple(day + by for day in days if day <= date.max - by))


def _compute_shift(first: date, earliest: date) -> timedelta:
    """Return the shift to the first same day of the week that is not before the earliest."""
    return timedelta(max(0, -((first - earliest).days // WEEK)) * WEEK)


def _dates_to_json(dates: Dates | None) -> dict[str, Any] | None:
    if dates is None:
        return None
    if isinstance(dates, Deadlines):
        return {"kind": "deadlines", "first": dates.first.isoformat(), "every": dates.every}
    holidays = _days_to_json(dates.holidays)
    if isinstance(dates, Weekly):
        start = dates.start.isoformat()
        return {"kind": "weekly", "weekday": dates.weekday, "start": start, "holidays": holidays}
    return {"kind": "listed", "days": _days_to_json(dates.days), "holidays": holidays}


def _dates_from_json(stored: Mapping[str, Any] | None) -> Dates | None:
    if stored is None:
        return None
    if stored["kind"] == "deadlines":
        return Deadlines(date.fromisoformat(stored["first"]), stored["every"])
    holidays = _days_from_json(stored["holidays"])
    if stored["kind"] == "weekly":
        return Weekly(stored["weekday"], date.fromisoformat(stored["start"]), holidays)
    return Listed(_days_from_json(stored["days"]), holidays)


def _days_to_json(days: Iterable[date]) -> list[str]:
    return [day.isoformat() for day in days]


def _days_from_json(stored: Iterable[str]) -> tuple[date, ...]:
    return tuple(date.fromisoformat(day) for day in stored)
