"""The systems `knockout` and `double-elimination` (docs/reference/pairing.md, Knockout)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import NoReturn

from games import Invalid
from games.problems import _
from league.rules.pairing.bracket import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    Bracket,
    TieState,
    build_double_elimination,
    build_knockout,
    play_bracket,
)
from league.rules.pairing.protocol import (
    BracketOptions,
    ByeKind,
    PairedBye,
    PairedTable,
    Pairing,
    PairingInput,
    Reason,
)
from league.rules.validation import build_problem

NO_TIE = "no-tie"  # the code of the refusal once a bracket is decided


def build_bracket(system: str, players: int, options: BracketOptions) -> Bracket:
    """Return the bracket of a system for so many players. Raises games.Invalid where it has none."""
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        sentence = _("A bracket has from {least} to {most} players, not {players}.")
        problem = build_problem(
            "round", "bracket-size", sentence, least=MIN_PLAYERS, most=MAX_PLAYERS, players=players
        )
        raise Invalid(problem)
    if system == "knockout":
        bracket = build_knockout(players, third_place=options.third_place, reseeding=options.reseeding)
    else:
        bracket = build_double_elimination(players)
    return replace(bracket, best_of=options.best_of, has_consolation=options.consolation)


def pair_knockout_round(given: PairingInput) -> Pairing:
    """Pair the next round of a knockout. Raises games.Invalid where a tie is undecided, and after the final."""
    return _pair_bracket_round("knockout", given)


def pair_double_elimination_round(given: PairingInput) -> Pairing:
    """Pair the next round of a double elimination. Raises as `pair_knockout_round`."""
    return _pair_bracket_round("double-elimination", given)


def _pair_bracket_round(system: str, given: PairingInput) -> Pairing:
    """Pair the ties of the next round.

    `given` has all entries there have ever been, as the bracket follows from their seeds: those who have withdrawn are
    marked. Who has no opponent, because of the number of players or because the opponent is not there, has a bye.
    """
    in_order = sorted(given.entries, key=lambda entry: entry.seed)
    seeds = {entry.id: number for number, entry in enumerate(in_order, 1)}
    bracket = build_bracket(system, len(seeds), given.bracket)
    gone = {entry.id for entry in given.entries if entry.withdrawn} | given.absences.keys()
    states = play_bracket(bracket, list(seeds), given.history, gone)
    for state in states:
        if state.tie.round < given.round and state.winner is None:
            _refuse(state)
    pairing = pair_ties(states, given.round, seeds, given.absences, gone)
    if not pairing.tables and not pairing.byes and all(state.winner is not None for state in states):
        raise Invalid(build_problem("round", NO_TIE, _("All ties of the bracket have been decided.")))
    return pairing


def pair_ties(
    states: Iterable[TieState],
    number: int,
    seeds: Mapping[str, int],
    absences: Mapping[str, ByeKind],
    gone: Collection[str],
) -> Pairing:
    """Return the tables of a round for its ties whose players are known, and the byes of those who have none.

    `gone` are those who don't come, the `absences` among them. The round has not been played in `states`.
    """
    tables, byes = [], []
    for state in states:
        if state.tie.round != number or not state.is_needed:
            continue
        players = sorted((entry for entry in state.entries if entry), key=seeds.__getitem__)
        if state.is_ready:
            tables.append(PairedTable(tuple(players), (_explain(state, seeds),)))
            continue
        for entry in players:
            if kind := absences.get(entry):
                byes.append(PairedBye(entry, kind, (Reason("bye-asked"),)))
            elif entry == state.winner and entry not in gone:
                byes.append(PairedBye(entry, "pairing", (_explain_bye(state, seeds),)))
    return Pairing(tuple(tables), tuple(sorted(byes, key=lambda bye: seeds[bye.entry])))


def _refuse(state: TieState) -> NoReturn:
    """Raise games.Invalid for a tie of an earlier round that is not decided."""
    first, second = map(str, state.entries)
    if state.is_level:
        code, sentence = "tie-level", _("{first} and {second} ended level: another match has to decide.")
    elif state.is_overtaken:
        code = "tie-overtaken"
        sentence = _(
            "After a correction {first} and {second} should have met in round {round}, which others have played. "
            "Undo the correction, or take the round back and pair it again."
        )
    elif state.is_void:
        code = "tie-void"
        sentence = _("The match of {first} and {second} is void: enter a result or a no-show.")
    else:
        code, sentence = "tie-open", _("The match of {first} and {second} has no result yet.")
    raise Invalid(build_problem("round", code, sentence, first=first, second=second, round=state.tie.round))


def _explain(state: TieState, seeds: Mapping[str, int]) -> Reason:
    if state.tie.section == "main" and state.tie.sides[0].kind in ("seed", "drawn"):
        one, other = sorted(seeds[str(entry)] for entry in state.entries)
        return Reason("tie-seeds", {"seed": one, "opponent_seed": other})
    return Reason(f"tie-{state.tie.section}")


def _explain_bye(state: TieState, seeds: Mapping[str, int]) -> Reason:
    others = [entry for entry in state.entries if entry and entry != state.winner]
    if others:
        return Reason("walkover", {"entry": others[0]})
    if state.tie.sides[0].kind == "seed":
        return Reason("bye-best", {"seed": seeds[str(state.winner)]})
    return Reason("bye-bracket")
