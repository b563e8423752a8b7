"""Tie-breaks beside those of gacrux, which pairs and ranks by FIDE's rules, on random tournaments."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

from league.rules.standings.paired_field import RULES_OF_2024, RULES_OF_2026, PairedField
from league.rules.standings.paired_tie_breaks import TIE_BREAKS
from league.rules.standings.ranking import rank_entries
from league.rules.standings.tie_breaks import DIRECT, StandingsInput
from league.rules.standings.totals import EntryTotals
from league.trf.pairing_input import build_history
from league.trf.report import PointSystem, TournamentReport
from league.trf.standings import find_version
from league.trf.writer import write_report
from tests.trf.random_reports import make_report

# Ours beside gacrux's.
KEYS = {
    "points": "PTS",
    "buchholz": "BH",
    "buchholz_cut_1": "BH/C1",
    "buchholz_median": "BH/M1",
    "sonneborn_berger": "SB",
    "progressive": "PS",
    "wins": "WIN",
    "wins_with_black": "BWG",
    DIRECT: "DE",
}
FOOTBALL = PointSystem(win=Fraction(3), draw=Fraction(1), pairing_bye=Fraction(3, 2))


def rank_by_gacrux(report: TournamentReport, rounds: int, keys: Sequence[str]) -> Any:
    reader = trf2json()
    reader.parse_file(write_report(report).decode(), verbose=False)
    assert reader.get_status() == 0, reader.chessjson["status"]
    tournament = reader.get_tournament(1)
    params = {"tiebreak": [KEYS[key] for key in keys], "check": False, "swiss": True}
    return tiebreak(tournament, rounds, params).compute_tiebreaks(tournament, params)["competitors"]


def rank_by_ours(
    report: TournamentReport, rounds: int, keys: Sequence[str], version: int
) -> dict[str, tuple[int, list[Fraction]]]:
    """Return the rank of each player, and the value of each key; 0 for a key that was not needed."""
    entries = [str(player.number) for player in report.players]
    win, draw = report.points.win, report.points.draw
    field = PairedField(entries, build_history(report, rounds), win=win, draw=draw, version=version)
    rows = [EntryTotals(entry, seed=int(entry), played=1, points=field.points[entry]) for entry in entries]
    found = {}
    for ranked in rank_entries(StandingsInput(rows, (), 0, paired=field), keys):
        entry = ranked.row.player
        places = {step.key: step.values[entry] for step in ranked.steps}
        values = [
            Fraction(-places.get(key, 0)) if key == DIRECT else TIE_BREAKS[key].get_values(field)[entry]
            for key in keys
        ]
        found[entry] = (ranked.rank, values)
    return found


def compare(report: TournamentReport, rounds: int, keys: Sequence[str], version: int = RULES_OF_2026) -> None:
    ours = rank_by_ours(report, rounds, keys, version)
    for theirs in rank_by_gacrux(report, rounds, keys):
        rank, values = ours[str(theirs["cid"])]
        assert (rank, values) == (theirs["rank"], list(map(Fraction, theirs["tiebreakScore"]))), theirs


@pytest.mark.parametrize("points", [PointSystem(), FOOTBALL], ids=["chess", "football"])
def test_values_and_ranks_are_those_of_gacrux(points: PointSystem) -> None:
    for seed in range(150):
        report = make_report(seed, points)
        compare(report, report.rounds or 0, tuple(KEYS))


def test_standings_after_an_earlier_round_are_those_of_gacrux() -> None:
    for seed in range(60):
        report = make_report(seed)
        for rounds in range(1, report.rounds or 1):
            compare(report, rounds, tuple(KEYS))


def test_direct_encounters_of_those_level_on_points_are_those_of_gacrux() -> None:
    for seed in range(200):
        report = make_report(seed, players=4 + seed % 5, rounds=1 + seed % 7)
        compare(report, report.rounds or 0, ("points", DIRECT, "buchholz"))


def test_tournaments_that_began_earlier_are_ranked_by_earlier_rules_as_by_gacrux() -> None:
    for day, version in (("2026-02-28", RULES_OF_2024), ("2026/03/01", RULES_OF_2026)):
        for seed in range(40):
            report = make_report(seed)
            report = replace(report, details={**report.details, "042": (day,)})
            assert find_version(report) == version
            compare(report, report.rounds or 0, tuple(KEYS), version)
