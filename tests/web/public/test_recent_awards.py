"""The page of the awards over each player's last four matches."""

from django.test import Client

from league.actions.club import import_club
from league.models import Club
from league.principals import CONSOLE
from tests.web.public.test_rules import club
from tests.web.sheets import text

PAGE = "/riverside/skuck-league/awards/"


def test_awards_of_the_last_four_matches_are_shown_at_any_time(riverside: Club, client: Client) -> None:
    said = text(client.get(PAGE))
    assert "Awards: last four matches" in said and "Best average: Hawk" in said
    for address in ("/riverside/skuck-league/3/awards/", "/riverside/skuck-league/hall-of-fame/"):
        assert f'href="{PAGE}"' in client.get(address).content.decode(), address


def test_there_is_no_such_page_before_the_first_season(db: None, client: Client) -> None:
    import_club(club(state="draft"), by=CONSOLE)
    assert client.get("/other/league/awards/").status_code == 404
