"""Brackets: the ties of a knockout or a double elimination, and what has become of each.

A bracket is a function of the number of its players; what has become of it, of their seeds and of the rounds that were
played. So a tie whose sides are not known yet is stored nowhere. See docs/reference/pairing.md, Knockout.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeVar

from league.rules.pairing.protocol import PastRound, PastTable

MIN_PLAYERS, MAX_PLAYERS = 2, 128
EMPTY = ""  # on a side of a tie: it will stay without a player

Section = Literal["main", "third", "losers", "final", "decider", "consolation"]
Player = TypeVar("Player", bound=Hashable)
TieStage = Literal["waiting", "ready", "running", "finished"]
# For each number of rounds of the main bracket: how the losers of its second round, its third ... are spread over the
# losers' bracket, so that who has met there meets again as late as possible. The position of a loser is that of the
# tie that was lost, with these bits turned round; no other such numbers are better.
SPREADS: Mapping[int, Sequence[int]] = {3: (1,), 4: (2,), 5: (2, 2), 6: (4, 4, 3), 7: (8, 8, 6)}


@dataclass(frozen=True)
class Side:
    """Who plays on a side of a tie.

    It is a seed, from 1; who wins or loses the tie of this number; or, `drawn`, who is in this place by seed, from 1,
    among those who have won in the round before.
    """

    kind: Literal["seed", "winner", "loser", "drawn"]
    number: int


@dataclass(frozen=True)
class Tie:
    """Two players, one of whom goes on; `position` counts from 0 among those of its section in a round."""

    number: int  # its place among all ties of the bracket, from 0, each after those that its sides come from
    section: Section
    round: int
    position: int
    sides: tuple[Side, Side]


@dataclass(frozen=True)
class Bracket:
    """All ties of a bracket in order of play; after so many `losses` a player is out."""

    players: int
    losses: int
    ties: tuple[Tie, ...]
    best_of: tuple[int, ...] = ()  # by round, from the last one back
    has_consolation: bool = False  # its ties are not among these: they follow from who loses

    @property
    def rounds(self) -> int:
        """Return how many rounds there are, without a second final."""
        return max(tie.round for tie in self.ties if tie.section != "decider")

    def get_best_of(self, number: int) -> int:
        """Return of how many matches a tie of a round is at most; a second final is as long as the first."""
        place = max(0, self.rounds - number)
        return self.best_of[place] if place < len(self.best_of) else 1


@dataclass(frozen=True)
class TieState:
    """What has become of a tie.

    Of `entries`, None is not known yet. `winner` is None until the tie is decided, EMPTY where nobody is left in it.
    `loser` goes on where the bracket has a place for losers; EMPTY where nobody does. `is_level`: it was played, and
    neither is ahead. `is_void`: it was to be played, and there is no result of it. `is_overtaken`: an earlier result
    was corrected since, and in its round these two met others. `wins` are those of each side, in a tie of several
    matches. `tie_values` are those of each side by the key that has decided it, as it ended level.
    """

    tie: Tie
    entries: tuple[str | None, str | None]
    winner: str | None = None
    loser: str | None = None
    is_needed: bool = True
    is_level: bool = False
    is_void: bool = False
    is_overtaken: bool = False
    wins: tuple[int, ...] = ()
    tie_values: tuple[int, ...] = ()

    @property
    def is_ready(self) -> bool:
        """Return whether both players are known, and it is not decided."""
        return self.winner is None and all(self.entries)

    def find_stage(self, rounds: int) -> TieStage:
        """Return how far it has come once so many rounds are published; without an opponent it is finished."""
        if self.winner is not None:
            return "finished"
        if None in self.entries:
            return "waiting"
        return "running" if self.tie.round <= rounds else "ready"


def build_knockout(players: int, *, third_place: bool = False, reseeding: bool = False) -> Bracket:
    """Return the ties of a knockout of MIN_PLAYERS to MAX_PLAYERS.

    If wanted, those who lost the semi-finals have a match. With `reseeding` the best who is left meets the last in each
    round.
    """
    maker = _BracketMaker(players)
    rounds = maker.add_main_rounds(reseeding=reseeding)
    if third_place and len(rounds) > 1:
        maker.add("third", len(rounds), _pair_up([Side("loser", tie.number) for tie in rounds[-2]]))
    return Bracket(players, 1, tuple(maker.ties))


def build_double_elimination(players: int) -> Bracket:
    """Return the ties of a double elimination of MIN_PLAYERS to MAX_PLAYERS.

    Who has lost once goes on in the losers' bracket.

    Round 2j has round j + 1 of the main bracket, and in the losers' bracket those who have won meet each other; in
    round 2j + 1 they meet who has just lost. Then comes the final, and a second one if its winner has lost before.
    """
    maker = _BracketMaker(players)
    main = maker.add_main_rounds(double=True)
    left = _add_losers(maker, main) if maker.depth > 1 else Side("loser", main[0][0].number)
    last = 2 * maker.depth
    final = maker.add("final", last, [(Side("winner", main[-1][0].number), left)])[0]
    maker.add("decider", last + 1, [(Side("winner", final.number), Side("loser", final.number))])
    return Bracket(players, 2, tuple(maker.ties))


def _add_losers(maker: "_BracketMaker", main: Sequence[Sequence[Tie]]) -> Side:
    """Add the losers' bracket, and return who wins it."""
    first = [Side("loser", tie.number) for tie in main[0]]
    waiting = maker.add("losers", 2, _pair_up(first))
    spreads = SPREADS.get(maker.depth, ())
    for j in range(1, maker.depth):
        spread = spreads[j - 1] if j <= len(spreads) else 0
        lost = [main[j][position ^ spread] for position in range(len(main[j]))]
        sides = [
            (Side("winner", won.number), Side("loser", tie.number))
            for won, tie in zip(waiting, lost, strict=True)
        ]
        waiting = maker.add("losers", 2 * j + 1, sides)
        if j < maker.depth - 1:
            waiting = maker.add(
                "losers", 2 * j + 2, _pair_up([Side("winner", tie.number) for tie in waiting])
            )
    return Side("winner", waiting[0].number)


class _BracketMaker:
    """Collects the ties of a bracket, numbered as they are added."""

    def __init__(self, players: int) -> None:
        self.ties: list[Tie] = []
        self.depth = (players - 1).bit_length()

    def add(self, section: Section, number: int, sides: Iterable[tuple[Side, Side]]) -> list[Tie]:
        first = len(self.ties)
        added = [
            Tie(first + position, section, number, position, pair) for position, pair in enumerate(sides)
        ]
        self.ties += added
        return added

    def add_main_rounds(self, *, double: bool = False, reseeding: bool = False) -> list[list[Tie]]:
        """Add the rounds of the main bracket; those of a double elimination leave every second round free."""
        waiting = [Side("seed", seed) for seed in order_seeds(2**self.depth)]
        rounds = []
        for number in range(1, self.depth + 1):
            played_in = max(1, 2 * number - 2) if double else number
            rounds.append(self.add("main", played_in, _pair_up(waiting)))
            if reseeding:
                waiting = [Side("drawn", place) for place in order_seeds(len(rounds[-1]))]
            else:
                waiting = [Side("winner", tie.number) for tie in rounds[-1]]
        return rounds


def order_seeds(size: int) -> list[int]:
    """Return the seeds from top to bottom: the best two meet in the last round, the best four in the one before."""
    order = [1]
    while len(order) < size:
        both = 2 * len(order) + 1
        order = [seed for better in order for seed in (better, both - better)]
    return order


def _pair_up(sides: Sequence[Side]) -> list[tuple[Side, Side]]:
    return list(zip(sides[::2], sides[1::2], strict=True))


# --- what has become of it


class _PlayedRound:
    """A round, with its tables by the players."""

    def __init__(self, past: PastRound) -> None:
        self.tables = {frozenset(table.entries): table for table in past.tables}
        self.seated = {entry for table in past.tables for entry in table.entries}
        self.byes = past.byes


def play_bracket(
    bracket: Bracket, entries: Sequence[str], history: Sequence[PastRound], gone: Collection[str] = ()
) -> tuple[TieState, ...]:
    """Return what has become of each tie, after the rounds played.

    `entries` are the players by seed. `gone` are those who don't come to the rounds after these: their opponents win.
    """
    return tuple(_BracketPlayer(bracket, entries, history, gone).play())


class _BracketPlayer:
    """Finds what has become of each tie, one after the other."""

    def __init__(
        self,
        bracket: Bracket,
        entries: Sequence[str],
        history: Sequence[PastRound],
        gone: Collection[str],
    ) -> None:
        self.bracket, self.entries, self.gone = bracket, entries, gone
        self.places = {entry: place for place, entry in enumerate(entries)}
        self.rounds = [_PlayedRound(past) for past in history]
        self.states: list[TieState] = []
        self.left: dict[int, list[str] | None] = {}  # after each round, best first; None while it is played

    def play(self) -> list[TieState]:
        for tie in self.bracket.ties:
            first, second = (self.find_side(tie, side) for side in tie.sides)
            self.states.append(self.decide(TieState(tie, (first, second))))
        if self.bracket.has_consolation:
            self.play_consolation()
        return self.states

    def play_consolation(self) -> None:
        """Draw the consolation round by round, as far as it is known: the best in it meets the lowest."""
        left: list[str] = []
        number = 1
        while True:
            number += 1
            lost = self.list_first_losses(number - 1)
            if lost is None:
                return
            left = self.sort_by_seed([*left, *lost])
            if len(left) > 1:
                winners = [state.winner for state in self.draw_consolation(number, left)]
                if None in winners:
                    return
                left = [entry for entry in winners if entry]
            elif number > 2:  # no other player comes in
                return

    def draw_consolation(self, number: int, left: Sequence[str]) -> Sequence[TieState]:
        """Add the ties of a round of the consolation; of an odd number of players the best goes on without one."""
        places = [*left, *[EMPTY] * (len(left) % 2)]
        first = len(self.states)
        for position in range(len(places) // 2):
            other = len(places) - position
            sides = Side("drawn", position + 1), Side("drawn", other)
            tie = Tie(first + position, "consolation", number, position, sides)
            self.states.append(self.decide(TieState(tie, (places[position], places[other - 1]))))
        return self.states[first:]

    def list_first_losses(self, number: int) -> list[str] | None:
        """Return who comes into the consolation after a round of the main bracket; None before its end.

        It is who has lost in round 1, or in round 2 without a match in round 1; but not who plays for the third place,
        or has lost the final.
        """
        if number > 2:
            return []
        of_round = [
            state for state in self.states if state.tie.section == "main" and state.tie.round == number
        ]
        if any(state.winner is None for state in of_round):
            return None
        has_third = any(state.tie.section == "third" for state in self.states)
        if number >= self.bracket.rounds - has_third:
            return []
        seated = self.rounds[0].seated if number > 1 and self.rounds else set()
        return [state.loser for state in of_round if state.loser and state.loser not in seated]

    def find_side(self, tie: Tie, side: Side) -> str | None:
        if side.kind == "seed":
            return self.entries[side.number - 1] if side.number <= len(self.entries) else EMPTY
        if side.kind == "drawn":
            left = self.list_left(tie.round - 1)
            return None if left is None else left[side.number - 1]
        state = self.states[side.number]
        return state.winner if side.kind == "winner" else state.loser

    def list_left(self, number: int) -> list[str] | None:
        """Return who has won in a round of the main bracket, best first, then empty places; None before its end."""
        if number not in self.left:
            of_round = [
                state for state in self.states if (state.tie.section, state.tie.round) == ("main", number)
            ]
            winners = [state.winner for state in of_round if state.winner is not None]
            self.left[number] = self.sort_by_seed(winners) if len(winners) == len(of_round) else None
        return self.left[number]

    def sort_by_seed(self, entries: Iterable[str]) -> list[str]:
        return sorted(entries, key=lambda entry: self.places.get(entry, len(self.places)))

    def decide(self, state: TieState) -> TieState:
        first, second = state.entries
        if first is None or second is None:
            return state
        if state.tie.section == "decider" and (final := self.states[-1]).winner == final.entries[0]:
            return replace(state, winner=first, loser=second, is_needed=False)
        if not (first and second):
            return replace(state, winner=first or second, loser=EMPTY)
        if state.tie.round <= len(self.rounds):
            past = self.rounds[state.tie.round - 1]
            if table := past.tables.get(frozenset({first, second})):
                return _decide_at_table(state, table, self.bracket.get_best_of(state.tie.round), self.gone)
            return _decide_without_table(state, first, second, past, self.gone)
        there = [entry for entry in (first, second) if entry not in self.gone]
        if len(there) == 2:
            return state
        return replace(state, winner=there[0] if there else EMPTY, loser=EMPTY)


def _decide_without_table(
    state: TieState, first: str, second: str, past: _PlayedRound, gone: Collection[str]
) -> TieState:
    """Return a tie of a round that was published without its match, as one who had a bye because of the other."""
    if {first, second} & past.seated:
        return replace(state, is_overtaken=True)
    had_byes = [entry for entry in (first, second) if entry in past.byes]
    walked_over = [entry for entry in had_byes if past.byes[entry].kind == "pairing"]
    if walked_over:
        winner = walked_over[0]
        other = second if winner == first else first
        return replace(state, winner=winner, loser=other if other in past.byes else EMPTY)
    if had_byes or {first, second} <= set(gone):
        return replace(state, winner=EMPTY, loser=EMPTY)
    return replace(state, is_void=True)


def _decide_at_table(state: TieState, table: PastTable, best_of: int, gone: Collection[str]) -> TieState:
    if table.legs > 1:
        wins = dict(zip(table.entries, table.wins, strict=True))
        state = replace(state, wins=tuple(wins[str(entry)] for entry in state.entries))
    points = [each for each in table.points if each is not None]
    if len(points) < len(table.entries):
        return state
    if best_of == 1:
        better = find_leader(dict(zip(table.entries, points, strict=True)))
    else:
        won = table.wins or count_wins([points])
        better = find_winner(dict(zip(table.entries, won, strict=True)), best_of)
        there = [entry for entry in table.entries if entry not in gone]
        if better is None and len(there) < len(table.entries):  # no player goes on
            other = next((entry for entry in table.entries if entry in gone and there), EMPTY)
            return replace(state, winner=there[0] if there else EMPTY, loser=other)
        if better is None and table.tie_values and table.legs >= best_of:
            better = find_leader(dict(zip(table.entries, won, strict=True)))
    if better is None and table.legs >= best_of and (values := find_tie_values(table)):
        better = find_leader(values)
        if better is not None:
            state = replace(state, tie_values=tuple(values[str(entry)] for entry in state.entries))
    if better is None:
        return replace(state, is_level=True)
    worse = next(entry for entry in table.entries if entry != better)
    return replace(state, winner=better, loser=worse)


def find_tie_values(table: PastTable) -> dict[str, int]:
    """Return the values by which a level table is decided, by entry; none where the key says nothing."""
    values = {
        entry: value
        for entry, value in zip(table.entries, table.tie_values, strict=False)
        if value is not None
    }
    return values if len(values) == len(table.entries) else {}


def count_wins(legs: Iterable[Sequence[Fraction | int]]) -> tuple[int, ...]:
    """Return how many matches each of two seats has won, from their points in each; a draw counts for neither."""
    won = Counter(int(second > first) for first, second in legs if first != second)
    return won[0], won[1]


def find_leader(points: Mapping[Player, Fraction | int]) -> Player | None:
    """Return who of two has more; None where they are level."""
    (one, most), (_other, least) = sorted(points.items(), key=lambda each: each[1], reverse=True)
    return one if most > least else None


def find_winner(wins: Mapping[Player, int], best_of: int) -> Player | None:
    """Return who of two has won the majority of so many matches, and more than the other; None while neither has."""
    leader = find_leader(wins)
    return leader if leader is not None and wins[leader] > best_of // 2 else None


# --- how far each has come


def find_exits(bracket: Bracket, entries: Sequence[str], states: Sequence[TieState]) -> dict[str, int]:
    """Return the round in which each went out, of those who have: by the last loss that the bracket allows.

    Who has withdrawn went out by the tie that the opponent won without playing.
    """
    needed = [state for state in states if state.is_needed and state.tie.section != "consolation"]
    still_in = {entry for state in needed if state.winner is None for entry in state.entries if entry}
    deciding = [state for state in needed if state.tie.section != "third"]
    still_in.add(deciding[-1].winner or EMPTY)
    exits = {}
    for entry in entries:
        lost = [
            state.tie.round
            for state in needed
            if entry in state.entries and state.winner not in (None, entry)
        ]
        if len(lost) >= bracket.losses or (lost and entry not in still_in):
            exits[entry] = lost[: bracket.losses][-1]
    return exits


def find_consolation_exits(states: Sequence[TieState]) -> dict[str, int | None]:
    """Return the round in which each who plays in the consolation went out of it; None for who is left in it."""
    exits: dict[str, int | None] = {}
    for state in states:
        if state.tie.section == "consolation":
            for entry in filter(None, state.entries):
                exits[entry] = state.tie.round if state.winner not in (None, entry) else None
    return exits
