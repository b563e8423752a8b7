"""The pages by which a club gets its players and its leagues: at its founding, and later."""

from dataclasses import dataclass, replace

import games
from league.models import Club, Competition, Player
from league.queries.pages.variants import Choice, choices
from league.queries.pages.words import Where, where_in
from league.rules.seasons.divisions import get_min_division_size
from league.rules.settings import MIN_DIVISION_SIZE


@dataclass(frozen=True)
class FoundingPage:
    """`leagues` are the names of what is played in the club; while there is nothing, the page is one of the three steps
    of making it."""

    where: Where
    players: int
    leagues: tuple[str, ...]
    choices: tuple[Choice, ...] = ()  # of what can be played

    @property
    def is_first(self) -> bool:
        return not self.leagues

    @property
    def fewest(self) -> int:
        """That make a league of any game."""
        return min((get_min_division_size(choice.game) for choice in self.choices), default=MIN_DIVISION_SIZE)

    @property
    def too_few(self) -> bool:
        return self.players < self.fewest


def page(club: Club) -> FoundingPage:
    """2 queries."""
    return FoundingPage(
        where=where_in(club),
        players=Player.objects.filter(club=club).count(),
        leagues=tuple(Competition.objects.filter(club=club).values_list("name", flat=True)),
    )


def league_page(club: Club) -> FoundingPage:
    """With what can be played. 3 queries."""
    return replace(page(club), choices=choices(club, games.installed()))
