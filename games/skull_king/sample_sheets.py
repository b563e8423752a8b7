"""Made-up Skull King games for demos and benchmarks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from games.skull_king.editions import FOURTEENS, Edition
from games.skull_king.sheet import Options, get_edition, list_cards_dealt

MISS_CHOICES = (0, 0, 0, 0, 0, 1, -1, 1, -1, 2)  # tricks by which people miss their bids
BONUS_RATE = 0.6  # the part of possible captures that happen when 60 cards are dealt

Bonus = dict[str, Any]


def make_sample_sheet(options: Options, seats: int, chance: Random) -> dict[str, Any]:
    return {
        "deals": [_make_deal(cards, options, seats, chance) for cards in list_cards_dealt(options, seats)]
    }


def _make_deal(cards: int, options: Options, seats: int, chance: Random) -> dict[str, Any]:
    """Make up a round with bids close to the tricks taken, as people bid.

    A capture is written down only where the bid is made.
    """
    edition = get_edition(options)
    destroyed = int(edition.can_destroy_tricks and cards > 1 and chance.random() < cards / 40)
    winners = [chance.randrange(seats) for _trick in range(cards - destroyed)]
    tricks = [winners.count(seat) for seat in range(seats)]
    bids = [max(0, min(cards, taken + chance.choice(MISS_CHOICES))) for taken in tricks]
    bonus: list[Bonus] = [{} for _seat in range(seats)]
    for winner, written in zip(winners, _draw_bonuses(cards, edition, seats, chance), strict=False):
        if bids[winner] == tricks[winner]:
            _add_bonus(bonus, winner, written, chance)
    deal: dict[str, Any] = {"bids": bids, "tricks": tricks}
    if any(bonus):
        deal["bonus"] = bonus
    if destroyed:
        deal["destroyed"] = destroyed
    return deal


def _draw_bonuses(cards: int, edition: Edition, seats: int, chance: Random) -> Iterator[tuple[str, int]]:
    """Yield captures and Loot, each for a trick of its own, by kind and count.

    The more cards are dealt, the more happens. The Skull King takes Pirates or is taken, not both.
    """
    kinds = [kind for kind in FOURTEENS if edition.points_by_bonus.get(kind)]
    kinds += [chance.choice([kind for kind in ("pirates", "skull_king") if kind in edition.points_by_bonus])]
    kinds += [kind for kind in ("mermaids", "loot") if edition.points_by_bonus.get(kind) and seats > 2]
    chance.shuffle(kinds)
    for kind in kinds:
        if chance.random() < BONUS_RATE * cards * seats / 60:
            yield kind, chance.choice((1, 1, 2)) if kind == "pirates" and seats > 2 else 1


def _add_bonus(bonus: Sequence[Bonus], winner: int, written: tuple[str, int], chance: Random) -> None:
    kind, count = written
    if kind != "loot":
        bonus[winner][kind] = count
        return
    player = chance.choice([seat for seat in range(len(bonus)) if seat != winner])
    bonus[player]["loot"] = [winner]
