"""The home page: every club, and what is played there."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import F, Window
from django.db.models.functions import RowNumber
from django.utils.functional import Promise

from games import installed
from league.models import Club, Competition, Season
from league.models.season import SeasonState

FEW = 12  # clubs that one sees at a glance


@dataclass(frozen=True)
class SeasonLine:
    number: int
    state: str
    state_name: "str | Promise"


@dataclass(frozen=True)
class CompetitionLine:
    slug: str
    name: str
    game: str
    season: SeasonLine | None  # the latest that was opened


@dataclass(frozen=True)
class ClubLine:
    slug: str
    name: str
    competitions: tuple[CompetitionLine, ...]


@dataclass(frozen=True)
class HomePage:
    clubs: tuple[ClubLine, ...]
    all: int  # clubs there are, whatever was looked for
    find: str

    @property
    def may_find(self) -> bool:
        return self.all > FEW


def page(find: str = "") -> HomePage:
    """The clubs by name; those whose name, or a competition's or game's, holds what is looked for. 3 queries."""
    clubs = _clubs()
    wanted = find.strip().casefold()
    found = [club for club in clubs if wanted in _words(club)]
    return HomePage(tuple(found), len(clubs), find.strip())


def _words(club: ClubLine) -> str:
    told = [word for line in club.competitions for word in (line.name, line.game)]
    return "\n".join([club.name, *told]).casefold()


def _clubs() -> list[ClubLine]:
    names = {game.key: game.name for game in installed()}
    seasons: dict[int, SeasonLine] = {}
    newest_first = Window(RowNumber(), partition_by=F("competition"), order_by=F("number").desc())
    for season in (
        Season.objects.exclude(state=SeasonState.DRAFT).annotate(newest=newest_first).filter(newest=1)
    ):
        state = SeasonState(season.state)
        seasons[season.competition_id] = SeasonLine(season.number, state.value, state.label)
    competitions: dict[int, list[CompetitionLine]] = defaultdict(list)
    for competition in Competition.objects.order_by("name", "slug"):
        competitions[competition.club_id].append(
            CompetitionLine(
                slug=competition.slug,
                name=competition.name,
                game=names.get(competition.game, competition.game),
                season=seasons.get(competition.pk),
            )
        )
    return [
        ClubLine(club.slug, club.name, tuple(competitions[club.pk]))
        for club in Club.objects.order_by("name", "slug")
    ]
