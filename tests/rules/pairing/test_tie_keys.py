"""The key that decides level ties, by itself, and at tables of a bracket."""

from fractions import Fraction

import pytest

import games
from league.rules.pairing.bracket import build_knockout, play_bracket
from league.rules.pairing.protocol import PastRound, PastTable
from league.rules.pairing.table_knockout import compute_survived, play_tables
from league.rules.pairing.tie_keys import TieKey, list_tie_keys
from league.rules.seasons.paired_rounds import join_legs

ONE, TWO = Fraction(1), Fraction(2)


def test_keys_are_those_that_a_sheet_gives_and_the_seed() -> None:
    assert list(list_tie_keys(games.get("skuck"))) == ["score", "zeros", "seed"]
    skat = list_tie_keys(games.get("international-skat"))
    assert "zeros" not in skat and skat["games_won"] == TieKey("games_won")
    assert skat["best"] == TieKey("best", most=True)
    assert any(key.fewest for key in skat.values())


@pytest.mark.parametrize(
    ("key", "measured", "added", "said"),
    [
        (TieKey("score"), [7, -3], 4, 4),
        (TieKey("zeros"), [2, 1], 3, 3),
        (TieKey("own"), [5, 6], 11, 11),
        (TieKey("own", fewest=True), [-5, -6], -11, 11),
        (TieKey("own", most=True), [5, 6], 6, 6),
        (TieKey("own", fewest=True, most=True), [-5, -6], -6, 6),
        (TieKey("seed"), [-4, -4], -4, 4),
    ],
)
def test_more_is_better_and_is_added_up_as_the_figure_is(
    key: TieKey, measured: list[int], added: int, said: int
) -> None:
    sheets = ((7, {"@bids_made": 2, "own": 5}), (-3, {"@bids_made": 1, "own": 6}))
    values = [key.measure(score, figures, 4) for score, figures in sheets]
    assert values == measured
    assert key.add_up([[value] for value in values]) == (added,)
    assert key.format(added) == said


def test_sheet_without_the_figure_leaves_it_open() -> None:
    key = TieKey("own")
    assert key.measure(7, {}, 1) is None
    assert key.add_up([[1, 2], [None, 3]]) == (None, 5)
    table = PastTable(("p1", "p2"), (ONE, ONE), tie_values=(None, 5))
    assert play_bracket(build_knockout(2), ["p1", "p2"], [PastRound((table,))])[0].is_level


def test_tie_is_level_only_where_the_key_is_equal_too() -> None:
    for values, winner, decided in (
        ((), None, ()),
        ((3, 3), None, ()),
        ((3, 5), "p2", (3, 5)),
        ((5, 3), "p1", (5, 3)),
    ):
        table = PastTable(("p1", "p2"), (ONE, ONE), tie_values=values)
        [state] = play_bracket(build_knockout(2), ["p1", "p2"], [PastRound((table,))])
        assert (state.winner, state.tie_values, state.is_level) == (winner, decided, winner is None)
    won = PastTable(("p1", "p2"), (TWO, Fraction(0)), tie_values=(1, 9))
    [state] = play_bracket(build_knockout(2), ["p1", "p2"], [PastRound((won,))])
    assert (state.winner, state.tie_values) == ("p1", ())


def test_matches_that_were_not_played_count_nothing() -> None:
    played = PastTable(("p1", "p2"), (ONE, ONE), tie_values=(4, 2))
    no_show = PastTable(("p2", "p1"), (ONE, ONE), played=False)
    [joined] = join_legs([played, no_show], TieKey("score"))
    assert joined.tie_values == (4, 2)
    [joined] = join_legs([no_show, no_show], TieKey("score"))
    assert joined.tie_values == ()
    [joined] = join_legs([played, PastTable(("p2", "p1"), (None, None))], TieKey("score"))
    assert joined.tie_values == ()


def test_larger_table_is_ordered_by_points_then_by_the_key() -> None:
    points = tuple(map(Fraction, (3, 2, 2, 2)))
    table = PastTable(("p1", "p2", "p3", "p4"), points, tie_values=(0, 1, 3, 2))
    past = PastRound((table, PastTable(("q1", "q2", "q3", "q4"), points)))
    first, second = play_tables([past], 2)[0].tables
    assert first.going == ("p1", "p3")
    assert first.tie_values == {"p2": 1, "p3": 3, "p4": 2}
    assert second.is_level and not second.tie_values
    last = PastRound((PastTable(table.entries, (TWO, TWO, ONE, ONE), tie_values=(1, 2, 5, 5)),))
    survived = compute_survived(table.entries, [last], (), 2)
    assert sorted(survived, key=survived.__getitem__, reverse=True)[:2] == ["p2", "p1"]
    assert survived["p3"] == survived["p4"] == 0
