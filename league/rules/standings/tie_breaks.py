"""Ranking keys, each with what it compares: any row by itself, or a tied group (docs/reference/ranking.md, Ranking).

Those of paired rounds are in `paired_tie_breaks`; a game's own figures are keys as well.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from league.rules.standings.paired_field import PairedField
from league.rules.standings.paired_tie_breaks import TIE_BREAKS, place_by_encounters
from league.rules.standings.totals import COMPARISONS, EntryTotals, SeatResult

LADDER = "ladder"  # the place on a ladder (docs/reference/pairing.md, Ladder)
BRACKET = "bracket"  # how far each has come in a knockout
DIRECT = "direct"  # the direct encounter, of a tied group
POINTS = "points"


@dataclass(frozen=True)
class StandingsInput:
    """All that ranking a division needs: its rows, its finished matches, and the season's number for lots.

    `rested` are the players who had a round without a match. Where rounds are paired, two at a table, `paired` has
    them with their byes, and the keys of `paired_tie_breaks` can rank. `ladder` are the places on a ladder, by player,
    and `compared` what the comparison gives each player where all tables play the same cards. `fewest` are the keys of
    the game's own figures of which low is good. `apart` are guests, who are ranked among themselves below all others.
    """

    rows: Sequence[EntryTotals]
    matches: Sequence[Sequence[SeatResult]]
    draw_seed: int
    forfeit_score: int | None = None  # per deal
    rested: Collection[str] = ()
    paired: PairedField | None = None
    ladder: Mapping[str, int] | None = None
    compared: Mapping[str, Fraction | None] | None = None
    survived: Mapping[str, Fraction] | None = None  # in a knockout at larger tables, how far each has come
    fewest: Collection[str] = ()
    apart: Collection[str] = ()


@dataclass(frozen=True)
class Metric:
    """A way to split a tied group: one value for each row, high first, None lowest."""

    name: str
    values: Callable[[Sequence[EntryTotals], StandingsInput], Sequence[Any]]


def measure_each(
    value: Callable[[EntryTotals], Any],
) -> Callable[[Sequence[EntryTotals], StandingsInput], Sequence[Any]]:
    """Return a measure that takes each row by itself, whoever it is tied with."""
    return lambda group, division: [value(row) for row in group]


def measure_average(group: Sequence[EntryTotals], division: StandingsInput) -> list[Fraction]:
    """Return the score per deal; for a row without deals, the forfeit score, or 0 without one."""
    forfeit_score = Fraction(division.forfeit_score or 0)
    return [forfeit_score if row.average is None else row.average for row in group]


def measure_head_to_head(group: Sequence[EntryTotals], division: StandingsInput) -> list[tuple[int, int]]:
    """Return wins, then score, in the matches that seated at least two of the tied group."""
    tied = {row.player for row in group}
    wins = dict.fromkeys(tied, 0)
    score = dict.fromkeys(tied, 0)
    for match in division.matches:
        seats = [seat for seat in match if seat.entry in tied]
        if len(seats) >= 2:
            for seat in seats:
                wins[seat.entry] += seat.outcome == "win"
                score[seat.entry] += seat.score
    return [(wins[row.player], score[row.player]) for row in group]


def draw_lots(group: Sequence[EntryTotals], division: StandingsInput) -> list[str]:
    """Return each row's lot, which anyone can draw again from the season's `draw_seed`."""
    return [find_lot(division.draw_seed, row) for row in group]


def find_lot(draw_seed: int, row: EntryTotals) -> str:
    """Return the lot of a row: the one that its entry carries, or the one that follows from its player's id."""
    return row.lot or draw_lot(draw_seed, row.player)


def draw_lot(draw_seed: int, player: str) -> str:
    return hashlib.sha256(f"{draw_seed}:{player}".encode()).hexdigest()


def shorten_lot(lot: str, others: Iterable[str]) -> str:
    """Return the fewest digits of a lot that keep it apart from the others, and so in its place among them.

    With so few a guess at the id that it was drawn from can't be checked.
    """
    there = list(others)
    for length in range(1, len(lot)):
        if not any(other.startswith(lot[:length]) for other in there):
            return lot[:length]
    return lot


METRICS = {
    key.name: key
    for key in (
        Metric("average", measure_average),
        Metric("score", measure_each(lambda row: row.score)),
        Metric("wins", measure_each(lambda row: row.won)),
        Metric("points", measure_each(lambda row: row.points)),
        Metric("zeros", measure_each(lambda row: row.bids_made)),
        Metric("win_rate", measure_each(lambda row: row.win_rate)),
        Metric("played", measure_each(lambda row: row.played)),
        Metric("seed", measure_each(lambda row: -row.seed)),  # the first seed first
        Metric("head-to-head", measure_head_to_head),
        Metric("lot", draw_lots),
    )
}


def get_metric(name: str, division: StandingsInput) -> Metric:
    """Return the metric of a ranking key: of paired rounds, or one of METRICS, or else a figure of the game's own.

    Such a figure is None for an entry for which no match counted it; one of which low is good is compared as less than
    0.
    """
    if division.ladder and name == LADDER:
        places = division.ladder
        return Metric(name, measure_each(lambda row: -places[row.player]))
    if division.compared is not None and name in COMPARISONS:
        means = division.compared
        return Metric(name, measure_each(lambda row: means.get(row.player)))
    if division.survived is not None and name == BRACKET:
        survived = division.survived
        return Metric(name, measure_each(lambda row: survived.get(row.player, Fraction(0))))
    if division.paired and name in (DIRECT, *TIE_BREAKS) and name != POINTS:  # the rows' have penalties off
        return Metric(name, measure_paired(name, division.paired))
    if name in division.fewest:
        return Metric(name, measure_each(lambda row: _negate(row.figures.get(name))))
    return METRICS.get(name) or Metric(name, measure_each(lambda row: row.figures.get(name)))


def _negate(value: int | None) -> int | None:
    return None if value is None else -value


def measure_paired(
    name: str, field: PairedField
) -> Callable[[Sequence[EntryTotals], StandingsInput], Sequence[Any]]:
    """Return the measure of a key of `paired_tie_breaks`; that of the direct encounter is the place, less than 0."""

    def measure_encounters(group: Sequence[EntryTotals], division: StandingsInput) -> list[int]:
        places = place_by_encounters(field, [row.player for row in group])
        return [-places[row.player] for row in group]

    if name == DIRECT:
        return measure_encounters
    key = TIE_BREAKS[name]
    return measure_each(lambda row: key.get_value(field, row.player))
