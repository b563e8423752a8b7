"""The score sheet and the options of North American Skat.

Fields: docs/reference/sheets.md, North American Skat: Sheet.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from games.problems import _
from games.reading import complaint
from games.sheets import MayBeLeftOut, Strict, between
from games.skat.cards import RankOrder
from games.skat.contracts import (
    NOT_WRITTEN,
    Deals,
    Extra,
    ExtraMultipliers,
    Kontra,
    Matadors,
    Seat,
    drop_default,
)
from games.skat.fewest_points import LastTricks
from games.skat.ramsch import RAMSCH, PassedOn, PointsOrList, TricksOrList

MIN_BID, MAX_BID = 10, 9999

# --- the games: base values by suit, base values of grands, fixed values of null games

TOURNEE, SOLO = "tournee", "solo"
GRAND_TOURNEE, GRAND_SOLO, GUCKI_GRAND, GRAND_OUVERT = (
    "grand-tournee",
    "grand-solo",
    "gucki-grand",
    "grand-ouvert",
)
SUIT_GAMES = {
    TOURNEE: {"clubs": 8, "spades": 7, "hearts": 6, "diamonds": 5},
    SOLO: {"clubs": 12, "spades": 11, "hearts": 10, "diamonds": 9},
}
GRANDS = {GRAND_TOURNEE: 12, GUCKI_GRAND: 16, GRAND_SOLO: 20, GRAND_OUVERT: 24}
GUCKI_NULLOS = {"gucki-nullo": 15, "gucki-nullo-ouvert": 30}
NULLS = {"nullo": 20, "null-ouvert": 40, **GUCKI_NULLOS}
TOURNEES = (TOURNEE, GRAND_TOURNEE)

GameName = Literal[
    "tournee",
    "solo",
    "grand-tournee",
    "grand-solo",
    "gucki-grand",
    "grand-ouvert",
    "nullo",
    "null-ouvert",
    "gucki-nullo",
    "gucki-nullo-ouvert",
    "ramsch",
]

# --- the options

AllPass = Literal["leader", "ramsch"]
LEADER_PLAYS: AllPass = "leader"
SWEEP_SCORES = (0, 20)  # for the others if a player takes all ten tricks


def _check_sweep_others(points: int) -> int:
    if points not in SWEEP_SCORES:
        raise complaint(
            "choice", _("Must be one of these: {choices}."), choices=", ".join(map(str, SWEEP_SCORES))
        )
    return points


# A Literal would accept 20.0 and false.
SweepOthers = Annotated[
    int, AfterValidator(_check_sweep_others), Field(json_schema_extra={"enum": list(SWEEP_SCORES)})
]


class Options(Strict):
    deals: Deals = None
    loss_basis: Literal["base", "full"] = "base"
    stacking: Literal["none", "multiply"] = "none"
    overbid: Literal["gt", "ge"] = "gt"
    schwarz: Literal["earned", "cumulative"] = "earned"
    fail_double: bool = True
    gucki_nullo_double: bool = False
    grand_ouvert: Literal["all", "61"] = "all"
    sweep_others: SweepOthers = 0
    gucki_nullo: bool = False
    kontra: bool = False
    extra_multipliers: ExtraMultipliers = {}
    all_pass: AllPass = LEADER_PLAYS
    rank_order: RankOrder = "seed"
    losses_double: bool = False
    deals_each: bool = False


# --- the sheet

Bid = Annotated[int, between(MIN_BID, MAX_BID)] | None


class Deal(Strict):
    """One with a declarer, or a Ramsch, whose `points` and `tricks` are lists per seat."""

    declarer: MayBeLeftOut[Seat] = None
    bid: Bid = Field(default=NOT_WRITTEN, json_schema_extra=drop_default)
    game: GameName
    suit: MayBeLeftOut[Literal["clubs", "spades", "hearts", "diamonds"]] = None
    matadors: MayBeLeftOut[Matadors] = None
    points: MayBeLeftOut[PointsOrList] = None
    tricks: MayBeLeftOut[TricksOrList] = None
    announced: MayBeLeftOut[Literal["schneider", "schwarz"]] = None
    second_turn: bool = False
    kontra: Kontra = 0
    extra: Extra = []
    last_tricks: MayBeLeftOut[LastTricks] = None
    passed_on: PassedOn = 0


class Sheet(Strict):
    deals: list[Deal]


# --- reading a deal


def get_base(deal: Deal) -> int:
    """Return the value of one level of a suit game or a grand."""
    if deal.game in SUIT_GAMES:
        return SUIT_GAMES[deal.game][deal.suit or ""]
    return GRANDS[deal.game]


def has_matadors(game: str) -> bool:
    """Return whether the game is a suit game or a grand, which are counted in levels."""
    return game in SUIT_GAMES or game in GRANDS


def is_ramsch(deal: Deal) -> bool:
    return deal.game == RAMSCH
