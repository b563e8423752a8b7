"""Check-in at the door of a tournament, and for each of its rounds."""

from typing import Any

import pytest
from django.test import Client

from league.actions.registration import limit_registration, register_players
from league.actions.rounds import give_bye
from league.models import Bye, Club, Role, Season
from league.principals import CONSOLE
from tests.actions.clubs import make_member
from tests.actions.registrations import make_registration
from tests.actions.tournaments import NAMES, begin_round, get_key, make_tournament, play_round
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.registering import CHECK_IN, PAGE, post
from tests.web.sheets import text


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside", timezone="Europe/Berlin")


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


@scenario
def season(club: Club) -> Season:
    """Four players with a place, one place free."""
    return make_registration(club, 4, limit=5)


def test_players_are_checked_in_at_the_door(season: Season, organiser: Client) -> None:
    register_players(season=season, names=["Zoe", "Yan"], by=CONSOLE)
    ann = get_key(NAMES[0])
    page = text(organiser.get(CHECK_IN))
    assert "There: 0 of 5" in page and "Waiting list" in page
    answer = organiser.post(CHECK_IN, {"player": ann, "do": "there"})
    assert answer.headers["Location"] == f"{CHECK_IN}#in-{ann}"
    page = text(organiser.get(CHECK_IN))
    assert "There: 1 of 5" in page and "Undo" in page
    assert "There: 0 of 5" in post(organiser, CHECK_IN, player=ann, do="absent")
    assert "Yan has no place" in post(organiser, CHECK_IN, player=get_key("Yan"), do="there")


def test_row_is_found_by_name(season: Season, organiser: Client) -> None:
    page = text(organiser.get(CHECK_IN + "?find=ÀNN"))
    assert NAMES[0] in page and NAMES[1] not in page
    assert "No player found." in text(organiser.get(CHECK_IN + "?find=zz"))


def test_who_is_not_there_for_the_next_round_rests(club: Club, organiser: Client) -> None:
    season = make_tournament(club, 5, 3)
    begin_round(season)
    play_round(season, 1)
    ann, bob = map(get_key, NAMES[:2])
    assert "There for round 2: 5 of 5" in text(organiser.get(CHECK_IN))
    assert "There for round 2: 4 of 5" in post(organiser, CHECK_IN, player=ann, do="absent")
    assert Bye.objects.get(entry__player__key=ann, round__number=2).kind == "zero"
    assert "There for round 2: 5 of 5" in post(organiser, CHECK_IN, player=ann, do="there")
    give_bye(season=season, number=2, player=bob, kind="half", by=CONSOLE)
    assert "half-point bye" in text(organiser.get(CHECK_IN))
    assert "Check-in" in text(organiser.get(PAGE + "run/"))


def test_there_is_no_check_in_without_a_round_to_come(club: Club, organiser: Client) -> None:
    begin_round(make_tournament(club, 4, 1))
    answer = organiser.get(CHECK_IN, follow=True)
    assert "There is nothing to check players in for." in text(answer)


@pytest.mark.parametrize("more", [0, 30])
def test_queries_of_the_page_do_not_grow(
    season: Season, organiser: Client, more: int, django_assert_num_queries: Any
) -> None:
    limit_registration(season=season, limit=None, closes_at=None, by=CONSOLE)
    if more:
        register_players(season=season, names=[f"Player {number}" for number in range(more)], by=CONSOLE)
    organiser.get(CHECK_IN)
    with django_assert_num_queries(6):
        organiser.get(CHECK_IN)
