"""North American Skat sessions that nobody played: for demos, and to measure with."""

from __future__ import annotations

from random import Random
from typing import Any

from games.north_american_skat.scoring import GAME
from games.north_american_skat.sheet import (
    GRAND_OUVERT,
    GRAND_SOLO,
    GRAND_TOURNEE,
    GRANDS,
    GUCKI_GRAND,
    LEAST_BID,
    NULLS,
    SOLO,
    SUIT_GAMES,
    TOURNEE,
    TOURNEES,
    Options,
)
from games.skat.cards import ALL_POINTS, DECK, SKAT_CARDS, SUITS, card_points
from games.skat.contracts import IN_A_TRICK, KONTRA_WORDS, TRICKS
from games.skat.ramsch import RAMSCH
from games.skat.table import leader, playing

# How often each game is played, of a hundred.
OFTEN = {
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
OFTEN_WHERE_ALL_PASS = {**OFTEN, RAMSCH: sum(OFTEN.values()) // 2}  # a third of all deals
UNBID, OVERBID, SECOND_TURN, ANNOUNCED = 0.08, 0.05, 0.2, 0.06
SKILL = 1.7  # how much more often than another player a declarer takes a trick, cards being dealt at random
DEALS_A_SEAT = 3
SAFE = 0.8  # an exposed grand is played only if it cannot be lost, mostly


def plausible(options: Options, seats: int, chance: Random) -> dict[str, Any]:
    deals = options.deals or DEALS_A_SEAT * seats
    return {"deals": [_deal(number, seats, options, chance) for number in range(deals)]}


def _deal(number: int, seats: int, options: Options, chance: Random) -> dict[str, Any]:
    often = OFTEN_WHERE_ALL_PASS if options.all_pass == RAMSCH else OFTEN
    game = chance.choices(list(often), list(often.values()))[0]
    if game == RAMSCH:
        return _ramsch(number, seats, options, chance)
    unbid = options.all_pass != RAMSCH and chance.random() < UNBID
    declarer = leader(number, seats) if unbid else chance.choice(playing(number, seats))
    if game in NULLS:
        tricks = 0 if chance.random() < 0.7 else chance.randint(1, 3)
        bid = None if unbid else _bid(NULLS[game], chance)
        return {"declarer": declarer, "bid": bid, "game": game, "tricks": tricks}
    return {"declarer": declarer, **_contract(game, unbid, options, chance)}


def _contract(game: str, unbid: bool, options: Options, chance: Random) -> dict[str, Any]:
    suit = chance.choice(SUITS) if game in SUIT_GAMES else None
    base = SUIT_GAMES[game][suit] if suit else GRANDS[game]
    matadors = chance.choices((1, 2, 3, 4), (45, 32, 15, 8))[0]
    value = base * (matadors + GAME)
    if chance.random() < OVERBID:
        value += base
    points, tricks = _taken(chance)
    if game == GRAND_OUVERT and chance.random() < SAFE:
        points, tricks = ALL_POINTS, TRICKS
    deal: dict[str, Any] = {"bid": None if unbid else _bid(value, chance), "game": game}
    if suit:
        deal["suit"] = suit
    is_with = game in GRANDS or tricks == TRICKS or chance.random() < 0.6
    deal |= {"matadors": matadors if is_with else -matadors, "points": points}
    if points == ALL_POINTS or chance.random() < 0.4:
        deal["tricks"] = tricks
    if game != GRAND_OUVERT and chance.random() < ANNOUNCED:
        deal["announced"] = "schneider"
    if game in TOURNEES and chance.random() < SECOND_TURN:
        deal["second_turn"] = True
    if options.kontra and chance.random() < 0.15:
        deal["kontra"] = chance.choice(list(KONTRA_WORDS)[:2])
    if options.extra_multipliers and chance.random() < 0.2:
        deal["extra"] = [chance.choice(list(options.extra_multipliers))]
    return deal


def _bid(value: int, chance: Random) -> int:
    """As people bid: an even number, up to what they think the game is worth."""
    return 2 * chance.randint(LEAST_BID // 2, max(LEAST_BID, value) // 2)


def _tricks(chance: Random) -> tuple[list[int], int]:
    """The card points of each trick, and of the skat, of cards dealt and played at random."""
    cards = chance.sample(DECK, len(DECK))
    tricks = [cards[at : at + IN_A_TRICK] for at in range(SKAT_CARDS, len(cards), IN_A_TRICK)]
    return [card_points(trick) for trick in tricks], card_points(cards[:SKAT_CARDS])


def _taken(chance: Random) -> tuple[int, int]:
    """The card points and tricks of a declarer."""
    tricks, skat = _tricks(chance)
    won = [points for points in tricks if chance.random() < SKILL / (SKILL + 1)]
    return sum(won) + skat, len(won)


def _ramsch(number: int, seats: int, options: Options, chance: Random) -> dict[str, Any]:
    tricks, _skat = _tricks(chance)
    there = playing(number, seats)
    winners = chance.choices(there, k=TRICKS)

    def by_seat(value_of: Any) -> list[Any]:
        return [value_of(seat) if seat in there else None for seat in range(seats)]

    deal = {
        "game": RAMSCH,
        "points": by_seat(
            lambda seat: sum(points for points, won in zip(tricks, winners, strict=True) if won == seat)
        ),
        "tricks": by_seat(winners.count),
    }
    if options.all_pass == RAMSCH:
        return deal | {"passed_on": chance.choices((0, 1, 2, 3), (85, 10, 4, 1))[0]}
    last = {seat: number for number, seat in enumerate(winners, 1)}
    return deal | {"last_tricks": by_seat(last.get)}
