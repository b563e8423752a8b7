"""Round robin by the Berger tables (docs/reference/schedule.md, Round robin)."""

from collections import Counter
from itertools import combinations

import pytest

from league.rules.pairing.round_robin import build_berger_rounds, build_round_robin
from tests.clubfile.documents import load_riverside

# As federations print them: "1-4" is the seed named first and the other; the rounds one below the other.
PRINTED_TABLES = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1
    """,
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1
    """,
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1
    """,
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1
    """,
}


def parse_printed(table: str) -> list[list[tuple[int, ...]]]:
    return [
        [tuple(int(seed) for seed in pair.split("-")) for pair in line.split()]
        for line in table.strip().splitlines()
    ]


@pytest.mark.parametrize("entries", PRINTED_TABLES)
def test_rounds_are_those_of_the_printed_tables(entries: int) -> None:
    assert build_berger_rounds(entries) == parse_printed(PRINTED_TABLES[entries])


@pytest.mark.parametrize("entries", [3, 5, 7, 9])
def test_odd_number_plays_by_the_table_of_one_more_and_whoever_would_meet_the_last_has_a_bye(
    entries: int,
) -> None:
    expected = [
        [pair for pair in pairs if entries + 1 not in pair]
        for pairs in parse_printed(PRINTED_TABLES[entries + 1])
    ]
    assert build_berger_rounds(entries) == expected


def test_everyone_meets_everyone_so_many_times_and_nobody_sits_twice_in_a_round() -> None:
    for entries in range(2, 41):
        for meetings in [1, 2, 3, 4]:
            rounds = build_round_robin(entries, meetings)
            assert len(rounds) == (entries - 1 + entries % 2) * meetings, (entries, meetings)
            met = Counter(frozenset(pair) for pairs in rounds for pair in pairs)
            assert met == dict.fromkeys(map(frozenset, combinations(range(1, entries + 1), 2)), meetings), (
                entries,
                meetings,
            )
            for pairs in rounds:
                seated = [seed for pair in pairs for seed in pair]
                assert len(seated) == len(set(seated)) == entries - entries % 2, (entries, meetings)


def test_second_meeting_is_turned_round_and_the_third_is_as_the_first() -> None:
    for entries in range(2, 41):
        cycle = build_berger_rounds(entries)
        turned = [[(other, one) for one, other in pairs] for pairs in cycle]
        assert build_round_robin(entries, 4) == [*cycle, *turned, *cycle, *turned], entries


def test_nobody_is_named_first_or_has_a_bye_more_than_once_oftener_than_another() -> None:
    for entries in range(2, 41):
        for meetings in [1, 2, 3, 4]:
            pairs = [pair for pairs in build_round_robin(entries, meetings) for pair in pairs]
            first, played = (
                Counter(pair[0] for pair in pairs),
                Counter(seed for pair in pairs for seed in pair),
            )
            named = [first[seed] for seed in range(1, entries + 1)]
            assert max(named) - min(named) <= 1, (entries, meetings)
            assert len(set(played.values())) == 1, (entries, meetings)


def test_riverside_plays_by_them() -> None:
    [competition] = load_riverside()["competitions"]
    for season in competition["seasons"]:
        for division in season["divisions"]:
            seeds = {entry["player"]: entry["seed"] for entry in division["entries"]}
            pairs = [
                [
                    tuple(seeds[player] for player in match["seats"])
                    for match in division["matches"]
                    if match["round"] == number
                ]
                for number in (1, 2, 3)
            ]
            assert pairs == build_berger_rounds(4)
