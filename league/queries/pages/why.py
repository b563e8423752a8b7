"""How a player's standing came about, as a page: sentences in which names and matches can be told from the rest."""

from collections.abc import Iterator
from dataclasses import dataclass
from string import Formatter
from typing import get_args

from django.utils.translation import gettext

from games import Game, Step, Text
from league.models import Season
from league.queries.pages.season_head import Viewer
from league.queries.pages.words import Where, ranking_key, where
from league.queries.season import explanation
from league.rules.seasons.rollover import Movement
from league.rules.settings import list_ranking_keys
from league.rules.snapshot import parse_settings

# What the values of a sentence are, by what its template calls them.
NAMES = frozenset({"player", "other", "others", "division", "reason"})
WORDS = frozenset({"outcome", "word"})  # in English so far
SAID = frozenset(get_args(Movement))  # values that their sentences say


@dataclass(frozen=True)
class Part:
    """A piece of a sentence; what somebody was named is kept apart from what stands around it."""

    text: str
    is_name: bool = False


@dataclass(frozen=True)
class StepLine:
    """A sentence, its number where the sentence does not hold it, and what it follows from."""

    said: tuple[Part, ...]
    value: str
    match: str  # the key of the match it is about, or empty
    because: tuple["StepLine", ...]


@dataclass(frozen=True)
class WhyPage:
    where: Where
    key: str
    name: str
    standing: StepLine


def page(season: Season, player: str, *, viewer: Viewer) -> WhyPage:
    """Of a season that was read with its competition and club. 7 queries.

    Raises games.Invalid where the player is not entered in the season.
    """
    tree = explanation(season.competition, player, season=season.number, viewer=viewer)
    game = parse_settings(*season.settings).game
    return WhyPage(where(season), player, str(tree.what.values["player"]), told(tree, game))


def told(step: Step, game: Game) -> StepLine:
    """A step in the reader's language, with all that is below it."""
    values = dict(step.what.values)
    said = step.value is None or step.value in values.values() or step.value in SAID
    value = "" if said else str(step.value)
    by = ""
    if value in list_ranking_keys(game):
        key, value = ranking_key(game, value), ""
        if "key" in values:  # the sentence names it
            values["key"] = key
        else:
            by = gettext(", by {key}").format(key=key)
    return StepLine(
        said=(*_parts(Text(step.what.template, values)), Part(by)),
        value=value,
        match=str(values.get("match", "")),
        because=tuple(told(part, game) for part in step.because),
    )


def _parts(text: Text) -> Iterator[Part]:
    for literal, key, form, _conversion in Formatter().parse(gettext(text.template)):
        if literal:
            yield Part(literal)
        if key is not None:
            given = text.values[key]
            value = given.translate(gettext) if isinstance(given, Text) else format(given, form or "")
            yield Part(gettext(value) if key in WORDS and value else value, key in NAMES)
