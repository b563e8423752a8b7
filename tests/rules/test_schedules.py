"""Schedules of seasons at tables of three and more: rounds, nights, the room, and how even they are."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import Invalid
from league.rules.pairing import table_groups as seating
from league.rules.pairing import tables
from league.rules.pairing.fairness import MeetingCount, compute_meeting_stats
from league.rules.pairing.fixtures import Bye, Fixtures, Pairing, build_fixtures
from league.rules.pairing.nights import Dates, Deadlines
from league.rules.pairing.schedules import MAX_DRAWN_PLAYERS, MAX_ROUNDS, MAX_STEPS, TableDraw
from league.rules.pairing.tables import TableRound, TableSeeds, draw_rounds
from tests.rules.test_fairness import MONDAY, NIGHTS, build_groups

TABLES_OF_FOUR = TableDraw(4, 3, 7, draw_seed=1)


def lay_out_fixtures(
    *sizes: int,
    dates: Dates | None = NIGHTS,
    tables: int | None = None,
    meetings: int = 1,
    drawing: TableDraw = TABLES_OF_FOUR,
    **wanted: Any,
) -> Fixtures:
    drawn = replace(drawing, **wanted)
    return build_fixtures(build_groups(*sizes), meetings, dates=dates, tables=tables, drawing=drawn)


def list_sentences(found: Fixtures) -> list[str]:
    return [str(sentence) for sentence in compute_meeting_stats(found.groups, found.pairings).sentences]


def list_table_sizes(fixtures: Fixtures) -> list[list[list[tuple[int, int, int]]]]:
    """Return by round and night: the division, the table and how many sit there."""
    return [
        [
            [(pairing.level, pairing.table, len(pairing.players)) for pairing in night.pairings]
            for night in season_round.nights
        ]
        for season_round in fixtures.rounds
    ]


# --- rounds, nights and tables


def test_divisions_play_at_tables_of_two_sizes_where_numbers_do_not_divide() -> None:
    fixtures = lay_out_fixtures(7, 4, dates=None)
    assert list_table_sizes(fixtures)[0] == [[(1, 1, 4), (1, 2, 3), (2, 1, 4)]]
    assert list_table_sizes(fixtures)[1:] == [[[(1, 1, 4), (1, 2, 3)]]] * 2


def test_one_who_has_no_seat_is_free_while_the_division_plays() -> None:
    fixtures = lay_out_fixtures(5, 5, dates=None, least=4, most=4, rounds=3)
    for season_round in fixtures.rounds:
        playing = {
            player
            for night in season_round.nights
            for pairing in night.pairings
            for player in pairing.players
        }
        free = {
            Bye(group.level, player)
            for group in fixtures.groups
            for player in group.players
            if player not in playing
        }
        assert set(season_round.byes) == free and len(free) == 2


def test_room_numbers_its_tables_through_all_divisions_of_a_night() -> None:
    fixtures = lay_out_fixtures(7, 8, rounds=2)
    assert list_table_sizes(fixtures) == [[[(1, 1, 4), (1, 2, 3), (2, 3, 4), (2, 4, 4)]]] * 2
    assert fixtures.days == (MONDAY, MONDAY + timedelta(7))


def test_with_too_few_tables_whole_divisions_take_turns_and_a_large_one_several_nights() -> None:
    fixtures = lay_out_fixtures(8, 8, 20, tables=4, rounds=1)
    assert [[(level, table) for level, table, _size in night] for night in list_table_sizes(fixtures)[0]] == [
        [(1, 1), (1, 2), (2, 3), (2, 4)],
        [(3, 1), (3, 2)],
        [(3, 1), (3, 2), (3, 3)],
    ]
    assert len(fixtures.days) == 3


def test_each_round_has_a_deadline() -> None:
    fixtures = lay_out_fixtures(8, dates=Deadlines(MONDAY, 14), rounds=3)
    assert fixtures.days == tuple(MONDAY + timedelta(14 * number) for number in range(3))


@settings(max_examples=15)
@given(
    st.lists(st.integers(3, 23), min_size=1, max_size=4),
    st.integers(3, 7),
    st.sampled_from([None, 1, 2, 5]),
    st.one_of(st.none(), st.integers(1, 4)),
)
def test_everybody_is_at_one_table_of_each_round_and_no_table_is_used_twice_on_a_night(
    sizes: list[int], size: int, tables: int | None, rounds: int | None
) -> None:
    fixtures = lay_out_fixtures(*sizes, size=size, tables=tables, rounds=rounds)
    by_level: dict[int, set[int]] = defaultdict(set)
    for season_round in fixtures.rounds:
        seated = [
            (pairing.level, player)
            for night in season_round.nights
            for pairing in night.pairings
            for player in pairing.players
        ]
        everybody = {(group.level, player) for group in fixtures.groups for player in group.players}
        assert len(seated) == len(set(seated))
        assert set(seated) == {
            member for member in everybody if member[0] in {level for level, _player in seated}
        }
        for night in season_round.nights:
            assert sorted(pairing.table for pairing in night.pairings) == list(
                range(1, len(night.pairings) + 1)
            )
            assert tables is None or len(night.pairings) <= tables
            for match in night.pairings:
                by_level[match.level].add(match.round)
    if rounds:
        assert all(own == set(range(1, rounds + 1)) for own in by_level.values())


def test_the_number_alone_says_who_sits_where() -> None:
    fixtures = lay_out_fixtures(9, 9, draw_seed=5)
    assert fixtures == lay_out_fixtures(9, 9, draw_seed=5) != lay_out_fixtures(9, 9, draw_seed=6)
    undated = lay_out_fixtures(9, 9, draw_seed=5, dates=None)
    assert [pairing.players for pairing in fixtures.pairings] == [
        pairing.players for pairing in undated.pairings
    ]


def test_divisions_that_are_alike_sit_differently() -> None:
    by_level: dict[int, list[list[str]]] = defaultdict(list)
    for pairing in lay_out_fixtures(9, 9, dates=None).pairings:
        by_level[pairing.level].append([player.split("-")[1] for player in pairing.players])
    assert by_level[1] != by_level[2]


def test_no_division_has_more_rounds_than_a_season_can_have() -> None:
    assert len(lay_out_fixtures(20, meetings=20, dates=None).rounds) == MAX_ROUNDS


@pytest.mark.parametrize(
    ("sizes", "wanted", "expected"),
    [
        ((4, 2), {}, ("divisions.1.entries", "too-few-entries")),
        ((MAX_DRAWN_PLAYERS + 1,), {}, ("divisions.0.entries", "too-many-entries")),
        ((), {}, ("divisions", "no-divisions")),
        ((8,), {"rounds": 0}, ("rounds", "out-of-range")),
        ((8,), {"rounds": -3}, ("rounds", "out-of-range")),
        ((8,), {"rounds": MAX_ROUNDS + 1}, ("rounds", "out-of-range")),
        ((8,), {"tables": 0}, ("tables", "out-of-range")),
        ((MAX_DRAWN_PLAYERS,) * 70, {"rounds": MAX_ROUNDS}, ("divisions", "too-many-matches")),
        ((MAX_DRAWN_PLAYERS,), {"rounds": MAX_ROUNDS, "tables": 1}, ("tables", "too-long")),
    ],
)
def test_what_cannot_be_played_is_refused(
    sizes: Sequence[int], wanted: dict[str, Any], expected: tuple[str, str]
) -> None:
    with pytest.raises(Invalid) as caught:
        lay_out_fixtures(*sizes, **wanted)
    assert [(problem.path, problem.code) for problem in caught.value.problems] == [expected]
    assert "{" not in str(caught.value.problems[0].message)


# --- fairness


def test_where_all_meet_equally_often_that_is_all_there_is_to_say() -> None:
    assert list_sentences(lay_out_fixtures(4, rounds=4)) == [
        "Each pair meets 4 times; the ideal is 4 times.",
        "Each player sits equally often in each seat.",
        "No byes.",
    ]


def build_pairings(*tables: tuple[int, str], level: int = 1) -> list[Pairing]:
    """Build pairings from rounds and the seeds at a table."""
    return [
        Pairing(level, round_number, None, 1, tuple(f"{level}-{seed}" for seed in seeds))
        for round_number, seeds in tables
    ]


def test_what_is_uneven_is_counted_and_the_worst_division_named() -> None:
    fine = build_pairings((1, "123"), (2, "231"), level=1)
    poor = [(round_number, seeds) for round_number in (1, 2) for seeds in ("123", "456", "789")]
    stats = compute_meeting_stats(build_groups(3, 9), [*fine, *build_pairings(*poor, level=2)])
    assert stats.meetings == (MeetingCount(0, 27, 18), MeetingCount(1, 0, 18), MeetingCount(2, 12, 3))
    assert [str(sentence) for sentence in stats.sentences] == [
        "Each pair meets 0 to 2 times; the ideal is 0 to 2 times.",
        "9 of 39 pairs meet more or less often than ideal, most of them in division D2.",
        "Each player's numbers of matches in the seats differ by at most 2.",
        "No byes.",
    ]


def test_with_fewer_tables_than_seats_at_one_nothing_is_said_to_be_best() -> None:
    for sizes in ((7,), (8,), (8, 16)):
        fixtures = lay_out_fixtures(*sizes)
        assert {
            meeting.at_best for meeting in compute_meeting_stats(fixtures.groups, fixtures.pairings).meetings
        } == {None}
        often, crowded, *rest = list_sentences(fixtures)
        assert re.fullmatch(r"Each pair meets (never|once|\d) [\w ]+\.", often)
        assert crowded.startswith(
            "A division with fewer tables than seats at a table is uneven: the same players"
        )
        assert not any("ideal" in sentence for sentence in rest)


def test_smaller_tables_are_told_where_there_are_two_sizes() -> None:
    poor = build_pairings((1, "1234"), (1, "567"), (2, "1234"), (2, "567"))
    assert [str(sentence) for sentence in compute_meeting_stats(build_groups(7), poor).sentences][2:] == [
        "Each player's numbers of matches in the seats differ by at most 2.",
        "Matches at smaller tables differ by at most 2 between players of a division.",
        "No byes.",
    ]


def test_who_is_free_is_told() -> None:
    assert (
        list_sentences(lay_out_fixtures(5, least=4, most=4, rounds=5))[-1]
        == "Players of a division have equally many byes."
    )
    assert "give or take one" in list_sentences(lay_out_fixtures(5, least=4, most=4, rounds=3))[-1]
    alone = build_pairings((1, "1234"), (2, "1234"), (3, "1234"))
    assert str(compute_meeting_stats(build_groups(5), alone).sentences[-1]).endswith(
        "differ by at most 3 between players of a division."
    )


def test_meetings_are_told_beside_what_is_best_for_any_club() -> None:
    for sizes in ((20,), (16, 16), (3,), (16, 22)):
        fixtures = lay_out_fixtures(*sizes)
        meetings = compute_meeting_stats(fixtures.groups, fixtures.pairings).meetings
        pairs = sum(size * (size - 1) // 2 for size in sizes)
        assert (
            sum(meeting.pairs for meeting in meetings)
            == sum(meeting.at_best or 0 for meeting in meetings)
            == pairs
        )
        met = Counter(meeting.times for meeting in meetings for _ in range(meeting.pairs))
        seats = sum(len(pairing.players) * (len(pairing.players) - 1) // 2 for pairing in fixtures.pairings)
        assert sum(times * pairs for times, pairs in met.items()) == seats


# --- the limits of the search


def test_divisions_of_many_sizes_share_the_time_and_one_has_all_that_is_worthwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[int] = []

    def look(
        size: int, shape: TableSeeds, number: int, lot: int, steps: int, *, seats: bool
    ) -> tuple[TableRound, ...]:
        looked.append(steps)
        return draw_rounds(size, shape, number, lot, 0)

    monkeypatch.setattr(tables, "draw_rounds", look)
    lay_out_fixtures(59, rounds=19)
    lay_out_fixtures(59, 59, rounds=19)
    assert looked == [seating.SEARCH_STEPS] * 3
    looked.clear()
    lay_out_fixtures(*range(30, 60), rounds=19)
    assert len(looked) == 30 and 0 < sum(looked) <= MAX_STEPS
