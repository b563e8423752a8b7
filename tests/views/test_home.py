"""The page of all clubs, through its address."""

from typing import Any

import pytest
from django.test import Client

from league.models import Club, Season
from league.models.season import SeasonState
from tests.scenarios import scenario
from tests.views.sheets import text


def test_every_club_stands_there_with_what_is_played(riverside: Club, client: Client) -> None:
    Club.objects.create(slug="quiet", name="Quiet Club")
    response = client.get("/")
    page = response.content.decode()
    assert 'href="/riverside/"' in page and 'href="/riverside/skuck-league/3/"' in page
    assert (
        "Quiet Club Nothing is played here yet. Riverside Card Club SKUCK League SKUCK Season 3 open"
        in text(response)
    )


def test_only_the_latest_season_that_was_opened_is_told(riverside: Club, client: Client) -> None:
    Season.objects.create(competition=riverside.competitions.get(), number=4)
    assert "Season 4" not in text(client.get("/")) and "Season 2" not in text(client.get("/"))
    Season.objects.filter(number=4).delete()
    competition = riverside.competitions.create(slug="cup", name="Cup", game="skuck")
    assert "Cup SKUCK No season has been opened yet." in text(client.get("/"))
    Season.objects.create(competition=competition, number=1, state=SeasonState.CLOSED, game="skuck")
    assert "Cup SKUCK Season 1 closed" in text(client.get("/"))


def test_without_a_club_the_page_says_what_to_do_first(db: None, client: Client) -> None:
    page = text(client.get("/"))
    assert "There is no club here yet." in page and "import_club" in page
    assert "search" not in client.get("/").content.decode()


@scenario
def many(riverside: Club) -> None:
    Club.objects.bulk_create([Club(slug=f"club-{number}", name=f"Club {number}") for number in range(200)])


def test_two_hundred_clubs_take_as_many_queries_as_one(
    many: None, client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(3):
        page = text(client.get("/"))
    assert page.count("Nothing is played here yet.") == 200


@pytest.mark.parametrize("words", ["RIVER", " skuck ", "skuck league"])
def test_one_of_many_clubs_is_found_by_its_name_or_what_it_plays(
    many: None, client: Client, words: str
) -> None:
    page = text(client.get("/", {"find": words}))
    assert "Riverside Card Club" in page and "Club 17" not in page


@pytest.mark.parametrize("words", ["<b>nobody</b>", "\x00", "x" * 5000, "'; --"])
def test_looking_for_what_is_not_there_leads_back(many: None, client: Client, words: str) -> None:
    response = client.get("/", {"find": words})
    assert response.status_code == 200
    assert "Show all clubs" in text(response)
    assert "<b>nobody" not in response.content.decode()
