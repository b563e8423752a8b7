"""Two clubs, a person for each role in each of them, and one row of everything that has a URL."""

from __future__ import annotations

from copy import copy, deepcopy
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from typing import Any
from uuid import uuid4

from axes.models import AccessAttempt
from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.db import connection
from django.test import Client
from django.test.client import ClientHandler
from django.utils import timezone

import games
from league.actions.decisions.void import void_match
from league.actions.final import begin_final
from league.actions.proof import mark_proved
from league.actions.registration import open_registration
from league.actions.result import submit_result
from league.actions.rollover import roll_over_season
from league.actions.rounds import finish_round, pair_next_round, publish_round
from league.actions.season import open_season
from league.actions.sheet_draft import save_sheet_draft
from league.actions.tournament import create_tournament
from league.models import (
    Club,
    Invitation,
    Job,
    JoinRequest,
    Match,
    Membership,
    Player,
    Report,
    Role,
    ScreenLink,
    Season,
    SiteText,
    Submission,
    Usage,
    User,
    Variant,
)
from league.models.job import JobState
from league.principals import CONSOLE
from league.queries.rollover_job import ROLLOVER_JOB
from league.rules.seasons.tournament_plans import build_rules
from tests.actions.clubs import OTHER_SHEET, PRINTED_SHEET, build_club_file, make_club
from tests.actions.submissions import enter_result
from tests.scenarios import scenario

PASSWORD = "a good long pass phrase"
NIGHT_DAY = "2026-01-05"
OWN_MATCH, OTHERS_MATCH, PLAYED_MATCH, DRAFT_MATCH = "c1d1-m4", "c1d1-m2", "c1d1-m1", "draft-m1"
FINAL_MATCH = "final-m1"  # of the tournament that is in its final, to be played
UNFINISHED_MATCH = "c1d1-m3"  # whose sheet is saved unfinished
VOID_MATCH = "c1d1-m6"  # by a decision, the only one there is
ROLES = ("visitor", "stranger", "player", "scorer", "organiser", "owner", "administrator")
ROLES_ELSEWHERE = ("player elsewhere", "scorer elsewhere", "organiser elsewhere", "owner elsewhere")


@dataclass
class Population:
    """The clubs riverside, whose pages are requested, and lakeside, with their people.

    People are keyed by their role at riverside; those of lakeside are called "elsewhere".
    """

    club: Club
    people: dict[str, User | None] = field(default_factory=dict)
    clients: dict[str, Client] = field(default_factory=dict)

    def client(
        self, who: str, *, raise_request_exception: bool = False, enforce_csrf_checks: bool = False
    ) -> Client:
        """Return a browser in which this person is logged in, without any other state."""
        client = copy(self.clients[who])
        client.cookies, client.handler = deepcopy(client.cookies), copy(client.handler)
        client.raise_request_exception = raise_request_exception
        client.handler.enforce_csrf_checks = enforce_csrf_checks
        return client

    def log_everybody_in(self) -> None:
        handler = ClientHandler()  # shared, because making one takes longer than a response
        handler.load_middleware()
        for who, user in self.people.items():
            client = self.clients[who] = Client()
            client.handler = handler
            if user:
                client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")


@scenario
def population() -> Population:
    """Return the clubs and people of the role table."""
    return make_population()


def make_population() -> Population:
    population = Population(_make_riverside(), {"visitor": None, "stranger": _create_user("stranger")})
    _make_tournaments(population.club)
    lakeside = make_club(slug="lakeside")
    for club, where in ((population.club, ""), (lakeside, " elsewhere")):
        for role in Role:
            user = _create_user(f"{role.value}{where}")
            population.people[f"{role.value}{where}"] = user
            Membership.objects.create(user=user, club=club, role=role)
        Player.objects.filter(club=club, key="p1").update(user=population.people[f"player{where}"])
    administrator = population.people["administrator"] = _create_user("administrator")
    User.objects.filter(pk=administrator.pk).update(is_staff=True, is_superuser=True)
    mark_proved(User.objects.get(email="player@example.org"))
    played = Match.objects.get(club=population.club, key=PLAYED_MATCH)
    on = date.fromisoformat(NIGHT_DAY)
    submit_result(match=played, sheet=OTHER_SHEET, by=CONSOLE, key=uuid4(), base=0, played_on=on)
    submit_result(match=played, sheet=PRINTED_SHEET, by=CONSOLE, key=uuid4(), base=1, played_on=on)
    opponent = played.seats.exclude(player__key="p1").get().player
    Submission.objects.filter(match=played).update(reporter=opponent)  # to be confirmed by the player
    Match.objects.filter(club=population.club, key=OTHERS_MATCH).update(due_on=NIGHT_DAY)
    unfinished = Match.objects.get(club=population.club, key=UNFINISHED_MATCH)
    save_sheet_draft(
        match=unfinished, texts={"deals-0-bids-0": "16", "played_on": NIGHT_DAY}, by=CONSOLE, base=0
    )
    void = Match.objects.get(club=population.club, key=VOID_MATCH)
    void_match(match=void, reason="Nobody had the key.", by=CONSOLE, base=0)
    now = timezone.now()
    Invitation.objects.create(
        club=population.club,
        email="player@example.org",
        role=Role.SCORER,
        by=administrator,
        made_at=now,
        expires_at=now + timedelta(days=7),
    )
    asker = User.objects.get(email="scorer-elsewhere@example.org")
    JoinRequest.objects.create(club=population.club, user=asker, name="Sam Scorer", made_at=now)
    ScreenLink.objects.create(season=played.division.season, made_at=now)
    Variant.objects.create(
        club=population.club, key="short", name="Short", game="skuck", options={"deals": 2}
    )
    AccessAttempt.objects.create(
        username="scorer@example.org", ip_address="127.0.0.9", failures_since_start=10
    )
    SiteText.objects.create(kind="imprint", text="Pat runs this site.", changed_at=now)
    Report.objects.create(page="/riverside/", text="That is not my name.", made_at=now)
    population.log_everybody_in()
    return population


def _make_riverside() -> Club:
    """Make the club riverside with three leagues.

    league-1 has an open season and a draft made by hand, league-2 a closed season and the draft that was made
    by rolling it over, league-3 a closed season with nothing after it but a failed job.
    """
    file = build_club_file(slug="riverside")
    (competition,) = file["competitions"]
    (season,) = competition["seasons"]
    (division,) = season["divisions"]
    matches = [match | {"id": match["id"].replace("c1d1", "draft")} for match in division["matches"]]
    draft = {"number": 2, "state": "draft", "divisions": [division | {"matches": matches}]}
    competition["seasons"] = [season, draft]
    file["competitions"] += [build_closed_league("league-2"), build_closed_league("league-3")]
    club = make_club(file)
    closed = Season.objects.filter(competition__club=club, state="closed")
    second, third = closed.order_by("competition__slug")
    roll_over_season(season=second, by=CONSOLE)
    now = timezone.now()
    Job.objects.create(
        kind=ROLLOVER_JOB, arguments={"season": third.pk}, state=JobState.FAILED, created_at=now, due_at=now
    )
    return club


def _make_tournaments(club: Club) -> None:
    """Make tournaments of the club.

    The first round of two is published of one, one is to register for, one is a knockout, one is in its final, one is
    a ladder with its players in turned order, one is the first evening of a year, one has money, and in one all
    tables play the same cards.
    """
    names = list(
        Player.objects.filter(club=club, key__startswith="p").order_by("pk").values_list("name", flat=True)
    )
    rules = build_rules(games.get("skuck"), "swiss", 2)
    season = create_tournament(club=club, name="Cup", game="skuck", rules=rules, names=names, by=CONSOLE)
    season = Season.objects.for_page().get(pk=season.pk)
    open_season(season=season, by=CONSOLE)
    pair_next_round(season=season, by=CONSOLE)
    publish_round(season=season, number=1, by=CONSOLE)
    season = create_tournament(
        club=club, name="Evening", game="skuck", rules=rules, names=names[1:], by=CONSOLE
    )
    open_registration(season=season, by=CONSOLE)
    rules = build_rules(games.get("skuck"), "knockout", 2)
    season = create_tournament(club=club, name="Plate", game="skuck", rules=rules, names=names, by=CONSOLE)
    open_season(season=Season.objects.for_page().get(pk=season.pk), by=CONSOLE)
    rules = build_rules(games.get("skuck"), "round-robin", 1)
    rules["final"] = {"pairing": "knockout"}
    season = create_tournament(
        club=club, name="Masters", game="skuck", rules=rules, names=names[:2], by=CONSOLE
    )
    open_season(season=Season.objects.for_page().get(pk=season.pk), by=CONSOLE)
    enter_result(Match.objects.get(division__season=season))
    begin_final(season=season, by=CONSOLE)
    pair_next_round(season=season, by=CONSOLE)
    publish_round(season=season, number=1, by=CONSOLE)
    Match.objects.filter(division__season=season, paired=True).update(key=FINAL_MATCH)
    rules = build_rules(games.get("skuck"), "ladder", 0)
    season = create_tournament(
        club=club, name="Steps", game="skuck", rules=rules, names=names[::-1], by=CONSOLE
    )
    open_season(season=Season.objects.for_page().get(pk=season.pk), by=CONSOLE)
    rules = build_rules(games.get("skuck"), "swiss", 1) | {"evenings": {"best": 8}}
    season = create_tournament(
        club=club,
        name="Evenings",
        game="skuck",
        rules=rules,
        names=names,
        by=CONSOLE,
        starts_on=date(2026, 1, 6),
    )
    open_season(season=Season.objects.for_page().get(pk=season.pk), by=CONSOLE)
    _make_same_cards(club, names)
    money = {"currency": "EUR", "lost_games": {"each": 50, "settled": "year"}}
    rules = build_rules(games.get("international-skat"), "series", 1) | {"evenings": {}, "money": money}
    season = create_tournament(
        club=club,
        name="Lists",
        game="international-skat",
        rules=rules,
        names=names[:4],
        by=CONSOLE,
        starts_on=date(2026, 1, 6),
    )
    open_season(season=Season.objects.for_page().get(pk=season.pk), by=CONSOLE)


def _make_same_cards(club: Club, names: list[str]) -> None:
    """Make a tournament of four in which all tables play the same cards, with its first round finished."""
    rules = build_rules(games.get("skuck"), "same-cards", 3)
    season = create_tournament(
        club=club, name="Ultimate", game="skuck", rules=rules, names=names[:4], by=CONSOLE
    )
    open_season(season=Season.objects.for_page().get(pk=season.pk), by=CONSOLE)
    pair_next_round(season=season, by=CONSOLE)
    publish_round(season=season, number=1, by=CONSOLE)
    for match in Match.objects.filter(division__season=season):
        enter_result(match)
    finish_round(season=season, number=1, by=CONSOLE)


def build_closed_league(slug: str) -> dict[str, Any]:
    """Build a league of two divisions of two, whose only season is closed."""
    divisions = [_build_division(1, "p1 p2", slug), _build_division(2, "p3 p4", slug)]
    closed = {"number": 1, "state": "closed", "lot": 1, "divisions": divisions}
    return {
        "slug": slug,
        "name": slug.replace("-", " ").title(),
        "game": "skuck",
        "rules": {"division_size": 2, "promoted": 1, "relegated": 1},
        "seasons": [closed],
    }


def _build_division(level: int, players: str, league: str) -> dict[str, Any]:
    """Build a division of two players, who have played their one match."""
    played = {"status": "played", "played_on": "2026-01-06", "sheet": PRINTED_SHEET, "seats": players.split()}
    return {
        "level": level,
        "entries": [{"player": player} for player in players.split()],
        "matches": [played | {"id": f"{league}-d{level}"}],
    }


def _create_user(name: str) -> User:
    return User.objects.create(
        email=f"{name.replace(' ', '-')}@example.org", name=name, password=hash_password()
    )


@cache
def hash_password() -> str:
    """Return the hash of everybody's password; computed once, as it is slow by design."""
    return make_password(PASSWORD)


def fetch_stored_rows() -> dict[str, list[Any]]:
    """Return every row of the league's tables, without the times of the last log-in and the counts of limits."""
    rows: dict[str, list[Any]] = {}
    with connection.cursor() as cursor:
        for model in apps.get_app_config("league").get_models(include_auto_created=True):
            columns = (field.column for field in model._meta.concrete_fields if field.name != "last_login")
            names = ", ".join(f'"{column}"' for column in columns)
            table, key = model._meta.db_table, model._meta.pk.column
            cursor.execute(f"SELECT {names} FROM {table} ORDER BY {key}")  # noqa: S608
            rows[model.__name__] = cursor.fetchall() if model is not Usage else []
    return rows
