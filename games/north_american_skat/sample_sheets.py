"""Made-up North American Skat sessions, for demos and measurements."""

from __future__ import annotations

from random import Random
from typing import Any

from games.north_american_skat.scoring import GAME_LEVEL
from games.north_american_skat.sheet import (
    GRAND_OUVERT,
    GRAND_SOLO,
    GRAND_TOURNEE,
    GRANDS,
    GUCKI_GRAND,
    MIN_BID,
    NULLS,
    SOLO,
    SUIT_GAMES,
    TOURNEE,
    TOURNEES,
    Options,
)
from games.skat.cards import ALL_POINTS, SUITS
from games.skat.contracts import KONTRA_LABELS, TRICKS
from games.skat.ramsch import RAMSCH
from games.skat.rotation import get_leader, list_playing_seats
from games.skat.sample_sheets import draw_tricks, make_fewest_points_deal
from games.skat.session import count_deals

# How often each game is played, of a hundred.
GAME_WEIGHTS = {
    TOURNEE: 30,
    SOLO: 36,
    GRAND_TOURNEE: 7,
    GUCKI_GRAND: 8,
    GRAND_SOLO: 6,
    GRAND_OUVERT: 1,
    "nullo": 6,
    "null-ouvert": 2,
    RAMSCH: 4,
}
ALL_PASS_GAME_WEIGHTS = {**GAME_WEIGHTS, RAMSCH: sum(GAME_WEIGHTS.values()) // 2}  # a third of all deals
UNBID_RATE, OVERBID_RATE, SECOND_TURN_RATE, ANNOUNCE_RATE = 0.08, 0.05, 0.2, 0.06
SKILL = 1.7  # how much more often than another player a declarer takes a trick, cards being dealt at random
DEALS_PER_SEAT = 3
SAFE_RATE = 0.8  # an exposed grand is played only if it cannot be lost, mostly


def make_sample_sheet(options: Options, seats: int, chance: Random) -> dict[str, Any]:
    deals = count_deals(options, seats) or DEALS_PER_SEAT * seats
    return {"deals": [_make_deal(number, seats, options, chance) for number in range(deals)]}


def _make_deal(number: int, seats: int, options: Options, chance: Random) -> dict[str, Any]:
    often = ALL_PASS_GAME_WEIGHTS if options.all_pass == RAMSCH else GAME_WEIGHTS
    game = chance.choices(list(often), list(often.values()))[0]
    if game == RAMSCH:
        return _make_ramsch(number, seats, options, chance)
    unbid = options.all_pass != RAMSCH and chance.random() < UNBID_RATE
    declarer = get_leader(number, seats) if unbid else chance.choice(list_playing_seats(number, seats))
    if game in NULLS:
        tricks = 0 if chance.random() < 0.7 else chance.randint(1, 3)
        bid = None if unbid else _choose_bid(NULLS[game], chance)
        return {"declarer": declarer, "bid": bid, "game": game, "tricks": tricks}
    return {"declarer": declarer, **_make_contract(game, unbid, options, chance)}


def _make_contract(game: str, unbid: bool, options: Options, chance: Random) -> dict[str, Any]:
    suit = chance.choice(SUITS) if game in SUIT_GAMES else None
    base = SUIT_GAMES[game][suit] if suit else GRANDS[game]
    matadors = chance.choices((1, 2, 3, 4), (45, 32, 15, 8))[0]
    value = base * (matadors + GAME_LEVEL)
    if chance.random() < OVERBID_RATE:
        value += base
    points, tricks = _draw_declarer_tricks(chance)
    if game == GRAND_OUVERT and chance.random() < SAFE_RATE:
        points, tricks = ALL_POINTS, TRICKS
    deal: dict[str, Any] = {"bid": None if unbid else _choose_bid(value, chance), "game": game}
    if suit:
        deal["suit"] = suit
    is_with = game in GRANDS or tricks == TRICKS or chance.random() < 0.6
    deal |= {"matadors": matadors if is_with else -matadors, "points": points}
    if points == ALL_POINTS or chance.random() < 0.4:
        deal["tricks"] = tricks
    if game != GRAND_OUVERT and chance.random() < ANNOUNCE_RATE:
        deal["announced"] = "schneider"
    if game in TOURNEES and chance.random() < SECOND_TURN_RATE:
        deal["second_turn"] = True
    if options.kontra and chance.random() < 0.15:
        deal["kontra"] = chance.choice(list(KONTRA_LABELS)[:2])
    if options.extra_multipliers and chance.random() < 0.2:
        deal["extra"] = [chance.choice(list(options.extra_multipliers))]
    return deal


def _choose_bid(value: int, chance: Random) -> int:
    """Choose a bid as people do: an even number, up to the expected value of the game."""
    return 2 * chance.randint(MIN_BID // 2, max(MIN_BID, value) // 2)


def _draw_declarer_tricks(chance: Random) -> tuple[int, int]:
    """Return the card points and the number of tricks of a declarer."""
    tricks, skat = draw_tricks(chance)
    won = [points for points in tricks if chance.random() < SKILL / (SKILL + 1)]
    return sum(won) + skat, len(won)


def _make_ramsch(number: int, seats: int, options: Options, chance: Random) -> dict[str, Any]:
    deal = make_fewest_points_deal(number, seats, chance)
    if options.all_pass != RAMSCH:
        return deal
    del deal["last_tricks"]
    return deal | {"passed_on": chance.choices((0, 1, 2, 3), (85, 10, 4, 1))[0]}
