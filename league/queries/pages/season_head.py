"""What stands above every page of a season, and finding the season."""

from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext

from league.models import Competition, Season, User
from league.models.season import SeasonState
from league.queries.pages.words import Where, where, where_of
from league.rules.snapshot import parse_settings
from league.rules.standings.totals import PAIR_SIZE

Viewer = User | AnonymousUser


@dataclass(frozen=True)
class SeasonHead:
    where: Where
    state: str
    state_name: "str | Promise"
    starts_on: date | None
    ends_on: date | None
    game: str
    two_handed: bool  # so that somebody wins a match and somebody loses it
    has_awards: bool  # given when it is closed
    printed_on: date  # where the club is


@dataclass(frozen=True)
class NoSeasonPage:
    """A competition of which no season has been opened."""

    where: Where
    drafts: tuple[int, ...]
    runs: bool  # the reader may set one up


def findable() -> "QuerySet[Season]":
    """Seasons with their competition and club."""
    return Season.objects.select_related("competition__club")


def is_public(season: Season) -> bool:
    """A draft is for those who help in the club."""
    return season.state != SeasonState.DRAFT


def latest(club: str, competition: str) -> int | None:
    """The number of the latest season that was opened. 1 query."""
    seasons = Season.objects.filter(competition__club__slug=club, competition__slug=competition)
    opened = seasons.exclude(state=SeasonState.DRAFT).order_by("-number")
    return opened.values_list("number", flat=True).first()


def without_a_season(competition: Competition, *, runs: bool) -> NoSeasonPage:
    """Of a competition that was read with its club, for those who help in it. 1 query."""
    drafts = Season.objects.filter(competition=competition).order_by("number")
    return NoSeasonPage(
        where=where_of(competition), drafts=tuple(drafts.values_list("number", flat=True)), runs=runs
    )


def head(season: Season, *, state: str = "") -> SeasonHead:
    """`state` is the one to tell, where it is not the present one. No query for a found season."""
    stands = where(season)
    return SeasonHead(
        where=stands,
        state=state or season.state,
        state_name=SeasonState(state or season.state).label,
        starts_on=season.starts_on,
        ends_on=season.ends_on,
        game=gettext(parse_settings(*season.settings).game.name),
        two_handed=is_two_handed(season),
        has_awards=bool(parse_settings(*season.settings).game.awards),
        printed_on=stands.today,
    )


def is_two_handed(season: Season) -> bool:
    return parse_settings(*season.settings).table_size == PAIR_SIZE
