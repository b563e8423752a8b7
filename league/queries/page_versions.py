"""The version of a public page's data: as long as it stays the same, so does the page.

Results raise their division's revision, every other change gives the club another revision, also a change that
deletes divisions.
Written in SQL: the ORM takes longer than everything else that a cached page needs.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db import connection
from django.utils import timezone

from league.demo import DEMO_CLUB
from league.models import User
from league.models.player import NEUTRAL_KEY

# Restored or deleted clubs change the sum as well, because revisions are drawn at random. A text of the site that
# is added or removed gives the clubs other revisions, but there may be no club yet.
# Results are those of the clubs on the page and of the one for looking around, whose leaders it shows: with all of
# them a page would take longer the more is played anywhere.
OF_DIRECTORY = """
    SELECT COUNT(*), SUM(revision), (SELECT COUNT(*) FROM league_sitetext WHERE text <> ''), (
        SELECT SUM(division.revision) FROM league_division division
        JOIN league_season season ON season.id = division.season_id
        JOIN league_competition competition ON competition.id = season.competition_id
        WHERE competition.club_id IN (
            SELECT id FROM (
                SELECT id FROM league_club
                WHERE suspended_at IS NULL AND deleted_at IS NULL AND privacy <> 'members'
                ORDER BY name, slug LIMIT %s OFFSET %s
            ) shown
            UNION SELECT id FROM league_club WHERE slug = %s
        )
    )
    FROM league_club WHERE suspended_at IS NULL AND deleted_at IS NULL AND privacy <> 'members'
"""
ACCESS = (
    "SELECT id, suspended_at IS NOT NULL OR deleted_at IS NOT NULL, privacy = 'members' "
    "FROM league_club WHERE slug = %s"
)
OF_CLUB = """
    SELECT club.revision, club.timezone, (
        SELECT SUM(division.revision) FROM league_division division
        JOIN league_season season ON season.id = division.season_id
        JOIN league_competition competition ON competition.id = season.competition_id
        WHERE competition.club_id = club.id
    )
    FROM league_club club WHERE club.slug = %s
"""
# With the player's totals, which a job counts after each result.
OF_PLAYER = """
    SELECT club.revision, club.timezone, (
        SELECT SUM(division.revision) FROM league_division division
        JOIN league_season season ON season.id = division.season_id
        JOIN league_competition competition ON competition.id = season.competition_id
        WHERE competition.club_id = club.id
    ), (
        SELECT COUNT(*) + SUM(total.revision) FROM league_statistics total
        JOIN league_player player ON player.id = total.player_id
        WHERE player.club_id = club.id AND player.key = %s
    )
    FROM league_club club WHERE club.slug = %s
"""
OF_PLAYER_BY_NUMBER = OF_PLAYER.replace("player.key = %s", "player.id = %s")
OF_SEASON = """
    SELECT season.id, season.state, club.revision, club.timezone, (
        SELECT SUM(division.revision) FROM league_division division WHERE division.season_id = season.id
    ), (
        SELECT SUM(division.revision) FROM league_division division
        JOIN league_season other ON other.id = division.season_id
        WHERE other.competition_id = competition.id AND other.state = 'closed'
        AND division.level = 1
    )
    FROM league_season season
    JOIN league_competition competition ON competition.id = season.competition_id
    JOIN league_club club ON club.id = competition.club_id
    WHERE club.slug = %s AND competition.slug = %s AND season.number = %s AND season.state <> 'draft'
    AND club.suspended_at IS NULL AND club.deleted_at IS NULL
"""
IN_PUBLIC = " AND club.privacy <> 'members'"
OF_DIVISIONS = "SELECT id, revision FROM league_division WHERE season_id = %s"
OF_OWN_DIVISIONS = """
    SELECT entry.division_id FROM league_entry entry
    JOIN league_player player ON player.id = entry.player_id
    WHERE entry.season_id = %s AND player.user_id = %s
    UNION SELECT match.division_id FROM league_match match
    JOIN league_division division ON division.id = match.division_id
    JOIN league_seat seat ON seat.match_id = match.id
    JOIN league_player player ON player.id = seat.player_id
    WHERE division.season_id = %s AND player.user_id = %s
"""
# The awards of closed seasons follow from the results of earlier seasons as well.
OF_RECORD = """
    SELECT season.id, club.revision, club.timezone, (
        SELECT SUM(division.revision) FROM league_division division
        JOIN league_season other ON other.id = division.season_id
        WHERE other.competition_id = competition.id AND other.number <= season.number
    )
    FROM league_season season
    JOIN league_competition competition ON competition.id = season.competition_id
    JOIN league_club club ON club.id = competition.club_id
    WHERE club.slug = %s AND competition.slug = %s AND season.number = %s AND season.state <> 'draft'
"""
OF_COMPETITION = """
    SELECT competition.id, club.revision, (
        SELECT SUM(division.revision) FROM league_division division
        JOIN league_season season ON season.id = division.season_id
        WHERE season.competition_id = competition.id AND season.state <> 'draft'
    )
    FROM league_competition competition
    JOIN league_club club ON club.id = competition.club_id
    WHERE club.slug = %s AND competition.slug = %s
"""
# With the totals of the players at the table, in all seasons: a job counts them after each result.
OF_MATCH = """
    SELECT match.id, club.revision, club.timezone, division.revision, (
        SELECT COUNT(*) + SUM(total.revision) FROM league_statistics total
        JOIN league_seat seat ON seat.player_id = total.player_id
        WHERE seat.match_id = match.id AND total.competition_id = season.competition_id
    )
    FROM league_match match
    JOIN league_club club ON club.id = match.club_id
    JOIN league_division division ON division.id = match.division_id
    JOIN league_season season ON season.id = division.season_id
    WHERE club.slug = %s AND match.key = %s AND season.state <> 'draft'
    AND club.suspended_at IS NULL AND club.deleted_at IS NULL
"""


@dataclass(frozen=True)
class SeasonVersion:
    """What a season's pages are made from.

    `directory` changes with all but results, except those that decided who won earlier seasons, and `results` with
    each result of the season.
    """

    season: int  # its id
    state: str
    directory: str
    results: int
    day: date

    @property
    def page(self) -> str:
        """Return the version of a page that shows all of it."""
        return f"{self.directory}-{self.results}-{self.day}"


def get_directory_version(first: int, most: int) -> str:
    """Return the version of a part of the list of all clubs: so many from this one, counted from 0. 1 query."""
    clubs, revisions, texts, results = _first(OF_DIRECTORY, most, first, DEMO_CLUB)
    return f"{clubs}-{revisions or 0}-{texts}-{results or 0}"


class Access(NamedTuple):
    """Who may enter a club's pages: of a club that is suspended or deleted only administrators."""

    club: int
    is_hidden: bool
    is_for_members: bool


def get_access(club: str) -> Access | None:
    """Return who may enter the pages of the club of this address; None if there is no such club. 1 query."""
    found = _first(ACCESS, club)
    return found and Access(found[0], bool(found[1]), bool(found[2]))


def get_club_version(club: str) -> str | None:
    """Return that of a club's pages, which also change with the day; None if there is no such club. 1 query."""
    found = _first(OF_CLUB, club)
    if found is None:
        return None
    revision, zone, results = found
    return f"{revision}-{results or 0}-{_today(zone)}"


def get_player_version(club: str, player: str) -> str | None:
    """Return that of a player's page, with the totals that jobs keep; None if there is no such club. 1 query."""
    neutral = NEUTRAL_KEY.fullmatch(player)
    found = _first(OF_PLAYER_BY_NUMBER, int(neutral[1]), club) if neutral else _first(OF_PLAYER, player, club)
    if found is None:
        return None
    revision, zone, results, totals = found
    return f"{revision}-{results or 0}-{totals or 0}-{_today(zone)}"


def find_season_version(club: str, competition: str, number: int) -> SeasonVersion | None:
    """Return that of a season's pages; None for a draft, where there is none, and in a hidden club. 1 query.

    They also change with the day, as they say when they are printed, and with who won the seasons that are closed. It
    doesn't say that the reader may enter the club, which may be for members only.
    """
    return _read_season_version(_first(OF_SEASON, club, competition, number))


def find_public_season_version(club: str, competition: str, number: int) -> SeasonVersion | None:
    """Return the same for a season that everyone may see; None in a club for members as well. 1 query."""
    return _read_season_version(_first(OF_SEASON + IN_PUBLIC, club, competition, number))


def _read_season_version(found: Any) -> SeasonVersion | None:
    if found is None:
        return None
    season, state, revision, zone, results, won = found
    return SeasonVersion(season, state, f"{season}-{revision}-{won or 0}", results or 0, _today(zone))


def get_season_version(club: str, competition: str, number: int) -> str | None:
    """Return `find_season_version` as a text. 1 query."""
    version = find_season_version(club, competition, number)
    return version.page if version else None


def get_public_season_version(club: str, competition: str, number: int) -> str | None:
    """Return `find_public_season_version` as a text. 1 query."""
    version = find_public_season_version(club, competition, number)
    return version.page if version else None


def list_division_revisions(season: int) -> dict[int, int]:
    """Return the revision of each division of a season, by id. 1 query."""
    with connection.cursor() as cursor:
        cursor.execute(OF_DIVISIONS, [season])
        return dict(cursor.fetchall())


def list_own_divisions(season: int, user: User) -> set[int]:
    """Return the ids of a season's divisions in which a user is entered, or has a seat at a match. 1 query."""
    with connection.cursor() as cursor:
        cursor.execute(OF_OWN_DIVISIONS, [season, user.pk, season, user.pk])
        return {division for (division,) in cursor.fetchall()}


def get_record_version(club: str, competition: str, number: int) -> str | None:
    """Return that of the pages that tell of all that was played up to a season, and of the day. 1 query.

    None if there is no such season that the public may see.
    """
    found = _first(OF_RECORD, club, competition, number)
    if found is None:
        return None
    season, revision, zone, results = found
    return f"{season}-{revision}-{results or 0}-{_today(zone)}"


def get_match_version(club: str, key: str) -> str | None:
    """Return that of the page of a match, which also changes with the day: it may be overdue. 1 query.

    None if there is no such match, in a draft, and in a hidden club. It doesn't say that the reader may enter the club.
    """
    return _read_match_version(_first(OF_MATCH, club, key))


def get_public_match_version(club: str, key: str) -> str | None:
    """Return the same for a match that everyone may see; None in a club for members as well. 1 query."""
    return _read_match_version(_first(OF_MATCH + IN_PUBLIC, club, key))


def _read_match_version(found: Any) -> str | None:
    if found is None:
        return None
    match, revision, zone, results, totals = found
    return f"{match}-{revision}-{results}-{totals or 0}-{_today(zone)}"


def get_competition_version(club: str, competition: str) -> str | None:
    """Return that of a competition's pages over all seasons; None if there is no such competition. 1 query."""
    found = _first(OF_COMPETITION, club, competition)
    if found is None:
        return None
    key, revision, results = found
    return f"{key}-{revision}-{results or 0}"


def _today(zone: str) -> date:
    return timezone.localdate(timezone=ZoneInfo(zone))


def _first(sql: str, *values: str | int) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchone()
