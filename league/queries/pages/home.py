"""The home page: every club, what is played there, and the latest seasons."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import F, Window
from django.db.models.functions import RowNumber
from django.utils.functional import Promise

from league.models import Club, Competition, Season
from league.models.season import State

LATEST = 3


@dataclass(frozen=True)
class SeasonLine:
    number: int
    state: "str | Promise"


@dataclass(frozen=True)
class CompetitionLine:
    slug: str
    name: str
    seasons: tuple[SeasonLine, ...]  # the latest first


@dataclass(frozen=True)
class ClubLine:
    slug: str
    name: str
    competitions: tuple[CompetitionLine, ...]


def clubs() -> list[ClubLine]:
    """Every club by name, with the latest seasons that were opened. 3 queries."""
    seasons: dict[int, list[SeasonLine]] = defaultdict(list)
    newest_first = Window(RowNumber(), partition_by=F("competition"), order_by=F("number").desc())
    opened = Season.objects.exclude(state=State.DRAFT).annotate(newest=newest_first)
    for season in opened.filter(newest__lte=LATEST).order_by("competition", "newest"):
        seasons[season.competition_id].append(SeasonLine(season.number, State(season.state).label))
    competitions: dict[int, list[CompetitionLine]] = defaultdict(list)
    for competition in Competition.objects.order_by("name", "slug"):
        line = CompetitionLine(competition.slug, competition.name, tuple(seasons[competition.pk]))
        competitions[competition.club_id].append(line)
    return [
        ClubLine(club.slug, club.name, tuple(competitions[club.pk]))
        for club in Club.objects.order_by("name", "slug")
    ]
