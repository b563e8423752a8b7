"""What visitors are shown of players whose names are shortened or hidden: no id, and no link that leads nowhere."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models import Player, Season, Visibility
from tests.actions.clubs import list_matches, make_club
from tests.actions.decisions import penalise_player, record_walkover
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    """A no-show and a penalty of one player, whose name is everyone's to read."""
    club = make_club()
    match = list_matches(club)[0]
    absent = match.seats.select_related("player").get(number=0).player
    season = Season.objects.for_page().get(competition__club=club)
    penalise_player(absent.key, season, score=1)
    record_walkover(match, 0)
    return season


def find_absent(visibility: Visibility) -> Player:
    found = Player.objects.select_related("club").filter(seats__absent=True).get()
    found.visibility = visibility
    found.save()
    return found


@pytest.mark.parametrize("visibility", Visibility)
def test_decisions_name_players_as_visitors_may_read_them(
    season: Season, client: Client, visibility: Visibility
) -> None:
    absent = find_absent(visibility)
    for address in (
        f"{season.get_absolute_url()}decisions/",
        list_matches(absent.club)[0].get_absolute_url(),
    ):
        page = client.get(address).content.decode()
        assert absent.name_for_visitors in page
        has_link = visibility in (Visibility.NAME, Visibility.SHORT)
        assert (f"/players/{absent.public_key}/" in page) == has_link, address
        assert (f"/players/{absent.key}/" in page) == (visibility == Visibility.NAME), address
