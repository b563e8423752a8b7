"""Fixtures as they are made, and how evenly they treat the players."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import combinations

import pytest

from games import Invalid
from league.rules.pairing.fairness import Fairness, has_shared_room, measure_fairness
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
    return measure_fairness(found.groups, found.pairings, room=found.room)


def list_sentences(found: Fixtures) -> list[str]:
    return [str(sentence) for sentence in compute_fairness(found).sentences]


# --- laid out


def test_without_days_each_division_counts_its_tables_from_one() -> None:
    found = lay_out_fixtures(4, 4, dates=None)
    [night] = found.rounds[0].nights
    assert [(one.level, one.table, one.players) for one in night.pairings] == [
        (1, 1, ("1-1", "1-4")),
        (1, 2, ("1-2", "1-3")),
        (2, 1, ("2-1", "2-4")),
        (2, 2, ("2-2", "2-3")),
    ]
    assert (night.day, found.days, found.room) == (None, (), False)


def test_each_round_has_a_deadline_and_tables_as_without_days() -> None:
    found = lay_out_fixtures(4, 6, dates=Deadlines(MONDAY, 14), tables=1)
    assert found.days == tuple(MONDAY + timedelta(14 * number) for number in range(5))
    assert [len(round.nights) for round in found.rounds] == [1] * 5
    assert not found.room
    undated = [
        (one.round, one.level, one.table, one.players) for one in lay_out_fixtures(4, 6, dates=None).pairings
    ]
    assert [(one.round, one.level, one.table, one.players) for one in found.pairings] == undated


def test_club_night_numbers_the_tables_of_the_room_through_all_divisions() -> None:
    for round in lay_out_fixtures(4, 6, 4).rounds:
        [night] = round.nights
        given = [one.table for one in night.pairings]
        assert len(set(given)) == len(given) and set(given) <= set(range(1, 8))


def test_with_too_few_tables_a_round_goes_over_several_nights_division_by_division() -> None:
    found = lay_out_fixtures(4, 4, 4, tables=4)
    assert len(found.days) == 6
    for round in found.rounds:
        assert [sorted({one.level for one in night.pairings}) for night in round.nights] == [[1, 2], [3]]
    assert max(one.table for one in found.pairings) == 4


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
        found = lay_out_fixtures(*sizes, tables=tables)
        assert compute_fairness(found).tables == 1, (sizes, tables)
        assert max(one.table for one in found.pairings) <= tables, (sizes, tables)
        given = [(one.day, one.table) for one in found.pairings]
        assert len(set(given)) == len(given), (sizes, tables)


def test_whoever_is_left_over_has_a_bye_while_the_division_plays() -> None:
    found = lay_out_fixtures(3, 5, dates=None)
    assert [len(round.byes) for round in found.rounds] == [2, 2, 2, 1, 1]
    assert found.rounds[0].byes == (Bye(1, "1-1"), Bye(2, "2-1"))


@pytest.mark.parametrize("tables", [None, 1, 2, 5])
def test_everyone_meets_everyone_and_plays_once_a_round_whatever_the_room(tables: int | None) -> None:
    found = lay_out_fixtures(4, 7, 5, meetings=2, tables=tables)
    met = sorted(tuple(sorted(one.players)) for one in found.pairings)
    pairs = [pair for group in found.groups for pair in combinations(sorted(group.players), 2)]
    assert met == sorted(pairs * 2)
    for round in found.rounds:
        playing = [player for night in round.nights for one in night.pairings for player in one.players]
        assert len(playing) == len(set(playing))
        assert not {bye.player for bye in round.byes} & set(playing)
    days = [night.day for round in found.rounds for night in round.nights]
    assert days == sorted(found.days)


@pytest.mark.parametrize(
    ("sizes", "meetings", "tables", "expected"),
    [
        ((), 1, None, ("divisions", "no-divisions")),
        ((4, 1), 1, None, ("divisions.1.entries", "too-few-entries")),
        ((1000,), 20, None, ("divisions", "too-many-matches")),
        ((4,), 1, 0, ("tables", "out-of-range")),
        ((4,), 1, MAX_TABLES + 1, ("tables", "out-of-range")),
        ((400,), 1, 1, ("tables", "too-long")),
    ],
)
def test_what_cannot_be_played_is_refused(
    sizes: Sequence[int], meetings: int, tables: int | None, expected: tuple[str, str]
) -> None:
    with pytest.raises(Invalid) as caught:
        lay_out_fixtures(*sizes, meetings=meetings, tables=tables)
    assert [(problem.path, problem.code) for problem in caught.value.problems] == [expected]


# --- how evenly


def test_fairness_is_told_in_sentences() -> None:
    cases: list[tuple[tuple[int, ...], int, list[str]]] = [
        (
            (6,),
            1,
            [
                "Everybody is named first 2 or 3 times.",
                "Nobody is free in any round.",
                "Everybody sits at each table equally often, or once more or less.",
            ],
        ),
        (
            (5,),
            1,
            [
                "Everybody is named first equally often (2).",
                "Everybody is free equally often (1).",
                "Everybody sits at each table equally often.",
            ],
        ),
        (
            (4,),
            1,
            [
                "Everybody is named first 1 or 2 times.",
                "Nobody is free in any round.",
                "How often somebody sits at one table and at another differs by 3 at most.",
            ],
        ),
        (
            (4, 9),
            1,
            [
                "Everybody is named first 1 to 4 times, in the same division with a difference of 1.",
                "Everybody is free 0 or 1 times.",
                "Everybody sits at each table equally often, or once more or less.",
            ],
        ),
        (
            (4, 7),
            3,
            [
                "Everybody is named first 4 to 9 times, in the same division with a difference of 1.",
                "Everybody is free 0 to 3 times, in the same division with a difference of 0.",
                "Everybody sits at each table equally often, or once more or less.",
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
    pairings = [Pairing(1, round, MONDAY + timedelta(round), 1, ("1-1", "1-2")) for round in (1, 2, 3)]
    found = measure_fairness(
        build_groups(4), [*pairings, Pairing(1, 1, MONDAY + timedelta(1), 2, ("1-3", "1-4"))], room=True
    )
    assert (found.named_first.least, found.named_first.most, found.named_first.worst) == (0, 3, 3)
    assert (found.byes.most, found.byes.worst, found.tables) == (2, 2, 3)


@pytest.mark.parametrize("sizes", [(8,), (5,), (4, 4), (4, 5, 6)])
def test_kept_schedule_of_nights_is_known_by_its_tables(sizes: tuple[int, ...]) -> None:
    assert has_shared_room(lay_out_fixtures(*sizes).pairings)
    assert has_shared_room(lay_out_fixtures(*sizes, tables=2).pairings)


@pytest.mark.parametrize("sizes", [(8,), (4, 4), (4, 5, 6)])
def test_kept_schedule_that_the_players_arrange_is_in_no_room(sizes: tuple[int, ...]) -> None:
    assert not has_shared_room(lay_out_fixtures(*sizes, dates=None).pairings)
    assert not has_shared_room(lay_out_fixtures(*sizes, dates=Deadlines(MONDAY)).pairings)


def test_thousand_divisions_of_four_sit_evenly_in_one_room() -> None:
    assert compute_fairness(lay_out_fixtures(*[4] * 1000)).tables == 1
