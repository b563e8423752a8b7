"""The members of a club: who is in, inviting, another role, leaving. Pages for owners, and for nobody else."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from league.actions import invitation
from league.actions.invitation import invite_member
from league.models import Club, Invitation, Job, Membership, Player, Role, User
from league.principals import CONSOLE, Principal
from league.queries.invitation import build_token
from league.web.manage.access import require_permission
from league.web.manage.members import GONE
from tests.scenarios import discard_changes, scenario
from tests.web.sheets import summary, text

MEMBERS = "/riverside/-/members/"


@scenario
def boss(riverside: Club) -> Membership:
    user = User.objects.create_user("olga@example.org", name="Olga Owner")
    return Membership.objects.create(user=user, club=riverside, role=Role.OWNER)


@scenario
def owner(boss: Membership) -> Client:
    client = Client()
    client.force_login(boss.user)
    return client


@scenario
def sam(helper: User) -> Membership:
    return Membership.objects.get(user=helper)


def invited(client: Client, **sent: str) -> Any:
    return client.post(MEMBERS, {"email": "ann@example.org", "role": "player", "player": ""} | sent)


def page_of(member: Membership) -> str:
    return f"{MEMBERS}{member.pk}/"


# --- who is in


def test_everybody_is_listed_with_role_and_player(owner: Client, sam: Membership) -> None:
    Player.objects.filter(key="dev").update(user=sam.user)
    page = owner.get(MEMBERS)
    said = text(page)
    assert "Olga Owner (you) olga@example.org Owner" in said
    assert "Sam Scorer sam@example.org Scorer Dev Dhar" in said
    options = re.findall(r'<option value="(\w*)"', page.content.decode())
    assert "ann" in options and "dev" not in options and "" in options


def test_number_of_queries_does_not_grow(
    owner: Client, riverside: Club, django_assert_num_queries: Any
) -> None:
    for number in range(5):
        user = User.objects.create_user(f"u{number}@example.org")
        Membership.objects.create(user=user, club=riverside, role="scorer")
        player = Player.objects.filter(club=riverside, user=None).order_by("key").first()
        assert player
        invite_member(
            club=riverside, email=f"i{number}@example.org", role="player", player=player, by=CONSOLE
        )
        Player.objects.filter(pk=player.pk).update(user=user)
    with django_assert_num_queries(9):  # session, user, club, role; the page's own 5
        assert owner.get(MEMBERS).status_code == 200


def test_large_clubs_are_listed_by_pages(owner: Client, riverside: Club) -> None:
    users = User.objects.bulk_create(
        User(email=f"u{n:03}@example.org", name=f"User {n:03}") for n in range(60)
    )
    Membership.objects.bulk_create(Membership(user=user, club=riverside, role="scorer") for user in users)
    now = timezone.now()
    Invitation.objects.bulk_create(
        Invitation(
            club=riverside,
            email=f"i{n:03}@example.org",
            role="player",
            made_at=now - timedelta(minutes=n),
            expires_at=now + timedelta(days=1),
        )
        for n in range(60)
    )
    first, second = (text(owner.get(MEMBERS, {"page": number})) for number in (1, 2))
    assert "Olga Owner (you)" in first and "User 048" in first and "User 049" not in first
    assert "Olga Owner (you)" not in second and "User 049" in second and "User 059" in second
    assert "i049@" in second and "i050@" not in second and "1 to 50 of 60" in second
    both = owner.get(MEMBERS, {"page": "2", "invitations": "99"})
    assert "User 059" in text(both) and "i059@" in text(both) and "i049@" not in text(both)
    assert 'href="?page=2#invitations" rel="prev"' in both.content.decode()
    assert 'href="?invitations=99" rel="prev"' in both.content.decode()
    again = owner.post(MEMBERS, {"email": "i055@example.org", "role": "player"})
    assert again.headers["Location"] == f"{MEMBERS}?invitations=2#invitations"


@pytest.mark.parametrize("name", ['<b onclick="x">Ann</b> & Söhne', "سارة العلي", "W" * 80])
def test_names_stand_as_text_of_their_own(owner: Client, sam: Membership, name: str) -> None:
    User.objects.filter(pk=sam.user_id).update(name=name)
    for address in (MEMBERS, page_of(sam), page_of(sam) + "?remove=1"):
        page = owner.get(address).content.decode()
        assert f"<bdi>{escape(name)}</bdi>" in page
        assert "<b onclick" not in page


# --- inviting


def test_invitation_is_listed_with_its_link_and_taken_back(owner: Client) -> None:
    assert invited(owner, player="dev").headers["Location"] == MEMBERS
    made = Invitation.objects.get()
    assert (made.email, made.role, made.player and made.player.key) == ("ann@example.org", "player", "dev")
    assert owner.get(f"/riverside/-/invitations/{made.pk}/").status_code == 405
    page = owner.get(MEMBERS)
    assert f'value="http://localhost:8000/-/invitations/{build_token(made)}/"' in page.content.decode()
    assert "Invitation to ann@example.org sent." in text(page)
    assert "Player · linked player: Dev Dhar" in text(page)
    assert owner.post(f"/riverside/-/invitations/{made.pk}/").headers["Location"] == MEMBERS
    assert "Invitation to ann@example.org withdrawn. Its link no longer works." in text(owner.get(MEMBERS))
    assert "Open invitations" not in text(owner.get(MEMBERS))


def test_same_invitation_within_an_hour_is_not_mailed_again_and_the_page_says_so(owner: Client) -> None:
    Club.objects.update(timezone="Europe/Berlin")
    pages = []
    for minute, email in ((5, "ann@example.org"), (59, "ANN@example.org")):
        with patch.object(timezone, "now", return_value=datetime(2026, 11, 22, 18, minute, tzinfo=UTC)):
            invited(owner, email=email)
            pages.append(text(owner.get(MEMBERS)))
    page, again = pages
    assert "sent. You can also copy its link below." in page
    assert "ann@example.org already has this invitation, sent on 22 November at 19:05." in again
    assert "sent. You can also copy its link below." not in again
    assert Job.objects.filter(kind="mail-invitation").count() == 1


def test_who_has_sent_too_many_is_told_and_what_was_typed_stays(
    owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = replace(invitation.INVITATIONS_BY_SENDER, most=2)
    monkeypatch.setattr(invitation, "INVITATIONS_BY_SENDER", limit)
    for number in range(2):
        assert invited(owner, email=f"i{number}@example.org").status_code == 302
    refused = invited(owner, role="scorer")
    assert refused.status_code == 429 and int(refused.headers["Retry-After"]) > 80_000
    assert "You have reached the daily limit for invitations." in text(refused)
    assert "Try again in 24 hours." in text(refused)
    page = refused.content.decode()
    assert 'name="email" value="ann@example.org"' in page and 'name="role" value="scorer"' in page
    assert not Invitation.objects.filter(email="ann@example.org").exists()


def test_invitation_that_was_used_meanwhile_is_not_taken_back(owner: Client, helper: User) -> None:
    invited(owner)
    Invitation.objects.update(accepted_at=timezone.now(), accepted_by=helper)
    page = owner.post(f"/riverside/-/invitations/{Invitation.objects.get().pk}/", follow=True)
    assert "has already been used" in text(page)


def test_old_invitations_are_not_listed(owner: Client) -> None:
    invited(owner)
    Invitation.objects.update(expires_at=timezone.now() - timedelta(days=1))
    assert "Open invitations" not in text(owner.get(MEMBERS))


@pytest.mark.parametrize(
    ("sent", "place", "said"),
    [
        ({"email": ""}, "id_email", "Please fill this in."),
        ({"email": "ann"}, "id_email", "address like name@example.org"),
        ({"email": "x" * 300 + "@example.org"}, "id_email", "at most 254"),
        ({"email": "a\x00b@example.org"}, "id_email", ""),
        ({"email": "SAM@example.org"}, "id_email", "is already a member"),
        ({"role": "king"}, "id_role", "Please make a choice."),
        ({"role": ""}, "id_role", "Please make a choice."),
        (
            {"player": "nobody"},
            "id_player",
            "This player no longer exists, or already has an account. Choose another one.",
        ),
    ],
)
def test_what_is_wrong_is_told_at_the_field_and_what_was_typed_is_there(
    owner: Client, sam: Membership, sent: dict[str, str], place: str, said: str
) -> None:
    response = invited(owner, **sent)
    assert response.status_code == 200
    assert {where for where, _said in summary(response)} == {place}
    assert said in text(response)
    assert f'id="{place}_error"' in response.content.decode()
    assert escape(sent.get("email", "ann@example.org")) in response.content.decode()
    assert not Invitation.objects.exists()


def test_who_is_gone_or_has_an_account_meanwhile_is_not_invited_without_being_that_player(
    owner: Client, sam: Membership
) -> None:
    def lose_player(club: int, key: str) -> None:
        Player.objects.filter(key=key).update(user=sam.user)

    with patch("league.web.manage.members.find_player", lose_player):
        response = invited(owner, player="dev")
    assert summary(response) == [("id_player", f"Linked player: {GONE}")]
    assert "ann@example.org" in response.content.decode() and 'value="dev"' not in response.content.decode()
    assert not Invitation.objects.exists()


# --- another role, leaving


def test_role_is_changed(owner: Client, sam: Membership) -> None:
    assert '<option value="scorer" selected>' in owner.get(page_of(sam)).content.decode()
    assert owner.post(page_of(sam), {"role": "organiser"}).headers["Location"] == MEMBERS
    sam.refresh_from_db()
    assert sam.role == "organiser"
    assert "Role changed." in text(owner.get(MEMBERS))


def test_last_owner_stays_and_is_told_why(owner: Client, boss: Membership) -> None:
    response = owner.post(page_of(boss), {"role": "scorer"})
    assert summary(response)[0][0] == "id_role"
    assert "A club needs an owner. Make another member an owner first." in text(response)
    assert '<option value="scorer" selected>' in response.content.decode()
    assert "A club needs an owner. Make another member an owner first." in text(
        owner.post(page_of(boss), {"remove": "1"})
    )
    boss.refresh_from_db()
    assert boss.role == "owner"


def test_role_that_is_none_is_told(owner: Client, sam: Membership) -> None:
    assert summary(owner.post(page_of(sam), {"role": "king"}))[0][0] == "id_role"


def test_removing_says_first_what_it_will_do(owner: Client, sam: Membership) -> None:
    Player.objects.filter(key="dev").update(user=sam.user)
    page = text(owner.get(page_of(sam) + "?remove=1"))
    assert "Role removed: scorer." in page
    assert "The player Dev Dhar stays, without an account." in page
    assert Membership.objects.filter(pk=sam.pk).exists()
    assert owner.post(page_of(sam), {"remove": "1"}).headers["Location"] == MEMBERS
    assert not Membership.objects.filter(pk=sam.pk).exists()
    assert Player.objects.get(key="dev").user is None
    assert owner.get(page_of(sam)).status_code == 404


def test_owner_who_leaves_or_steps_down_lands_on_their_own_page(owner: Client, boss: Membership) -> None:
    user = User.objects.create_user("second@example.org")
    Membership.objects.create(user=user, club=boss.club, role=Role.OWNER)
    assert "This is you: you can't undo this yourself." in text(owner.get(page_of(boss) + "?remove=1"))
    assert owner.post(page_of(boss), {"role": "scorer"}).headers["Location"] == "/-/my/"
    assert owner.get(MEMBERS).status_code == 404


def test_member_who_was_removed_meanwhile_is_told_of(owner: Client, sam: Membership) -> None:
    for sent in ({"remove": "1"}, {"role": "organiser"}):

        def ask(request: Any, permission: str, club: int) -> Principal:
            """As the page does, a moment before somebody else removes the member."""
            by = require_permission(request, permission, club)
            Membership.objects.filter(pk=sam.pk).delete()
            return by

        with patch("league.web.manage.members.require_permission", ask), discard_changes():
            response = owner.post(page_of(sam), sent)
        assert response.status_code == 200
        assert "This person is no longer a member of the club." in text(response)


@pytest.mark.parametrize("sent", [{"remove": "1"}, {"role": "organiser"}, {"email": "ann@example.org"}, {}])
def test_who_loses_the_right_meanwhile_finds_nothing(
    owner: Client, boss: Membership, sam: Membership, sent: dict[str, str]
) -> None:
    made = invite_member(club=boss.club, email="bob@example.org", role="player", by=CONSOLE)

    def ask(request: Any, permission: str, club: Club | int) -> Principal:
        """As the page does, a moment before somebody else takes the right away."""
        by = require_permission(request, permission, club)
        Membership.objects.filter(pk=boss.pk).update(role="organiser")
        return by

    with (
        patch("league.web.manage.members.require_permission", ask),
        patch("league.web.manage.access.require_permission", ask),
    ):
        if "email" in sent:
            response = invited(owner, **sent)
        elif sent:
            response = owner.post(page_of(sam), sent)
        else:
            response = owner.post(f"/riverside/-/invitations/{made.pk}/")
    assert response.status_code == 404
    assert Membership.objects.get(pk=sam.pk).role == "scorer"
    assert list(Invitation.objects.pending(timezone.now())) == [made]


# --- for whom


def test_there_are_no_such_pages_for_anybody_else(
    riverside: Club, boss: Membership, stranger: Client
) -> None:
    made = invite_member(club=riverside, email="ann@example.org", role="scorer", by=CONSOLE)
    clients = [stranger]
    for role in (Role.ORGANISER, Role.SCORER, Role.PLAYER):
        user = User.objects.create_user(f"{role.value}@example.org")
        Membership.objects.create(user=user, club=riverside, role=role)
        clients.append(Client())
        clients[-1].force_login(user)
    for client in clients:
        assert client.get(MEMBERS).status_code == 404
        assert invited(client).status_code == 404
        assert client.get(page_of(boss)).status_code == 404
        assert client.post(page_of(boss), {"remove": "1"}).status_code == 404
        assert client.post(f"/riverside/-/invitations/{made.pk}/").status_code == 404
    assert Invitation.objects.get() == made and made.withdrawn_at is None


def test_visitors_are_asked_to_log_in(client: Client, boss: Membership) -> None:
    assert client.get(MEMBERS).headers["Location"] == f"/-/log-in/?next={MEMBERS}"
    assert client.get(page_of(boss)).headers["Location"] == f"/-/log-in/?next={page_of(boss)}"
    assert client.post("/riverside/-/invitations/1/").headers["Location"] == f"/-/log-in/?next={MEMBERS}"


@pytest.mark.parametrize(
    "address",
    ["/nowhere/-/members/", MEMBERS + "0/", MEMBERS + "9" * 30 + "/"],
)
def test_what_is_not_there_is_not_found(owner: Client, address: str) -> None:
    assert owner.get(address).status_code == 404


def test_member_of_another_club_is_not_found_here(owner: Client, sam: Membership) -> None:
    other = Club.objects.create(slug="other", name="Other")
    Membership.objects.filter(pk=sam.pk).update(club=other)
    assert owner.get(page_of(sam)).status_code == 404
    assert owner.post("/riverside/-/invitations/" + "9" * 30 + "/").status_code == 404


def test_administrator_of_the_site_manages_every_club(riverside: Club, client: Client) -> None:
    client.force_login(User.objects.create_superuser("root@example.org"))
    assert "This club has no members yet." in text(client.get(MEMBERS))
    assert invited(client, role="owner").headers["Location"] == MEMBERS
