"""The page on which an owner invites many players by a pasted list."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models import Club, Invitation, Player, Role, User
from league.web.manage.invite_players import read_rows
from tests.actions.clubs import make_member
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import summary, text

PAGE = "/riverside/-/members/invite/"


@scenario
def owner(riverside: Club) -> Client:
    return log_in(make_member(riverside, Role.OWNER))


@pytest.mark.parametrize(
    "line",
    [
        *("Zoe Zimmer, zoe@example.org", "Zoe Zimmer <zoe@example.org>", "Zoe Zimmer\tzoe@example.org"),
        *("zoe@example.org Zoe Zimmer", "3. Zoe Zimmer; zoe@example.org", '"Zoe Zimmer" zoe@example.org'),
    ],
)
def test_line_is_read_as_people_write_it(line: str) -> None:
    assert list(read_rows(f"\n{line}\n")) == [(2, "Zoe Zimmer", "zoe@example.org")]


def test_line_without_an_address_or_a_name_is_told_with_its_number(owner: Client) -> None:
    assert list(read_rows("Zoe\nzoe@example.org")) == [(1, "Zoe", ""), (2, "", "zoe@example.org")]
    page = text(owner.post(PAGE, {"rows": "Zoe\nzoe@example.org"}))
    assert "Line 1, Zoe: " in page and "Line 2, –: " in page
    assert not Invitation.objects.filter(email="zoe@example.org").exists()


def test_owner_invites_and_adds_players(owner: Client) -> None:
    before = Player.objects.filter(club__slug="riverside").count()
    page = text(owner.post(PAGE, {"rows": "Ann Archer, ann@a.example\nZoe, zoe@example.org"}, follow=True))
    assert "2 invitations sent. 1 player added." in page
    assert Player.objects.filter(club__slug="riverside").count() == before + 1
    page = text(owner.post(PAGE, {"rows": "Ann Archer, ann@a.example"}, follow=True))
    assert "0 invitations sent. Already invited: Ann Archer." in page
    user = User.objects.create_user("bob@b.example")
    Player.objects.filter(club__slug="riverside", name="Bob Birch").update(user=user)
    page = text(owner.post(PAGE, {"rows": "Bob Birch, bob@b.example"}, follow=True))
    assert "0 invitations sent. Already with an account: Bob Birch." in page


def test_list_without_a_line_is_refused(owner: Client) -> None:
    assert "Please fill this in." in str(summary(owner.post(PAGE, {"rows": ' , \n""'})))
