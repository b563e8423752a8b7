"""Infer how a schedule was made from its matches, so that another one can be made like it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise

from league.rules.pairing.fixtures import DivisionPlayers, Pairing
from league.rules.pairing.nights import MAX_ROUND_DAYS, WEEK, Dates, Deadlines, Listed, Weekly
from league.rules.pairing.schedules import MAX_ROUNDS, TableDraw

SMALL_DIVISION = 4  # players; in a single division of so few somebody always sits at the same table


@dataclass(frozen=True)
class ScheduleSource:
    """The arguments of the actions `plan_fixtures` and `make_schedule` that make such a schedule.

    `rounds` are those of tables for more than two; None where everybody meets everybody.
    """

    dates: Dates | None
    tables: int | None
    rounds: int | None = None


def infer_schedule(
    groups: Sequence[DivisionPlayers], pairings: Sequence[Pairing], *, has_reminders: bool
) -> ScheduleSource:
    """Return what would make a schedule like this one.

    With reminders its players get mails, so that its days are deadlines.
    """
    by_round = _count_days_by_round(pairings)
    rounds = _infer_rounds(pairings)
    if not by_round:
        return ScheduleSource(None, None, rounds)
    if not has_reminders and is_in_shared_room(groups, pairings):
        return ScheduleSource(
            _infer_nights(sorted({pairing.day for pairing in pairings if pairing.day})),
            _infer_tables(by_round),
            rounds,
        )
    return ScheduleSource(_infer_deadlines(by_round), None, rounds)


def _infer_rounds(pairings: Sequence[Pairing]) -> int | None:
    if all(len(pairing.players) == 2 for pairing in pairings):
        return None
    return min(len({pairing.round for pairing in pairings}), MAX_ROUNDS)


def has_default_rounds(
    groups: Sequence[DivisionPlayers], pairings: Iterable[Pairing], wanted: TableDraw, meetings: int
) -> bool:
    """Return whether every division has just as many rounds as everybody needs to meet everybody."""
    played: dict[int, set[int]] = defaultdict(set)
    for pairing in pairings:
        played[pairing.level].add(pairing.round)
    return all(
        len(group.players) >= wanted.least
        and len(played[group.level]) == wanted.count_rounds(len(group.players), meetings)
        for group in groups
    )


def is_in_shared_room(groups: Sequence[DivisionPlayers], pairings: Iterable[Pairing]) -> bool:
    """Return whether most days' tables are numbered through all divisions, not from 1 in each.

    In contrast to `is_strictly_in_shared_room`, the answer tolerates some matches that have been moved, and
    matches without a day. Where nothing speaks for either, it is a shared room.
    """
    if len(groups) == 1:
        return not _is_fixed_at_first_table(groups[0], pairings)
    by_day: dict[date, list[Pairing]] = defaultdict(list)
    for pairing in pairings:
        if pairing.day:
            by_day[pairing.day].append(pairing)
    shared = [matches for matches in by_day.values() if len({pairing.level for pairing in matches}) > 1]
    doubled = sum(len({pairing.table for pairing in matches}) < len(matches) for matches in shared)
    return doubled * 2 <= len(shared)


def is_strictly_in_shared_room(pairings: Iterable[Pairing]) -> bool:
    """Return whether every match has a day, and each day's tables are numbered through all its matches.

    In contrast to `is_in_shared_room`, one match that has been moved to a taken table, or has no day, is
    enough for False: then `measure_fairness` cannot count by table. In a single division it is also False if
    anybody always sits at table 1, as the last seed does by the Berger tables.
    """
    matches = list(pairings)
    tables: dict[str, set[int]] = defaultdict(set)
    for pairing in matches:
        for player in pairing.players:
            tables[player].add(pairing.table)
    return (
        all(pairing.day for pairing in matches)
        and len({(pairing.day, pairing.table) for pairing in matches}) == len(matches)
        and (len({pairing.level for pairing in matches}) > 1 or {1} not in tables.values())
    )


def _is_fixed_at_first_table(group: DivisionPlayers, pairings: Iterable[Pairing]) -> bool:
    """Return whether the last of an even number of players stays at table 1, as by the Berger tables.

    In a division of four somebody does so in any room; and at tables for more than two it says nothing.
    """
    size = len(group.players)
    tables = [
        pairing.table
        for pairing in pairings
        if size > SMALL_DIVISION and len(pairing.players) == 2 and group.players[-1] in pairing.players
    ]
    return size % 2 == 0 and tables.count(1) * 4 > len(tables) * 3


def shift_dates(dates: Dates, today: date) -> Dates:
    """Return the dates shifted by as many weeks as it takes for none of them to be past.

    A first deadline is shifted until its round has all its days left.
    """
    if isinstance(dates, Weekly):
        start = dates.start + _compute_shift(dates.start, today)
        return Weekly(start.weekday(), start)
    if isinstance(dates, Deadlines):
        return replace(dates, first=dates.first + _compute_shift(dates.first, today + timedelta(dates.every)))
    by = _compute_shift(min(dates.days), today)
    return Listed(tuple(day + by for day in dates.days if day <= date.max - by))


def _compute_shift(first: date, earliest: date) -> timedelta:
    """Return the shift to the first same day of the week that is not before the earliest."""
    return timedelta(max(0, -((first - earliest).days // WEEK)) * WEEK)


def _count_days_by_round(pairings: Sequence[Pairing]) -> dict[int, Counter[date]]:
    """Count, by round, the matches on each day."""
    days_by_round: dict[int, Counter[date]] = defaultdict(Counter)
    for pairing in pairings:
        if pairing.day:
            days_by_round[pairing.round][pairing.day] += 1
    return days_by_round


def _infer_nights(days: Sequence[date]) -> Dates:
    """Return weekly nights if few are left out; else a list."""
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
    """Return how many tables are in use at once, if a round takes more than one night for want of tables."""
    at_once = max(max(days.values()) for days in by_round.values())
    return at_once if any(days.total() > at_once for days in by_round.values()) else None
