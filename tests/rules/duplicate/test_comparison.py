"""What was scored with the same cards is compared: matchpoints, differences, fixed shares, boards that some missed."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from random import Random
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.duplicate.comparison import Line, compare, convert_share, factor_up

F = Fraction


def build_lines(*scores: int | None, board: int = 1, position: int = 0) -> list[Line]:
    """Return a line for each score, of entries a, b, c ..."""
    return [Line(chr(97 + number), board, position, score) for number, score in enumerate(scores)]


def list_values(lines: list[Line], by: str = "matchpoints", **more: dict) -> list[Fraction | None]:
    totals = compare(lines, by, **more)  # type: ignore[arg-type]
    return [total.comparisons[0].value for _entry, total in sorted(totals.items())]


# --- matchpoints


def test_two_for_each_beaten_and_one_for_each_equal() -> None:
    totals = compare(build_lines(0, -1, -1, -3), "matchpoints")
    assert [(c.beaten, c.equal, c.compared) for total in totals.values() for c in total.comparisons] == [
        (3, 0, 3),
        (1, 1, 3),
        (1, 1, 3),
        (0, 0, 3),
    ]
    assert list_values(build_lines(0, -1, -1, -3)) == [100, 50, 50, 0]


def test_only_the_same_board_and_position_are_compared() -> None:
    lines = build_lines(0, -2) + build_lines(-9, -8, position=1) + build_lines(-5, -5, board=2)
    totals = compare(lines, "matchpoints")
    assert [comparison.value for comparison in totals["a"].comparisons] == [100, 0, 50]
    assert [(c.board, c.position, c.score) for c in totals["b"].comparisons] == [
        (1, 0, -2),
        (1, 1, -8),
        (2, 0, -5),
    ]
    assert totals["a"].mean == 50 == totals["b"].mean


def test_fixed_shares_beyond_the_tables_are_no_results_to_wait_for() -> None:
    """Who was not there for a round has a share of the board, but no table."""
    lines = [*build_lines(0, -2), Line("x", 1, 0, None, F(0)), Line("y", 1, 0, None, F(2, 5))]
    assert list_values(lines, expected={(1, 0): 2}) == [100, 0, 0, 40]


@pytest.mark.parametrize(
    ("matchpoints", "results", "planned", "factored"),
    [(4, 6, 7, F(29, 6)), (9, 6, 7, F(32, 3)), (18, 10, 11, F(199, 10)), (5, 7, 7, F(5))],
)
def test_neubergs_formula(matchpoints: int, results: int, planned: int, factored: Fraction) -> None:
    """4.8333, 10.6667, and 19.9 of 20 for a sole top."""
    assert factor_up(matchpoints, results, planned) == factored


def test_board_that_not_all_have_played_is_factored_up() -> None:
    lines = build_lines(5, 4, 3, 2, 1, 0)
    assert list_values(lines, expected={(1, 0): 7})[0] == 100 * (F(7, 6) * 11 - 1) / 12
    assert list_values([*lines, Line("z", 1, 0, None)])[0] == 100 * (F(7, 6) * 11 - 1) / 12
    assert list_values([*lines, Line("z", 1, 0, None)])[-1] is None
    assert list_values([*lines, Line("z", 1, 0, None, F(3, 5))])[-1] == 60


def test_result_without_another_to_compare_it_with_is_average() -> None:
    assert list_values(build_lines(-7)) == [50]
    assert list_values(build_lines(-7, None, None)) == [50, None, None]
    assert list_values(build_lines(-7), "difference") == [0]


def test_fixed_share_is_compared_with_no_result_even_where_there_is_one() -> None:
    lines = [*build_lines(0, -1), Line("c", 1, 0, -9, F(1, 2))]
    assert list_values(lines) == [100 * (F(3, 2) * 3 - 1) / 4, 100 * (F(3, 2) * 1 - 1) / 4, 50]
    assert list_values(lines, "difference") == [1, -1, 0]


# --- differences


def test_difference_is_from_the_mean_of_the_others() -> None:
    assert list_values(build_lines(0, -1, -1, -4), "difference") == [2, F(2, 3), F(2, 3), F(-10, 3)]


@pytest.mark.parametrize(
    ("share", "difference"),
    [(F(3, 5), 1), (F(2, 5), -1), (F(0), -3), (F(1, 2), 0), (F(1), 3), (F(1, 5), -2)],
)
def test_fixed_shares_are_worth_so_much_as_differences(share: Fraction, difference: int) -> None:
    assert convert_share(share) == difference


def test_more_than_the_whole_is_no_share() -> None:
    with pytest.raises(ValueError, match="11/10"):
        convert_share(F(11, 10))


# --- totals


def test_boards_without_a_value_are_left_out_of_the_mean() -> None:
    lines = [*build_lines(0, -1), Line("a", 2, 0, None), Line("c", 2, 0, None)]
    totals = compare(lines, "matchpoints")
    assert totals["a"].mean == 100 and totals["c"].mean is None
    assert compare([], "matchpoints") == {}


SCORES = st.lists(st.one_of(st.none(), st.integers(-6, 0)), min_size=1, max_size=12)


@given(st.lists(SCORES, min_size=1, max_size=4))
def test_matchpoints_and_differences_sum_to_what_they_must(boards: list[list[int | None]]) -> None:
    """On each board the results average 50 per cent, factored up or not, and the differences sum to 0."""
    lines = [line for board, scores in enumerate(boards) for line in build_lines(*scores, board=board)]
    for by, middle in (("matchpoints", 50), ("difference", 0)):
        values: dict[int, list[Fraction]] = defaultdict(list)
        for total in compare(lines, by).values():  # type: ignore[arg-type]
            for comparison in total.comparisons:
                if comparison.value is not None:
                    values[comparison.board].append(comparison.value)
        for board, scores in enumerate(boards):
            results = len(scores) - scores.count(None)
            assert sum(values[board]) == middle * results


@given(SCORES, st.randoms())
def test_order_of_lines_is_of_no_account(scores: list[int | None], chance: Random) -> None:
    lines = build_lines(*scores)
    shuffled = chance.sample(lines, len(lines))
    assert compare(shuffled, "matchpoints") == compare(lines, "matchpoints")


def test_a_thousand_players_with_twelve_deals_are_compared_at_once() -> None:
    chance = Random(5)
    lines = [
        Line(f"p{player}", board, (player + board) % 2, -chance.randrange(7))
        for player in range(1000)
        for board in range(1, 13)
    ]
    for by in ("matchpoints", "difference"):
        start = perf_counter()
        totals = compare(lines, by)
        print(f"{by}: {len(lines)} lines in {perf_counter() - start:.3f} s")
        assert len(totals) == 1000
