"""The bracket of a division as its snapshot has it (docs/reference/pairing.md, Knockout)."""

from collections.abc import Iterator, Mapping

from games import Invalid
from games.problems import _
from league.rules.pairing.bracket import TieState, play_bracket
from league.rules.pairing.knockout import build_bracket
from league.rules.pairing.protocol import PastRound
from league.rules.pairing.table_knockout import play_tables
from league.rules.records import DivisionKey
from league.rules.seasons.paired_rounds import build_history
from league.rules.snapshot import Settings
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


def list_level_ties(
    checked: CheckedSnapshot, division: DivisionKey, settings: Settings
) -> Iterator[tuple[int, Mapping[str, int]]]:
    """Yield each tie that ended level and was decided by the key of the rules: its round, and the value of each player.

    At a larger table they are those of the players who were level.
    """
    if settings.table_cut:
        history = build_history(checked, division)
        for number, state in enumerate(play_tables(history, settings.table_cut.go_on), 1):
            yield from ((number, table.tie_values) for table in state.tables if table.tie_values)
    elif settings.rules.is_bracket:
        for tie in play_division(checked, division)[0]:
            if tie.tie_values:
                yield tie.tie.round, dict(zip(map(str, tie.entries), tie.tie_values, strict=True))
