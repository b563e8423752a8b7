"""What is sent in for a season that somebody else has taken back meanwhile is told so, and given back as typed."""

from typing import Any

import pytest
from django.test import Client

from league.actions.rollover import roll_over_season, undo_rollover
from league.actions.season import open_season
from league.models import Club, Match, Membership, Role, Season
from league.principals import CONSOLE
from tests.scenarios import scenario
from tests.web.sheets import text

GONE = "the season was undone, or its divisions or schedule were replaced"


@scenario
def match(autumn_organiser: Client, autumn: Club) -> str:
    """The id of a match of a season that was taken back after it had been opened."""
    made = roll_over_season(season=Season.objects.get(competition__slug="mondays"), by=CONSOLE)
    open_season(season=made, by=CONSOLE)
    key = str(Match.objects.filter(division__season=made)[0].key)
    undo_rollover(season=Season.objects.get(pk=made.pk), by=CONSOLE)
    return key


def leads_to_club(response: Any) -> bool:
    """Whether it says so, and leads to the club."""
    assert response.status_code == 404
    return GONE in text(response) and 'href="/autumn/"' in response.content.decode()


@pytest.mark.parametrize(
    "page", ["", "divisions/", "schedule/", "nights/", "close/", "reopen/", "roll-over/", "move/"]
)
def test_who_runs_the_seasons_is_told_wherever_they_had_it_open(
    autumn_organiser: Client, match: str, page: str
) -> None:
    if page == "move/":
        address = f"/autumn/matches/{match}/move/"
    elif page in ("", "divisions/", "schedule/"):
        address = f"/autumn/mondays/2/set-up/{page}"
    else:
        address = f"/autumn/mondays/2/{page}"
    assert leads_to_club(autumn_organiser.post(address, {"save": "1"}))
    assert not leads_to_club(autumn_organiser.get(address))


def test_result_that_was_typed_can_be_copied(autumn_organiser: Client, match: str) -> None:
    typed = {"deals-0-bids-0": "16", "why": "Misread & <b>wrong</b>", "deals-1-bids-0": "", "base": "77"}
    for address in ("enter/", "restore/1/"):
        response = autumn_organiser.post(f"/autumn/matches/{match}/{address}", typed)
        assert leads_to_club(response)
        page = response.content.decode()
        assert "<dt>deals-0-bids-0</dt>" in page and "<dd>16</dd>" in page
        assert "Misread &amp; &lt;b&gt;wrong&lt;/b&gt;" in page
        assert "deals-1-bids-0" not in page and "77" not in page.partition("<dl")[2].partition("</dl>")[0]


def test_scorer_is_told_too(autumn_organiser: Client, match: str) -> None:
    Membership.objects.update(role=Role.SCORER)
    assert leads_to_club(autumn_organiser.post(f"/autumn/matches/{match}/enter/", {"deals-0-bids-0": "16"}))


@pytest.mark.parametrize("who", ["visitor", "stranger", "player"])
def test_nobody_else_is_told_anything(
    client: Client, stranger: Client, autumn_organiser: Client, match: str, who: str
) -> None:
    Membership.objects.update(role=Role.PLAYER)
    sender = {"visitor": client, "stranger": stranger, "player": autumn_organiser}[who]
    assert not leads_to_club(sender.post(f"/autumn/matches/{match}/enter/", {"deals-0-bids-0": "16"}))


def test_club_that_is_none_has_no_such_page(autumn_organiser: Client) -> None:
    assert not leads_to_club(autumn_organiser.post("/nowhere/mondays/2/close/"))
    assert not leads_to_club(autumn_organiser.post("/nowhere/matches/m1/enter/"))
