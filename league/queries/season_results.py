"""What each result of a season changes beside its standings: how much is played, the next and the latest matches.

Written in SQL, as `page_versions`: readers wait for it after each result, and the ORM takes most of the time.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import connection

from league.models import Division, Player, Season, User
from league.models.match import MatchStatus
from league.queries.fixtures import Fixture, FixtureSeat

MAX_LATEST = 6  # results
# In the order of their models.
OF_DIVISION = ("id", "season_id", "stage_id", "level", "name")
OF_PLAYER = ("id", "club_id", "key", "name", "visibility")
PROGRESS = """
    SELECT COUNT(*), COUNT(CASE WHEN match.status IN ('played', 'forfeit') THEN 1 END)
    FROM league_match match JOIN league_division division ON division.id = match.division_id
    WHERE division.season_id = %s AND match.status <> 'void'
"""
NEXT_DAY = """
    SELECT COUNT(*) OVER (), match.arranged_on, match.due_on, match.id, match.key, match."table", match.status,
    round.number, division.id, division.season_id, division.stage_id, division.level, division.name
    FROM league_match match
    JOIN league_division division ON division.id = match.division_id
    JOIN league_stage stage ON stage.id = division.stage_id
    JOIN league_round round ON round.id = match.round_id
    WHERE division.season_id = %s AND match.status = 'scheduled' AND match.due_on = (
        SELECT MIN(other.due_on)
        FROM league_match other JOIN league_division own ON own.id = other.division_id
        WHERE own.season_id = %s AND other.status = 'scheduled' AND other.due_on >= %s
    )
    ORDER BY match."table", stage.number, division.level, round.number, match.key
    LIMIT %s
"""
LATEST = """
    SELECT result.played_on, match.id, match.key, match."table", match.status, round.number,
    division.id, division.season_id, division.stage_id, division.level, division.name
    FROM league_match match
    JOIN league_division division ON division.id = match.division_id
    JOIN league_round round ON round.id = match.round_id
    JOIN league_result result ON result.id = match.current_id
    WHERE division.season_id = %s AND match.status IN ('played', 'forfeit') AND result.played_on IS NOT NULL
    ORDER BY result.played_on DESC, result.id DESC
    LIMIT %s
"""
SEATS = """
    SELECT seat.match_id, seat.outcome, seat.score, seat.place, seat.absent,
    player.id, player.club_id, player.key, player.name, player.visibility
    FROM league_seat seat JOIN league_player player ON player.id = seat.player_id
    WHERE seat.match_id IN ({matches}) ORDER BY seat.number
"""


def count_played(season: Season) -> None:
    """Tell the season how many matches it has and how many are decided, as `with_progress` does. 1 query."""
    ((season.number_of_matches, season.number_decided),) = _fetch(PROGRESS, season.pk)


def list_next_and_latest(
    season: Season, *, reader: User | AnonymousUser, most: int
) -> tuple[list[Fixture], int, list[Fixture]]:
    """Return the matches of the season's next day with matches, how many it has, and the matches played last.

    Only the first `most` of the next day. At most 3 queries.
    """
    club = season.competition.club
    today = connection.ops.adapt_datefield_value(club.today)
    coming = _fetch(NEXT_DAY, season.pk, season.pk, today, most)
    latest = _fetch(LATEST, season.pk, MAX_LATEST)
    seats = _list_seats([row[3] for row in coming] + [row[1] for row in latest], reader)
    return (
        [_build(match, arranged or due, season, seats) for _of, arranged, due, *match in coming],
        coming[0][0] if coming else 0,
        [_build(match, played_on, season, seats) for played_on, *match in latest],
    )


def _list_seats(matches: Sequence[int], reader: User | AnonymousUser) -> dict[int, list[FixtureSeat]]:
    seats: dict[int, list[FixtureSeat]] = defaultdict(list)
    if not matches:
        return seats
    placeholders = ", ".join(["%s"] * len(matches))
    for match, outcome, score, place, absent, *of_player in _fetch(
        SEATS.format(matches=placeholders), *matches
    ):
        player = Player.from_db(connection.alias, OF_PLAYER, of_player)
        seats[match].append(FixtureSeat(player.get_name_for(reader), outcome, score, place or 0, absent))
    return seats


def _build(match: Sequence[Any], day: Any, season: Season, seats: dict[int, list[FixtureSeat]]) -> Fixture:
    """Return the fixture of a row, but for its first columns: one of the past is decided, and so none is overdue."""
    pk, key, table, status, number, *of_division = match
    division = Division.from_db(connection.alias, OF_DIVISION, of_division)
    division.season = season
    return Fixture(key, division, number, table, MatchStatus(status), day, False, seats[pk])


def _fetch(sql: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())
