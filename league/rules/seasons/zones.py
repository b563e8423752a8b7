"""The promotion and relegation zones of a season that is running (docs/reference/promotion.md, Movement)."""

from collections.abc import Mapping, Sequence
from typing import Literal

from league.rules.seasons.rollover import DivisionStandings, find_final_movements
from league.rules.settings import Rules

Zone = Literal["up", "down", ""]
ZONE_BY_MOVEMENT: Mapping[str, Zone] = {"promoted": "up", "relegated": "down", "stays": ""}


def compute_zones(standings: Sequence[DivisionStandings], rules: Rules, draw_seed: int) -> dict[str, Zone]:
    """Return the zone of every entry, by player id: where they would move if the season ended now.

    Ties at a boundary are broken as they would be on closing, by lot. In a division in which nothing has been
    played, no player is in a zone.
    """
    movements = find_final_movements(standings, rules, draw_seed)
    begun = [division for division in standings if any(ranked.row.played for ranked in division.ranked)]
    nowhere: dict[str, Zone] = dict.fromkeys(movements, "")
    return nowhere | {
        ranked.row.player: ZONE_BY_MOVEMENT[movements[ranked.row.player]]
        for division in begun
        for ranked in division.ranked
    }
