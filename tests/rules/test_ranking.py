"""Ranking: each key by an example made by hand (docs/reference/ranking.md, Ranking)."""

import hashlib
from collections.abc import Sequence
from typing import Any

import pytest

from league.rules import settings
from league.rules.standings.ranking import RankedEntry, rank_entries
from league.rules.standings.tie_breaks import METRICS, StandingsInput
from league.rules.standings.totals import BIDS, BIDS_MADE, EntryTotals, SeatResult


def build_row(player: str, seed: int = 1, *, played: int = 1, **totals: Any) -> EntryTotals:
    return EntryTotals(player, seed, played=played, **totals)


def build_match(*seats: tuple[str, str, int]) -> list[SeatResult]:
    """Build a finished match from entry, outcome and score by seat."""
    return [SeatResult(entry, outcome=outcome, score=score, deals=4) for entry, outcome, score in seats]


def build_win(winner: str, loser: str, by: tuple[int, int] = (0, -4)) -> list[SeatResult]:
    return build_match((winner, "win", by[0]), (loser, "loss", by[1]))


def rank_rows(
    rows: Sequence[EntryTotals],
    keys: Sequence[str],
    matches: Sequence[Sequence[SeatResult]] = (),
    **more: Any,
) -> list[RankedEntry]:
    return rank_entries(StandingsInput(rows, matches, **{"draw_seed": 0, **more}), keys)


def list_ranks(result: Sequence[RankedEntry]) -> list[tuple[int, str, str | None]]:
    return [(entry.rank, entry.row.player, entry.decided_by) for entry in result]


def test_a_key_puts_the_better_row_first() -> None:
    cases: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
        ("average", {"score": -3, "deals": 8}, {"score": -2, "deals": 4}),
        ("score", {"score": -2}, {"score": -3}),
        ("wins", {"won": 2}, {"won": 1}),
        ("points", {"points": -1}, {"points": -2}),
        ("zeros", {"figures": {BIDS_MADE: 2, BIDS: 9}}, {"figures": {BIDS_MADE: 1, BIDS: 1}}),
        ("win_rate", {"won": 1, "lost": 1}, {"won": 3, "lost": 4}),
        ("win_rate", {"won": 1, "lost": 99}, {"drawn": 7}),  # nothing decided is lowest
        ("win_rate", {"lost": 1}, {}),
        ("played", {"played": 3}, {"played": 2}),
        ("seed", {"seed": 1}, {"seed": 2}),
    ]
    for key, better, worse in cases:
        first, second = build_row("z", **{"seed": 9, **better}), build_row("a", **{"seed": 9, **worse})
        for rows in ([first, second], [second, first]):
            assert list_ranks(rank_rows(rows, [key])) == [(1, "z", key), (2, "a", None)], (key, better, worse)


def test_every_key_that_rules_may_name_is_there() -> None:
    assert set(METRICS) == set(settings.RANKING_KEYS)


def test_averages_are_compared_as_exact_fractions() -> None:
    close = [
        build_row("a", score=-333_333_333_333_333_333, deals=10**18),
        build_row("b", score=-1, deals=3),
    ]
    assert [entry.row.player for entry in rank_rows(close, ["average"])] == ["a", "b"]


@pytest.mark.parametrize(("forfeit_score", "order"), [(-5, "bca"), (None, "abc"), (0, "abc"), (-2, "bac")])
def test_no_average_counts_as_a_forfeit_would(forfeit_score: int | None, order: str) -> None:
    rows = [build_row("a", 1), build_row("b", 2, score=-4, deals=4), build_row("c", 3, score=-12, deals=4)]
    assert (
        "".join(entry.row.player for entry in rank_rows(rows, ["average"], forfeit_score=forfeit_score))
        == order
    )


def test_no_average_is_tied_with_the_average_of_a_forfeit() -> None:
    rows = [build_row("a", 2), build_row("b", 1, score=-20, deals=4)]
    assert list_ranks(rank_rows(rows, ["average"], forfeit_score=-5)) == [(1, "b", None), (1, "a", None)]


# --- head-to-head


def test_two_tied_are_parted_by_their_own_match() -> None:
    rows = [build_row("a", 1), build_row("b", 2)]
    assert list_ranks(
        rank_rows(rows, ["head-to-head"], [build_win("b", "a"), build_win("a", "other"), build_win("a", "c")])
    ) == [
        (1, "b", "head-to-head"),
        (2, "a", None),
    ]


def test_wins_come_before_score_in_the_mini_table() -> None:
    matches = [build_win("a", "b", (-9, -10)), build_match(("b", "draw", 5), ("a", "draw", -20))]
    rows = [build_row("b", 1), build_row("a", 2)]
    assert [entry.row.player for entry in rank_rows(rows, ["head-to-head"], matches)] == ["a", "b"]


def test_score_parts_those_with_as_many_wins() -> None:
    matches = [build_match(("a", "draw", -3), ("b", "draw", -4))]
    rows = [build_row("b", 1), build_row("a", 2)]
    assert [entry.row.player for entry in rank_rows(rows, ["head-to-head"], matches)] == ["a", "b"]


def test_three_tied_in_a_ring_are_parted_by_score_among_themselves() -> None:
    ring = [build_win("a", "b", (0, -9)), build_win("b", "c", (0, -2)), build_win("c", "a", (0, -5))]
    outside = [build_win("b", "x", (10, -10)), build_win("x", "c", (10, -10))]
    rows = [build_row(player, seed) for seed, player in enumerate("abc", 1)]
    # among them: c 0-2, a 0-5, b 0-9
    assert [entry.row.player for entry in rank_rows(rows, ["head-to-head"], ring + outside)] == [
        "c",
        "a",
        "b",
    ]


def test_three_tied_of_whom_one_lost_to_both_leave_two_tied() -> None:
    """The mini table is computed once for the whole group: the two left are not compared again."""
    matches = [
        build_win("a", "c", (0, -4)),
        build_win("b", "c", (0, -4)),
        build_match(("a", "draw", -1), ("b", "draw", -1)),
    ]
    rows = [build_row("c", 1), build_row("b", 2), build_row("a", 3)]
    assert list_ranks(rank_rows(rows, ["head-to-head"], matches)) == [
        (1, "b", None),
        (1, "a", "head-to-head"),
        (3, "c", None),
    ]


def test_two_left_of_three_are_not_parted_by_their_own_match_again() -> None:
    matches = [  # one win and -4 each of a and b: that a won against b does not count twice
        build_win("a", "b", (0, -4)),
        build_win("b", "c", (0, -4)),
        build_match(("a", "draw", -4), ("c", "draw", -4)),
    ]
    rows = [build_row("b", 1), build_row("a", 2), build_row("c", 3)]
    assert list_ranks(rank_rows(rows, ["head-to-head", "seed"], matches)) == [
        (1, "b", "seed"),
        (2, "a", "head-to-head"),
        (3, "c", None),
    ]


def test_four_tied_are_one_table() -> None:
    matches = [
        *(build_win("d", other, (0, -1)) for other in "abc"),
        *(build_win("c", other, (0, -1)) for other in "ab"),
        build_win("b", "a", (0, -1)),
    ]
    rows = [build_row(player, seed) for seed, player in enumerate("abcd", 1)]
    assert list_ranks(rank_rows(rows, ["head-to-head"], matches)) == [
        (1, "d", "head-to-head"),
        (2, "c", "head-to-head"),
        (3, "b", "head-to-head"),
        (4, "a", None),
    ]


def test_tied_who_never_met_stay_tied() -> None:
    rows = [build_row("a", 2), build_row("b", 1)]
    assert list_ranks(rank_rows(rows, ["head-to-head"], [build_win("a", "x"), build_win("x", "b")])) == [
        (1, "b", None),
        (1, "a", None),
    ]


def test_a_table_of_three_counts_for_the_two_of_it_that_are_tied() -> None:
    """At x's table a and b sat: neither won, a scored more; the table with only b says nothing."""
    matches = [
        build_match(("a", "loss", 20), ("b", "loss", 10), ("x", "win", 90)),
        build_match(("b", "win", 70), ("x", "loss", 0), ("y", "loss", 0)),
    ]
    rows = [build_row("b", 1), build_row("a", 2)]
    assert [entry.row.player for entry in rank_rows(rows, ["head-to-head"], matches)] == ["a", "b"]


def test_only_the_tied_of_their_group_are_in_the_mini_table() -> None:
    """Two groups are tied at different averages, and each has its own table."""
    rows = [
        build_row("a", 1, score=-1, deals=4),
        build_row("b", 2, score=-1, deals=4),
        build_row("c", 3, score=-2, deals=4),
        build_row("d", 4, score=-2, deals=4),
    ]
    matches = [build_win("b", "a"), build_win("d", "c"), build_win("c", "b"), build_win("c", "a")]
    assert list_ranks(rank_rows(rows, ["average", "head-to-head"], matches)) == [
        (1, "b", "head-to-head"),
        (2, "a", "average"),
        (3, "d", "head-to-head"),
        (4, "c", None),
    ]


# --- lots, shared ranks, rows without a match


def test_lots_are_digests_of_number_and_player_high_first() -> None:
    players = ["ann", "bob", "cleo", "dev", "eva"]
    digests = {player: hashlib.sha256(f"20260105:{player}".encode()).hexdigest() for player in players}
    result = rank_rows([build_row(player) for player in players], ["lot"], draw_seed=20260105)
    assert [entry.row.player for entry in result] == sorted(players, key=lambda p: digests[p], reverse=True)
    assert [entry.rank for entry in result] == [1, 2, 3, 4, 5]
    assert [entry.decided_by for entry in result] == ["lot"] * 4 + [None]


def test_another_number_draws_another_order() -> None:
    rows = [build_row(player) for player in "abcdefgh"]
    orders = {
        "".join(entry.row.player for entry in rank_rows(rows, ["lot"], draw_seed=lot)) for lot in range(20)
    }
    assert len(orders) == 20


def test_what_no_key_parts_shares_the_rank_in_seed_order() -> None:
    rows = [
        build_row("a", 4, score=-2, deals=2),
        build_row("b", 3, score=-1, deals=1),
        build_row("c", 2, score=0, deals=1),
        build_row("d", 1, score=0, deals=3),
        build_row("e", 5, score=-9, deals=1),
    ]
    assert list_ranks(rank_rows(rows, ["average", "head-to-head", "wins"])) == [
        (1, "d", None),  # nothing separates it from c
        (1, "c", "average"),
        (3, "b", None),
        (3, "a", "average"),
        (5, "e", None),
    ]


def test_rows_without_a_finished_match_come_last_in_seed_order_each_with_its_rank() -> None:
    rows = [
        build_row("late", 3, played=0),
        build_row("z", 4, score=-50, deals=4),
        build_row("early", 2, played=0, score=-5),  # a penalty is no match
        build_row("y", 5, score=-40, deals=4),
    ]
    assert list_ranks(rank_rows(rows, ["score", "average"])) == [
        (1, "y", "score"),
        (2, "z", None),  # the row above the first that waits
        (3, "early", None),
        (4, "late", None),
    ]


def test_nobody_has_played_or_nobody_is_there() -> None:
    assert list_ranks(rank_rows([build_row("a", 2, played=0), build_row("b", 1, played=0)], ["lot"])) == [
        (1, "b", None),
        (2, "a", None),
    ]
    assert rank_rows([], ["lot"]) == []
    assert list_ranks(rank_rows([build_row("a")], ["lot", "average"])) == [(1, "a", None)]


def test_the_first_key_that_parts_two_rows_is_named() -> None:
    rows = [
        build_row("a", 1, won=1, points=5),
        build_row("b", 2, won=1, points=4),
        build_row("c", 3, won=0, points=9),
    ]
    assert list_ranks(rank_rows(rows, ["wins", "points", "lot"])) == [
        (1, "a", "points"),
        (2, "b", "wins"),
        (3, "c", None),
    ]


def test_each_row_knows_the_steps_it_went_through() -> None:
    rows = [build_row("a", 1, won=1, points=5), build_row("b", 2, won=1, points=4), build_row("c", 3)]
    a, b, c = rank_rows(rows, ["wins", "points", "lot"])
    assert [step.key for step in a.steps] == ["wins", "points"] == [step.key for step in b.steps]
    assert [step.key for step in c.steps] == ["wins"]
    assert a.steps[1].values == {"a": 5, "b": 4}
