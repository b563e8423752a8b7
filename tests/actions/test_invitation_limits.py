"""How many invitations are sent: by one account, to one address, and on the whole site."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from league.actions import invitation
from league.actions.invitation import invite_member, withdraw_invitation
from league.actions.limits import LimitReached
from league.models import Club, Invitation, Job, Role
from league.notifications import delivery
from league.principals import CONSOLE, Principal
from tests.actions.clubs import make_club, make_member
from tests.actions.test_invitation import ANN, travel_days
from tests.scenarios import scenario


@scenario
def club() -> Club:
    return make_club()


@scenario
def owner(club: Club) -> Principal:
    return make_member(club, Role.OWNER)


def invite_ann(club: Club, *, by: Principal = CONSOLE, email: str = ANN) -> Invitation:
    return invite_member(club=club, email=email, role="scorer", by=by)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two invitations for each sender, three to each recipient, four mails of the whole site."""
    for module, name, most in (
        (invitation, "INVITATIONS_BY_SENDER", 2),
        (invitation, "INVITATIONS_TO_RECIPIENT", 3),
        (delivery, "MAILS_A_DAY", 4),
    ):
        monkeypatch.setattr(module, name, replace(getattr(module, name), most=most))


def count_invitations_until_refused(by: Principal, clubs: list[Club], emails: list[str]) -> tuple[int, str]:
    """Invite until a limit is reached; return how many invitations were sent, and which limit it was."""
    for sent, (club, email) in enumerate(product(clubs, emails)):
        try:
            invite_ann(club, email=email, by=by)
        except LimitReached as reached:
            assert Invitation.objects.count() == Job.objects.filter(kind="mail-invitation").count() == sent
            return sent, reached.limit.name
    raise AssertionError("no limit was reached")


def test_invitations_are_limited_for_each_sender(club: Club, owner: Principal, few: None) -> None:
    emails = [f"i{number}@example.org" for number in range(5)]
    assert count_invitations_until_refused(owner, [club], emails) == (2, "invitations-sender")


def test_invitations_are_limited_for_each_recipient_whoever_sends_them(club: Club, few: None) -> None:
    clubs = [club, *(make_club(slug=f"club-{number}") for number in range(4))]
    assert count_invitations_until_refused(CONSOLE, clubs, [ANN]) == (3, "invitations-recipient")


def test_mails_are_limited_for_the_whole_site(club: Club, few: None) -> None:
    emails = [f"i{number}@example.org" for number in range(9)]
    assert count_invitations_until_refused(CONSOLE, [club], emails) == (4, "mails")


def test_withdrawing_makes_no_room_for_more_mails(club: Club, few: None) -> None:
    for _number in range(3):
        withdraw_invitation(invitation=invite_ann(club), by=CONSOLE)
    with pytest.raises(LimitReached):
        invite_ann(club)


def test_next_day_more_are_sent(club: Club, owner: Principal, few: None) -> None:
    for number in range(2):
        invite_ann(club, email=f"i{number}@example.org", by=owner)
    with pytest.raises(LimitReached):
        invite_ann(club, by=owner)
    with travel_days(1.01):
        invite_ann(club, by=owner)
