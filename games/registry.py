"""The registry of games: the built-in ones and those that other packages bring as entry points."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from games.fighting_cards import FIGHTING_CARDS
from games.hucklebuck import HUCKLEBUCK
from games.international_skat import INTERNATIONAL_SKAT
from games.north_american_skat import NORTH_AMERICAN_SKAT
from games.protocol import Game
from games.skuck import SKUCK
from games.skull_king import SKULL_KING

BUILT_IN = (FIGHTING_CARDS, HUCKLEBUCK, INTERNATIONAL_SKAT, NORTH_AMERICAN_SKAT, SKUCK, SKULL_KING)
ENTRY_POINT_GROUP = "boolie.games"


class PluginError(Exception):
    """Raised when a package's game cannot be used; the message names the entry point."""


class UnknownGame(KeyError):
    """Raised when no game of that key is installed, or not any more."""

    @property
    def key(self) -> str:
        return str(self.args[0])

    def __str__(self) -> str:
        return f"No game called {self.key} is installed here."


def get(key: str) -> Game:
    """Return the game with that key; raise UnknownGame if there is none."""
    try:
        return _load_games()[key]
    except KeyError:
        raise UnknownGame(key) from None


def is_installed(key: str) -> bool:
    return key in _load_games()


def installed() -> tuple[Game, ...]:
    """Return all games, sorted by key."""
    return tuple(_load_games().values())


@cache
def _load_games() -> dict[str, Game]:
    games = {game.key: game for game in BUILT_IN}
    for point in entry_points(group=ENTRY_POINT_GROUP):
        game = _load_game(point)
        if game.key in games:
            raise PluginError(
                f"{_describe_entry_point(point)}: there is another game with the key {game.key}"
            )
        games[game.key] = game
    return dict(sorted(games.items()))


def _load_game(point: EntryPoint) -> Game:
    try:
        game = point.load()
    except Exception as error:  # somebody else's package may fail in any way
        raise PluginError(
            f"{_describe_entry_point(point)} cannot be loaded: {type(error).__name__}: {error}"
        ) from error
    if not isinstance(game, Game):
        raise PluginError(f"{_describe_entry_point(point)} is not a games.Game")
    return game


def _describe_entry_point(point: EntryPoint) -> str:
    return f"Game plug-in {point.name} ({point.value})"
