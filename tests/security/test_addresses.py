"""Every address, asked for and posted to by everybody: who may what, and what the browser is told about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from fnmatch import fnmatchcase
from typing import Any

from django.core.cache import cache
from django.db import connection

from tests.scenarios import rolled_back
from tests.security.asking import address, addresses, asked_for, outcome, rows_of
from tests.security.house import ELSEWHERE, HERE, House, kept
from tests.security.roles import ROWS, Outcome, Row
from tests.security.strictness import find_leniency

# Django's own, in the admin site: an old way to write an address, and what leads to the page of a missing one.
NAMELESS = {"admin:<path:object_id>/", "admin:(?P<url>.*)$"}
REFUSED = {403, 404, 405, "log-in"}
READING = ("SELECT ", "SAVEPOINT ", "RELEASE SAVEPOINT ", "ROLLBACK TO SAVEPOINT ")


def test_every_address_has_a_row() -> None:
    assert [name for name in addresses() if not rows_of(name) and name not in NAMELESS] == []


def test_every_row_has_an_address() -> None:
    names = list(addresses())
    assert [row for row in ROWS if not any(fnmatchcase(name, row.name) for name in names)] == []


def test_every_answer_is_what_it_should_be(house: House) -> None:
    """One pass for all that is asked of an answer: it is the pages that take their time.

    What comes of it stands in the table. Every answer is strict; whoever has logged in gets one for them alone. What
    is refused, or only asked for, changes nothing. Nothing is taken without a token: that is decided before anybody
    looks at who sends it, so those who may send it show it in turn.
    """
    before, wrong, forgers = kept(), [], Counter[str]()
    for name, row in asked_for():
        where = address(name, row, house)
        able = [who for who in HERE if row.post and row.post[who] not in REFUSED] or HERE
        forger = min(able, key=forgers.__getitem__)
        forgers[forger] += 1
        for who in (*HERE, *ELSEWHERE):
            with watched() as written:
                found = [*find_faults(house, where, row, who)]
                if who == forger:
                    found += find_faults_without_token(house, where, row, who)
            if written and (after := kept()) != before:
                found.append(f"has changed {[noun for noun in after if after[noun] != before[noun]]}")
                before = after
            wrong += [f"{who} at {name} {row.case} ({where}): {fault}" for fault in found]
    assert not wrong, "\n".join(wrong)
    assert kept() == before
    assert set(forgers) == set(HERE)


def find_faults(house: House, where: str, row: Row, who: str) -> Iterator[str]:
    """Ask for an address and post to it as somebody does. Only what is not to be refused is taken back."""
    role = who if who in HERE else "stranger"  # whoever is something in another club only
    asked = house.client(who).get(where)
    yield from look(asked, "GET", who, row.get[role])
    expected = [row.post[role]] if row.post else [outcome(asked), 405]
    cache.clear()  # it counts how often somebody comes
    with nullcontext() if REFUSED.intersection(expected) else rolled_back():
        posted = house.client(who).post(where, row.sent)
    yield from look(posted, "POST", who, *expected)


def find_faults_without_token(house: House, where: str, row: Row, who: str) -> Iterator[str]:
    posted = house.client(who, enforce_csrf_checks=True).post(where, row.sent)
    yield from look(posted, "POST without a token", who, 403)
    if b"Nothing has been saved" not in posted.content:
        yield "POST without a token: the page does not say that nothing has been saved"


def look(response: Any, what: str, who: str, *expected: Outcome) -> Iterator[str]:
    """Yield what is wrong with an answer."""
    if outcome(response) not in expected:
        yield f"{what}: {outcome(response)} instead of {' or '.join(map(str, expected))}"
    yield from (f"{what}: {fault}" for fault in find_leniency(response))
    control = response.headers.get("Cache-Control", "")
    if who != "visitor" and not ("private" in control and ("no-cache" in control or "no-store" in control)):
        yield f"{what}: Cache-Control: {control}"


@contextmanager
def watched() -> Iterator[list[str]]:
    """Collect what is executed inside and does more than read."""
    found: list[str] = []

    def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.startswith(READING):
            found.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield found
