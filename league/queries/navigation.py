"""The links of the bar above each page: to the page's club, its leagues, and the reader's other clubs."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection

from league.models.competition import CompetitionKind
from league.permissions import STAFF_ROLES
from league.principals import Person, Principal

# A row for each competition of the clubs that concern the reader, and for a club without any. In SQL: the bar is above
# each page, and the ORM takes several times as long to put this together as the database to answer.
OF_CLUBS = """
    SELECT club.slug, club.name, (
        SELECT role FROM league_membership WHERE user_id = %s AND club_id = club.id
    ) AS role, (
        SELECT MIN(id) FROM league_player WHERE user_id = %s AND club_id = club.id
    ) AS player, competition.slug, competition.name, competition.kind, (
        SELECT MAX(number) FROM league_season season
        WHERE season.competition_id = competition.id AND season.state <> 'draft'
    ) AS season
    FROM league_club club
    LEFT JOIN league_competition competition ON competition.club_id = club.id
    WHERE club.slug = %s OR club.suspended_at IS NULL AND club.deleted_at IS NULL AND club.id IN (
        SELECT club_id FROM league_membership WHERE user_id = %s
        UNION SELECT club_id FROM league_player WHERE user_id = %s
    )
    ORDER BY club.name, club.slug, competition.name, competition.slug
"""


@dataclass(frozen=True)
class LeagueLink:
    """A league or tournament of the club with the number of its latest season that readers see."""

    slug: str
    name: str
    season: int
    is_tournament: bool = False


@dataclass(frozen=True)
class ClubLink:
    """A club, the reader's role there, and the id of their player in it, if any."""

    slug: str
    name: str
    role: str | None = None
    player: int | None = None

    @property
    def is_player(self) -> bool:
        return self.player is not None


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
    user = by.user_id if isinstance(by, Person) else None
    with connection.cursor() as cursor:
        cursor.execute(OF_CLUBS, [user, user, club, user, user])
        rows = cursor.fetchall()
    for slug, name, role, player, league, league_name, kind, season in rows:
        clubs[slug] = ClubLink(slug, name, role, player)
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
