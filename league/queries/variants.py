"""The games that a club can play: each with its usual options and in its ready-made variants, and the club's own."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from pydantic import BaseModel

import games
from games import Game, Invalid, Option
from league.models import Club, Variant
from league.rules.snapshot import JSON


@dataclass(frozen=True)
class Choice:
    """A game with options, under a name; `value` stands for it in forms."""

    value: str
    game: Game
    name: str
    options: JSON  # only options that differ from the usual
    differences: tuple[Option, ...]
    is_certain: bool
    is_own: bool

    @property
    def is_usual(self) -> bool:
        return self.value == self.game.key


def list_choices(club: Club, offered: Iterable[Game]) -> list[Choice]:
    """Return of each game first the usual, then its variants, then the club's own by name. 1 query.

    A variant is left out if its game doesn't take its options: the game may have changed.
    """
    own: dict[str, list[Variant]] = defaultdict(list)
    for variant in Variant.objects.filter(club=club).order_by("name", "key"):
        own[variant.game].append(variant)
    return [choice for game in offered for choice in _list_choices_of_game(game, own[game.key])]


def list_differences(game: Game, options: BaseModel) -> tuple[Option, ...]:
    """Return the options that are not as is usual."""
    return tuple(option for option in game.options_in_words(options) if option.differs)


def _list_choices_of_game(game: Game, own: Iterable[Variant]) -> Iterator[Choice]:
    ready = {variant.key: variant for variant in game.variants}
    usual = ready.pop(game.key, games.Variant(game.key, game.name, {}, source=""))
    for value, variant in ((game.key, usual), *((f"{game.key}/{key}", ready[key]) for key in ready)):
        yield from _build_choice(value, game, gettext(variant.name), variant.options, variant.certain)
    for kept in own:
        yield from _build_choice(f"own:{kept.key}", game, kept.name, kept.options, is_own=True)


def _build_choice(
    value: str,
    game: Game,
    name: str,
    options: Mapping[str, Any],
    is_certain: bool = True,
    is_own: bool = False,
) -> Iterator[Choice]:
    try:
        parsed = games.parse_options(game, dict(options))
    except Invalid:
        return
    differences = list_differences(game, parsed)
    yield Choice(value, game, name, games.canonical(parsed), differences, is_certain, is_own)
