"""The pages of a club's members: who helps and plays under which name, and who has been invited."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from django.utils import timezone
from django.utils.functional import Promise

from league.actions.mail import build_url
from league.models import Club, Invitation, Membership, Player, Role
from league.queries.invitation import token
from league.queries.pages.season_head import Viewer
from league.queries.pages.words import Where, where_in


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
    invitations: tuple[InvitationRow, ...]
    free: tuple[PlayerName, ...]  # players without an account


@dataclass(frozen=True)
class MemberPage:
    where: Where
    member: MemberRow


def page(club: Club, *, viewer: Viewer) -> MembersPage:
    """All that the page shows. 3 queries, whatever the size."""
    by_user: dict[int, list[PlayerName]] = defaultdict(list)
    free = []
    for player in Player.objects.filter(club=club):
        named = PlayerName(player.key, player.get_name_for(viewer))
        if player.user_id is None:
            free.append(named)
        else:
            by_user[player.user_id].append(named)
    roles = list(Role)
    members = sorted(
        (
            _row(membership, tuple(by_user[membership.user_id]), viewer)
            for membership in Membership.objects.filter(club=club).select_related("user")
        ),
        key=lambda row: (roles.index(Role(row.role)), row.name.casefold(), row.email),
    )
    open_ones = Invitation.objects.pending(timezone.now()).filter(club=club).select_related("player")
    return MembersPage(
        where=where_in(club),
        members=tuple(members),
        invitations=tuple(
            _invitation(invitation, club, viewer) for invitation in open_ones.order_by("-made_at", "-pk")
        ),
        free=tuple(sorted(free, key=lambda player: (player.name.casefold(), player.key))),
    )


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
