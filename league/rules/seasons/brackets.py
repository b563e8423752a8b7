"""The bracket of a division as its snapshot has it (docs/reference/pairing.md, Knockout)."""

from games import Invalid
from games.problems import _
from league.rules.pairing.bracket import TieState, play_bracket
from league.rules.pairing.knockout import build_bracket
from league.rules.pairing.protocol import PastRound
from league.rules.records import DivisionKey
from league.rules.seasons.paired_rounds import build_history
from league.rules.validation import CheckedSnapshot, build_problem


def play_division(
    checked: CheckedSnapshot, division: DivisionKey
) -> tuple[tuple[TieState, ...], tuple[PastRound, ...]]:
    """Return what has become of each tie of a division's bracket, and its published rounds.

    Raises games.Invalid where the division has no bracket.
    """
    snapshot = checked.snapshot
    rules = snapshot.get_settings(snapshot.seasons[division.season]).for_stage(division.stage).rules
    if not rules.is_bracket:
        raise Invalid(build_problem("competition", "no-bracket", _("This competition has no bracket.")))
    entries = sorted(snapshot.get_entries(division), key=lambda entry: (entry.seed, entry.player))
    bracket = build_bracket(str(rules.pairing), len(entries), rules.bracket_options)
    history = build_history(checked, division)
    gone = {entry.player for entry in entries if entry.left}
    return play_bracket(bracket, [entry.player for entry in entries], history, gone), history
