"""Suspended clubs: hidden from everybody but administrators, changed by nobody, and brought back as they were."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from league.actions.club import change_club, create_club, import_club
from league.actions.decisions.void import void_match
from league.actions.errors import ActionError
from league.actions.invitation import accept_invitation, invite_member
from league.actions.membership import add_member
from league.actions.player import add_players
from league.actions.proof import mark_proved
from league.actions.result import submit_result
from league.actions.season import close_season
from league.actions.suspension import lift_suspension, suspend_club
from league.models import Club, Event, Job, Match, Player, Role, Season, User
from league.notifications.reminders import remind_players
from league.principals import CONSOLE, Person, Principal
from league.queries.directory import find_clubs
from league.tasks import run_jobs
from tests.actions.clubs import PRINTED_SHEET, build_club_file, list_matches, make_club, make_member
from tests.actions.refusals import list_codes
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db

REASON = "It publishes names of people who never played."


@scenario
def club() -> Club:
    return make_club()


@scenario
def owner(club: Club) -> Person:
    return make_member(club, Role.OWNER)


@scenario
def administrator(club: Club) -> Principal:
    return Person(
        User.objects.create(email="admin@example.org", name="Ada", is_superuser=True, is_staff=True)
    )


def suspend(club: Club) -> Club:
    suspend_club(club=club, reason=REASON, by=CONSOLE)
    return Club.objects.get(pk=club.pk)


def test_suspension_is_recorded_with_its_reason_and_owners_are_told(
    club: Club, owner: Principal, administrator: Principal
) -> None:
    make_member(club, Role.SCORER)
    before = club.revision
    suspend_club(club=club, reason=f"  {REASON}\n", by=administrator)
    club.refresh_from_db()
    assert club.is_hidden and club.suspension_reason == REASON and club.revision != before
    change = Event.objects.get(action="suspend_club")
    assert (change.by, change.why, change.key) == (administrator.user, REASON, "riverside")
    run_jobs()
    (message,) = mail.outbox
    assert message.to == ["owner@riverside.example"]
    assert REASON in message.body and "Riverside" not in message.subject


def test_lifting_it_makes_the_club_what_it_was(
    club: Club, owner: Principal, administrator: Principal
) -> None:
    lift_suspension(club=suspend(club), by=administrator)
    club.refresh_from_db()
    assert not club.is_hidden and not club.suspension_reason
    change_club(club=club, name="Riverside again", zone="UTC", by=owner)
    run_jobs()
    assert [message.subject for message in mail.outbox] == ["Your club is back"]


@pytest.mark.parametrize("reason", ["", " \n ", "x" * 501, "a\0b"])
def test_reason_that_is_none_is_refused(club: Club, reason: str) -> None:
    with pytest.raises(ActionError) as refused:
        suspend_club(club=club, reason=reason, by=CONSOLE)
    assert [path for path, _code in list_codes(refused)] == ["reason"]
    assert not Club.objects.get(pk=club.pk).is_hidden


def test_suspending_twice_and_lifting_twice_are_refused(club: Club) -> None:
    suspended = suspend(club)
    with pytest.raises(ActionError) as refused:
        suspend_club(club=club, reason="Another one", by=CONSOLE)
    assert list_codes(refused) == [("", "suspended-already")]
    assert Club.objects.get(pk=club.pk).suspension_reason == REASON
    lift_suspension(club=suspended, by=CONSOLE)
    with pytest.raises(ActionError) as refused:
        lift_suspension(club=suspended, by=CONSOLE)
    assert list_codes(refused) == [("", "not-suspended")]


def test_only_administrators_suspend_and_lift(club: Club, owner: Principal) -> None:
    with pytest.raises(PermissionDenied):
        suspend_club(club=club, reason=REASON, by=owner)
    suspend(club)
    with pytest.raises(PermissionDenied):
        lift_suspension(club=club, by=owner)


def _invite(club: Club, by: Principal) -> object:
    return invite_member(club=club, email="new@example.org", role="player", by=by)


CHANGES: dict[str, Callable[[Club, Principal], object]] = {
    "the name": lambda club, by: change_club(club=club, name="New", zone="UTC", by=by),
    "a player": lambda club, by: add_players(club=club, names=["New"], namesakes=False, by=by),
    "a member": lambda club, by: add_member(club=club, email="new@example.org", role="player", by=by),
    "an invitation": _invite,
    "a result": lambda club, by: submit_result(
        match=list_matches(club)[0], sheet=PRINTED_SHEET, by=by, key=uuid4(), base=0
    ),
    "a decision": lambda club, by: void_match(match=list_matches(club)[0], reason="No key.", by=by, base=0),
    "a season": lambda club, by: close_season(season=Season.objects.get(competition__club=club), by=by),
    "a file": lambda club, by: import_club(json.dumps(build_club_file(entries=5)).encode(), by=by),
}


@pytest.mark.parametrize("what", CHANGES)
def test_nobody_changes_anything_in_it(
    club: Club, owner: Person, administrator: Principal, what: str
) -> None:
    suspend(club)
    events = Event.objects.count()
    for by in (administrator, CONSOLE):
        with pytest.raises(ActionError) as refused:
            CHANGES[what](Club.objects.get(pk=club.pk), by)
        assert list_codes(refused) == [("club", "club-suspended")]
    with pytest.raises((PermissionDenied, ActionError)):
        CHANGES[what](Club.objects.get(pk=club.pk), Person(owner.user))
    assert Event.objects.count() == events


def test_player_of_a_match_reports_no_result(club: Club) -> None:
    player = make_member(club, Role.PLAYER)
    Player.objects.filter(club=club, key="p1").update(user=player.user)
    suspend(club)
    match = Match.objects.filter(club=club, seats__player__key="p1").first()
    assert match
    with pytest.raises(ActionError) as refused:
        submit_result(match=match, sheet=PRINTED_SHEET, by=player, key=uuid4(), base=0)
    assert list_codes(refused) == [("club", "club-suspended")]


def test_invitation_waits_until_it_is_lifted(club: Club, owner: Principal) -> None:
    invitation = invite_member(club=club, email="new@example.org", role="player", by=owner)
    user = User.objects.create(email="new@example.org")
    mark_proved(user)
    new = Person(user)
    suspend(club)
    with pytest.raises(ActionError) as refused:
        accept_invitation(invitation=invitation, by=new)
    assert list_codes(refused) == [("club", "club-suspended")]
    run_jobs()  # only the owner is told of the suspension
    assert [message.to for message in mail.outbox] == [["owner@riverside.example"]]
    lift_suspension(club=club, by=CONSOLE)
    assert accept_invitation(invitation=invitation, by=new).role == "player"


def test_reminders_stop_and_go_on_afterwards(club: Club) -> None:
    today = timezone.localdate()
    Match.objects.filter(club=club).update(due_on=today + timedelta(days=1))
    player = make_member(club, Role.PLAYER)
    mark_proved(player.user)
    Player.objects.filter(club=club, key="p1").update(user=player.user)
    season = Season.objects.get(competition__club=club)
    Season.objects.filter(pk=season.pk).update(remind_days=3)
    suspend(club)
    remind_players(season=season.pk, day=(today + timedelta(days=1)).isoformat())
    assert not Job.objects.filter(kind="mail-reminder").exists()
    lift_suspension(club=club, by=CONSOLE)
    run_jobs()
    run_jobs()
    assert [message.to for message in mail.outbox] == [["player@riverside.example"]]


def test_home_page_does_not_list_it_or_count_it(club: Club) -> None:
    make_club(slug="lakeside")
    suspend(club)
    assert [club.slug for club in find_clubs(reader=AnonymousUser())] == ["lakeside"]
    assert not find_clubs("river", reader=AnonymousUser())


def test_name_like_its_own_is_refused_without_telling_where_it_is(club: Club) -> None:
    suspend(club)
    somebody = Person(User.objects.create(email="new@example.org"))
    with pytest.raises(ActionError) as refused:
        create_club(name="Riverside", slug="", zone="UTC", by=somebody)
    assert list_codes(refused) == [("name", "name-alike")]
    assert "riverside" not in str(refused.value.problems[0].message).lower().replace("riverside looks", "")
