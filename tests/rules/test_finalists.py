"""Groups of a tournament, and who goes on from them to its final."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Invalid
from league.rules.pairing.bracket import order_seeds
from league.rules.pairing.protocol import TableCut
from league.rules.pairing.table_knockout import MAX_PLAYERS, find_sizes, spread
from league.rules.seasons.finalists import Finalist, choose_finalists
from league.rules.seasons.groups import are_drawn, divide_into_groups
from league.rules.seasons.rollover import DivisionStandings
from league.rules.settings import FinalStage, Rules
from league.rules.standings.ranking import RankedEntry
from league.rules.standings.tie_breaks import draw_lot
from league.rules.standings.totals import EntryTotals

Figures = tuple[str, int, int, int, int]  # player, points, played, won, score


def build_group(level: int, rows: Sequence[Figures], left: Sequence[str] = ()) -> DivisionStandings:
    """Return a group in this order; a match has one deal."""
    ranked = [
        RankedEntry(
            EntryTotals(
                player,
                rank,
                played=played,
                won=won,
                lost=played - won,
                deals=played,
                score=score,
                points=points,
            ),
            rank,
            None,
        )
        for rank, (player, points, played, won, score) in enumerate(rows, 1)
    ]
    return DivisionStandings(level, f"Group {level}", tuple(ranked), frozenset(left))


def build_groups(*sizes: int) -> list[DivisionStandings]:
    """Return groups in which each has won against all below; players are called a1, a2, b1 ..."""
    return [
        build_group(
            level,
            [
                (f"{chr(96 + level)}{place}", 2 * (size - place), size - 1, size - place, -place)
                for place in range(1, size + 1)
            ],
        )
        for level, size in enumerate(sizes, 1)
    ]


CUT = TableCut(go_on=2, wanted=4, least=3, most=5)


def choose(groups: Sequence[DivisionStandings], **final: object) -> list[Finalist]:
    rules = Rules(final=FinalStage.model_validate({"pairing": "knockout", **final}))
    return choose_finalists(groups, rules, 7, CUT if rules.final and rules.final.is_table_knockout else None)


def test_nobody_goes_on_where_no_final_follows() -> None:
    assert choose_finalists(build_groups(4, 4), Rules(), 7) == []


def list_players(finalists: Sequence[Finalist], level: int = 1) -> list[str]:
    return [finalist.player for finalist in finalists if finalist.level == level]


@given(players=st.integers(2, 200), number=st.integers(2, 64), seed=st.none() | st.integers(1, 10**8))
def test_groups_are_even_and_lose_nobody(players: int, number: int, seed: int | None) -> None:
    names = [f"p{place}" for place in range(players)]
    groups = divide_into_groups(names, number, seed)
    assert sorted(player for group in groups for player in group) == sorted(names)
    assert max(map(len, groups)) - min(map(len, groups)) <= 1
    rows = [set(names[start : start + number]) for start in range(0, players, number)]
    assert all(len(row & set(group)) <= 1 for row in rows for group in groups)


def test_seeds_go_to_the_last_group_and_back() -> None:
    assert divide_into_groups(list("abcdefghi"), 3) == [["a", "f", "g"], ["b", "e", "h"], ["c", "d", "i"]]


def test_a_draw_follows_from_its_number() -> None:
    players = [f"p{place}" for place in range(12)]
    draws = {str(divide_into_groups(players, 4, seed)) for seed in range(1, 20)}
    assert len(draws) > 10
    assert divide_into_groups(players, 4, 5) == divide_into_groups(players, 4, 5)


# Of three groups of different sizes: figures of who is third in each, and who goes on as the best two of them.
THIRD = [
    ([("a", 4, 4, 2, 0), ("b", 2, 3, 1, 0), ("c", 2, 3, 1, 0)], "a"),  # 1 point a match against 2/3
    ([("a", 4, 5, 2, 0), ("b", 3, 3, 1, 0), ("c", 2, 3, 1, 0)], "b"),  # 1 against 4/5, though fewer points
    ([("a", 2, 3, 0, 0), ("b", 2, 3, 1, 0), ("c", 2, 3, 0, 0)], "b"),  # as many points, more wins
    (
        [("a", 4, 6, 2, -9), ("b", 2, 3, 1, 0), ("c", 0, 3, 0, 9)],
        "b",
    ),  # as many of both a match, better average
    ([("a", 2, 3, 1, -4), ("b", 2, 3, 1, -3), ("c", 2, 3, 1, -5)], "b"),
    ([("a", 2, 3, 1, -1), ("b", 2, 3, 1, -3), ("c", 3, 3, 1, -9)], "c"),
    ([("a", 0, 3, 0, -1), ("b", 0, 4, 0, -1), ("c", 0, 5, 0, -1)], "c"),  # -1/5 a game is the best average
    ([("a", 1, 2, 0, 0), ("b", 2, 4, 1, 0), ("c", 3, 6, 1, 0)], "b"),  # all ½ a match; ¼ of them won
    ([("a", 6, 4, 3, 0), ("b", 5, 3, 2, 0), ("c", 5, 3, 1, 0)], "b"),
    ([("a", 0, 0, 0, 0), ("b", 0, 3, 0, -30), ("c", 1, 9, 0, -90)], "c"),
]


@pytest.mark.parametrize(("third", "best"), THIRD)
def test_the_best_of_the_next_ones_are_compared_by_what_they_got_a_match(
    third: list[Figures], best: str
) -> None:
    groups = [
        build_group(level, [(f"x{level}", 90, 9, 9, 0), (f"y{level}", 80, 9, 8, 0), row])
        for level, row in enumerate(third, 1)
    ]
    finalists = choose(groups, best_of_rest=1)
    assert list_players(finalists)[-1] == best
    reason = finalists[-1].reason
    assert (reason.code, reason.values["place"]) == ("best-of-rest", 3)


def find_meeting(seeds: int, first: int, second: int) -> int:
    """Return the round in which two seeds can meet, by walking through the bracket."""
    places = {seed: place for place, seed in enumerate(order_seeds(2 ** (seeds - 1).bit_length()))}
    one, other, number = places[first], places[second], 0
    while one != other:
        one, other, number = one // 2, other // 2, number + 1
    return number


@pytest.mark.parametrize("number", [2, 4, 8, 16, 32])
def test_two_of_a_group_can_meet_in_the_last_round_only(number: int) -> None:
    finalists = choose(build_groups(*[4] * number))
    seeds = {finalist.player: finalist.seed for finalist in finalists}
    assert sorted(seeds.values()) == list(range(1, 2 * number + 1))
    for level in range(number):
        letter = chr(97 + level)
        both = seeds[f"{letter}1"], seeds[f"{letter}2"]
        assert both[0] <= number < both[1]
        assert find_meeting(2 * number, *both) == (2 * number).bit_length() - 1


@given(sizes=st.lists(st.integers(3, 6), min_size=2, max_size=20), best=st.integers(0, 6))
def test_nobody_of_a_group_meets_in_round_one_where_that_can_be(sizes: list[int], best: int) -> None:
    finalists = choose(build_groups(*sizes), from_each=2, best_of_rest=best)
    assert len({finalist.player for finalist in finalists}) == 2 * len(sizes) + min(
        best, sum(sizes) - 2 * len(sizes)
    )
    by_seed = {finalist.seed: finalist.player for finalist in finalists}
    total = len(finalists)
    places = order_seeds(2 ** (total - 1).bit_length())
    first_round = [
        (by_seed[one], by_seed[other])
        for one, other in zip(places[::2], places[1::2], strict=True)
        if max(one, other) <= total
    ]
    if len(sizes) > 2 and not best:
        assert all(one[0] != other[0] for one, other in first_round)


def test_who_has_left_is_passed_over_and_all_may_go_on() -> None:
    groups = [
        build_group(1, [("a1", 6, 3, 3, 0), ("a2", 4, 3, 2, 0), ("a3", 2, 3, 1, 0)], left=["a1"]),
        build_group(2, [("b1", 6, 3, 3, 0), ("b2", 4, 3, 2, 0)]),
    ]
    assert set(list_players(choose(groups, from_each=1))) == {"a2", "b1"}
    assert set(list_players(choose(groups, from_each=128))) == {"a2", "a3", "b1", "b2"}


def test_others_play_a_b_final() -> None:
    finalists = choose(build_groups(4, 4), from_each=1, b_final=True)
    assert set(list_players(finalists)) == {"a1", "b1"}
    assert set(list_players(finalists, level=2)) == {"a2", "a3", "a4", "b2", "b3", "b4"}


def test_a_b_final_of_one_is_left_out() -> None:
    finalists = choose(build_groups(3, 3), b_final=True, best_of_rest=1)
    assert {finalist.level for finalist in finalists} == {1}


def test_who_shares_a_place_is_ordered_by_lot() -> None:
    tied = [("a1", 3, 3, 1, 0), ("a2", 3, 3, 1, 0), ("a3", 3, 3, 1, 0)]
    group = build_group(1, tied)
    shared = DivisionStandings(1, group.name, tuple(replace(row, rank=1) for row in group.ranked))
    lots = sorted(("a1", "a2", "a3"), key=lambda player: draw_lot(7, player), reverse=True)
    assert list_players(choose([shared], from_each=2)) == lots[:2]


def test_groups_say_whether_they_are_those_of_the_draw() -> None:
    players = [f"p{place}" for place in range(11)]
    groups = divide_into_groups(players, 4, 7)
    assert are_drawn(groups, 7) and not are_drawn(groups, 8)
    groups[0][1], groups[1][1] = groups[1][1], groups[0][1]
    assert not are_drawn(groups, 7)
    assert not are_drawn([["p1"], ["p2", "p3"]], 7)


def test_of_one_field_the_first_go_on() -> None:
    finalists = choose(build_groups(5), from_each=4)
    assert list_players(finalists) == ["a1", "a2", "a3", "a4"]
    assert {finalist.reason.code for finalist in finalists} == {"standings-place"}


@pytest.mark.parametrize(
    ("sizes", "final"),
    [
        ((4,), {"from_each": 1}),
        ((2,), {"from_each": 1}),
        ((100, 100), {"from_each": 65}),
    ],
)
def test_a_bracket_of_another_size_is_refused(sizes: tuple[int, ...], final: dict[str, object]) -> None:
    with pytest.raises(Invalid) as refused:
        choose(build_groups(*sizes), **final)
    assert [problem.code for problem in refused.value.problems] == ["bracket-size"]


@pytest.mark.parametrize("groups", range(3, 12))
def test_in_a_final_at_tables_two_of_a_group_do_not_sit_together_in_the_first_round(groups: int) -> None:
    finalists = choose(build_groups(*[4] * groups), pairing="table-knockout", from_each=2)
    by_seed = list_players(finalists)
    assert len(by_seed) == 2 * groups and {player[1] for player in by_seed[:groups]} == {"1"}
    sizes = find_sizes(len(by_seed), CUT)
    assert sizes
    for table in spread(by_seed[len(by_seed) - sum(sizes) :], sizes):
        assert len({player[0] for player in table}) == len(table)


def test_a_b_final_at_tables_takes_as_many_as_fill_a_table() -> None:
    final = {"pairing": "table-knockout", "from_each": 3, "b_final": True}
    assert list_players(choose(build_groups(4, 4), **final), level=2) == []
    assert len(list_players(choose(build_groups(4, 4, 4), **final), level=2)) == 3


def test_a_b_final_at_tables_of_too_many_is_refused() -> None:
    final = {"pairing": "table-knockout", "from_each": 4, "b_final": True}
    with pytest.raises(Invalid) as refused:
        choose(build_groups(4 + MAX_PLAYERS + 1), **final)
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [("final", "bracket-size")]


def test_a_final_that_fills_no_table_is_refused() -> None:
    with pytest.raises(Invalid) as refused:
        choose(build_groups(4, 4), pairing="table-knockout", from_each=1)
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [("final", "bracket-size")]
