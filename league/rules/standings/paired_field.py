"""What the rounds of a tournament at tables of two give its entries.

See docs/reference/pairing.md, Tie-breaks: Unplayed rounds.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

from league.rules.pairing.bracket import Bracket, find_consolation_exits, find_exits, play_bracket
from league.rules.pairing.protocol import PastBye, PastRound, PastTable
from league.rules.standings.totals import PAIR_SIZE

RULES_OF_2024, RULES_OF_2026 = 2024, 2026  # years in which FIDE's rules for tie-breaks came into force


class EntryRound(NamedTuple):
    """A round of one entry; `points` are in the units of its field. Not there is a round without an opponent."""

    number: int
    points: int
    opponent: str | None = None
    seat: int = 0
    is_played: bool = False
    is_voluntary: bool = True  # not played, though the entry could have: a requested bye, or it did not come


class Contribution(NamedTuple):
    """What a round adds to keys that count opponents: an opponent's points, or those of a stand-in.

    `score` and `points` are in the units of the field; `points` are the entry's own in that round.
    """

    number: int
    opponent: str | None
    score: int
    points: int
    is_played: bool
    is_voluntary: bool


class PairedField:
    """Entries and their rounds, at tables of two. Raises ValueError for any other table.

    Points are counted in whole units, `scale` of which are one point. A match without a result adds nothing, and an
    entry that stands nowhere in a round was not there. `version` is that of the rules, by their year. The entries of a
    `bracket` are in order of their seeds; `gone` are those who have withdrawn. A tie of several matches counts as one.
    """

    def __init__(
        self,
        entries: Sequence[str],
        history: Sequence[PastRound],
        *,
        win: Fraction,
        draw: Fraction,
        loss: Fraction = Fraction(0),
        version: int = RULES_OF_2026,
        bracket: Bracket | None = None,
        gone: Collection[str] = (),
    ) -> None:
        self.version = version
        self.bracket = bracket
        self.history = history
        self.entries = tuple(entries)
        self.states = play_bracket(bracket, self.entries, history, gone) if bracket else ()
        self.count = len(history)
        points = {value for past in history for value in _list_points(past)} | {win, draw, loss}
        self.scale = lcm(*(value.denominator for value in points))
        self.win, self.draw = self.to_units(win), self.to_units(draw)
        winners = {(state.tie.round, frozenset(state.entries)): state.winner for state in self.states}
        self.rounds: dict[str, list[EntryRound | None]] = {entry: [] for entry in self.entries}
        for number, past in enumerate(history, 1):
            tables = [_join_ties(table, winners, number, win, loss) for table in past.tables]
            given = self._collect_round(number, PastRound(tuple(tables), past.byes))
            for entry, rounds in self.rounds.items():
                rounds.append(given[entry] if entry in given else EntryRound(number, 0))
        self.values: dict[str, dict[str, Fraction]] = {}  # of ranking keys, by entry
        self.points = {
            entry: sum(each.points for each in rounds if each) for entry, rounds in self.rounds.items()
        }

    def to_units(self, points: Fraction) -> int:
        return int(points * self.scale)

    def _collect_round(self, number: int, past: PastRound) -> dict[str, EntryRound | None]:
        """Return the round of each entry that stands in it; None where its match has no result yet."""
        given: dict[str, EntryRound | None] = {
            entry: self._build_bye(number, bye) for entry, bye in past.byes.items()
        }
        for table in past.tables:
            if len(table.entries) != PAIR_SIZE:
                raise ValueError(f"round {number} has a table that is not of two")
            first, second = table.entries
            for seat, (entry, opponent) in enumerate(((first, second), (second, first))):
                given[entry] = self._build_seat(number, table, seat, opponent)
        return given

    @cached_property
    def exits(self) -> dict[str, int]:
        """The round in which each went out of the bracket, of those who have."""
        return find_exits(self.bracket, self.entries, self.states) if self.bracket else {}

    @cached_property
    def consolation(self) -> dict[str, int]:
        """The round in which each went out of the consolation, of those who play in it; of those left, a later one."""
        exits = find_consolation_exits(self.states)
        return {entry: self.count + 1 if number is None else number for entry, number in exits.items()}

    @cached_property
    def third(self) -> str | None:
        """Who has won the match for the third place."""
        return next((state.winner for state in self.states if state.tie.section == "third"), None)

    def _build_bye(self, number: int, bye: PastBye) -> EntryRound:
        return EntryRound(number, self.to_units(bye.points), is_voluntary=bye.kind in ("half", "zero"))

    def _build_seat(self, number: int, table: PastTable, seat: int, opponent: str) -> EntryRound | None:
        points = table.points[seat]
        if points is None:
            return None
        units = self.to_units(points)
        is_absent = not table.played and units != self.win
        return EntryRound(number, units, opponent, seat, table.played, is_absent)

    @cached_property
    def adjusted(self) -> dict[str, int]:
        """Points as opponents count them: an entry that has left is taken to draw from then on."""
        return {entry: self._adjust_points(rounds) for entry, rounds in self.rounds.items()}

    def _adjust_points(self, rounds: Sequence[EntryRound | None]) -> int:
        stayed = max(
            (number for number, each in enumerate(rounds, 1) if each is None or not each.is_voluntary),
            default=0,
        )
        return sum(
            each.points if each.number <= stayed or each.opponent else self.draw for each in rounds if each
        )

    @cached_property
    def contributions(self) -> dict[str, list[Contribution]]:
        """What each round of an entry adds to keys that count opponents."""
        return {
            entry: [self._build_contribution(entry, each) for each in rounds if each]
            for entry, rounds in self.rounds.items()
        }

    def _build_contribution(self, entry: str, each: EntryRound) -> Contribution:
        score = self.points[entry]  # of a stand-in
        if each.is_played and each.opponent:
            score = self.adjusted[each.opponent]
        elif self.version >= RULES_OF_2026:  # not more than whom it stands for could have
            most = self.adjusted[each.opponent] if each.opponent else self.draw * self.count
            score = min(score, most)
        return Contribution(each.number, each.opponent, score, each.points, each.is_played, each.is_voluntary)


def _join_ties(
    table: PastTable,
    winners: Mapping[tuple[int, frozenset[str | None]], str | None],
    number: int,
    win: Fraction,
    loss: Fraction,
) -> PastTable:
    """Return a tie of several matches with the points of one, and none while it goes on."""
    tie = number, frozenset[str | None](table.entries)
    if table.legs == 1 or tie not in winners:
        return table
    winner = winners[tie]
    points = tuple((win if entry == winner else loss) if winner else None for entry in table.entries)
    return replace(table, points=points)


def _list_points(past: PastRound) -> Iterator[Fraction]:
    for table in past.tables:
        yield from (points for points in table.points if points is not None)
    for bye in past.byes.values():
        yield bye.points
