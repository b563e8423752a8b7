"""A season with so many decisions that they stand on several pages."""

from __future__ import annotations

import re
from copy import copy
from datetime import datetime, timedelta
from typing import cast

import pytest
from django.test import Client

from league.models import Club, Decision, Player, Remark, Role, Season, Seat
from tests.actions.clubs import make_club, make_member
from tests.actions.decisions import penalise_player
from tests.scenarios import scenario
from tests.web.log_ins import log_in

PAGE = "/riverside/league-1/1/decisions/"


@scenario
def season() -> Season:
    club = make_club()
    season = Season.objects.select_related("competition__club").get(competition__club=club)
    season.entries.filter(player__key="p2").update(left=True)  # as a club file says it
    return season


@scenario
def organiser(season: Season) -> Client:
    return log_in(make_member(Club.objects.get(), Role.ORGANISER))


@scenario
def many(season: Season) -> list[Decision]:
    """120 penalties, the latest first; every third was taken back."""
    first = penalise_player("p1", season, score=1)
    made_at, rows = cast(datetime, first.at), []
    for number in range(119):
        row = copy(first)
        row.pk, row.at = None, made_at + timedelta(minutes=number // 2)
        row.remark = Remark.objects.create(club=season.competition.club, text=f"Reason {number}")
        if number % 3 == 0:
            row.revoked_at, row.revoked_on = row.at, row.on
        rows.append(row)
    Decision.objects.bulk_create(rows)
    Seat.objects.filter(match__key="c1d1-m1", number=0).update(player=Player.objects.get(key="substitute"))
    return list(Decision.objects.order_by("-at", "-pk"))


def test_each_stands_on_one_of_the_pages_the_latest_first(many: list[Decision], organiser: Client) -> None:
    active = [decision for decision in many if decision.revoked_at is None]
    for client, listed, last in ((Client(), active, 2), (organiser, many, 3)):
        for number in range(1, last + 1):
            html = client.get(PAGE, {"page": number}).content.decode()
            there = [str(decision.pk) for decision in listed[number * 50 - 50 : number * 50]]
            assert re.findall(r'id="decision-([0-9]+)"', html) == there, number
            assert ("Substitutes from a club file" in html) == (number == 1), number
        assert client.get(PAGE, {"page": last + 1}).headers["Location"] == f"?page={last}"


def test_link_to_a_decision_leads_to_its_page(many: list[Decision], organiser: Client) -> None:
    undone = next(decision for decision in many if decision.revoked_at)
    for decision, client, number in (
        (many[0], organiser, 1),
        (many[-1], organiser, 3),
        (many[-1], Client(), 2),
        (undone, Client(), 1),
    ):
        there = client.get(PAGE, {"decision": decision.pk}).headers["Location"]
        assert there == f"{PAGE}?page={number}#decision-{decision.pk}"


@pytest.mark.parametrize(("wanted", "status"), [("99999999", 302), ("x", 200), ("0", 200), ("9" * 50, 200)])
def test_link_to_a_decision_that_is_not_there_is_no_error(season: Season, wanted: str, status: int) -> None:
    assert Client().get(PAGE, {"decision": wanted}).status_code == status


def test_number_of_queries_does_not_grow(many: list[Decision], django_assert_num_queries) -> None:
    with django_assert_num_queries(1 + 1 + 5):  # what it is made from, the season, and the page's own
        Client().get(PAGE)
    with django_assert_num_queries(6 + 1 + 1 + 2):  # the limit on what is made anew begins
        Client().get(PAGE, {"page": 2})
