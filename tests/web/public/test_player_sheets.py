"""The page of what a player's score sheets tell."""

from typing import Any

from django.test import Client

import games
from league.models import Club, Match
from tests.actions.clubs import build_club_file, make_club
from tests.actions.submissions import enter_result
from tests.scenarios import scenario
from tests.web.public.test_paper import table_club
from tests.web.sheets import text

PAGE = "/riverside/league-1/players/p1/"


def build_deal(bid: int, points: int, **more: Any) -> dict[str, Any]:
    return {"bids": [bid, 13], "tricks": [12, 15], "points": [points, 20], **more}


def build_sheet(*deals: dict[str, Any]) -> dict[str, Any]:
    return {"deals": list(deals)}


@scenario
def club() -> Club:
    club = make_club(build_club_file())
    usual = [build_deal(12, count, trump="clubs", caller=0) for count in (8, 9, 10, 10)]
    enter_result(Match.objects.get(key="c1d1-m1"), build_sheet(*usual))
    enter_result(Match.objects.get(key="c1d1-m4"), build_sheet(build_deal(20, 9), *usual[:3]))
    return club


def test_highballs_lead_to_their_match_and_calls_are_counted(club: Club, client: Client) -> None:
    page = client.get(PAGE)
    said = text(page)
    assert "Player p1: from the score sheets" in said
    assert "Highball: bid 20 with 9 points; usually 12.00 Game 1" in said
    assert 'href="/riverside/matches/c1d1-m4/"' in page.content.decode()
    assert "Trump named" in said and "Clubs 7 0.00 7" in said
    assert f'href="{PAGE}"' in client.get("/riverside/players/p1/").content.decode()


def test_players_without_sheets_have_no_such_page(club: Club, client: Client) -> None:
    for address in ("p3/", "nobody/"):
        assert client.get(f"/riverside/league-1/players/{address}").status_code == 404
    assert "/league-1/players/p3/" not in client.get("/riverside/players/p3/").content.decode()
    assert client.get("/riverside/no-league/players/p1/").status_code == 404


def test_games_whose_sheets_tell_nothing_more_have_no_such_page(db: None, client: Client) -> None:
    make_club(table_club(3))
    hucklebuck = games.get("hucklebuck")
    sheet = next(
        example.sheet for example in hucklebuck.examples if example.seats == 3 and not example.options
    )
    enter_result(Match.objects.get(key="t1"), sheet)
    assert "From the score sheets" not in text(client.get("/tables/players/p1/"))
    assert client.get("/tables/league-1/players/p1/").status_code == 404
