"""The pages of a club's members: who helps and plays under which name, and who has been invited."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from django.db.models import Case, Q, QuerySet, When
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.functional import Promise

from league.models import Club, Invitation, Membership, Player, Role
from league.queries.invitation import token
from league.queries.links import build_url
from league.queries.pages.paging import Pages, asked_page, find_page, paginate
from league.queries.pages.season_head import Viewer
from league.queries.pages.words import Where, where_in

INVITATIONS = "invitations"  # in the address: which page of them


@dataclass(frozen=True)
class PlayerName:
    key: str
    name: str


@dataclass(frozen=True)
class MemberRow:
    id: int
    name: str
    email: str
    role: str
    role_name: "str | Promise"
    players: tuple[PlayerName, ...]  # who they are among those who play
    is_reader: bool


@dataclass(frozen=True)
class InvitationRow:
    id: int
    email: str
    role_name: "str | Promise"
    player: PlayerName | None
    link: str
    until: date


@dataclass(frozen=True)
class MembersPage:
    where: Where
    members: tuple[MemberRow, ...]  # those who may do most come first
    member_pages: Pages
    invitations: tuple[InvitationRow, ...]  # those that are open, the latest first
    invitation_pages: Pages
    free: tuple[PlayerName, ...]  # players without an account


@dataclass(frozen=True)
class MemberPage:
    where: Where
    member: MemberRow


def page(club: Club, *, viewer: Viewer, sent: Mapping[str, str] = MappingProxyType({})) -> MembersPage:
    """All that the page shows; `sent` says which pages of its two lists. 5 queries, whatever the size."""
    number, number_of_invitations = asked_page(sent), asked_page(sent, INVITATIONS)
    member_pages, members = paginate(_members(club), number, invitations=str(number_of_invitations))
    invitation_pages, invitations = paginate(
        _open(club).select_related("player"), number_of_invitations, name=INVITATIONS, page=str(number)
    )
    by_user: dict[int, list[PlayerName]] = defaultdict(list)
    free = []
    for player in Player.objects.filter(club=club):
        named = PlayerName(player.key, player.get_name_for(viewer))
        if player.user_id is None:
            free.append(named)
        else:
            by_user[player.user_id].append(named)
    return MembersPage(
        where=where_in(club),
        members=tuple(_row(membership, tuple(by_user[membership.user_id]), viewer) for membership in members),
        member_pages=member_pages,
        invitations=tuple(_invitation(invitation, club, viewer) for invitation in invitations),
        invitation_pages=invitation_pages,
        free=tuple(sorted(free, key=lambda player: (player.name.casefold(), player.key))),
    )


def _members(club: Club) -> "QuerySet[Membership]":
    """Those who may do most come first, then by what they are called."""
    rank = Case(*(When(role=role, then=number) for number, role in enumerate(Role)))
    called = Lower(Case(When(user__name="", then="user__email"), default="user__name"))
    return Membership.objects.filter(club=club).select_related("user").order_by(rank, called, "user__email")


def _open(club: Club) -> "QuerySet[Invitation]":
    return Invitation.objects.pending(timezone.now()).filter(club=club).order_by("-made_at", "-pk")


def find_invitation_page(invitation: Invitation) -> int:
    """Return the page of the open invitations on which one stands. 1 query."""
    newer = Q(made_at__gt=invitation.made_at) | Q(made_at=invitation.made_at, pk__gt=invitation.pk)
    return find_page(_open(invitation.club).filter(newer))


def find(club: str, member: int) -> Membership | None:
    """A membership, with its user and club. 1 query."""
    memberships = Membership.objects.select_related("user", "club")
    return memberships.filter(club__slug=club, pk=member).first()


def one(membership: Membership, *, viewer: Viewer) -> MemberPage:
    """The page of a found membership. 1 query."""
    players = Player.objects.filter(club=membership.club_id, user=membership.user_id).order_by("key")
    named = tuple(PlayerName(player.key, player.get_name_for(viewer)) for player in players)
    return MemberPage(where_in(membership.club), _row(membership, named, viewer))


def _row(membership: Membership, players: tuple[PlayerName, ...], viewer: Viewer) -> MemberRow:
    return MemberRow(
        id=membership.pk,
        name=str(membership.user),
        email=membership.user.email,
        role=membership.role,
        role_name=Role(membership.role).label,
        players=players,
        is_reader=membership.user_id == viewer.pk,
    )


def _invitation(invitation: Invitation, club: Club, viewer: Viewer) -> InvitationRow:
    player = invitation.player
    return InvitationRow(
        id=invitation.pk,
        email=invitation.email,
        role_name=Role(invitation.role).label,
        player=PlayerName(player.key, player.get_name_for(viewer)) if player else None,
        link=build_url("invitation", token(invitation)),
        until=timezone.localdate(invitation.expires_at, club.tzinfo),
    )
