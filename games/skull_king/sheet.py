"""The Skull King sheet (docs/reference/sheets.md, Skull King)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeVar

from pydantic import AfterValidator, Field

from games.problems import _
from games.reading import complaint
from games.sheets import MaxEntries, MayBeLeftOut, OneASeat, SeatAtTable, Strict, between
from games.skull_king.editions import EDITIONS, MAX_SEATS, MIN_SEATS, Edition

T = TypeVar("T")

MAX_CARDS = 10  # dealt to a player in a round
MAX_CARDS_AT_LARGEST_TABLE = 8
MAX_DEALS = 20
MAX_TIE_ROUNDS = 10  # after the last, until one player is ahead
MAX_PIRATES = 6  # five, and the Tigress
MAX_MERMAIDS = 2
MAX_LOOT = 2
MAX_DESTROYED = 2  # 1 each by the Kraken and the White Whale
WAGERS = (0, 10, 20)
DEFAULT_SCHEDULE = tuple(range(1, MAX_CARDS + 1))

PerSeat = Annotated[list[T], OneASeat(MIN_SEATS, MAX_SEATS)]
Cards = Annotated[int, between(1, MAX_CARDS)]
Count = Annotated[int, between(0, MAX_CARDS)]
Once = Annotated[int, between(0, 1)]
Seat = Annotated[int, SeatAtTable(MAX_SEATS)]


def _check_wager(wager: int) -> int:
    if wager not in WAGERS:
        choices = ", ".join(map(str, WAGERS))
        raise complaint("choice", _("Must be one of these: {choices}."), choices=choices)
    return wager


Wager = Annotated[int, AfterValidator(_check_wager), Field(json_schema_extra={"enum": list(WAGERS)})]


class Options(Strict):
    edition: Literal["beck", "schmidt", "legacy-2018", "official-2021"] = "beck"
    scoring: Literal["classic", "rascal"] = "classic"
    schedule: Annotated[list[Cards], MaxEntries(MAX_DEALS, minimum=1)] = list(DEFAULT_SCHEDULE)
    another_round: bool = False


class Bonus(Strict):
    yellow_14: Once = 0
    green_14: Once = 0
    purple_14: Once = 0
    black_14: Once = 0
    pirates: Annotated[int, between(0, MAX_PIRATES)] = 0  # taken by this seat's Skull King
    mermaids: Annotated[int, between(0, MAX_MERMAIDS)] = 0  # taken by this seat's Pirates
    skull_king: Once = 0  # taken by this seat's Mermaid
    loot: Annotated[list[Seat], MaxEntries(MAX_LOOT)] = []  # who took this seat's Loot cards
    wager: Wager = 0
    bid_change: Annotated[int, between(-1, 1)] = 0
    cannonball: bool = False


class Deal(Strict):
    bids: PerSeat[Count]
    tricks: PerSeat[Count]
    bonus: MayBeLeftOut[PerSeat[Bonus]] = None
    destroyed: Annotated[int, between(0, MAX_DESTROYED)] = 0


class Sheet(Strict):
    deals: list[Deal]


def get_edition(options: Options) -> Edition:
    return EDITIONS[options.edition]


def list_cards_dealt(options: Options, seats: int) -> Sequence[int]:
    """Return the cards dealt to each player, round by round; at a table of eight never more than 8.

    See docs/reference/scoring.md, Skull King: Cards dealt.
    """
    most = MAX_CARDS if seats < MAX_SEATS else MAX_CARDS_AT_LARGEST_TABLE
    return [min(cards, most) for cards in options.schedule]


def list_cards_with_ties(options: Options, seats: int) -> Sequence[int]:
    """Return the cards dealt to each player, and those of the rounds by which a tie may be broken, like the last."""
    dealt = list_cards_dealt(options, seats)
    return [*dealt, *[dealt[-1]] * MAX_TIE_ROUNDS] if options.another_round else dealt
