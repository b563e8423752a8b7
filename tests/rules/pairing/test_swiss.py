"""Swiss for two at a table, `club`: checked against all pairings there are of small fields."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from games import Invalid
from league.rules.pairing.field import build_field
from league.rules.pairing.protocol import (
    PairingEntry,
    PairingInput,
    PastBye,
    PastRound,
    PastTable,
    Reason,
)
from league.rules.pairing.swiss import pair_club_round
from league.rules.pairing.swiss_costs import CostTable
from tests.rules.pairing.tournaments import (
    LOSS,
    Happenings,
    compute_scores,
    count_meetings,
    list_floats,
    make_entries,
    make_input,
    measure_round,
    play_table,
    play_tournament,
)

SEEDS = st.integers(0, 2**32)
UNTIDY = Happenings(absence=0.06, withdrawal=0.03, late=0.1, forfeit=0.05)


def list_pairings(entries: list[str]) -> Iterator[tuple[list[tuple[str, str]], str | None]]:
    """Yield every way to pair these, with who is left over if their number is odd."""
    if len(entries) % 2:
        for bye in entries:
            yield from ((pairs, bye) for pairs, _none in list_pairings([e for e in entries if e != bye]))
    elif not entries:
        yield [], None
    else:
        first, *others = entries
        for other in others:
            for pairs, none in list_pairings([entry for entry in others if entry != other]):
                yield [(first, other), *pairs], none


def list_present(given: PairingInput) -> list[str]:
    return [entry.id for entry in given.entries if not entry.withdrawn and entry.id not in given.absences]


def count_full_byes(given: PairingInput) -> Counter[str]:
    byes = Counter(
        entry for past in given.history for entry, bye in past.byes.items() if bye.kind in ("pairing", "full")
    )
    byes.update(
        entry
        for past in given.history
        for table in past.tables
        for entry, points in zip(table.entries, table.points, strict=True)
        if not table.played and points
    )
    return byes


def list_codes(reasons: tuple[Reason, ...]) -> list[str]:
    return [reason.code for reason in reasons]


def list_tables(given: PairingInput) -> list[tuple[str, ...]]:
    return [table.entries for table in pair_club_round(given).tables]


# --- whole tournaments


@examples(seed=SEEDS, players=st.integers(2, 9), rounds=st.integers(1, 8))
def test_everyone_who_is_there_is_at_one_table_or_has_one_bye(seed: int, players: int, rounds: int) -> None:
    for given, pairing in play_tournament(players, rounds, random.Random(seed), pair_club_round, UNTIDY):
        seated = [entry for table in pairing.tables for entry in table.entries]
        byes = {bye.entry: bye.kind for bye in pairing.byes}
        there = [entry.id for entry in given.entries if not entry.withdrawn]
        assert sorted([*seated, *byes]) == sorted(there)
        assert {entry: kind for entry, kind in byes.items() if kind != "pairing"} == given.absences
        assert list(byes.values()).count("pairing") == len(list_present(given)) % 2
        assert all(table.reasons for table in pairing.tables) and all(bye.reasons for bye in pairing.byes)


@examples(seed=SEEDS, players=st.integers(4, 9), rounds=st.integers(2, 6))
def test_no_other_pairing_has_fewer_repeats_a_better_bye_or_closer_scores(
    seed: int, players: int, rounds: int
) -> None:
    """The order of wishes, wherever looking ahead does not decide."""
    for given, pairing in play_tournament(players, rounds, random.Random(seed), pair_club_round, UNTIDY):
        reasons = [reason for table in pairing.tables for reason in table.reasons]
        reasons += [reason for bye in pairing.byes for reason in bye.reasons]
        if any(reason.code == "look-ahead" for reason in reasons):
            continue
        rating = Rating(given)
        left_over = next((bye.entry for bye in pairing.byes if bye.kind == "pairing"), None)
        found = rating.rate([table.entries for table in pairing.tables], left_over)
        assert found == min(rating.rate(*other) for other in list_pairings(list_present(given)))


class Rating:
    """The first wishes of the order, counted anew."""

    def __init__(self, given: PairingInput) -> None:
        self.scores = compute_scores(given.history)
        self.met = count_meetings(given.history)
        self.byes = count_full_byes(given)
        self.last_met = {
            frozenset(table.entries): number
            for number, past in enumerate(given.history, 1)
            for table in past.tables
            if table.played
        }

    def rate(self, pairs, bye: str | None) -> tuple:
        gaps = [abs(self.scores[a] - self.scores[b]) for a, b in pairs]
        return (
            sum(self.met[frozenset(pair)] ** 2 for pair in pairs),
            (self.byes[bye], self.scores[bye]) if bye else (),
            sum(self.last_met.get(frozenset(pair), 0) for pair in pairs),
            sum(gaps),
            sum(gap**2 for gap in gaps),
        )


@pytest.mark.parametrize(
    ("players", "rounds"), [(4, 3), (5, 5), (6, 5), (7, 7), (8, 7), (9, 9), (10, 9), (12, 11), (16, 15)]
)
def test_as_many_rounds_as_opponents_are_completed_whatever_the_results(players: int, rounds: int) -> None:
    for seed in range(40 if players < 12 else 4):
        played = play_tournament(players, rounds, random.Random(seed), pair_club_round)
        met = Counter(frozenset(table.entries) for _given, pairing in played for table in pairing.tables)
        assert len(met) == players * (players - 1) // 2 and set(met.values()) == {1}, seed
        byes = Counter(bye.entry for _given, pairing in played for bye in pairing.byes)
        assert set(byes.values()) <= {1}, seed
        assert not any(pairing.warnings for _given, pairing in played), seed


@examples(seed=SEEDS)
def test_same_input_gives_the_same_round(seed: int) -> None:
    for given, pairing in play_tournament(15, 5, random.Random(seed), pair_club_round, UNTIDY):
        shuffled = tuple(random.Random(seed).sample(given.entries, len(given.entries)))
        assert pair_club_round(replace(given, entries=shuffled)) == pairing


def test_sides_stay_within_one_where_everybody_plays() -> None:
    for seed in range(20):
        *_rounds, (given, pairing) = play_tournament(16, 7, random.Random(seed), pair_club_round)
        first = Counter(table.entries[0] for past in given.history for table in past.tables)
        first.update(table.entries[0] for table in pairing.tables)
        assert all(2 <= first[entry.id] <= 5 for entry in given.entries), seed


@pytest.mark.parametrize("players", [49, 120, 301])
def test_large_fields_are_paired_as_close_as_numbers_allow(players: int) -> None:
    for given, pairing in play_tournament(players, 6, random.Random(players), pair_club_round):
        scores = compute_scores(given.history)
        byes = {bye.entry for bye in pairing.byes}
        numbers = sorted((scores[entry.id] for entry in given.entries if entry.id not in byes), reverse=True)
        measures = measure_round(given, pairing)
        assert measures.differences == sum(numbers[::2]) - sum(numbers[1::2])
        assert measures.rematches == 0


def test_large_field_of_one_team_is_halved_by_seed_and_said() -> None:
    pairing = pair_club_round(make_input(make_entries(50, teams=1), 3))
    assert [set(table.entries) for table in pairing.tables] == [
        {f"p{seed}", f"p{seed + 25}"} for seed in range(1, 26)
    ]
    assert list_codes(pairing.warnings) == ["same-teams"]


# --- one round


def test_first_round_halves_the_field_by_seed_and_the_lot_decides_the_sides() -> None:
    assert list_tables(make_input(8, 3, draw_seed=1)) == [
        ("p1", "p5"),
        ("p6", "p2"),
        ("p3", "p7"),
        ("p8", "p4"),
    ]
    assert list_tables(make_input(8, 3, draw_seed=0)) == [
        ("p5", "p1"),
        ("p2", "p6"),
        ("p7", "p3"),
        ("p4", "p8"),
    ]


def test_bye_goes_to_the_lowest_and_then_to_the_next() -> None:
    (byes,) = {tuple(bye.entry for bye in pair_club_round(make_input(5, 4)).byes)}
    assert byes == ("p5",)
    past = PastRound(
        (play_table("p1", "p3"), play_table("p2", "p4")), {"p5": PastBye("pairing", Fraction(1))}
    )
    bye = pair_club_round(make_input(5, 4, history=(past,))).byes[0]
    assert (bye.entry, list_codes(bye.reasons)) == ("p4", ["bye-lowest"])
    assert bye.reasons[0].values == {"score": "0.0000", "byes": 0, "before": 0, "below": 0}


def test_leaving_and_coming_back_gives_no_second_bye() -> None:
    rounds = (
        PastRound((play_table("p1", "p2"), play_table("p3", "p4")), {"p5": PastBye("pairing", Fraction(1))}),
        PastRound((play_table("p1", "p3"), play_table("p2", "p4"))),
        PastRound((play_table("p1", "p4"), play_table("p2", "p3")), {"p5": PastBye("zero", Fraction(0))}),
    )
    assert pair_club_round(make_input(5, 5, history=rounds)).byes[0].entry == "p4"


def test_bye_costs_more_for_one_who_stayed_away_from_the_round_before_without_points() -> None:
    first = PastRound(
        (play_table("p1", "p2", "="), play_table("p3", "p4", "="), play_table("p6", "p7", "-+"))
    )
    second = PastRound(
        (play_table("p2", "p3", "="), play_table("p5", "p6", "-+")),
        {"p1": PastBye("half", Fraction(1, 2)), "p4": PastBye("zero", Fraction(0))},
    )
    given = make_input(8, 5, history=(first, second))
    field = build_field(given)
    assert {contender.id for contender in field if contender.came_back} == {"p4", "p5", "p7"}
    costs = CostTable(field, given.draw_seed, given.round)
    assert [costs.compute(place, costs.bye).came_back for place in range(8)] == [
        contender.came_back for contender in field
    ]


def test_whoever_got_a_win_without_playing_gets_no_bye() -> None:
    past = PastRound((play_table("p4", "p1", "-+"), play_table("p2", "p5"), play_table("p3", "p6", "=")))
    entries = make_entries(7)
    given = replace(
        make_input(entries, 5), history=(replace(past, byes={"p7": PastBye("pairing", Fraction(1))}),)
    )
    assert [bye.entry for bye in pair_club_round(given).byes] == ["p5"]


def test_match_that_was_not_played_is_no_meeting() -> None:
    past = PastRound((play_table("p1", "p2", "+-"), play_table("p3", "p4")))
    given = make_input(
        4, 3, history=(past,), forbidden=frozenset({frozenset({"p1", "p3"}), frozenset({"p1", "p4"})})
    )
    assert set(map(frozenset, list_tables(replace(given, rounds=2, forbidden=given.forbidden)))) == {
        frozenset({"p1", "p2"}),
        frozenset({"p3", "p4"}),
    }


def test_repeat_that_cannot_be_avoided_is_said_and_is_the_one_met_least() -> None:
    rounds = (
        PastRound((play_table("p1", "p2"), play_table("p3", "p4"))),
        PastRound((play_table("p1", "p3"), play_table("p2", "p4"))),
        PastRound((play_table("p1", "p4"), play_table("p2", "p3"))),
        PastRound((play_table("p1", "p2"), play_table("p3", "p4"))),
    )
    pairing = pair_club_round(make_input(4, 5, history=rounds))
    assert list_codes(pairing.warnings) == ["repeats"]
    assert (pairing.warnings[0].values["pairs"], pairing.warnings[0].values["choices"]) == (2, 2)
    assert {frozenset(table.entries) for table in pairing.tables} <= {
        frozenset(pair) for pair in (("p1", "p3"), ("p2", "p4"), ("p1", "p4"), ("p2", "p3"))
    }
    assert "repeat" in list_codes(pairing.tables[0].reasons)


def test_more_rounds_than_opponents_are_announced_as_repeats_to_come() -> None:
    played = play_tournament(4, 5, random.Random(1), pair_club_round)
    codes = [list_codes(pairing.warnings) for _given, pairing in played]
    assert codes == [["later-repeat"], ["later-repeat"], ["later-repeat"], ["repeats"], ["repeats"]]
    assert [pairing.warnings[0].values.get("possible") for _given, pairing in played[:3]] == [2, 1, 0]


def test_pairing_that_would_leave_two_threes_is_not_taken() -> None:
    """After two rounds of six, one of the four rounds left leaves two triangles, which no round can pair."""
    for seed in range(60):
        played = play_tournament(6, 5, random.Random(seed), pair_club_round)
        if any(
            "look-ahead" in list_codes(table.reasons)
            for _given, pairing in played
            for table in pairing.tables
        ):
            return
    pytest.fail("looking ahead never decided")


def test_rounds_to_come_are_kept_possible_though_no_closest_round_leaves_them() -> None:
    """Two halves of nine have met but for one pair of each player, and each round needs such a pair.

    Nine are left for six rounds, an odd number of them in each: at most three may be in this one, and scores want more.
    """
    points = {8: Fraction(1), 0: Fraction(2)}  # in each round, by number in the half
    rounds = tuple(
        PastRound(
            tuple(
                PastTable(
                    (f"p{one}", f"p{other}"), tuple(points.get(each % 9, LOSS) for each in (one, other))
                )
                for one in range(1, 10)
                for other in [(one - 1 + turn) % 9 + 10]
            )
        )
        for turn in range(1, 9)
    )
    pairing = pair_club_round(make_input(18, 14, history=rounds))
    across = [table for table in pairing.tables if len({int(entry[1:]) > 9 for entry in table.entries}) == 2]
    assert len(across) == 3 and not pairing.warnings
    assert any("look-ahead" in list_codes(table.reasons) for table in pairing.tables)


def test_teams_are_kept_apart_where_that_is_possible_and_else_it_is_said() -> None:
    for seed in range(20):
        entries = make_entries(12, teams=4)
        for _given, pairing in play_tournament(entries, 4, random.Random(seed), pair_club_round):
            teams = {entry.id: entry.team for entry in entries}
            assert all(teams[a] != teams[b] for a, b in (table.entries for table in pairing.tables)), seed
    pairing = pair_club_round(make_input(make_entries(4, teams=1), 3))
    assert list_codes(pairing.warnings) == ["same-teams"]


def test_forbidden_pair_never_meets_even_where_others_must_repeat() -> None:
    forbidden = frozenset({frozenset({"p1", "p2"})})
    for seed in range(10):
        for _given, pairing in play_tournament(
            4, 5, random.Random(seed), pair_club_round, forbidden=forbidden
        ):
            assert {"p1", "p2"} not in [set(table.entries) for table in pairing.tables]


def test_those_whom_nobody_may_meet_have_byes() -> None:
    forbidden = frozenset(frozenset({"p1", other}) for other in ("p2", "p3", "p4"))
    pairing = pair_club_round(make_input(4, 3, forbidden=forbidden))
    assert len(pairing.tables) == 1 and "many-byes" in list_codes(pairing.warnings)
    assert "p1" in [bye.entry for bye in pairing.byes]


def test_nobody_floats_down_twice_running_where_another_can() -> None:
    past = PastRound((play_table("p1", "p4"), play_table("p2", "p5"), play_table("p3", "p6", "=")))
    entries = make_entries(6)
    second = pair_club_round(replace(make_input(entries, 5), history=(past,)))
    scores = compute_scores((past,))
    down, up = list_floats([table.entries for table in second.tables], (), scores)
    assert len(down) == len(up) == 0 or down.isdisjoint(up)


def test_scores_of_any_size_fit() -> None:
    """Points may be of any unit: where differences have no room beside all else, they count in larger steps."""
    rng = random.Random(1)
    tables = []
    for number in range(1, 60, 2):
        points = (Fraction(rng.randrange(10**12), 7), Fraction(rng.randrange(10**12), 11))
        tables.append(replace(play_table(f"p{number}", f"p{number + 1}"), points=points))
    pairing = pair_club_round(make_input(60, 5, history=(PastRound(tuple(tables)),)))
    assert len(pairing.tables) == 30


# --- refusals


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (make_input((), 3), "too-few-entries"),
        (make_input(1, 3), "too-few-entries"),
        (make_input((PairingEntry("a", 1), PairingEntry("b", 2, withdrawn=True)), 3), "too-few-entries"),
        (make_input(3, 3, absences={"p1": "half", "p2": "zero"}), "too-few-entries"),
        (make_input(4, 0), "round-too-high"),
        (make_input(2, 3, forbidden=frozenset({frozenset({"p1", "p2"})})), "no-pair"),
    ],
)
def test_round_that_cannot_be_paired_is_refused(given: PairingInput, code: str) -> None:
    with pytest.raises(Invalid) as refusal:
        pair_club_round(given)
    assert [problem.code for problem in refusal.value.problems] == [code]


def test_results_that_are_missing_are_said() -> None:
    past = PastRound((replace(play_table("p1", "p2"), points=(None, None)), play_table("p3", "p4")))
    pairing = pair_club_round(make_input(4, 3, history=(past,)))
    assert pairing.warnings[0] == Reason("missing-results", {"round": 1, "entries": ["p1", "p2"]})
