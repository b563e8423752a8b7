"""The records of a competition: who holds them, with which match."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import games
from games import Figure
from league.rules.seasons.records import MatchSeat, Record, compute_records

SKUCK = games.get("skuck")
ANN, BOB, CLEO = 1, 2, 3


def build_turn(day: int, player: int, score: int, outcome: str = "win", **more: Any) -> MatchSeat:
    """Build a seat of that day's match: of the first season, for the player's own entry, in four deals."""
    own: dict[str, Any] = {
        **{"season": 1, "stage": 1, "round": 1, "table": 1, "match": f"m{day}"},
        **{"entry": player, "deals": 4, "figures": {"best": score}},
    } | more
    on = date(2026, 1, 1) + timedelta(days=day)
    return MatchSeat(played_on=on, player=player, outcome=outcome, score=score, **own)


def find_records(turns: list[MatchSeat], proven: set[tuple[int, int]] | None = None) -> dict[str, Record]:
    return {record.key: record for record in compute_records(SKUCK, turns, proven or set())}


def list_holders(record: Record) -> list[tuple[int, str]]:
    return [(holder.player, holder.made.match) for holder in record.holders]


def test_best_match_is_told_with_the_match_and_in_the_words_of_the_game() -> None:
    records = find_records([build_turn(1, ANN, -3), build_turn(2, BOB, 2), build_turn(3, CLEO, -1)])
    assert (records["best"].value, list_holders(records["best"]), str(records["best"].label)) == (
        2,
        [(BOB, "m2")],
        "Best match",
    )
    assert "score" not in records


def test_game_that_has_no_word_for_its_best_match_gets_ours() -> None:
    records = find_records(
        [replace(build_turn(1, ANN, -3), figures={}), replace(build_turn(2, BOB, -5), figures={})]
    )
    assert (records["score"].value, str(records["score"].label)) == (-3, "Best match")
    assert "best" not in records


def test_record_is_shared_by_all_who_reach_it_the_first_of_them_first() -> None:
    records = find_records(
        [build_turn(3, CLEO, 4), build_turn(1, ANN, 4), build_turn(2, BOB, 3), build_turn(4, ANN, 4)]
    )
    assert list_holders(records["best"]) == [(ANN, "m1"), (CLEO, "m3"), (ANN, "m4")]


def test_sums_are_told_of_one_match_and_over_all_with_the_match_that_made_them() -> None:
    rows = [(1, ANN, 2), (2, BOB, 1), (3, BOB, 2), (4, BOB, 0), (5, CLEO, 0)]
    records = find_records(
        [build_turn(day, player, 0, figures={"clicks": clicks}) for day, player, clicks in rows]
    )
    assert (records["clicks-match"].value, list_holders(records["clicks-match"])) == (
        2,
        [(ANN, "m1"), (BOB, "m3")],
    )
    assert (records["clicks-all"].value, list_holders(records["clicks-all"])) == (3, [(BOB, "m3")])
    assert str(records["clicks-all"].label) == "Clicks, most over all"


def test_what_nobody_has_any_of_is_no_record() -> None:
    records = find_records([build_turn(1, ANN, 0, "draw", figures={"clicks": 0})])
    assert not {"clicks-match", "clicks-all", "boolies-match", "boolies-all", "streak"} & records.keys()
    assert find_records([]) == {}


def test_streak_goes_from_its_first_match_to_its_last() -> None:
    outcomes = ["win", "win", "draw", "win", "win", "win", "loss", "win"]
    turns = [build_turn(day, ANN, 0, outcome) for day, outcome in enumerate(outcomes)]
    turns += [build_turn(day, BOB, 0, "win") for day in (20, 21, 22)]
    records = find_records(turns[::-1])["streak"]
    assert records.value == 3 and list_holders(records) == [(ANN, "m5"), (BOB, "m22")]
    assert [holder.since and holder.since.match for holder in records.holders] == ["m3", "m20"]


def test_the_rounds_of_a_day_are_ordered_by_stage_first() -> None:
    in_groups = [build_turn(0, ANN, 0, "loss", match="m1"), build_turn(0, ANN, 0, match="m2", round=2)]
    in_final = [
        build_turn(0, ANN, 0, match="m3", stage=2),
        build_turn(0, ANN, 0, match="m4", stage=2, round=2),
    ]
    streak = find_records(in_final + in_groups)["streak"]
    assert list_holders(streak) == [(ANN, "m4")]
    assert [holder.since and holder.since.match for holder in streak.holders] == ["m2"]


def test_one_win_is_no_streak() -> None:
    assert "streak" not in find_records(
        [build_turn(1, ANN, 0), build_turn(2, ANN, 0, "loss"), build_turn(3, ANN, 0)]
    )


def test_average_of_a_season_is_the_entrys_and_has_to_be_proven() -> None:
    turns = [
        build_turn(1, ANN, 4),
        build_turn(2, BOB, 8, entry=CLEO),  # a substitute plays for the entry
        build_turn(3, CLEO, -4),
        build_turn(4, ANN, 2, season=2),
        build_turn(5, BOB, 40, season=2, deals=0),
    ]
    records = find_records(turns, {(1, ANN), (1, CLEO), (2, BOB)})["average"]
    assert records.value == 1 and list_holders(records) == [(ANN, "m1")]
    records = find_records(turns, {(1, CLEO), (2, ANN)})["average"]
    assert records.value == Fraction(1, 2) and list_holders(records) == [(CLEO, "m3"), (ANN, "m4")]
    assert "average" not in find_records(turns)


def test_most_matches_are_counted_of_who_sat_there() -> None:
    records = find_records(
        [
            build_turn(1, ANN, 0),
            build_turn(2, ANN, 0, entry=CLEO),
            build_turn(3, BOB, 0),
            build_turn(4, CLEO, 0),
        ]
    )["matches"]
    assert records.value == 2 and list_holders(records) == [(ANN, "m2")]


def test_every_figure_of_a_game_has_its_place() -> None:
    """This includes figures of a game that nobody knows yet."""
    own = (
        Figure("finds", "Finds", "sum", lambda score, seat: 1),
        Figure("deepest", "Deepest dive", "most", lambda score, seat: 1),
    )
    game = replace(SKUCK, figures=own)
    turns = [
        build_turn(1, ANN, 7, figures={"finds": 2, "deepest": 9}),
        build_turn(2, BOB, 6, figures={"finds": 3}),
    ]
    records = [(record.key, record.value) for record in compute_records(game, turns, set())]
    assert records[:4] == [("score", 7), ("deepest", 9), ("finds-match", 3), ("finds-all", 3)]
