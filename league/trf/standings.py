"""The standings of a TRF tournament with its tie-breaks (docs/reference/pairing.md, Tie-breaks)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from league.rules.standings.paired_field import RULES_OF_2024, RULES_OF_2026, PairedField
from league.rules.standings.ranking import DIRECT, StandingsInput, rank_entries
from league.rules.standings.tie_breaks import TIE_BREAKS
from league.rules.standings.totals import EntryTotals
from league.trf.pairing_input import build_history
from league.trf.report import ReportedPlayer, TournamentReport

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


NEW_RULES_FROM = date(2026, 3, 1)
YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})", re.ASCII)
YEAR_LAST = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})", re.ASCII)
SHORT_YEAR_FIRST = re.compile(r"(\d{2})/(\d{1,2})/(\d{1,2})", re.ASCII)


@dataclass(frozen=True)
class ReportStanding:
    """A player's rank, which others may share, and the value of each key; of the direct encounter the place."""

    player: ReportedPlayer
    rank: int
    values: Mapping[str, Fraction]


def compute_standings(report: TournamentReport) -> list[ReportStanding]:
    """Return the standings after the last round that has been paired, best first, ties by starting number.

    They follow the rules that were in force when the tournament began.
    """
    players = {str(player.number): player for player in report.players}
    points = report.points
    version = find_version(report)
    history = build_history(report)
    field = PairedField(tuple(players), history, win=points.win, draw=points.draw, version=version)
    rows = [EntryTotals(entry, player.number, played=1) for entry, player in players.items()]
    values = {key: TIE_BREAKS[key].get_values(field) for key in KEYS if key != DIRECT}
    standings = []
    for ranked in rank_entries(StandingsInput(rows, (), draw_seed=0, paired=field), KEYS):
        entry = ranked.row.player
        place = next((-step.values[entry] for step in ranked.steps if step.key == DIRECT), 0)
        own = {key: values[key][entry] for key in values} | {DIRECT: Fraction(place)}
        standings.append(ReportStanding(players[entry], ranked.rank, own))
    return standings


def find_version(report: TournamentReport) -> int:
    """Return the version of the rules for the tournament's first day; the newest if the file has none to be read."""
    begins = parse_day(next(iter(report.details.get("042", ())), ""))
    return RULES_OF_2024 if begins and begins < NEW_RULES_FROM else RULES_OF_2026


def parse_day(text: str) -> date | None:
    """Return a day as programs write it: 2026-01-31, 2026/01/31, 2026.01.31, 26/01/31 or 31.01.2026."""
    if found := YEAR_FIRST.match(text):
        numbers = found[1], found[3], found[4]
    elif found := YEAR_LAST.match(text):
        numbers = found[3], found[2], found[1]
    elif found := SHORT_YEAR_FIRST.match(text):
        numbers = f"20{found[1]}", found[2], found[3]
    else:
        return None
    try:
        return date(*map(int, numbers))
    except ValueError:
        return None


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
