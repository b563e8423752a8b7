"""What results add up to: forfeits, voids, penalties, rounding (docs/reference/ranking.md, Standings)."""

from dataclasses import replace
from typing import Any

import pytest

import games
from league.rules.seasons import report
from league.rules.standings.points import compute_forfeit_seats
from league.rules.standings.ranking import RankedEntry
from league.rules.standings.totals import BID_TOTAL, BIDS, EntryTotals
from tests.clubfile.documents import (
    build_forfeited_match,
    build_league,
    build_played_match,
    build_sheet,
    build_sheet_for_scores,
    compute_standings_rows,
    load_riverside,
    load_riverside_reports,
)
from tests.clubfile.documents import compute_report as report_of

ZEROS = build_sheet((0, 0), (0, 0), (0, 0), (-1, -2))  # three zeros each: +6-1 and +6-2


def pick_values(row: dict[str, Any], *names: str) -> tuple[Any, ...]:
    return tuple(row[name] for name in names)


def pick_totals(row: dict[str, Any]) -> tuple[Any, ...]:
    return pick_values(row, "played", "won", "drawn", "lost", "deals", "score", "average")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_riverside_stands_as_its_secretary_says(number: int) -> None:
    expected = load_riverside_reports()[number - 1]
    assert report_of(load_riverside(), number) == {name: expected[name] for name in ("divisions", "awards")}


def test_an_absent_player_loses_at_five_a_deal_and_the_one_present_wins_without_score() -> None:
    rows = compute_standings_rows(build_league("ann bob", [build_forfeited_match("m1", "ann bob", "bob")]))
    assert pick_totals(rows["ann"]) == (1, 1, 0, 0, 0, 0, None)
    assert pick_totals(rows["bob"]) == (1, 0, 0, 1, 4, -20, "-5.0000")
    assert pick_values(rows["bob"], "level", "grade") == ("Keep Trying", "H-m-m-m")
    assert pick_values(rows["ann"], "level", "grade", "win_rate") == (None, None, "1.0000")


def test_both_absent_both_lose() -> None:
    rows = compute_standings_rows(
        build_league("ann bob", [build_forfeited_match("m1", "ann bob", "bob ann")])
    )
    for player in ("ann", "bob"):
        assert pick_totals(rows[player]) == (1, 0, 0, 1, 4, -20, "-5.0000")


def test_a_forfeit_counts_as_the_matchs_full_number_of_deals() -> None:
    document = build_league("ann bob", [build_forfeited_match("m1", "ann bob", "bob")])
    document["competitions"][0]["options"] = {"deals": 6}
    assert pick_totals(compute_standings_rows(document)["bob"]) == (1, 0, 0, 1, 6, -30, "-5.0000")


@pytest.mark.parametrize(
    ("forfeit_score", "counted"), [(-2, (4, -8, "-2.0000")), (0, (4, 0, "0.0000")), (None, (0, 0, None))]
)
def test_a_club_has_its_own_forfeit_score(forfeit_score: int | None, counted: tuple[Any, ...]) -> None:
    document = build_league(
        "ann bob", [build_forfeited_match("m1", "ann bob", "bob")], rules={"forfeit_score": forfeit_score}
    )
    row = compute_standings_rows(document)["bob"]
    assert (row["lost"], *pick_values(row, "deals", "score", "average")) == (1, *counted)


def test_a_forfeit_leaves_bids_zeros_and_styles_alone() -> None:
    names = ("zeros", "zero_rate", "bid_average", "style")
    match = build_played_match("m1", "ann bob", ZEROS)
    before = compute_standings_rows(build_league("ann bob", [match]))
    after = compute_standings_rows(
        build_league("ann bob", [match, build_forfeited_match("m2", "ann bob", "ann")])
    )
    assert pick_values(before["ann"], *names) == (3, "0.7500", "13.7500", "hawk")
    for player in ("ann", "bob"):
        assert pick_values(after[player], *names) == pick_values(before[player], *names)
    only = compute_standings_rows(build_league("ann bob", [build_forfeited_match("m2", "ann bob", "ann")]))
    for player in ("ann", "bob"):
        assert pick_values(only[player], *names) == (0, None, None, None)


def test_a_void_match_counts_nowhere() -> None:
    void = {"id": "m2", "seats": ["ann", "cleo"], "status": "void"}
    match = build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -5))
    assert compute_standings_rows(build_league("ann bob cleo", [match, void])) == compute_standings_rows(
        build_league("ann bob cleo", [match])
    )
    assert compute_standings_rows(build_league("ann bob cleo", [match, void]))["cleo"]["played"] == 0


def test_three_at_a_table_of_whom_some_are_absent() -> None:
    def outcomes(*absent: int) -> list[tuple[str, int, int]]:
        seats = compute_forfeit_seats(["a", "b", "c"], set(absent), forfeit_score=-5, deals=4)
        return [(seat.outcome, seat.score, seat.deals) for seat in seats]

    lost, won, drawn = ("loss", -20, 4), ("win", 0, 0), ("draw", 0, 0)
    assert outcomes(1) == [drawn, lost, drawn]
    assert outcomes(0, 2) == [lost, won, lost]
    assert outcomes(0, 1, 2) == [lost, lost, lost]


def test_a_forfeit_in_a_game_of_any_number_of_deals_has_no_score() -> None:
    absent, present = compute_forfeit_seats(["a", "b"], {0}, forfeit_score=-5, deals=None)
    assert (absent.outcome, absent.score, absent.deals, absent.absent) == ("loss", 0, 0, True)
    assert (present.outcome, present.score, present.absent) == ("win", 0, False)


def test_penalties_come_off_score_average_and_points() -> None:
    penalties = [{"score": 3, "reason": "late"}, {"points": 1, "score": 1}]
    entries: list[dict[str, Any]] = [{"player": "ann", "penalties": penalties}, {"player": "bob"}]
    document = build_league(
        entries,
        [build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -5))],
        rules={"ranking": ["points"]},
    )
    rows = compute_standings_rows(document)
    assert pick_values(rows["ann"], "score", "average") == (-8, "-2.0000")
    assert rows["ann"]["rank"] == 1  # 2 points for the win, less 1, before none
    document["competitions"][0]["rules"]["points"] = {"win": 1, "draw": 0, "loss": 1}
    assert compute_standings_rows(document)["bob"]["rank"] == 1


def test_a_penalty_can_change_places() -> None:
    matches = [build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -5))]
    entries: list[dict[str, Any]] = [{"player": "ann"}, {"player": "bob"}]
    assert list(compute_standings_rows(build_league(entries, matches))) == ["ann", "bob"]
    entries[0]["penalties"] = [{"score": 2}]
    assert list(compute_standings_rows(build_league(entries, matches))) == ["bob", "ann"]


def test_a_substitutes_results_are_the_entrys() -> None:
    match = build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -5), sat=["cleo", "bob"])
    rows = compute_standings_rows(build_league("ann bob cleo", [match]))
    assert (rows["ann"]["played"], rows["cleo"]["played"]) == (1, 0)


def test_rows_have_the_keys_of_the_contract_in_its_order() -> None:
    row = compute_standings_rows(build_league("ann bob", [build_played_match("m1", "ann bob", ZEROS)]))["ann"]
    assert list(row) == [
        *("rank", "player", "played", "won", "drawn", "lost", "deals", "score", "average", "level", "grade"),
        *("zeros", "zero_rate", "win_rate", "bid_average", "style", "movement", "decided_by"),
    ]


def test_what_a_game_does_not_declare_is_left_out() -> None:
    plain = replace(games.get("skuck"), levels=(), zeros=False, style=None)
    row = RankedEntry(
        EntryTotals("ann", 1, played=1, won=1, deals=3, score=-2, figures={BIDS: 3, BID_TOTAL: 40}), 1, None
    )
    assert list(report.build_standing(row, plain)) == [
        *("rank", "player", "played", "won", "drawn", "lost", "deals", "score", "average"),
        *("win_rate", "bid_average", "movement", "decided_by"),
    ]
    assert "bid_average" not in report.build_standing(row, replace(plain, has_bids=False))


def test_fractions_are_rounded_half_even_and_zero_has_no_sign() -> None:
    game = games.get("skuck")

    def average(score: int, deals: int) -> str:
        row = EntryTotals("ann", 1, played=1, won=1, score=score, deals=deals)
        return str(report.build_standing(RankedEntry(row, 1, None), game)["average"])

    assert average(-1, 100_000) == "0.0000"
    assert average(1, 20_000) == "0.0000"
    assert average(3, 20_000) == "0.0002"
    assert average(-3, 20_000) == "-0.0002"
    assert average(-2, 3) == "-0.6667"


def test_exactly_thirteen_and_a_half_is_neutral() -> None:
    match = build_played_match("m1", "ann bob", build_sheet((-1, 0), (0, 1), (-1, 0), (0, 1)))
    rows = compute_standings_rows(build_league("ann bob", [match]))
    assert pick_values(rows["ann"], "bid_average", "style") == ("13.5000", "neutral")
    assert pick_values(rows["bob"], "bid_average", "style") == ("13.5000", "neutral")
