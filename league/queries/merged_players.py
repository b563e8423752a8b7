"""Where the address of a player leads who has been merged with another one."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from league.models import Player, PlayerMerge, User
from league.models.player import NEUTRAL_KEY, Visibility


def find_kept(club: str, key: str, reader: User | AnonymousUser) -> Player | None:
    """Return the player who stays, of the address of one who was merged, as far as this reader can tell; 1 query."""
    neutral = NEUTRAL_KEY.fullmatch(key)
    of_key = Q(number=int(neutral[1])) if neutral else Q(key=key)
    merges = PlayerMerge.objects.filter(of_key, club__slug=club).select_related("kept__club").order_by("-at")
    for merge in merges[:1]:
        merged = merge.build_player()
        if merge.kept.visibility != Visibility.NAME:  # the club, say, has turned to short names since
            merged.visibility = merge.kept.visibility
        if merged.is_at_address(key, reader) and merge.kept.has_page_for(reader):
            return merge.kept
    return None
