"""The outcome of rolling a season over: for every player from where, to where, and why."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

from games import Text
from league.models import Event, Player, Season
from league.queries.opening import find_next_season_blockers
from league.queries.season_end import SeasonEnd
from league.rules.seasons.rollover import PlayerMovement, Reason, RolloverPlan

Direction = Literal["up", "down", ""]


@dataclass(frozen=True)
class PlayerFate:
    """A player's movement at a rollover.

    `came_from` and `to` are names of divisions; the first is empty for newcomers, the second for players who have left.
    """

    player: Player
    came_from: str
    to: str
    direction: Direction
    reason: Reason | None
    because: tuple[Text, ...]


@dataclass(frozen=True)
class RolloverPreview:
    """The outcome of rolling over a season that ends like this, with these players new in it. No queries."""

    ending: SeasonEnd
    newcomers: Sequence[Player] = ()

    @cached_property
    def plan(self) -> RolloverPlan:
        return self.ending.plan(self._keys)

    @cached_property
    def movements(self) -> Mapping[str, PlayerMovement]:
        """Return the movement of each player, by their id, in order of the old tables."""
        return {movement.player: movement for movement in self.plan.player_movements}

    @cached_property
    def old_divisions(self) -> Mapping[int, str]:
        """Return the names of the divisions that there are, by level."""
        return {division.level: division.name for division in self.ending.standings}

    @cached_property
    def new_divisions(self) -> Mapping[int, str]:
        return {division.level: division.name for division in self.plan.divisions}

    @property
    def leaving(self) -> list[PlayerMovement]:
        """Return the movements of the players who are not in the next season."""
        return [movement for movement in self.movements.values() if movement.to is None]

    @property
    def counts(self) -> list[tuple[str, int]]:
        """Return how many players move, by reason, and how many leave; reasons without players are left out."""
        counted = Counter(str(movement.reason) for movement in self.movements.values())
        counted["leaving"] = len(self.leaving)
        return [(reason, counted[reason]) for reason in (*get_args(Reason), "leaving") if counted[reason]]

    @property
    def blockers(self) -> list[str]:
        """Return why the next season could not be opened as it would be made."""
        return find_next_season_blockers(self.ending.season.competition, self.plan.divisions)

    @property
    def digest(self) -> str:
        return self.ending.digest(self._keys)

    @property
    def _keys(self) -> list[str]:
        return [player.key for player in self.newcomers]

    @cached_property
    def _players(self) -> Mapping[str, Player]:
        return {**self.ending.players, **{player.key: player for player in self.newcomers}}

    def list_fates(self, players: Iterable[str]) -> Iterator[PlayerFate]:
        """Yield the fates of these players, in their order."""
        for key in players:
            movement = self.movements[key]
            direction: Direction = ""
            came_from, to = movement.came_from, movement.to
            if came_from is not None and to is not None and to != came_from:
                direction = "up" if to < came_from else "down"
            yield PlayerFate(
                player=self._players[key],
                came_from="" if came_from is None else self.old_divisions[came_from],
                to="" if to is None else self.new_divisions[to],
                direction=direction,
                reason=movement.reason,
                because=movement.because,
            )


def list_free_players(season: Season) -> list[Player]:
    """Return the players of the club who are not in the season, and have not retired. 1 query."""
    players = Player.objects.filter(club=season.competition.club_id).active()
    return list(players.exclude(entries__season=season))


def find_rollover_event(season: Season, next_season: int) -> Event | None:
    """Return the event of the rollover that made the next season out of this; None if there was none. 1 query."""
    competition = season.competition
    events = Event.objects.filter(
        club=competition.club_id,
        action="roll_over",
        noun="season",
        key=f"{competition.slug}/{next_season}",
        before__season=season.number,
    )
    return events.select_related("by").order_by("-at", "-pk").first()
