"""The riverside club, somebody for each role in it, and a match to enter."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.actions.club import create_club, import_club
from league.actions.demo import RIVERSIDE
from league.actions.player import add_players
from league.models import Club, Membership, Role, User
from league.principals import CONSOLE, Person
from tests.browser.autumn import club
from tests.clubfile.documents import encode_document
from tests.scenarios import scenario
from tests.web.sheets import DESTINATION

OF_EVERY_PAGE = re.compile(
    r'^\s*SELECT (id, suspended_at IS|"league_sitetext"."kind" AS|club.slug, club.name, \(\s+SELECT role)'
)


@pytest.fixture
def django_assert_num_queries() -> Any:
    """Count the queries of a page but for three that every page may make.

    They are who may enter its club, its bar and its foot: see
    `test_every_page_asks_for_its_club_its_bar_and_its_foot`.
    """

    @contextmanager
    def assert_num_queries(expected: int, info: str = "") -> Iterator[None]:
        with _list_own_queries() as asked:
            yield
        assert len(asked) == expected, "\n".join([info, *asked])

    return assert_num_queries


@pytest.fixture
def django_assert_max_num_queries() -> Any:
    """The same, where fewer will do as well."""

    @contextmanager
    def assert_max_num_queries(most: int, info: str = "") -> Iterator[None]:
        with _list_own_queries() as asked:
            yield
        assert len(asked) <= most, "\n".join([info, *asked])

    return assert_max_num_queries


@contextmanager
def _list_own_queries() -> Iterator[list[str]]:
    asked: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield asked
    asked += [query["sql"] for query in captured if not OF_EVERY_PAGE.search(query["sql"])]


@scenario
def riverside() -> Club:
    import_club(RIVERSIDE.read_bytes(), by=CONSOLE)
    return Club.objects.get(slug="riverside")


@scenario
def helper(riverside: Club) -> User:
    """A scorer of the riverside club."""
    user = User.objects.create_user("Sam@example.org", "a good long pass phrase", name="Sam Scorer")
    Membership.objects.create(user=user, club=riverside, role=Role.SCORER)
    return user


@scenario
def scorer(helper: User) -> Client:
    client = Client()
    client.force_login(helper)
    return client


@scenario
def organiser(riverside: Club) -> Client:
    """Of the riverside club."""
    user = User.objects.create_user("oscar@example.org", name="Oscar Organ")
    Membership.objects.create(user=user, club=riverside, role=Role.ORGANISER)
    client = Client()
    client.force_login(user)
    return client


@scenario
def stranger() -> Client:
    """Somebody with an account, and no role in any club."""
    client = Client()
    client.force_login(User.objects.create_user("stranger@example.org", "a good long pass phrase"))
    return client


@scenario
def founder(stranger: Client) -> Client:
    """Somebody who has just made the club foxes."""
    by = Person(User.objects.get(email="stranger@example.org"))
    create_club(name="Foxes", slug="", zone="Europe/Berlin", by=by)
    return stranger


@scenario
def sixteen(founder: Client) -> Client:
    """The founder of the club foxes, after sixteen players have come in."""
    names = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP"]
    add_players(club=Club.objects.get(slug="foxes"), names=names, namesakes=False, by=CONSOLE)
    return founder


@pytest.fixture
def submit(scorer: Client) -> Any:
    """Sends the entry form in, and answers what came back."""

    def send(fields: dict[str, str], path: str = "") -> Any:
        return scorer.post(DESTINATION + path, fields)

    return send


@scenario
def autumn() -> Club:
    """A club with a season in every state that an organiser can find it in."""
    import_club(encode_document(club()), by=CONSOLE)
    return Club.objects.get(slug="autumn")


@scenario
def autumn_organiser(autumn: Club) -> Client:
    """An organiser of the autumn club."""
    user = User.objects.create_user("oscar@example.org", name="Oscar Organ")
    Membership.objects.create(user=user, club=autumn, role=Role.ORGANISER)
    client = Client()
    client.force_login(user)
    return client
