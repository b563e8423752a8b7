"""The words of a game, where it has some of its own, and ours where it has none."""

from django.utils.text import capfirst
from django.utils.translation import gettext

from games import Game
from league.rules.explain.standings import get_metric_label


def get_word(game: Game, key: str) -> str:
    """Return the game's own word, or ours if it has none."""
    return gettext(game.words.get(key, key))


def get_numbered_word(game: Game, key: str, number: int) -> str:
    """Return a word with a number: “Game 1”, where the game calls a deal a game."""
    return gettext("{thing} {number}").format(thing=capfirst(get_word(game, key)), number=number)


def get_metric_name(game: Game, key: str) -> str:
    """Return a key of the ranking as the club would say it."""
    return gettext(game.words.get(key, get_metric_label(key, game)))
