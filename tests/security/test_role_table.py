"""Every URL, requested and posted to by everybody: permissions and security headers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import cycle
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection

from league.permissions import ORGANISER_ROLES, PERMISSIONS
from tests.scenarios import discard_changes
from tests.security.addresses import build_address, find_rows, get_outcome, list_addresses, list_requests
from tests.security.browser_policy import find_leniency
from tests.security.population import ROLES, ROLES_ELSEWHERE, Population, fetch_stored_rows
from tests.security.role_table import ROWS, Outcome, Row

# Django's own, in the admin site: an old form of a URL, and the redirect to the page of a missing object.
IGNORED_PATTERNS = {"admin:<path:object_id>/", "admin:(?P<url>.*)$"}
OWNER_ELSEWHERE = "owner elsewhere"
REFUSED_OUTCOMES = {403, 404, 405, "log-in"}
Rows = dict[str, list[Any]]
SLICES = 12  # of the addresses, so that the workers of a run share them
READING_STATEMENTS = ("SELECT ", "SAVEPOINT ", "RELEASE SAVEPOINT ", "ROLLBACK TO SAVEPOINT ")


def test_every_address_has_a_row() -> None:
    missing = [name for name in list_addresses() if not find_rows(name) and name not in IGNORED_PATTERNS]
    assert not missing, f"Say in tests/security/role_table.py who gets what at {missing}."


def test_every_row_has_an_address() -> None:
    names = list(list_addresses())
    gone = [row for row in ROWS if not any(fnmatchcase(name, row.name) for name in names)]
    assert not gone, f"There are no such addresses any more: take {gone} out of tests/security/role_table.py."


def test_every_address_is_open_to_those_of_a_permission() -> None:
    """Or to everybody who is logged in, to nobody, to players, or to members; visitors get there to log in."""
    logged_in = set(ROLES) - {"visitor"}
    members = logged_in - {"stranger"}
    known = {frozenset(permission.roles | {"administrator"}) for permission in PERMISSIONS.values()}
    known |= {frozenset(roles) for roles in (logged_in, (), members, members - {"administrator"})}
    known.add(frozenset({"player", "administrator"}))  # of a match of theirs
    known.add(frozenset({"player"}))  # of a bid, which no role enters for a player
    known.add(ORGANISER_ROLES | {"player", "administrator"})  # of registration for a tournament
    for row in ROWS:
        for outcomes in (row.get, row.post or row.get):
            allowed = frozenset(who for who in logged_in if outcomes[who] not in REFUSED_OUTCOMES - {405})
            assert allowed in known, (str(row), sorted(allowed))


@dataclass
class Requests:
    """What is sent to one address: by everybody, and by those who take turns.

    `senders` post without a CSRF token, `strangers` ask, who have a role in another club, and `posters` post.
    """

    name: str
    row: Row
    senders: Sequence[str]
    strangers: Sequence[str]
    posters: Sequence[str]


def plan_requests(*, is_full: bool) -> list[Requests]:
    """Plan the requests to every address.

    Whether a token is needed is decided before permissions are checked, so those who may post take turns in showing it
    and, in a full run, everybody does. Of those in another club its owner, who may do most, is asked everywhere, and
    the others take turns likewise. So do those who post where nothing is taken from anybody.
    """
    planned, senders_without_token = [], Counter[str]()
    elsewhere = cycle(who for who in ROLES_ELSEWHERE if who != OWNER_ELSEWHERE)
    everybody = cycle(ROLES)
    for name, row in list_requests():
        allowed = [who for who in ROLES if row.post and row.post[who] not in REFUSED_OUTCOMES] or ROLES
        senders = [who for who in allowed if who in row.needs_token]
        in_turn = [min(senders, key=senders_without_token.__getitem__)] if senders else []
        senders_without_token.update(in_turn)
        strangers: Sequence[str] = (OWNER_ELSEWHERE, next(elsewhere))
        posters: Sequence[str] = (*ROLES, *strangers) if row.post else (next(everybody), next(everybody))
        if is_full:
            in_turn, strangers = [*row.needs_token], ROLES_ELSEWHERE
            posters = (*ROLES, *ROLES_ELSEWHERE)
        planned.append(Requests(name, row, in_turn, strangers, posters))
    return planned


def test_everybody_shows_that_a_token_is_needed() -> None:
    assert {who for requests in plan_requests(is_full=False) for who in requests.senders} == set(ROLES)


@pytest.mark.parametrize("first", range(SLICES))
def test_every_answer_is_what_it_should_be(
    first: int, population: Population, pytestconfig: pytest.Config
) -> None:
    """One pass checks everything about a response, because producing the pages is what takes long.

    The outcomes are those of the role table. Every response has the security headers, and those for people
    who are logged in are private. Requests that are refused, and GET requests, change nothing. Nothing is
    accepted without a CSRF token, unless the row says so.
    """
    before, wrong = fetch_stored_rows(), []
    for requests in plan_requests(is_full=pytestconfig.getoption("--full"))[first::SLICES]:
        name, row = requests.name, requests.row
        where = build_address(name, row, population)
        found = [*find_faults_at(population, where, requests, before)]
        for who in requests.senders:
            found += [
                (who, fault) for fault in find_faults_without_token(population, where, row, who, before)
            ]
        wrong += [f"{who} at {name} {row.case} ({where}): {fault}" for who, fault in found]
    assert not wrong, "\n".join(wrong)
    assert fetch_stored_rows() == before


def find_faults_at(
    population: Population, where: str, requests: Requests, before: Rows
) -> Iterator[tuple[str, str]]:
    """Request a URL as everybody in a row of the role table, and as strangers, then post to it.

    The cache is kept between the GET requests, so that a page cached for one role is noticed if it reaches
    another.
    """
    row = requests.row
    roles = {who: who for who in ROLES} | dict.fromkeys(requests.strangers, "stranger")
    outcomes: dict[str, Outcome] = {}
    cache.clear()
    for who, role in roles.items():
        with discard_changes(), watch_writes() as written:
            response = population.client(who).get(where)
            faults = [
                *find_faults(response, "GET", who, row.get[role]),
                *find_changes("GET", written, before),
            ]
        outcomes[who] = get_outcome(response)
        yield from ((who, fault) for fault in faults)
    for who in requests.posters:
        role = roles[who]
        expected = [row.post[role]] if row.post else [outcomes[who], 405]
        cache.clear()  # it counts how often somebody comes
        with discard_changes(), watch_writes() as written:
            response = population.client(who).post(where, row.sent)
            faults = [*find_faults(response, "POST", who, *expected)]
            if REFUSED_OUTCOMES.intersection(expected):
                faults += find_changes("POST", written, before)
        yield from ((who, fault) for fault in faults)


def find_faults_without_token(
    population: Population, where: str, row: Row, who: str, before: Rows
) -> Iterator[str]:
    what = "POST without a token"
    with discard_changes(), watch_writes() as written:
        response = population.client(who, enforce_csrf_checks=True).post(where, row.sent)
        faults = [*find_faults(response, what, who, 403), *find_changes(what, written, before)]
    yield from faults
    if b"Nothing has been saved" not in response.content:
        yield f"{what}: the page does not say that nothing has been saved"


def find_changes(what: str, written: list[str], before: Rows) -> Iterator[str]:
    if written and (after := fetch_stored_rows()) != before:
        yield f"{what}: has changed {[noun for noun in after if after[noun] != before[noun]]}"


def find_faults(response: Any, what: str, who: str, *expected: Outcome) -> Iterator[str]:
    """Yield what is wrong with a response."""
    if get_outcome(response) not in expected:
        yield f"{what}: {get_outcome(response)} instead of {' or '.join(map(str, expected))}"
    yield from (f"{what}: {fault}" for fault in find_leniency(response))
    control = response.headers.get("Cache-Control", "")
    if who != "visitor" and not ("private" in control and ("no-cache" in control or "no-store" in control)):
        yield f"{what}: Cache-Control: {control}"


@contextmanager
def watch_writes() -> Iterator[list[str]]:
    """Collect the SQL statements executed inside that do more than read."""
    writes: list[str] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith(READING_STATEMENTS):
            writes.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield writes
