"""Late entries: whom they meet, in which rounds, on which days and at which tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Invalid
from league.rules.pairing.late_entry import (
    LateEntryPlan,
    PlannedMatch,
    RunningDivision,
    SeasonFixture,
    plan_pair_matches,
    plan_table_joins,
)
from league.rules.pairing.round_robin import build_round_robin

TODAY = date(2026, 3, 6)
WEEK = timedelta(7)


def list_seed_ids(count: int) -> list[str]:
    return [f"p{number}" for number in range(1, count + 1)]


def build_paired_fixtures(
    players: int, meetings: int = 1, *, played: int = 0, level: int = 1
) -> list[SeasonFixture]:
    """Build a division's fixtures, one round a week, `played` of which are over; the next is today."""
    fixtures = []
    for number, pairs in enumerate(build_round_robin(players, meetings), 1):
        for table, pair in enumerate(pairs, 1):
            seats = tuple(f"p{seed}" for seed in pair)
            day = TODAY + WEEK * (number - played - 1)
            over = number <= played
            key = f"d{level}r{number}t{table}"
            fixtures.append(
                SeasonFixture(key, level, number, table, day, seats, seats, not over, is_played=over)
            )
    return fixtures


def build_table_fixtures(*sizes: int, rounds: int = 3) -> list[SeasonFixture]:
    """Build fixtures with the same tables in every round, none of them played."""
    fixtures = []
    for number in range(1, rounds + 1):
        players = iter(list_seed_ids(sum(sizes)))
        for table, size in enumerate(sizes, 1):
            seats = tuple(next(players) for _seat in range(size))
            fixtures.append(SeasonFixture(f"r{number}t{table}", 1, number, table, None, seats, seats))
    return fixtures


def count_meetings(plan: Iterable[PlannedMatch], player: str = "new") -> Counter[str]:
    return Counter(other for match in plan for other in match.players if other != player)


def collect_problem_codes(call: object, *arguments: object) -> list[tuple[str, str]]:
    assert callable(call)
    with pytest.raises(Invalid) as invalid:
        call(*arguments)
    return [(problem.path, problem.code) for problem in invalid.value.problems]


def assert_plan_fits(plan: LateEntryPlan, fixtures: Sequence[SeasonFixture]) -> None:
    """Assert that nobody is twice in a round, and no table is assigned twice."""
    seated = [(fixture.round, player) for fixture in fixtures for player in {*fixture.seats, *fixture.sat}]
    new = [(match.round, player) for match in plan for player in match.players]
    assert max(Counter([*set(seated), *new]).values(), default=0) <= 1
    places = [(fixture.round, fixture.table) for fixture in fixtures] + [
        (match.round, match.table) for match in plan
    ]
    assert len(set(places)) == len(places)


# --- matches of two


def test_who_has_a_bye_is_met_in_it_on_its_day_and_who_had_one_after_the_last_round() -> None:
    fixtures = build_paired_fixtures(5, played=2)
    plan = plan_pair_matches("new", list_seed_ids(5), 1, RunningDivision(1, fixtures), TODAY)
    byes = {
        number: next(
            player for player in list_seed_ids(5) if all(player not in fixture.seats for fixture in own)
        )
        for number, own in RunningDivision(1, fixtures).rounds.items()
    }
    there = [(match.round, match.due_on, *count_meetings([match])) for match in plan]
    assert there[:3] == [(number, TODAY + WEEK * (number - 3), byes[number]) for number in (3, 4, 5)]
    assert [(number, day) for number, day, _other in there[3:]] == [(6, None), (7, None)]
    assert {other for _number, _day, other in there[3:]} == {byes[1], byes[2]}
    assert [match.table for match in plan] == [3, 3, 3, 1, 1]


def test_a_round_that_is_not_over_though_its_day_is_past_has_room_but_no_day() -> None:
    late = build_paired_fixtures(3)
    fixtures = [replace(fixture, day=TODAY - WEEK) for fixture in late]
    plan = plan_pair_matches("new", list_seed_ids(3), 1, RunningDivision(1, fixtures), TODAY)
    assert [(match.round, match.due_on) for match in plan] == [(1, None), (2, None), (3, None)]


def test_they_sit_first_every_other_time_and_a_pair_is_turned_round_when_it_meets_again() -> None:
    plan = plan_pair_matches(
        "new", list_seed_ids(4), 2, RunningDivision(1, build_paired_fixtures(4, 2)), TODAY
    )
    assert [match.players.index("new") for match in plan] == [0, 1, 0, 1, 1, 0, 1, 0]
    assert count_meetings(plan) == dict.fromkeys(list_seed_ids(4), 2)


def test_where_nothing_is_arranged_yet_their_rounds_start_at_the_first() -> None:
    plan = plan_pair_matches("new", ["p1", "p2"], 1, RunningDivision(1, []), TODAY)
    assert plan == (PlannedMatch(1, 1, None, ("new", "p1")), PlannedMatch(2, 1, None, ("p2", "new")))


def test_in_a_room_they_get_a_table_that_no_division_has_on_that_day() -> None:
    other = [replace(fixture, table=fixture.table + 2) for fixture in build_paired_fixtures(4, level=2)]
    fixtures = [*build_paired_fixtures(5), *other]
    for room, table in ((True, 5), (False, 3)):
        plan = plan_pair_matches("new", list_seed_ids(5), 1, RunningDivision(1, fixtures, room), TODAY)
        assert [match.table for match in plan[:3]] == [table] * 3


def test_who_plays_for_somebody_else_in_a_round_is_not_free_in_it() -> None:
    fixtures = build_paired_fixtures(3)
    first = fixtures[0]
    fixtures[0] = replace(first, sat=("new", first.seats[1]))
    plan = plan_pair_matches("new", list_seed_ids(3), 1, RunningDivision(1, fixtures), TODAY)
    assert [match.round for match in plan] == [2, 3, 4]


def test_a_round_that_would_leave_another_without_anybody_takes_somebody_else() -> None:
    """In both rounds p1 is free, but p2 only in the first: p1 in the first would waste the second."""
    fixtures = [
        SeasonFixture("a", 1, 1, 1, None, ("p3", "p4"), ("p3", "p4")),
        SeasonFixture("b", 1, 2, 1, None, ("p2", "p3"), ("p2", "p3")),
    ]
    plan = plan_pair_matches("new", ["p1", "p2"], 1, RunningDivision(1, fixtures), TODAY)
    assert [(match.round, *count_meetings([match])) for match in plan] == [(1, "p2"), (2, "p1")]


def test_with_nobody_left_there_is_nobody_to_meet() -> None:
    assert collect_problem_codes(
        plan_pair_matches, "new", [], 1, RunningDivision(1, build_paired_fixtures(4)), TODAY
    ) == [("", "nobody-to-meet")]


def test_no_round_comes_after_the_last_that_a_club_file_may_have() -> None:
    last = replace(build_paired_fixtures(2)[0], waits=False, round=1_000_000)
    assert collect_problem_codes(
        plan_pair_matches, "new", list_seed_ids(2), 1, RunningDivision(1, [last]), TODAY
    ) == [("", "too-many-rounds")]
    plan = plan_pair_matches(
        "new", list_seed_ids(2), 1, RunningDivision(1, [replace(last, round=999_998)]), TODAY
    )
    assert [match.round for match in plan] == [999_999, 1_000_000]


@st.composite
def divisions(draw: st.DrawFn) -> tuple[int, int, list[SeasonFixture], list[str]]:
    """Draw a division with any number of players and meetings.

    Some matches have a result, some are missing, some players have left.
    """
    players, meetings = draw(st.integers(1, 9)), draw(st.integers(1, 3))
    fixtures = build_paired_fixtures(players, meetings, played=draw(st.integers(0, 4)))
    remaining = [fixture for fixture in fixtures if draw(st.integers(0, 5))]
    waits = [replace(fixture, waits=fixture.waits and bool(draw(st.integers(0, 3)))) for fixture in remaining]
    others = [player for player in list_seed_ids(players) if draw(st.integers(0, 4))]
    return players, meetings, waits, others


@given(divisions())
def test_everybody_is_met_exactly_so_often_nobody_twice_in_a_round_and_free_rounds_are_used(
    division: tuple[int, int, list[SeasonFixture], list[str]],
) -> None:
    _players, meetings, fixtures, others = division
    if not others:
        return
    running = RunningDivision(1, fixtures)
    plan = plan_pair_matches("new", others, meetings, running, TODAY)
    assert count_meetings(plan) == dict.fromkeys(others, meetings)
    assert_plan_fits(plan, fixtures)
    last = max(running.rounds, default=0)
    assert all(
        any(match.waits for match in running.rounds[match.round]) for match in plan if match.round <= last
    )
    assert [match.round for match in plan if match.round > last] == [
        last + 1 + number for number in range(sum(match.round > last for match in plan))
    ]
    assert sum(match.round <= last for match in plan) == count_free_rounds(others, meetings, running)


def count_free_rounds(others: Sequence[str], meetings: int, running: RunningDivision) -> int:
    """Count the rounds that can be used at best, by Hall's theorem in Ore's form.

    For any group of others, that is what is free of the rest, and no more than the group can take.
    """
    free = [
        {other for other in others if all(other not in fixture.seats for fixture in own)}
        for own in running.rounds.values()
        if any(fixture.waits for fixture in own)
    ]
    return min(
        meetings * len(group) + sum(bool(players - set(group)) for players in free)
        for size in range(len(others) + 1)
        for group in combinations(others, size)
    )


# --- at larger tables


def test_in_each_round_they_join_one_of_the_smallest_tables_rather_with_those_met_least() -> None:
    plan = plan_table_joins("new", RunningDivision(1, build_table_fixtures(4, 3, 3)), range(3, 6))
    assert [(match.round, match.joins) for match in plan] == [(1, "r1t2"), (2, "r2t3"), (3, "r3t2")]
    assert plan[0].players == ("p5", "p6", "p7", "new")


def test_a_table_that_is_full_or_has_a_result_takes_nobody() -> None:
    fixtures = build_table_fixtures(5, 4, rounds=2)
    fixtures[1] = replace(fixtures[1], waits=False)  # a forfeit: the round has not been played for all that
    plan = plan_table_joins("new", RunningDivision(1, fixtures), range(3, 6))
    assert [match.joins for match in plan] == ["r2t2"]


def test_a_round_that_somebody_has_played_is_over_for_them() -> None:
    fixtures = build_table_fixtures(4, 3, rounds=2)
    fixtures[0] = replace(fixtures[0], waits=False, is_played=True)
    plan = plan_table_joins("new", RunningDivision(1, fixtures), range(3, 6))
    assert [match.joins for match in plan] == ["r2t2"]


def test_who_sits_at_a_table_of_the_round_for_somebody_else_joins_none() -> None:
    fixtures = build_table_fixtures(4, rounds=2)
    fixtures[0] = replace(fixtures[0], sat=("p1", "new", "p3", "p4"))
    assert [match.round for match in plan_table_joins("new", RunningDivision(1, fixtures), range(3, 6))] == [
        2
    ]


@pytest.mark.parametrize("sizes", [[range(3, 5)], [()]])
def test_where_every_table_is_full_there_is_no_place(sizes: list[Sequence[int]]) -> None:
    assert collect_problem_codes(
        plan_table_joins, "new", RunningDivision(1, build_table_fixtures(4, 4)), *sizes
    ) == [("", "no-place")]


@given(
    st.lists(st.integers(2, 7), min_size=1, max_size=5),
    st.integers(1, 8),
    st.integers(3, 7),
    st.lists(st.integers(0, 2), min_size=40, max_size=40),
)
def test_no_table_becomes_larger_than_the_game_allows(
    sizes: list[int], rounds: int, most: int, states: list[int]
) -> None:
    there = build_table_fixtures(*sizes, rounds=rounds)
    fixtures = [
        replace(fixture, waits=state == 0, is_played=state == 2)
        for fixture, state in zip(there, states, strict=False)
    ]
    joined = {fixture.key: fixture for fixture in fixtures}
    try:
        plan = plan_table_joins("new", RunningDivision(1, fixtures), range(3, most + 1))
    except Invalid:
        plan = ()
    for match in plan:
        table = joined[match.joins]
        assert match.players == (*table.seats, "new")
        assert (match.round, match.table, match.due_on) == (table.round, table.table, table.day)
        assert table.waits and len(match.players) <= most
    possible = {
        number
        for number, own in RunningDivision(1, fixtures).rounds.items()
        if not any(fixture.is_played for fixture in own)
        and any(fixture.waits and len(fixture.seats) < most for fixture in own)
    }
    assert [match.round for match in plan] == sorted(possible)
