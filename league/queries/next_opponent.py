"""Whom players of a bracket meet next, as far as it is known: for their own page."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from games import Text
from games.problems import _
from league.models import Entry, User
from league.queries.paired_rounds import load_histories
from league.queries.schedule import find_settings
from league.rules.pairing.bracket import MAX_PLAYERS, MIN_PLAYERS, Side, TieState, play_bracket
from league.rules.pairing.knockout import build_bracket
from league.rules.pairing.protocol import PastRound
from league.rules.snapshot import Settings

NEXT_OF_TIE = {
    "winner": _("Next: winner of {first} – {second}"),
    "loser": _("Next: loser of {first} – {second}"),
}
NEXT_OF_NUMBER = {"winner": _("Next: winner of match {number}"), "loser": _("Next: loser of match {number}")}


def list_next_opponents(entries: Iterable[Entry], reader: User) -> list[tuple[Entry, Text]]:
    """Return whom each of these entries meets next, of those in brackets who wait for that.

    They were read with division and season. At most 3 queries, and 2 more for each other key by which ties are decided;
    none without a bracket.
    """
    waiting: list[tuple[Entry, Settings]] = []
    for entry in entries:
        settings = find_settings(entry.division.season)
        settings = settings and settings.for_stage(entry.division.stage.number)
        if settings and settings.rules.is_bracket:
            waiting.append((entry, settings))
    if not waiting:
        return []
    divisions = {entry.division_id for entry, _settings in waiting}
    fields: defaultdict[int, dict[str, Entry]] = defaultdict(dict)
    entered = Entry.objects.filter(division__in=divisions).select_related("player")
    for entry in entered.order_by("seed", "pk"):
        fields[entry.division_id][entry.player.key] = entry
    histories: dict[int, Sequence[PastRound]] = {}
    for tie_key in {settings.tie_key for _entry, settings in waiting}:
        decided_so = {entry.division_id for entry, settings in waiting if settings.tie_key == tie_key}
        histories |= load_histories(tie_key, pk__in=decided_so)
    found = []
    for entry, settings in waiting:
        field = fields[entry.division_id]
        if MIN_PLAYERS <= len(field) <= MAX_PLAYERS:
            rules, history = settings.rules, histories.get(entry.division_id, ())
            bracket = build_bracket(str(rules.pairing), len(field), rules.bracket_options)
            gone = {key for key, other in field.items() if other.left}
            states = play_bracket(bracket, list(field), history, gone)
            names = {key: other.player.get_name_for(reader) for key, other in field.items()}
            if said := _describe_next(states, entry.player.key, len(history), names):
                found.append((entry, said))
    return found


def _describe_next(
    states: Sequence[TieState], player: str, rounds: int, names: Mapping[str, str]
) -> Text | None:
    """Return whom a player meets next; None for who plays now, is out, or has won all."""
    own = [state for state in states if player in state.entries and state.winner is None and state.is_needed]
    if not own and _is_to_be_drawn(states, player):
        return Text(_("Next: drawn by seed, once the round is over"))
    if not own or own[0].tie.round <= rounds:
        return None
    seat = 1 - own[0].entries.index(player)
    opponent = own[0].entries[seat]
    if opponent:
        return Text(_("Next: {name}"), {"name": names[opponent]})
    return _describe_waiting(own[0].tie.sides[seat], states, names)


def _is_to_be_drawn(states: Sequence[TieState], player: str) -> bool:
    """Return whether a player has won in a round of the main bracket after which all are drawn, and waits for that."""
    won = [state.tie.round for state in states if state.tie.section == "main" and state.winner == player]
    return any(
        (state.tie.section, state.tie.round) == ("main", max(won, default=0) + 1)
        and state.tie.sides[0].kind == "drawn"
        and state.entries == (None, None)
        for state in states
    )


def _describe_waiting(side: Side, states: Sequence[TieState], names: Mapping[str, str]) -> Text:
    first, second = states[side.number].entries
    if first and second:
        return Text(NEXT_OF_TIE[side.kind], {"first": names[first], "second": names[second]})
    return Text(NEXT_OF_NUMBER[side.kind], {"number": side.number + 1})
