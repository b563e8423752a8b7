"""Two clubs, somebody for each role in each of them, and one row of everything that has an address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from typing import Any
from uuid import uuid4

from axes.models import AccessAttempt
from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.test import Client
from django.utils import timezone

from league.actions.actor import CONSOLE
from league.actions.match import submit_result
from league.models import Club, Invitation, Match, Membership, Player, Role, User
from tests.actions.clubs import OTHER_SHEET, PRINTED_SHEET, club_file, make_club

PASSWORD = "a good long pass phrase"
OWN_MATCH, OTHERS_MATCH, PLAYED, DRAFT_MATCH = "c1d1-m4", "c1d1-m2", "c1d1-m1", "draft-m1"
HERE = ("visitor", "stranger", "player", "scorer", "organiser", "owner", "administrator")
ELSEWHERE = ("player elsewhere", "scorer elsewhere", "organiser elsewhere", "owner elsewhere")


@dataclass
class House:
    """The clubs riverside, whose pages are asked for, and lakeside, and the people by what they are at riverside."""

    club: Club
    people: dict[str, User | None] = field(default_factory=dict)

    def client(self, who: str, **settings: Any) -> Client:
        client = Client(**{"raise_request_exception": False} | settings)
        user = self.people[who]
        if user:
            client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
        return client


def build() -> House:
    house = House(_riverside(), {"visitor": None, "stranger": _user("stranger")})
    lakeside = make_club(slug="lakeside")
    for club, where in ((house.club, ""), (lakeside, " elsewhere")):
        for role in Role:
            user = _user(f"{role.value}{where}")
            house.people[f"{role.value}{where}"] = user
            Membership.objects.create(user=user, club=club, role=role)
        Player.objects.filter(club=club, key="p1").update(user=house.people[f"player{where}"])
    administrator = house.people["administrator"] = _user("administrator")
    User.objects.filter(pk=administrator.pk).update(is_staff=True, is_superuser=True)
    played = Match.objects.get(club=house.club, key=PLAYED)
    submit_result(match=played, sheet=OTHER_SHEET, by=CONSOLE, key=uuid4(), base=0)
    submit_result(match=played, sheet=PRINTED_SHEET, by=CONSOLE, key=uuid4(), base=1)
    now = timezone.now()
    Invitation.objects.create(
        club=house.club,
        email="new@example.org",
        role=Role.SCORER,
        by=administrator,
        made_at=now,
        expires_at=now + timedelta(days=7),
    )
    AccessAttempt.objects.create(
        username="scorer@example.org", ip_address="127.0.0.9", failures_since_start=10
    )
    return house


def _riverside() -> Club:
    file = club_file(slug="riverside")
    (competition,) = file["competitions"]
    (season,) = competition["seasons"]
    (division,) = season["divisions"]
    matches = [match | {"id": match["id"].replace("c1d1", "draft")} for match in division["matches"]]
    draft = {"number": 2, "state": "draft", "divisions": [division | {"matches": matches}]}
    competition["seasons"] = [season, draft]
    return make_club(file)


def _user(name: str) -> User:
    return User.objects.create(email=f"{name.replace(' ', '-')}@example.org", name=name, password=_hashed())


@cache
def _hashed() -> str:
    """Once for all: it takes its time, as it should."""
    return make_password(PASSWORD)


@contextmanager
def undone() -> Iterator[None]:
    """What is done inside is taken back at the end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def kept() -> dict[str, Any]:
    """Every row that a club or a person has, but for when they last logged in."""
    return {
        model.__name__: list(
            model._default_manager.order_by("pk").values(
                *(field.attname for field in model._meta.concrete_fields if field.name != "last_login")
            )
        )
        for model in apps.get_app_config("league").get_models()
    }
