"""Nobody takes an account over: in whatever order somebody invites, signs up and logs in with another's address.

Mallory owns a club of their own, and so sees the link of whatever they send. Vera reads the mail to her address. At the
end only Vera has the role that Riverside has given her.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client

from league.actions.invitation import invite_member, mail_invitation
from league.actions.membership import add_member
from league.models import Club, Invitation, Membership, Role, Usage, User
from league.principals import CONSOLE, Person, Principal
from league.queries.invitation import build_token
from league.queries.proof import is_proved, must_be_invited
from tests.actions.clubs import make_club
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db
VERA = "vera@example.org"
HER_PASSWORD, HIS_PASSWORD = "a good long pass phrase", "whatever mallory likes"


@scenario
def riverside() -> Club:
    return make_club()


@scenario
def mallory() -> Principal:
    user = User.objects.create_user("mallory@example.org", HIS_PASSWORD)
    Membership.objects.create(club=make_club(slug="evil"), user=user, role=Role.OWNER)
    return Person(user)


def log_in(browser: Client, password: str) -> None:
    browser.post("/-/log-in/", {"login": VERA, "password": password})


def sign_up(browser: Client, password: str, then: str = "") -> str:
    sent = {"name": "Vera", "email": VERA, "password1": password, "next": then}
    return str(browser.post("/-/sign-up/", sent).headers["Location"])


def find_in_mail(pattern: str) -> str:
    """Return what the latest mail to Vera with such a thing says."""
    found = (
        re.search(pattern, str(sent.body), re.MULTILINE)
        for sent in reversed(mail.outbox)
        if sent.to == [VERA]
    )
    return next(match[1] for match in found if match)


def find_code() -> str:
    return find_in_mail(r"^([A-Z]{4}-[A-Z]{4})$")


def follow_mailed_link(browser: Client) -> str:
    link = find_in_mail(r"(/-/invitations/\S+)")
    assert browser.get(link).status_code == 200
    return link


class Attack:
    """What Mallory does, each with a browser that stays open."""

    def __init__(self, mallory: Principal, account: User | None) -> None:
        self.mallory, self.browsers = mallory, [Client()]
        if account:
            self.browsers[0].force_login(account)

    def invite(self) -> None:
        """Invite Vera to the own club, and sign up by the link that the page of its members shows."""
        club = Club.objects.get(slug="evil")
        invitation = invite_member(club=club, email=VERA, role="owner", by=self.mallory)
        link, browser = f"/-/invitations/{build_token(invitation)}/", self.open_browser()
        browser.get(link)
        sign_up(browser, HIS_PASSWORD, then=link)
        browser.post("/-/sign-up/code/", {"code": "BBBB-BBBB"})
        browser.post(link)

    def use_password(self) -> None:
        """Log in with the password from before, and use whatever is open to an account of Vera's address."""
        log_in(self.open_browser(), HIS_PASSWORD)
        for invitation in Invitation.objects.filter(club__slug="evil"):
            self.browsers[-1].post(f"/-/invitations/{build_token(invitation)}/")

    def ask_for_mails(self) -> None:
        """Have codes and links sent, which only Vera reads."""
        self.open_browser().post("/-/log-in/code/", {"email": VERA})
        self.browsers[-1].post("/-/log-in/code/confirm/", {"code": "BBBB-BBBB"})
        self.open_browser().post("/-/password/reset/", {"email": VERA})
        sign_up(self.open_browser(), HIS_PASSWORD)

    def open_browser(self) -> Client:
        self.browsers.append(Client())
        return self.browsers[-1]


def join_by_sign_up_or_code(browser: Client) -> None:
    link = follow_mailed_link(browser)
    if sign_up(browser, HER_PASSWORD, then=link) != link:  # there is an account with her address
        browser.post("/-/log-in/code/", {"email": VERA})
        browser.post("/-/log-in/code/confirm/", {"code": find_code(), "next": link})
    browser.post(link)


def join_by_new_password(browser: Client) -> None:
    link = follow_mailed_link(browser)
    if User.objects.filter(email=VERA).exists():
        browser.post("/-/password/reset/", {"email": VERA})
        form = browser.get(find_in_mail(r"(/-/password/reset/\S+)"), follow=True).request["PATH_INFO"]
        browser.post(form, {"password1": HER_PASSWORD, "password2": HER_PASSWORD})
        log_in(browser, HER_PASSWORD)
    else:
        sign_up(browser, HER_PASSWORD, then=link)
    browser.post(link)


def join_after_signing_up_by_code(browser: Client) -> None:
    sign_up(browser, HER_PASSWORD)
    if User.objects.filter(email=VERA).exists():
        browser.post("/-/log-in/code/", {"email": VERA})
        browser.post("/-/log-in/code/confirm/", {"code": find_code()})
    else:
        browser.post("/-/sign-up/code/", {"code": find_code()})
    browser.post(follow_mailed_link(browser))


WAYS = (join_by_sign_up_or_code, join_by_new_password, join_after_signing_up_by_code)


STEPS = ("invite", "use_password", "riverside", "vera")
SLICES = 3  # so that the workers of a run share what takes long


def list_orders(*steps: str) -> list[tuple[str, ...]]:
    """Return all orders in which Riverside invites before Vera joins."""
    orders = itertools.permutations(steps)
    return [order for order in orders if order.index("riverside") < order.index("vera")]


def play_all(cases: Iterable[tuple[tuple[str, ...], Any, bool]], riverside: Club, mallory: Principal) -> None:
    """Play through each case, and forget it."""
    for order, join, is_known in cases:
        with transaction.atomic():
            play_through(order, join, riverside, mallory, is_known=is_known)
            transaction.set_rollback(True)


def test_only_who_reads_the_mail_gets_the_role(riverside: Club, mallory: Principal, settings: Any) -> None:
    """Every order, whether or not there is an account from before, with one of the ways to join."""
    settings.ACCOUNT_RATE_LIMITS = False
    ways = itertools.cycle(WAYS)
    cases = [(order, next(ways), known) for order in list_orders(*STEPS) for known in (False, True)]
    assert len(cases) == 24
    play_all(cases, riverside, mallory)


@pytest.mark.full
@pytest.mark.parametrize("first", range(SLICES))
def test_it_is_so_whenever_somebody_asks_for_mails(
    first: int, new_seed: int, riverside: Club, mallory: Principal, settings: Any
) -> None:
    """Every order, with one of the ways to join, whether or not there is an account: each run chooses anew."""
    settings.ACCOUNT_RATE_LIMITS = False
    orders = list_orders(*STEPS, "ask_for_mails")
    ways = [*itertools.islice(itertools.cycle(itertools.product(WAYS, (False, True))), len(orders))]
    Random(new_seed).shuffle(ways)
    cases = [(order, *way) for order, way in zip(orders, ways, strict=True)]
    assert len(cases) == 60
    play_all(cases[first::SLICES], riverside, mallory)


def play_through(
    order: tuple[str, ...], join: Any, riverside: Club, mallory: Principal, *, is_known: bool
) -> None:
    case, vera = (*order, join.__name__), Client()
    mail.outbox.clear()
    account = User.objects.create_user(VERA, HIS_PASSWORD) if is_known else None
    attack = Attack(mallory, account)
    for step in order:
        Usage.objects.all().delete()  # no limit helps Vera
        if step == "riverside":
            if must_be_invited(riverside, VERA) or not User.objects.filter(email=VERA).exists():
                invitation = invite_member(club=riverside, email=VERA, role="scorer", by=CONSOLE)
                mail_invitation(invitation=invitation.pk)
            else:
                pytest.fail(f"an account is taken for proved: {case}")
        elif step == "vera":
            join(vera)
        else:
            getattr(attack, step)()
    Usage.objects.all().delete()
    attack.use_password()
    attack.ask_for_mails()
    user = User.objects.get(email=VERA)
    assert is_proved(user) and not user.check_password(HIS_PASSWORD), case
    assert Membership.objects.get(club=riverside).user == user, case
    assert not Membership.objects.filter(club__slug="evil", user=user).exists(), case
    assert b"Your role: scorer" in vera.get("/-/my/").content, case
    for browser in attack.browsers:
        assert browser.get("/-/my/").status_code == 302, case


def test_command_gives_no_role_to_an_account_that_somebody_else_may_have_made(riverside: Club) -> None:
    User.objects.create_user(VERA, HIS_PASSWORD)
    assert must_be_invited(riverside, VERA)
    add_member(club=riverside, email="new@example.org", role="scorer", by=CONSOLE)
    assert not must_be_invited(riverside, "new@example.org")  # a member, whose role is changed
    assert must_be_invited(make_club(slug="lakeside"), "new@example.org")
