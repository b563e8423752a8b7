"""What can be played: each game as is usual and in its ready-made variants, and the club's own; told in words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

import games
from games import Game, Invalid, UnknownGame
from league.models import Club, Competition, Variant
from league.queries.pages.settings import Counting, counting, differing
from league.queries.pages.words import Where, where_in, where_of
from league.rules.snapshot import JSON, Settings, parse_settings


@dataclass(frozen=True)
class OptionLine:
    here: str
    usual: str  # empty where it is the same


@dataclass(frozen=True)
class Choice:
    """A game with options, under a name; `value` stands for it in forms. `differs`: what is not as usual, in words."""

    value: str
    game: Game
    name: str
    options: JSON  # only what differs from the usual
    differs: tuple[str, ...]
    certain: bool = True
    is_own: bool = False

    @property
    def is_usual(self) -> bool:
        return self.value == self.game.key

    @property
    def notes(self) -> tuple[str, ...]:
        """What to know of it before it is chosen."""
        own = (gettext("The club’s own."),) if self.is_own else ()
        doubt = () if self.certain else (gettext("Reconstructed: check with your club."),)
        return (*own, *self.differs, *doubt)


@dataclass(frozen=True)
class OwnVariant:
    """`refusal`: why it cannot be chosen, where its game is not installed or is not as it was."""

    id: int
    name: str
    game: str
    differs: tuple[str, ...]
    refusal: str = ""


@dataclass(frozen=True)
class VariantsPage:
    where: Where
    variants: tuple[OwnVariant, ...]
    competitions: tuple[tuple[str, str], ...]  # slug and name: where another one can be saved


@dataclass(frozen=True)
class GamePage:
    """`now`: every option as it is played; `choices`: what could be, with that among them if it has a name. `certain`:
    that one is not put together again."""

    where: Where
    settings: Settings
    counting: Counting
    name: str  # of what is played now, where it is one of the choices
    certain: bool
    now: tuple[OptionLine, ...]
    choices: tuple[Choice, ...]

    @property
    def others(self) -> tuple[Choice, ...]:
        agreed = games.canonical(self.settings.options)
        return tuple(choice for choice in self.choices if choice.options != agreed)


def choices(club: Club, offered: Iterable[Game]) -> tuple[Choice, ...]:
    """Of each game first the usual, then its variants, then the club's own by name. 1 query."""
    own: dict[str, list[Variant]] = {}
    for variant in Variant.objects.filter(club=club).order_by("name", "key"):
        own.setdefault(variant.game, []).append(variant)
    return tuple(choice for game in offered for choice in _of(game, own.get(game.key, ())))


def game_page(competition: Competition) -> GamePage:
    """Of a competition that was read with its club, and can be played. 2 queries."""
    settings = parse_settings(competition.game, competition.options, competition.rules)
    agreed = games.canonical(settings.options)
    here = choices(competition.club, [settings.game])
    now = next((choice for choice in here if choice.options == agreed), None)
    return GamePage(
        where=where_of(competition),
        settings=settings,
        counting=counting(competition),
        name=now.name if now else "",
        certain=now is None or now.certain,
        now=tuple(_lines(settings)),
        choices=here,
    )


def variants_page(club: Club) -> VariantsPage:
    """2 queries."""
    return VariantsPage(
        where=where_in(club),
        variants=tuple(_listed(one) for one in Variant.objects.filter(club=club).order_by("name", "key")),
        competitions=tuple(
            Competition.objects.filter(club=club).order_by("name", "slug").values_list("slug", "name")
        ),
    )


def _lines(settings: Settings) -> Iterator[OptionLine]:
    for option in settings.game.options_in_words(settings.options):
        usual = option.usual.translate(gettext) if option.differs else ""
        yield OptionLine(option.here.translate(gettext), usual)


def _of(game: Game, own: Iterable[Variant]) -> Iterator[Choice]:
    ready = {variant.key: variant for variant in game.variants}
    usual = ready.pop(game.key, games.Variant(game.key, game.name, {}, source=""))
    for value, one in ((game.key, usual), *((f"{game.key}/{key}", one) for key, one in ready.items())):
        yield from _choice(value, game, gettext(one.name), one.options, certain=one.certain)
    for variant in own:
        yield from _choice(f"own:{variant.key}", game, variant.name, variant.options, is_own=True)


def _choice(
    value: str,
    game: Game,
    name: str,
    options: Mapping[str, Any],
    *,
    certain: bool = True,
    is_own: bool = False,
) -> Iterator[Choice]:
    """Nothing where the options are not the game's: it may not be any more what it was."""
    try:
        parsed = games.parse_options(game, dict(options))
    except Invalid:
        return
    yield Choice(
        value=value,
        game=game,
        name=name,
        options=games.canonical(parsed),
        differs=differing(game, parsed),
        certain=certain,
        is_own=is_own,
    )


def _listed(variant: Variant) -> OwnVariant:
    try:
        game = games.get(variant.game)
        options = games.parse_options(game, variant.options)
    except UnknownGame:
        refusal = gettext("No game called {game} is installed.").format(game=variant.game)
        return OwnVariant(variant.pk, variant.name, variant.game, (), refusal)
    except Invalid as invalid:
        said = " ".join(problem.message.translate(gettext) for problem in invalid.problems)
        return OwnVariant(variant.pk, variant.name, game.name, (), said)
    return OwnVariant(variant.pk, variant.name, game.name, differing(game, options))
