"""The score sheet and the options of International Skat.

Fields: docs/reference/sheets.md, International Skat: Sheet.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from games.sheets import MayBeLeftOut, Strict, between
from games.skat import auction
from games.skat.cards import RankOrder
from games.skat.contracts import (
    MAX_DEALS,
    MAX_MATADORS,
    MAX_MATADORS_IN_GRAND,
    NOT_WRITTEN,
    Deals,
    Declarer,
    Extra,
    ExtraMultipliers,
    Kontra,
    Matadors,
)
from games.skat.fewest_points import LastTricks
from games.skat.ramsch import ONE_A_SEAT, RAMSCH, PassedOn, PointsOrList, TricksOrList

MIN_BID = 18  # by the Skat Order
MIN_BID_BY_TEXT = auction.MIN_BID  # as in North American Skat
MAX_BID = 9999  # a limit of the form, above the value of any game
BASES = {"clubs": 12, "spades": 11, "hearts": 10, "diamonds": 9, "grand": 24}
NULLS = ("null", "null-ouvert")
REDEAL: Final = "redeal"
ORIGINAL_RAMSCH: Final = "original-ramsch"  # as in North American Skat: the fewest card points win
BY_TEXT: Final = "source-text"


class Options(Strict):
    deals: Deals = None  # None: as many as the players like
    losses: Literal["isko", "source-text", "double-unless-hand"] = "isko"
    hand: Literal["allowed", "forbidden"] = "allowed"
    all_pass: Literal["redeal", "ramsch", "original-ramsch"] = REDEAL
    kontra: bool = False
    extra_multipliers: ExtraMultipliers = {}
    rank_order: RankOrder = "traditional"
    deals_each: bool = False
    passes_count: bool = False

    @property
    def min_bid(self) -> int:
        """The lowest bid: by the source's text as in North American Skat (docs/reference/scoring.md, Skat)."""
        return MIN_BID_BY_TEXT if self.losses == BY_TEXT else MIN_BID

    @property
    def has_ramsch(self) -> bool:
        """Whether a Ramsch is played when all pass."""
        return self.all_pass != REDEAL


MAX_GAME_POINTS = 99_999  # a limit of the form
GamePoints = Annotated[int, between(-MAX_GAME_POINTS, MAX_GAME_POINTS)]
Games = Annotated[int, between(0, MAX_DEALS)]
SUMS_FIELDS = ("game_points", "won", "lost", "passed", "totals")


class Deal(Strict):
    """One of four: all passed, which is a declarer of null alone; a Ramsch; a declarer's game; the sums of a list.

    The last is not a deal, but stands alone in place of them all (`sums`).
    """

    declarer: Declarer = NOT_WRITTEN
    bid: MayBeLeftOut[Annotated[int, between(MIN_BID_BY_TEXT, MAX_BID)]] = None
    game: MayBeLeftOut[
        Literal["clubs", "spades", "hearts", "diamonds", "grand", "null", "null-ouvert", "ramsch"]
    ] = None
    hand: bool = False
    matadors: MayBeLeftOut[Matadors] = None
    points: MayBeLeftOut[PointsOrList] = None
    tricks: MayBeLeftOut[TricksOrList] = None
    announced: MayBeLeftOut[Literal["schneider", "schwarz"]] = None
    open: bool = False
    kontra: Kontra = 0
    extra: Extra = []
    passed_on: PassedOn = 0
    last_tricks: MayBeLeftOut[LastTricks] = None
    game_points: MayBeLeftOut[Annotated[list[GamePoints], ONE_A_SEAT]] = None
    won: MayBeLeftOut[Annotated[list[Games], ONE_A_SEAT]] = None
    lost: MayBeLeftOut[Annotated[list[Games], ONE_A_SEAT]] = None
    passed: MayBeLeftOut[Games] = None
    totals: MayBeLeftOut[Annotated[list[GamePoints | None], ONE_A_SEAT]] = None

    @property
    def is_passed_out(self) -> bool:
        return self.declarer is None

    @property
    def is_sums(self) -> bool:
        return not self.model_fields_set.isdisjoint(SUMS_FIELDS)

    @property
    def is_ramsch(self) -> bool:
        return self.game == RAMSCH


class Sheet(Strict):
    deals: list[Deal]


def get_max_matadors(game: str) -> int:
    return MAX_MATADORS_IN_GRAND if game == "grand" else MAX_MATADORS
