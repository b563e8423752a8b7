"""What is written down in Skull King (sheets.md, "skull-king")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, Field

from games.problems import _
from games.reading import complaint
from games.sheets import MayBeLeftOut, OneASeat, SeatAtTable, Strict, UpTo, between
from games.skull_king.editions import EDITIONS, FEWEST_SEATS, MOST_SEATS, Edition

T = TypeVar("T")

MOST_CARDS = 10  # that a player is dealt in a round
MOST_CARDS_AT_THE_LARGEST = 8
MOST_DEALS = 20
MOST_PIRATES = 6  # five, and the Tigress
MOST_MERMAIDS = 2
MOST_LOOT = 2
MOST_DESTROYED = 2  # one each by the Kraken and the White Whale
WAGERS = (0, 10, 20)
USUAL_SCHEDULE = tuple(range(1, MOST_CARDS + 1))

PerSeat = Annotated[list[T], OneASeat(FEWEST_SEATS, MOST_SEATS)]
Cards = Annotated[int, between(1, MOST_CARDS)]
Count = Annotated[int, between(0, MOST_CARDS)]
Once = Annotated[int, between(0, 1)]
Seat = Annotated[int, SeatAtTable(MOST_SEATS)]


def _offered(wager: int) -> int:
    if wager not in WAGERS:
        choices = ", ".join(map(str, WAGERS))
        raise complaint("choice", _("Must be one of these: {choices}."), choices=choices)
    return wager


Wager = Annotated[int, AfterValidator(_offered), Field(json_schema_extra={"enum": list(WAGERS)})]


class Options(Strict):
    edition: Literal["beck", "schmidt", "legacy-2018", "official-2021"] = "beck"
    scoring: Literal["classic", "rascal"] = "classic"
    schedule: Annotated[list[Cards], UpTo(MOST_DEALS, minimum=1)] = list(USUAL_SCHEDULE)


class Bonus(Strict):
    yellow_14: Once = 0
    green_14: Once = 0
    purple_14: Once = 0
    black_14: Once = 0
    pirates: Annotated[int, between(0, MOST_PIRATES)] = 0  # taken by this seat's Skull King
    mermaids: Annotated[int, between(0, MOST_MERMAIDS)] = 0  # taken by this seat's Pirates
    skull_king: Once = 0  # taken by this seat's Mermaid
    loot: Annotated[list[Seat], UpTo(MOST_LOOT)] = []  # who took this seat's Loot cards
    wager: Wager = 0
    bid_change: Annotated[int, between(-1, 1)] = 0
    cannonball: bool = False


class Deal(Strict):
    bids: PerSeat[Count]
    tricks: PerSeat[Count]
    bonus: MayBeLeftOut[PerSeat[Bonus]] = None
    destroyed: Annotated[int, between(0, MOST_DESTROYED)] = 0


class Sheet(Strict):
    deals: list[Deal]


def edition_of(options: Options) -> Edition:
    return EDITIONS[options.edition]


def cards_dealt(options: Options, seats: int) -> Sequence[int]:
    """What each player is dealt, round by round: at the largest table never more than 8 (scoring.md 4.3)."""
    if seats < MOST_SEATS:
        return options.schedule
    return [min(cards, MOST_CARDS_AT_THE_LARGEST) for cards in options.schedule]
