"""Giving a match another day or table: a page for organisers, while it has no result."""

from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from league.models import Club, Event, Match, Membership, Role
from league.permissions import can
from league.principals import Person, Principal
from league.queries.match import find_match
from tests.actions.clubs import make_club, make_member
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.manage.test_nights import FIRST, LATER, play
from tests.web.sheets import summary, text

MATCH = "/riverside/matches/c1d1-m2/"
PAGE = MATCH + "move/"


@scenario
def club() -> Club:
    club = make_club()
    Match.objects.filter(round__number=1).update(due_on=FIRST)
    return club


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


def moved(client: Client, due_on: str, table: str = "2") -> Any:
    return client.post(PAGE, {"due_on": due_on, "table": table})


def match() -> tuple[str, int]:
    found = Match.objects.get(key="c1d1-m2")
    return str(found.due_on), found.table


def test_page_says_which_match_it_is_and_holds_its_day_and_table(organiser: Client) -> None:
    page = organiser.get(PAGE)
    assert "Player p2 – Player p3 · Division Division 1, round 1, table 2 · Monday 5 January 2026" in text(
        page
    )
    assert f'name="due_on" value="{FIRST}"' in page.content.decode()
    assert 'name="table" value="2"' in page.content.decode()


def test_match_is_moved_to_another_day_and_table(organiser: Client) -> None:
    assert moved(organiser, LATER, "3").headers["Location"] == MATCH
    assert match() == (LATER, 3)
    said = text(organiser.get(MATCH))
    assert "Match moved." in said and "19 January 2026 · Table 3" in said


def test_what_may_not_have_been_meant_is_told(db: None) -> None:
    organiser = log_in(make_member(make_club(entries=6), Role.ORGANISER))
    for number, one in enumerate(Match.objects.order_by("pk")):  # nobody stays at table 1
        day = FIRST if one.round.number == 1 else "2020-01-06"
        Match.objects.filter(pk=one.pk).update(table=1 + (number + one.round.number) % 3, due_on=day)
    table = Match.objects.filter(round__number=2)[0].table
    assert moved(organiser, "2020-01-06", str(table)).status_code == 302
    said = text(organiser.get(MATCH))
    assert "Match moved." in said and "Note: that date is in the past." in said
    assert "These players now have several matches on that date: Player p2, Player p5." in said
    assert f"Table {table} is also used by another match on that date." in said


def test_match_may_go_without_a_day(organiser: Client) -> None:
    assert moved(organiser, "").status_code == 302
    assert match() == ("None", 2)
    assert "no date" in text(organiser.get(PAGE))


def test_match_of_a_draft_is_moved(db: None) -> None:
    organiser = log_in(make_member(make_club(state="draft"), Role.ORGANISER))
    assert moved(organiser, LATER).status_code == 302
    assert match() == (LATER, 2)


def test_match_with_a_result_is_refused(organiser: Client) -> None:
    play("c1d1-m2")
    for page in (organiser.get(PAGE), moved(organiser, LATER)):
        assert page.status_code == 200
        assert "This match has a result, so its date and table can't be changed." in text(page)
        assert 'name="due_on"' not in page.content.decode()
    assert match() == (FIRST, 2)


def test_match_that_got_its_result_meanwhile_is_refused(organiser: Client) -> None:
    def meanwhile(*asked: Any, **reader: Any) -> Any:
        seen = find_match(*asked, **reader)
        if seen and not seen.match.current:
            play("c1d1-m2")
        return seen

    with patch("league.web.manage.nights.find_match", meanwhile):
        page = moved(organiser, LATER)
    assert "Not moved" in text(page) and "This match has a result" in text(page)
    assert match() == (FIRST, 2)


@pytest.mark.parametrize(
    ("due_on", "table", "place", "said"),
    [
        ("19.1.2026", "2", "id_due_on", "Write it like 2026-01-31."),
        ("2026-02-30", "2", "id_due_on", "Not a valid date."),
        ("2026-01-19\x00", "2", "id_due_on", "Not a valid date."),
        (
            "2926-01-19",
            "2",
            "id_due_on",
            "19 January 2926 is more than 10 years away. Choose an earlier date.",
        ),
        (LATER, "", "id_table", "Please fill this in."),
        (LATER, "0", "id_table", "Can't be less than 1."),
        (LATER, "first", "id_table", "Enter a whole number."),
        (LATER, "9" * 5000, "id_table", "Enter a whole number."),
        (LATER, "10001", "id_table", "Can't be more than 10000."),
    ],
)
def test_what_is_wrong_is_told_at_the_field_and_nothing_is_moved(
    organiser: Client, due_on: str, table: str, place: str, said: str
) -> None:
    response = moved(organiser, due_on, table)
    (problem,) = summary(response)
    assert problem[0] == place and said in problem[1]
    assert match() == (FIRST, 2) and not Event.objects.filter(action="move_match").exists()
    assert f'name="table" value="{table}"' in response.content.decode() or not table


@pytest.mark.parametrize(
    ("role", "led"), [(Role.OWNER, True), (Role.ORGANISER, True), (Role.SCORER, False), (Role.PLAYER, False)]
)
def test_match_page_leads_there_whoever_may(club: Club, role: Role, led: bool) -> None:
    client = log_in(make_member(club, role))
    assert (f'href="{PAGE}"' in client.get(MATCH).content.decode()) is led
    play("c1d1-m2")
    assert f'href="{PAGE}"' not in client.get(MATCH).content.decode()


def test_who_loses_the_right_meanwhile_finds_nothing(organiser: Client, club: Club) -> None:
    by = Person(Membership.objects.get(club=club).user)
    assert can(by, "run-seasons", club)

    def ask(*_: Any) -> Principal:
        Membership.objects.filter(club=club).delete()
        return by

    with patch("league.web.manage.nights.require_organiser", ask):
        assert moved(organiser, LATER).status_code == 404
    assert match() == (FIRST, 2)


def test_match_that_there_is_not_has_no_such_page(organiser: Client) -> None:
    assert organiser.get("/riverside/matches/nothing/move/").status_code == 404
