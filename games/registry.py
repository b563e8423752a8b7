"""The registry of games: built-in games, and games of other packages, which are entry points."""

from __future__ import annotations

import logging
import traceback
from dataclasses import dataclass
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


log = logging.getLogger("games")


@dataclass(frozen=True)
class BrokenPlugin:
    """A package's game that cannot be used: its entry point, the error, and where that happened, if it raised."""

    name: str
    value: str
    problem: str
    traceback: str = ""


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


def list_broken_plugins() -> tuple[BrokenPlugin, ...]:
    """Return the games of packages that cannot be used; without them everything goes on, as if they were not there."""
    return _load_plugins()[1]


def _load_games() -> dict[str, Game]:
    return _load_plugins()[0]


@cache
def _load_plugins() -> tuple[dict[str, Game], tuple[BrokenPlugin, ...]]:
    games, broken = {game.key: game for game in BUILT_IN}, []
    for point in entry_points(group=ENTRY_POINT_GROUP):
        loaded = _load_plugin(point)
        if isinstance(loaded, Game) and loaded.key in games:
            loaded = BrokenPlugin(
                point.name, point.value, f"There is another game with the key {loaded.key}."
            )
        if isinstance(loaded, Game):
            games[loaded.key] = loaded
        else:
            log.error("a game can't be loaded: %s (%s): %s", loaded.name, loaded.value, loaded.problem)
            broken.append(loaded)
    return dict(sorted(games.items())), tuple(broken)


def _load_plugin(point: EntryPoint) -> Game | BrokenPlugin:
    try:
        game = point.load()
    except Exception as error:  # noqa: BLE001  # another author's package may fail in any way
        problem = f"{type(error).__name__}: {error}"
        return BrokenPlugin(point.name, point.value, problem, traceback.format_exc())
    if not isinstance(game, Game):
        return BrokenPlugin(point.name, point.value, "It is not a games.Game.")
    return game
