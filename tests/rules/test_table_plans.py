"""Plans for a tournament without standings: few repeats, none twice, everybody at one table a round."""

from collections.abc import Sequence
from itertools import combinations, product

import pytest

from bench.repeats import WANTED
from league.rules.pairing.table_designs import (
    FIELDS,
    STARTERS,
    Field,
    build_affine_space,
    build_net,
    find_designs,
)
from league.rules.pairing.table_groups import Groups
from league.rules.pairing.table_plans import (
    PlanQuality,
    compute_repeats_bound,
    measure_plan,
    plan_rounds,
)
from league.rules.pairing.tables import compute_tournament_sizes
from tests.rules.conftest import Sample

# What came out first for 7 players at tables of 4 and 3.
PLAN = [
    ((1, 4, 0, 6), (3, 2, 5)),
    ((2, 3, 1, 4), (5, 0, 6)),
    ((0, 1, 3, 5), (4, 6, 2)),
]


def plan_groups(players: int, wanted: int, number: int) -> list[list[tuple[int, ...]]]:
    """Return the tables of a plan and, as tables of one, who is free."""
    rounds = plan_rounds(players, compute_tournament_sizes(players, wanted, 3, 7), number)
    return [[*together.tables, *((player,) for player in together.free)] for together in rounds]


def is_everyone_seated_once(players: int, rounds: Sequence[Groups] | Sequence[list[tuple[int, ...]]]) -> bool:
    return all(
        sorted(player for table in together for player in table) == list(range(players))
        for together in rounds
    )


@pytest.mark.parametrize(
    ("wanted", "players", "number", "repeats"),
    [(wanted, *figures) for wanted, rows in WANTED.items() for figures in rows],
)
def test_plans_have_no_more_repeats_than_promised_and_nobody_meets_three_times(
    wanted: int, players: int, number: int, repeats: int
) -> None:
    rounds = plan_groups(players, wanted, number)
    quality = measure_plan(players, rounds)
    assert len(rounds) == number
    assert is_everyone_seated_once(players, rounds)
    assert quality.repeats <= repeats
    assert quality.excess == 0
    sizes = compute_tournament_sizes(players, wanted, 3, 7)
    assert {tuple(map(len, together)) for together in rounds} == {sizes}
    assert quality.repeats >= compute_repeats_bound(players, sizes, number)


def test_known_rounds_seat_everybody_once() -> None:
    for players, tables in STARTERS:
        for design in find_designs(tables, players // tables):
            assert is_everyone_seated_once(players, design), (players, tables)


def test_no_pair_meets_twice_in_what_a_construction_or_a_starter_gives() -> None:
    designs = [
        *(next(find_designs(tables, players // tables)) for players, tables in STARTERS),
        *(build_affine_space(order, 2) for order in (3, 4, 5, 7, 8, 9)),
        build_affine_space(3, 3),
        *(
            build_net(tables, size)
            for tables, size in [(4, 3), (5, 4), (7, 6), (8, 7), (9, 4), (16, 5), (25, 4)]
        ),
    ]
    for design in designs:
        players = sum(map(len, design[0]))
        assert is_everyone_seated_once(players, design), players
        assert measure_plan(players, design).repeats == 0, players


@pytest.mark.parametrize("order", sorted(order for order in FIELDS if order <= 9 or order in (16, 25, 27)))
def test_fields_are_fields(order: int) -> None:
    field = Field(order)
    everything = range(order)
    for element in range(1, order):
        assert sorted(field.multiply(element, other) for other in everything) == list(everything)
        assert sorted(field.add(element, other) for other in everything) == list(everything)
    for one, two, three in product(range(0, order, 3), repeat=3):
        assert field.multiply(one, field.add(two, three)) == field.add(
            field.multiply(one, two), field.multiply(one, three)
        )


def test_any_number_of_players_and_rounds_is_seated_once_a_round(sample: Sample) -> None:
    for players, wanted, number in sample(product((3, 6, 7, 10, 19, 41), (3, 4, 5, 7), (1, 3))):
        rounds = plan_groups(players, wanted, number)
        assert len(rounds) == number, (players, wanted)
        assert is_everyone_seated_once(players, rounds), (players, wanted)


def test_players_who_must_wait_wait_equally_often() -> None:
    rounds = plan_rounds(7, (3, 3), 7)
    assert sorted(player for together in rounds for player in together.free) == list(range(7))


def test_each_player_has_each_seat_equally_often() -> None:
    rounds = plan_rounds(20, (4,) * 5, 8)
    for seat, player in product(range(4), range(20)):
        assert sum(table[seat] == player for together in rounds for table in together.tables) == 2


def test_rounds_that_repeat_come_last() -> None:
    rounds = plan_groups(16, 4, 6)
    assert measure_plan(16, rounds[:5]).repeats == 0


def test_plan_is_the_same_on_every_machine() -> None:
    """It is from a search and not from known rounds."""
    assert [together.tables for together in plan_rounds(7, (4, 3), 3)] == PLAN


def test_quality_counts_repeats_third_meetings_and_visits_to_smaller_tables() -> None:
    rounds = [[(0, 1, 2), (3, 4)], [(0, 1, 3), (2, 4)], [(0, 1, 4), (2, 3)]]
    assert measure_plan(5, rounds) == PlanQuality(excess=1, repeats=2, smaller=2)
    assert compute_repeats_bound(5, (3, 2), 3) == 2


def test_no_repeat_while_one_can_be_avoided_by_trying_everything() -> None:
    """Two rounds of six or seven players: every second round is tried."""
    for players, sizes in [(6, (3, 3)), (7, (4, 3)), (8, (4, 4)), (9, (3, 3, 3))]:
        first = plan_groups(players, sizes[0], 2)[0]
        best = min(
            measure_plan(players, [first, groups]).repeats
            for groups in list_groupings(set(range(players)), sizes)
        )
        assert measure_plan(players, plan_groups(players, sizes[0], 2)).repeats == best, sizes


def list_groupings(waiting: set[int], sizes: tuple[int, ...]) -> list[list[tuple[int, ...]]]:
    """List all ways to seat these players; some come more than once."""
    if not sizes:
        return [[]]
    return [
        [table, *rest]
        for table in combinations(sorted(waiting), sizes[0])
        for rest in list_groupings(waiting - set(table), sizes[1:])
    ]
