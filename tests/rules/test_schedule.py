"""Round robin by the Berger tables (contract.md, Schedule)."""

from itertools import combinations

import pytest

from league.rules.schedule import berger
from tests.rules.clubs import riverside


def test_four_meet_as_the_tables_print_it() -> None:
    assert berger(4) == [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]


@pytest.mark.parametrize("entries", range(2, 25))
def test_everyone_meets_everyone_once_and_nobody_sits_twice_a_round(entries: int) -> None:
    rounds = berger(entries)
    met = [tuple(sorted(pair)) for pairs in rounds for pair in pairs]
    assert sorted(met) == list(combinations(range(1, entries + 1), 2))
    for pairs in rounds:
        seated = [seed for pair in pairs for seed in pair]
        assert len(seated) == len(set(seated)) == entries - entries % 2


def test_riverside_plays_by_them() -> None:
    [competition] = riverside()["competitions"]
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
            assert pairs == berger(4)
