"""Skull King games that nobody played: for demos, and to measure with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from games.skull_king.editions import FOURTEENS, Edition
from games.skull_king.sheet import Options, cards_dealt, edition_of

OFF = (0, 0, 0, 0, 0, 1, -1, 1, -1, 2)  # tricks, as people miss their bids
IN_THE_WAY = 0.6  # of what may happen in a trick, when all cards are dealt

Bonus = dict[str, Any]


def plausible(options: Options, seats: int, chance: Random) -> dict[str, Any]:
    return {"deals": [_round(cards, options, seats, chance) for cards in cards_dealt(options, seats)]}


def _round(cards: int, options: Options, seats: int, chance: Random) -> dict[str, Any]:
    """Bids near what is taken, as people bid; and what somebody took is written down where the bid is made."""
    edition = edition_of(options)
    destroyed = int(edition.destroys and cards > 1 and chance.random() < cards / 40)
    winners = [chance.randrange(seats) for _trick in range(cards - destroyed)]
    tricks = [winners.count(seat) for seat in range(seats)]
    bids = [max(0, min(cards, taken + chance.choice(OFF))) for taken in tricks]
    bonus: list[Bonus] = [{} for _seat in range(seats)]
    for winner, written in zip(winners, _bonuses(cards, edition, seats, chance), strict=False):
        if bids[winner] == tricks[winner]:
            _add(bonus, winner, written, chance)
    deal: dict[str, Any] = {"bids": bids, "tricks": tricks}
    if any(bonus):
        deal["bonus"] = bonus
    if destroyed:
        deal["destroyed"] = destroyed
    return deal


def _bonuses(cards: int, edition: Edition, seats: int, chance: Random) -> Iterator[tuple[str, int]]:
    """What happens, at most one thing a trick: the more cards are dealt, the more. A Skull King takes Pirates or is
    taken, not both."""
    kinds = [kind for kind in FOURTEENS if edition.worth.get(kind)]
    kinds += [chance.choice([kind for kind in ("pirates", "skull_king") if kind in edition.worth])]
    kinds += [kind for kind in ("mermaids", "loot") if edition.worth.get(kind) and seats > 2]
    chance.shuffle(kinds)
    for kind in kinds:
        if chance.random() < IN_THE_WAY * cards * seats / 60:
            yield kind, chance.choice((1, 1, 2)) if kind == "pirates" and seats > 2 else 1


def _add(bonus: Sequence[Bonus], winner: int, written: tuple[str, int], chance: Random) -> None:
    kind, count = written
    if kind != "loot":
        bonus[winner][kind] = count
        return
    player = chance.choice([seat for seat in range(len(bonus)) if seat != winner])
    bonus[player]["loot"] = [winner]
