"""How a schedule was made, as far as its matches tell, so that another one can be made like it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise

from league.rules.pairing.fixtures import DivisionPlayers, Pairing
from league.rules.pairing.nights import MAX_ROUND_DAYS, WEEK, Dates, Deadlines, Listed, Weekly
from league.rules.pairing.schedules import MAX_ROUNDS, TableDraw

SMALL_DIVISION = 4  # players of an only division, of whom somebody always sits at the same table


@dataclass(frozen=True)
class ScheduleSource:
    """As `fixtures` is asked for it. `rounds` are those of tables for more than two; None where everybody meets
    everybody."""

    dates: Dates | None
    tables: int | None
    rounds: int | None = None


def infer_schedule(
    groups: Sequence[DivisionPlayers], pairings: Sequence[Pairing], *, has_reminders: bool
) -> ScheduleSource:
    """What would make a schedule like this one. `reminded`: its players get mails, so that its days are last ones."""
    by_round = _count_days_by_round(pairings)
    rounds = _infer_rounds(pairings)
    if not by_round:
        return ScheduleSource(None, None, rounds)
    if not has_reminders and is_in_shared_room(groups, pairings):
        return ScheduleSource(
            _infer_nights(sorted({one.day for one in pairings if one.day})), _infer_tables(by_round), rounds
        )
    return ScheduleSource(_infer_deadlines(by_round), None, rounds)


def _infer_rounds(pairings: Sequence[Pairing]) -> int | None:
    if all(len(one.players) == 2 for one in pairings):
        return None
    return min(len({one.round for one in pairings}), MAX_ROUNDS)


def has_default_rounds(
    groups: Sequence[DivisionPlayers], pairings: Iterable[Pairing], wanted: TableDraw, meetings: int
) -> bool:
    """Whether every division has just the rounds that it takes for everybody to meet everybody."""
    played: dict[int, set[int]] = defaultdict(set)
    for one in pairings:
        played[one.level].add(one.round)
    return all(
        len(group.players) >= wanted.least
        and len(played[group.level]) == wanted.count_rounds(len(group.players), meetings)
        for group in groups
    )


def is_in_shared_room(groups: Sequence[DivisionPlayers], pairings: Iterable[Pairing]) -> bool:
    """Whether a day's tables are numbered through all that is played then; else each division counts its own from 1.
    That is told although some matches have been moved, and taken for a room where nothing tells it."""
    if len(groups) == 1:
        return not _is_fixed_at_first_table(groups[0], pairings)
    by_day: dict[date, list[Pairing]] = defaultdict(list)
    for one in pairings:
        if one.day:
            by_day[one.day].append(one)
    shared = [own for own in by_day.values() if len({one.level for one in own}) > 1]
    doubled = sum(len({one.table for one in own}) < len(own) for own in shared)
    return doubled * 2 <= len(shared)


def _is_fixed_at_first_table(group: DivisionPlayers, pairings: Iterable[Pairing]) -> bool:
    """As the last of an even number does by the Berger tables; of four somebody does in any room, and where more than
    two sit together that tells nothing."""
    size = len(group.players)
    tables = [
        one.table
        for one in pairings
        if size > SMALL_DIVISION and len(one.players) == 2 and group.players[-1] in one.players
    ]
    return size % 2 == 0 and tables.count(1) * 4 > len(tables) * 3


def shift_dates(dates: Dates, today: date) -> Dates:
    """The same by so many weeks later that nothing of it is past; a first round has its weeks before it is due."""
    if isinstance(dates, Weekly):
        start = dates.start + _compute_shift(dates.start, today)
        return Weekly(start.weekday(), start)
    if isinstance(dates, Deadlines):
        return replace(dates, first=dates.first + _compute_shift(dates.first, today + timedelta(dates.every)))
    by = _compute_shift(min(dates.days), today)
    return Listed(tuple(day + by for day in dates.days if day <= date.max - by))


def _compute_shift(first: date, earliest: date) -> timedelta:
    """To the first same day of the week that is not before the earliest."""
    return timedelta(max(0, -((first - earliest).days // WEEK)) * WEEK)


def _count_days_by_round(pairings: Sequence[Pairing]) -> dict[int, Counter[date]]:
    """By round, how many matches fall on each day."""
    found: dict[int, Counter[date]] = defaultdict(Counter)
    for one in pairings:
        if one.day:
            found[one.round][one.day] += 1
    return found


def _infer_nights(days: Sequence[date]) -> Dates:
    """Every week, if few are left out; else as a list."""
    first, used = days[0], set(days)
    weeks = (days[-1] - first).days // WEEK + 1
    left_out = weeks - len(days)
    if left_out * 2 < len(days) and all((day - first).days % WEEK == 0 for day in days):
        weekly = (first + timedelta(WEEK * number) for number in range(weeks))
        return Weekly(first.weekday(), first, tuple(day for day in weekly if day not in used))
    return Listed(tuple(days))


def _infer_deadlines(by_round: Mapping[int, Counter[date]]) -> Deadlines:
    last_days = [by_round[number].most_common(1)[0][0] for number in sorted(by_round)]
    between = Counter((later - day).days for day, later in pairwise(last_days))
    usual = between.most_common(1)[0][0] if between else WEEK
    weeks = min(max(round(usual / WEEK), 1), MAX_ROUND_DAYS // WEEK)
    return Deadlines(last_days[0], WEEK * weeks)


def _infer_tables(by_round: Mapping[int, Counter[date]]) -> int | None:
    """As many as are in use at once, where a round takes more than one night for want of them."""
    at_once = max(max(days.values()) for days in by_round.values())
    return at_once if any(days.total() > at_once for days in by_round.values()) else None
