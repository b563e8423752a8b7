"""Tables of match nights: nobody sits much more often at one than at another."""

from collections import Counter
from itertools import permutations, product

from league.rules.pairing import seating
from league.rules.pairing.round_robin import build_round_robin
from league.rules.pairing.seating import Sitting, allocate_tables, plan_night_groups, split_into_blocks
from tests.rules.conftest import Sample

Player = tuple[int, int]  # division and seed


def list_sittings(*sizes: int, meetings: int = 1, tables: int | None = None) -> list[Sitting]:
    return [sitting for parts in allocate_tables(sizes, meetings, tables) for sitting in parts]


def count_visit_differences(played: list[Sitting]) -> dict[Player, int]:
    """Return by player the difference between visits to the table used most and the one used least."""
    room = {match.table for sitting in played for match in sitting}
    visits: dict[Player, Counter[int]] = {}
    for sitting in played:
        for match in sitting:
            for seed in match.pair:
                visits.setdefault((match.division, seed), Counter(dict.fromkeys(room, 0)))[match.table] += 1
    return {player: max(tables.values()) - min(tables.values()) for player, tables in visits.items()}


def count_uneven_players(played: list[Sitting]) -> int:
    """Count the players whose visits differ by more than one."""
    return sum(difference > 1 for difference in count_visit_differences(played).values())


def test_division_of_any_size_visits_its_tables_evenly() -> None:
    wrong = {
        (size, meetings): uneven
        for size in range(2, 41)
        for meetings in [1, 2, 3, 4]
        if size != 4 and (uneven := count_uneven_players(list_sittings(size, meetings=meetings)))
    }
    assert wrong == {}


def test_four_cannot_sit_evenly_at_two_tables_an_odd_number_of_times_and_only_one_of_them_does_not() -> None:
    cycle = build_round_robin(4, 1)
    possible = [
        Counter(seed for pairs, table in zip(cycle, tables, strict=True) for seed in pairs[table])
        for tables in permutations([0, 0, 0, 1, 1, 1], 3)
    ]
    assert min(sum(first[seed] not in (1, 2) for seed in (1, 2, 3, 4)) for first in possible) == 1
    assert count_uneven_players(list_sittings(4)) == count_uneven_players(list_sittings(4, meetings=3)) == 1
    assert set(count_visit_differences(list_sittings(4, meetings=2)).values()) == {0}


def test_several_divisions_of_four_sit_evenly() -> None:
    for divisions in [3, 4, 5, 6]:
        for meetings in [1, 2]:
            assert count_uneven_players(list_sittings(*[4] * divisions, meetings=meetings)) == 0, (
                divisions,
                meetings,
            )


def test_two_divisions_of_four_sit_as_evenly_as_they_can() -> None:
    """In three rounds everybody should visit three of the four tables, which four of the eight cannot."""
    rounds = [
        [*first, *((one + 4, other + 4) for one, other in first)]
        for first in build_round_robin(4, 1)
    ]  # fmt: skip
    fewest = min(
        sum(
            len(
                {
                    table
                    for pairs, order in seating
                    for pair, table in zip(pairs, order, strict=True)
                    if seed in pair
                }
            )
            < 3
            for seed in range(1, 9)
        )
        for second in permutations(range(4))
        for third in permutations(range(4))
        for seating in [list(zip(rounds, (range(4), second, third), strict=True))]
    )
    assert count_uneven_players(list_sittings(4, 4)) == fewest == 4
    assert count_uneven_players(list_sittings(4, 4, meetings=2)) == 0


def test_other_divisions_that_share_a_room_sit_evenly() -> None:
    cases: list[tuple[int, ...]] = [(6, 6), (8, 8), (6, 6, 6), (8, 8, 8), (4, 5, 6, 6), (10, 10, 10)]
    for sizes in cases:
        assert count_uneven_players(list_sittings(*sizes)) == 0, sizes


def test_two_equal_divisions_sit_evenly() -> None:
    wrong = {
        (size, meetings): uneven
        for size in [6, 8, 10, 12, 14, 16, 18]
        for meetings in [1, 2, 3]
        if (uneven := count_uneven_players(list_sittings(size, size, meetings=meetings)))
    }
    assert wrong == {}


def test_several_equal_divisions_sit_evenly(sample: Sample) -> None:
    known = {(3, 5, 6): 4, (3, 5, 8): 13}
    wrong = {
        case: uneven
        for case in sample(product([1, 2, 3], [3, 4, 5, 6], [6, 8]))
        for meetings, divisions, size in [case]
        if (uneven := count_uneven_players(list_sittings(*[size] * divisions, meetings=meetings)))
        > known.get(case, 0)
    }
    assert wrong == {}


def test_divisions_that_meet_twice_change_places_with_each_other() -> None:
    cases: list[tuple[int, ...]] = [(10,) * 4, (12,) * 4, (24,) * 2, (8,) * 4, (6,) * 8]
    for sizes in cases:
        assert count_uneven_players(list_sittings(*sizes, meetings=2)) == 0, sizes


def test_unequal_or_large_divisions_that_fill_the_room_are_searched_for(sample: Sample) -> None:
    """Five and six, and four and six, cannot all sit evenly: there is no Room square of side 5."""
    cases: list[tuple[tuple[int, ...], int]] = [
        ((4, 6), 3),
        ((5, 6), 4),
        ((6, 8), 1),
        ((7, 8), 0),
        ((8, 10), 4),
        ((9, 10), 3),
        ((10, 12), 6),
        ((20, 20), 21),
    ]
    for sizes, most in sample(cases):
        differences = count_visit_differences(list_sittings(*sizes))
        assert sum(difference > 1 for difference in differences.values()) <= most, (sizes, most)
        assert max(differences.values()) <= 2, (sizes, most)


def test_division_in_several_sittings_visits_its_tables_evenly(sample: Sample) -> None:
    """At two tables that means equally many visits, which is impossible where they would be an odd number."""
    wrong = {}
    for meetings, tables, size in sample(product([1, 2, 3], [2, 3], [6, 8, 11, 16, 18, 21, 24, 26, 36, 39])):
        visits = size * (size - 1) * meetings
        odd = tables == 2 and size % 2 == 1 and visits // 2 % 2 == 1
        uneven = count_uneven_players(list_sittings(size, meetings=meetings, tables=tables))
        if uneven != odd:
            wrong[size, meetings, tables] = uneven
    assert wrong == {}


def test_second_meeting_makes_up_for_the_first() -> None:
    cases: list[tuple[int, int]] = [(8, 2), (16, 2), (24, 2), (40, 2), (9, 3), (12, 4)]
    for size, tables in cases:
        differences = count_visit_differences(list_sittings(size, meetings=2, tables=tables))
        assert max(differences.values()) <= 1, (size, tables)


def test_tables_to_spare_are_used_where_that_is_fairer(sample: Sample) -> None:
    for meetings in sample([1, 2, 3]):
        assert count_uneven_players(list_sittings(4, meetings=meetings, tables=6)) == 0, meetings
        assert count_uneven_players(list_sittings(4, 4, meetings=meetings, tables=6)) == 0, meetings


def test_half_as_many_tables_again_are_enough(sample: Sample) -> None:
    for sizes in sample([(5, 5), (4, 6), (6, 8), (9, 10)]):
        played = list_sittings(*sizes, tables=20)
        assert count_uneven_players(played) == 0, sizes
        used = max(pairing.table for sitting in played for pairing in sitting)
        assert used <= 3 * sum(size // 2 for size in sizes) // 2, sizes


def test_tables_to_spare_are_left_alone_where_that_is_as_fair() -> None:
    assert {pairing.table for sitting in list_sittings(8, tables=20) for pairing in sitting} == {1, 2, 3, 4}
    assert allocate_tables((8, 8), 1, 20) == allocate_tables((8, 8), 1, None)


def test_everybody_plays_what_the_berger_tables_say_and_no_table_is_given_twice() -> None:
    tables_cases: list[int | None] = [None, 1, 3]
    sizes_cases: list[tuple[int, ...]] = [(4, 4), (7,), (12,), (4, 6, 5), (20, 20)]
    for tables in tables_cases:
        for sizes in sizes_cases:
            rounds = allocate_tables(sizes, 2, tables)
            for division, size in enumerate(sizes):
                played = [
                    sorted(pairing.pair for part in parts for pairing in part if pairing.division == division)
                    for parts in rounds
                ]
                expected = [sorted(pairs) for pairs in build_round_robin(size, 2)]
                assert [pairs for pairs in played if pairs] == expected, (sizes, tables)
            for part in (part for parts in rounds for part in parts):
                table_numbers = [pairing.table for pairing in part]
                assert len(table_numbers) == len(set(table_numbers)), (sizes, tables)
                assert tables is None or len(table_numbers) <= tables, (sizes, tables)


def test_round_with_more_matches_than_tables_is_played_in_as_few_parts_as_can_be() -> None:
    cases: list[tuple[int, int, int]] = [(8, 4, 1), (8, 3, 2), (8, 1, 4), (9, 3, 2), (20, 4, 3)]
    for size, tables, parts in cases:
        rounds = allocate_tables((size,), 1, tables)
        assert {len(round_parts) for round_parts in rounds} == {parts}, (size, tables, parts)
        assert count_uneven_players([part for round_parts in rounds for part in round_parts]) == 0, (
            size,
            tables,
            parts,
        )


def test_plain_rotation_is_no_wrong_seating() -> None:
    rounds = allocate_tables((20, 20), 1, None, steps=0)
    assert all(
        len({pairing.table for pairing in part}) == len(part) == 20 for parts in rounds for part in parts
    )


def test_seating_is_the_same_every_time() -> None:
    first = allocate_tables((8, 8), 1, None)
    seating._search_tables.cache_clear()
    assert allocate_tables((8, 8), 1, None) == first


def test_divisions_come_whole_on_a_night_as_many_as_the_tables_hold() -> None:
    assert plan_night_groups([4, 4, 4], None) == [[0, 1, 2]]
    assert plan_night_groups([4, 4, 4, 4, 4], 5) == [[0, 1], [2, 3], [4]]
    assert plan_night_groups([4, 20, 4], 6) == [[0], [1], [2]]


def test_block_is_large_enough_that_nobody_need_sit_twice_at_a_table() -> None:
    assert split_into_blocks([4] * 6, 1) == [[0, 1, 2], [3, 4, 5]]
    assert split_into_blocks([4] * 5, 1) == [[0, 1, 2, 3, 4]]
    assert split_into_blocks([20], 1) == [[0]]
    assert {len(block) for block in split_into_blocks([4] * 1000, 1)} == {3, 4}
