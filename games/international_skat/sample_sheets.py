"""Made-up International Skat sessions, for demos and measurements."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.international_skat.contract import CUSTOMARY_BIDS, NULL_VALUES
from games.international_skat.sheet import BASES, NULLS, ORIGINAL_RAMSCH, Options
from games.skat.cards import ALL_POINTS
from games.skat.ramsch import RAMSCH
from games.skat.rotation import list_playing_seats
from games.skat.sample_sheets import make_fewest_points_deal
from games.skat.session import count_deals

DEALS_PER_SEAT = 3
GAME_WEIGHTS = {
    "clubs": 24,
    "spades": 20,
    "hearts": 17,
    "diamonds": 13,
    "grand": 19,
    "null": 5,
    "null-ouvert": 2,
}
MATADOR_WEIGHTS = {1: 34, -1: 26, 2: 13, -2: 11, 3: 5, -3: 5, 4: 4, -4: 2}
ALL_PASS_RATE, HAND_RATE, ANNOUNCE_RATE, OVERBID_RATE = 0.04, 0.12, 0.15, 0.03  # how often


def make_sample_sheet(options: Options, seats: int, chance: Random) -> dict[str, Any]:
    """Make up a session; some players are better than others throughout."""
    skill = [chance.uniform(0.7, 0.92) for _ in range(seats)]
    most = count_deals(options, seats) or DEALS_PER_SEAT * seats
    deals: list[dict[str, Any]] = []
    counted = 0
    while counted < most:
        playing = list_playing_seats(len(deals), seats)
        if chance.random() >= ALL_PASS_RATE:
            deals.append(_make_contract(chance.choice(playing), skill, options, chance))
        elif options.all_pass == ORIGINAL_RAMSCH:
            deals.append(make_fewest_points_deal(len(deals), seats, chance))
        elif options.all_pass == RAMSCH:
            deals.append(_make_ramsch(playing, seats, chance))
        else:
            deals.append({"declarer": None})
        counted += options.passes_count or deals[-1] != {"declarer": None}
    return {"deals": deals}


def _make_contract(declarer: int, skill: Sequence[float], options: Options, chance: Random) -> dict[str, Any]:
    game = _choose_weighted(GAME_WEIGHTS, chance)
    won = chance.random() < skill[declarer]
    hand = options.hand == "allowed" and chance.random() < HAND_RATE
    in_hand = {"hand": True} if hand else {}
    if game in NULLS:
        bid = _choose_bid(NULL_VALUES[game, hand], chance)
        tricks = 0 if won else chance.randint(1, 3)
        return {"declarer": declarer, "bid": bid, "game": game, **in_hand, "tricks": tricks}
    matadors = _choose_weighted(MATADOR_WEIGHTS, chance)
    value = BASES[game] * (abs(matadors) + 1 + hand)
    overbid = chance.random() < OVERBID_RATE
    announces = hand and chance.random() < ANNOUNCE_RATE
    return {
        "declarer": declarer,
        "bid": next(bid for bid in CUSTOMARY_BIDS if bid > value) if overbid else _choose_bid(value, chance),
        "game": game,
        **in_hand,
        "matadors": matadors,
        "points": _choose_points(won, chance, announces),
        **({"announced": "schneider"} if announces else {}),
    }


def _choose_weighted(weights: dict[Any, int], chance: Random) -> Any:
    return chance.choices(list(weights), list(weights.values()))[0]


def _choose_bid(value: int, chance: Random) -> int:
    """Choose a customary bid up to the value, more often a low bid, as players bid no further than they must."""
    possible = [bid for bid in CUSTOMARY_BIDS if bid <= value]
    return possible[min(chance.randrange(len(possible)), chance.randrange(len(possible)))]


def _choose_points(won: bool, chance: Random, announces: bool) -> int:
    if won:
        return chance.randint(90, 102) if announces else round(chance.triangular(61, 104, 68))
    return round(chance.triangular(26, 60, 55))


def _make_ramsch(players: Sequence[int], seats: int, chance: Random) -> dict[str, Any]:
    """Make up a Ramsch: two cards worth little are put away, and the rest falls to the three players."""
    taken = ALL_POINTS - chance.choice((0, 0, 3, 4, 7, 10))
    first = chance.randint(15, 45)
    second = chance.randint(15, 45)
    shares = [first, second, taken - first - second]
    chance.shuffle(shares)
    points: list[int | None] = [None] * seats
    for seat, share in zip(players, shares, strict=True):
        points[seat] = share
    return {"game": RAMSCH, "points": points}
