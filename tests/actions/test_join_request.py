"""Requests to join: made by an account, answered by one organiser, told by mail."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from league.actions import join_request as actions
from league.actions.account import delete_account
from league.actions.cleanup import clean_up
from league.actions.errors import ActionError
from league.actions.invitation import accept_invitation, invite_member
from league.actions.join_request import (
    approve_join_request,
    ask_to_join,
    refuse_join_request,
    withdraw_join_request,
)
from league.actions.limits import LimitReached
from league.actions.membership import change_role
from league.actions.merge import merge_players
from league.actions.player import add_players, change_player
from league.actions.proof import mark_proved
from league.models import (
    Club,
    Event,
    JoinRequest,
    Membership,
    NotificationSwitch,
    Player,
    Role,
    User,
    Visibility,
)
from league.principals import CONSOLE, Person, Visitor
from league.queries.personal_data import read_personal_data
from league.tasks import run_jobs
from tests.actions.clubs import make_club, make_member
from tests.scenarios import scenario


@scenario
def club() -> Club:
    return make_club()


@scenario
def owner(club: Club) -> Person:
    owner = make_member(club, Role.OWNER)
    mark_proved(owner.user)
    return owner


@scenario
def ann() -> Person:
    return make_account("ann@example.org", "Ann Archer")


def make_account(email: str, name: str) -> Person:
    user = User.objects.create_user(email, name=name)
    mark_proved(user)
    return Person(user)


def get_player(club: Club, key: str = "p1") -> Player:
    return Player.objects.get(club=club, key=key)


def get_codes(call: Any, **arguments: Any) -> list[str]:
    with pytest.raises(ActionError) as refused:
        call(**arguments)
    return [f"{problem.path}:{problem.code}" for problem in refused.value.problems]


def test_player_is_linked_once_an_organiser_approves(
    club: Club, owner: Person, ann: Person, mailoutbox: list[Any]
) -> None:
    asked = ask_to_join(club=club, player=get_player(club), by=ann)
    run_jobs()
    [mail] = mailoutbox
    assert mail.to == [owner.user.email] and "Ann Archer asks to be linked to the player" in mail.body
    assert f"/{club.slug}/-/requests/{asked.pk}/" in mail.body
    assert get_player(club).user is None
    assert approve_join_request(join_request=asked, by=owner) == get_player(club)
    assert get_player(club).user == ann.user
    run_jobs()
    assert mailoutbox[1].to == ["ann@example.org"] and "has approved your request" in mailoutbox[1].body
    events = Event.objects.filter(noun="user", key=str(ann.user_id)).order_by("pk")
    assert [(one.action, one.by, one.after) for one in events] == [
        ("ask_to_join", ann.user, {"player": "p1"}),
        ("approve_join_request", owner.user, {"player": "p1"}),
    ]


def test_person_without_a_record_is_added_under_the_name_in_the_request(
    club: Club, owner: Person, ann: Person, mailoutbox: list[Any]
) -> None:
    asked = ask_to_join(club=club, name="Ann Archer-Ash", by=ann)
    run_jobs()
    assert "with the name Ann Archer-Ash." in mailoutbox[0].body
    added = approve_join_request(join_request=asked, by=owner)
    assert (added.name, added.user, added.club) == ("Ann Archer-Ash", ann.user, club)


def test_organiser_may_know_that_the_person_is_a_player_of_the_club(
    club: Club, owner: Person, ann: Person
) -> None:
    there = get_player(club, "p2")
    asked = ask_to_join(club=club, name=there.name.upper(), by=ann)
    assert get_codes(approve_join_request, join_request=asked, by=owner) == ["player:known-name"]
    assert approve_join_request(join_request=asked, player=there, by=owner) == there
    bob = make_account("bob@example.org", "Bob")
    other = ask_to_join(club=club, name=there.name, by=bob)
    assert approve_join_request(join_request=other, namesakes=True, by=owner).pk != there.pk


def test_refusal_is_told_with_its_reason_and_may_be_followed_by_another_request(
    club: Club, owner: Person, ann: Person, mailoutbox: list[Any]
) -> None:
    asked = ask_to_join(club=club, player=get_player(club), by=ann)
    assert get_codes(refuse_join_request, join_request=asked, reason=" ", by=owner) == ["reason:missing"]
    long = get_codes(refuse_join_request, join_request=asked, reason="x" * 201, by=owner)
    assert long == ["reason:too-long"]
    refuse_join_request(join_request=asked, reason="You are p2.", by=owner)
    run_jobs()
    assert "Reason: You are p2." in mailoutbox[-1].body and mailoutbox[-1].to == ["ann@example.org"]
    assert not Event.objects.filter(why__contains="p2").exists()
    ask_to_join(club=club, player=get_player(club, "p2"), by=ann)


def test_one_of_two_organisers_wins_and_the_other_is_told(club: Club, owner: Person, ann: Person) -> None:
    organiser = make_member(club, Role.ORGANISER)
    asked = ask_to_join(club=club, player=get_player(club), by=ann)
    stale = JoinRequest.objects.get()
    approve_join_request(join_request=asked, by=owner)
    for answer in (
        lambda: approve_join_request(join_request=stale, by=organiser),
        lambda: refuse_join_request(join_request=stale, reason="No", by=organiser),
        lambda: withdraw_join_request(join_request=stale, by=ann),
    ):
        with pytest.raises(ActionError, match="already been approved"):
            answer()


def test_request_is_withdrawn_by_who_made_it(
    club: Club, owner: Person, ann: Person, mailoutbox: list[Any]
) -> None:
    asked = ask_to_join(club=club, name="Ann", by=ann)
    bob = make_account("bob@example.org", "Bob")
    ask_to_join(club=club, name="Bob", by=bob)
    run_jobs()
    mailoutbox.clear()
    for other in (owner, bob, make_account("eve@example.org", "Eve"), Visitor()):
        with pytest.raises(PermissionDenied):
            withdraw_join_request(join_request=asked, by=other)
    withdraw_join_request(join_request=asked, by=ann)
    withdraw_join_request(join_request=asked, by=ann)
    run_jobs()
    assert mailoutbox == []
    assert get_codes(approve_join_request, join_request=asked, by=owner) == [":withdrawn"]
    ask_to_join(club=club, name="Ann", by=ann)


def test_what_nobody_may_ask(club: Club, ann: Person) -> None:
    taken, hidden, child = (get_player(club, key) for key in ("p1", "p2", "p3"))
    Player.objects.filter(pk=taken.pk).update(user=User.objects.create_user("bob@example.org"))
    Player.objects.filter(pk=hidden.pk).update(visibility=Visibility.HIDDEN)
    Player.objects.filter(pk=child.pk).update(visibility=Visibility.MINOR)
    elsewhere = Player.objects.filter(club=make_club(slug="lakeside"))[0]
    assert get_codes(ask_to_join, club=club, player=taken, by=ann) == ["player:player-taken"]
    for one in (hidden, child, elsewhere):
        assert get_codes(ask_to_join, club=club, player=one, by=ann) == ["player:unknown-player"]
    assert get_codes(ask_to_join, club=club, name="", by=ann) == ["name:name-length"]
    unproved = Person(User.objects.create_user("eve@example.org"))
    assert get_codes(ask_to_join, club=club, name="Eve", by=unproved) == [":unproved"]
    for by in (Visitor(), CONSOLE):
        with pytest.raises(PermissionDenied):
            ask_to_join(club=club, name="Eve", by=by)
    Player.objects.filter(club=club, key="p4").update(user=ann.user)
    assert get_codes(ask_to_join, club=club, name="Ann", by=ann) == ["player:player-has-user"]
    assert JoinRequest.objects.count() == 0


def test_account_has_one_open_request_in_a_club(club: Club, ann: Person) -> None:
    asked = ask_to_join(club=club, name="Ann", by=ann)
    assert get_codes(ask_to_join, club=club, name="Anna", by=ann) == [":asked-already"]
    ask_to_join(club=make_club(slug="lakeside"), name="Anna", by=ann)
    asked.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        asked.save(force_insert=True)


def test_who_does_not_see_a_club_cannot_ask(club: Club, ann: Person) -> None:
    for change in ({"privacy": "members"}, {"deleted_at": timezone.now()}):
        Club.objects.update(privacy="public", deleted_at=None)
        Club.objects.update(**change)
        club.refresh_from_db()
        with pytest.raises(PermissionDenied):
            ask_to_join(club=club, name="Ann", by=ann)


def test_only_organisers_answer(club: Club, ann: Person) -> None:
    asked = ask_to_join(club=club, name="Ann", by=ann)
    for by in (Visitor(), ann, make_member(club, Role.SCORER), make_member(club, Role.PLAYER)):
        with pytest.raises(PermissionDenied):
            approve_join_request(join_request=asked, by=by)
        with pytest.raises(PermissionDenied):
            refuse_join_request(join_request=asked, reason="No", by=by)


def test_request_closes_by_itself_once_its_account_is_linked_in_another_way(
    club: Club, owner: Person, ann: Person, mailoutbox: list[Any]
) -> None:
    def accept_link() -> None:
        invitation = invite_member(
            club=club, email=ann.user.email, role=Role.PLAYER, player=get_player(club), by=owner
        )
        accept_invitation(invitation=invitation, by=ann)

    def set_link() -> None:
        change_player(player=get_player(club), name="Ann", user=ann.user, by=owner)

    for link, closed_by in ((accept_link, ann), (set_link, owner)):
        asked = ask_to_join(club=club, player=get_player(club, "p2"), by=ann)
        elsewhere = ask_to_join(club=make_club(slug=f"by-{closed_by.user.pk}"), name="Ann", by=ann)
        run_jobs()
        mailoutbox.clear()
        link()
        asked.refresh_from_db()
        elsewhere.refresh_from_db()
        assert (asked.state, asked.answered_by, elsewhere.state) == ("linked", closed_by.user, "open")
        event = Event.objects.get(action="close_join_request", by=closed_by.user)
        assert (event.noun, event.key, event.after) == ("user", str(ann.user_id), {"player": "p1"})
        assert get_codes(approve_join_request, join_request=asked, by=owner) == [":linked"]
        assert get_codes(refuse_join_request, join_request=asked, reason="No", by=owner) == [":linked"]
        assert get_codes(withdraw_join_request, join_request=asked, by=ann) == [":linked"]
        run_jobs()
        told = [mail for mail in mailoutbox if "You are now a player of" in mail.subject]
        assert len(told) == (closed_by is owner), link.__name__
        change_player(player=get_player(club), name="p1", user=None, by=owner)
    assert [row["state"] for row in read_personal_data(ann.user)["join_requests"]].count("linked") == 2


def test_suspended_account_is_not_linked_but_may_be_refused(club: Club, owner: Person, ann: Person) -> None:
    asked = ask_to_join(club=club, player=get_player(club), by=ann)
    User.objects.filter(pk=ann.user_id).update(is_active=False)
    assert get_codes(approve_join_request, join_request=asked, by=owner) == [":account-suspended"]
    assert get_player(club).user is None
    refuse_join_request(join_request=asked, reason="No", by=owner)


def test_player_who_was_linked_otherwise_meanwhile_is_not_given_away(
    club: Club, owner: Person, ann: Person
) -> None:
    asked = ask_to_join(club=club, player=get_player(club), by=ann)
    Player.objects.filter(club=club, key="p1").update(user=owner.user)
    assert get_codes(approve_join_request, join_request=asked, by=owner) == ["player:player-taken"]
    Player.objects.filter(club=club, key="p1").update(user=None)
    Player.objects.filter(club=club, key="p2").update(user=ann.user)
    assert get_codes(approve_join_request, join_request=asked, by=owner) == ["player:player-has-user"]


def test_request_goes_over_to_the_record_that_two_become(club: Club, owner: Person, ann: Person) -> None:
    [twice] = add_players(club=club, names=["Ann Archer"], namesakes=False, by=owner)
    asked = ask_to_join(club=club, player=twice, by=ann)
    kept = get_player(club, "p2")
    merge_players(kept=kept, merged=twice, reason="The same person", by=owner)
    assert approve_join_request(join_request=asked, by=owner) == kept


def test_requests_are_limited(club: Club, ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    for _number in range(actions.REQUESTS_BY_ACCOUNT.most):
        withdraw_join_request(join_request=ask_to_join(club=club, name="Ann", by=ann), by=ann)
    with pytest.raises(LimitReached):
        ask_to_join(club=club, name="Ann", by=ann)
    assert JoinRequest.objects.open().count() == 0


def test_mails_are_switched_off_and_do_not_come_too_late(
    club: Club, owner: Person, ann: Person, mailoutbox: list[Any]
) -> None:
    switch = NotificationSwitch.objects.create(user=owner.user, kind="join-request", is_on=False)
    asked = ask_to_join(club=club, name="Ann", by=ann)
    run_jobs()
    assert mailoutbox == []
    switch.delete()
    withdraw_join_request(join_request=asked, by=ann)
    asked = ask_to_join(club=club, name="Ann", by=ann)
    approve_join_request(join_request=asked, by=owner)
    run_jobs()
    [answer] = mailoutbox
    assert answer.to == ["ann@example.org"]
    assert "List-Unsubscribe" in answer.extra_headers


def test_who_is_no_organiser_any_more_gets_no_mail(
    club: Club, owner: Person, ann: Person, mailoutbox: list[Any]
) -> None:
    organiser = make_member(club, Role.ORGANISER)
    mark_proved(organiser.user)
    ask_to_join(club=club, name="Ann", by=ann)
    change_role(membership=Membership.objects.get(user=organiser.user), role=Role.SCORER, by=owner)
    run_jobs()
    assert [mail.to for mail in mailoutbox] == [[owner.user.email]]


def test_nothing_in_a_name_becomes_a_link_in_the_mail(
    club: Club, owner: Person, mailoutbox: list[Any]
) -> None:
    eve = make_account("eve@example.org", "win.example.com/now")
    ask_to_join(club=club, name="https://evil.example/x", by=eve)
    run_jobs()
    links = set(re.findall(r"https?://[^\s\"<]+", mailoutbox[0].body))
    assert links and not any("evil" in link or "win" in link for link in links)
    assert "win.example" not in mailoutbox[0].body


def test_requests_are_stored_data_of_the_person_and_go_with_the_account(
    club: Club, owner: Person, ann: Person
) -> None:
    ask_to_join(club=club, name="Ann", by=ann)
    [listed] = read_personal_data(ann.user)["join_requests"]
    assert (listed["club"], listed["name"], listed["state"]) == (club.slug, "Ann", "open")
    delete_account(user=ann.user, by=ann)
    assert not JoinRequest.objects.exists()


@pytest.mark.parametrize(("days", "left"), [(29, 2), (31, 1)])
def test_answered_requests_are_deleted_after_a_month(
    club: Club, owner: Person, ann: Person, days: int, left: int
) -> None:
    refuse_join_request(join_request=ask_to_join(club=club, name="Ann", by=ann), reason="No", by=owner)
    ask_to_join(club=club, name="Ann", by=ann)
    then = timezone.now() - timedelta(days=days)
    JoinRequest.objects.filter(answered_at__isnull=False).update(answered_at=then)
    JoinRequest.objects.update(made_at=then)
    clean_up()
    assert JoinRequest.objects.count() == left
