"""Which tables of published rounds are still those of a bracket, after an earlier result was corrected.

See docs/reference/pairing.md, Corrections in a bracket.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from league.rules.pairing.bracket import Bracket, TieState
from league.rules.pairing.protocol import PastRound

Table = tuple[str, ...]  # the players, by seat


def list_overtaken_tables(
    bracket: Bracket, states: Sequence[TieState], history: Iterable[PastRound]
) -> Iterator[tuple[int, Table]]:
    """Yield the tables, with their rounds, at which others have to sit by the results before."""
    for number, past in enumerate(history, 1):
        tables = [table.entries for table in past.tables]
        ties = find_ties(bracket, states, number, tables)
        yield from ((number, table) for table in tables if frozenset(table) not in ties)


def find_ties(
    bracket: Bracket, states: Sequence[TieState], number: int, tables: Iterable[Table]
) -> dict[frozenset[str], int]:
    """Return the number of the tie of each table of a round at which nobody else has to sit.

    While an earlier tie is not decided, a table is that of a tie to which its players may still come. It has a number
    after all others where the consolation of that round is not drawn yet.
    """
    of_round = [state for state in states if state.tie.round == number]
    players = [frozenset(table) for table in tables]
    exact = {frozenset(state.entries): state.tie.number for state in of_round if None not in state.entries}
    found = {table: exact[table] for table in players if table in exact}
    find_possible = _build_finder(states)
    is_drawn = not bracket.has_consolation or all(
        state.winner is not None for state in states if state.tie.round < number and state.is_needed
    )
    for table in players:
        for state in of_round if table not in found else ():
            one, other = (find_possible(state.tie.number, place) for place in (0, 1))
            if None in state.entries and len(table & one) and len(table & other) and table <= one | other:
                found.setdefault(table, state.tie.number)
        if not is_drawn and not any(table & set(state.entries) for state in of_round):
            found.setdefault(table, len(states))
    return found


def list_pending(states: Sequence[TieState], number: int) -> frozenset[str]:
    """Return who may still come to a tie of a round of which a side is not known yet."""
    find_possible = _build_finder(states)
    return frozenset(
        entry
        for state in states
        if state.tie.round == number and None in state.entries
        for place in (0, 1)
        for entry in find_possible(state.tie.number, place)
    )


def _build_finder(states: Sequence[TieState]) -> Callable[[int, int], frozenset[str]]:
    """Return a function that finds who may come to a side of a tie, by its number and that of the side, 0 or 1."""

    @cache
    def find_possible(number: int, place: int) -> frozenset[str]:
        state = states[number]
        entry, side = state.entries[place], state.tie.sides[place]
        if entry is not None:
            return frozenset({entry})
        if side.kind == "drawn":
            before = ("main", state.tie.round - 1)
            sources = [each for each in states if (each.tie.section, each.tie.round) == before]
        else:
            sources = [states[side.number]]
        possible = set[str]()
        for source in sources:
            decided = source.loser if side.kind == "loser" else source.winner
            if decided is not None:
                possible.add(decided)
            else:
                possible |= find_possible(source.tie.number, 0) | find_possible(source.tie.number, 1)
        return frozenset(possible)

    return find_possible
