"""Knockout and double elimination, played to their end by random results."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example
from hypothesis import given as examples
from hypothesis import strategies as st

from games import Invalid
from league.rules.pairing.bracket import (
    EMPTY,
    Bracket,
    Tie,
    TieState,
    build_double_elimination,
    order_seeds,
    play_bracket,
)
from league.rules.pairing.bracket_tables import list_overtaken_tables
from league.rules.pairing.knockout import (
    build_bracket,
    pair_double_elimination_round,
    pair_knockout_round,
)
from league.rules.pairing.protocol import (
    BracketOptions,
    Pairing,
    PairingEntry,
    PairingInput,
    PastBye,
    PastRound,
    PastTable,
    Reason,
)
from league.rules.seasons.paired_rounds import join_legs
from league.rules.standings.paired_field import PairedField
from league.rules.standings.paired_tie_breaks import TIE_BREAKS

WIN, DRAW, LOSS = Fraction(2), Fraction(1), Fraction(0)
SIZES = st.integers(2, 128)
SYSTEMS = {"knockout": pair_knockout_round, "double-elimination": pair_double_elimination_round}
BOTH = pytest.mark.parametrize("system", SYSTEMS)

Choose = Callable[[str, str], str]


class Played:
    """A bracket that is played round by round; players are called p1, p2 ... by their seeds."""

    def __init__(self, system: str, players: int, **options: Any) -> None:
        self.system, self.options = system, BracketOptions(**options)
        self.ids = [f"p{seed}" for seed in range(1, players + 1)]
        self.withdrawn: set[str] = set()
        self.history: list[PastRound] = []
        self.met: list[tuple[int, frozenset[str]]] = []
        self.lost = Counter[str]()

    def make_input(self, **absences: str) -> PairingInput:
        entries = tuple(
            PairingEntry(entry, seed, withdrawn=entry in self.withdrawn)
            for seed, entry in enumerate(self.ids, 1)
        )
        return PairingInput(
            entries,
            tuple(self.history),
            rounds=20,
            draw_seed=1,
            absences=absences,  # type: ignore[arg-type]
            win=WIN,
            bracket=self.options,
        )

    def pair(self, **absences: str) -> Pairing | None:
        """Return the next round; None once the bracket is decided."""
        try:
            return SYSTEMS[self.system](self.make_input(**absences))
        except Invalid as refused:
            if refused.problems[0].code != "no-tie":
                raise
            return None

    def play(self, pairing: Pairing, choose: Choose) -> None:
        """Play a round; `choose` names who wins."""
        bracket = build_bracket(self.system, len(self.ids), self.options)
        needed = bracket.get_best_of(len(self.history) + 1) // 2 + 1
        tables = []
        for table in pairing.tables:
            winner = choose(*table.entries)
            self.lost.update(entry for entry in table.entries if entry != winner)
            self.met.append((len(self.history) + 1, frozenset(table.entries)))
            wins = tuple(needed if entry == winner else needed - 1 for entry in table.entries)
            points = tuple(WIN * won for won in wins)
            tables.append(PastTable(table.entries, points, legs=sum(wins), wins=wins))
        byes = {bye.entry: PastBye(bye.kind, WIN if bye.kind == "pairing" else LOSS) for bye in pairing.byes}
        self.history.append(PastRound(tuple(tables), byes))

    def play_round(self, choose: Choose, **absences: str) -> Pairing:
        pairing = self.pair(**absences)
        assert pairing
        self.play(pairing, choose)
        return pairing

    def play_on(self, choose: Choose) -> list[Pairing]:
        """Play until the bracket is decided."""
        pairings = []
        while pairing := self.pair():
            self.play(pairing, choose)
            pairings.append(pairing)
        return pairings

    def play_randomly(self, draw: random.Random) -> None:
        """Play until the bracket is decided, while now and then a player withdraws; check who sits where."""
        while pairing := self.pair():
            self.play(pairing, lambda *table: draw.choice(table))
            seated = [entry for table in pairing.tables for entry in table.entries]
            given = [bye.entry for bye in pairing.byes]
            assert len({*seated, *given}) == len([*seated, *given])
            assert not self.withdrawn & {*seated, *given}
            for entry in self.ids:
                if draw.random() < 0.05 and len(self.withdrawn) < len(self.ids) - 1:
                    self.withdrawn.add(entry)

    @property
    def has_one_winner(self) -> bool:
        """Whether one is first; two are who have both withdrawn before the final."""
        first = self.rank()[0]
        return len(first) == 1 or self.withdrawn.issuperset(first)

    def list_states(self) -> tuple[TieState, ...]:
        bracket = build_bracket(self.system, len(self.ids), self.options)
        return play_bracket(bracket, self.ids, self.history, self.withdrawn)

    def build_field(self) -> PairedField:
        bracket = build_bracket(self.system, len(self.ids), self.options)
        return PairedField(self.ids, self.history, win=WIN, draw=DRAW, bracket=bracket, gone=self.withdrawn)

    def rank(self) -> list[list[str]]:
        """Return who has come equally far, best first."""
        progress = TIE_BREAKS["bracket"].get_values(self.build_field())
        return [
            [entry for entry in self.ids if progress[entry] == value]
            for value in sorted(set(progress.values()), reverse=True)
        ]


def prefer_better(one: str, other: str) -> str:
    return min(one, other, key=lambda entry: int(entry[1:]))


def prefer_worse(one: str, other: str) -> str:
    return max(one, other, key=lambda entry: int(entry[1:]))


@BOTH
def test_everybody_but_the_winner_goes_out_by_losses(system: str) -> None:
    draw = random.Random(system)
    losses = {"knockout": 1, "double-elimination": 2}[system]
    for players in range(2, 129):
        played = Played(system, players)
        pairings = played.play_on(lambda *table: draw.choice(table))
        (winner,) = played.rank()[0]
        assert all(played.lost[entry] == losses for entry in played.ids if entry != winner)
        assert played.lost[winner] < losses
        size = 1 << (players - 1).bit_length()
        assert [bye.entry for bye in pairings[0].byes] == played.ids[: size - players]
        later = [bye.reasons[0].code for pairing in pairings[1:] for bye in pairing.byes]
        assert set(later) <= ({"bye-bracket"} if system == "double-elimination" else set())


@BOTH
def test_byes_of_the_main_bracket_are_in_round_one_and_for_the_best(system: str) -> None:
    """In the losers' bracket of a double elimination there may be others."""
    draw = random.Random(system)
    for players in range(2, 129):
        played = Played(system, players)
        played.play_on(lambda *table: draw.choice(table))
        byes = [
            (state.tie.round, entry)
            for state in played.list_states()
            if state.tie.section == "main" and EMPTY in state.entries
            for entry in state.entries
            if entry
        ]
        size = 1 << (players - 1).bit_length()
        assert sorted(byes) == sorted((1, entry) for entry in played.ids[: size - players])


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128])
def test_the_best_meet_as_late_as_they_can(size: int) -> None:
    played = Played("knockout", size)
    played.play_on(prefer_better)
    for number, past in enumerate(played.history, 1):
        left = size >> (number - 1)
        assert {frozenset(table.entries) for table in past.tables} == {
            frozenset({f"p{seed}", f"p{left + 1 - seed}"}) for seed in range(1, left // 2 + 1)
        }
    assert order_seeds(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def find_first_rematch(bracket: Bracket) -> int:
    """Return the first round of the losers' bracket where two can sit who have met; counted from 1."""
    ties = bracket.ties
    above: dict[int, set[int]] = {}  # of a tie of the main bracket: itself, and all that lead to it
    for tie in ties:
        if tie.section == "main":
            above[tie.number] = {tie.number}.union(
                *(above[side.number] for side in tie.sides if side.kind == "winner")
            )

    def list_lost(tie: Tie, side: int) -> set[int]:
        """Return which ties of the main bracket somebody on this side may have lost."""
        source = tie.sides[side]
        if source.kind == "loser":
            return {source.number}
        return list_lost(ties[source.number], 0) | list_lost(ties[source.number], 1)

    rounds = sorted({tie.round for tie in ties if tie.section == "losers"})
    return next(
        rounds.index(tie.round) + 1
        for tie in sorted(ties, key=lambda tie: tie.round)
        if tie.section == "losers"
        and any(
            one in above[other] or other in above[one]
            for one in list_lost(tie, 0)
            for other in list_lost(tie, 1)
        )
    )


@pytest.mark.parametrize(("size", "losers_round"), [(8, 3), (16, 4), (32, 5), (64, 7), (128, 8)])
def test_who_has_met_meets_again_as_late_as_the_best_known_brackets_allow(
    size: int, losers_round: int
) -> None:
    assert find_first_rematch(build_double_elimination(size)) == losers_round


@pytest.mark.parametrize("seed", range(20))
def test_nobody_meets_again_before_that(seed: int) -> None:
    draw = random.Random(seed)
    played = Played("double-elimination", 32)
    played.play_on(lambda *table: draw.choice(table))
    seen = set[frozenset[str]]()
    for number, pair in played.met:
        if number < 6:  # the fifth of the losers' bracket
            assert pair not in seen
        seen.add(pair)


def test_final_is_played_again_if_the_one_who_had_not_lost_loses_it() -> None:
    kept, turned = Played("double-elimination", 8), Played("double-elimination", 8)
    assert len(kept.play_on(prefer_better)) == 6
    assert kept.rank()[:2] == [["p1"], ["p2"]]
    last = turned.play_on(
        lambda *table: (
            "p2" if set(table) == {"p1", "p2"} and len(turned.history) > 4 else prefer_better(*table)
        )
    )
    assert len(last) == 7
    assert [reason.code for reason in last[-1].tables[0].reasons] == ["tie-decider"]
    assert turned.rank()[:2] == [["p2"], ["p1"]]


def test_third_place_is_played_for_beside_the_final() -> None:
    played = Played("knockout", 8, third_place=True)
    *_before, last = played.play_on(prefer_worse)
    assert [(table.entries, table.reasons[0].code) for table in last.tables] == [
        (("p7", "p8"), "tie-main"),
        (("p5", "p6"), "tie-third"),
    ]
    assert played.rank() == [["p8"], ["p7"], ["p6"], ["p5"], ["p1", "p2", "p3", "p4"]]
    assert len(Played("knockout", 2, third_place=True).play_on(prefer_better)) == 1
    three = Played("knockout", 3, third_place=True)
    assert len(three.play_on(prefer_better)) == 2
    assert three.rank() == [["p1"], ["p2"], ["p3"]]


@BOTH
@example(players=22, seed=49)  # the last two rounds fall, as a finalist has withdrawn
@examples(players=SIZES, seed=st.integers(0, 2**32))
def test_withdrawn_players_let_their_opponents_go_on(system: str, players: int, seed: int) -> None:
    played = Played(system, players)
    played.play_randomly(random.Random(seed))
    assert played.has_one_winner
    losses = {"knockout": 1, "double-elimination": 2}[system]
    assert all(count <= losses for count in played.lost.values())


def test_who_is_not_there_for_a_round_has_lost_it() -> None:
    played = Played("double-elimination", 4)
    first = played.play_round(prefer_better, p1="zero")
    assert [(bye.entry, bye.kind, bye.reasons[0].code) for bye in first.byes] == [
        ("p1", "zero", "bye-asked"),
        ("p4", "pairing", "walkover"),
    ]
    second = played.play_round(prefer_better)
    assert [table.entries for table in second.tables] == [("p2", "p4"), ("p1", "p3")]
    played.play_on(prefer_better)
    assert played.rank() == [["p1"], ["p2"], ["p4"], ["p3"]]


def refuse(played: Played) -> tuple[str, str]:
    with pytest.raises(Invalid) as refused:
        SYSTEMS[played.system](played.make_input())
    (problem,) = refused.value.problems
    return problem.code, str(problem.message)


@BOTH
def test_undecided_ties_are_refused_by_name(system: str) -> None:
    played = Played(system, 4)
    played.play_round(prefer_better)
    (first, second) = played.history[0].tables
    level = PastTable(first.entries, (DRAW, DRAW))
    played.history = [PastRound((level, second))]
    assert refuse(played) == ("tie-level", "p1 and p4 ended level: another match has to decide.")
    played.history = [PastRound((PastTable(first.entries, (None, None)), second))]
    assert refuse(played) == ("tie-open", "The match of p1 and p4 has no result yet.")
    played.history = [PastRound((second,))]
    assert refuse(played) == ("tie-void", "The match of p1 and p4 is void: enter a result or a no-show.")


def test_round_that_does_not_follow_from_the_results_is_refused() -> None:
    played = Played("knockout", 4)
    played.play_round(prefer_better)
    played.play_round(prefer_better)
    (first, second) = played.history[0].tables
    played.history[0] = PastRound((replace(first, points=(LOSS, WIN)), second))
    code, sentence = refuse(played)
    assert code == "tie-overtaken"
    assert sentence.startswith("After a correction p4 and p2 should have met in round 2")


@BOTH
@pytest.mark.parametrize("players", [0, 1, 129])
def test_too_few_and_too_many_are_refused(system: str, players: int) -> None:
    assert refuse(Played(system, players))[0] == "bracket-size"


# --- ties of several matches


def test_best_of_counts_from_the_final_back() -> None:
    knockout = build_bracket("knockout", 16, BracketOptions(best_of=(5, 3)))
    assert [knockout.get_best_of(number) for number in (1, 2, 3, 4)] == [1, 1, 3, 5]
    double = build_bracket("double-elimination", 8, BracketOptions(best_of=(3,)))
    assert [double.get_best_of(number) for number in (5, 6, 7)] == [1, 3, 3]  # also a second final
    short = build_bracket("knockout", 2, BracketOptions(best_of=(7, 5, 3)))
    assert short.get_best_of(1) == 7


def play_final(*legs: str, best_of: int = 3, gone: str = "") -> TieState:
    """Return the final of two after matches that ended so: `1`, `2` or `=`."""
    bracket = build_bracket("knockout", 2, BracketOptions(best_of=(best_of,)))
    points = {"1": (WIN, LOSS), "2": (LOSS, WIN), "=": (DRAW, DRAW)}
    tables = [PastTable(("p1", "p2"), points[leg]) for leg in legs]
    (state,) = play_bracket(bracket, ("p1", "p2"), [PastRound(tuple(join_legs(tables)))], gone.split())
    return state


@pytest.mark.parametrize(
    ("legs", "winner"),
    [
        ("1", None),
        ("11", "p1"),
        ("121", "p1"),
        ("1=2", None),
        ("1=2=2", "p2"),
        ("==", None),
        ("1122", None),  # a void match counts again
        ("11222", "p2"),
    ],
)
def test_majority_of_the_matches_decides_and_a_draw_counts_for_neither(legs: str, winner: str | None) -> None:
    assert play_final(*legs).winner == winner


def test_points_do_not_decide_where_matches_do() -> None:
    first = PastTable(("p1", "p2"), (Fraction(9), LOSS))
    others = [PastTable(("p2", "p1"), (Fraction(1), LOSS))] * 2
    (joined,) = join_legs([first, *others])
    assert (joined.entries, joined.points, joined.wins) == (("p1", "p2"), (Fraction(9), Fraction(2)), (1, 2))
    bracket = build_bracket("knockout", 2, BracketOptions(best_of=(3,)))
    (state,) = play_bracket(bracket, ("p1", "p2"), [PastRound((joined,))])
    assert state.winner == "p2"


def test_who_withdraws_loses_a_tie_that_goes_on() -> None:
    state = play_final("1", gone="p1")
    assert (state.winner, state.loser) == ("p2", "p1")
    assert play_final("1", gone="p1 p2").winner == ""
    assert play_final("1", "1", gone="p1").winner == "p1"


@BOTH
@examples(
    players=SIZES,
    seed=st.integers(0, 2**32),
    best_of=st.lists(st.sampled_from([1, 3, 5]), min_size=1, max_size=4),
)
def test_brackets_of_longer_ties_have_one_winner(
    system: str, players: int, seed: int, best_of: list[int]
) -> None:
    draw = random.Random(seed)
    played = Played(system, players, best_of=tuple(best_of))
    played.play_on(lambda *table: draw.choice(table))
    (winner,) = played.rank()[0]
    assert all(played.lost[entry] for entry in played.ids if entry != winner)


def test_tie_of_several_matches_counts_as_one_win_and_for_the_third_place() -> None:
    played = Played("knockout", 4, third_place=True, best_of=(3, 3))
    played.play_on(prefer_better)
    assert played.rank() == [["p1"], ["p2"], ["p3"], ["p4"]]
    wins = TIE_BREAKS["wins"].get_values(played.build_field())
    assert [wins[entry] for entry in played.ids] == [2, 1, 1, 0]


# --- reseeding


def test_best_who_is_left_meets_the_last() -> None:
    played = Played("knockout", 8, reseeding=True)
    played.play_round(lambda *table: "p8" if "p8" in table else prefer_better(*table))
    pairing = played.play_round(lambda *table: "p8" if "p8" in table else prefer_worse(*table))
    assert [table.entries for table in pairing.tables] == [("p2", "p8"), ("p3", "p4")]
    assert pairing.tables[0].reasons == (Reason("tie-seeds", {"seed": 2, "opponent_seed": 8}),)
    assert played.play_round(prefer_better).tables[0].entries == ("p4", "p8")


def test_next_round_is_not_known_before_all_of_it_is() -> None:
    bracket = build_bracket("knockout", 4, BracketOptions(reseeding=True))
    first = PastTable(("p1", "p4"), (WIN, LOSS))
    running = PastTable(("p2", "p3"), (None, None))
    (*_semi_finals, final) = play_bracket(bracket, ("p1", "p2", "p3", "p4"), [PastRound((first, running))])
    assert final.entries == (None, None)


@examples(players=SIZES, seed=st.integers(0, 2**32), third_place=st.booleans())
def test_drawn_rounds_have_one_winner_whoever_withdraws(players: int, seed: int, third_place: bool) -> None:
    draw = random.Random(seed)
    played = Played("knockout", players, reseeding=True, third_place=third_place)
    played.play_randomly(draw)
    assert played.has_one_winner
    assert all(count <= 1 + third_place for count in played.lost.values())
    drawn = Played("knockout", players, reseeding=True)
    drawn.play_round(lambda *table: draw.choice(table))
    while pairing := drawn.pair():
        left = [entry for entry in drawn.ids if not drawn.lost[entry]]
        assert {table.entries for table in pairing.tables} == set(
            zip(left, reversed(left[len(left) // 2 :]), strict=False)
        )
        drawn.play(pairing, lambda *table: draw.choice(table))


# --- the consolation


def list_consolation(played: Played) -> list[list[tuple[str | None, str | None]]]:
    """Return who meets whom in the consolation, round by round."""
    states = [state for state in played.list_states() if state.tie.section == "consolation"]
    numbers = sorted({state.tie.round for state in states})
    return [[state.entries for state in states if state.tie.round == number] for number in numbers]


def test_who_loses_the_first_match_plays_on_beside_the_others() -> None:
    played = Played("knockout", 8, consolation=True)
    first, second, third = played.play_on(prefer_better)
    assert len(first.tables) == 4
    assert [(table.entries, table.reasons[0].code) for table in second.tables[2:]] == [
        (("p5", "p8"), "tie-consolation"),
        (("p6", "p7"), "tie-consolation"),
    ]
    assert [table.entries for table in third.tables] == [("p1", "p2"), ("p5", "p6")]
    assert played.rank() == [["p1"], ["p2"], ["p3", "p4"], ["p5"], ["p6"], ["p7", "p8"]]


def test_who_loses_after_a_bye_comes_in_and_a_round_is_added_only_if_it_is_needed() -> None:
    usual = Played("knockout", 6, consolation=True)
    assert len(usual.play_on(prefer_better)) == 3
    assert list_consolation(usual) == [[("p5", "p6")]]
    assert usual.rank() == [["p1"], ["p2"], ["p3", "p4"], ["p5"], ["p6"]]
    upset = Played("knockout", 6, consolation=True)
    assert len(upset.play_on(prefer_worse)) == 4
    assert list_consolation(upset) == [[("p3", "p4")], [("p1", ""), ("p2", "p4")], [("p1", "p4")]]
    assert upset.rank() == [["p6"], ["p5"], ["p4"], ["p1"], ["p2"], ["p3"]]


@pytest.mark.parametrize(("players", "third_place"), [(2, False), (3, False), (4, True), (3, True)])
def test_finalists_and_who_plays_for_the_third_place_are_not_in_it(players: int, third_place: bool) -> None:
    played = Played("knockout", players, consolation=True, third_place=third_place)
    played.play_on(prefer_worse)
    assert list_consolation(played) == []
    assert len(played.history) == (players - 1).bit_length()


def test_consolation_begins_where_semi_finals_are_lost_after_a_bye() -> None:
    five = Played("knockout", 5, consolation=True)
    five.play_on(prefer_better)
    assert list_consolation(five) == [[("p3", "p5")]]
    with_third = Played("knockout", 5, consolation=True, third_place=True)
    with_third.play_on(prefer_better)
    assert list_consolation(with_third) == []


def test_who_is_not_there_loses_in_the_consolation_too() -> None:
    played = Played("knockout", 8, consolation=True)
    played.play_round(prefer_better)
    second = played.play_round(prefer_better, p5="zero")
    assert ("p8", "pairing", "walkover") in [
        (bye.entry, bye.kind, bye.reasons[0].code) for bye in second.byes
    ]
    played.withdrawn.add("p8")
    third = played.play_round(prefer_better)
    assert [table.entries for table in third.tables] == [("p1", "p2")]
    assert [bye.entry for bye in third.byes] == ["p6"]
    assert played.pair() is None
    assert played.rank()[3:5] == [["p6"], ["p8"]]


@examples(
    players=SIZES,
    seed=st.integers(0, 2**32),
    third_place=st.booleans(),
    reseeding=st.booleans(),
    best_of=st.sampled_from([(), (3,), (5, 3)]),
)
def test_consolation_has_one_winner_in_no_more_than_one_round_more(
    players: int, seed: int, third_place: bool, reseeding: bool, best_of: tuple[int, ...]
) -> None:
    draw = random.Random(seed)
    options = {"third_place": third_place, "reseeding": reseeding, "best_of": best_of, "consolation": True}
    played = Played("knockout", players, **options)
    played.play_on(lambda *table: draw.choice(table))
    assert len(played.history) - (players - 1).bit_length() in (0, 1)
    assert len(played.rank()[0]) == 1
    assert max(played.lost.values()) <= 2
    ties = list_consolation(played)
    if ties:
        in_it = {entry for of_round in ties for tie in of_round for entry in tie if entry}
        assert len(ties[-1]) == 1
        ranks = [entries for entries in played.rank() if in_it.intersection(entries)]
        assert len(ranks[0]) == 1
        assert in_it == {entry for entries in ranks for entry in entries}
        met_before = [pair for number, pair in played.met if number < 3]
        assert len(met_before) == len(set(met_before))


@examples(
    players=SIZES,
    seed=st.integers(0, 2**32),
    third_place=st.booleans(),
    reseeding=st.booleans(),
    best_of=st.sampled_from([(), (3,), (5, 3)]),
)
def test_consolation_is_complete_whoever_withdraws(
    players: int, seed: int, third_place: bool, reseeding: bool, best_of: tuple[int, ...]
) -> None:
    options = {"third_place": third_place, "reseeding": reseeding, "best_of": best_of, "consolation": True}
    played = Played("knockout", players, **options)
    played.play_randomly(random.Random(seed))
    assert played.has_one_winner
    assert max(played.lost.values(), default=0) <= 2
    assert all(state.winner is not None for state in played.list_states())


# --- tables and ties after corrections

OPTIONS = st.sampled_from(
    [
        ("knockout", {}),
        ("knockout", {"third_place": True, "best_of": (3,)}),
        ("knockout", {"reseeding": True, "third_place": True}),
        ("knockout", {"consolation": True}),
        ("knockout", {"consolation": True, "reseeding": True}),
        ("double-elimination", {}),
    ]
)


@examples(how=OPTIONS, players=st.integers(2, 40), seed=st.integers(0, 2**32))
def test_tables_follow_from_the_results_and_stay_while_one_is_open(
    how: tuple[str, dict[str, Any]], players: int, seed: int
) -> None:
    draw = random.Random(seed)
    system, options = how
    played = Played(system, players, **options)
    played.play_randomly(draw)
    bracket = build_bracket(system, players, played.options)
    assert list(list_overtaken_tables(bracket, played.list_states(), played.history)) == []
    number = draw.randrange(len(played.history))
    past = played.history[number]
    if past.tables:
        opened = draw.choice(past.tables)
        tables = [replace(table, points=(None, None)) if table is opened else table for table in past.tables]
        played.history[number] = PastRound(tuple(tables), past.byes)
        assert list(list_overtaken_tables(bracket, played.list_states(), played.history)) == []


@examples(how=OPTIONS, players=st.integers(4, 40), seed=st.integers(0, 2**32))
def test_another_winner_overtakes_the_loser_in_all_later_rounds(
    how: tuple[str, dict[str, Any]], players: int, seed: int
) -> None:
    draw = random.Random(seed)
    system, options = how
    played = Played(system, players, **options)
    played.play_on(lambda *table: draw.choice(table))
    bracket = build_bracket(system, players, played.options)
    number = draw.randrange(len(played.history) - 1)
    past = played.history[number]
    table = draw.choice(past.tables)
    turned = replace(table, points=table.points[::-1], wins=table.wins[::-1])
    tables = [turned if each is table else each for each in past.tables]
    played.history[number] = PastRound(tuple(tables), past.byes)
    overtaken = list(list_overtaken_tables(bracket, played.list_states(), played.history))
    assert all(each > number + 1 for each, _table in overtaken)
    states = played.list_states()
    known = {(state.tie.round, frozenset(state.entries)) for state in states if None not in state.entries}
    assert not known.intersection((each, frozenset(entries)) for each, entries in overtaken)
