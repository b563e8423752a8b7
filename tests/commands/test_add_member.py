"""`add_member`: an account for somebody who helps in a club."""

import pytest
from django.core import mail
from django.core.exceptions import PermissionDenied
from django.test import Client

from league.actions.errors import ActionError
from league.actions.membership import add_member
from league.actions.proof import mark_proved
from league.models import Club, Event, Membership, User
from league.principals import CONSOLE, Person
from league.tasks import run_jobs
from tests.commands.console import run_command

pytestmark = pytest.mark.django_db


def test_new_member_can_log_in_and_enter_results(riverside_club: Club) -> None:
    document = run_command("add_member", "riverside", "Sam@example.org", "scorer", "--json").json
    assert (document["email"], document["role"]) == ("sam@example.org", "scorer")
    browser = Client()
    browser.post("/-/log-in/", {"login": "Sam@EXAMPLE.org", "password": document["password"]})
    assert browser.get("/riverside/matches/m53/enter/").status_code == 200


def test_somebody_with_an_account_keeps_the_password_and_has_one_role_a_club(riverside_club: Club) -> None:
    run_command("add_member", "riverside", "sam@example.org", "scorer")
    password = User.objects.get().password
    ran = run_command("add_member", "riverside", "SAM@example.org", "organiser")
    assert ran.out.splitlines() == [
        "sam@example.org is organiser of Riverside Card Club.",
        "The password has not changed.",
    ]
    assert User.objects.get().password == password
    assert Membership.objects.get().role == "organiser"
    changes = Event.objects.filter(action="add_member").order_by("pk")
    assert [(change.before, change.after) for change in changes] == [
        (None, {"role": "scorer"}),
        ({"role": "scorer"}, {"role": "organiser"}),
    ]
    assert "sam" not in str(list(changes.values()))


def test_account_that_may_be_somebody_elses_is_invited(riverside_club: Club) -> None:
    user = User.objects.create_user("sam@example.org", "of whoever made it")
    ran = run_command("add_member", "riverside", "Sam@example.org", "scorer")
    assert (ran.code, ran.out.splitlines()) == (
        0,
        [
            "sam@example.org has an account with an unconfirmed e-mail address.",
            "We have sent an invitation to be scorer of Riverside Card Club.",
        ],
    )
    assert not Membership.objects.exists()
    run_jobs()
    assert [sent.to for sent in mail.outbox] == [["sam@example.org"]]
    assert run_command("add_member", "riverside", "sam@example.org", "scorer", "--json").json == {
        "email": "sam@example.org",
        "role": "scorer",
        "password": None,
        "invited": True,
    }
    with pytest.raises(ActionError):
        add_member(club=riverside_club, email="sam@example.org", role="scorer", by=CONSOLE)
    mark_proved(user)
    assert "is scorer of" in run_command("add_member", "riverside", "sam@example.org", "scorer").out


def test_the_same_again_changes_nothing(riverside_club: Club) -> None:
    for _again in range(2):
        assert run_command("add_member", "riverside", "sam@example.org", "scorer").code == 0
    assert Event.objects.filter(action="add_member").count() == 1


@pytest.mark.parametrize(
    ("arguments", "code", "error"),
    [
        (("nowhere", "sam@example.org", "scorer"), 1, "club: There is no club nowhere."),
        (("riverside", "sam", "scorer"), 1, "email: sam is not an e-mail address."),
        (("riverside", "sam@example.org", "king"), 2, "invalid choice: 'king'"),
    ],
)
def test_what_is_wrong_is_told_and_nobody_is_added(
    riverside_club: Club, arguments: tuple[str, ...], code: int, error: str
) -> None:
    ran = run_command("add_member", *arguments)
    assert ran.code == code
    assert error in ran.err
    assert not User.objects.exists()


def test_only_owners_add_members(riverside_club: Club) -> None:
    for role, may in (("owner", True), ("organiser", False), ("scorer", False), ("player", False)):
        user = add_member(club=riverside_club, email=f"{role}@example.org", role=role, by=CONSOLE)[0].user
        if may:
            add_member(club=riverside_club, email="new@example.org", role="scorer", by=Person(user))
        else:
            with pytest.raises(PermissionDenied):
                add_member(club=riverside_club, email="newer@example.org", role="scorer", by=Person(user))
