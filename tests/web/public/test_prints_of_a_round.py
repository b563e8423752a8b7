"""What organisers print of a round: cards for its tables, and its score sheets."""

import re
from typing import Any

import pytest
from django.test import Client

from league.actions.rounds import pair_next_round
from league.models import Club, Role, Season
from league.principals import CONSOLE
from tests.actions.clubs import make_member
from tests.actions.tournaments import begin_round, make_tournament, play_round
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import text

SEASON = "/riverside/spring-open/1/"


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def season(club: Club) -> Season:
    """A tournament of seven: the first round is played, the second published, the third a proposal."""
    season = make_tournament(club, 7)
    for number in (1, 2):
        begin_round(season)
        play_round(season, number)
    pair_next_round(season=season, by=CONSOLE)
    return season


def test_each_table_has_a_card(season: Season, client: Client) -> None:
    page = client.get(SEASON + "rounds/2/cards/")
    cards = re.findall(r"<h2>Table (\d)</h2>\s*<ul>(.*?)</ul>", page.content.decode())
    assert [table for table, _names in cards] == ["1", "2", "3"]
    shown = [re.findall("<bdi>(.*?)</bdi>", names) for _table, names in cards]
    assert shown == [[seat.name for seat in match.seats] for match in page.context["tables"]]
    assert "Round 2" in text(page)


@pytest.mark.parametrize("number", [3, 9])
def test_only_published_rounds_have_cards(season: Season, client: Client, number: int) -> None:
    assert client.get(f"{SEASON}rounds/{number}/cards/").status_code == 404


def test_all_others_at_a_larger_table_are_listed(club: Club, client: Client) -> None:
    season = make_tournament(club, 4, name="Kings", game="skull-king", kind="standings")
    begin_round(season)
    page = text(client.get(f"{season.get_absolute_url()}rounds/1/")).partition("Where do I sit?")[2]
    assert "Ann Archer1Bob Baker, Cleo Carter, Dan Dyer" in page
    assert "Bob Baker1Ann Archer, Cleo Carter, Dan Dyer" in page


def test_queries(season: Season, client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1 + 5):
        client.get(SEASON + "rounds/2/cards/")


def test_the_run_page_leads_to_the_sheets_of_the_round_only(season: Season) -> None:
    organiser = log_in(make_member(season.competition.club, Role.ORGANISER))
    page = organiser.get(SEASON + "run/").content.decode()
    [address] = re.findall(r'href="([^"]+)">Print score sheets<', page)
    assert address == SEASON + "paper/?round=2"
    sheets = organiser.get(address).context["sheets"]
    assert len(sheets) == 3 and {match.round.number for match, _seats, _blank in sheets} == {2}
    for part in ("rounds/2/cards/", "rounds/2/", "screen/"):
        assert f'href="{SEASON}{part}"' in page, part
    assert f'href="{SEASON}">Print standings<' in page
