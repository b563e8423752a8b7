"""Instructive SKUCK matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.problems import Text, _
from games.protocol import Example
from games.skuck.sheet import SEATS


def build_example(
    key: str,
    title: str,
    shows: str,
    deals: list[dict[str, Any]],
    penalties: Sequence[dict[str, Any]] = (),
    options: Mapping[str, Any] | None = None,
) -> Example:
    sheet = {"deals": deals, "penalties": list(penalties)}
    return Example(key, Text(title), Text(shows), SEATS, sheet, options or {})


def build_deals(*written: tuple[int, int, int, int], **more: Any) -> list[dict[str, Any]]:
    """Return deals from tuples: bid and tricks of one player, then bid and tricks of the other."""
    return [{"bids": [bid, bid2], "tricks": [took, took2], **more} for bid, took, bid2, took2 in written]


def build_penalties(seat: int, kind: str, *deals: int) -> list[dict[str, Any]]:
    """Return a penalty of a seat in each of the deals with these numbers, from 0."""
    return [{"seat": seat, "kind": kind, "deal": deal} for deal in deals]


EXAMPLES = (
    build_example(
        "won-on-zeros",
        _("Level on score, won on zeros"),
        _("Both players end with the same score, so the number of zeros decides."),
        build_deals((16, 11, 16, 16), (12, 13, 13, 14), (14, 14, 14, 13), (15, 15, 10, 12)),
    ),
    build_example(
        "click",
        _("A click and a freewheeler, halfway through"),
        _(
            "In the first game hardly any points were told, and yet both players made their bids. In the second the "
            "bids fit together as well; then, if one player is off, the other is off by as much. After two games there "
            "is a score so far, but no winner yet."
        ),
        [
            *build_deals((15, 15, 12, 12), points=[9, 10], caller=0, trump="spades"),
            *build_deals((16, 17, 11, 10), points=[25, 13], caller=1, trump="none"),
        ],
    ),
    build_example(
        "boolie",
        _("A boolie"),
        _("Every game a zero: in a match of four games no score is higher."),
        build_deals((13, 13, 16, 14), (10, 10, 18, 17), (16, 16, 9, 11), (14, 14, 13, 13)),
    ),
    build_example(
        "penalties",
        _("Points miscounted twice, and a renege"),
        _("The zeros stay, and so does their bonus, but the penalties cost the match."),
        build_deals((14, 14, 15, 13), (12, 13, 15, 14), (17, 17, 11, 10), (13, 12, 15, 15)),
        [*build_penalties(0, "miscount", 0, 2), *build_penalties(0, "renege", 3)],
    ),
    build_example(
        "third-renege",
        _("A third renege, where it disqualifies"),
        _("The match ends in its third game, and being ahead does not help."),
        build_deals((15, 15, 10, 12), (13, 13, 15, 14), (11, 11, 14, 16)),
        build_penalties(0, "renege", 0, 1, 2),
        options={"third_renege_disqualifies": True},
    ),
    build_example(
        "slow-play",
        _("Too slow, where time is limited"),
        _("Over the limit in two games: that costs two points, and here the win."),
        build_deals((14, 13, 15, 14), (12, 12, 14, 15), (15, 16, 11, 11), (13, 11, 15, 16)),
        build_penalties(1, "time", 1, 3),
        options={"time_penalties": True},
    ),
    build_example(
        "short-match",
        _("A match of three games"),
        _("Three zeros are a boolie where a match has three games; in a longer one it would go on."),
        build_deals((12, 12, 14, 15), (17, 17, 10, 10), (14, 14, 16, 13)),
        options={"deals": 3},
    ),
)
