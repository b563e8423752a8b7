"""Fixtures as they are made, and how evenly they treat the players."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import combinations

import pytest

from games import Invalid
from league.rules.pairing.fairness import Fairness, measure_fairness
from league.rules.pairing.fixtures import MAX_TABLES, Bye, DivisionPlayers, Fixtures, Pairing, build_fixtures
from league.rules.pairing.nights import Dates, Deadlines, Weekly
from tests.rules.conftest import Sample

MONDAY = date(2026, 1, 5)
NIGHTS = Weekly(0, MONDAY)


def build_groups(*sizes: int) -> list[DivisionPlayers]:
    return [
        DivisionPlayers(level, f"D{level}", tuple(f"{level}-{seed}" for seed in range(1, size + 1)))
        for level, size in enumerate(sizes, 1)
    ]


def lay_out_fixtures(
    *sizes: int, meetings: int = 1, dates: Dates | None = NIGHTS, tables: int | None = None
) -> Fixtures:
    return build_fixtures(build_groups(*sizes), meetings, dates=dates, tables=tables)


def compute_fairness(found: Fixtures) -> Fairness:
    return measure_fairness(found.groups, found.pairings, has_shared_room=found.has_shared_room)


def list_sentences(found: Fixtures) -> list[str]:
    return [str(sentence) for sentence in compute_fairness(found).sentences]


# --- fixtures


def test_without_days_each_division_counts_its_tables_from_one() -> None:
    fixtures = lay_out_fixtures(4, 4, dates=None)
    [night] = fixtures.rounds[0].nights
    assert [(pairing.level, pairing.table, pairing.players) for pairing in night.pairings] == [
        (1, 1, ("1-1", "1-4")),
        (1, 2, ("1-2", "1-3")),
        (2, 1, ("2-1", "2-4")),
        (2, 2, ("2-2", "2-3")),
    ]
    assert (night.day, fixtures.days, fixtures.has_shared_room) == (None, (), False)


def test_each_round_has_a_deadline_and_tables_as_without_days() -> None:
    fixtures = lay_out_fixtures(4, 6, dates=Deadlines(MONDAY, 14), tables=1)
    assert fixtures.days == tuple(MONDAY + timedelta(14 * number) for number in range(5))
    assert [len(season_round.nights) for season_round in fixtures.rounds] == [1] * 5
    assert not fixtures.has_shared_room
    undated = [
        (pairing.round, pairing.level, pairing.table, pairing.players)
        for pairing in lay_out_fixtures(4, 6, dates=None).pairings
    ]
    assert [
        (pairing.round, pairing.level, pairing.table, pairing.players) for pairing in fixtures.pairings
    ] == undated


def test_club_night_numbers_the_tables_of_the_room_through_all_divisions() -> None:
    for season_round in lay_out_fixtures(4, 6, 4).rounds:
        [night] = season_round.nights
        table_numbers = [pairing.table for pairing in night.pairings]
        assert len(set(table_numbers)) == len(table_numbers) and set(table_numbers) <= set(range(1, 8))


def test_with_too_few_tables_a_round_goes_over_several_nights_division_by_division() -> None:
    fixtures = lay_out_fixtures(4, 4, 4, tables=4)
    assert len(fixtures.days) == 6
    for season_round in fixtures.rounds:
        assert [sorted({pairing.level for pairing in night.pairings}) for night in season_round.nights] == [
            [1, 2],
            [3],
        ]
    assert max(pairing.table for pairing in fixtures.pairings) == 4


def test_division_that_has_a_night_to_itself_may_use_the_whole_room(sample: Sample) -> None:
    cases: list[tuple[tuple[int, ...], int]] = [
        ((4,) * 4, 6),
        ((4,) * 5, 6),
        ((4,) * 8, 6),
        ((4, 4, 5), 7),
        ((4,), 9),
        ((8, 8, 4), 8),
    ]
    for sizes, tables in sample(cases):
        fixtures = lay_out_fixtures(*sizes, tables=tables)
        assert compute_fairness(fixtures).tables == 1, (sizes, tables)
        assert max(pairing.table for pairing in fixtures.pairings) <= tables, (sizes, tables)
        places = [(pairing.day, pairing.table) for pairing in fixtures.pairings]
        assert len(set(places)) == len(places), (sizes, tables)


def test_whoever_is_left_over_has_a_bye_while_the_division_plays() -> None:
    fixtures = lay_out_fixtures(3, 5, dates=None)
    assert [len(season_round.byes) for season_round in fixtures.rounds] == [2, 2, 2, 1, 1]
    assert fixtures.rounds[0].byes == (Bye(1, "1-1"), Bye(2, "2-1"))


@pytest.mark.parametrize("tables", [None, 1, 2, 5])
def test_everyone_meets_everyone_and_plays_once_a_round_whatever_the_room(tables: int | None) -> None:
    fixtures = lay_out_fixtures(4, 7, 5, meetings=2, tables=tables)
    met = sorted(tuple(sorted(pairing.players)) for pairing in fixtures.pairings)
    pairs = [pair for group in fixtures.groups for pair in combinations(sorted(group.players), 2)]
    assert met == sorted(pairs * 2)
    for season_round in fixtures.rounds:
        playing = [
            player
            for night in season_round.nights
            for pairing in night.pairings
            for player in pairing.players
        ]
        assert len(playing) == len(set(playing))
        assert not {bye.player for bye in season_round.byes} & set(playing)
    days = [night.day for season_round in fixtures.rounds for night in season_round.nights]
    assert days == sorted(fixtures.days)


@pytest.mark.parametrize(
    ("sizes", "meetings", "tables", "expected"),
    [
        ((), 1, None, ("divisions", "no-divisions")),
        ((4, 1), 1, None, ("divisions.1.entries", "too-few-entries")),
        ((1000,), 20, None, ("divisions", "too-many-matches")),
        ((4,), 1, 0, ("tables", "out-of-range")),
        ((4,), 1, MAX_TABLES + 1, ("tables", "out-of-range")),
        ((250,), 1, 1, ("tables", "too-long")),
    ],
)
def test_what_cannot_be_played_is_refused(
    sizes: Sequence[int], meetings: int, tables: int | None, expected: tuple[str, str]
) -> None:
    with pytest.raises(Invalid) as caught:
        lay_out_fixtures(*sizes, meetings=meetings, tables=tables)
    assert [(problem.path, problem.code) for problem in caught.value.problems] == [expected]


# --- fairness


def test_fairness_is_told_in_sentences() -> None:
    cases: list[tuple[tuple[int, ...], int, list[str]]] = [
        (
            (6,),
            1,
            [
                "Each player is listed first 2 or 3 times.",
                "No byes.",
                "Each player plays equally often at each table, give or take one.",
            ],
        ),
        (
            (5,),
            1,
            [
                "Each player is listed first twice.",
                "Each player has a bye once.",
                "Each player plays equally often at each table.",
            ],
        ),
        (
            (4,),
            1,
            [
                "Each player is listed first once or twice.",
                "No byes.",
                "Each player's numbers of matches at the tables differ by at most 3.",
            ],
        ),
        (
            (4, 9),
            1,
            [
                "Each player is listed first 1 to 4 times (at most 1 apart in a division).",
                "Each player has a bye never or once.",
                "Each player plays equally often at each table, give or take one.",
            ],
        ),
        (
            (4, 7),
            3,
            [
                "Each player is listed first 4 to 9 times (at most 1 apart in a division).",
                "Each player has a bye 0 to 3 times (at most 0 apart in a division).",
                "Each player plays equally often at each table, give or take one.",
            ],
        ),
    ]
    for sizes, meetings, expected in cases:
        assert list_sentences(lay_out_fixtures(*sizes, meetings=meetings)) == expected, (
            sizes,
            meetings,
            expected,
        )


def test_nothing_is_said_of_tables_where_there_is_no_room_or_one_table() -> None:
    assert (
        len(list_sentences(lay_out_fixtures(6, dates=None)))
        == len(list_sentences(lay_out_fixtures(6, dates=Deadlines(MONDAY))))
        == 2
    )
    assert len(list_sentences(lay_out_fixtures(3))) == 2


def test_what_a_hand_has_made_uneven_is_told() -> None:
    pairings = [
        Pairing(1, round_number, MONDAY + timedelta(round_number), 1, ("1-1", "1-2"))
        for round_number in (1, 2, 3)
    ]
    fairness = measure_fairness(
        build_groups(4),
        [*pairings, Pairing(1, 1, MONDAY + timedelta(1), 2, ("1-3", "1-4"))],
        has_shared_room=True,
    )
    assert (fairness.named_first.least, fairness.named_first.most, fairness.named_first.worst) == (0, 3, 3)
    assert (fairness.byes.most, fairness.byes.worst, fairness.tables) == (2, 2, 3)


def test_thousand_divisions_of_four_sit_evenly_in_one_room() -> None:
    assert compute_fairness(lay_out_fixtures(*[4] * 1000)).tables == 1
