"""The page on which a competition's name and rules are changed."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext
from pydantic import BaseModel

from games import Game
from league.models import Competition, Match, Season
from league.models.season import SeasonState
from league.queries.pages.words import Where, where_of
from league.rules.snapshot import Settings, parse_settings


@dataclass(frozen=True)
class Counting:
    """For which seasons a change counts. `opened`: the latest that keeps its own settings; `draft`: one that is played
    by the new ones."""

    opened: int | None
    draft: int | None
    draft_has_matches: bool


@dataclass(frozen=True)
class SettingsPage:
    """`differs`: what is agreed of the game that is not as usual, in words."""

    where: Where
    settings: Settings
    differs: tuple[str, ...]
    counting: Counting


def page(competition: Competition) -> SettingsPage:
    """Of a competition that was read with its club. 1 query."""
    settings = parse_settings(competition.game, competition.options, competition.rules)
    return SettingsPage(
        where=where_of(competition),
        settings=settings,
        differs=differing(settings.game, settings.options),
        counting=counting(competition),
    )


def counting(competition: Competition) -> Counting:
    """1 query."""
    matches = Match.objects.filter(division__season=OuterRef("pk"))
    seasons = list(
        Season.objects.filter(competition=competition)
        .annotate(scheduled=Exists(matches))
        .order_by("number")
        .values_list("number", "state", "scheduled")
    )
    drafts = [(number, scheduled) for number, state, scheduled in seasons if state == SeasonState.DRAFT]
    return Counting(
        opened=max(
            (number for number, state, _scheduled in seasons if state != SeasonState.DRAFT), default=None
        ),
        draft=drafts[0][0] if drafts else None,
        draft_has_matches=any(scheduled for _number, scheduled in drafts),
    )


def differing(game: Game, options: BaseModel) -> tuple[str, ...]:
    """What is agreed that is not as usual, in words."""
    return tuple(
        option.here.translate(gettext) for option in game.options_in_words(options) if option.differs
    )
