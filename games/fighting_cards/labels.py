"""The words of Fighting Cards players, and the meanings of the game's error codes."""

from games.problems import _
from games.skat.calculators import CODES as SKAT_CODES

WORDS = {
    "deal": _("deal"),
    "deals": _("deals"),
    "match": _("match"),
    "bid": _("bid"),
    "bids": _("contracts"),
    "score": _("score"),
}

CALCULATOR_CODES = (
    "no-card",
    "card-twice",
    "auction-turn",
    "auction-call",
    "auction-over",
    "auction-unfinished",
)
CODES = {code: SKAT_CODES[code] for code in CALCULATOR_CODES} | {
    "passed-out": _("A deal that all passed has more than that written of it."),
    "surplus": _("There are more deals than a match has."),
    "board-points": _("The cards of the board make so few, or so many, points impossible."),
    "highest-bid": _("A bid promises every point there is."),
    "far-short": _("A declarer has hardly any points, or far fewer than bid."),
}
