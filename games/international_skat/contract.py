"""The value of a declarer's game, won or lost.

Rules: docs/reference/scoring.md, International Skat: Value of a game;
docs/reference/scoring.md, International Skat: Scoring a deal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from games.international_skat.sheet import BASES, NULLS, Options, get_max_matadors
from games.skat.contracts import TRICKS, WINNING_POINTS, apply_kontra, sum_extra_levels

SCHNEIDER = 90  # card points
SCHNEIDERED = 30  # the declarer, with that many card points or fewer
NULL_VALUES = {("null", False): 23, ("null", True): 35, ("null-ouvert", False): 46, ("null-ouvert", True): 59}

Level = Literal["game", "hand", "schneider", "schneider-announced", "schwarz", "schwarz-announced", "open"]
MAX_LEVELS = {True: 7, False: 3}  # in a hand game, and in a game with the skat
Verdict = Literal["won", "trick", "announcement", "points", "overbid"]


class Contract(NamedTuple):
    """A declarer's game as it was played; fields that a null game lacks are 0 or left out."""

    declarer: int
    bid: int
    game: str
    hand: bool = False
    matadors: int = 0
    points: int = 0
    tricks: int | None = None
    announced: str | None = None
    is_open: bool = False
    kontra: int = 0
    extra: int = 0  # levels of the extra multipliers

    @property
    def is_null(self) -> bool:
        return self.game in NULLS

    @property
    def base(self) -> int:
        return BASES[self.game]

    @property
    def promised_level(self) -> int:
        """Return 0 for nothing, 1 for schneider, 2 for schwarz, which playing open announces as well."""
        return 2 if self.is_open or self.announced == "schwarz" else int(self.announced == "schneider")

    @property
    def reached_level(self) -> int:
        """Return 0 for neither, 1 for schneider, 2 for schwarz, by either side.

        Tricks that are left out count as neither all nor none.
        """
        if SCHNEIDERED < self.points < SCHNEIDER:
            return 0
        return 2 if self.tricks in (0, TRICKS) else 1

    @property
    def levels(self) -> tuple[Level, ...]:
        """Return the levels that count beside the matadors."""
        promised, level_reached = self.promised_level, max(self.promised_level, self.reached_level)
        levels: tuple[tuple[Level, bool], ...] = (
            ("game", True),
            ("hand", self.hand),
            ("schneider", level_reached >= 1),
            ("schneider-announced", promised >= 1),
            ("schwarz", level_reached == 2),
            ("schwarz-announced", promised == 2),
            ("open", self.is_open),
        )
        return tuple([level for level, holds in levels if holds])

    @property
    def multiplier(self) -> int:
        """Return the sum of the matadors, the extra multipliers and the levels."""
        promised = self.promised_level
        level_reached = max(promised, self.reached_level)
        return abs(self.matadors) + self.extra + 1 + self.hand + level_reached + promised + self.is_open

    @property
    def value(self) -> int:
        return NULL_VALUES[self.game, self.hand] if self.is_null else self.base * self.multiplier

    @property
    def verdict(self) -> Verdict:
        """Return "won" or why the game is lost; a failed announcement comes before too few card points."""
        if self.is_null:
            return "trick" if self.tricks else "won"
        promised = self.promised_level
        if promised and (self.points < SCHNEIDER or (promised == 2 and self.tricks != TRICKS)):
            return "announcement"
        if self.points < WINNING_POINTS:
            return "points"
        return "overbid" if self.value < self.bid else "won"


def build_contract(deal: Any, options: Options) -> Contract:
    """Return the contract of a valid deal that has a declarer."""
    return Contract(
        deal.declarer,
        deal.bid,
        deal.game,
        deal.hand,
        deal.matadors or 0,
        deal.points or 0,
        deal.tricks,
        deal.announced,
        deal.open,
        deal.kontra,
        sum_extra_levels(deal.extra, options) if deal.extra else 0,
    )


def compute_max_value(game: str, hand: bool, extra: int) -> int:
    """Return the most that a game can be worth as declared, whatever the cards; no bid may be higher."""
    if game in NULLS:
        return NULL_VALUES[game, hand]
    return BASES[game] * (get_max_matadors(game) + extra + MAX_LEVELS[hand])


# Every value that some game can have, from the lowest; people bid no others.
CUSTOMARY_BIDS = tuple(
    sorted(
        {
            base * multiplier
            for game, base in BASES.items()
            for multiplier in range(2, get_max_matadors(game) + MAX_LEVELS[True] + 1)
        }
        | set(NULL_VALUES.values())
    )
)

# --- the cost of a lost game, before any Kontra


class Loss(NamedTuple):
    """The cost of a lost game before any Kontra: `times` an `amount`, whose kind `basis` names."""

    times: int
    amount: int
    basis: Literal["value", "bid", "above-bid", "base", "promised"]

    @property
    def cost(self) -> int:
        return self.times * self.amount


def compute_least_multiple(base: int, least: int) -> int:
    """Return the smallest multiple of the base that is at least `least`."""
    return -(-least // base) * base


def compute_value_or_bid_loss(lost: Contract, times: int) -> Loss:
    """Return the loss of the value, or of the multiple of the base that reaches the bid if that is more."""
    needed = 0 if lost.is_null else compute_least_multiple(lost.base, lost.bid)
    return Loss(times, needed, "bid") if needed > lost.value else Loss(times, lost.value, "value")


def compute_source_loss(lost: Contract) -> Loss:
    """Return the loss by the text of the source, which doubles the base in most cases.

    Rules: docs/reference/scoring.md, International Skat: Rulings.
    """
    match lost.verdict:
        case "announcement":
            multiplier = (
                abs(lost.matadors) + lost.extra + 1 + lost.hand + 2 * lost.promised_level + lost.is_open
            )
            return Loss(2, lost.base * multiplier, "promised")
        case "points":
            return Loss(2, lost.base, "base")
        case "overbid":
            return Loss(2, compute_least_multiple(lost.base, lost.bid + 1), "above-bid")
        case _:
            return Loss(2, lost.value, "value")


LOSS_RULES: Mapping[str, Callable[[Contract], Loss]] = {
    "isko": lambda lost: compute_value_or_bid_loss(lost, 2),
    "double-unless-hand": lambda lost: compute_value_or_bid_loss(lost, 1 if lost.hand else 2),
    "source-text": compute_source_loss,
}


def score_contract(played: Contract, verdict: Verdict, options: Options) -> int:
    """Return the declarer's score."""
    amount = played.value if verdict == "won" else -LOSS_RULES[options.losses](played).cost
    return apply_kontra(amount, played.kontra)
