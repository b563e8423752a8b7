"""Fighting Cards matches to learn from."""

from __future__ import annotations

from typing import Any

from games.fighting_cards.sheet import SEATS
from games.problems import Text, _
from games.protocol import Example

PASSED_OUT: dict[str, Any] = {"declarer": None}


def example(key: str, title: str, shows: str, *deals: dict[str, Any], **options: Any) -> Example:
    return Example(key, Text(title), Text(shows), SEATS, {"deals": list(deals)}, options)


def deal(declarer: int, bid: int, points: int, *, hand: bool = False) -> dict[str, Any]:
    return {"declarer": declarer, "bid": bid, **({"hand": True} if hand else {}), "points": points}


EXAMPLES = (
    example(
        "evening",
        _("Nine deals"),
        _("Only the declarer of a deal wins or loses. High bids decide, as they earn more and cost more."),
        deal(0, 22, 25),
        deal(1, 28, 31),
        deal(2, 26, 20),
        deal(1, 24, 22),
        PASSED_OUT,
        deal(2, 25, 27),
        deal(0, 31, 33),
        deal(1, 29, 25),
        deal(2, 27, 27),
        deal(0, 23, 19),
    ),
    example(
        "bid-decides",
        _("The same points, other bids"),
        _("It is the bid that decides what a deal is worth, not the points: all three declarers take 30."),
        deal(0, 25, 30),
        deal(1, 26, 30),
        deal(2, 31, 30),
    ),
    example(
        "without-the-skat",
        _("Without picking up the skat"),
        _("It doubles whatever the declarer wins or loses."),
        deal(0, 26, 29, hand=True),
        deal(1, 26, 24, hand=True),
        deal(2, 26, 29),
    ),
    example(
        "gains-only",
        _("Without picking up the skat, where that doubles no loss"),
        _("The declarer wins double without the skat, but loses no more than with it."),
        deal(0, 26, 29, hand=True),
        deal(1, 26, 24, hand=True),
        deal(2, 32, 35),
        double_losses=False,
    ),
    example(
        "grand-slam",
        _("A grand slam"),
        _("A bid of 40 promises every point there is, and is worth more than all other bids."),
        deal(0, 36, 40),
        deal(1, 40, 40),
        deal(2, 24, 26),
    ),
    example(
        "so-far",
        _("After three of six deals"),
        _("A deal that all passed is none of the six. There is a score so far, and nobody has won."),
        deal(0, 24, 26),
        PASSED_OUT,
        deal(1, 21, 20),
        deal(2, 30, 31),
        deals=6,
    ),
)
