"""The page on which a competition's name and rules are changed."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from league.models import Competition, Match, Season
from league.models.season import State
from league.queries.pages.words import Where, where_of
from league.rules.book import Settings, parsed_settings


@dataclass(frozen=True)
class SettingsPage:
    """`opened`: the latest season that keeps its own rules; `draft`: one that is played by these."""

    where: Where
    settings: Settings
    opened: int | None
    draft: int | None
    draft_has_matches: bool


def page(competition: Competition) -> SettingsPage:
    """Of a competition that was read with its club. 1 query."""
    matches = Match.objects.filter(division__season=OuterRef("pk"))
    seasons = list(
        Season.objects.filter(competition=competition)
        .annotate(scheduled=Exists(matches))
        .order_by("number")
        .values_list("number", "state", "scheduled")
    )
    drafts = [(number, scheduled) for number, state, scheduled in seasons if state == State.DRAFT]
    return SettingsPage(
        where=where_of(competition),
        settings=parsed_settings(competition.game, competition.options, competition.rules),
        opened=max((number for number, state, _scheduled in seasons if state != State.DRAFT), default=None),
        draft=drafts[0][0] if drafts else None,
        draft_has_matches=any(scheduled for _number, scheduled in drafts),
    )
