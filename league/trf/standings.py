"""The field of a TRF tournament, for its tie-breaks (docs/reference/pairing.md, Tie-breaks)."""

import re
from datetime import date

from league.rules.standings.paired_field import RULES_OF_2024, RULES_OF_2026, PairedField
from league.trf.pairing_input import build_history
from league.trf.report import TournamentReport

NEW_RULES_FROM = date(2026, 3, 1)
YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})", re.ASCII)
YEAR_LAST = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})", re.ASCII)
SHORT_YEAR_FIRST = re.compile(r"(\d{2})/(\d{1,2})/(\d{1,2})", re.ASCII)


def build_paired_field(report: TournamentReport) -> PairedField:
    """Return the field after the last round that has been paired, under the rules in force when it began."""
    points = report.points
    entries = [str(player.number) for player in report.players]
    return PairedField(
        entries, build_history(report), win=points.win, draw=points.draw, version=find_version(report)
    )


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
