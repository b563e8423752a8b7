"""The links of the bar above each page: to the page's club, its leagues, and the reader's other clubs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from league.models import Club, Membership, Player, Season
from league.models.competition import CompetitionKind
from league.permissions import STAFF_ROLES
from league.principals import Person, Principal


@dataclass(frozen=True)
class LeagueLink:
    """A league or tournament of the club with the number of its latest season that readers see."""

    slug: str
    name: str
    season: int
    is_tournament: bool = False


@dataclass(frozen=True)
class ClubLink:
    """A club, the reader's role there, if any, and whether they are a player of it."""

    slug: str
    name: str
    role: str | None = None
    is_player: bool = False


@dataclass(frozen=True)
class Navigation:
    """The club of a page, None elsewhere, with its leagues by name.

    `league` is the page's league, or the only league. `clubs` are those of the reader, and that of the page.
    """

    club: ClubLink | None = None
    league: LeagueLink | None = None
    leagues: Sequence[LeagueLink] = ()
    clubs: Sequence[ClubLink] = ()
    is_administrator: bool = False

    @property
    def has_tournaments(self) -> bool:
        return any(league.is_tournament for league in self.leagues)

    @property
    def may_manage(self) -> bool:
        """Whether the reader is of the staff of the page's club."""
        return self.club is not None and (self.is_administrator or self.club.role in STAFF_ROLES)

    @property
    def enters_results(self) -> bool:
        """Whether the reader enters results in the club of the page: those of all matches, or their own."""
        return self.club is not None and (self.club.role in STAFF_ROLES or self.club.is_player)


def find_navigation(by: Principal, club: str = "", competition: str = "") -> Navigation:
    """Return the navigation of the pages of a club, or of those without a club.

    1 query, whatever the number of clubs; none for a visitor where there is no club.
    """
    if not (club or isinstance(by, Person)):
        return Navigation()
    clubs: dict[str, ClubLink] = {}
    leagues: dict[str, LeagueLink] = {}
    for slug, name, role, is_player, league, league_name, kind, season in _list_rows(by, club):
        clubs[slug] = ClubLink(slug, name, role, bool(is_player))
        if slug == club and season:
            is_tournament = kind == CompetitionKind.TOURNAMENT
            leagues[league] = LeagueLink(league, league_name, season, is_tournament)
    return Navigation(
        clubs.get(club),
        leagues.get(competition) if competition or len(leagues) != 1 else next(iter(leagues.values())),
        list(leagues.values()),
        list(clubs.values()),
        isinstance(by, Person) and by.is_administrator,
    )


def _list_rows(by: Principal, club: str) -> "QuerySet[Club, tuple[Any, ...]]":
    """Return a row for each competition of the clubs that concern the reader, and for a club without any. 1 query."""
    of_reader = Q(user=by.user_id) if isinstance(by, Person) else Q(pk__in=())
    roles = Membership.objects.filter(of_reader, club=OuterRef("pk")).values("role")
    players = Player.objects.filter(of_reader, club=OuterRef("pk"))
    opened = Season.objects.without_drafts().filter(competition=OuterRef("competitions")).order_by("-number")
    wanted = Q(slug=club)
    if isinstance(by, Person):
        own = Club.objects.of_user(by.user)
        wanted |= Q(pk__in=own, suspended_at=None, deleted_at=None)
    return (
        Club.objects.filter(wanted)
        .annotate(
            role=Subquery(roles),
            is_player=Exists(players),
            competition_slug=F("competitions__slug"),
            competition_name=F("competitions__name"),
            kind=F("competitions__kind"),
            season=Subquery(opened.values("number")[:1]),
        )
        .order_by("name", "slug", "competition_name", "competition_slug")
        .values_list(
            "slug", "name", "role", "is_player", "competition_slug", "competition_name", "kind", "season"
        )
    )
