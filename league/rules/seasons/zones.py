"""Who is placed to go up from a division, and who down, while a season runs (contract.md, Promotion and relegation)."""

from collections.abc import Mapping, Sequence
from typing import Literal

from league.rules.seasons.rollover import DivisionStandings, break_boundary_ties, plan_rollover
from league.rules.settings import Rules

Zone = Literal["up", "down", ""]
ZONE_BY_MOVEMENT: Mapping[str, Zone] = {"promoted": "up", "relegated": "down", "stays": ""}


def compute_zones(standings: Sequence[DivisionStandings], rules: Rules, draw_seed: int) -> dict[str, Zone]:
    """The zone of every entry, by player id: where they would go if the season ended now, as lots would fall.

    Where nothing has been played, there is no zone yet.
    """
    movements = plan_rollover(
        [one.table for one in break_boundary_ties(standings, rules, draw_seed)], rules
    ).movements
    begun = [one for one in standings if any(ranked.row.played for ranked in one.ranked)]
    nowhere: dict[str, Zone] = dict.fromkeys(movements, "")
    return nowhere | {
        ranked.row.player: ZONE_BY_MOVEMENT[movements[ranked.row.player]]
        for one in begun
        for ranked in one.ranked
    }
