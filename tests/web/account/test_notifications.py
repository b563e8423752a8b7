"""Notifications are switched on a page of the account, and without a log-in by the link in each mail."""

from typing import Any
from unittest.mock import patch

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from league.actions.account import delete_account
from league.actions.proof import mark_proved
from league.models import Membership, NotificationSwitch, Role, User
from league.models.notification import MATCH_DUE, RESULT_CHANGED, RESULT_ENTERED
from league.notifications.switches import switch_by_link
from league.principals import CONSOLE
from league.queries.notifications import build_switch_token, list_switches
from tests.web.sheets import text

PAGE = "/-/account/notifications/"
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


def list_off(user: User) -> set[str]:
    return {kind for kind, is_on in list_switches(user).items() if not is_on}


@pytest.fixture
def link(helper: User) -> str:
    """Return the link of a mail about results."""
    return reverse(
        "switch-notifications", args=[build_switch_token(helper, [RESULT_ENTERED, RESULT_CHANGED])]
    )


# --- the page


def test_everything_is_on_until_it_is_switched_off(scorer: Client, helper: User) -> None:
    assert list_off(helper) == set()
    page = scorer.get(PAGE).content.decode()
    assert page.count('type="checkbox"') == page.count(" checked") == 9


def test_one_button_saves_all_boxes(scorer: Client, helper: User) -> None:
    answer = scorer.post(PAGE, {MATCH_DUE: "on", RESULT_CHANGED: "on"})
    assert answer.headers["Location"] == "/-/account/"
    assert "Notifications saved." in text(scorer.get("/-/account/"))
    off = {
        RESULT_ENTERED,
        "result-disputed",
        "round-published",
        "season-opened",
        "season-closed",
        "place-free",
        "join-request",
    }
    assert list_off(helper) == off
    scorer.post(PAGE, {RESULT_ENTERED: "on"})
    assert RESULT_ENTERED not in list_off(helper) and MATCH_DUE in list_off(helper)
    assert scorer.get(PAGE).content.decode().count(" checked") == 1


def test_others_keep_theirs(scorer: Client) -> None:
    other = User.objects.create(email="other@example.org")
    scorer.post(PAGE, {})
    assert list_off(other) == set()


def test_page_says_if_no_mail_comes_before_the_address_is_proved(scorer: Client, helper: User) -> None:
    assert "isn't confirmed" in text(scorer.get(PAGE))
    mark_proved(helper)
    assert "isn't confirmed" not in text(scorer.get(PAGE))


# --- the link


def test_following_the_link_changes_nothing(link: str, helper: User) -> None:
    page = text(Client().get(link))
    assert (
        "Stop these e-mails?" in page and "Changes to your results" in page and "Matches to play" not in page
    )
    assert list_off(helper) == set()


def test_button_switches_off_and_on_again_without_a_log_in(link: str, helper: User) -> None:
    visitor = Client(enforce_csrf_checks=True)
    answer = visitor.post(link, follow=True)
    assert "These e-mails are switched off" in text(answer)
    assert list_off(helper) == {RESULT_ENTERED, RESULT_CHANGED}
    visitor.post(link, {"on": "1"})
    assert list_off(helper) == set()


def test_mail_programs_switch_off_by_one_post(link: str, helper: User) -> None:
    answer = Client(enforce_csrf_checks=True).post(link, ONE_CLICK)
    assert answer.status_code == 200
    assert list_off(helper) == {RESULT_ENTERED, RESULT_CHANGED}


@pytest.mark.parametrize(
    "spoil", [lambda token: token[:-1], lambda token: f"1{token}", lambda token: "x.y.z"]
)
def test_link_that_was_never_made_switches_nothing(helper: User, spoil: Any) -> None:
    address = reverse("switch-notifications", args=[spoil(build_switch_token(helper, [MATCH_DUE]))])
    assert Client().get(address).status_code == Client().post(address).status_code == 404
    assert not NotificationSwitch.objects.exists()


def test_kind_of_another_release_does_no_harm(helper: User) -> None:
    address = reverse("switch-notifications", args=[build_switch_token(helper, ["gone", MATCH_DUE])])
    Client().post(address)
    assert list_off(helper) == {MATCH_DUE}
    NotificationSwitch.objects.create(user=helper, kind="gone", is_on=False)
    assert "gone" not in list_switches(helper)


def test_link_of_a_deleted_account_says_so(link: str, helper: User) -> None:
    switch_by_link(user=helper.pk, wanted={MATCH_DUE: False})
    delete_account(user=helper, by=CONSOLE)
    assert not NotificationSwitch.objects.exists()
    for answer in (Client().get(link), Client().post(link)):
        assert answer.status_code == 410 and "This account has been deleted" in text(answer)
    assert not NotificationSwitch.objects.exists()


def test_account_that_is_deleted_in_that_very_moment(link: str, helper: User) -> None:
    with pytest.raises(PermissionDenied):
        switch_by_link(user=helper.pk + 1_000, wanted={MATCH_DUE: False})
    with patch("league.web.account.notifications.switch_by_link", side_effect=PermissionDenied):
        answer = Client().post(link)
    assert answer.status_code == 410 and "This account has been deleted" in text(answer)


def test_link_works_for_those_who_must_set_up_a_second_factor(
    link: str, scorer: Client, helper: User, settings: Any
) -> None:
    settings.REQUIRE_SECOND_FACTOR = "owners"
    Membership.objects.filter(user=helper).update(role=Role.OWNER)
    assert scorer.get(PAGE).status_code == 302
    scorer.post(link)
    assert list_off(helper) == {RESULT_ENTERED, RESULT_CHANGED}
