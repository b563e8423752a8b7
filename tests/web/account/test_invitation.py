"""Following an invitation: with an account, without one, and too late."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.actions.invitation import invite_member
from league.actions.proof import mark_proved
from league.models import Club, Invitation, Membership, Player, User
from league.principals import CONSOLE
from league.queries.invitation import build_mailed_token, build_token
from league.queries.proof import is_proved
from league.web.account import invitation as invitation_views
from tests.scenarios import scenario
from tests.web.account.test_account import code_in
from tests.web.sheets import text

WORDS = "a good long pass phrase"


@scenario
def invitation(riverside: Club) -> Invitation:
    dev = Player.objects.get(club=riverside, key="dev")
    made = invite_member(club=riverside, email="dev@example.org", role="player", by=CONSOLE, player=dev)
    made.by = User.objects.create_user("olga@example.org", name="Olga Owner")
    made.save()
    return made


@scenario
def link(invitation: Invitation) -> str:
    return f"/-/invitations/{build_token(invitation)}/"


@scenario
def mailed_link(invitation: Invitation) -> str:
    return f"/-/invitations/{build_mailed_token(invitation)}/"


@scenario
def dev(riverside: Club) -> Client:
    """The invited person, with an account whose address is proved."""
    user = User.objects.create_user("dev@example.org", WORDS, name="Dev Dhar")
    mark_proved(user)
    client = Client()
    client.force_login(user)
    return client


def test_it_says_who_invites_to_what(client: Client, link: str) -> None:
    page = text(client.get(link))
    assert "You are invited to Riverside Card Club by Olga Owner" in page
    assert "Your role player You play as Dev Dhar" in page
    assert "Log in or create an account to join." in page
    assert "<button>Join" not in client.get(link).content.decode()


def test_link_that_can_be_copied_does_not_tell_the_address(client: Client, link: str) -> None:
    pages = [client.get(path).content.decode() for path in (link, "/-/sign-up/", "/-/log-in/")]
    assert not any("dev@example.org" in page for page in pages)


def test_who_has_an_account_joins_with_one_button(dev: Client, link: str) -> None:
    assert "You are logged in as Dev Dhar. Join" in text(dev.get(link))
    assert not Membership.objects.exists()
    assert dev.post(link).headers["Location"] == "/-/my/"
    assert Membership.objects.get().role == "player"
    page = text(dev.get("/-/my/"))
    assert "Welcome to the club." in page and "you play as Dev Dhar" in page
    assert dev.get(link).headers["Location"] == "/-/my/"


def test_who_has_left_the_club_is_told_that_the_link_is_used(dev: Client, link: str) -> None:
    dev.post(link)
    Membership.objects.all().delete()
    response = dev.get(link)
    assert response.status_code == 410
    assert "This invitation was already used" in text(response)


def test_account_with_another_address_does_not_join(stranger: Client, link: str, mailed_link: str) -> None:
    for path in (link, mailed_link):
        page = text(stranger.get(path))
        assert "This invitation is for another e-mail address" in page and "dev@" not in page
        assert "Log in with that one, or ask the club to invite the address of your account." in text(
            stranger.post(path)
        )
    assert not Membership.objects.exists()


def test_who_logs_in_comes_back_with_the_address_filled_in(client: Client, mailed_link: str) -> None:
    client.get(mailed_link)
    form = client.get(f"/-/log-in/?next={mailed_link}").content.decode()
    assert 'value="dev@example.org"' in form
    User.objects.create_user("dev@example.org", WORDS)
    sent = {"login": "dev@example.org", "password": WORDS, "next": mailed_link}
    assert client.post("/-/log-in/", sent).headers["Location"] == mailed_link
    assert "Join" in text(client.get(mailed_link))


def test_visitor_who_posts_is_asked_to_log_in(client: Client, link: str) -> None:
    assert client.post(link).headers["Location"] == f"/-/log-in/?next={quote(link)}"
    assert not Session.objects.exists()
    assert not Membership.objects.exists()


def test_link_that_is_followed_by_machine_makes_so_many_sessions(
    link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitation_views, "VISITS", replace(invitation_views.VISITS, most=3))
    visitor = Client()
    assert [visitor.get(link).status_code for _again in range(5)] == [200] * 5  # one session
    assert [Client().get(link).status_code for _again in range(3)] == [200, 200, 429]
    assert Session.objects.count() == 3


# --- an account whose address is not proved


@pytest.fixture
def unproved(client: Client) -> User:
    user = User.objects.create_user("dev@example.org", WORDS, name="Dev Dhar")
    client.force_login(user)
    return user


def test_link_in_the_mail_proves_the_address_and_this_session_goes_on(
    client: Client, unproved: User, mailed_link: str
) -> None:
    other = Client()
    other.force_login(unproved)
    client.get(mailed_link)
    assert other.get("/-/my/").status_code == 200 and not is_proved(
        unproved
    )  # a mail program may look as well
    assert client.post(mailed_link).headers["Location"] == "/-/my/"
    page = text(client.get("/-/my/"))
    assert "Welcome to the club." in page and "your old password no longer works" in page
    assert is_proved(unproved) and Membership.objects.get().user == unproved
    assert not User.objects.get(pk=unproved.pk).has_usable_password()
    assert other.get("/-/my/").status_code == 302


def test_copied_link_asks_for_a_mailed_code(client: Client, unproved: User, link: str) -> None:
    assert "confirm that dev@example.org is your address" in text(client.get(link))
    asked = client.post(link)
    assert asked.headers["Location"] == f"/-/log-in/code/confirm/?next={quote(link, safe='')}"
    assert not Membership.objects.exists() and client.get("/-/my/").status_code == 302
    assert mail.outbox[-1].to == ["dev@example.org"]
    code = {"code": code_in(str(mail.outbox[-1].body)), "next": link}
    assert client.post("/-/log-in/code/confirm/", code).headers["Location"] == link
    assert client.post(link).headers["Location"] == "/-/my/"
    assert Membership.objects.get().user == unproved and is_proved(unproved)


# --- links that lead nowhere


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"withdrawn_at": timezone.now()}, "The club has withdrawn this invitation."),
        ({"accepted_at": timezone.now()}, "Each invitation works once"),
        ({"expires_at": timezone.now() - timedelta(days=1)}, "This invitation has expired"),
    ],
)
def test_invitation_that_is_over_says_why(
    client: Client, dev: Client, link: str, change: dict[str, Any], said: str
) -> None:
    Invitation.objects.update(**change)
    for visitor in (client, dev):
        for response in (visitor.get(link), visitor.post(link)):
            assert response.status_code == 410
            assert said in text(response)
    assert not Membership.objects.exists()


def test_player_who_is_somebody_else_meanwhile_is_told(dev: Client, link: str, helper: User) -> None:
    Player.objects.filter(key="dev").update(user=helper)
    response = dev.post(link)
    assert response.status_code == 200
    assert "is now linked to another account" in text(response)


def test_who_is_another_player_of_the_club_is_told(dev: Client, link: str) -> None:
    user = User.objects.get(email="dev@example.org")
    Player.objects.filter(key="ann").update(user=user)
    response = dev.post(link)
    assert response.status_code == 200
    assert "Your account is already linked to another player of this club" in text(response)
    assert Player.objects.get(key="dev").user is None and not Membership.objects.exists()


@pytest.mark.parametrize(
    "token",
    [
        "1",
        "1.x",
        "%00",
        "1%2E",
        "é",
        "%ff",
        "9" * 500,
        "1:2",
        "-",
        "'; drop table",
        "%F0%9F%98%80.%F0%9F%98%80",
    ],
)
def test_any_other_token_is_no_invitation(client: Client, db: None, token: str) -> None:
    response = client.get(f"/-/invitations/{token}/")
    assert response.status_code == 404
    assert "Invitation not found" in text(response)
