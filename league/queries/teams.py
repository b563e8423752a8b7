"""The teams of a tournament with their players, as the standings are (docs/reference/ranking.md, Teams)."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from games import Game
from league.models import Entry, Season, User
from league.rules.records import FIRST_STAGE
from league.rules.snapshot import parse_settings
from league.rules.standings.teams import TeamMember, TeamRow, list_team_keys, rank_teams


@dataclass(frozen=True)
class TeamTable:
    """The ranked teams; `keys` are what is added up, and `counts` how many of each team count, None for all."""

    game: Game
    keys: tuple[str, ...]
    shown_keys: tuple[str, ...]  # by whose names they go on the page
    counts: int | None
    rows: list[TeamRow]
    names: dict[str, str]  # of players by id
    links: dict[str, str]  # the ends of the addresses of their pages, for the reader

    def name_members(self, members: tuple[TeamMember, ...]) -> list[tuple[str, str, int]]:
        """Return link, name and the first value of each of these players."""
        return [
            (self.links[member.player], self.names[member.player], member.values[0]) for member in members
        ]

    @property
    def columns(self) -> int:
        """Count the columns beside the rank: the name, and what is added up."""
        return 1 + len(self.keys)

    @property
    def listed(self) -> list[tuple[TeamRow, list[tuple[str, str, int]], list[tuple[str, str, int]]]]:
        """Return each team with the players who count, and the others."""
        return [(row, self.name_members(row.counted), self.name_members(row.others)) for row in self.rows]


def list_teams(season: Season, *, reader: User | AnonymousUser) -> TeamTable:
    """Return the teams of a tournament's first stage. 1 query.

    The season was read with its competition, of a game that is installed. Players without a result count for nothing.
    """
    settings = parse_settings(*season.settings)
    entries = (
        Entry.objects.filter(season=season, stage__number=FIRST_STAGE, standing__isnull=False)
        .exclude(team="")
        .select_related("player__club", "standing")
    )
    members = [(entry.team, entry.player.key, entry.standing) for entry in entries]
    keys = list_team_keys(settings)
    return TeamTable(
        settings.game,
        keys,
        tuple(map(settings.get_shown_key, keys)),
        settings.rules.team_counts,
        rank_teams(members, settings),
        {entry.player.key: entry.player.get_name_for(reader) for entry in entries},
        {entry.player.key: entry.player.get_link_for(reader) for entry in entries},
    )
