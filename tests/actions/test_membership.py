"""Members of a club: roles that change, members who go, and an owner who is always left."""

import pytest
from django.utils import timezone

from league.actions.actor import CONSOLE, Actor, NotPermitted
from league.actions.errors import ActionError
from league.actions.invitation import invite_member
from league.actions.membership import add_member, change_role, remove_member
from league.models import Change, Club, Invitation, Membership, Player, Role, User
from tests.actions.clubs import make_club, member
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def club() -> Club:
    return make_club()


@scenario
def owner(club: Club) -> Actor:
    return member(club, Role.OWNER)


def of(actor: Actor) -> Membership:
    return Membership.objects.get(user=actor.account)


def codes(refused: pytest.ExceptionInfo[ActionError]) -> list[tuple[str, str]]:
    return [(problem.path, problem.code) for problem in refused.value.problems]


def told(action: str) -> list[tuple[str, object, object]]:
    changes = Change.objects.filter(action=action).order_by("pk")
    return [(change.key, change.before, change.after) for change in changes]


def test_role_is_changed_and_told_without_a_name(club: Club, owner: Actor) -> None:
    sam = member(club, Role.SCORER)
    assert change_role(membership=of(sam), role="organiser", by=owner).role == "organiser"
    assert sam.account
    assert told("change_role") == [(str(sam.account.pk), {"role": "scorer"}, {"role": "organiser"})]


def test_same_role_again_is_no_change(club: Club, owner: Actor) -> None:
    change_role(membership=of(owner), role="owner", by=owner)
    assert told("change_role") == []


def test_role_that_is_none_is_refused(club: Club, owner: Actor) -> None:
    with pytest.raises(ActionError) as refused:
        change_role(membership=of(owner), role="king", by=owner)
    assert codes(refused) == [("role", "choice")]


def test_last_owner_can_neither_be_lowered_nor_removed(club: Club, owner: Actor) -> None:
    other = make_club(slug="another")
    member(other, Role.OWNER)
    with pytest.raises(ActionError) as refused:
        change_role(membership=of(owner), role="player", by=owner)
    assert codes(refused) == [("role", "last-owner")]
    with pytest.raises(ActionError) as refused:
        remove_member(membership=of(owner), by=owner)
    assert codes(refused) == [("role", "last-owner")]
    assert of(owner).role == "owner"


def test_one_of_two_owners_may_go(club: Club, owner: Actor) -> None:
    second = member(club, Role.OWNER, "second@riverside.example")
    remove_member(membership=of(second), by=second)
    assert not Membership.objects.filter(user=second.account).exists()


def test_role_as_it_is_now_counts_not_as_it_was_read(club: Club, owner: Actor) -> None:
    second = member(club, Role.OWNER, "second@riverside.example")
    read_before = of(second)
    change_role(membership=of(owner), role="scorer", by=second)
    with pytest.raises(ActionError):
        change_role(membership=read_before, role="scorer", by=second)


def test_who_is_removed_stands_for_no_player_any_more_and_keeps_the_account(club: Club, owner: Actor) -> None:
    sam = member(club, Role.PLAYER)
    elsewhere = make_club(slug="another")
    Player.objects.filter(key="p1").update(user=sam.account)
    remove_member(membership=of(sam), by=owner)
    assert Player.objects.get(club=club, key="p1").user is None
    assert Player.objects.get(club=elsewhere, key="p1").user == sam.account
    assert sam.account
    assert told("remove_member") == [(str(sam.account.pk), {"role": "player", "players": ["p1"]}, None)]


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.SCORER, Role.PLAYER])
def test_only_owners_manage_members(club: Club, owner: Actor, role: Role) -> None:
    sam = member(club, role)
    with pytest.raises(NotPermitted):
        change_role(membership=of(sam), role="owner", by=sam)
    with pytest.raises(NotPermitted):
        remove_member(membership=of(owner), by=sam)


def test_owner_of_another_club_manages_nobody_here(club: Club, owner: Actor) -> None:
    stranger = member(make_club(slug="another"), Role.OWNER)
    with pytest.raises(NotPermitted):
        change_role(membership=of(owner), role="scorer", by=stranger)


def test_member_who_is_gone_already_is_refused(club: Club, owner: Actor) -> None:
    sam = of(member(club, Role.SCORER))
    remove_member(membership=Membership.objects.get(pk=sam.pk), by=owner)
    with pytest.raises(ActionError) as refused:
        remove_member(membership=sam, by=owner)
    assert codes(refused) == [("", "no-member")]
    with pytest.raises(ActionError) as refused:
        change_role(membership=sam, role="player", by=owner)
    assert codes(refused) == [("", "no-member")]
    assert len(told("remove_member")) == 1


def test_adding_keeps_an_owner_too(club: Club, owner: Actor) -> None:
    assert owner.account
    with pytest.raises(ActionError) as refused:
        add_member(club=club, email=owner.account.email, role="scorer", by=CONSOLE)
    assert codes(refused) == [("role", "last-owner")]
    assert of(owner).role == "owner" and told("add_member") == []
    member(club, Role.OWNER, "second@riverside.example")
    assert add_member(club=club, email=owner.account.email, role="scorer", by=CONSOLE)[0].role == "scorer"


# --- rights as they are once the club is locked


def took_the_right_away(by: Actor, how: str) -> None:
    """After they were asked who they are."""
    assert by.account and by.roles is not None
    if how == "lowered":
        Membership.objects.filter(user=by.account).update(role="organiser")
    elif how == "removed":
        Membership.objects.filter(user=by.account).delete()
    else:
        User.objects.filter(pk=by.account.pk).update(is_active=False, is_superuser=False)


@pytest.mark.parametrize("how", ["lowered", "removed", "switched off"])
def test_right_that_was_lost_meanwhile_counts_no_more(club: Club, owner: Actor, how: str) -> None:
    sam = of(member(club, Role.SCORER))
    took_the_right_away(owner, how)
    before = Change.objects.count()
    with pytest.raises(NotPermitted):
        change_role(membership=sam, role="owner", by=owner)
    with pytest.raises(NotPermitted):
        remove_member(membership=sam, by=owner)
    with pytest.raises(NotPermitted):
        add_member(club=club, email="ann@example.org", role="owner", by=owner)
    assert Change.objects.count() == before


def test_administrator_who_is_none_any_more_manages_nobody(club: Club, owner: Actor) -> None:
    administrator = Actor(User.objects.create_superuser("root@example.org"))
    took_the_right_away(administrator, "switched off")
    with pytest.raises(NotPermitted):
        remove_member(membership=of(owner), by=administrator)


# --- ways in that stay open


def open_invitations(club: Club) -> set[str]:
    return set(Invitation.objects.pending(timezone.now()).filter(club=club).values_list("email", flat=True))


@pytest.mark.parametrize("how", ["removed", "lowered", "added again as scorer"])
def test_who_is_owner_no_more_leaves_no_invitation_open(club: Club, owner: Actor, how: str) -> None:
    second = member(club, Role.OWNER, "second@riverside.example")
    assert second.account
    invite_member(club=club, email="eve@example.org", role="owner", by=second)
    invite_member(club=club, email="ann@example.org", role="player", by=owner)
    invite_member(
        club=club, email=second.account.email, role="owner", by=owner, player=Player.objects.get(key="p1")
    )
    elsewhere = make_club(slug="another")
    Invitation.objects.create(
        club=elsewhere,
        email="bob@example.org",
        role="player",
        by=second.account,
        made_at=timezone.now(),
        expires_at=timezone.now().replace(year=9999),
    )
    if how == "removed":
        remove_member(membership=of(second), by=owner)
    elif how == "lowered":
        change_role(membership=of(second), role="scorer", by=owner)
    else:
        add_member(club=club, email=second.account.email, role="scorer", by=owner)
    assert open_invitations(club) == {"ann@example.org"}
    assert open_invitations(elsewhere) == {"bob@example.org"}
    assert len(told("withdraw_invitation")) == 2


def test_other_changes_of_a_role_leave_invitations_open(club: Club, owner: Actor) -> None:
    assert owner.account
    sam = member(club, Role.SCORER)
    Invitation.objects.create(
        club=club,
        email="ann@example.org",
        role="player",
        by=sam.account,
        made_at=timezone.now(),
        expires_at=timezone.now().replace(year=9999),
    )
    change_role(membership=of(sam), role="player", by=owner)
    assert open_invitations(club) == {"ann@example.org"}
