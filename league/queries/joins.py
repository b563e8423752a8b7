"""Where the address of a player leads who has been joined with another one."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from league.models import Player, PlayerJoin, User
from league.models.player import NEUTRAL_KEY, Visibility


def find_kept(club: str, key: str, reader: User | AnonymousUser) -> Player | None:
    """Return the player who stays, of the address of one who was joined, as far as this reader can tell; 1 query."""
    neutral = NEUTRAL_KEY.fullmatch(key)
    of_key = Q(number=int(neutral[1])) if neutral else Q(key=key)
    joins = PlayerJoin.objects.filter(of_key, club__slug=club).select_related("kept__club").order_by("-at")
    for join in joins[:1]:
        joined = join.build_player()
        if join.kept.visibility != Visibility.NAME:  # the club, say, has turned to short names since
            joined.visibility = join.kept.visibility
        if joined.is_at_address(key, reader) and join.kept.has_page_for(reader):
            return join.kept
    return None
