"""What the fuzzer takes for wrong: its checks find what they are there for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from django.db import transaction

from league.models import Club, Event, User
from tests.actions.clubs import make_club
from tests.fuzzer.checks import Outcome, find_faults
from tests.fuzzer.journal import Journal, Write
from tests.fuzzer.requests import Request
from tests.fuzzer.world import World, make_world
from tests.scenarios import scenario

CLUB_CHANGED: Write = ("league_club", "UPDATE")


@scenario
def world() -> World:
    return make_world(1)


def send(method: str = "POST", address: str = "club-settings", kind: str = "plausible") -> Request:
    return Request("scorer", kind, address, method, "/home-1/-/settings/")


def answer(
    status: int,
    *,
    location: str = "",
    text: str = "",
    errors: Iterable[BaseException] = (),
    written: Iterable[Write] = (),
    changes: Iterable[Event] = (),
    user: User | None = None,
) -> Outcome:
    return Outcome(status, location, text, [*errors], Counter(written), [*changes], user)


def list_faults(request: Request, outcome: Outcome, world: World) -> list[str]:
    return [finding.what for finding in find_faults(request, outcome, world)]


def build_event(world: World, action: str, who: str, *, club: Club | None = None) -> dict[str, Any]:
    """Build what is recorded where somebody has caused an event, and written with it."""
    user = world.people[who]
    change = Event(club=club or world.home, by=user, action=action, noun="club", key="home-1")
    return {"changes": [change], "user": user, "written": [CLUB_CHANGED, ("league_event", "INSERT")]}


def test_what_is_as_it_should_be_is_no_fault(world: World) -> None:
    left = [("league_submission", "INSERT"), ("axes_accessattempt", "UPDATE"), ("django_session", "INSERT")]
    assert list_faults(send(), answer(200, written=left), world) == []
    assert list_faults(send(), answer(302, **build_event(world, "submit_result", "scorer")), world) == []
    assert list_faults(send(), answer(302, **build_event(world, "change_club", "organiser")), world) == []
    assert list_faults(send(), answer(302, **build_event(world, "change_club", "administrator")), world) == []


def test_server_errors_are_found(world: World) -> None:
    assert list_faults(send(), answer(500), world) == ["status 500"]
    assert list_faults(send(), answer(500, errors=[KeyError("x")]), world) == ["KeyError: 'x'"]


@pytest.mark.parametrize(
    ("method", "status", "location"),
    [
        ("POST", 200, ""),
        ("POST", 404, ""),
        ("POST", 302, "/-/log-in/?next=/"),
        ("GET", 302, "/"),
        ("PUT", 200, ""),
    ],
)
def test_change_by_a_refused_request_is_found(world: World, method: str, status: int, location: str) -> None:
    outcome = answer(status, location=location, **build_event(world, "change_club", "owner"))
    (fault,) = list_faults(send(method), outcome, world)
    assert "has changed ['league_club', 'league_event']" in fault


def test_change_without_an_event_is_found(world: World) -> None:
    faults = list_faults(send(), answer(302, written=[CLUB_CHANGED]), world)
    assert faults == ["league_club has been changed without an event"]


def test_account_that_is_changed_elsewhere_is_found(world: World) -> None:
    outcome = answer(302, written=[("league_user", "UPDATE")])
    assert list_faults(send(), outcome, world) == ["league_user has been changed at club-settings"]
    assert list_faults(send(address="account_change_password"), outcome, world) == []


@pytest.mark.parametrize(
    ("action", "who", "fault"),
    [
        ("change_club", "scorer", "scorer has caused change_club"),
        ("invite", "organiser", "organiser has caused invite"),
        ("submit_result", "stranger", "somebody without a role has caused submit_result"),
        ("submit_result", "owner elsewhere", "somebody without a role has caused submit_result"),
        ("submit_result", "player", "player has caused submit_result"),  # of no match of theirs
        ("dance", "owner", "nothing says which permission dance takes"),
    ],
)
def test_event_that_the_role_may_not_cause_is_found(world: World, action: str, who: str, fault: str) -> None:
    assert list_faults(send(), answer(302, **build_event(world, action, who)), world) == [fault]


def test_event_in_the_name_of_another_is_found(world: World) -> None:
    event = build_event(world, "change_club", "owner")
    (fault,) = list_faults(send(), answer(302, **event | {"user": world.people["scorer"]}), world)
    assert fault.startswith("the event change_club names user")
    (fault,) = list_faults(send(), answer(302, **event | {"user": None}), world)
    assert fault.startswith("the event change_club names user")


def test_script_that_was_sent_and_stands_on_the_page_is_found(world: World) -> None:
    page = answer(200, text="<p><script>alert(1)</script>")
    assert list_faults(send(kind="hostile"), page, world) == ["<script> in the page"]


@pytest.mark.django_db(transaction=True)
def test_journal_holds_what_was_written_and_nothing_that_was_rolled_back() -> None:
    club = make_club()
    with Journal() as journal:
        with transaction.atomic():
            Club.objects.filter(pk=club.pk).update(name="Gone again")
            transaction.set_rollback(True)
        assert not journal.collect()
        Club.objects.filter(pk=club.pk).update(name="Here to stay")
        assert journal.collect() == {("league_club", "UPDATE"): 1}
        assert not journal.collect()
