"""Whom a page lets somebody choose: players by name, namesakes told apart."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.models import Division, Entry, Player, Season
from league.queries.pages.members import PlayerName
from league.queries.pages.season_head import Viewer


@dataclass(frozen=True)
class Entered:
    """Those who are entered in a division, by name."""

    division: str
    players: tuple[PlayerName, ...]


def named(players: Iterable[Player], *, viewer: Viewer) -> tuple[PlayerName, ...]:
    """By name; of those who share one, each with the id that stands in the address of their page."""
    shown = [PlayerName(player.key, player.get_name_for(viewer)) for player in players]
    times = Counter(one.name for one in shown)
    apart = (one if times[one.name] == 1 else PlayerName(one.key, f"{one.name} ({one.key})") for one in shown)
    return tuple(sorted(apart, key=lambda one: (one.name.casefold(), one.key)))


def everybody(season: Season, *, viewer: Viewer) -> tuple[PlayerName, ...]:
    """All players of the season's club. 1 query."""
    return named(Player.objects.filter(club=season.competition.club_id), viewer=viewer)


def called(season: Season, *, viewer: Viewer) -> dict[str, str]:
    """What every player of the season's club is called on these pages, by id: chosen or told of, the same. 1 query."""
    return {one.key: one.name for one in everybody(season, viewer=viewer)}


def entered(season: Season, names: Mapping[str, str], *, all_of_them: bool = False) -> tuple[Entered, ...]:
    """Those who have not left the season, or all who were ever in it, by division and then by what they are `called`.
    2 queries."""
    divisions = Division.objects.filter(season=season).order_by("stage", "level")
    placed = Entry.objects.filter(season=season)
    entries = placed if all_of_them else placed.filter(left=False)
    homes: dict[int, list[PlayerName]] = defaultdict(list)
    for division, key in entries.values_list("division", "player__key"):
        homes[division].append(PlayerName(key, names[key]))
    for own in homes.values():
        own.sort(key=lambda one: (one.name.casefold(), one.key))
    return tuple(Entered(one.name, tuple(homes[one.pk])) for one in divisions if one.pk in homes)


def entry_of(season: Season, player: str) -> Entry | None:
    """Somebody's place in the season, with player and division: in the last stage they reached. `player` may be
    anything that stands in an address. 1 query."""
    if "\x00" in player:  # there is no such id, and not every database can be asked for it
        return None
    entries = Entry.objects.filter(season=season, player__key=player).select_related("player", "division")
    return entries.order_by("-stage").first()
