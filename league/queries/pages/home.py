"""The home page: every club, and what is played there."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils.functional import Promise

from games import installed
from league.models import Club, Season
from league.models.season import SeasonState
from league.queries.pages.paging import Pages, paginate
from league.rules.field_types import MAX_NAME_LENGTH
from league.rules.names import fold_name

FEW = 12  # clubs that one sees at a glance
MAX_COMPETITIONS = 8  # competitions of a club that are listed


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
    season: SeasonLine  # the latest that was opened


@dataclass(frozen=True)
class ClubLine:
    """`more` competitions are played there beside those that are listed."""

    slug: str
    name: str
    competitions: tuple[CompetitionLine, ...]
    more: int


@dataclass(frozen=True)
class HomePage:
    clubs: tuple[ClubLine, ...]
    pages: Pages
    all: int  # clubs there are, whatever was looked for
    find: str
    games: tuple[str, ...]

    @property
    def is_start(self) -> bool:
        """Whether it says what this site is: not where somebody looks through the clubs."""
        return not self.find and self.pages.number == 1

    @property
    def may_find(self) -> bool:
        return self.all > FEW


def asked_name(sent: Mapping[str, str]) -> str:
    """What is looked for, by the address; no longer than a name can be."""
    return sent.get("find", "").strip()[:MAX_NAME_LENGTH]


def page(find: str = "", number: int = 1) -> HomePage:
    """A page of the clubs by name; of those whose name, or a competition's or game's, holds what is looked for.

    3 queries, 4 where something is looked for. Competitions of which no season was opened are not public yet.
    """
    visible = Club.objects.visible()
    clubs = visible.order_by("name", "slug")
    pages, shown = paginate(_filter_clubs(clubs, find) if find else clubs, number, find=find)
    return HomePage(
        clubs=tuple(_lines(shown)),
        pages=pages,
        all=visible.count() if find else pages.total,
        find=find,
        games=tuple(game.name for game in installed()),
    )


def _filter_clubs(clubs: "QuerySet[Club]", find: str) -> "QuerySet[Club]":
    wanted = fold_name(find)
    if not wanted:
        return clubs.none()
    games = [game.key for game in installed() if wanted in fold_name(game.name)]
    played = Season.objects.exclude(state=SeasonState.DRAFT).filter(
        Q(competition__folded_name__contains=wanted) | Q(competition__game__in=games)
    )
    return clubs.filter(Q(folded_name__contains=wanted) | Q(pk__in=played.values("competition__club")))


def _lines(clubs: Sequence[Club]) -> list[ClubLine]:
    """1 query."""
    played = _played(clubs)
    return [
        ClubLine(
            slug=club.slug,
            name=club.name,
            competitions=tuple(played[club.pk][:MAX_COMPETITIONS]),
            more=len(played[club.pk][MAX_COMPETITIONS:]),
        )
        for club in clubs
    ]


def _played(clubs: Sequence[Club]) -> Mapping[int, list[CompetitionLine]]:
    """Each competition of these clubs with its latest season. 1 query."""
    names = {game.key: game.name for game in installed()}
    newest_first = Window(RowNumber(), partition_by=F("competition"), order_by=F("number").desc())
    found: dict[int, list[CompetitionLine]] = defaultdict(list)
    for season in (
        Season.objects.filter(competition__club__in=[club.pk for club in clubs])
        .exclude(state=SeasonState.DRAFT)
        .annotate(newest=newest_first)
        .filter(newest=1)
        .select_related("competition")
        .order_by("competition__name", "competition__slug")
    ):
        competition, state = season.competition, SeasonState(season.state)
        found[competition.club_id].append(
            CompetitionLine(
                slug=competition.slug,
                name=competition.name,
                game=names.get(competition.game, competition.game),
                season=SeasonLine(season.number, state.value, state.label),
            )
        )
    return found
