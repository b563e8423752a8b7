"""Players whom a tournament may invite: the first of a season, a division, or those of a level.

See docs/reference/pairing.md, Plans for a tournament.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games import Level, UnknownGame, get
from league.models import Club, Competition, Division, Entry, Season, Statistics
from league.models.competition import CompetitionKind
from league.models.season import SeasonState
from league.rules.records import FIRST_STAGE

MAX_SOURCES = 200


@dataclass(frozen=True)
class InvitationSource:
    """Where players are taken from: a season's standings, those of a division of it, or a level of a game."""

    competition: Competition
    season: Season | None = None
    division: Division | None = None
    level: Level | None = None

    @property
    def key(self) -> str:
        if self.level:
            return f"{self.competition.slug}/level/{self.level.name}"
        place = f"{self.competition.slug}/{self.season.number if self.season else 0}"
        return f"{place}/{self.division.level}" if self.division else place


def list_sources(club: Club) -> list[InvitationSource]:
    """Return where players can be taken from: the latest season of each league that has ended. 3 queries."""
    seasons = (
        Season.objects.filter(
            competition__club=club, competition__kind=CompetitionKind.LEAGUE, state=SeasonState.CLOSED
        )
        .newest()
        .select_related("competition")
        .order_by("competition__name", "competition__slug")
    )
    divisions: dict[int, list[Division]] = {}
    for division in Division.objects.filter(season__in=[season.pk for season in seasons]).order_by("level"):
        divisions.setdefault(division.season_id, []).append(division)
    sources = []
    for season in seasons:
        own = divisions.get(season.pk, [])
        sources.append(InvitationSource(season.competition, season))
        if len(own) > 1:
            sources += [InvitationSource(season.competition, season, division) for division in own]
    leagues = Competition.objects.filter(club=club, kind=CompetitionKind.LEAGUE).order_by("name", "slug")
    for competition in leagues:
        sources += [InvitationSource(competition, level=level) for level in _list_levels(competition.game)]
    return sources[:MAX_SOURCES]


def list_invited(source: InvitationSource, most: int) -> list[str]:
    """Return the names of at most so many players, best first, as they are stored. 1 query."""
    if source.level:
        return _list_of_level(source.competition, source.level, most)
    entries: Any = Entry.objects.filter(
        season=source.season, stage__number=FIRST_STAGE, left=False, standing__isnull=False
    )
    if source.division:
        entries = entries.filter(division=source.division)
    best_first = entries.order_by("division__level", "standing__rank", "seed")
    return list(best_first.values_list("player__name", flat=True)[:most])


def _list_levels(game: str) -> Sequence[Level]:
    try:
        return get(game).levels
    except UnknownGame:
        return ()


def _list_of_level(competition: Competition, level: Level, most: int) -> list[str]:
    game = get(competition.game)
    totals = Statistics.objects.filter(competition=competition, deals__gt=0).select_related("player")
    averages = [
        (Fraction(total.score, total.deals), total.player.name) for total in totals.order_by("player")
    ]
    best_first = sorted(averages, key=lambda each: -each[0])
    return [name for average, name in best_first if game.level_of(average) == level][:most]
