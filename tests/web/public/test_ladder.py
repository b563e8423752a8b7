"""The page of a ladder: who stands where, and the buttons that players and organisers have."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.test import Client

from league.models import Challenge, Club, Player, Role, Season
from league.principals import Person
from tests.actions.clubs import make_member
from tests.actions.registrations import make_account
from tests.actions.test_ladder import challenge, find, play
from tests.actions.tournaments import make_tournament
from tests.scenarios import scenario
from tests.web.entry.test_overtaken import build_sheet, read_fields
from tests.web.log_ins import log_in
from tests.web.registering import post
from tests.web.sheets import text

PAGE = "/riverside/ladder/1/ladder/"
CHALLENGE = PAGE + "challenge/"
QUERIES = 7


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def six(club: Club) -> Season:
    """A ladder of Ann, Bob, Cleo, Dan, Eve and Fay."""
    return make_tournament(club, 6, kind="ladder", name="Ladder")


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


@scenario
def dan(six: Season) -> Client:
    return log_in(make_account(find("Dan")))


@scenario
def ann(six: Season) -> Client:
    return log_in(make_account(find("Ann")))


def list_buttons(client: Client) -> list[str]:
    """Return what the buttons of the page do, or whom they challenge."""
    page = client.get(PAGE).content.decode()
    return re.findall(r'name="do" value="([a-z]+)"', page)


def test_visitors_see_the_order_and_the_rules(six: Season) -> None:
    page = text(Client().get(PAGE))
    assert [page.index(name) for name in ("1 Ann Archer", "2 Bob Baker", "6 Fay Fox")]
    assert "Players may challenge those up to 3 places above them." in page
    assert "There are 14 days to play." in page and "After 60 days without a match" in page
    assert "Log in to challenge" in page and list_buttons(Client()) == []
    season = text(Client().get("/riverside/ladder/1/"))
    assert "Ladder" in season and "Rounds" not in season
    assert Client().get("/riverside/ladder/1/bracket/").status_code == 404


def test_a_player_challenges_and_the_other_declines(six: Season, dan: Client, ann: Client) -> None:
    assert list_buttons(dan) == ["challenge"] * 3 and list_buttons(ann) == []
    answer = post(dan, CHALLENGE, do="challenge", challenger=find("Dan"), challenged=find("Ann"))
    assert "Dan Dyer has challenged Ann Archer." in answer
    assert list_buttons(dan) == ["withdraw"] and list_buttons(ann) == ["decline"]
    assert "Dan Dyer challenges Ann Archer" in text(Client().get(PAGE))
    assert "The challenge is declined." in post(ann, CHALLENGE, do="decline", level=1, number=1)
    assert "1 Dan Dyer" in text(Client().get(PAGE))


def test_an_organiser_enters_challenges_and_settles_them(six: Season, organiser: Client) -> None:
    post(organiser, CHALLENGE, do="challenge", challenger=find("Dan"), challenged=find("Ann"))
    assert list_buttons(organiser) == ["decline", "withdraw", "challenge"]
    assert "withdrawn" in post(organiser, CHALLENGE, do="withdraw", level=1, number=1)
    assert Challenge.objects.get().state == "withdrawn"


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("Dan", "Dan", "Players can't challenge themselves."),
        ("Dan", "Eve", "Eve Ellis stands lower: players challenge those above them."),
        ("Fay", "Ann", "Fay Fox"),
        ("Dan", "Bob", "Bob Baker has an open challenge already."),
    ],
)
def test_refusals_are_sentences_with_names(
    six: Season, organiser: Client, one: str, other: str, said: str
) -> None:
    challenge(six, "C", "B")
    sent = {"do": "challenge", "challenger": find(one), "challenged": find(other)}
    page = text(organiser.post(CHALLENGE, sent))
    assert "Not done yet" in page
    assert said in page
    assert Challenge.objects.count() == 1


def test_players_only_act_for_themselves_and_others_not_at_all(six: Season, dan: Client) -> None:
    sent = {"do": "challenge", "challenger": find("Cleo"), "challenged": find("Ann")}
    assert "You can only challenge for yourself." in text(dan.post(CHALLENGE, sent))
    stranger = log_in(make_account_elsewhere())
    assert stranger.post(CHALLENGE, sent).status_code == 404
    assert "Log in" in text(Client().post(CHALLENGE, sent))
    assert not Challenge.objects.exists()


def make_account_elsewhere() -> Person:
    other = Club.objects.create(slug="lakeside", name="Lakeside")
    Player.objects.create(club=other, key="zoe", name="Zoe")
    return make_account("zoe")


def test_a_result_moves_the_winner_and_why_says_so(six: Season) -> None:
    play(challenge(six, "D", "A"), "D")
    page = text(Client().get(PAGE))
    assert "1 Dan Dyer" in page and "4 Ann Archer" in page
    why = text(Client().get(f"/riverside/ladder/1/why/{find('Dan')}/"))
    assert "beat Ann Archer, from place 4 to 1" in why
    for address in ("", "grid/", "matches/", "screen/", "prizes/"):
        assert Client().get(f"/riverside/ladder/1/{address}").status_code == 200, address


def test_entering_the_last_result_of_a_night_leads_back_to_the_ladder(six: Season, organiser: Client) -> None:
    made = challenge(six, "D", "A")
    assert made.match
    enter = f"/riverside/matches/{made.match.key}/enter/"
    fields = read_fields(organiser, enter) | build_sheet(0)
    answer = organiser.post(enter, fields | {"base": "0", "then": "next"})
    assert answer.headers.get("Location") == PAGE, text(answer)


def test_other_seasons_have_none(club: Club) -> None:
    make_tournament(club, 6)
    assert Client().get("/riverside/spring-open/1/ladder/").status_code == 404


def test_a_longer_ladder_takes_as_many_queries(
    club: Club, six: Season, django_assert_num_queries: Callable[[int], AbstractContextManager[None]]
) -> None:
    large = make_tournament(club, 13, kind="ladder", name="Long")
    for season, pairs in ((six, [("D", "A")]), (large, [("M", "L"), ("D", "A"), ("G", "F")])):
        for one, other in pairs:
            challenge(season, one, other)
    for slug in ("ladder", "long"):
        with django_assert_num_queries(QUERIES):
            Client().get(f"/riverside/{slug}/1/ladder/")


def test_its_matches_are_called_by_their_challenges(six: Season, dan: Client) -> None:
    made = challenge(six, "D", "A")
    assert made.match
    page = text(dan.get(made.match.get_absolute_url()))
    assert "Challenge 1" in page and "Round 1" not in page
    assert "Challenge 1 · play by" in text(dan.get("/riverside/ladder/1/"))
    assert "Round 1" not in text(dan.get("/riverside/ladder/1/matches/"))
    assert "Standings" in text(Client().get("/riverside/ladder/1/screen/"))
