"""The page of all clubs, through its address."""

import re
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from league.actions.changes import invalidate_pages
from league.actions.club import change_club
from league.models import Club, Division, Membership, Role, Season, User
from league.models.season import SeasonState
from league.principals import CONSOLE
from tests.scenarios import scenario
from tests.web.sheets import DESTINATION, build_fields, text


def test_every_club_stands_there_with_what_is_played(riverside: Club, client: Client) -> None:
    Club.objects.create(slug="quiet", name="Quiet Club")
    response = client.get("/")
    page = response.content.decode()
    assert 'href="/riverside/"' in page and 'href="/riverside/skuck-league/3/"' in page
    assert (
        "Quiet Club No seasons yet. Riverside Card Club 16 players SKUCK League SKUCK · Season 3 16 of 24 played"
        in text(response)
    )


def test_only_the_latest_season_that_was_opened_is_told(riverside: Club, client: Client) -> None:
    Season.objects.create(competition=riverside.competitions.get(), number=4)
    assert "Season 4" not in text(client.get("/")) and "Season 2" not in text(client.get("/"))
    Season.objects.filter(number=4).delete()
    competition = riverside.competitions.create(slug="cup", name="Cup", game="skuck")
    season = Season.objects.create(competition=competition, number=1)
    assert "Cup" not in text(client.get("/"))
    assert "Show all clubs" in text(client.get("/", {"find": "cup"}))
    Season.objects.filter(pk=season.pk).update(state=SeasonState.CLOSED, game="skuck")
    invalidate_pages(riverside)
    assert "Cup SKUCK · Season 1 Finished" in text(client.get("/"))


def test_demo_is_offered_where_there_is_one(riverside: Club, client: Client) -> None:
    assert "Look around a demo club" not in text(client.get("/"))
    Membership.objects.create(
        user=User.objects.create_user("owner@riverside.example"), club=riverside, role=Role.OWNER
    )
    invalidate_pages(riverside)
    assert '<a class="button plain" href="/riverside/">' in client.get("/").content.decode()
    assert "Look around" not in text(client.get("/", {"find": "river"}))


def test_progress_follows_each_result(riverside: Club, client: Client, scorer: Client) -> None:
    assert "16 of 24 played" in text(client.get("/"))
    scorer.post(DESTINATION, build_fields())
    assert "17 of 24 played" in text(client.get("/"))


def test_without_a_club_the_page_says_what_to_do_first(db: None, client: Client) -> None:
    page = text(client.get("/"))
    assert "No clubs yet." in page and "import_club" in page
    assert "search" not in client.get("/").content.decode().partition("<main")[2].partition("</main>")[0]


@scenario
def many(riverside: Club) -> None:
    Club.objects.bulk_create([Club(slug=f"club-{number}", name=f"Club {number}") for number in range(200)])


def test_two_hundred_clubs_take_as_many_queries_as_one(
    many: None, client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(
        5
    ):  # what it is made from; how many, those of the page, what they play, the demo
        page = text(client.get("/"))
    assert page.count("No seasons yet.") == 50
    with django_assert_num_queries(1):
        assert text(client.get("/")) == page
    client.get("/", {"find": "club"})
    with django_assert_num_queries(1 + 4):  # the limit on searches; also how many clubs there are
        client.get("/", {"find": "club"})


@pytest.mark.parametrize("words", ["RIVER", "Rivér side", " skuck ", "skuck league", "Ѕkuсk"])
def test_one_of_many_clubs_is_found_by_its_name_or_what_it_plays(
    many: None, client: Client, words: str
) -> None:
    page = text(client.get("/", {"find": words}))
    assert "Riverside Card Club" in page and "Club 17" not in page


def test_every_club_stands_on_one_of_the_pages(many: None, client: Client) -> None:
    names, address, pages = [], "/", 0
    while address:
        html = client.get(address).content.decode()
        names += re.findall(r"<h[23]><a href=\"[^\"]+\"><bdi>([^<]+)", html)
        (here,) = re.findall(r'aria-current="page"><span class="unseen">Page </span>([0-9]+)</a>', html)
        pages += 1
        assert int(here) == pages
        address = next((f"/{link}" for link in re.findall(r'<a href="([^"]+)" rel="next"', html)), "")
    assert (pages, len(names)) == (5, 201)
    assert names == sorted(names)
    assert 'href="." rel="prev"' in client.get("/?page=2").content.decode()
    assert "(page 2)" in client.get("/?page=2").content.decode()


def test_links_to_pages_keep_what_is_looked_for(many: None, client: Client) -> None:
    page = client.get("/", {"find": "Club 1"}).content.decode()
    assert 'href="?find=Club+1&amp;page=2" rel="next"' in page
    second = client.get("/?find=Club+1&page=2").content.decode()
    assert 'href="?find=Club+1" rel="prev"' in second and 'value="Club 1"' in second


@pytest.mark.parametrize("number", ["", "0", "-1", "x", "1.5", "٢", "\x00", "01", "1e3", "9" * 5000])
def test_page_that_is_no_number_is_the_first(many: None, client: Client, number: str) -> None:
    response = client.get("/", {"page": number})
    assert response.status_code == 200
    assert 'aria-current="page"><span class="unseen">Page </span>1</a>' in response.content.decode()


@pytest.mark.parametrize("number", [6, 7, 999_999_999])
def test_page_behind_the_last_leads_to_the_last(many: None, client: Client, number: int) -> None:
    assert client.get(f"/?page={number}").headers["Location"] == "?page=5"
    assert client.get(f"/?page={number}&find=riverside").headers["Location"] == "?find=riverside"
    assert client.get(f"/?page={number}&find=nobody").headers["Location"] == "?find=nobody"


def test_kept_page_changes_with_the_clubs(riverside: Club, client: Client) -> None:
    before = text(client.get("/"))
    change_club(club=riverside, name="Riverside Hearts", zone="UTC", by=CONSOLE)
    assert "Riverside Hearts" in text(client.get("/")) and "Riverside Hearts" not in before
    Club.objects.create(slug="quiet", name="Quiet Club")
    assert "Quiet Club" in text(client.get("/"))
    Club.objects.filter(slug="quiet").delete()
    assert "Quiet Club" not in text(client.get("/"))


def test_result_changes_only_the_pages_that_list_its_club(many: None, client: Client) -> None:
    competition = Club.objects.get(slug="club-99").competitions.create(slug="cup", name="Cup", game="skuck")
    season = Season.objects.create(competition=competition, number=1)
    division = season.divisions.create(stage=season.stages.create(number=1), level=1, name="Cup")
    first, fourth = (client.get("/", {"page": page})["ETag"] for page in (1, 4))
    Division.objects.filter(pk=division.pk).update(revision=F("revision") + 1)
    assert client.get("/", {"page": 1})["ETag"] == first
    assert client.get("/", {"page": 4})["ETag"] != fourth


def test_club_with_many_competitions_lists_a_few(riverside: Club, client: Client) -> None:
    for number in range(10):
        competition = riverside.competitions.create(slug=f"cup-{number}", name=f"Cup {number}", game="skuck")
        Season.objects.create(
            competition=competition, number=1, state=SeasonState.OPEN, game="skuck", rules=competition.rules
        )
    page = text(client.get("/"))
    assert "Cup 7" in page and "Cup 8" not in page and "And 3 more." in page


@pytest.mark.parametrize("words", ["<b>nobody</b>", "\x00", "x" * 5000, "'; --", "%", "_"])
def test_looking_for_what_is_not_there_leads_back(many: None, client: Client, words: str) -> None:
    response = client.get("/", {"find": words})
    assert response.status_code == 200
    assert "Show all clubs" in text(response)
    assert "<b>nobody" not in response.content.decode()
