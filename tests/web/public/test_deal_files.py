"""What deals that all tables play gave, as files: of one deal, and of all that are public."""

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from league.models import Club, Player, Season, Visibility
from league.queries.compared_deals import list_compared_deals
from tests.actions.same_cards import export, finish, make_evening, play_rounds
from tests.actions.tournaments import reread
from tests.scenarios import scenario
from tests.web.public.test_downloads import as_csv, as_xlsx

DEALS = "/riverside/spring-open/1/deals/"


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def running(club: Club) -> Season:
    """An evening of seven in its third round: one sits out in each."""
    season = make_evening(club, 7, 7)
    play_rounds(season, 1, 3)
    return season


def test_file_of_all_deals_has_what_the_club_file_has(running: Season, client: Client) -> None:
    response = client.get(f"{DEALS}?download=csv")
    assert (
        response.headers["Content-Disposition"] == 'attachment; filename="riverside-spring-open-1-deals.csv"'
    )
    told = as_csv(response)
    assert list(told[0]) == [
        *("Deal", "Round", "Cards", "Player", "Id", "Against", "Match"),
        *("Score", "Compared with", "Beaten", "Equal", "Comparison"),
    ]
    assert Counter((row["Deal"], row["Cards"]) for row in told) == {
        (str(deal), side): 3 for deal in (1, 2, 3, 4) for side in ("Side A", "Side B")
    }
    exported = export(running)
    seats = {match["id"]: match["seats"] for match in exported["divisions"][0]["matches"]}
    values = {
        (str(deal["number"]), player): Fraction(value)
        for deal in exported["boards"]["deals"]
        for compared in deal["compared"]
        for player, value in zip(seats[compared["match"]], compared["values"], strict=True)
    }
    assert {(row["Deal"], row["Id"]): Fraction(row["Comparison"]) for row in told} == values


def test_file_of_a_deal_is_best_first_for_each_side(running: Season, client: Client) -> None:
    told: list[dict[str, Any]] = as_xlsx(client.get(f"{DEALS}3/?download=xlsx"))
    assert [row["Cards"] for row in told] == ["Side A"] * 3 + ["Side B"] * 3
    for side in (told[:3], told[3:]):
        values = [row["Comparison"] for row in side]
        assert values == sorted(values, reverse=True) and sum(values) == pytest.approx(150, abs=0.001)
    assert json.loads(client.get(f"{DEALS}3/?download=json").content)[0]["Deal"] == 3


@pytest.mark.parametrize("visibility", [Visibility.SHORT, Visibility.MINOR, Visibility.HIDDEN])
def test_ids_that_would_tell_a_name_are_in_no_file(
    running: Season, client: Client, visibility: Visibility
) -> None:
    Player.objects.update(visibility=visibility)
    for file in (DEALS, f"{DEALS}3/"):
        told = {row["Id"] for row in as_csv(client.get(f"{file}?download=csv"))}
        assert told and told <= {f"_{player.pk}" for player in Player.objects.all()}


def test_no_file_of_a_deal_to_come(running: Season, client: Client) -> None:
    for number in (0, 5, 14, 15):
        assert client.get(f"{DEALS}{number}/?download=csv").status_code == 404
    assert client.get(f"{DEALS}3/?download=pdf").status_code == 404


def test_pages_lead_to_the_files(running: Season, client: Client) -> None:
    for page in (DEALS, f"{DEALS}3/"):
        assert 'href="?download=csv"' in client.get(page).content.decode()


def test_a_file_takes_as_many_queries_whatever_its_length(club: Club, django_assert_num_queries: Any) -> None:
    season, listed = make_evening(club, 8, 3), []
    for number in (1, 2, 3):
        play_rounds(season, number, number)
        finish(season, number)
        shown = reread(season)
        with django_assert_num_queries(8):
            listed.append(len(list_compared_deals(shown, viewer=AnonymousUser())))
    assert listed == [16, 32, 48]
