"""The words that pages share: a game's own, the keys of the ranking, and where on the site a page stands."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.utils.text import capfirst
from django.utils.translation import gettext

from games import Game
from league.models import Season
from league.rules.explain import KEY_NAMES


@dataclass(frozen=True)
class Where:
    """The way from the home page to a season."""

    club: str
    club_name: str
    zone: ZoneInfo
    competition: str
    competition_name: str
    season: int


def where(season: Season) -> Where:
    """Of a season that was read with its competition and club."""
    competition = season.competition
    club = competition.club
    return Where(club.slug, club.name, club.zone, competition.slug, competition.name, season.number)


def word(game: Game, key: str) -> str:
    """What players of the game call something; without a word of theirs, ours."""
    return gettext(game.words.get(key, key))


def numbered(game: Game, key: str, number: int) -> str:
    """ "Game 1", where the game calls a deal a game."""
    return gettext("{thing} {number}").format(thing=capfirst(word(game, key)), number=number)


def ranking_key(game: Game, key: str) -> str:
    """A key of the ranking as the club would say it."""
    return gettext(game.words.get(key, KEY_NAMES[key]))
