"""A field that is paired, ranked by its tie-breaks (docs/reference/pairing.md, Tie-breaks)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from league.rules.standings.paired_field import PairedField
from league.rules.standings.paired_tie_breaks import TIE_BREAKS
from league.rules.standings.ranking import rank_entries
from league.rules.standings.tie_breaks import DIRECT, StandingsInput
from league.rules.standings.totals import EntryTotals

# In the order in which they rank.
KEYS = (
    "points",
    "buchholz",
    "buchholz_cut_1",
    "buchholz_median",
    "sonneborn_berger",
    "progressive",
    "wins",
    DIRECT,
)


@dataclass(frozen=True)
class FieldStanding:
    """An entry's rank, which others may share, and the value of each key; of the direct encounter the place."""

    entry: str
    rank: int
    values: Mapping[str, Fraction]


def rank_field(field: PairedField, seeds: Mapping[str, int]) -> list[FieldStanding]:
    """Return the standings, best first, ties by seed."""
    rows = [
        EntryTotals(entry, seeds[entry], played=1, points=field.points[entry])  # in the field's units
        for entry in field.entries
    ]
    values = {key: TIE_BREAKS[key].get_values(field) for key in KEYS if key != DIRECT}
    standings = []
    for ranked in rank_entries(StandingsInput(rows, (), draw_seed=0, paired=field), KEYS):
        entry = ranked.row.player
        place = next((-step.values[entry] for step in ranked.steps if step.key == DIRECT), 0)
        own = {key: values[key][entry] for key in values} | {DIRECT: Fraction(place)}
        standings.append(FieldStanding(entry, ranked.rank, own))
    return standings


def format_decimal(value: Fraction, least: int) -> str:
    """Return a value exactly, with at least so many decimals; after six it is cut off."""
    decimals = least
    while decimals < 6 and (value * 10**decimals).denominator != 1:
        decimals += 1
    whole = int(value * 10**decimals)
    digits = f"{whole:0{decimals + 1}d}"
    return f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits


def format_value(key: str, value: Fraction) -> str:
    """Return the value of a key as it is written: 2.5 points, a Sonneborn-Berger of 7.25, 3 wins."""
    return format_decimal(value, TIE_BREAKS[key].decimals if key in TIE_BREAKS else 0)
