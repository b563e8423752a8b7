"""A list of names and addresses invites all who have no account yet, and adds those whom the club does not know."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from league.actions.errors import ActionError
from league.actions.invitation import MAX_INVITED_AT_ONCE, invite_players
from league.actions.player import add_players
from league.models import Club, Event, Invitation, Player, Role, User
from league.principals import CONSOLE, Visitor
from league.tasks import run_jobs
from tests.actions.clubs import make_club, make_member
from tests.scenarios import scenario


@scenario
def club() -> Club:
    club = make_club(entries=2)
    add_players(club=club, names=["Ann Archer", "Bob Birch"], namesakes=False, by=CONSOLE)
    return club


def test_all_without_an_account_are_invited_at_once(club: Club, mailoutbox: list[Any]) -> None:
    bob = User.objects.create_user("bob@example.org")
    Player.objects.filter(name="Bob Birch").update(user=bob)
    rows = [
        ("ann  archer", " Ann@Example.org "),
        ("Bob Birch", "bob@example.org"),
        ("Cleo Clay", "cleo@example.org"),
    ]
    done = invite_players(club=club, rows=rows, by=CONSOLE)
    assert (done.added, done.with_account, done.invited_before) == (["cleo-clay"], ["Bob Birch"], [])
    assert {(each.email, each.player.name, each.role) for each in done.invitations if each.player} == {
        ("ann@example.org", "Ann Archer", "player"),
        ("cleo@example.org", "Cleo Clay", "player"),
    }
    run_jobs()
    assert {tuple(mail.to) for mail in mailoutbox} == {("ann@example.org",), ("cleo@example.org",)}
    again = invite_players(club=club, rows=rows, by=CONSOLE)
    assert again.invitations == [] and again.added == []
    assert again.invited_before == ["ann  archer", "Cleo Clay"] and Invitation.objects.count() == 2
    assert Event.objects.filter(action="invite").count() == 2


@pytest.mark.parametrize(
    ("row", "code"),
    [
        *((("", "a@example.org"), "name-length"), (("Zoe", "nowhere"), "email"), (("Zoe", ""), "email")),
        *((("ANN archer", "b@example.org"), "twice"), (("Zoe", "ANN@example.org"), "address-twice")),
        *((("Dee", "d@example.org"), "several"), (("Zoe", "bob@example.org"), "player-has-user")),
    ],
)
def test_list_with_a_bad_line_invites_nobody(club: Club, row: tuple[str, str], code: str) -> None:
    add_players(club=club, names=["Dee", "Dee"], namesakes=True, by=CONSOLE)
    Player.objects.filter(name="Bob Birch").update(user=User.objects.create_user("bob@example.org"))
    with pytest.raises(ActionError) as refused:
        invite_players(club=club, rows=[("Ann Archer", "ann@example.org"), row], by=CONSOLE)
    assert [(problem.path, problem.code) for problem in refused.value.problems] == [("rows.1", code)]
    assert not Invitation.objects.exists() and not Player.objects.filter(name="Zoe").exists()


def test_only_owners_invite_and_not_without_end(club: Club) -> None:
    for by in (Visitor(), make_member(club, Role.ORGANISER)):
        with pytest.raises(PermissionDenied):
            invite_players(club=club, rows=[("Ann Archer", "ann@example.org")], by=by)
    rows = [(f"Player {number}", f"p{number}@example.org") for number in range(MAX_INVITED_AT_ONCE + 1)]
    with pytest.raises(ActionError, match="at most"):
        invite_players(club=club, rows=rows, by=make_member(club, Role.OWNER))
