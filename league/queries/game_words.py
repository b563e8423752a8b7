"""The words of a game, where it has some of its own, and ours where it has none."""

from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy

import games
from games import Game, Text
from games.problems import _
from league.models import Season
from league.rules.explain.standings import get_metric_label

SEVERAL = {"series": pgettext_lazy("more than one", "series")}  # English has one word for one and for several


def get_word(game: Game, key: str) -> str:
    """Return the game's own word, or ours if it has none."""
    return gettext(game.words.get(key, key))


def get_match_word(game: Game) -> str:
    """Return what players call one match of an evening: a series, where the game's rounds are called so."""
    return get_word(game, "round" if "round" in game.words else "match")


def get_numbered_word(game: Game, key: str, number: int) -> str:
    """Return a word with a number: “Game 1”, where the game calls a deal a game."""
    return gettext("{thing} {number}").format(thing=capfirst(get_word(game, key)), number=number)


def get_round_word(season: Season, key: str) -> str:
    """Return what the players of a tournament's game call its `round` or `rounds`, in English; for a league ours.

    It is `Round` where a sentence begins with it.

    No query, unless the season was read without its competition and the game has a word of its own.
    """
    game = season.settings[0]
    if games.is_installed(game) and key in games.get(game).words and season.competition.is_tournament:
        return games.get(game).words[key]
    return key


def translate_round_word(season: Season, key: str) -> str:
    """Return the word for `round` or `rounds` in the reader's language: not every one has the same word for several."""
    word = get_round_word(season, key)
    return str(SEVERAL[word]) if key == "rounds" and word in SEVERAL else gettext(word)


def name_round(season: Season, number: int, *, begins: bool = True) -> Text:
    """Return a round of a season by its number, as a sentence begins with it, or as it stands within one."""
    word = get_round_word(season, "Round" if begins else "round")
    return Text(_("{round} {number}"), {"round": Text(word), "number": number})


def get_metric_name(game: Game, key: str) -> str:
    """Return a key of the ranking as the club would say it."""
    return gettext(game.words.get(key, get_metric_label(key, game)))
