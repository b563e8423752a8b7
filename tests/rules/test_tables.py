"""Schedules for games of more than two at a table: everybody meets everybody as evenly as promised."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Invalid
from league.rules.pairing import table_groups
from league.rules.pairing.table_groups import KNOWN_DESIGNS
from league.rules.pairing.tables import (
    TableFairness,
    TableRound,
    TableSeeds,
    build_undrawn_rounds,
    compute_default_rounds,
    compute_table_sizes,
    compute_tournament_sizes,
    draw_rounds,
    measure_table_fairness,
)
from tests.rules.conftest import Sample

PLAYERS = range(3, 61)
LOT = 20260112


@pytest.fixture
def short_search(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Search for a schedule with fewer steps than usual."""
    build_undrawn_rounds.cache_clear()
    monkeypatch.setattr(table_groups, "SEARCH_STEPS", 6_000)
    yield
    build_undrawn_rounds.cache_clear()


def draw_usual_rounds(players: int, wanted: int, meetings: int = 1) -> tuple[TableRound, ...]:
    tables = compute_table_sizes(players, wanted, 3, 7)
    return draw_rounds(players, tables, compute_default_rounds(players, tables, meetings), LOT)


def is_everyone_seated_once(players: int, tables: Sequence[int], rounds: Sequence[TableRound]) -> bool:
    return all(
        [len(table) for table in table_round.tables] == sorted(tables, reverse=True)
        and sorted([*table_round.free, *(seed for table in table_round.tables for seed in table)])
        == list(range(1, players + 1))
        for table_round in rounds
    )


def measure_difference(found: TableFairness) -> int:
    """Return the difference between those who meet most and those who meet least."""
    return max(found.meetings) - min(found.meetings)


# --- groupings


@pytest.mark.usefixtures("short_search")
def test_nobody_is_seated_twice_and_all_have_each_seat_and_size_of_table_equally_often(
    sample: Sample,
) -> None:
    for players, wanted in sample(product(PLAYERS, range(3, 8))):
        tables = compute_table_sizes(players, wanted, 3, 7)
        rounds = draw_rounds(players, tables, min(compute_default_rounds(players, tables, 1), 10), LOT)
        even = measure_table_fairness(players, rounds)
        assert is_everyone_seated_once(players, tables, rounds), (players, wanted)
        assert even.seats <= 1 and even.smaller <= 1 and even.free == 0, (players, wanted)


def test_perfect_schedule_has_everybody_meet_everybody_once() -> None:
    cases: list[tuple[int, int]] = [(9, 3), (15, 3), (16, 4), (24, 5), (25, 5), (27, 3), (28, 4), (49, 7)]
    for players, wanted in cases:
        assert measure_table_fairness(players, draw_usual_rounds(players, wanted)).meetings == {
            1: players * (players - 1) // 2
        }, (
            players,
            wanted,
        )
        assert set(measure_table_fairness(players, draw_usual_rounds(players, wanted)[:-1]).meetings) == {
            0,
            1,
        }, (
            players,
            wanted,
        )


def test_perfect_schedule_that_comes_twice_is_perfect_still() -> None:
    assert measure_table_fairness(16, draw_usual_rounds(16, 4, meetings=2)).meetings == {2: 120}


@pytest.mark.parametrize("players", [20, 24, 30, 42])
def test_where_nobody_can_meet_all_once_exactly_known_schedules_are_as_even_as_can_be(players: int) -> None:
    fairness = measure_table_fairness(players, draw_usual_rounds(players, 4 if players == 20 else 3))
    assert fairness.meetings == fairness.ideal


def test_known_schedules_hold_everybody_once_a_round() -> None:
    for players, count in KNOWN_DESIGNS:
        size, over = divmod(players, count)
        tables = (size + 1,) * over + (size,) * (count - over)
        number = compute_default_rounds(players, tables, 1)
        rounds = draw_rounds(players, tables, number, LOT)
        assert is_everyone_seated_once(players, tables, rounds), (players, count)
        assert measure_difference(measure_table_fairness(players, rounds)) <= 2, (players, count)


def test_meetings_differ_by_two_at_most_wherever_there_are_as_many_tables_as_seats_at_one(
    sample: Sample,
) -> None:
    for players, wanted in sample(product([13, 20, 23, 29], range(3, 8))):
        tables = compute_table_sizes(players, wanted, 3, 7)
        difference = measure_difference(measure_table_fairness(players, draw_usual_rounds(players, wanted)))
        assert difference <= (2 if len(tables) >= max(tables) else 4), (players, wanted)


@pytest.mark.parametrize(("players", "meetings"), [(12, 2), (14, 3), (20, 2), (24, 2)])
def test_meetings_differ_by_two_at_most_when_all_meet_more_than_once(players: int, meetings: int) -> None:
    fairness = measure_table_fairness(players, draw_usual_rounds(players, 4, meetings))
    assert measure_difference(fairness) <= 2
    assert sum(fairness.meetings.values()) == players * (players - 1) // 2


# --- seats and tables


@pytest.mark.parametrize(("players", "wanted"), [(12, 4), (20, 4), (24, 3), (35, 5)])
def test_nobody_always_sits_at_the_same_table(players: int, wanted: int) -> None:
    rounds = draw_usual_rounds(players, wanted)
    for seed in range(1, players + 1):
        at = Counter(
            number
            for season_round in rounds
            for number, table in enumerate(season_round.tables)
            for player in table
            if player == seed
        )
        assert max(at.values()) <= 3


def test_within_as_many_rounds_as_there_are_seats_everybody_has_had_each() -> None:
    rounds = draw_usual_rounds(24, 4)
    for rounds_ in (rounds[:4], rounds[4:]):
        assert measure_table_fairness(24, rounds_).seats == 0


# --- drawn from a number


def test_same_number_gives_the_same_schedule_and_another_one_another_that_is_as_even() -> None:
    first = draw_usual_rounds(20, 4)
    build_undrawn_rounds.cache_clear()
    assert draw_usual_rounds(20, 4) == first
    tables = compute_table_sizes(20, 4, 3, 7)
    other = draw_rounds(20, tables, len(first), LOT + 1)
    assert other != first
    assert measure_table_fairness(20, other) == measure_table_fairness(20, first)


def test_schedule_is_the_same_on_every_machine() -> None:
    """The expected schedule is what came out first; it is from a search and not from a known design."""
    assert [table_round.tables for table_round in draw_rounds(7, (4, 3), 3, 1)] == [
        ((2, 1, 3, 5), (7, 4, 6)),
        ((4, 3, 5, 6), (1, 2, 7)),
        ((6, 7, 4, 2), (3, 5, 1)),
    ]


# --- anything that may be asked for


@pytest.mark.usefixtures("short_search")
@given(st.data())
def test_any_tables_and_any_number_of_rounds_seat_everybody_once(data: st.DataObject) -> None:
    tables = data.draw(st.lists(st.integers(2, 8), min_size=1, max_size=6).map(tuple))
    players = sum(tables) + data.draw(st.integers(0, 3))
    number = data.draw(st.integers(0, 12))
    lot = data.draw(st.integers(-(2**70), 2**70))
    rounds = draw_rounds(players, tables, number, lot)
    assert len(rounds) == number
    assert is_everyone_seated_once(players, tables, rounds)
    even = measure_table_fairness(players, rounds)
    assert even.free <= 1
    assert sum(even.meetings.values()) == sum(even.ideal.values()) == players * (players - 1) // 2
    if len({*tables, *(1 for _free in range(players - sum(tables)))}) <= 2:
        assert even.seats <= 1 and even.smaller <= 1


def test_more_than_any_club_plays_is_left_to_chance_but_is_no_wrong_schedule() -> None:
    tables = compute_table_sizes(1000, 4, 3, 7)
    assert is_everyone_seated_once(1000, tables, draw_rounds(1000, tables, 4, LOT))


def test_free_rounds_are_shared_out_where_the_game_allows_one_size_only() -> None:
    tables = compute_table_sizes(20, 3, 3, 3)
    assert tables == (3,) * 6
    rounds = draw_rounds(20, tables, 15, LOT)
    assert {len(season_round.free) for season_round in rounds} == {2}
    assert measure_table_fairness(20, rounds).free == 1


# --- the tables of a round


def test_tables_are_as_near_to_the_wanted_size_as_can_be() -> None:
    cases: list[tuple[int, int, int, int, TableSeeds]] = [
        (20, 4, 3, 7, (4, 4, 4, 4, 4)),
        (22, 4, 3, 7, (4, 4, 4, 4, 3, 3)),
        (21, 4, 3, 7, (5, 4, 4, 4, 4)),
        (6, 4, 3, 7, (3, 3)),
        (10, 4, 3, 7, (4, 3, 3)),
        (5, 4, 3, 7, (5,)),
        (7, 7, 3, 7, (7,)),
        (8, 7, 3, 7, (4, 4)),
        (8, 4, 2, 8, (4, 4)),
        (11, 4, 4, 4, (4, 4)),
        (11, 4, 4, 5, (5, 5)),
        (3, 4, 3, 5, (3,)),
    ]
    for players, wanted, least, most, expected in cases:
        assert compute_table_sizes(players, wanted, least, most) == expected, (
            players,
            wanted,
            least,
            most,
            expected,
        )


def test_everybody_has_a_seat_unless_no_tables_of_the_game_hold_all() -> None:
    cases: list[tuple[int, int]] = [(3, 7), (2, 6), (3, 3), (3, 5), (2, 8)]
    for least, most in cases:
        for players in PLAYERS:
            for wanted in range(least, most + 1):
                sizes = compute_table_sizes(players, wanted, least, most)
                assert sorted(sizes, reverse=True) == list(sizes), (least, most)
                assert least <= min(sizes) and max(sizes) <= most and max(sizes) - min(sizes) <= 1, (
                    least,
                    most,
                )
                possible = any(least * count <= players <= most * count for count in range(1, players + 1))
                assert sum(sizes) == players if possible else sum(sizes) == players // most * most, (
                    least,
                    most,
                )


def test_too_few_for_a_table_is_said() -> None:
    with pytest.raises(Invalid, match="2 players are too few for a table of 3"):
        compute_table_sizes(2, 4, 3, 7)


# --- the tables of a tournament's round


def test_tournament_has_tables_of_four_first_and_as_few_of_three_as_possible() -> None:
    for players in (3, 4, *range(6, 200)):
        sizes = compute_tournament_sizes(players, 4, 3, 7)
        assert sum(sizes) == players and set(sizes) <= {3, 4}, players
        assert sizes.count(3) == -players % 4, players
        assert sorted(sizes, reverse=True) == list(sizes), players


@pytest.mark.parametrize(
    ("players", "wanted", "least", "most", "expected"),
    [
        (9, 4, 3, 7, (3, 3, 3)),
        (13, 4, 3, 7, (4, 3, 3, 3)),
        (23, 5, 3, 7, (5, 5, 5, 4, 4)),
        (21, 3, 2, 6, (3,) * 7),
        (8, 3, 2, 6, (3, 3, 2)),
        (11, 3, 3, 7, (4, 4, 3)),  # no tables of 2: some are larger
        (5, 4, 3, 7, (5,)),
        (11, 5, 3, 7, (6, 5)),
        (7, 5, 3, 7, (7,)),
        (7, 3, 3, 3, (3, 3)),  # only tables of 3: one has a bye
        (11, 5, 4, 5, (5, 5)),
    ],
)
def test_where_smaller_tables_by_one_do_not_seat_all_the_nearest_sizes_do(
    players: int, wanted: int, least: int, most: int, expected: tuple[int, ...]
) -> None:
    assert compute_tournament_sizes(players, wanted, least, most) == expected


@pytest.mark.parametrize(
    ("players", "wanted", "least", "most", "sentence"),
    [
        (5, 4, 3, 4, "5 players can't be seated at tables of 3 to 4"),
        (5, 3, 3, 3, "5 players can't be seated at tables of 3[.]"),
        (2, 4, 3, 7, "2 players are too few for a table of 3"),
        (3, 5, 4, 7, "3 players are too few for a table of 4"),
    ],
)
def test_one_table_with_somebody_left_over_is_refused(
    players: int, wanted: int, least: int, most: int, sentence: str
) -> None:
    with pytest.raises(Invalid, match=sentence):
        compute_tournament_sizes(players, wanted, least, most)


def test_usual_rounds_are_so_many_that_everybody_meets_everybody_on_average() -> None:
    cases: list[tuple[int, TableSeeds, int, int]] = [
        (16, (4,) * 4, 1, 5),
        (20, (4,) * 5, 1, 7),
        (20, (4,) * 5, 2, 13),
        (5, (5,), 1, 1),
        (5, (5,), 3, 3),
    ]
    for players, tables, meetings, expected in cases:
        assert compute_default_rounds(players, tables, meetings) == expected, (
            players,
            tables,
            meetings,
            expected,
        )


# --- fairness


def test_fairness_counts_what_came_out_beside_the_ideal() -> None:
    rounds = [TableRound(((1, 2, 3), (4, 5))), TableRound(((1, 4, 2), (3, 5)))]
    assert measure_table_fairness(5, rounds) == TableFairness(
        meetings={0: 3, 1: 6, 2: 1}, ideal={0: 2, 1: 8}, seats=2, smaller=2, free=0
    )


def test_fairness_of_no_rounds() -> None:
    assert measure_table_fairness(4, []) == TableFairness(
        meetings={0: 6}, ideal={0: 6}, seats=0, smaller=0, free=0
    )
