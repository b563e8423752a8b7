"""A competition of which no season was opened: its name is for those who help in the club."""

from __future__ import annotations

from django.test import Client

from league.actions.competition import create_league
from league.actions.season import open_season
from league.models import Club, Membership, Season, User
from league.principals import CONSOLE
from tests.scenarios import scenario
from tests.web.sheets import text

SECRET = "Autumn Surprise"
ADDRESS = "/riverside/autumn-surprise/"
PAGES = ("", "rules/", "hall-of-fame/")
SHOWING = ("/", "/riverside/", "/riverside/players/", "/riverside/players/ann/", "/?find=autumn")


@scenario
def secret(riverside: Club) -> Season:
    """The draft of a new league of the riverside club."""
    return create_league(club=riverside, name=SECRET, game="skuck", rules={}, by=CONSOLE)


@scenario
def player_of_the_club(riverside: Club) -> Client:
    user = User.objects.create_user("pat@example.org", name="Pat Player")
    Membership.objects.create(user=user, club=riverside, role="player")
    client = Client()
    client.force_login(user)
    return client


def test_name_is_nowhere_for_those_who_do_not_help(
    secret: Season, client: Client, stranger: Client, player_of_the_club: Client
) -> None:
    for reader in (client, stranger, player_of_the_club):
        for page in PAGES:
            response = reader.get(ADDRESS + page)
            assert response.status_code == 404 and SECRET not in text(response), page
        for address in SHOWING:
            assert SECRET not in text(reader.get(address)), address


def test_who_helps_finds_all_of_it(secret: Season, scorer: Client) -> None:
    for page in PAGES:
        assert SECRET in text(scorer.get(ADDRESS + page)), page
    assert SECRET in text(scorer.get("/riverside/"))


def test_everybody_finds_it_once_a_season_is_opened(secret: Season, client: Client) -> None:
    for page in PAGES:
        client.get(ADDRESS + page)
    open_season(season=secret, by=CONSOLE)
    for page in PAGES:
        assert SECRET in text(client.get(ADDRESS + page, follow=True)), page
    assert SECRET in text(client.get("/")) and SECRET in text(client.get("/riverside/"))
