"""Members of a club: changing roles, removing members, and always keeping an owner."""

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from league.actions.errors import ActionError
from league.actions.invitation import invite_member
from league.actions.membership import add_member, change_role, remove_member
from league.models import Club, Event, Invitation, Membership, Player, Role, User
from league.principals import CONSOLE, Person, Principal
from tests.actions.clubs import make_club, make_member
from tests.actions.refusals import list_codes
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db


@scenario
def club() -> Club:
    return make_club()


@scenario
def owner(club: Club) -> Principal:
    return make_member(club, Role.OWNER)


def get_membership(actor: Principal) -> Membership:
    return Membership.objects.get(user=actor.user)


def list_change_values(action: str) -> list[tuple[str, object, object]]:
    changes = Event.objects.filter(action=action).order_by("pk")
    return [(change.key, change.before, change.after) for change in changes]


def test_role_is_changed_and_told_without_a_name(club: Club, owner: Principal) -> None:
    sam = make_member(club, Role.SCORER)
    assert change_role(membership=get_membership(sam), role="organiser", by=owner).role == "organiser"
    assert sam.user
    assert list_change_values("change_role") == [
        (str(sam.user_id), {"role": "scorer"}, {"role": "organiser"})
    ]


def test_same_role_again_is_no_change(club: Club, owner: Principal) -> None:
    change_role(membership=get_membership(owner), role="owner", by=owner)
    assert list_change_values("change_role") == []


def test_role_that_is_none_is_refused(club: Club, owner: Principal) -> None:
    with pytest.raises(ActionError) as refused:
        change_role(membership=get_membership(owner), role="king", by=owner)
    assert list_codes(refused) == [("role", "choice")]


def test_last_owner_can_neither_be_lowered_nor_removed(club: Club, owner: Principal) -> None:
    other = make_club(slug="another")
    make_member(other, Role.OWNER)
    with pytest.raises(ActionError) as refused:
        change_role(membership=get_membership(owner), role="player", by=owner)
    assert list_codes(refused) == [("role", "last-owner")]
    with pytest.raises(ActionError) as refused:
        remove_member(membership=get_membership(owner), by=owner)
    assert list_codes(refused) == [("role", "last-owner")]
    assert get_membership(owner).role == "owner"


def test_one_of_two_owners_may_go(club: Club, owner: Principal) -> None:
    second = make_member(club, Role.OWNER, "second@riverside.example")
    remove_member(membership=get_membership(second), by=second)
    assert not Membership.objects.filter(user=second.user).exists()


def test_role_as_it_is_now_counts_not_as_it_was_read(club: Club, owner: Principal) -> None:
    second = make_member(club, Role.OWNER, "second@riverside.example")
    read_before = get_membership(second)
    change_role(membership=get_membership(owner), role="scorer", by=second)
    with pytest.raises(ActionError):
        change_role(membership=read_before, role="scorer", by=second)


def test_who_is_removed_stands_for_no_player_any_more_and_keeps_the_account(
    club: Club, owner: Principal
) -> None:
    sam = make_member(club, Role.PLAYER)
    elsewhere = make_club(slug="another")
    Player.objects.filter(key="p1").update(user=sam.user)
    remove_member(membership=get_membership(sam), by=owner)
    assert Player.objects.get(club=club, key="p1").user is None
    assert Player.objects.get(club=elsewhere, key="p1").user == sam.user
    assert sam.user
    assert list_change_values("remove_member") == [
        (str(sam.user_id), {"role": "player", "players": ["p1"]}, None)
    ]


@pytest.mark.parametrize("role", [Role.ORGANISER, Role.SCORER, Role.PLAYER])
def test_only_owners_manage_members(club: Club, owner: Principal, role: Role) -> None:
    sam = make_member(club, role)
    with pytest.raises(PermissionDenied):
        change_role(membership=get_membership(sam), role="owner", by=sam)
    with pytest.raises(PermissionDenied):
        remove_member(membership=get_membership(owner), by=sam)


def test_owner_of_another_club_manages_nobody_here(club: Club, owner: Principal) -> None:
    stranger = make_member(make_club(slug="another"), Role.OWNER)
    with pytest.raises(PermissionDenied):
        change_role(membership=get_membership(owner), role="scorer", by=stranger)


def test_member_who_is_gone_already_is_refused(club: Club, owner: Principal) -> None:
    sam = get_membership(make_member(club, Role.SCORER))
    remove_member(membership=Membership.objects.get(pk=sam.pk), by=owner)
    with pytest.raises(ActionError) as refused:
        remove_member(membership=sam, by=owner)
    assert list_codes(refused) == [("", "no-member")]
    with pytest.raises(ActionError) as refused:
        change_role(membership=sam, role="player", by=owner)
    assert list_codes(refused) == [("", "no-member")]
    assert len(list_change_values("remove_member")) == 1


def test_adding_keeps_an_owner_too(club: Club, owner: Principal) -> None:
    assert owner.user
    with pytest.raises(ActionError) as refused:
        add_member(club=club, email=owner.user.email, role="scorer", by=CONSOLE)
    assert list_codes(refused) == [("role", "last-owner")]
    assert get_membership(owner).role == "owner" and list_change_values("add_member") == []
    make_member(club, Role.OWNER, "second@riverside.example")
    assert add_member(club=club, email=owner.user.email, role="scorer", by=CONSOLE)[0].role == "scorer"


# --- rights as they are once the club is locked


def revoke_permission(by: Principal, how: str) -> None:
    """Lower or remove an actor's role, or deactivate the account, after their permission was checked."""
    assert by.user and by.roles is not None
    if how == "lowered":
        Membership.objects.filter(user=by.user).update(role="organiser")
    elif how == "removed":
        Membership.objects.filter(user=by.user).delete()
    else:
        User.objects.filter(pk=by.user_id).update(is_active=False, is_superuser=False)


@pytest.mark.parametrize("how", ["lowered", "removed", "switched off"])
def test_right_that_was_lost_meanwhile_counts_no_more(club: Club, owner: Principal, how: str) -> None:
    sam = get_membership(make_member(club, Role.SCORER))
    revoke_permission(owner, how)
    before = Event.objects.count()
    with pytest.raises(PermissionDenied):
        change_role(membership=sam, role="owner", by=owner)
    with pytest.raises(PermissionDenied):
        remove_member(membership=sam, by=owner)
    with pytest.raises(PermissionDenied):
        add_member(club=club, email="ann@example.org", role="owner", by=owner)
    assert Event.objects.count() == before


def test_administrator_who_is_none_any_more_manages_nobody(club: Club, owner: Principal) -> None:
    administrator = Person(User.objects.create_superuser("root@example.org"))
    revoke_permission(administrator, "switched off")
    with pytest.raises(PermissionDenied):
        remove_member(membership=get_membership(owner), by=administrator)


# --- ways in that stay open


def list_open_invitations(club: Club) -> set[str]:
    return set(Invitation.objects.pending(timezone.now()).filter(club=club).values_list("email", flat=True))


@pytest.mark.parametrize("how", ["removed", "lowered", "added again as scorer"])
def test_who_is_owner_no_more_leaves_no_invitation_open(club: Club, owner: Principal, how: str) -> None:
    second = make_member(club, Role.OWNER, "second@riverside.example")
    assert second.user
    invite_member(club=club, email="eve@example.org", role="owner", by=second)
    invite_member(club=club, email="ann@example.org", role="player", by=owner)
    invite_member(
        club=club, email=second.user.email, role="owner", by=owner, player=Player.objects.get(key="p1")
    )
    elsewhere = make_club(slug="another")
    Invitation.objects.create(
        club=elsewhere,
        email="bob@example.org",
        role="player",
        by=second.user,
        made_at=timezone.now(),
        expires_at=timezone.now().replace(year=9999),
    )
    if how == "removed":
        remove_member(membership=get_membership(second), by=owner)
    elif how == "lowered":
        change_role(membership=get_membership(second), role="scorer", by=owner)
    else:
        add_member(club=club, email=second.user.email, role="scorer", by=owner)
    assert list_open_invitations(club) == {"ann@example.org"}
    assert list_open_invitations(elsewhere) == {"bob@example.org"}
    assert len(list_change_values("withdraw_invitation")) == 2


def test_other_changes_of_a_role_leave_invitations_open(club: Club, owner: Principal) -> None:
    assert owner.user
    sam = make_member(club, Role.SCORER)
    Invitation.objects.create(
        club=club,
        email="ann@example.org",
        role="player",
        by=sam.user,
        made_at=timezone.now(),
        expires_at=timezone.now().replace(year=9999),
    )
    change_role(membership=get_membership(sam), role="player", by=owner)
    assert list_open_invitations(club) == {"ann@example.org"}
