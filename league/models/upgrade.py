"""What is asked before older tables are migrated: for a backup, and for rows that newer tables can't hold.

Before migration 0039 the database let an entry name another season or stage than its division, a seat an entry of
another division, and two players of a club one account. Actions have never written such rows; hands have. The tables
here are those of any version before that, so models are of no use: they are those of the newest.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.management.base import CommandError
from django.db import connections

FIRST_TO_CARRY_STAGES = ("league", "0040_fill_stages")
MAX_LISTED = 100
MEND = 'python3 dev.py manage shell -c "from league.models import upgrade; upgrade.{}"'
EXPORT_WITH_THE_OLD_VERSION = (
    "Export the club with the version you come from, mend its file, and import that into an empty database."
)
PLACE = (
    "JOIN league_season season ON season.id = division.season_id "
    "JOIN league_competition competition ON competition.id = season.competition_id "
    "JOIN league_club club ON club.id = competition.club_id"
)
SHARED_ACCOUNTS = (
    "SELECT club.slug, player.id, player.key, other.key FROM league_player player "
    "JOIN league_player other ON other.club_id = player.club_id AND other.user_id = player.user_id "
    "AND other.id < player.id JOIN league_club club ON club.id = player.club_id ORDER BY club.slug, player.id, other.id"
)
STRAY_ENTRIES = (
    "SELECT club.slug, competition.slug, season.number, division.level, player.key, entry.id "  # noqa: S608
    f"FROM league_entry entry JOIN league_division division ON division.id = entry.division_id {PLACE} "
    "JOIN league_player player ON player.id = entry.player_id "
    "WHERE entry.season_id <> division.season_id OR entry.stage <> division.stage ORDER BY club.slug, entry.id"
)
STRAY_SEATS = (
    "SELECT club.slug, competition.slug, season.number, match.key, player.key, seat.id, own.id "  # noqa: S608
    "FROM league_seat seat JOIN league_match match ON match.id = seat.match_id "
    "JOIN league_entry entry ON entry.id = seat.entry_id JOIN league_player player ON player.id = entry.player_id "
    f"JOIN league_division division ON division.id = match.division_id {PLACE} "
    "LEFT JOIN league_entry own ON own.division_id = match.division_id AND own.player_id = entry.player_id "
    "WHERE entry.division_id <> match.division_id ORDER BY club.slug, seat.id"
)


@dataclass(frozen=True)
class Obstacle:
    """A row that can't be carried: its club and place, what is wrong, and the command that mends it, if any."""

    club: str
    place: str
    sentence: str
    command: str = ""

    def __str__(self) -> str:
        return (
            f"{self.club}, {self.place}: {self.sentence}\n    {self.command or EXPORT_WITH_THE_OLD_VERSION}"
        )


def find_obstacles(using: str) -> Iterator[Obstacle]:
    """Yield what newer tables would refuse of these, which are older than migration 0039; 3 queries."""
    for club, player, key, other in _select(using, SHARED_ACCOUNTS):
        yield Obstacle(
            club,
            f"player {key}",
            f"The same account as that of player {other}.",
            MEND.format(f"unlink_player({player})"),
        )
    for club, competition, season, level, key, entry in _select(using, STRAY_ENTRIES):
        yield Obstacle(
            club,
            f"{competition}, season {season}, division {level}, player {key}",
            "This entry is in another season or stage than its division.",
            MEND.format(f"move_entry({entry})"),
        )
    for club, competition, season, match, key, seat, own in _select(using, STRAY_SEATS):
        yield Obstacle(
            club,
            f"{competition}, season {season}, match {match}, player {key}",
            "This seat's entry is in another division than its match.",
            MEND.format(f"move_seat({seat}, {own})") if own else "",
        )


def prepare_upgrade(
    using: str, plan: Sequence[tuple[Any, bool]], *, is_interactive: bool, stdin: Any = None
) -> None:
    """Refuse a migration of rows that can't be carried, or whose administrator has no backup.

    `plan` is what `migrate` is going to do: migrations, each with whether it goes back. Nothing has been changed yet.
    Raises CommandError.
    """
    steps = {(migration.app_label, migration.name) for migration, is_back in plan if not is_back}
    if not any(app == "league" for app, _name in steps) or not _has_clubs(using):
        return
    if FIRST_TO_CARRY_STAGES in steps and (obstacles := list(find_obstacles(using))):
        lines = [str(obstacle) for obstacle in obstacles[:MAX_LISTED]]
        if len(obstacles) > MAX_LISTED:
            lines.append(f"And {len(obstacles) - MAX_LISTED} more.")
        raise CommandError(
            "Some rows can't be carried into the newer tables. Nothing has been changed. Mend them, then migrate again."
            "\n\n" + "\n".join(lines)
        )
    if is_interactive:
        _require_backup(stdin or sys.stdin)


def _require_backup(stdin: Any) -> None:
    print("The tables of your clubs are going to change. Going back needs a backup (docs/upgrading.md).")
    print("Is the database backed up, and does nothing else use it? [y/N] ", end="", flush=True)
    if stdin.readline().strip().lower() not in {"y", "yes"}:
        raise CommandError("Nothing has been changed. Back up the database, then migrate again.")


def _has_clubs(using: str) -> bool:
    connection = connections[using]
    with connection.cursor() as cursor:
        if "league_club" not in connection.introspection.table_names(cursor):
            return False
        cursor.execute("SELECT 1 FROM league_club LIMIT 1")
        return cursor.fetchone() is not None


def _select(using: str, query: str) -> list[tuple[Any, ...]]:
    with connections[using].cursor() as cursor:
        cursor.execute(query)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


# --- how they are mended, in the older tables


def unlink_player(player: int, using: str = "default") -> None:
    """Unlink the player's account."""
    _execute(using, "UPDATE league_player SET user_id = NULL WHERE id = %s", player)


def move_entry(entry: int, using: str = "default") -> None:
    """Let an entry be in the season and stage of its division."""
    own = "(SELECT {} FROM league_division WHERE id = league_entry.division_id)"
    change = f"season_id = {own.format('season_id')}, stage = {own.format('stage')}"
    _execute(using, f"UPDATE league_entry SET {change} WHERE id = %s", entry)  # noqa: S608


def move_seat(seat: int, entry: int, using: str = "default") -> None:
    """Let a seat be that of the entry which its player has in the division of the match."""
    _execute(using, "UPDATE league_seat SET entry_id = %s WHERE id = %s", entry, seat)


def _execute(using: str, statement: str, *values: int) -> None:
    with connections[using].cursor() as cursor:
        cursor.execute(statement, values)
