"""The home page and a season's page, through their addresses."""

import re
from typing import Any

import pytest
from django.test import Client

from league.actions.actor import CONSOLE
from league.actions.club import import_club
from league.demo.large import club_file
from league.models import Club, Entry, Match, Season
from tests.views.sheets import text

SEASON = "/riverside/skuck-league/3/"


def rows(response: Any) -> list[list[str]]:
    """The tables' rows as text."""
    found = re.findall(r"<tr>(.*?)</tr>", response.content.decode(), re.DOTALL)
    cells = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL) for row in found]
    return [[re.sub(r"<[^>]+>", "", cell).strip() for cell in row] for row in cells]


def test_home_leads_to_the_latest_seasons(riverside: Club, client: Client) -> None:
    response = client.get("/")
    assert "Riverside Card Club" in text(response)
    assert 'href="/riverside/skuck-league/3/"' in response.content.decode()


def test_home_without_a_club_says_what_to_do_first(db: None, client: Client) -> None:
    assert "import_club" in text(client.get("/"))


def test_standings_say_rank_figures_level_and_what_decided(riverside: Club, client: Client) -> None:
    table = rows(client.get(SEASON))
    assert table[0] == [
        *("Rank", "Player", "Played", "Won", "Drawn", "Lost", "Games", "Score", "Average", "Level"),
        *("Zeros", "Style", "Ahead of the next by"),
    ]
    assert table[1] == [
        *("1", "Jo Jansen", "2", "2", "0", "0", "8", "-7", "-0.8750", "Excellent (A+)"),
        *("2", "Hawk", "average"),
    ]
    nia = next(row for row in table if "Nia Novak" in row)
    assert nia[-1] == "zeros"  # level on average with the one below


def test_matches_stand_by_round_with_score_and_status(riverside: Club, client: Client) -> None:
    page = text(client.get(SEASON))
    assert "Finn Foley – Bob Birch -10 : -11 · won by Finn Foley · 8 July 2025" in page
    assert "Ann Archer – Eva Engel -7 : -7 · drawn" in page
    assert "Dev Dhar – Bob Birch scheduled" in page
    assert page.index("Round 1") < page.index("Round 3")


def test_competition_without_a_number_leads_to_the_latest_season(riverside: Club, client: Client) -> None:
    assert client.get("/riverside/skuck-league/").headers["Location"] == SEASON


@pytest.mark.parametrize(
    "address",
    [
        "/riverside/skuck-league/4/",
        f"/riverside/skuck-league/{10**30}/",
        "/riverside/nothing/1/",
        "/riverside/nothing/",
        "/nowhere/skuck-league/3/",
        "/riverside/",
        "/-/nothing/",
    ],
)
def test_what_does_not_exist_is_not_found(riverside: Club, client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 404
    assert "There is no such page" in text(response)


def test_season_of_another_clubs_competition_is_not_found(riverside: Club, client: Client) -> None:
    import_club(club_file(8), by=CONSOLE)
    assert client.get("/large-8/league/1/").status_code == 200
    assert client.get("/large-8/skuck-league/3/").status_code == 404
    assert client.get("/riverside/league/1/").status_code == 404


def test_draft_is_only_for_those_who_help_in_the_club(
    riverside: Club, client: Client, scorer: Client, stranger: Client
) -> None:
    competition = Season.objects.get(number=3).competition
    draft = Season.objects.create(competition=competition, number=4)
    division = draft.divisions.create(level=1, name="A")
    Entry.objects.create(season=draft, division=division, player=riverside.players.get(key="ann"), seed=1)
    address = "/riverside/skuck-league/4/"
    assert client.get(address).status_code == stranger.get(address).status_code == 404
    assert "Ann Archer" in text(scorer.get(address))
    assert client.get("/riverside/skuck-league/").headers["Location"] == SEASON


@pytest.mark.parametrize("players", [4, 400])
def test_standings_take_as_many_queries_at_1_as_at_100_divisions(
    helper: Any, client: Client, scorer: Client, django_assert_num_queries: Any, players: int
) -> None:
    import_club(club_file(players), by=CONSOLE)
    address = f"/large-{players}/league/1/"
    with django_assert_num_queries(6):
        page = text(client.get(address))
    assert page.count("Rank Player") == players // 4
    with django_assert_num_queries(6 + 2):  # the session and the user
        scorer.get(address)


def test_home_takes_3_queries(riverside: Club, client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(3):
        client.get("/")


def test_committees_penalty_and_leaving_are_told(riverside: Club, client: Client) -> None:
    entry = Match.objects.get(key="m53").seats.get(number=0).entry
    entry.left, entry.penalties = True, [{"points": 1, "score": 5, "reason": "<i>late</i>"}]
    entry.save()
    assert "(left)The committee took 5 from the score and 1 from the points: <i>late</i>" in text(
        client.get(SEASON)
    )
