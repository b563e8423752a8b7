"""The pairing systems by their names, for two at a table and for more (docs/reference/pairing.md)."""

from games import Invalid
from games.problems import _
from league.rules.pairing.dutch import pair_dutch_round
from league.rules.pairing.knockout import pair_double_elimination_round, pair_knockout_round
from league.rules.pairing.movement import pair_movement_round
from league.rules.pairing.planned_tables import pair_planned_tables
from league.rules.pairing.protocol import Pairing, PairingInput, PairingSystem
from league.rules.pairing.swiss import pair_club_round
from league.rules.pairing.swiss_tables import pair_tables_by_score, pair_tables_by_standings
from league.rules.pairing.table_knockout import pair_table_knockout_round
from league.rules.validation import build_problem

FOR_TWO: dict[str, PairingSystem] = {
    "club": pair_club_round,
    "dutch": pair_dutch_round,
    "knockout": pair_knockout_round,
    "double-elimination": pair_double_elimination_round,
    "movement": pair_movement_round,
}
FOR_MORE: dict[str, PairingSystem] = {
    "club": pair_tables_by_standings,
    "tables": pair_planned_tables,
    "score": pair_tables_by_score,
    "table-knockout": pair_table_knockout_round,
}
SYSTEMS = (*FOR_TWO, "tables", "score", "table-knockout")


def pair_round(system: str, given: PairingInput) -> Pairing:
    """Pair a round by a system. Raises games.Invalid where the system is not for such tables, or finds no round."""
    systems = FOR_MORE if given.table_sizes else FOR_TWO
    if system not in systems:
        sentence = (
            _("The system {system} is for two at a table.")
            if given.table_sizes
            else _("The system {system} is for more than two at a table.")
        )
        raise Invalid(build_problem("system", "wrong-system", sentence, system=system))
    return systems[system](given)
