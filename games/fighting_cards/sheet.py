"""The Fighting Cards sheet (docs/reference/sheets.md, Fighting Cards)."""

from __future__ import annotations

from typing import Annotated

from games.sheets import MayBeLeftOut, Strict, between

SEATS = 3
ALL_POINTS = 40
MIN_BID, MAX_BID = 21, ALL_POINTS
MAX_DEALS = 1000

Seat = Annotated[int, between(0, SEATS - 1)]
Bid = Annotated[int, between(MIN_BID, MAX_BID)]
Points = Annotated[int, between(0, ALL_POINTS)]


class Options(Strict):
    double_losses: bool = True
    deals: Annotated[int, between(1, MAX_DEALS)] | None = None  # None: as many as the players like
    passes_count: bool = False
    bid_after_pass: bool = False


class Deal(Strict):
    declarer: Seat | None  # None: all passed, and nothing else is written
    bid: MayBeLeftOut[Bid] = None
    hand: bool = False
    points: MayBeLeftOut[Points] = None


class Sheet(Strict):
    deals: list[Deal]
