"""The pages of deals that all tables play: hidden until their round is over, then with cards and comparison."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.test import Client

from league.actions.rounds import finish_round, resume_round
from league.models import BoardSet, Club, Match, Player, Role, Season
from league.principals import CONSOLE
from tests.actions.clubs import make_member
from tests.actions.test_same_cards import make_evening, play, score
from tests.actions.tournaments import begin_round, make_tournament
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import text

SEASON = "/riverside/spring-open/1/"
DEALS = f"{SEASON}deals/"


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def four(club: Club) -> Season:
    """Four players: the first of three rounds is finished, the second is played at both tables, but not finished."""
    season = make_evening(club, 4, 3)
    begin_round(season)
    score(season, 1, [(0, 1), (2, 0)])
    finish_round(season=season, number=1, by=CONSOLE)
    begin_round(season)
    play(season, 2)
    return season


def list_cards(client: Client, address: str) -> list[tuple[str, str]]:
    """Return the cards that a page shows, by sign and rank."""
    page = client.get(address).content.decode()
    return re.findall(
        r'class="dealt[^"]*"><span class="suit" aria-hidden="true">(.)</span>.*?</span>(\w+)', page
    )


def test_deals_of_finished_rounds_are_public_and_no_others(four: Season, client: Client) -> None:
    page = text(client.get(DEALS))
    assert "Deal 1" in page and "Deal 2" in page and "Deal 3" not in page
    assert len(list_cards(client, f"{DEALS}1/")) == 52
    for number in (0, 3, 4, 5, 99):
        assert client.get(f"{DEALS}{number}/").status_code == 404
    resume_round_of_two(four)
    assert client.get(f"{DEALS}1/").status_code == 200


def resume_round_of_two(season: Season) -> None:
    """Take the second round back to where it may be finished or not; the first stays finished."""
    finish_round(season=season, number=2, by=CONSOLE)
    resume_round(season=season, number=2, by=CONSOLE)


def test_digest_is_published_at_once_and_the_seed_after_the_last_round(four: Season, client: Client) -> None:
    drawn = BoardSet.objects.get()
    page = text(client.get(DEALS))
    assert drawn.digest in page and drawn.seed not in page
    begin_round(four)
    play(four, 3)
    finish_round(season=four, number=3, by=CONSOLE)
    assert drawn.seed in text(client.get(DEALS))


def test_page_of_a_deal_has_each_result_and_how_often_each_score_was_made(
    four: Season, client: Client
) -> None:
    page = text(client.get(f"{DEALS}1/"))
    assert "names trump" in page or "chooses who leads" in page
    assert "How often each score was made" in page
    # In the first seats of deal 1, which hold side A: 0 at one table, -2 at the other.
    assert "100.00 %" in page and "0.00 %" in page
    assert page.count("Named by") == 2


def test_players_see_their_own_way_through_the_deals(four: Season, club: Club, client: Client) -> None:
    ann = make_member(club, Role.SCORER)
    Player.objects.filter(name="Ann Archer").update(user=ann.user)
    own = text(log_in(ann).get(DEALS))
    assert "Deals of Ann Archer" in own and "Side A" in own and "Side B" in own
    player = Player.objects.get(name="Bob Baker").key
    assert "Deals of Bob Baker" in text(client.get(f"{DEALS}?player={player}"))
    assert client.get(f"{DEALS}?player=nobody").status_code == 404
    assert "Deals of" not in text(client.get(DEALS))


def test_deal_to_practise_with_is_none_of_the_tournaments(four: Season, client: Client) -> None:
    practice = list_cards(client, f"{DEALS}practice/")
    assert len(practice) == 52
    assert practice not in [list_cards(client, f"{DEALS}{number}/") for number in (1, 2)]


def test_standings_show_the_comparison_and_why(four: Season, client: Client) -> None:
    assert "Matchpoints" in text(client.get(SEASON))
    first = Player.objects.get(seats__match__division__season=four, name="Ann Archer", seats__number=0)
    why = text(client.get(f"{SEASON}why/{first.key}/"))
    assert re.search(r"Matchpoints: [0-9.]+ % on average of 4 deals", why)
    assert (
        (re.search(r"Deal 1, Side [AB], score", why) and ": beaten" in why)
        or ": better" in why
        or ": equal" in why
    )


@pytest.mark.parametrize("players", [4, 12])
def test_pages_take_as_many_queries_for_many(
    club: Club,
    client: Client,
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
    players: int,
) -> None:
    season = make_evening(club, players, 3)
    begin_round(season)
    play(season, 1)
    finish_round(season=season, number=1, by=CONSOLE)
    for address, queries in (
        (DEALS, 5),
        (f"{DEALS}1/", 17),
        (f"{DEALS}practice/", 3),
        (f"{DEALS}movement/", 9),
    ):
        with django_assert_num_queries(queries):
            assert client.get(address).status_code == 200


def test_movement_is_published_and_rounds_are_paired_by_it(club: Club, client: Client) -> None:
    season = make_evening(club, 7, 7)
    page = client.get(f"{DEALS}movement/").content.decode()
    assert "Any two players hold the same cards in 3 rounds." not in page  # 7 of the 8 places are taken
    assert page.count("sits out") == 7 and "has the cards of Side A" in text(client.get(f"{DEALS}movement/"))
    begin_round(season)
    of_round = re.findall(r"<td><bdi>([^<]+)</bdi><br><bdi>([^<]+)</bdi></td>", page)[:3]
    names = [
        tuple(match.seats.order_by("number").values_list("player__name", flat=True))
        for match in Match.objects.filter(division__season=season).order_by("table")
    ]
    assert of_round == names


def test_tournament_with_cards_of_their_own_has_no_such_pages(club: Club, client: Client) -> None:
    make_tournament(club, 4, 2)
    for address in (DEALS, f"{DEALS}1/", f"{DEALS}practice/", f"{DEALS}movement/"):
        assert client.get(address).status_code == 404
    assert "Deals" not in text(client.get(SEASON))
