"""Instructive Fighting Cards matches."""

from __future__ import annotations

from typing import Any

from games.fighting_cards.sheet import SEATS
from games.problems import Text, _
from games.protocol import Example

PASSED_OUT: dict[str, Any] = {"declarer": None}


def build_example(key: str, title: str, shows: str, *deals: dict[str, Any], **options: Any) -> Example:
    return Example(key, Text(title), Text(shows), SEATS, {"deals": list(deals)}, options)


def build_deal(declarer: int, bid: int, points: int, *, hand: bool = False) -> dict[str, Any]:
    return {"declarer": declarer, "bid": bid, **({"hand": True} if hand else {}), "points": points}


EXAMPLES = (
    build_example(
        "evening",
        _("Nine deals"),
        _("Only the declarer of a deal wins or loses. High bids decide, as they earn more and cost more."),
        build_deal(0, 22, 25),
        build_deal(1, 28, 31),
        build_deal(2, 26, 20),
        build_deal(1, 24, 22),
        PASSED_OUT,
        build_deal(2, 25, 27),
        build_deal(0, 31, 33),
        build_deal(1, 29, 25),
        build_deal(2, 27, 27),
        build_deal(0, 23, 19),
    ),
    build_example(
        "bid-decides",
        _("The same points, other bids"),
        _("It is the bid that decides what a deal is worth, not the points: all three declarers take 30."),
        build_deal(0, 25, 30),
        build_deal(1, 26, 30),
        build_deal(2, 31, 30),
    ),
    build_example(
        "without-the-skat",
        _("Without picking up the skat"),
        _("It doubles whatever the declarer wins or loses."),
        build_deal(0, 26, 29, hand=True),
        build_deal(1, 26, 24, hand=True),
        build_deal(2, 26, 29),
    ),
    build_example(
        "gains-only",
        _("Without picking up the skat, where that doubles no loss"),
        _("The declarer wins double without the skat, but loses no more than with it."),
        build_deal(0, 26, 29, hand=True),
        build_deal(1, 26, 24, hand=True),
        build_deal(2, 32, 35),
        double_losses=False,
    ),
    build_example(
        "grand-slam",
        _("A grand slam"),
        _("A bid of 40 promises every point there is, and is worth more than all other bids."),
        build_deal(0, 36, 40),
        build_deal(1, 40, 40),
        build_deal(2, 24, 26),
    ),
    build_example(
        "so-far",
        _("After three of six deals"),
        _("A deal that all passed is none of the six. There is a score so far, but no winner yet."),
        build_deal(0, 24, 26),
        PASSED_OUT,
        build_deal(1, 21, 20),
        build_deal(2, 30, 31),
        deals=6,
    ),
    build_example(
        "passed-counts",
        _("Where a deal that all pass counts"),
        _("So the match has a deal, though no contract was played."),
        PASSED_OUT,
        passes_count=True,
    ),
)
