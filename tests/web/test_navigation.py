"""What the bar above each page leads to."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import Club, Membership, Player, Role, User
from league.principals import Person, Visitor
from league.queries.navigation import find_navigation
from tests.scenarios import scenario


@scenario
def user() -> User:
    return User.objects.create_user("dev@example.org", name="Dev")


def test_visitor_is_led_to_the_leagues_of_the_club(autumn: Club) -> None:
    found = find_navigation(Visitor(), "autumn")
    assert found.club and found.club.name == autumn.name
    leagues = [(league.slug, league.season) for league in found.leagues]
    assert leagues == [("fridays", 1), ("mondays", 1), ("thursdays", 1), ("tuesdays", 2)]
    assert found.league is None and not (found.may_manage or found.enters_results)


def test_league_is_that_of_the_page_or_the_only_one(autumn: Club, riverside: Club) -> None:
    assert (found := find_navigation(Visitor(), "autumn", "tuesdays").league) and found.season == 2
    assert find_navigation(Visitor(), "autumn", "sundays").league is None  # only a draft
    assert (found := find_navigation(Visitor(), "riverside").league) and found.slug == "skuck-league"


@pytest.mark.parametrize(
    ("role", "enters", "manages"),
    [
        (Role.OWNER, True, True),
        (Role.ORGANISER, True, True),
        (Role.SCORER, True, True),
        (Role.PLAYER, False, False),
    ],
)
def test_role_in_the_club_of_the_page_decides(
    riverside: Club, user: User, role: Role, enters: bool, manages: bool
) -> None:
    Membership.objects.create(user=user, club=riverside, role=role)
    found = find_navigation(Person(user), "riverside")
    assert (found.enters_results, found.may_manage) == (enters, manages)
    elsewhere = find_navigation(Person(user))
    assert [club.slug for club in elsewhere.clubs] == ["riverside"]
    assert not (elsewhere.enters_results or elsewhere.may_manage)


def test_players_enter_their_own_results(riverside: Club, user: User) -> None:
    Player.objects.filter(club=riverside, key="dev").update(user=user)
    found = find_navigation(Person(user), "riverside")
    assert found.enters_results and not found.may_manage


def test_administrator_manages_every_club(riverside: Club, user: User) -> None:
    user.is_superuser = True
    found = find_navigation(Person(user), "riverside")
    assert found.may_manage and not found.enters_results


def test_number_of_clubs_and_leagues_costs_nothing(riverside: Club, autumn: Club, user: User) -> None:
    for club in (riverside, autumn):
        Membership.objects.create(user=user, club=club, role=Role.SCORER)
    Membership.objects.create(
        user=user,
        club=Club.objects.create(slug="gone", name="Gone", deleted_at=timezone.now()),
        role=Role.OWNER,
    )
    with CaptureQueriesContext(connection) as asked:
        found = find_navigation(Person(user), "riverside")
    assert len(asked) == 1
    assert [club.slug for club in found.clubs] == ["autumn", "riverside"]
    with CaptureQueriesContext(connection) as asked:
        assert find_navigation(Visitor()).clubs == ()
    assert len(asked) == 0
