"""Scenarios: rows that tests share, built once by a fixture and found by every test as they were built.

    @scenario
    def club() -> Club:
        return make_club(entries=5)

    @scenario
    def organiser(club: Club) -> Client:
        return logged_in(member(club, Role.ORGANISER))

A scenario asks for other scenarios only. Each is built in a savepoint inside those before it, and stays for as long as
the next test asks for the same ones; a module's tests are put in that order. Every test runs in a savepoint of its own
inside them. Tests and other scenarios get copies of what was built, so that they may change rows, objects and log-ins
as they like; two copies are never the same object. A test with `@given` asks by `usefixtures` and reads the rows.

A test that leaves a transaction open, or ends one that is not its own, fails here; one that breaks a constraint fails
in Django's `TestCase`. What waits for a commit goes when the savepoint is rolled back, and the cache is emptied after
each test. Primary keys differ from run to run. Tests with transactions of their own (`transactional_db`, `live_server`)
end by deleting every row, so they cannot ask for a scenario.
"""

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from itertools import takewhile
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from pytest_django.plugin import DjangoDbBlocker

Builder = Callable[..., Any]
Requirements = dict[
    Builder, dict[str, Builder]
]  # each with those that it needs, by the name of its parameter
TRANSACTIONAL_FIXTURES = {"transactional_db", "live_server"}


def scenario(build: Builder) -> Any:
    """Make a fixture of a function that writes rows and returns what tests need of them."""
    needed = list(inspect.signature(build).parameters)

    def give_copy(
        request: pytest.FixtureRequest, open_scenarios: "OpenScenarios", db: None, **_needed: Any
    ) -> Any:
        if _has_own_transactions(request.node):
            pytest.fail("A test with transactions of its own deletes every row: it can share none.")
        return deepcopy(open_scenarios.get(build))

    own = [*inspect.signature(give_copy).parameters.values()][:-1]
    asked = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in needed]
    vars(give_copy).update(
        __signature__=inspect.Signature([*own, *asked]), __doc__=build.__doc__, build=build
    )
    return pytest.fixture(name=build.__name__)(give_copy)


class OpenScenarios:
    """The scenarios whose rows are in the database now, each in a savepoint inside the one before."""

    def __init__(self, blocker: DjangoDbBlocker) -> None:
        self._blocker = blocker
        self._open: list[tuple[Builder, ExitStack]] = []
        self._built: dict[Builder, Any] = {}
        self._error: Exception | None = None
        self._is_valid = True

    def get(self, build: Builder) -> Any:
        """Return what the scenario has built; raise the error that occurred on the way to it."""
        if self._error:
            raise self._error
        if build not in self._built:
            raise RuntimeError("This scenario is not open: a test asks for it by parameter or `usefixtures`.")
        return self._built[build]

    def invalidate(self) -> None:
        """Build everything anew for the next test: rows of a test are among what was built."""
        self._is_valid = False

    def switch(self, wanted: Requirements) -> None:
        """Open just these; what comes first and is open already stays."""
        order = list(wanted)
        opened = [build for build, _rows in self._open] if self._is_valid else []
        if self._is_valid and order == opened and not self._error:
            return
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(order, opened, strict=False)))
        self._error, self._is_valid = None, True
        with self._blocker.unblock():
            while len(self._open) > same:
                build, rows = self._open.pop()
                del self._built[build]
                rows.close()
            try:
                for build in order[same:]:
                    self._build(build, wanted[build])
            except Exception as error:  # noqa: BLE001  # the fixture raises it: pytest would not forgive a hook that does
                self._error = error
            connection.run_on_commit.clear()  # nothing is ever committed here
            cache.clear()

    def _build(self, build: Builder, needed: Mapping[str, Builder]) -> None:
        for name in inspect.signature(build).parameters:
            if name not in needed:
                raise TypeError(f"{build.__name__} asks for {name}, which is not a scenario.")
        with ExitStack() as rows:
            rows.enter_context(discard_changes())
            self._built[build] = build(
                **{name: deepcopy(self._built[other]) for name, other in needed.items()}
            )
            self._open.append((build, rows.pop_all()))


@pytest.fixture(scope="session")
def open_scenarios(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[OpenScenarios]:
    scenarios = OpenScenarios(django_db_blocker)
    yield scenarios
    scenarios.switch({})


@contextmanager
def discard_changes() -> Iterator[None]:
    """Roll back whatever is written inside; each example of `@given` needs one of its own."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> Any:
    """Open what a test asks for just before pytest-django begins the test's own transaction.

    The fixture that does so is pytest-django's own affair: should its name change, tests with scenarios fail.
    """
    if fixturedef.argname == "_django_db_helper":
        item = request.node
        request.getfixturevalue("open_scenarios").switch(
            {} if _has_own_transactions(item) else find_scenarios(item)
        )
    return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests that ask for the same scenarios side by side, in each module."""
    place: dict[Any, int] = {}
    asked = {item: (item.location[0], *find_scenarios(item)) for item in items}
    for path, *builds in asked.values():
        place.setdefault(path, len(place))
        place.setdefault((path, *builds), len(place))
    items.sort(key=lambda item: (place[item.location[0]], place[asked[item]]))


def find_scenarios(item: pytest.Item) -> Requirements:
    """Return the scenarios that a test asks for, each after those that it needs."""
    wanted: Requirements = {}
    fixtures: dict[str, Any] = item._fixtureinfo.name2fixturedefs  # type: ignore[attr-defined]

    @functools.cache
    def add(name: str, overridden: int = 0) -> dict[str, Builder]:
        """Visit a fixture and all that it asks for; one that asks for its own name overrides another one."""
        definitions = fixtures.get(name) or ()
        if len(definitions) <= overridden:
            return {}
        fixture = definitions[-1 - overridden]
        needed: dict[str, Builder] = {}
        for other in fixture.argnames:
            needed |= add(other, (overridden + 1) * (other == name))
        build = getattr(fixture.func, "build", None)
        if build is None:
            return {}
        wanted.setdefault(build, needed)
        return {name: build}

    for name in sorted(fixtures):
        add(name)
    return wanted


@pytest.fixture(autouse=True)
def _test_ends_its_transactions(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that has left a transaction open or ended one that is not its own; end what is open."""
    if not _uses_database(request.node) or _has_own_transactions(request.node):
        yield
        cache.clear()
        return
    request.getfixturevalue("db")  # first, so that this ends before the test's own savepoint
    before = len(connection.atomic_blocks)
    yield
    cache.clear()
    left = len(connection.atomic_blocks) - before
    for _ in range(left):
        transaction.set_rollback(True)
        transaction.atomic().__exit__(None, None, None)
    for _ in range(-left):  # Django ends as many as it began
        transaction.atomic().__enter__()
    if left < 0:
        request.getfixturevalue("open_scenarios").invalidate()
    assert left <= 0, "This test has left a transaction open."
    assert left >= 0, "This test has ended a transaction that it did not begin."


def _uses_database(item: pytest.Item) -> bool:
    names = {"db", *TRANSACTIONAL_FIXTURES} & set(getattr(item, "fixturenames", ()))
    return bool(names) or item.get_closest_marker("django_db") is not None


def _has_own_transactions(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    marked = marker is not None and marker.kwargs.get("transaction", False)
    return bool(marked or TRANSACTIONAL_FIXTURES & set(getattr(item, "fixturenames", ())))
