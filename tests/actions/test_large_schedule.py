"""Large schedules: refused before they are made if they are too large, else made in several transactions."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from itertools import count, pairwise
from typing import Any
from unittest.mock import patch

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games import Invalid
from league.actions import changes, fixtures, schedule
from league.actions.club import import_club
from league.actions.competition import change_options, change_rules, create_league
from league.actions.decisions import late_entry
from league.actions.decisions.late_entry import add_late_entry
from league.actions.draft import DivisionAssignment, assign_divisions, delete_draft
from league.actions.errors import ActionError
from league.actions.move import move_match, move_night
from league.actions.player import add_players
from league.actions.rollover import roll_over_season, undo_rollover
from league.actions.schedule import make_schedule
from league.actions.season import open_season
from league.models import (
    Club,
    Competition,
    Decision,
    Division,
    Entry,
    Event,
    Match,
    Membership,
    Player,
    Role,
    Season,
    Seat,
)
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.queries.opening import find_opening_blockers
from league.queries.schedule import find_wanted_schedule
from league.rules.pairing import fixtures as fixture_rules
from league.rules.pairing.schedules import RoundRobinSchedule
from tests.actions.clubs import list_matches, make_club, make_member
from tests.actions.test_schedule import (
    NIGHTS,
    collect_problem_codes,
    list_fixtures,
    make_schedule_with_defaults,
    make_unscheduled_draft,
)
from tests.commands.console import fetch_all_rows
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    """A draft of two divisions, which play twelve matches."""
    return make_unscheduled_draft(divisions=2)


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a transaction create about three matches."""
    monkeypatch.setattr(fixtures, "MAX_ROWS_AT_ONCE", 9)


@pytest.fixture
def few_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a season have eleven matches."""
    for module in (fixture_rules, late_entry):
        monkeypatch.setattr(module, "MAX_MATCHES", 11)


def reload(season: Season) -> Season:
    return Season.objects.select_related("competition__club").get(pk=season.pk)


class Killed(BaseException):
    """The process ends, and no code of ours is run any more."""


def kill() -> None:
    raise Killed


def make_interrupted(
    season: Season, change: Callable[[], object], *, before_batch: int = 3, **more: Any
) -> None:
    """Make the schedule, and do something else before this of its transactions."""
    numbers = count()

    def begin(*which: Any, **how: Any) -> Any:
        if next(numbers) == before_batch:  # the first one deletes what was there
            with patch.object(schedule, "change", changes.change):
                change()
        return changes.change(*which, **how)

    with patch.object(schedule, "change", begin):
        make_schedule_with_defaults(season, **more)


@pytest.fixture
def unfinished(season: Season, small_batches: None) -> Season:
    """The draft after a process was killed that was making its schedule."""
    with pytest.raises(Killed):
        make_interrupted(season, kill)
    found = reload(season)
    assert found.schedule_token and 0 < Match.objects.count() < 12
    return found


# --- too many


def test_number_of_matches_is_told_with_the_limit_and_what_would_be_right() -> None:
    divisions = [fixture_rules.DivisionPlayers(1, "A", tuple(f"p{number}" for number in range(630)))]
    with (
        patch.object(RoundRobinSchedule, "arrange_by_division", side_effect=AssertionError),
        pytest.raises(Invalid) as refused,
    ):
        fixture_rules.build_fixtures(divisions, 1, dates=None, tables=None)
    assert str(refused.value.problems[0].message) == (
        "Too many matches: 198,135. A season has at most 40,000. Make more divisions, or fewer rounds."
    )


def test_league_of_2000_players_in_divisions_of_20_who_all_meet_twice_is_not_too_large() -> None:
    divisions = [
        fixture_rules.DivisionPlayers(level, f"{level}", tuple(f"p{level}-{number}" for number in range(20)))
        for level in range(1, 101)
    ]
    assert fixture_rules.count_matches(divisions, 2) == 38_000


def test_too_many_matches_are_refused_however_they_would_be_made(season: Season, few_matches: None) -> None:
    before = fetch_all_rows()
    club = season.competition.club
    for name, make in (
        ("make_schedule", lambda: make_schedule_with_defaults(season)),
        ("open_season", lambda: open_season(season=season, by=CONSOLE)),
        (
            "create_league",
            lambda: create_league(
                club=club, name="Other", game="skuck", rules={"division_size": 4}, by=CONSOLE
            ),
        ),
    ):
        with pytest.raises(ActionError) as refused:
            make()
        assert [problem.code for problem in refused.value.problems] == ["too-many-matches"], name
        assert fetch_all_rows() == before, name


def test_late_entry_makes_no_more_matches_than_a_season_has(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(divisions=2)
    add_players(club=club, names=["Late Lea"], namesakes=False, by=CONSOLE)
    player = Player.objects.get(club=club, name="Late Lea")
    enter = partial(
        add_late_entry,
        division=Division.objects.get(level=1),
        player=player,
        reason="She moved here.",
        by=CONSOLE,
    )
    before = fetch_all_rows()
    for name, most in (("MAX_MATCHES", 15), ("MAX_LATE_MATCHES", 3)):
        with monkeypatch.context() as patched:
            patched.setattr(late_entry, name, most)
            with pytest.raises(
                ActionError, match="Too many matches: 16" if most == 15 else "This would make 4 matches"
            ):
                enter()
        assert fetch_all_rows() == before
    assert isinstance(enter(), Decision)


# --- in several transactions


def test_large_schedule_is_the_one_that_a_small_one_would_be(season: Season, small_batches: None) -> None:
    make_schedule_with_defaults(season, remind_days=3)
    in_batches = list_fixtures(season)
    assert len(in_batches) == 12
    change = Event.objects.latest("pk")
    assert (change.before, change.after) == ({"matches": 0}, {"matches": 12, "days": 3})
    found = reload(season)
    assert found.schedule_token is None and found.schedule_batch_at is None
    assert found.remind_days == 3
    with patch.object(fixtures, "MAX_ROWS_AT_ONCE", 10**6):
        make_schedule_with_defaults(season, remind_days=3)
    assert list_fixtures(season) == in_batches
    assert verify_club(season.competition.club) == []


@pytest.mark.django_db(transaction=True)
def test_others_can_write_in_between(small_batches: None) -> None:
    season = make_unscheduled_draft(divisions=2)
    with CaptureQueriesContext(connection) as queries:
        make_schedule_with_defaults(season)
    statements = [query["sql"] for query in queries]
    begins = [place for place, sql in enumerate(statements) if sql.startswith("BEGIN")]
    seats = [place for place, sql in enumerate(statements) if sql.startswith('INSERT INTO "league_seat"')]
    assert len(seats) == 4
    assert all(any(one < begin < other for begin in begins) for one, other in pairwise(seats))


def test_large_schedule_replaces_the_one_there_was(season: Season, small_batches: None) -> None:
    make_schedule_with_defaults(season, None)
    make_schedule_with_defaults(season, NIGHTS)
    assert Match.objects.count() == 12 and not Match.objects.filter(due_on=None).exists()


def test_season_that_is_opened_without_a_schedule_has_a_large_one_made_before(
    season: Season, small_batches: None
) -> None:
    open_season(season=season, by=CONSOLE)
    assert reload(season).state == "open" and Match.objects.count() == 12
    assert [change.action for change in Event.objects.order_by("pk")][-2:] == [
        "make_schedule",
        "open_season",
    ]


def test_league_is_created_with_a_large_schedule(season: Season, small_batches: None) -> None:
    created = create_league(
        club=season.competition.club, name="Other", game="skuck", rules={"division_size": 4}, by=CONSOLE
    )
    assert Match.objects.filter(division__season=created).count() == 6 + 10
    assert reload(created).schedule_token is None


def test_league_is_there_if_its_large_schedule_is_not(season: Season, small_batches: None) -> None:
    with patch("league.actions.competition.make_schedule", side_effect=ActionError(fixtures.CHANGED)):
        created = create_league(
            club=season.competition.club, name="Other", game="skuck", rules={"division_size": 4}, by=CONSOLE
        )
    assert Entry.objects.filter(season=created).count() == 9 and not Match.objects.exists()


def test_open_season_gets_another_schedule_all_at_once(season: Season, small_batches: None) -> None:
    open_season(season=season, by=CONSOLE)
    tokens: list[object] = []
    with patch.object(
        schedule, "create_matches", side_effect=lambda *_, **__: tokens.append(reload(season).schedule_token)
    ) as create:
        make_schedule_with_defaults(season)
    assert create.call_count == 1 and tokens == [None]


def test_open_season_with_too_many_matches_to_be_replaced_at_once_keeps_them(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_season(season=season, by=CONSOLE)
    before = fetch_all_rows()
    monkeypatch.setattr(schedule, "MAX_REPLACED", 11)
    assert collect_problem_codes(season=reload(season)) == [("season", "too-many-at-once")]
    assert fetch_all_rows() == before


# --- something else comes in between


def swap_two_players(season: Season) -> None:
    assign_divisions(
        season=season,
        divisions=[
            DivisionAssignment("Division 1", ("p2", "p1", "p3", "p4")),
            DivisionAssignment("Division 2", ("p5", "p6", "p7", "p8")),
        ],
        by=CONSOLE,
    )


def rename_division(season: Season) -> None:
    assign_divisions(
        season=season,
        divisions=[
            DivisionAssignment("First", ("p1", "p2", "p3", "p4")),
            DivisionAssignment("Division 2", ("p5", "p6", "p7", "p8")),
        ],
        by=CONSOLE,
    )


def change_rules_of(season: Season, **rules: Any) -> None:
    competition = Competition.objects.get(pk=season.competition_id)
    change_rules(competition=competition, rules=competition.rules | rules, by=CONSOLE)


def change_options_of(season: Season) -> None:
    competition = Competition.objects.get(pk=season.competition_id)
    change_options(competition=competition, options={"deals": 6}, by=CONSOLE)


def import_player(season: Season) -> None:
    document = json.loads(export_club_file(season.competition.club))
    document["players"].append({"id": "newcomer", "name": "New Comer"})
    import_club(json.dumps(document).encode(), by=CONSOLE)


def import_schedule(season: Season) -> None:
    """Import a match of the draft, with an id that one of the unfinished schedule has."""
    document = json.loads(export_club_file(season.competition.club))
    division = document["competitions"][0]["seasons"][0]["divisions"][1]
    division["matches"] = [{"id": "m1", "round": 1, "seats": ["p5", "p6"]}]
    import_club(json.dumps(document).encode(), by=CONSOLE)


@pytest.mark.parametrize(
    ("change", "left"),
    [
        (swap_two_players, 0),
        (rename_division, 0),
        (lambda season: change_rules_of(season, meetings=2), 0),
        (lambda season: change_rules_of(season, relegated=2, promoted=2), 0),
        (change_options_of, 0),
        (import_player, 0),
        (import_schedule, 1),
        (make_schedule_with_defaults, 12),
    ],
    ids=["divide", "rename", "meetings", "rules", "options", "import", "import-matches", "schedule"],
)
def test_change_in_between_stops_it_and_leaves_no_half_schedule(
    season: Season, small_batches: None, change: Callable[[Season], None], left: int
) -> None:
    with pytest.raises(ActionError) as stopped:
        make_interrupted(season, lambda: change(season))
    assert [problem.code for problem in stopped.value.problems] == ["changed-meanwhile"]
    found = reload(season)
    assert found.schedule_token is None
    assert Match.objects.count() == left and Seat.objects.count() == 2 * left
    assert verify_club(season.competition.club) == []
    make_schedule_with_defaults(found)
    assert Match.objects.count() == 6 * 2 * found.competition.rules.get("meetings", 1)


def test_change_before_it_begins_stops_it(season: Season) -> None:
    with pytest.raises(ActionError) as stopped:
        make_interrupted(season, lambda: swap_two_players(season), before_batch=0)
    assert [problem.code for problem in stopped.value.problems] == ["changed-meanwhile"]
    assert not Match.objects.exists()


def test_draft_that_is_deleted_in_between_is_gone(season: Season, small_batches: None) -> None:
    with pytest.raises(ActionError) as stopped:
        make_interrupted(season, lambda: delete_draft(season=season, by=CONSOLE))
    assert [problem.code for problem in stopped.value.problems] == ["gone"]
    assert not Season.objects.exists() and not Match.objects.exists()


def test_who_may_not_make_it_any_more_stops(season: Season, small_batches: None) -> None:
    organiser = make_member(season.competition.club, Role.ORGANISER)
    with pytest.raises(PermissionDenied):
        make_interrupted(season, Membership.objects.all().delete, by=organiser)
    assert reload(season).schedule_token and Match.objects.count() < 12


# --- a process was killed


def test_it_can_be_made_once_more(unfinished: Season) -> None:
    make_schedule_with_defaults(unfinished)
    assert Match.objects.count() == 12 and reload(unfinished).schedule_token is None
    assert verify_club(unfinished.competition.club) == []


def test_draft_with_part_of_a_schedule_is_not_opened(unfinished: Season) -> None:
    assert [problem.code for problem in find_opening_blockers(unfinished)] == ["schedule-unfinished"]
    with pytest.raises(ActionError) as refused:
        open_season(season=unfinished, by=CONSOLE)
    assert [problem.code for problem in refused.value.problems] == ["schedule-unfinished"]
    with pytest.raises(IntegrityError), transaction.atomic():
        Season.objects.update(state="open", game="skuck")


def test_part_of_a_schedule_is_not_exported(unfinished: Season) -> None:
    document = json.loads(export_club_file(unfinished.competition.club))
    divisions = document["competitions"][0]["seasons"][0]["divisions"]
    assert [division.get("matches", []) for division in divisions] == [[], []]
    assert verify_club(unfinished.competition.club) == []


def test_matches_of_part_of_a_schedule_are_not_moved(unfinished: Season) -> None:
    match = list_matches(unfinished.competition.club)[0]
    day = NIGHTS.start
    for move in (
        lambda: move_match(match=match, due_on=None, table=7, by=CONSOLE),
        lambda: move_night(season=unfinished, day=day, to=day.replace(day=20), by=CONSOLE),
    ):
        with pytest.raises(ActionError) as refused:
            move()
        assert [problem.code for problem in refused.value.problems] == ["schedule-unfinished"]


def test_another_schedule_is_not_proposed_like_part_of_one(unfinished: Season) -> None:
    assert find_wanted_schedule(unfinished, today=NIGHTS.start) is None


def test_divisions_can_be_changed_and_take_the_part_away(unfinished: Season) -> None:
    swap_two_players(unfinished)
    assert reload(unfinished).schedule_token is None and not Match.objects.exists()


def test_draft_can_be_deleted_with_part_of_a_schedule(unfinished: Season) -> None:
    delete_draft(season=unfinished, by=CONSOLE)
    assert not Season.objects.exists()


def test_rollover_is_undone_with_part_of_a_schedule(season: Season, small_batches: None) -> None:
    open_season(season=season, by=CONSOLE)
    following = roll_over_season(season=season, by=CONSOLE, missing="void")
    with pytest.raises(Killed):
        make_interrupted(following, kill)
    undo_rollover(season=following, by=CONSOLE)
    assert Season.objects.get() == season and reload(season).state == "open"


def test_club_is_sound_whatever_was_interrupted(season: Season, small_batches: None) -> None:
    for number in range(5):
        with pytest.raises(Killed):
            make_interrupted(reload(season), kill, before_batch=number)
        assert verify_club(Club.objects.get()) == []
    make_schedule(season=season, dates=None, tables=None, remind_days=0, by=CONSOLE)
    assert Match.objects.count() == 12
