"""The words that pages share: a game's own, the keys of the ranking, and where on the site a page stands."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext

from games import Game
from league.models import Club, Competition, Season
from league.rules.explain.standings import get_metric_label

MOST_NAMED = 4  # in a heading


@dataclass(frozen=True)
class Where:
    """The way from the home page to a club, a competition of it, or a season; what is not on the way is empty."""

    club: str
    club_name: str
    zone: ZoneInfo
    competition: str = ""
    competition_name: str = ""
    season: int | None = None

    @property
    def today(self) -> date:
        """Where the club is."""
        return timezone.localdate(timezone=self.zone)


def where_in(club: Club) -> Where:
    return Where(club.slug, club.name, club.tzinfo)


def where_of(competition: Competition) -> Where:
    """Of a competition that was read with its club."""
    return replace(
        where_in(competition.club), competition=competition.slug, competition_name=competition.name
    )


def where(season: Season) -> Where:
    """Of a season that was read with its competition and club."""
    return replace(where_of(season.competition), season=season.number)


@dataclass(frozen=True)
class Together:
    """Those who sit at a table, for a heading: all of them, or the first ones and how many `more` there are."""

    names: tuple[str, ...]
    more: int


def together(names: Sequence[str]) -> Together:
    shown = names if len(names) <= MOST_NAMED else names[: MOST_NAMED - 1]
    return Together(tuple(shown), len(names) - len(shown))


def told_apart(names: Iterable[str]) -> tuple[str, ...]:
    """Those of one table, by seat: where two have the same name, each with the number of the seat."""
    names = tuple(names)
    times = Counter(names)
    return tuple(f"{name} ({seat})" if times[name] > 1 else name for seat, name in enumerate(names, 1))


def word(game: Game, key: str) -> str:
    """What players of the game call something; without a word of theirs, ours."""
    return gettext(game.words.get(key, key))


def numbered(game: Game, key: str, number: int) -> str:
    """ "Game 1", where the game calls a deal a game."""
    return gettext("{thing} {number}").format(thing=capfirst(word(game, key)), number=number)


def ranking_key(game: Game, key: str) -> str:
    """A key of the ranking as the club would say it."""
    return gettext(game.words.get(key, get_metric_label(key, game)))
