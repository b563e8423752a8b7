"""Ladders: the order by hand and at random, and who may challenge whom (docs/reference/pairing.md, Ladder)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from league.rules.pairing.ladder import (
    Ladder,
    LadderChallenge,
    LadderInput,
    LadderPlayer,
    climb,
    find_challenge_problem,
    list_challenged,
)
from league.rules.settings import LadderRules

START = date(2026, 1, 1)
RULES = LadderRules()


def on(number: int) -> date:
    """Return a day of the ladder, whose first is 0."""
    return START + timedelta(number)


def players(names: str = "ABCDEF") -> list[LadderPlayer]:
    return [LadderPlayer(name, seed) for seed, name in enumerate(names, 1)]


def challenge(number: int, pair: str, made: int = 0, **more: Any) -> LadderChallenge:
    return LadderChallenge(number, pair[0], pair[1], on(made), on(made + RULES.days), **more)


def won(number: int, pair: str, day: int, winner: str | None, made: int = 0) -> LadderChallenge:
    return challenge(number, pair, made, status="played", played_on=on(day), winner=winner)


def order(day: int, *challenges: LadderChallenge, rules: LadderRules = RULES, names: str = "ABCDEF") -> str:
    return "".join(climb(players(names), challenges, rules, start=START, day=on(day)).order)


def test_the_winner_who_stood_lower_takes_the_losers_place() -> None:
    assert order(5) == "ABCDEF"
    assert order(5, won(1, "DB", 3, "D")) == "ADCBEF"
    assert order(2, won(1, "DB", 3, "D")) == "ABCDEF"  # not before it was played
    for winner in ("B", None):
        assert order(5, won(1, "DB", 3, winner)) == "ABCDEF"
    # who has been passed since wins back the place
    assert order(9, won(1, "CA", 1, "C"), won(2, "BC", 2, "C", 1), won(3, "AC", 9, "A", 5)) == "ABCDEF"


def test_refusals_and_missed_deadlines_count_as_losses() -> None:
    declined = challenge(1, "DB", state="declined", settled_on=on(2))
    assert order(1, declined) == "ABCDEF"
    assert order(2, declined) == "ADCBEF"
    missed = challenge(1, "DB")
    assert order(14, missed) == "ABCDEF"
    assert order(15, missed) == "ADCBEF"
    late = won(1, "DB", 16, "B")  # no result after the deadline moves anybody
    assert order(16, late) == "ADCBEF"
    assert order(16, challenge(1, "DB", state="withdrawn", settled_on=on(2))) == "ABCDEF"
    kind = LadderRules(unplayed="nothing")
    assert order(15, missed, rules=kind) == order(2, declined, rules=kind) == "ABCDEF"


def test_a_no_show_loses_and_a_void_match_moves_nobody() -> None:
    no_show = challenge(1, "DB", status="forfeit", settled_on=on(4), absent=["B"], winner="D")
    assert order(3, no_show) == "ABCDEF"
    assert order(4, no_show) == "ADCBEF"
    neither = challenge(1, "DB", status="forfeit", settled_on=on(4), absent=["B", "D"])
    assert order(20, neither) == "ABCDEF"
    assert order(20, challenge(1, "DB", status="void", settled_on=on(4))) == "ABCDEF"
    # decided after the deadline: that has been missed
    assert order(20, challenge(1, "DB", status="void", settled_on=on(19))) == "ADCBEF"


def test_who_is_inactive_goes_down_a_place() -> None:
    plays = [won(number, pair, day, pair[1], day) for number, (pair, day) in enumerate(ROUTINE, 1)]
    assert order(60, *plays) == "ABCDEF"
    assert order(61, *plays) == "BACDEF"
    assert order(120, *plays) == "BACDEF"
    assert order(121, *plays) == "BCADEF"
    assert order(500) == "ABCDEF"  # nobody plays: nobody is passed
    assert order(500, *plays, rules=LadderRules(inactive_days=None)) == "ABCDEF"


ROUTINE = [(pair, day) for day in (30, 60, 90, 119) for pair in ("CB", "ED", "FE")]


def test_two_who_are_inactive_go_down_together_and_stay_in_order() -> None:
    plays = [won(1, "DC", 50, "C", 50), won(2, "FE", 50, "E", 50)]
    assert order(61, *plays) == "CABDEF"


def test_players_come_in_last_and_leave() -> None:
    there = [*players("ABC"), LadderPlayer("D", 4, joined_on=on(5))]
    assert "".join(climb(there, [], RULES, start=START, day=on(4)).order) == "ABC"
    assert "".join(climb(there, [], RULES, start=START, day=on(5)).order) == "ABCD"
    beaten = won(1, "CA", 2, "C")
    gone = [LadderPlayer("A", 1, left=True, left_on=on(4)), *players("ABC")[1:]]
    assert "".join(climb(gone, [beaten], RULES, start=START, day=on(3)).order) == "CBA"
    ladder = climb(gone, [beaten], RULES, start=START, day=on(4))
    assert "".join(ladder.order) == "CB"
    given = LadderInput(tuple(gone), (beaten,), RULES, START, on(4))
    assert given.ladder == ladder
    assert given.list_places() == {"C": 1, "B": 2, "A": 3}
    never = climb([LadderPlayer("A", 1, left=True), *players("ABC")[1:]], [], RULES, start=START, day=on(4))
    assert "".join(never.order) == "BC"


def test_who_leaves_loses_the_open_challenge() -> None:
    given = LadderInput(tuple(players("ABCD")), (challenge(1, "DB"),), RULES, START, on(3))
    assert given.busy == {"B", "D"}
    assert "".join(given.withdraw("B").ladder.order) == "ADC"
    assert "".join(given.withdraw("D").ladder.order) == "ABC"
    assert LadderInput(given.players, given.challenges, RULES, None, None).day == on(0)


def refusal(ladder: Ladder, busy: set[str], pair: str) -> tuple[str, str] | None:
    problem = find_challenge_problem(ladder, RULES, busy, pair[0], pair[1])
    return (problem.path, problem.code) if problem else None


def test_who_may_challenge_whom() -> None:
    ladder = climb(players(), [], RULES, start=START, day=START)
    assert [pair for pair in ("DA", "DB", "DC") if refusal(ladder, set(), pair)] == []
    assert refusal(ladder, set(), "EA") == ("challenged", "too-far-up")
    assert refusal(ladder, set(), "AB") == ("challenged", "stands-lower")
    assert refusal(ladder, set(), "AA") == ("challenged", "own-challenge")
    assert refusal(ladder, set(), "XA") == ("challenger", "not-on-ladder")
    assert refusal(ladder, set(), "BX") == ("challenged", "not-on-ladder")
    assert refusal(ladder, {"B"}, "CB") == ("challenged", "challenged-already")
    assert refusal(ladder, {"B"}, "BA") == ("challenger", "challenged-already")


def test_a_challenge_is_open_until_it_is_played_or_its_deadline_is_over() -> None:
    assert list_challenged([challenge(1, "DB")], on(14)) == {"B", "D"}
    assert list_challenged([challenge(1, "DB")], on(15)) == set()
    assert list_challenged([won(1, "DB", 3, "D")], on(4)) == set()
    assert list_challenged([challenge(1, "DB", state="declined", settled_on=on(1))], on(4)) == set()


days = st.integers(0, 400)
names = st.sampled_from("ABCDEF")


@st.composite
def random_challenges(draw: st.DrawFn) -> list[LadderChallenge]:
    made = draw(st.lists(st.tuples(days, names, names, st.integers(0, 30)), max_size=25))
    challenges = []
    for number, (day, one, other, later) in enumerate(made, 1):
        if one == other:
            continue
        fate = draw(st.sampled_from(["open", "declined", "withdrawn", "played", "forfeit", "void"]))
        settled = {"settled_on": on(day + later)}
        winner = draw(st.sampled_from([one, other, None]))
        fates: dict[str, dict[str, Any]] = {
            "declined": {"state": "declined", **settled},
            "withdrawn": {"state": "withdrawn", **settled},
            "played": {"status": "played", "played_on": on(day + later), "winner": winner},
            "forfeit": {"status": "forfeit", "winner": winner, "absent": [other], **settled},
            "void": {"status": "void", **settled},
        }
        challenges.append(challenge(number, one + other, day, **fates.get(fate, {})))
    return challenges


@given(
    random_challenges(),
    st.dictionaries(names, days),
    st.dictionaries(names, st.one_of(st.none(), days)),
    st.integers(1, 90),
    days,
)
def test_no_place_is_lost_or_taken_twice(
    challenges: list[LadderChallenge],
    joined: dict[str, int],
    left: dict[str, int | None],
    inactive_days: int,
    day: int,
) -> None:
    entered = [
        LadderPlayer(
            name,
            seed,
            joined_on=on(joined[name]) if name in joined else None,
            left=name in left,
            left_on=on(left[name] or 0) if left.get(name) is not None else None,
        )
        for seed, name in enumerate("ABCDEF", 1)
    ]
    rules = LadderRules(inactive_days=inactive_days)
    ladder = climb(entered, challenges, rules, start=START, day=on(day))
    there = {
        player.id
        for player in entered
        if (player.joined_on is None or player.joined_on <= on(day))
        and (not player.left or (player.left_on and max(player.left_on, player.joined_on or START) > on(day)))
    }
    assert sorted(ladder.order) == sorted(there)
    given = LadderInput(tuple(entered), tuple(challenges), rules, START, on(day))
    assert sorted(given.list_places().values()) == [1, 2, 3, 4, 5, 6]
    assert given.withdraw("C").ladder.find_place("C") is None
    # what was on an earlier day stays, and the same comes out again
    before = climb(entered, challenges, rules, start=START, day=on(day // 2))
    assert before.moves == tuple(move for move in ladder.moves if move.day <= on(day // 2))
    assert climb(reversed(entered), challenges[::-1], rules, start=START, day=on(day)) == ladder
    for move in ladder.moves:
        assert move.before != move.after


@given(random_challenges(), days)
def test_moves_lead_from_the_seeds_to_the_order(challenges: list[LadderChallenge], day: int) -> None:
    ladder = climb(players(), challenges, RULES, start=START, day=on(day))
    places = {name: seed for seed, name in enumerate("ABCDEF", 1)}
    for move in ladder.moves:
        assert places[move.player] == move.before
        places[move.player] = move.after
    assert sorted(places, key=lambda name: places[name]) == list(ladder.order)
