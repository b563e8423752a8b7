"""The ranking of a division: ties are split key by key (docs/reference/ranking.md, Ranking)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from league.rules.standings.tie_breaks import Metric, StandingsInput, find_lot, get_metric
from league.rules.standings.totals import EntryTotals


@dataclass(frozen=True)
class TieBreakStep:
    """One key applied to one tied group, with the value that it gave each row."""

    key: str
    values: dict[str, Any]  # by player id


@dataclass(frozen=True)
class TiedGroup:
    """Rows that nothing has separated yet, in seed order."""

    rows: tuple[EntryTotals, ...]
    decided_by: str | None = None  # the key that separates it from the next group
    steps: tuple[TieBreakStep, ...] = ()  # the keys it went through, for `explain`


@dataclass(frozen=True)
class RankedEntry:
    row: EntryTotals
    rank: int
    decided_by: str | None  # the key that separates this row from the one below
    steps: tuple[TieBreakStep, ...] = ()
    is_apart: bool = False  # where it was ranked here, and not read as it is stored


def rank_entries(division: StandingsInput, keys: Sequence[str]) -> list[RankedEntry]:
    """Return every row with its rank, best first; rows that no key separates share a rank (1, 1, 3).

    Rows without a finished match or a bye come last in seed order, each with a rank of its own, but on a ladder. Below
    them are those who rank apart, in the same way, with the ranks that follow.
    """
    rows = sorted(division.rows, key=lambda row: (row.seed, row.player))
    ranked = _rank_rows([row for row in rows if row.player not in division.apart], division, keys, 0)
    apart = [row for row in rows if row.player in division.apart]
    below = _rank_rows(apart, division, keys, len(ranked))
    return [*ranked, *(replace(entry, is_apart=True) for entry in below)]


def _rank_rows(
    rows: Sequence[EntryTotals], division: StandingsInput, keys: Sequence[str], above: int
) -> list[RankedEntry]:
    """Rank rows, in order of seed, below so many others."""
    placed = division.ladder or division.rested  # a ladder has a place for those who have not played
    playing = tuple(row for row in rows if row.played or row.player in placed)
    waiting = [row for row in rows if not row.played and row.player not in placed]

    groups = [TiedGroup(playing)] if playing else []
    for name in keys:
        groups = [
            part for group in groups for part in split_group(group, get_metric(name, division), division)
        ]

    ranked: list[RankedEntry] = []
    for group in groups:
        first = above + len(ranked) + 1
        *others, last = group.rows
        ranked += [RankedEntry(row, first, None, group.steps) for row in others]
        ranked += [RankedEntry(last, first, group.decided_by, group.steps)]
    first_waiting = above + len(ranked) + 1
    return ranked + [RankedEntry(row, place, None) for place, row in enumerate(waiting, first_waiting)]


def split_group(group: TiedGroup, key: Metric, division: StandingsInput) -> list[TiedGroup]:
    """Split the group by one key, best first; rows with equal values stay together."""
    if len(group.rows) == 1:
        return [group]
    values = dict(zip((row.player for row in group.rows), key.values(group.rows, division), strict=True))
    steps = (*group.steps, TieBreakStep(key.name, values))

    best_first = sorted({value for value in values.values() if value is not None}, reverse=True) + [None] * (
        None in values.values()
    )
    parts = [tuple(row for row in group.rows if values[row.player] == value) for value in best_first]
    *upper, lowest = parts
    return [TiedGroup(rows, key.name, steps) for rows in upper] + [TiedGroup(lowest, group.decided_by, steps)]


def order_by_lot(group: Sequence[RankedEntry], draw_seed: int) -> list[RankedEntry]:
    """Give each of the rows that share a rank a rank of its own, by drawing of lots."""
    lots = {entry.row.player: find_lot(draw_seed, entry.row) for entry in group}
    step = TieBreakStep("lot", lots)
    *_others, last = group
    ordered = sorted(group, key=lambda entry: lots[entry.row.player], reverse=True)
    return [
        RankedEntry(
            entry.row,
            rank,
            last.decided_by if entry is ordered[-1] else "lot",  # what separates the group from the next one
            (*entry.steps, step),
        )
        for rank, entry in enumerate(ordered, group[0].rank)
    ]
