"""The first proof of an address: what was set up before it ends, and nothing of what comes after."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from league.actions.invitation import invite_member
from league.actions.proof import prove_address
from league.models import Club, Event, Invitation, Membership, Role, User
from league.principals import CONSOLE, Person
from league.queries.proof import is_proved
from tests.actions.clubs import make_club
from tests.log_lines import LogLines
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db
WORDS = "a good long pass phrase"


@scenario
def club() -> Club:
    return make_club()


@scenario
def user(club: Club) -> User:
    """An owner of the club, whose address nothing has proved."""
    user = User.objects.create_user("olga@example.org", WORDS)
    Membership.objects.create(club=club, user=user, role=Role.OWNER)
    return user


def test_passwords_sessions_and_links_from_before_end(user: User) -> None:
    browser, link = Client(), default_token_generator.make_token(user)
    browser.force_login(user)
    assert not is_proved(user)
    assert prove_address(user)
    assert is_proved(user)
    stored = User.objects.get()
    assert not stored.has_usable_password() and stored.password == user.password
    assert browser.get("/-/my/").status_code == 302
    assert not default_token_generator.check_token(stored, link)
    assert Membership.objects.get().user == user


def test_sessions_of_an_account_without_a_password_end_too(user: User) -> None:
    user.set_unusable_password()
    user.save()
    browser = Client()
    browser.force_login(user)
    prove_address(user)
    assert browser.get("/-/my/").status_code == 302


def test_open_invitations_by_the_account_are_withdrawn(club: Club, user: User) -> None:
    elsewhere = make_club(slug="elsewhere")
    Membership.objects.create(club=elsewhere, user=user, role=Role.OWNER)
    by = Person(user)
    theirs = [
        invite_member(club=each, email="eve@example.org", role="owner", by=by) for each in (elsewhere, club)
    ]
    used = invite_member(club=club, email="ann@example.org", role="player", by=by)
    Invitation.objects.filter(pk=used.pk).update(accepted_at=timezone.now())
    of_others = invite_member(club=club, email="bob@example.org", role="player", by=CONSOLE)
    over = invite_member(club=club, email="cat@example.org", role="player", by=by)
    Invitation.objects.filter(pk=over.pk).update(expires_at=timezone.now() - timedelta(days=1))
    prove_address(user)
    assert set(Invitation.objects.exclude(withdrawn_at=None)) == set(theirs)
    assert list(Invitation.objects.pending(timezone.now())) == [of_others]
    changes = Event.objects.filter(action="withdraw_invitation")
    assert {(change.club, change.by) for change in changes} == {(club, user), (elsewhere, user)}


def test_second_proof_ends_nothing(club: Club, user: User) -> None:
    prove_address(user)
    user.set_password(WORDS)
    user.save()
    invite_member(club=club, email="eve@example.org", role="player", by=Person(user))
    assert not prove_address(user)
    assert User.objects.get().check_password(WORDS)
    assert Invitation.objects.pending(timezone.now()).exists()


def test_another_address_of_the_account_counts_no_more(user: User) -> None:
    EmailAddress.objects.create(user=user, email="mallory@example.org", verified=True)
    assert not is_proved(user)
    prove_address(user)
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [
        ("olga@example.org", True, True)
    ]


def test_account_without_a_row_of_its_address_has_one_then(user: User) -> None:
    EmailAddress.objects.all().delete()
    User.objects.update(email="Olga@example.org")
    user.refresh_from_db()
    assert prove_address(user) and is_proved(user)


def test_it_is_logged_without_the_address(
    club: Club, user: User, log_lines: LogLines, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    invite_member(club=club, email="eve@example.org", role="player", by=Person(user))
    with django_capture_on_commit_callbacks(execute=True):
        prove_address(user)
    assert not any("@" in text for text in log_lines.texts)
    (line,) = [line for line in log_lines.lines if line["event"] == "address proved"]
    assert (line["user"], line["withdrawn"]) == (user.pk, 1)
