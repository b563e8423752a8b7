"""Who meets whom, where all tables play the same cards and rounds follow a movement."""

from collections.abc import Sequence
from dataclasses import dataclass

from games import Invalid
from league.models import Round, Season
from league.models.user import Viewer
from league.queries.paired_rounds import load_pairing_inputs
from league.rules.pairing.movement import count_placed, count_sides, measure_movement, plan_movement
from league.rules.settings import MOVEMENT
from league.rules.snapshot import Settings


@dataclass(frozen=True)
class Movement:
    """Who meets whom in each round, by table, as pairs of names; an empty name is an empty place.

    `together` are the fewest and most rounds in which two players hold the same cards, `sides` how often at least and
    at most a player holds the cards of the first position.
    """

    rounds: Sequence[Sequence[tuple[str, str]]]
    together: tuple[int, int]
    sides: tuple[int, int]
    deals: int


def find_movement(season: Season, settings: Settings, *, viewer: Viewer) -> Movement | None:
    """Return the movement of a season, once it is known who plays; None where there is none. 8 queries."""
    if settings.rules.pairing != MOVEMENT or season.is_draft:
        return None
    rounds = list(Round.objects.filter(stage__season=season).order_by("number"))
    names = {
        entry.player.key: entry.player.get_name_for(viewer)
        for entry in season.entries.select_related("player__club")
    }
    for _division, given in load_pairing_inputs(season, rounds, settings):
        try:
            planned = plan_movement(given)
        except Invalid:
            return None
        players, deals = count_placed(given), settings.deals or 1
        return Movement(
            [
                [(names.get(first or "", ""), names.get(second or "", "")) for first, second in tables]
                for tables in planned
            ],
            measure_movement(players, len(planned)),
            count_sides(players, len(planned), deals),
            deals * len(planned),
        )
    return None
