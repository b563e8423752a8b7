"""Find players and clubs by their names."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Case, When

from league.models import Club, Player
from league.models.user import Viewer
from league.queries.directory import find_clubs
from league.rules.names import fold_name

MAX_FOUND = 20  # of each kind


@dataclass(frozen=True)
class Found:
    """The players and clubs of a search, as many as are shown, and whether there are others."""

    players: Sequence[Player]
    clubs: Sequence[Club]
    is_cut: bool

    def __bool__(self) -> bool:
        return bool(self.players or self.clubs)


def search(text: str, *, reader: Viewer, first: str = "") -> Found:
    """Return the players whose names hold the text, whatever its case, accents or alphabet, and the clubs.

    Clubs are found by a competition's or game's name, too (`find_clubs`).

    Players of the club that is named `first` come first, then those whose names begin with the text. 2 queries; none
    for a text without letters, digits or other signs.
    """
    wanted = fold_name(text)
    if not wanted:
        return Found((), (), is_cut=False)
    begins = Case(When(folded_name__startswith=wanted, then=0), default=1)
    players = (
        Player.objects.findable_by(reader)
        .for_page()
        .filter(folded_name__contains=wanted)
        .order_by(Case(When(club__slug=first, then=0), default=1), begins, "name", "club__name", "key")
    )[: MAX_FOUND + 1]
    clubs = list(find_clubs(text, reader=reader)[: MAX_FOUND + 1])
    return Found(
        list(players)[:MAX_FOUND], clubs[:MAX_FOUND], is_cut=max(len(players), len(clubs)) > MAX_FOUND
    )
