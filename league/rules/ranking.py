"""Who stands where in a division: ties are split key by key (contract.md, Ranking)."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from league.rules.figures import SeatFigures
from league.rules.standings import Row


@dataclass(frozen=True)
class Contest:
    """All that ranking a division needs: its rows, its finished matches, and the season's number for lots."""

    rows: Sequence[Row]
    matches: Sequence[Sequence[SeatFigures]]
    lot: int
    forfeit_score: int | None = None  # a deal


@dataclass(frozen=True)
class Key:
    """A way to split a tied group: one value a row, high first, None lowest."""

    name: str
    values: Callable[[Sequence[Row], Contest], Sequence[Any]]


def each(value: Callable[[Row], Any]) -> Callable[[Sequence[Row], Contest], Sequence[Any]]:
    """A value that a row has by itself, whoever it is tied with."""
    return lambda group, contest: [value(row) for row in group]


def average(group: Sequence[Row], contest: Contest) -> list[Fraction]:
    """Score a deal; without deals, what a forfeit would have given."""
    without = Fraction(contest.forfeit_score or 0)
    return [without if row.average is None else row.average for row in group]


def head_to_head(group: Sequence[Row], contest: Contest) -> list[tuple[int, int]]:
    """Wins, then score, in the matches that seated at least two of the tied."""
    tied = {row.player for row in group}
    wins = dict.fromkeys(tied, 0)
    score = dict.fromkeys(tied, 0)
    for match in contest.matches:
        seats = [seat for seat in match if seat.entry in tied]
        if len(seats) >= 2:
            for seat in seats:
                wins[seat.entry] += seat.outcome == "win"
                score[seat.entry] += seat.score
    return [(wins[row.player], score[row.player]) for row in group]


def lot(group: Sequence[Row], contest: Contest) -> list[str]:
    """Drawn from the season's number: anyone can draw it again."""
    return [drawn(contest.lot, row.player) for row in group]


def drawn(lot: int, player: str) -> str:
    return hashlib.sha256(f"{lot}:{player}".encode()).hexdigest()


KEYS = {
    key.name: key
    for key in (
        Key("average", average),
        Key("score", each(lambda row: row.score)),
        Key("wins", each(lambda row: row.won)),
        Key("points", each(lambda row: row.points)),
        Key("zeros", each(lambda row: row.bids_made)),
        Key("win_rate", each(lambda row: row.win_rate)),
        Key("played", each(lambda row: row.played)),
        Key("seed", each(lambda row: -row.seed)),  # the first seed first
        Key("head-to-head", head_to_head),
        Key("lot", lot),
    )
}


def key_of(name: str) -> Key:
    """One of these, or a figure of the game's own, which nobody has who never had it counted."""
    return KEYS.get(name) or Key(name, each(lambda row: row.figures.get(name)))


@dataclass(frozen=True)
class Step:
    """One key put to one tied group: what it said of each."""

    key: str
    values: dict[str, Any]  # by player id


@dataclass(frozen=True)
class Group:
    """Rows that nothing has separated yet, in seed order."""

    rows: tuple[Row, ...]
    decided_by: str | None = None  # the key that separates it from the next group
    steps: tuple[Step, ...] = ()  # the keys it went through, for `explain`


@dataclass(frozen=True)
class Ranked:
    row: Row
    rank: int
    decided_by: str | None  # the key that separates this row from the one below
    steps: tuple[Step, ...] = ()


def rank(contest: Contest, keys: Sequence[str]) -> list[Ranked]:
    """Every row with its rank, best first. What no key separates shares a rank (1, 1, 3).

    Rows without a finished match come last in seed order, each with a rank of its own.
    """
    rows = sorted(contest.rows, key=lambda row: (row.seed, row.player))
    playing = tuple(row for row in rows if row.played)
    waiting = [row for row in rows if not row.played]

    groups = [Group(playing)] if playing else []
    for name in keys:
        groups = [part for group in groups for part in split(group, key_of(name), contest)]

    ranked: list[Ranked] = []
    for group in groups:
        first = len(ranked) + 1
        *others, last = group.rows
        ranked += [Ranked(row, first, None, group.steps) for row in others]
        ranked += [Ranked(last, first, group.decided_by, group.steps)]
    return ranked + [Ranked(row, place, None) for place, row in enumerate(waiting, len(ranked) + 1)]


def split(group: Group, key: Key, contest: Contest) -> list[Group]:
    """The group parted by one key, best first; rows with equal values stay together."""
    if len(group.rows) == 1:
        return [group]
    values = dict(zip((row.player for row in group.rows), key.values(group.rows, contest), strict=True))
    steps = (*group.steps, Step(key.name, values))

    best_first = sorted({value for value in values.values() if value is not None}, reverse=True) + [None] * (
        None in values.values()
    )
    parts = [tuple(row for row in group.rows if values[row.player] == value) for value in best_first]
    *upper, lowest = parts
    return [Group(rows, key.name, steps) for rows in upper] + [Group(lowest, group.decided_by, steps)]


def by_lot(group: Sequence[Ranked], lot: int) -> list[Ranked]:
    """Rows that share a rank, each with a rank of its own, as lots fall."""
    lots = {one.row.player: drawn(lot, one.row.player) for one in group}
    step = Step("lot", lots)
    *_others, last = group
    ordered = sorted(group, key=lambda one: lots[one.row.player], reverse=True)
    return [
        Ranked(
            one.row,
            rank,
            last.decided_by if one is ordered[-1] else "lot",  # what separates the group from the next one
            (*one.steps, step),
        )
        for rank, one in enumerate(ordered, group[0].rank)
    ]
