"""The clubs that the fuzzer tries, and the people who send its requests."""

from __future__ import annotations

import time
from collections.abc import Collection
from copy import copy, deepcopy
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any
from uuid import uuid4

from allauth.account.models import EmailAddress
from axes.models import AccessAttempt
from django.test.client import ClientHandler
from django.utils import timezone

import games
from league.actions.decisions.void import void_match
from league.actions.invitation import invite_member
from league.actions.membership import add_member, remove_member
from league.actions.player import change_player
from league.actions.proof import mark_proved
from league.actions.result import submit_result
from league.actions.rollover import roll_over_season
from league.actions.variant import save_variant
from league.models import Club, JoinRequest, Match, Membership, Player, Role, Season, User
from league.principals import CONSOLE, Person, Principal
from tests.actions.clubs import OTHER_SHEET, PRINTED_SHEET, build_club_file, make_club
from tests.fuzzer.journal import Write
from tests.fuzzer.requests import Browser
from tests.security.population import build_closed_league, hash_password

LOG_IN_BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
# Of each person, the role at the home club and the one at the other club. An administrator needs none.
ROLES: dict[str, tuple[Role | None, Role | None]] = {
    "visitor": (None, None),
    "stranger": (None, None),
    "player": (Role.PLAYER, None),
    "scorer": (Role.SCORER, None),
    "organiser": (Role.ORGANISER, None),
    "owner": (Role.OWNER, None),
    "administrator": (None, None),
    "owner elsewhere": (None, Role.OWNER),
}
PLAYER_KEY = "p1"  # of the player with an account


@dataclass
class World:
    """Two clubs, and people with a role in one of them or in none.

    `roles` are the roles of all accounts by the ids of user and club, as they were before the request.
    """

    number: int
    home: Club
    away: Club
    people: dict[str, User | None]
    clients: dict[str, Browser] = field(default_factory=dict)
    roles: dict[tuple[int, int], str] = field(default_factory=dict)

    def choose_user(self, chance: Random) -> User:
        return chance.choice([user for user in self.people.values() if user])

    def build_client(self, who: str, *, enforce_csrf_checks: bool = False) -> Browser:
        """Return a browser in which this person has logged in, without any other state."""
        client = copy(self.clients[who])
        client.cookies, client.handler = deepcopy(client.cookies), copy(client.handler)
        client.handler.enforce_csrf_checks = enforce_csrf_checks
        return client

    def log_everybody_in(self) -> None:
        for who, user in self.people.items():
            client = self.clients[who] = Browser(raise_request_exception=False)
            client.handler = _get_handler()
            if user:
                client.force_login(user, backend=LOG_IN_BACKEND)
                _reauthenticate(client, user)

    def restore(self, written: Collection[Write]) -> None:
        """Give people back what requests took from them: clubs, accounts, log-ins, roles and players."""
        tables = {table for table, _verb in written}
        if "league_club" in tables:
            Club.objects.filter(pk__in=[self.home.pk, self.away.pk]).update(
                suspended_at=None, suspension_reason="", deleted_at=None, erasing_since=None
            )
        if "league_user" in tables or ("django_session", "DELETE") in written:
            self._restore_accounts()
        if tables & {"league_membership", "league_player"}:
            self._restore_roles()
            self._restore_player()
            self.load_roles()

    def load_roles(self) -> None:
        rows = Membership.objects.values_list("user", "club", "role")
        self.roles = {(user, club): role for user, club, role in rows}

    def _restore_accounts(self) -> None:
        for who, user in self.people.items():
            if user:
                is_administrator = who == "administrator"
                User.objects.filter(pk=user.pk).update(
                    email=_build_address(who, self.number),
                    name=who.title(),
                    deleted_at=None,
                    is_active=True,
                    is_staff=is_administrator,
                    is_superuser=is_administrator,
                    password=hash_password(),
                )
                user.refresh_from_db()
                EmailAddress.objects.filter(user=user).delete()
                mark_proved(user)
        self.log_everybody_in()

    def _restore_roles(self) -> None:
        for club, place in ((self.home, 0), (self.away, 1)):
            wanted = {self.people[who]: roles[place] for who, roles in ROLES.items() if self.people[who]}
            for user, role in wanted.items():
                if user and role:
                    add_member(club=club, email=user.email, role=role, by=CONSOLE)
            outsiders = [user for user, role in wanted.items() if not role]
            for membership in Membership.objects.filter(club=club, user__in=outsiders):
                remove_member(membership=membership, by=CONSOLE)

    def _restore_player(self) -> None:
        for player in Player.objects.filter(club=self.home, user__isnull=False).exclude(key=PLAYER_KEY):
            change_player(player=player, name=player.name, user=None, by=CONSOLE)
        player = Player.objects.get(club=self.home, key=PLAYER_KEY)
        change_player(player=player, name=player.name, user=self.people["player"], by=CONSOLE)


@cache
def _get_handler() -> ClientHandler:
    """Return the one handler of all browsers: making one takes longer than a response."""
    handler = ClientHandler()
    handler.load_middleware()
    return handler


def make_world(number: int) -> World:
    """Make clubs and people whose names nobody before them has."""
    home, away = make_club(_build_home_file(f"home-{number}")), make_club(slug=f"away-{number}")
    people = {who: None if who == "visitor" else _create_user(who, number) for who in ROLES}
    world = World(number, home, away, people)
    world.restore({("league_user", "INSERT"), ("league_membership", "INSERT")})
    administrator = people["administrator"]
    assert administrator
    _fill_home(home, Person(administrator), number)
    return world


def _create_user(who: str, number: int) -> User:
    user = User.objects.create(email=_build_address(who, number), name=who.title(), password=hash_password())
    mark_proved(user)
    return user


def _build_address(who: str, number: int) -> str:
    return f"{who.replace(' ', '-')}-{number}@example.org"


def _reauthenticate(client: Browser, user: User) -> None:
    """Let the session be one of somebody who has just typed the password once more, as some pages ask."""
    session = client.session
    session["account_authentication_methods_user"] = str(user.pk)
    session["account_authentication_methods"] = [
        {"method": "password", "at": time.time(), "reauthenticated": True}
    ]
    session.save()


def _build_home_file(slug: str) -> dict[str, Any]:
    """Build a club with leagues of two-handed players in every state, and an open season of each game."""
    file = build_club_file(slug=slug, divisions=2)
    (league,) = file["competitions"]
    file["competitions"] += [build_closed_league("league-2"), build_closed_league("league-3")]
    file["competitions"] += [
        {
            "slug": "cup",
            "name": "Cup",
            "kind": "tournament",
            "game": league["game"],
            "seasons": [_build_draft(1, 4)],
        },
        {
            "slug": "ladder",
            "name": "Ladder",
            "kind": "tournament",
            "game": league["game"],
            "rules": {"pairing": "ladder", "ranking": ["ladder"]},
            "seasons": [_build_draft(1, 4) | {"state": "open"}],
        },
        *(_build_league_of(game) for game in games.installed()),
    ]
    return file


def _build_league_of(game: games.Game) -> dict[str, Any]:
    """Build a league of one game: an open season of a few matches at one table, and a draft."""
    size = game.table_size
    seats = [f"p{number}" for number in range(1, size + 1)]
    matches = [{"id": f"{game.key}-m{number}", "round": number, "seats": seats} for number in range(1, 7)]
    division = {"level": 1, "entries": [{"player": player} for player in seats], "matches": matches}
    return {
        "slug": f"{game.key}-league",
        "name": f"{game.name} League",
        "game": game.key,
        "rules": {"promoted": 0} | ({} if game.fixed_seats else {"table_size": size}),
        "seasons": [
            {"number": 1, "state": "open", "lot": 1, "divisions": [division]},
            _build_draft(2, min(8, 2 * size)),
        ],
    }


def _build_draft(number: int, players: int) -> dict[str, Any]:
    entries = [{"player": f"p{seed}"} for seed in range(1, players + 1)]
    division = {"level": 1, "name": "A", "entries": entries, "matches": []}
    return {"number": number, "state": "draft", "divisions": [division]}


def _fill_home(home: Club, by: Principal, number: int) -> None:
    """Add what a club file does not hold: corrected results, a draft out of a rollover, a decision and more."""
    corrected = Match.objects.get(club=home, key="c1d1-m1")
    for base, sheet in enumerate((OTHER_SHEET, PRINTED_SHEET)):
        submit_result(match=corrected, sheet=sheet, by=by, key=uuid4(), base=base)
    closed = Season.objects.get(competition__club=home, competition__slug="league-2")
    roll_over_season(season=closed, by=CONSOLE)
    match = Match.objects.get(club=home, key="c1d1-m6")
    void_match(match=match, reason="Nobody had the key.", by=CONSOLE, base=0)
    invite_member(club=home, email=f"new-{number}@example.org", role=Role.SCORER, by=by)
    asker = User.objects.get(email=f"stranger-{number}@example.org")
    JoinRequest.objects.create(club=home, user=asker, name="Sam", made_at=timezone.now())
    save_variant(club=home, name="Short", game=match.division.season.game, options={"deals": 2}, by=by)
    AccessAttempt.objects.create(
        username=f"scorer-{number}@example.org", ip_address="127.0.0.9", failures_since_start=3
    )
