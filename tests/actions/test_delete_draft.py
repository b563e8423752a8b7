"""Deleting a draft made by hand: the club is what it was before."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied

from league.actions.draft import DivisionAssignment, assign_divisions, create_season, delete_draft
from league.actions.errors import ActionError
from league.actions.result import submit_result
from league.actions.rollover import roll_over_season
from league.actions.schedule import make_schedule
from league.models import Competition, Event, Match, Player, Role, Season, Submission
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from tests.actions.clubs import PRINTED_SHEET, build_club_file, make_club, make_member
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    """Return season 2, a draft after an open season."""
    return create_season(competition=Competition.objects.get(club=make_club()), by=CONSOLE)


def get_problem_code(season: Season) -> str:
    before = export_club_file(season.competition.club)
    with pytest.raises(ActionError) as refused:
        delete_draft(season=season, by=CONSOLE)
    assert export_club_file(season.competition.club) == before
    (problem,) = refused.value.problems
    return problem.code


@pytest.mark.parametrize("prepared", ["nothing", "divisions", "a schedule"])
def test_the_club_is_what_it_was(prepared: str) -> None:
    club = make_club()
    before = export_club_file(club)
    season = create_season(competition=Competition.objects.get(club=club), by=CONSOLE)
    if prepared != "nothing":
        assign_divisions(season=season, divisions=[DivisionAssignment("A", ("p1", "p2", "p3"))], by=CONSOLE)
    if prepared == "a schedule":
        make_schedule(season=season, dates=None, tables=None, remind_days=0, by=CONSOLE)
        match = Match.objects.filter(division__season=season).first()
        assert match
        with pytest.raises(ActionError):
            submit_result(match=match, sheet={"deals": "?"}, by=CONSOLE, key=uuid4(), base=0)
    club.refresh_from_db()
    revision = club.revision
    delete_draft(season=season, by=make_member(club, Role.ORGANISER))
    assert export_club_file(club) == before and verify_club(club) == []
    assert Player.objects.count() == 5 and not Submission.objects.exists()
    club.refresh_from_db()
    assert club.revision != revision
    change = Event.objects.get(action="throw_away")
    assert (change.noun, change.key, change.before, change.after) == (
        "season",
        "league-1/2",
        {"state": "draft"},
        None,
    )
    assert create_season(competition=Competition.objects.get(club=club), by=CONSOLE).number == 2


def test_the_only_season_of_a_new_league_can_go() -> None:
    season = Season.objects.get(competition__club=make_club(state="draft"))
    delete_draft(season=season, by=CONSOLE)
    assert not Season.objects.exists() and Competition.objects.exists()


def test_a_season_that_was_opened_stays() -> None:
    assert get_problem_code(Season.objects.get(competition__club=make_club())) == "not-a-draft"


def test_a_draft_with_results_stays() -> None:
    file = build_club_file(state="draft")
    match = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0]
    match |= {"status": "played", "played_on": "2026-01-06", "sheet": PRINTED_SHEET}
    assert get_problem_code(Season.objects.get(competition__club=make_club(file))) == "draft-has-results"


def test_one_that_came_out_of_rolling_over_is_undone_instead() -> None:
    season = Season.objects.get(competition__club=make_club())
    made = roll_over_season(season=season, by=CONSOLE, missing="void")
    assert get_problem_code(made) == "rolled-over"


def test_one_that_others_have_come_after_stays(season: Season) -> None:
    Season.objects.create(competition=season.competition, number=3)
    assert get_problem_code(season) == "not-the-latest"


def test_deleted_twice_it_is_gone(season: Season) -> None:
    twin = Season.objects.select_related("competition").get(pk=season.pk)
    delete_draft(season=season, by=CONSOLE)
    assert get_problem_code(twin) == "gone"


@pytest.mark.parametrize("role", [Role.SCORER, Role.PLAYER])
def test_those_who_run_seasons_delete_them(season: Season, role: Role) -> None:
    with pytest.raises(PermissionDenied):
        delete_draft(season=season, by=make_member(season.competition.club, role))
    assert Season.objects.filter(pk=season.pk).exists()


def test_the_organiser_of_another_club_may_not(season: Season) -> None:
    with pytest.raises(PermissionDenied):
        delete_draft(season=season, by=make_member(make_club(slug="lakeside"), Role.OWNER))
    assert Season.objects.filter(pk=season.pk).exists()
