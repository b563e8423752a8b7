"""`bracket FILE|COMPETITION`: the ties of a bracket, and what has become of each.

See docs/reference/commands.md, bracket.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.management.base import CommandParser

from games import Invalid
from games.problems import _
from league.management.console import (
    ClubCommand,
    CommandOutput,
    escape_control_characters,
)
from league.management.tournaments import LoadedDivision, add_division_arguments, find_report, load_division
from league.rules.pairing.bracket import Side, TieState
from league.rules.pairing.protocol import PastTable
from league.rules.pairing.table_knockout import TableState, play_tables
from league.rules.pairing.tie_keys import TieKey
from league.rules.records import MatchRecord
from league.rules.seasons.brackets import play_division
from league.rules.seasons.paired_rounds import build_history
from league.rules.snapshot import Settings
from league.rules.standings.points import compute_match_seats
from league.rules.validation import build_problem


@dataclass(frozen=True)
class TieMatch:
    """A match of a tie, with the score of each player; None unless it was played."""

    match: str
    scores: Mapping[str, int | None]


class Command(ClubCommand):
    help = "Shows the ties of a bracket, or the tables of a knockout at larger tables, and what has become of each."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_division_arguments(parser)

    def run(self, options: dict[str, Any]) -> CommandOutput:
        if find_report(options):
            sentence = _("A TRF file has no bracket.")
            raise Invalid(build_problem(options["tournament"], "no-bracket", sentence))
        loaded = load_division(options)
        settings = find_settings(loaded)
        if settings.table_cut:
            return show_tables(loaded, settings)
        states, history = play_division(loaded.checked, loaded.key)
        tie_key = settings.tie_key
        shown = [state for state in states if state.is_needed]
        matches = [find_matches(loaded, state) for state in shown]
        document = {
            "ties": [
                dump_tie(state, of_tie, len(history), tie_key)
                for state, of_tie in zip(shown, matches, strict=True)
            ]
        }
        lines = [
            escape_control_characters(describe_tie(state, of_tie, loaded.names, len(history), tie_key))
            for state, of_tie in zip(shown, matches, strict=True)
        ]
        return CommandOutput(document, lines)


def find_settings(loaded: LoadedDivision) -> Settings:
    snapshot = loaded.checked.snapshot
    return snapshot.get_settings(snapshot.seasons[loaded.key.season]).for_stage(loaded.key.stage)


def show_tables(loaded: LoadedDivision, settings: Settings) -> CommandOutput:
    """Return the tables of a knockout at larger tables, and who has gone on, round by round."""
    snapshot = loaded.checked.snapshot
    history = build_history(loaded.checked, loaded.key)
    go_on = settings.table_cut.go_on if settings.table_cut else 0
    matches = [match for match in snapshot.get_matches(loaded.key) if match.status != "void"]
    tables, byes, lines = list[dict[str, Any]](), list[dict[str, Any]](), list[str]()
    for number, (past, state) in enumerate(zip(history, play_tables(history, go_on), strict=True), 1):
        for table, played in zip(past.tables, state.tables, strict=True):
            legs = [m.id for m in matches if m.round == number and set(m.seats) == set(table.entries)]
            tables.append(dump_table(number, table, played, legs, settings.tie_key))
            lines.append(escape_control_characters(describe_table(tables[-1], loaded.names)))
        byes += [{"round": number, "player": entry} for entry in state.byes]
        lines += [
            escape_control_characters(f"Round {number}: {loaded.names[entry]}, bye") for entry in state.byes
        ]
    return CommandOutput({"tables": tables, "byes": byes}, lines)


def dump_table(
    number: int, table: PastTable, played: TableState, matches: Sequence[str], tie_key: TieKey | None
) -> dict[str, Any]:
    points = {
        entry: None if brought is None else int(brought)
        for entry, brought in zip(table.entries, table.points, strict=True)
    }
    state = "running" if None in table.points else "level" if played.is_level else "finished"
    values = {entry: tie_key.format(value) for entry, value in played.tie_values.items()} if tie_key else {}
    return {
        "round": number,
        "last": played.is_final,
        "players": [
            {
                "player": entry,
                "points": points[entry],
                "goes_on": None if played.going is None else entry in played.going,
            }
            for entry in played.entries
        ],
        "matches": matches,
        "state": state,
        **({"decided_by": {"key": tie_key.key, "values": values}} if tie_key and values else {}),
    }


def describe_table(table: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return a table as a line: `Round 1: Ann 3, Bob 2, Cleo 1; finished, Ann and Bob go on`."""
    players = ", ".join(
        names[each["player"]] + ("" if each["points"] is None else f" {each['points']}")
        for each in table["players"]
    )
    going = [names[each["player"]] for each in table["players"] if each["goes_on"]]
    said = f", {', '.join(going)} {'wins' if table['last'] else 'goes on' if len(going) == 1 else 'go on'}"
    by_key = f"; level, decided by {table['decided_by']['key']}" if "decided_by" in table else ""
    return f"Round {table['round']}: {players}; {table['state']}{said if going else ''}{by_key}"


def find_matches(loaded: LoadedDivision, state: TieState) -> list[TieMatch]:
    """Return the matches of a tie that are not void, in order of legs."""
    of_tie = [
        match
        for match in loaded.checked.snapshot.get_matches(loaded.key)
        if match.round == state.tie.round
        and set(match.seats) == set(state.entries)
        and match.status != "void"
    ]
    return [
        TieMatch(match.id, dict(list_scores(loaded, match)))
        for match in sorted(of_tie, key=lambda match: match.leg)
    ]


def list_scores(loaded: LoadedDivision, match: MatchRecord) -> Iterator[tuple[str, int | None]]:
    """Yield each player of a match with the score; None unless it was played."""
    snapshot = loaded.checked.snapshot
    settings = snapshot.get_settings(snapshot.seasons[loaded.key.season])
    for seat in compute_match_seats(match, loaded.checked.scores.get(match.id), settings):
        yield seat.entry, seat.score if match.status == "played" else None


def dump_tie(
    state: TieState, matches: Sequence[TieMatch], rounds: int, tie_key: TieKey | None
) -> dict[str, Any]:
    return {
        "tie": state.tie.number + 1,
        "section": state.tie.section,
        "round": state.tie.round,
        "sides": [dump_side(side, entry) for side, entry in zip(state.tie.sides, state.entries, strict=True)],
        "matches": [
            {"match": match.match, "scores": [match.scores[str(entry)] for entry in state.entries]}
            for match in matches
        ],
        "winner": state.winner or None,
        "state": state.find_stage(rounds),
        **_dump_key(state, tie_key),
    }


def _dump_key(state: TieState, tie_key: TieKey | None) -> dict[str, Any]:
    """Return the key that has decided a level tie; nothing of any other."""
    if not (tie_key and state.tie_values):
        return {}
    values = [tie_key.format(value) for value in state.tie_values]
    return {"decided_by": {"key": tie_key.key, "values": values}}


def dump_side(side: Side, entry: str | None) -> dict[str, Any]:
    """Return the player, who it will be, or nothing where it stays empty."""
    if entry is None and side.kind == "drawn":
        return {"drawn": side.number}
    if entry is None:
        return {f"{side.kind}_of": side.number + 1}
    return {"player": entry} if entry else {}


def describe_tie(
    state: TieState,
    matches: Sequence[TieMatch],
    names: Mapping[str, str],
    rounds: int,
    tie_key: TieKey | None,
) -> str:
    """Return a tie as a line: `Round 1, tie 2 (main): Ann – Bob; finished, Ann goes on; 8 : 6`."""
    sides = " – ".join(
        describe_side(side, entry, names) for side, entry in zip(state.tie.sides, state.entries, strict=True)
    )
    scores = [
        " : ".join(str(match.scores[str(entry)]) for entry in state.entries)
        for match in matches
        if None not in match.scores.values()
    ]
    if tie_key and state.tie_values:
        values = " : ".join(str(tie_key.format(value)) for value in state.tie_values)
        scores.append(f"level, decided by {tie_key.key}: {values}")
    goes_on = f", {names[state.winner]} goes on" if state.winner else ""
    heading = f"Round {state.tie.round}, tie {state.tie.number + 1} ({state.tie.section}): "
    return heading + "; ".join([sides, state.find_stage(rounds) + goes_on, *scores])


def describe_side(side: Side, entry: str | None, names: Mapping[str, str]) -> str:
    if entry is None and side.kind == "drawn":
        return "to be drawn by seed"
    if entry is None:
        return f"{side.kind} of tie {side.number + 1}"
    if entry:
        return names[entry]
    return "bye" if side.kind == "seed" else "no opponent"
