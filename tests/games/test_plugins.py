"""A game from another package needs nothing but a `Game`."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Annotated, Any

import pytest

import games
from games import Field, Game, Invalid, Layout, Problem, Score, SeatScore, Step, Text, registry
from games.checks import Case
from games.sheets import MayBeLeftOut, OneASeat, Strict, between


class Hand(Strict):
    stones: Annotated[list[Annotated[int, between(0, 9)] | None], OneASeat(2, 4)]
    winner: MayBeLeftOut[int] = None


class Pebbles(Strict):
    hands: list[Hand]


class PebblesOptions(Strict):
    most: int = 9


def no_more_stones_than_agreed(stones: int | None, case: Case) -> Iterator[Problem]:
    if (stones or 0) > case.options.most:
        hand, seat = case.at
        yield Problem("", "too-many", Text("Hand {hand}, seat {seat}.", {"hand": hand + 1, "seat": seat}))


def winner_has_most_stones(hand: Hand, case: Case) -> Iterator[Problem]:
    for seat in range(case.seats):
        if hand.winner is not None and (hand.stones[seat] or 0) > (hand.stones[hand.winner] or 0):
            yield Problem("winner", "not-the-winner", Text("Seat {seat} has more.", {"seat": seat}))


def calculate(sheet: Pebbles, options: PebblesOptions, seats: int) -> Score:
    totals = [sum(hand.stones[seat] or 0 for hand in sheet.hands) for seat in range(seats)]
    return Score(
        complete=True,
        seats=tuple(
            SeatScore(total, 1 + sum(other > total for other in totals), None, 1, (total,), 0, 0, 0, None)
            for total in totals
        ),
    )


PEBBLES = Game(
    key="pebbles",
    name="Pebbles",
    about="Count your stones.",
    min_seats=2,
    max_seats=4,
    Options=PebblesOptions,
    Sheet=Pebbles,
    checks={"hands": (winner_has_most_stones,), "hands.stones": (no_more_stones_than_agreed,)},
    calculate=calculate,
    explain=lambda sheet, options, seats: (Step(Text("Counted.")),) * seats,
    deals=lambda options: None,
    layout=lambda options, seats: Layout(per_seat=(Field("stones", "Stones", "count", 0, 9),)),
)
NOT_A_GAME = "pebbles"
SECOND_SKUCK = games.get("skuck")


@pytest.fixture
def install_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Install the named objects of this module as if packages brought them."""

    def installed(*names: str) -> None:
        points = [EntryPoint(name, f"{__name__}:{name}", registry.ENTRY_POINT_GROUP) for name in names]
        monkeypatch.setattr(registry, "entry_points", lambda group: points)
        registry._load_plugins.cache_clear()

    yield installed
    registry._load_plugins.cache_clear()


def collect_problem_codes(sheet: Any, **arguments: Any) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as invalid:
        games.score("pebbles", sheet, **arguments)
    return [(problem.path, problem.code) for problem in invalid.value.problems]


def test_strangers_game_is_scored_beside_the_built_in_ones(install_games: Any) -> None:
    built_in = {game.key for game in games.installed()}
    install_games("PEBBLES")
    assert [game.key for game in games.installed()] == sorted({"pebbles", *built_in})
    assert games.get("pebbles") is PEBBLES
    result = games.score("pebbles", {"hands": [{"stones": [1, 5, None]}, {"stones": [3, 0, 5]}]}, seats=3)
    assert [(seat.score, seat.place) for seat in result.seats] == [(4, 3), (5, 1), (5, 1)]


def test_checks_of_a_strangers_game_run_over_what_can_be_read(install_games: Any) -> None:
    install_games("PEBBLES")
    hands = [
        {"stones": [7, 0]},
        {"stones": ["x", 7]},
        {"stones": [7]},
        {"stones": [8, 10]},
        {"stones": [2, "x"], "winner": 1},
        {"stones": [1, 3], "winner": 0},
    ]
    assert collect_problem_codes({"hands": hands}, options={"most": 6}, seats=2) == [
        ("sheet.hands.0.stones.0", "too-many"),
        ("sheet.hands.1.stones.0", "integer"),
        ("sheet.hands.1.stones.1", "too-many"),
        ("sheet.hands.2.stones", "length"),
        ("sheet.hands.3.stones.0", "too-many"),
        ("sheet.hands.3.stones.1", "range"),
        ("sheet.hands.4.stones.1", "integer"),
        ("sheet.hands.5.winner", "not-the-winner"),
    ]


def test_seats_are_needed_where_the_game_leaves_a_choice(install_games: Any) -> None:
    install_games("PEBBLES")
    assert collect_problem_codes({"hands": 5}) == [("seats", "missing")]
    assert collect_problem_codes({"hands": 5}, seats=5) == [("seats", "range")]
    assert PEBBLES.fixed_seats is None


def test_game_without_levels_and_styles_has_none(install_games: Any) -> None:
    assert PEBBLES.level_of(None) is None
    assert PEBBLES.style_of(10, 2) is None


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("NOT_A_GAME", "It is not a games.Game."),
        ("SECOND_SKUCK", "There is another game with the key skuck."),
        ("NOT_THERE", "AttributeError: module"),
    ],
)
def test_plugin_that_cannot_be_used_is_named_and_the_others_are_there(
    install_games: Any, name: str, problem: str
) -> None:
    install_games("PEBBLES", name)
    assert {game.key for game in games.installed()} == {game.key for game in registry.BUILT_IN} | {"pebbles"}
    [broken] = games.list_broken_plugins()
    assert broken.value.endswith(name) and broken.problem.startswith(problem)
    assert ("Traceback" in broken.traceback) == (name == "NOT_THERE")
