"""Submitting a result, beside a request that makes one INSERT.

Each case has a club of its own, all of the same shape and with the same results, and no job is waiting when
it starts.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import patch
from urllib.parse import urlencode
from uuid import uuid4

from bench.comparison import Row, compare, format_seconds
from bench.database import analyse, set_up

if TYPE_CHECKING:  # nothing of the league can be imported before it is set up
    from league.principals import Person

PLAYERS = 8  # of a division
MATCHES = PLAYERS * (PLAYERS - 1) // 2
FORM_TYPE = "application/x-www-form-urlencoded"  # as browsers send forms
JOB = "the job that follows (the players' statistics)"


def measure(rounds: int) -> Iterator[Row]:
    set_up()
    from django.test import Client

    from games import parse_options, registry
    from league.actions import job as jobs
    from league.actions.result import submit_result
    from league.models import Match
    from league.tasks import JOB_HANDLERS

    game = registry.get("skuck")
    assert game.plausible is not None
    make_sheet, options = game.plausible, parse_options(game, {})
    browser = Client(SERVER_NAME="localhost")
    add_bare_request()
    jobs.run_in_background = lambda work: None  # do_jobs runs the jobs between the rounds

    def insert() -> None:
        assert browser.post("/-/bare/").status_code == 200

    def do_jobs() -> int:
        return jobs.run_due_jobs(JOB_HANDLERS)

    def submit(match: Match, sheet: dict[str, Any], by: Person) -> None:
        submit_result(match=match, sheet=sheet, by=by, key=uuid4(), base=0)

    def post(match: Match, sheet: dict[str, Any], by: Person) -> None:
        form = {
            f"deals-{number}-{field}-{seat}": value
            for number, deal in enumerate(sheet["deals"])
            for field in ("bids", "tricks")
            for seat, value in enumerate(deal[field])
        }
        form |= {"key": uuid4(), "base": 0, "played_on": "2026-01-06"}
        browser.cookies.pop(
            "messages", None
        )  # read on the page that came before, as each says that it was saved
        answer = browser.post(
            f"/{match.club.slug}/matches/{match.key}/enter/", urlencode(form), content_type=FORM_TYPE
        )
        assert answer.status_code == 302

    def compare_case(name: str, send: Callable[..., None], counted: str, *, with_job: bool) -> Row:
        slug = f"club-{uuid4()}"
        matches = make_matches(slug, divisions=(rounds + 2) // MATCHES + 1)
        sheets = [make_sheet(options, 2, Random(number)) for number in range(len(matches))]
        by = make_scorer(slug)
        analyse()
        browser.force_login(by.user)
        turns = zip(matches, sheets, strict=True)
        with nullcontext() if with_job else patch.object(jobs, "notify_worker"):
            comparison = compare(
                lambda: send(*next(turns), by),
                insert,
                rounds,
                prepare=do_jobs,
                min_seconds=0,
            )
        assert (do_jobs() == 0) == with_job
        takes = format_seconds(comparison.seconds)
        return Row(name, "a request with one INSERT", comparison.ratios, takes, counted)

    left_out, included = f"{JOB} not included", f"{JOB}, in the same process, included"
    yield compare_case("submit_result", submit, f"the action and its commit; {left_out}", with_job=False)
    yield compare_case(
        "submit_result and its job", submit, f"the action and its commit; {included}", with_job=True
    )
    yield compare_case("the page that saves a result", post, f"the POST request; {left_out}", with_job=False)
    yield compare_case("the page, and its job", post, f"the POST request; {included}", with_job=True)


def add_bare_request() -> None:
    from django.db import connection
    from django.http import HttpRequest, HttpResponse
    from django.urls import path

    from config import urls

    def insert(request: HttpRequest) -> HttpResponse:
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO bench_bare (note) VALUES ('a line')")
        return HttpResponse()

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_bare (id bigint, note text)")
    urlpatterns: list[Any] = urls.urlpatterns
    urlpatterns.insert(0, path("-/bare/", insert))


def make_matches(slug: str, divisions: int) -> list[Any]:
    """Return the matches of a new club's one season, which is open and has no results."""
    from league.actions.club import import_club
    from league.actions.season import open_season
    from league.models import Match, Season
    from league.principals import CONSOLE

    players = [f"p{number}" for number in range(divisions * PLAYERS)]
    season = {
        "number": 1,
        "state": "draft",
        "divisions": [
            {
                "level": level + 1,
                "name": f"Division {level + 1}",
                "entries": [{"player": key} for key in players[level * PLAYERS : (level + 1) * PLAYERS]],
                "matches": [],
            }
            for level in range(divisions)
        ],
    }
    club = {
        "format": "boolie-club/1",
        "club": {"slug": slug, "name": "Club"},
        "players": [{"id": key, "name": f"Player {key}"} for key in players],
        "competitions": [{"slug": "league", "name": "League", "game": "skuck", "seasons": [season]}],
    }
    import_club(json.dumps(club).encode(), by=CONSOLE)
    open_season(season=Season.objects.get(competition__club__slug=slug), by=CONSOLE)
    matches = Match.objects.filter(club__slug=slug).select_related("club")
    return list(matches.order_by("division__level", "round__number", "table"))


def make_scorer(slug: str, name: str = "scorer") -> Person:
    from league.models import Club, Membership, Role, User
    from league.principals import Person

    user = User.objects.create(email=f"{name}@{slug}.example", name=name.title())
    Membership.objects.create(user=user, club=Club.objects.get(slug=slug), role=Role.SCORER)
    return Person(user)
