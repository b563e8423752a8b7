"""The sizes of divisions, and which players are assigned to which."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Invalid
from league.rules.rule_checks import find_setting_errors
from league.rules.seasons.divisions import (
    build_too_few_problem,
    compute_division_sizes,
    divide_by_last_season,
    divide_in_order,
    sort_by_average,
    sort_by_number,
)
from league.rules.seasons.rollover import FinalEntry, FinalTable
from league.rules.settings import Rules


def build_rules(size: int = 4, move: int = 2, **more: Any) -> Rules:
    return Rules(**{"division_size": size, "promoted": move, "relegated": move, **more})


def get_problem(players: int, wanted: Rules) -> tuple[str, str, str]:
    with pytest.raises(Invalid) as caught:
        compute_division_sizes(players, wanted)
    (problem,) = caught.value.problems
    return problem.path, problem.code, str(problem.message)


def test_divisions_are_as_near_the_wanted_size_as_the_rules_allow() -> None:
    cases: list[tuple[int, Rules, list[int]]] = [
        (2, build_rules(), [2]),
        (5, build_rules(), [5]),
        (6, build_rules(), [3, 3]),
        (7, build_rules(), [4, 3]),
        (9, build_rules(), [5, 4]),
        (
            10,
            build_rules(),
            [5, 5],
        ),  # of three, the middle one would have three for two that go up and two that go down
        (10, build_rules(move=1), [4, 3, 3]),
        (16, build_rules(), [4, 4, 4, 4]),
        (18, build_rules(), [5, 5, 4, 4]),
        (6, build_rules(size=3, move=0), [3, 3]),
        (9, build_rules(size=6, move=0), [5, 4]),  # as near as nine: fewer would be one division of nine
        (12, build_rules(size=4, move=3), [6, 6]),
    ]
    for players, wanted, sizes in cases:
        assert compute_division_sizes(players, wanted) == sizes, (players, wanted, sizes)


def test_where_two_sizes_are_as_near_there_are_fewer_divisions() -> None:
    # 12 is 3 from 9 and so is 6.
    assert compute_division_sizes(12, build_rules(size=9)) == [12]


@pytest.mark.parametrize("players", [0, 1])
def test_nobody_plays_alone(players: int) -> None:
    path, code, sentence = get_problem(players, build_rules())
    assert (path, code) == ("players", "too-few-players")
    assert sentence == f"A division needs at least 2 players; this one has {players}."


def test_where_more_move_than_the_players_allow_it_says_how_many_can() -> None:
    path, code, sentence = get_problem(9, build_rules(move=5))
    assert (path, code) == ("rules.promoted", "too-many-move")
    assert "promote 5 and relegate 5" in sentence and "at most 4" in sentence
    assert compute_division_sizes(9, build_rules(move=4)) == [5, 4]


def test_where_as_many_do_not_go_up_as_down_nothing_can_be_divided() -> None:
    assert get_problem(16, build_rules(relegated=1))[:2] == ("rules.relegated", "numbers-differ")


@given(st.integers(2, 400), st.integers(2, 40), st.integers(0, 12))
def test_sizes_hold_everybody_are_even_and_can_be_played(players: int, size: int, move: int) -> None:
    wanted = build_rules(size, move)
    try:
        sizes = compute_division_sizes(players, wanted)
    except Invalid:
        assert move > players // 2 and players > size + 1
        return
    assert sum(sizes) == players
    assert max(sizes) - min(sizes) <= 1 and sizes == sorted(sizes, reverse=True)
    assert not list(find_setting_errors(wanted, sizes))
    others = [
        count
        for count in range(1, players // 2 + 1)
        if not list(
            find_setting_errors(wanted, [players // count + (n < players % count) for n in range(count)])
        )
    ]
    off = {count: abs(Fraction(players, count) - size) for count in others}
    assert off[len(sizes)] == min(off.values())
    assert len(sizes) == min(count for count in others if off[count] == min(off.values()))


@given(st.integers(2, 60), st.integers(2, 12), st.integers(0, 4))
def test_filling_in_order_seats_everybody_once(players: int, size: int, move: int) -> None:
    names = [f"p{number}" for number in range(players)]
    try:
        wanted = compute_division_sizes(players, build_rules(size, move))
    except Invalid:
        return
    divisions = divide_in_order(names, wanted)
    assert [player for division in divisions for player in division.players] == names
    assert [len(division.players) for division in divisions] == wanted
    assert [division.level for division in divisions] == list(range(1, len(wanted) + 1))


def test_divisions_are_called_by_letters() -> None:
    assert [(division.name, division.players) for division in divide_in_order("abcde", [3, 2])] == [
        ("A", ("a", "b", "c")),
        ("B", ("d", "e")),
    ]


def test_numbers_put_the_lowest_first_and_whoever_has_none_last() -> None:
    assert sort_by_number(["a", "b", "c", "d"], {"d": 1, "b": 2}) == ["d", "b", "a", "c"]
    assert sort_by_number(["a", "b", "c"], {"c": 3, "b": 3}) == ["b", "c", "a"]


def test_the_best_average_is_first_and_whoever_has_none_last() -> None:
    averages = {"b": Fraction(-1, 3), "c": Fraction(1, 2), "d": Fraction(-1)}
    assert sort_by_average(["a", "b", "c", "d", "e"], averages) == ["c", "b", "d", "a", "e"]


# --- from last season


def build_table(level: int, players: str, played: int = 3) -> FinalTable:
    return FinalTable(
        level,
        "ABC"[level - 1],
        tuple(FinalEntry(player, rank, played) for rank, player in enumerate(players, 1)),
    )


LAST_SEASON = [build_table(1, "abcd"), build_table(2, "efgh")]


def list_divided_players(players: str, wanted: Rules | None = None) -> list[tuple[str, str]]:
    divisions = divide_by_last_season(LAST_SEASON, wanted or build_rules(move=1), list(players))
    return [(division.name, "".join(division.players)) for division in divisions]


def test_last_season_sends_the_best_up_and_the_last_down() -> None:
    assert list_divided_players("abcdefgh") == [("A", "abce"), ("B", "dfgh")]


def test_whoever_was_not_there_begins_at_the_bottom() -> None:
    assert list_divided_players("abcdefghx") == [("A", "abce"), ("B", "dfghx")]


def test_the_place_of_somebody_who_does_not_play_is_filled() -> None:
    # b pauses: d, who was to go down, stays after all.
    assert list_divided_players("acdefgh") == [("A", "acde"), ("B", "fgh")]


def test_no_division_is_left_too_small_for_a_table_of_the_game() -> None:
    divisions = divide_by_last_season(LAST_SEASON, build_rules(move=1), list("abcdef"), least=3)
    assert [(division.name, "".join(division.players)) for division in divisions] == [("A", "abcedf")]


def test_where_only_few_play_no_empty_division_is_left() -> None:
    assert list_divided_players("ab") == [("A", "ab")]


@given(st.lists(st.sampled_from("abcdefghxyz"), unique=True, min_size=2), st.integers(0, 2))
def test_last_season_seats_exactly_those_who_are_to_play(players: list[str], move: int) -> None:
    divisions = divide_by_last_season(LAST_SEASON, build_rules(move=move), players)
    seated = [player for division in divisions for player in division.players]
    assert sorted(seated) == sorted(players)
    assert [division.level for division in divisions] == sorted(division.level for division in divisions)
    assert all(upper.level < lower.level for upper, lower in pairwise(divisions))


def test_a_tournament_has_groups_that_are_too_small() -> None:
    for least, is_group, said in (
        (2, True, "A group needs at least {least} players; this one has {size}."),
        (3, True, "A group needs at least {least} players for this game;"),
        (2, False, "A division needs at least {least} players; this one has {size}."),
    ):
        problem = build_too_few_problem("divisions.0.entries", 1, least, is_group=is_group)
        assert problem.code == "too-few-entries" and problem.message.template.startswith(said), said
