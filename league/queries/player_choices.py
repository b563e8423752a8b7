"""The players that a form offers: by name, with ids for namesakes."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.models import Division, Entry, Player, Season
from league.models.user import Viewer


@dataclass(frozen=True)
class PlayerName:
    key: str
    name: str


@dataclass(frozen=True)
class DivisionPlayers:
    """The players entered in a division, by name."""

    division: str
    players: tuple[PlayerName, ...]


def sort_names(names: Iterable[PlayerName]) -> tuple[PlayerName, ...]:
    return tuple(sorted(names, key=lambda player: (player.name.casefold(), player.key)))


def list_club_players(season: Season, *, viewer: Viewer) -> tuple[PlayerName, ...]:
    """Return the players of the season's club but for retired ones, as `list_players`. 1 query."""
    return list_players(season.competition.club_id, viewer=viewer, with_retired=False)


def list_players(club: int, *, viewer: Viewer, with_retired: bool = True) -> tuple[PlayerName, ...]:
    """Return the players of a club by name; players who share a name have their id with it. 1 query.

    The id is that in the address of their page.
    """
    players = Player.objects.filter(club=club)
    if not with_retired:
        players = players.active()
    names = {player.key: player.get_name_for(viewer) for player in players}
    times = Counter(names.values())
    return sort_names(
        PlayerName(key, name if times[name] == 1 else f"{name} ({key})") for key, name in names.items()
    )


def get_player_names(season: Season, *, viewer: Viewer) -> dict[str, str]:
    """Return the names of all players of the season's club as they can be chosen, by their ids. 1 query."""
    players = list_players(season.competition.club_id, viewer=viewer)
    return {player.key: player.name for player in players}


def list_entered_players(
    season: Season, names: Mapping[str, str], *, with_left: bool = False
) -> tuple[DivisionPlayers, ...]:
    """Return the players of the stage that the season has reached, by division and then by name. 2 queries.

    `names` are those of `get_player_names`; `with_left` adds those who have left the season.
    """
    divisions = Division.objects.filter(season=season).order_by("stage__number", "level")
    entries = Entry.objects.filter(season=season, stage__number=season.current_stage)
    if not with_left:
        entries = entries.filter(left=False)
    by_division: dict[int, list[PlayerName]] = defaultdict(list)
    for division, key in entries.values_list("division", "player__key"):
        by_division[division].append(PlayerName(key, names[key]))
    return tuple(
        DivisionPlayers(division.name, sort_names(by_division[division.pk]))
        for division in divisions
        if division.pk in by_division
    )


def find_entry(season: Season, player: str) -> Entry | None:
    """Return a player's entry of a season, in the last stage they reached, with player, division and stage. 1 query.

    `player` may be anything that stands in an address.
    """
    if "\x00" in player:  # there is no such id, and not every database can be asked for it
        return None
    entries = Entry.objects.filter(season=season, player__key=player)
    entries = entries.select_related("player", "division__stage")
    return entries.order_by("-stage__number").first()


def find_player(club: int, key: str) -> Player | None:
    """Return a player of a club who was offered; None if the player has been deleted since. 1 query."""
    return Player.objects.filter(club=club, key=key).first()
