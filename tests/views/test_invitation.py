"""Following an invitation: with an account, without one, and too late."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from league.actions.actor import CONSOLE
from league.actions.invitation import invite_member
from league.models import Club, Invitation, Membership, Player, User
from league.queries.invitation import token
from league.views import invitation as invitation_views
from league.views.account import Adapter
from tests.scenarios import scenario
from tests.views.sheets import summary, text

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
    return f"/-/invitations/{token(invitation)}/"


def sign_up(client: Client, next: str = "", **sent: str) -> Any:
    fields = {"name": "Dev Dhar", "email": "dev@example.org", "password1": WORDS, "next": next}
    return client.post("/-/sign-up/", fields | sent)


def test_it_says_who_invites_to_what(client: Client, link: str) -> None:
    page = text(client.get(link))
    assert "You are invited to Riverside Card Club by Olga Owner" in page
    assert "Your role player You play as Dev Dhar" in page
    assert "then press Join." in page and "<button>Join" not in client.get(link).content.decode()


def test_who_has_an_account_joins_with_one_button(stranger: Client, link: str) -> None:
    assert "You are logged in as stranger@example.org. Join" in text(stranger.get(link))
    assert not Membership.objects.exists()
    assert stranger.post(link).headers["Location"] == "/-/my/"
    assert Membership.objects.get().role == "player"
    page = text(stranger.get("/-/my/"))
    assert "Welcome to the club." in page and "you play as Dev Dhar" in page
    assert stranger.get(link).headers["Location"] == "/-/my/"


def test_who_has_none_makes_one_and_comes_back(client: Client, link: str) -> None:
    page = client.get(link).content.decode()
    assert f'href="/-/sign-up/?next={link}"' in page
    form = client.get(f"/-/sign-up/?next={link}").content.decode()
    assert 'value="dev@example.org"' in form
    assert sign_up(client, next=link).headers["Location"] == link
    user = User.objects.get(email="dev@example.org")
    assert (user.name, user.check_password(WORDS)) == ("Dev Dhar", True)
    client.post(link)
    assert Player.objects.get(key="dev").user == user


def test_who_logs_in_comes_back_with_the_address_filled_in(client: Client, link: str, helper: User) -> None:
    client.get(link)
    assert 'value="dev@example.org"' in client.get(f"/-/log-in/?next={link}").content.decode()
    sent = {"login": "sam@example.org", "password": WORDS, "next": link}
    helper.set_password(WORDS)
    helper.save()
    assert client.post("/-/log-in/", sent).headers["Location"] == link
    assert "Join" in text(client.get(link))


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


# --- making an account


@pytest.mark.parametrize("how", ["never invited", "withdrawn", "used", "over", "made up"])
def test_nobody_makes_an_account_without_an_open_invitation(
    client: Client, link: str, invitation: Invitation, how: str
) -> None:
    if how != "never invited":
        client.get(link)
    if how == "withdrawn":
        Invitation.objects.update(withdrawn_at=timezone.now())
    if how == "used":
        Invitation.objects.update(accepted_at=timezone.now())
    if how == "over":
        Invitation.objects.update(expires_at=timezone.now())
    if how == "made up":
        session = client.session
        session["invitation"] = "1.made-up"
        session.save()
    before = User.objects.count()
    assert "Accounts are made by invitation" in text(client.get("/-/sign-up/"))
    assert "Accounts are made by invitation" in text(sign_up(client))
    assert User.objects.count() == before


@pytest.mark.parametrize(
    ("sent", "place", "said"),
    [
        ({"name": ""}, "id_name", "Nothing is written here yet."),
        ({"name": " "}, "id_name", "Nothing is written here yet."),
        ({"name": "x" * 81}, "id_name", "80"),
        ({"name": "a\nb"}, "id_name", "control characters"),
        ({"name": "a\x00b"}, "id_name", ""),
        ({"name": "\N{ZERO WIDTH SPACE}"}, "id_name", "can be seen"),
        ({"password1": "short"}, "id_password1", "too short"),
        ({"password1": "password123"}, "id_password1", "stolen from other sites"),
        ({"password1": "dev@example.org"}, "id_password1", "too similar"),
    ],
)
def test_what_is_wrong_is_told_at_the_field(
    client: Client, link: str, sent: dict[str, str], place: str, said: str
) -> None:
    client.get(link)
    response = sign_up(client, **sent)
    assert response.status_code == 200
    assert {where for where, _said in summary(response)} == {place}
    assert said in text(response)
    if "password1" not in sent:
        (typed,) = sent.values()
        assert escape(typed.strip()) in response.content.decode()
    assert not User.objects.filter(name="Dev Dhar", email="dev@example.org").exists()


def test_account_has_the_invited_address_whatever_is_sent_in(client: Client, link: str) -> None:
    client.get(link)
    form = client.get("/-/sign-up/?email=eve@example.org").content.decode()
    (field,) = re.findall(r"<input[^>]* name=.email.[^>]*>", form)
    assert 'value="dev@example.org"' in field and " disabled" in field
    sign_up(client, email="eve@example.org")
    assert User.objects.filter(email="dev@example.org", name="Dev Dhar").exists()
    assert not User.objects.filter(email="eve@example.org").exists()


def test_one_invitation_makes_one_account(client: Client, link: str) -> None:
    client.get(link)
    sign_up(client)
    before = User.objects.count()
    for visitor in (client, Client()):
        visitor.logout()
        visitor.get(link)
        for email in ("dev@example.org", "DEV@example.org", "eve@example.org"):
            again = sign_up(visitor, email=email, password1="another good phrase")
            assert summary(again)[0][0] == "id_email"
            assert "There is an account with this address already. Log in with it" in text(again)
    assert User.objects.count() == before


def test_whoever_signs_up_a_moment_later_is_asked_to_log_in(client: Client, link: str) -> None:
    def somebody_is_quicker(password: str, user: object) -> str:
        """Between the look for the address and the new account."""
        User.objects.create_user("dev@example.org")
        return password

    client.get(link)
    with patch.object(Adapter, "clean_password", side_effect=somebody_is_quicker):
        response = sign_up(client, next=link)
    assert response.headers["Location"] == f"/-/log-in/?next={link}"
    assert "There is an account with this address already." in text(client.get(response.headers["Location"]))
    assert User.objects.filter(email="dev@example.org").count() == 1


# --- links that lead nowhere


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"withdrawn_at": timezone.now()}, "The club has withdrawn this invitation."),
        ({"accepted_at": timezone.now()}, "each is good for one person, once"),
        ({"expires_at": timezone.now() - timedelta(days=1)}, "they are over"),
    ],
)
def test_invitation_that_is_over_says_why(
    client: Client, stranger: Client, link: str, change: dict[str, Any], said: str
) -> None:
    Invitation.objects.update(**change)
    for visitor in (client, stranger):
        for response in (visitor.get(link), visitor.post(link)):
            assert response.status_code == 410
            assert said in text(response)
    assert not Membership.objects.exists()


def test_player_who_is_somebody_else_meanwhile_is_told(stranger: Client, link: str, helper: User) -> None:
    Player.objects.filter(key="dev").update(user=helper)
    response = stranger.post(link)
    assert response.status_code == 200
    assert "belongs to another account meanwhile" in text(response)


def test_who_is_another_player_of_the_club_is_told(stranger: Client, link: str) -> None:
    user = User.objects.get(email="stranger@example.org")
    Player.objects.filter(key="ann").update(user=user)
    response = stranger.post(link)
    assert response.status_code == 200
    assert "Your account belongs to another player of this club already" in text(response)
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
    assert "This is no invitation of ours" in text(response)
