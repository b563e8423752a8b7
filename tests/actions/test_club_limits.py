"""How many clubs an account makes, and what they may be called."""

from __future__ import annotations

import string
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.actions.club import MAX_CLUBS_A_DAY, MAX_OWNED_CLUBS, change_club, create_club
from league.actions.errors import ActionError
from league.models import Club, Membership, Role, User
from league.principals import CONSOLE, Person, Principal
from tests.actions.test_create_club import list_problem_codes, make_account

pytestmark = pytest.mark.django_db


def make_clubs(number: int, by: Principal, *, days_ago: int = 0) -> None:
    with patch.object(timezone, "now", return_value=timezone.now() - timedelta(days=days_ago)):
        for letter in string.ascii_uppercase[:number]:
            create_club(name=f"Foxes {letter} {days_ago}", slug="", zone="UTC", by=by)


def test_nobody_makes_an_eleventh_club_but_who_looks_after_the_site() -> None:
    ada = make_account()
    for days_ago in (3, 2):
        make_clubs(MAX_OWNED_CLUBS // 2, ada, days_ago=days_ago)
    with pytest.raises(ActionError, match="You own 10 clubs, the most one person can create"):
        make_clubs(1, ada)
    assert Club.objects.count() == MAX_OWNED_CLUBS
    User.objects.filter(name="ada").update(is_superuser=True)
    make_clubs(1, Person(User.objects.get(name="ada")))


def test_clubs_that_others_made_or_that_were_given_away_do_not_count() -> None:
    ada = make_account()
    assert ada.user
    for number in range(MAX_OWNED_CLUBS):
        club = create_club(name=f"Others {number}", slug="", zone="UTC", by=CONSOLE)
        Membership.objects.create(user=ada.user, club=club, role=Role.OWNER)
    for days_ago in (3, 2):
        make_clubs(MAX_OWNED_CLUBS // 2, ada, days_ago=days_ago)
    Membership.objects.filter(user=ada.user, club__slug="foxes-a-2").update(role=Role.ORGANISER)
    make_clubs(1, ada)


def test_nobody_makes_a_sixth_club_within_a_day_but_who_looks_after_the_site() -> None:
    ada = make_account()
    make_clubs(MAX_CLUBS_A_DAY - 1, ada, days_ago=1)
    make_clubs(MAX_CLUBS_A_DAY, ada)
    Membership.objects.all().delete()  # giving them away does not make room
    with pytest.raises(ActionError, match="You have created 5 clubs in the last 24 hours"):
        create_club(name="Hares", slug="", zone="UTC", by=ada)
    make_clubs(1, make_account("bob"), days_ago=5)
    create_club(name="Hares", slug="", zone="UTC", by=CONSOLE)


# --- names that look alike


def test_name_that_looks_like_another_clubs_is_refused_with_its_address() -> None:
    create_club(name="Red Foxes", slug="foxes", zone="UTC", by=CONSOLE)
    with pytest.raises(ActionError) as refused:
        create_club(name="RЕD F0XЕS!", slug="", zone="UTC", by=make_account())  # with two Cyrillic letters
    assert list_problem_codes(refused.value.problems) == [("name", "name-alike")]
    assert "http://localhost:8000/foxes/" in str(refused.value)
    assert Club.objects.count() == 1
    create_club(name="Red Foxes of Hamm", slug="", zone="UTC", by=make_account("bob"))
    create_club(name="Red Foxes", slug="", zone="UTC", by=CONSOLE)  # whoever looks after the site decides


def test_club_takes_no_name_that_looks_like_anothers_later() -> None:
    create_club(name="Red Foxes", slug="foxes", zone="UTC", by=CONSOLE)
    ada = make_account()
    club = create_club(name="Hares", slug="", zone="UTC", by=ada)
    with pytest.raises(ActionError) as refused:
        change_club(club=club, name="red-foxes", zone="UTC", by=ada)
    assert list_problem_codes(refused.value.problems) == [("name", "name-alike")]
    change_club(club=club, name="HARES", zone="UTC", by=ada)
    change_club(club=club, name="Red Foxes", zone="UTC", by=CONSOLE)
    change_club(club=club, name="RED FOXES", zone="UTC", by=ada)  # as it may be called already
    assert [club.name for club in Club.objects.order_by("pk")] == ["Red Foxes", "RED FOXES"]


def test_creating_a_club_reads_no_club_that_is_called_otherwise() -> None:
    Club.objects.bulk_create(Club(slug=f"club-of-{number}", name=f"Club of {number}") for number in range(50))
    with CaptureQueriesContext(connection) as queries:
        create_club(name="Red Foxes", slug="", zone="UTC", by=make_account())
    read = [query["sql"] for query in queries if 'FROM "league_club"' in query["sql"]]
    assert read and all(" WHERE " in sql for sql in read)
