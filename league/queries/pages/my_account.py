"""The pages of one's own account: what it is, and what leaving a club or deleting it would do."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils.functional import Promise

from league.models import Club, Membership, Player, Role, User
from league.queries.pages.members import PlayerName
from league.queries.pages.words import Where, where_in


@dataclass(frozen=True)
class OwnClub:
    """A club that somebody belongs to: by a role, as a player, or both.

    `is_last_owner`: nobody else owns it; `is_alone`: nobody else is a member either; `is_hidden`: the
    club is suspended or deleted, so it has no pages, and nobody can be made an owner.
    """

    where: Where
    role_name: "str | Promise"
    plays_as: tuple[PlayerName, ...]
    hides_former_players: bool
    is_last_owner: bool
    is_alone: bool
    is_hidden: bool


def list_clubs(user: User, club: str = "") -> tuple[OwnClub, ...]:
    """Return the clubs of an account by name, or only the one with this address; 2 queries."""
    others = Membership.objects.filter(club=OuterRef("club")).exclude(user=user)
    memberships = (
        Membership.objects.filter(user=user)
        .select_related("club")
        .annotate(has_others=Exists(others), has_owner=Exists(others.filter(role=Role.OWNER)))
    )
    players = Player.objects.filter(user=user).select_related("club").order_by("key")
    if club:
        memberships, players = memberships.filter(club__slug=club), players.filter(club__slug=club)
    by_club = {membership.club_id: membership for membership in memberships}
    found = list(players)
    clubs = {player.club_id: player.club for player in found}
    clubs |= {membership.club_id: membership.club for membership in by_club.values()}
    return tuple(
        _build_club(each, by_club.get(each.pk), [one for one in found if one.club_id == each.pk], user)
        for each in sorted(clubs.values(), key=lambda club: (club.name.casefold(), club.slug))
    )


def _build_club(
    club: Club, membership: Membership | None, players: Iterable[Player], viewer: User
) -> OwnClub:
    is_owner = membership is not None and membership.role == Role.OWNER
    return OwnClub(
        where=where_in(club),
        role_name=Role(membership.role).label if membership else "",
        plays_as=tuple(PlayerName(player.key, player.get_name_for(viewer)) for player in players),
        hides_former_players=club.hides_former_players,
        is_last_owner=is_owner and not membership.has_owner,  # type: ignore[union-attr]
        is_alone=membership is not None and not membership.has_others,  # type: ignore[attr-defined]
        is_hidden=club.is_hidden,
    )
