"""Links to the screen in the hall: made and revoked by organisers, followed by whoever has one."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from league.actions.errors import ActionError
from league.actions.screen_link import MAX_SCREEN_LINKS, make_screen_link, revoke_screen_link
from league.models import Club, Event, Player, Role, ScreenLink, Season
from league.principals import CONSOLE, Visitor
from league.queries.screen_link import build_screen_url
from tests.actions.clubs import make_club, make_member
from tests.scenarios import scenario

PAGE = "/riverside/league-1/1/screens/"


@scenario
def season() -> Season:
    club = make_club(slug="riverside")
    return Season.objects.for_page().get(competition__club=club)


def make_link(season: Season) -> str:
    return urlsplit(build_screen_url(make_screen_link(season=season, by=CONSOLE), season)).path


def test_link_shows_the_screen_of_a_club_for_members_until_it_is_revoked(
    season: Season, client: Client
) -> None:
    path, other = make_link(season), make_link(season)
    Club.objects.update(privacy="members")
    Player.objects.filter(key="p1").update(visibility="hidden", name="Ann Archer")
    page = client.get(path)
    assert page.status_code == 200 and "<table" in page.content.decode()
    assert "Ann Archer" not in page.content.decode() and "Player " in page.content.decode()
    assert client.get("/riverside/league-1/1/screen/").status_code == 404
    assert client.get(path.replace("/screen/", "/registration/")).status_code == 404
    revoke_screen_link(season=season, link=ScreenLink.objects.order_by("pk")[0].pk, by=CONSOLE)
    assert client.get(path).status_code == 404 and client.get(other).status_code == 200


def test_screen_of_a_club_for_members_is_kept_until_something_changes(season: Season, client: Client) -> None:
    path = make_link(season)
    Club.objects.update(privacy="members")
    first = client.get(path)
    again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    Club.objects.update(revision=Club.objects.get().revision + 1)
    assert client.get(path, headers={"If-None-Match": first.headers["ETag"]}).status_code == 200
    revoke_screen_link(season=season, link=ScreenLink.objects.get().pk, by=CONSOLE)
    assert client.get(path, headers={"If-None-Match": first.headers["ETag"]}).status_code == 404


def test_link_shows_what_visitors_see_also_where_an_organiser_has_logged_in(
    season: Season, client: Client
) -> None:
    path = make_link(season)
    Player.objects.filter(key="p1").update(visibility="hidden", name="Ann Archer")
    organiser = make_member(season.competition.club, Role.ORGANISER)
    client.force_login(organiser.user, backend="allauth.account.auth_backends.AuthenticationBackend")
    for privacy in ("public", "members"):
        Club.objects.update(privacy=privacy)
        assert "Ann Archer" in client.get("/riverside/league-1/1/screen/").content.decode()
        page = client.get(path).content.decode()
        assert "<table" in page and "Ann Archer" not in page
        assert 'href="/riverside/' not in page  # it would lead nowhere without a log-in


def test_link_is_good_for_its_own_season_only_and_cannot_be_made_up(season: Season, client: Client) -> None:
    path = make_link(season)
    assert client.get(path).status_code == 200
    token = path.split("/")[-2]
    for wrong in (token[:-1], "1.abc", "x", token.replace(".", "1.")):
        assert client.get(path.replace(token, wrong)).status_code == 404
    assert client.get(path.replace("/1/screen", "/2/screen")).status_code == 404


def test_organiser_makes_and_revokes_links_on_a_page(season: Season, client: Client) -> None:
    organiser = make_member(season.competition.club, Role.ORGANISER)
    client.force_login(organiser.user, backend="allauth.account.auth_backends.AuthenticationBackend")
    client.post(PAGE, {"do": "make"})
    (address,) = set(re.findall(r'href="(http[^"]*/screen/[^"]+)"', client.get(PAGE).content.decode()))
    assert Client().get(urlsplit(address).path).status_code == 200
    assert Event.objects.latest("pk").action == "make_screen_link"
    client.post(PAGE, {"do": "revoke"})
    assert ScreenLink.objects.count() == 1
    client.post(PAGE, {"do": "revoke", "link": ScreenLink.objects.get().pk})
    assert Client().get(urlsplit(address).path).status_code == 404
    assert Event.objects.latest("pk").action == "revoke_screen_link"


def test_only_organisers_make_links_and_not_without_end(season: Season) -> None:
    for by in (Visitor(), make_member(season.competition.club, Role.SCORER)):
        with pytest.raises(PermissionDenied):
            make_screen_link(season=season, by=by)
        with pytest.raises(PermissionDenied):
            revoke_screen_link(season=season, link=1, by=by)
    for _number in range(MAX_SCREEN_LINKS):
        make_screen_link(season=season, by=CONSOLE)
    with pytest.raises(ActionError):
        make_screen_link(season=season, by=CONSOLE)
