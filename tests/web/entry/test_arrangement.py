"""The page on which players say when and where they play, and the pages that show it."""

from __future__ import annotations

from datetime import timedelta

from django.core.cache import cache
from django.test import Client
from django.utils.formats import date_format

from league.models import Club, Match, Season
from tests.actions.registrations import make_account
from tests.actions.test_brackets import play
from tests.actions.test_ladder import challenge, find
from tests.actions.tournaments import begin_round, get_key, make_tournament
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import text


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def four(club: Club) -> Season:
    season = make_tournament(club, 4, kind="knockout")
    begin_round(season)
    return season


@scenario
def ann(four: Season) -> Client:
    return log_in(make_account(get_key("Ann Archer")))


def test_a_player_arranges_and_every_page_shows_it(four: Season, ann: Client, club: Club) -> None:
    match = Match.objects.get(seats__player__name="Ann Archer")
    page = f"/riverside/matches/{match.key}/"
    assert "Arrange day and place" in text(ann.get(page))
    assert "Arrange day and place" not in text(Client().get(page))
    day = club.today + timedelta(2)
    sent = {"arranged_on": day.isoformat(), "venue": "Ann's kitchen"}
    assert "Day and place saved." in text(ann.post(f"{page}arrange/", sent, follow=True))
    cache.clear()
    for address in (
        *(page, "/riverside/spring-open/1/bracket/", "/riverside/spring-open/1/rounds/1/"),
        *("/-/my/", "/riverside/spring-open/1/"),
    ):
        shown = text(ann.get(address))
        assert "Ann's kitchen" in shown and date_format(day, "j") in shown, address
    assert "Change day and place" in text(ann.get(page))
    assert "Ann's kitchen" in text(Client().get("/riverside/spring-open/1/bracket/"))


def test_a_wrong_day_stays_in_the_form(four: Season, ann: Client, club: Club) -> None:
    match = Match.objects.get(seats__player__name="Ann Archer")
    yesterday = club.today - timedelta(1)
    page = f"/riverside/matches/{match.key}/arrange/"
    answer = ann.post(page, {"arranged_on": yesterday.isoformat(), "venue": "Here"})
    assert "This day is past." in text(answer) and b'value="Here"' in answer.content
    assert Client().get(page).status_code == 302
    other = log_in(make_account(get_key("Bob Baker")))
    assert other.get(page).status_code == 404


def test_a_challenge_shows_it_on_the_ladder(club: Club) -> None:
    season = make_tournament(club, 4, kind="ladder", name="Ladder")
    match = challenge(season, "D", "A").match
    assert match
    dan = log_in(make_account(find("Dan")))
    dan.post(f"/riverside/matches/{match.key}/arrange/", {"arranged_on": "", "venue": "Club room"})
    page = dan.get("/riverside/ladder/1/ladder/")
    assert "Club room" in text(page) and f"/matches/{match.key}/arrange/" in page.content.decode()


def test_after_the_result_there_is_nothing_to_arrange(four: Season, ann: Client) -> None:
    match = Match.objects.get(seats__player__name="Ann Archer")
    Match.objects.filter(pk=match.pk).update(venue="Ann's kitchen")
    play(four, 1)
    assert ann.get(f"/riverside/matches/{match.key}/arrange/").status_code == 302
    assert "Ann's kitchen" not in text(ann.get(f"/riverside/matches/{match.key}/"))
