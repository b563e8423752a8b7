"""Making an account: by a mailed code, by the link of an invitation, and what strangers learn of it: nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from league.actions.invitation import invite_member, withdraw_invitation
from league.actions.sign_up import approve_account
from league.models import Club, Invitation, Usage, User
from league.principals import CONSOLE
from league.queries.invitation import build_mailed_token, build_token
from league.queries.proof import is_proved
from league.web.account.sign_up import SIGN_UPS
from tests.scenarios import scenario
from tests.web.account.test_account import code_in, log_in, logged_in
from tests.web.sheets import summary, text

WORDS = "a good long pass phrase"
DEV = "dev@example.org"
CODE_PAGE = "/-/sign-up/code/"

pytestmark = pytest.mark.django_db


@scenario
def invitation(riverside: Club) -> Invitation:
    return invite_member(club=riverside, email=DEV, role="player", by=CONSOLE)


@scenario
def copied(invitation: Invitation) -> str:
    return f"/-/invitations/{build_token(invitation)}/"


@scenario
def mailed(invitation: Invitation) -> str:
    return f"/-/invitations/{build_mailed_token(invitation)}/"


def fill_in(client: Client, next: str = "", **sent: str) -> Any:
    fields = {"name": "Dev Dhar", "email": DEV, "password1": WORDS, "next": next}
    return client.post("/-/sign-up/", fields | sent)


def send_code(client: Client, code: str = "") -> Any:
    return client.post(CODE_PAGE, {"code": code or code_in(str(mail.outbox[-1].body))})


# --- by a code


def test_account_is_made_once_the_code_is_typed_in(client: Client) -> None:
    assert fill_in(client, next="/-/clubs/new/", email="Dev@Example.org").headers["Location"] == CODE_PAGE
    assert "We have sent a code to dev@example.org. It is valid for 10 minutes." in text(
        client.get(CODE_PAGE)
    )
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == ([DEV], "Your code for Boolie")
    assert not User.objects.exists()
    code = code_in(str(sent.body)).lower().replace("-", " ")
    assert send_code(client, code).headers["Location"] == "/-/clubs/new/"
    user = User.objects.get()
    assert (user.email, user.name, user.check_password(WORDS)) == (DEV, "Dev Dhar", True)
    assert is_proved(user) and logged_in(client)
    assert client.get(CODE_PAGE).headers["Location"] == "/-/my/"


def test_without_a_place_to_go_to_it_leads_to_the_own_page(client: Client) -> None:
    fill_in(client, next="https://evil.example/")
    assert send_code(client).headers["Location"] == "/-/my/"


def test_wrong_code_comes_back_and_the_third_ends_it(client: Client) -> None:
    fill_in(client)
    for _again in range(2):
        response = send_code(client, "AAAA-AAAA")
        assert "Wrong code. Check for typing mistakes" in text(response)
        assert 'value="AAAA-AAAA"' in response.content.decode()
    assert summary(client.post(CODE_PAGE, {"code": " "}))[0][0] == "id_code"
    assert send_code(client, "AAAA-AAAA").headers["Location"] == "/-/sign-up/"
    page = client.get("/-/sign-up/")
    assert "Too many attempts." in text(page)
    assert 'value="Dev Dhar"' in page.content.decode() and f'value="{DEV}"' in page.content.decode()
    assert send_code(client).headers["Location"] == "/-/sign-up/"
    assert not User.objects.exists()


def test_code_is_good_for_ten_minutes(client: Client) -> None:
    fill_in(client)
    session = client.session
    session["sign_up"]["sent_at"] -= 601
    session.save()
    assert send_code(client).headers["Location"] == "/-/sign-up/"
    assert "Codes are valid for 10 minutes" in text(client.get("/-/sign-up/"))
    assert not User.objects.exists()


def test_new_code_replaces_the_one_before(client: Client) -> None:
    fill_in(client)
    assert client.post(CODE_PAGE, {"again": "1"}).headers["Location"] == CODE_PAGE
    first, second = (code_in(str(sent.body)) for sent in mail.outbox)
    assert send_code(client, first).status_code == 200
    assert send_code(client, second).status_code == 302 and User.objects.exists()


def test_code_counts_in_the_browser_that_asked_for_it(client: Client) -> None:
    fill_in(Client())
    assert send_code(client).headers["Location"] == "/-/sign-up/"
    assert not User.objects.exists()


def test_whoever_is_quicker_has_the_account(client: Client) -> None:
    fill_in(client, next="/-/clubs/new/")
    User.objects.create_user(DEV)
    assert send_code(client).headers["Location"] == "/-/log-in/?next=/-/clubs/new/"
    assert "You already have an account with this address." in text(client.get("/-/log-in/"))
    assert User.objects.count() == 1 and not logged_in(client)


@pytest.mark.parametrize(
    ("sent", "place", "said"),
    [
        ({"name": ""}, "id_name", "Please fill this in."),
        ({"name": " "}, "id_name", "Please fill this in."),
        ({"name": "x" * 81}, "id_name", "80"),
        ({"name": "a\nb"}, "id_name", "control characters"),
        ({"name": "a\x00b"}, "id_name", ""),
        ({"name": "\N{ZERO WIDTH SPACE}"}, "id_name", "visible character"),
        ({"email": "dev"}, "id_email", "address like name@example.org"),
        ({"email": ""}, "id_email", "Please fill this in."),
        ({"password1": "short"}, "id_password1", "too short"),
        ({"password1": "password123"}, "id_password1", "list of stolen passwords"),
        ({"password1": DEV}, "id_password1", "too similar"),
    ],
)
def test_what_is_wrong_is_told_at_the_field(
    client: Client, sent: dict[str, str], place: str, said: str
) -> None:
    response = fill_in(client, **sent)
    assert response.status_code == 200
    assert {where for where, _said in summary(response)} == {place}
    assert said in text(response)
    if "password1" not in sent:
        (typed,) = sent.values()
        assert escape(typed.strip()) in response.content.decode()
    assert mail.outbox == []


def test_password_is_stored_hashed_only(client: Client) -> None:
    fill_in(client)
    assert not any(WORDS in str(session.get_decoded()) for session in Session.objects.all())


def test_site_without_a_mail_server_says_where_the_code_is(client: Client, settings: Any) -> None:
    fill_in(client)
    said = "printed in the terminal"
    assert said not in text(client.get(CODE_PAGE))
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert said in text(client.get(CODE_PAGE))


# --- what strangers learn


def test_address_with_an_account_is_answered_the_same_and_told_by_mail(client: Client) -> None:
    User.objects.create_user(DEV, "another good phrase")
    pages = []
    for email in (DEV, "who@example.org"):
        visitor = Client()
        steps = [fill_in(visitor, email=email), visitor.get(CODE_PAGE)]
        steps += [send_code(visitor, "AAAA-AAAA") for _again in range(3)]
        shown = [
            f"{step.status_code} {step.headers.get('Location')} {step.content.decode()}" for step in steps
        ]
        pages.append(
            re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", " ".join(shown)).replace(email, "…")
        )
    assert pages[0] == pages[1]
    known, unknown = mail.outbox
    assert (known.to, known.subject) == ([DEV], "You already have an account")
    assert "http://localhost:8000/-/log-in/" in known.body
    assert not re.search("[A-Z]{4}-[A-Z]{4}", str(known.body))
    assert unknown.subject == "Your code for Boolie"


def test_short_password_tells_no_more_of_a_known_address(client: Client) -> None:
    User.objects.create_user(DEV)
    shown = [summary(fill_in(client, email=email, password1="x")) for email in (DEV, "who@example.org")]
    assert shown[0] == shown[1]


def test_no_password_of_an_account_changes_by_signing_up_again(client: Client) -> None:
    User.objects.create_user(DEV, "another good phrase")
    fill_in(client)
    assert User.objects.get().check_password("another good phrase")


# --- by an invitation


def test_link_in_the_mail_needs_no_code(client: Client, mailed: str) -> None:
    client.get(mailed)
    form = client.get(f"/-/sign-up/?next={mailed}").content.decode()
    (field,) = re.findall(r"<input[^>]* name=.email.[^>]*>", form)
    assert f'value="{DEV}"' in field and " readonly" in field
    assert fill_in(client, next=mailed, email="eve@example.org").headers["Location"] == mailed
    user = User.objects.get()
    assert (user.email, is_proved(user), user.check_password(WORDS)) == (DEV, True, True)
    assert client.post(mailed).headers["Location"] == "/-/my/"


def test_copied_link_asks_for_a_code(client: Client, copied: str) -> None:
    client.get(copied)
    assert fill_in(client, next=copied).headers["Location"] == CODE_PAGE
    assert not User.objects.exists()
    assert send_code(client).headers["Location"] == copied
    assert client.post(copied).headers["Location"] == "/-/my/"


def test_whoever_has_the_mail_is_told_of_an_account_with_its_address(client: Client, mailed: str) -> None:
    User.objects.create_user(DEV, "another good phrase")
    client.get(mailed)
    assert fill_in(client, next=mailed).headers["Location"] == f"/-/log-in/?next={mailed}"
    assert User.objects.get().check_password("another good phrase")


# --- who may


@pytest.mark.parametrize("how", ["never invited", "withdrawn", "used", "over", "made up"])
def test_by_invitation_only(
    client: Client, settings: Any, copied: str, invitation: Invitation, how: str
) -> None:
    settings.SIGN_UP = "invitation"
    if how != "never invited":
        client.get(copied)
        assert fill_in(client).headers["Location"] == CODE_PAGE
    if how == "withdrawn":
        withdraw_invitation(invitation=invitation, by=CONSOLE)
    if how == "used":
        Invitation.objects.update(accepted_at=timezone.now())
    if how == "over":
        Invitation.objects.update(expires_at=timezone.now())
    if how == "made up":
        session = client.session
        session["invitation"] = "1.made-up"
        session.save()
    said = "Accounts on this site are by invitation"
    assert said in text(client.get("/-/sign-up/")) and said in text(fill_in(client))
    assert client.post(CODE_PAGE, {"code": "x"}).headers["Location"] == "/-/sign-up/"
    assert "Create an account" not in text(client.get("/-/log-in/"))
    assert not User.objects.exists()


def test_only_the_invited_address_where_it_is_by_invitation(
    client: Client, settings: Any, copied: str
) -> None:
    settings.SIGN_UP = "invitation"
    client.get(copied)
    response = fill_in(client, email="eve@example.org")
    assert [where for where, _said in summary(response)] == ["id_email"]
    assert "The invitation is for another address. Enter the invited one." in text(response)


def test_whoever_is_not_invited_waits_for_approval(client: Client, settings: Any) -> None:
    settings.SIGN_UP = "approval"
    assert "An administrator of this site approves new accounts." in text(client.get("/-/sign-up/"))
    fill_in(client)
    assert send_code(client).headers["Location"] == "/-/waiting/"
    assert "Your account is waiting for approval" in text(client.get("/-/waiting/"))
    assert not logged_in(client)
    assert log_in(client, DEV, WORDS).headers["Location"] == "/-/waiting/"
    client.post("/-/log-in/code/", {"email": DEV})
    code = {"code": code_in(str(mail.outbox[-1].body))}
    assert client.post("/-/log-in/code/confirm/", code).headers["Location"] == "/-/waiting/"
    assert not logged_in(client) and client.get("/-/log-in/").status_code == 200
    approve_account(user=User.objects.get(), by=CONSOLE)
    assert log_in(client, DEV, WORDS).headers["Location"] == "/-/my/"


def test_whom_a_club_invites_waits_for_nobody(
    client: Client, settings: Any, mailed: str, copied: str
) -> None:
    settings.SIGN_UP = "approval"
    client.get(copied)
    fill_in(client, email="eve@example.org")
    assert send_code(client).headers["Location"] == "/-/waiting/"
    client.get(mailed)
    assert fill_in(client, next=mailed).headers["Location"] == mailed


def test_whom_a_club_invites_while_they_wait_waits_no_more(
    client: Client, settings: Any, riverside: Club
) -> None:
    settings.SIGN_UP = "approval"
    fill_in(client)
    assert send_code(client).headers["Location"] == "/-/waiting/"
    invitation = invite_member(club=riverside, email=DEV, role="scorer", by=CONSOLE)
    client.get(f"/-/invitations/{build_mailed_token(invitation)}/")
    assert log_in(client, DEV, WORDS).headers["Location"] == "/-/my/"
    assert User.objects.get(email=DEV).waiting_since is None


def test_forty_people_at_one_address_make_accounts_and_two_hundred_do_not(client: Client) -> None:
    for number in range(40):
        visitor = Client()
        fill_in(visitor, email=f"p{number}@example.org")
        assert send_code(visitor).headers["Location"] == "/-/my/"
    Usage.objects.filter(limit=SIGN_UPS.name).update(count=SIGN_UPS.most)
    response = fill_in(client)
    assert response.status_code == 429 and "Too many accounts have been created" in text(response)
