"""Deals of North American Skat that several tests use."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from games import Invalid, Problem, Score, get, score
from games.skat.cards import DECK, count_card_points
from games.skat.rotation import get_leader, list_playing_seats

KEY = "north-american-skat"
SUITS = ("clubs", "spades", "hearts", "diamonds")
RULINGS: dict[str, tuple[Any, ...]] = {
    "loss_basis": ("base", "full"),
    "stacking": ("none", "multiply"),
    "overbid": ("gt", "ge"),
    "schwarz": ("earned", "cumulative"),
    "fail_double": (True, False),
    "gucki_nullo_double": (False, True),
    "grand_ouvert": ("all", "61"),
    "sweep_others": (0, 20),
    "all_pass": ("leader", "ramsch"),
    "losses_double": (False, True),
}
OTHER_OPTIONS: dict[str, Any] = {
    "gucki_nullo": True,
    "kontra": True,
    "extra_multipliers": {"Spitze": 1, "Open": 2},
}


def build_solo(**more: Any) -> dict[str, Any]:
    """Build a spade Solo of seat 1, which leads the first deal: by default 22 points for 70 card points."""
    usual = {"declarer": 1, "bid": 18, "game": "solo", "suit": "spades", "matadors": 1, "points": 70}
    return usual | more


def build_grand(game: str, **more: Any) -> dict[str, Any]:
    return {"declarer": 1, "bid": 10, "game": game, "matadors": 2, "points": 70, **more}


def build_null(game: str, tricks: int, **more: Any) -> dict[str, Any]:
    return {"declarer": 1, "bid": 12, "game": game, "tricks": tricks, **more}


def build_ramsch(points: Any, tricks: Any, **more: Any) -> dict[str, Any]:
    return {"game": "ramsch", "points": points, "tricks": tricks, **more}


def score_deals(*deals: dict[str, Any], seats: int = 3, **options: Any) -> Score:
    return score(KEY, {"deals": list(deals)}, options, seats)


def score_declarer(deal: dict[str, Any], **options: Any) -> int:
    """Return what a deal is worth to its declarer; check that nobody else wins or loses by it."""
    by_seat = [seat.deal_scores[0] for seat in score_deals(deal, **options).seats]
    assert [change for seat, change in enumerate(by_seat) if seat != deal["declarer"]] == [0, 0]
    own = by_seat[deal["declarer"]]
    assert own is not None
    return own


TIED_RAMSCH = build_ramsch([30, 30, 60], [3, 3, 4])  # so that the last tricks decide
ALL_PASS: dict[str, Any] = {"all_pass": "ramsch"}

# --- refusals


def collect_problems(*deals: Any, seats: int = 3, **options: Any) -> list[Problem]:
    with pytest.raises(Invalid) as refused:
        score(KEY, {"deals": list(deals)}, options, seats)
    return list(refused.value.problems)


def collect_problem_codes(*deals: Any, seats: int = 3, **options: Any) -> list[tuple[str, str]]:
    """Return path below the deals, and code, of every error in order; check that each code is documented."""
    problems = collect_problems(*deals, seats=seats, **options)
    assert {problem.code for problem in problems} <= get(KEY).codes.keys()
    return [(problem.path.removeprefix("sheet.deals."), problem.code) for problem in problems]


def get_problem_message(*deals: Any, seats: int = 3, **options: Any) -> str:
    (problem,) = collect_problems(*deals, seats=seats, **options)
    return str(problem.message)


# --- any deal there may be: made up from a seed, as so many draws would take long

SEEDS = st.integers(0, 10**9)
NULL_LIMITS = {"nullo": 20, "null-ouvert": 40, "gucki-nullo": 15, "gucki-nullo-ouvert": 30}
POINT_GAMES = ("tournee", "solo", "grand-tournee", "grand-solo", "gucki-grand", "grand-ouvert")


def deal_card_points(chance: Random) -> tuple[list[int], int]:
    """Return the card points of ten tricks of any three cards, and of the skat."""
    cards = chance.sample(DECK, len(DECK))
    return [count_card_points(cards[at : at + 3]) for at in range(2, 32, 3)], count_card_points(cards[:2])


def draw_contract(chance: Random, number: int, seats: int, options: dict[str, Any]) -> dict[str, Any]:
    deal: dict[str, Any] = {"declarer": chance.choice(list_playing_seats(number, seats))}
    may_be_unbid = options.get("all_pass") != "ramsch" and deal["declarer"] == get_leader(number, seats)
    bid = (
        None
        if may_be_unbid and chance.random() < 0.5
        else chance.choice((chance.randint(10, 15), chance.randint(10, 80)))
    )
    if chance.random() < 0.2:
        game = chance.choice(list(NULL_LIMITS))
        deal |= {
            "bid": bid and min(bid, NULL_LIMITS[game]),
            "game": game,
            "tricks": chance.choice((0, 1, 10)),
        }
    else:
        deal |= {"bid": bid, **draw_point_game(chance)}
    if chance.random() < 0.5:
        deal["kontra"] = chance.randint(0, 4)
    return deal


def draw_point_game(chance: Random) -> dict[str, Any]:
    """Draw a suit game or a grand, without its declarer."""
    game = chance.choice(POINT_GAMES)
    deal: dict[str, Any] = {"game": game}
    if game in ("tournee", "solo"):
        deal["suit"] = chance.choice(SUITS)
    deal["matadors"] = chance.randint(1, 11 if "suit" in deal else 4) * chance.choice((1, -1))
    tricks, skat = deal_card_points(chance)
    taken = chance.randint(0, 10)
    deal["points"] = sum(tricks[:taken]) + skat
    if deal["points"] == 120 or chance.random() < 0.5:
        deal["tricks"] = taken
    if game != "grand-ouvert" and chance.random() < 0.5:
        deal["announced"] = chance.choice(("schneider", "schwarz"))
    if game in ("tournee", "grand-tournee") and chance.random() < 0.5:
        deal["second_turn"] = True
    if chance.random() < 0.5:
        deal["extra"] = chance.sample(list(OTHER_OPTIONS["extra_multipliers"]), chance.randint(0, 2))
    return deal


def draw_ramsch(chance: Random, number: int, seats: int, options: dict[str, Any]) -> dict[str, Any]:
    tricks, _skat = deal_card_points(chance)
    there = list_playing_seats(number, seats)
    winners = chance.choices(there[: chance.randint(1, 3)], k=10)

    def by_seat(of: Any) -> list[int | None]:
        return [of(seat) if seat in there else None for seat in range(seats)]

    last = {seat: trick for trick, seat in enumerate(winners, 1)}
    taken = list(zip(tricks, winners, strict=True))
    deal = build_ramsch(
        by_seat(lambda seat: sum(own for own, won in taken if won == seat)), by_seat(winners.count)
    )
    deal["last_tricks"] = by_seat(last.get)
    if options.get("all_pass") == "ramsch":
        deal["passed_on"] = chance.randint(0, 3)
    return deal


@st.composite
def sessions(draw: st.DrawFn) -> dict[str, Any]:
    """Draw any arguments of `games.score`, at tables of any size, under any rulings."""
    seats, deals = draw(st.integers(3, 5)), draw(st.integers(0, 7))
    chance = Random(draw(SEEDS))
    options = {**OTHER_OPTIONS, **{name: chance.choice(values) for name, values in RULINGS.items()}}
    made = [
        chance.choice((draw_contract, draw_contract, draw_ramsch))(chance, number, seats, options)
        for number in range(deals)
    ]
    return {"game": KEY, "sheet": {"deals": made}, "options": options, "seats": seats}


@st.composite
def first_contracts(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a first deal at a table of three, with a suit game or a grand."""
    chance = Random(draw(SEEDS))
    declarer = chance.randint(0, 2)
    bid = None if declarer == 1 and chance.random() < 0.5 else chance.randint(10, 80)
    return {"declarer": declarer, "bid": bid, **draw_point_game(chance), "kontra": chance.randint(0, 4)}
