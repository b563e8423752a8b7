"""The pages by which a club gets its players and its leagues: at its founding, and later."""

from dataclasses import dataclass

from league.models import Club, Competition, Player
from league.queries.pages.words import Where, where_in
from league.rules.dividing import SMALLEST


@dataclass(frozen=True)
class FoundingPage:
    """`leagues` are the names of what is played in the club; while there is nothing, the page is one of the three steps
    of making it."""

    where: Where
    players: int
    leagues: tuple[str, ...]

    @property
    def is_first(self) -> bool:
        return not self.leagues

    @property
    def too_few(self) -> bool:
        """For a league."""
        return self.players < SMALLEST


def page(club: Club) -> FoundingPage:
    """2 queries."""
    return FoundingPage(
        where=where_in(club),
        players=Player.objects.filter(club=club).count(),
        leagues=tuple(Competition.objects.filter(club=club).values_list("name", flat=True)),
    )
