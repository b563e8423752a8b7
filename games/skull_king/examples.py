"""Instructive Skull King games."""

from __future__ import annotations

from typing import Any

from games.problems import Text, _
from games.protocol import Example

Row = dict[str, Any]


def build_deal(
    bids: tuple[int, ...], tricks: tuple[int, ...], bonus: dict[int, Row] | None = None, **more: int
) -> Row:
    """Return a round: the bids and tricks of all seats, and the bonuses of some by seat."""
    deal: Row = {"bids": list(bids), "tricks": list(tricks)}
    if bonus:
        deal["bonus"] = [bonus.get(seat, {}) for seat in range(len(bids))]
    return deal | more


def build_example(key: str, title: str, shows: str, *rows: Row, **options: Any) -> Example:
    return Example(key, Text(title), Text(shows), len(rows[0]["bids"]), {"deals": list(rows)}, options)


EXAMPLES = (
    build_example(
        "evening",
        _("Six at the table, all ten rounds"),
        _(
            "Bids of none earn more from round to round, and what the Skull King takes makes up for a missed bid."
        ),
        build_deal((1, 0, 0, 0, 1, 0), (1, 0, 0, 0, 0, 0)),
        build_deal((0, 1, 1, 0, 0, 0), (0, 1, 0, 0, 0, 1)),
        build_deal((1, 1, 0, 0, 2, 0), (1, 0, 0, 0, 2, 0)),
        build_deal((1, 0, 2, 1, 0, 1), (1, 1, 1, 1, 0, 0), {0: {"yellow_14": 1}}),
        build_deal((2, 1, 0, 1, 1, 1), (2, 0, 0, 1, 1, 1), {0: {"pirates": 1}}),
        build_deal((1, 2, 1, 0, 0, 2), (1, 2, 0, 1, 0, 2), {5: {"black_14": 1}}),
        build_deal((2, 1, 1, 2, 1, 0), (2, 2, 1, 1, 1, 0), {4: {"yellow_14": 1}}),
        build_deal((1, 2, 2, 1, 0, 2), (2, 2, 2, 1, 0, 1), {1: {"black_14": 1, "pirates": 1}}),
        build_deal((2, 1, 3, 2, 1, 0), (2, 2, 3, 1, 1, 0)),
        build_deal((3, 1, 2, 2, 1, 1), (2, 1, 3, 2, 1, 1), {1: {"black_14": 1}, 3: {"pirates": 2}}),
    ),
    build_example(
        "great-trick",
        _("A trick worth 60 more"),
        _(
            "In the third round one player takes the yellow 14, the black 14 and a Pirate with the Skull King, and has "
            "bid just that trick. Another bid of none fails, and costs as many points as it would have earned."
        ),
        build_deal((1, 0, 0, 0), (1, 0, 0, 0)),
        build_deal((0, 1, 1, 0), (1, 1, 0, 0)),
        build_deal((1, 2, 0, 0), (1, 1, 0, 1), {0: {"yellow_14": 1, "black_14": 1, "pirates": 1}}),
    ),
    build_example(
        "mermaid",
        _("Schmidt's edition, after five rounds"),
        _("A Mermaid takes the Skull King, for 50 points. There are no 14s."),
        build_deal((0, 1, 0), (0, 1, 0)),
        build_deal((1, 0, 1), (1, 1, 0)),
        build_deal((1, 1, 1), (1, 1, 1)),
        build_deal((2, 1, 1), (1, 1, 2)),
        build_deal((2, 1, 2), (2, 1, 2), {1: {"skull_king": 1}}),
        edition="schmidt",
    ),
    build_example(
        "legendary",
        _("The edition of 2018, after four rounds"),
        _(
            "Every 14 is worth something, and two players who share in a Loot card and make their bids get 20 each."
        ),
        build_deal((1, 0, 0, 0), (0, 1, 0, 0)),
        build_deal((1, 0, 1, 0), (1, 0, 1, 0)),
        build_deal((0, 1, 2, 1), (0, 1, 1, 1), {1: {"green_14": 1}}),
        build_deal((1, 2, 0, 1), (1, 2, 0, 1), {0: {"loot": [1]}, 3: {"skull_king": 1}}),
        edition="legacy-2018",
    ),
    build_example(
        "all-sails",
        _("The edition of 2021 with all its cards"),
        _(
            "The Kraken and the White Whale destroy two tricks of the last round. There is an alliance over Loot, a "
            "wager lost and a bid that Harry the Giant has changed in time."
        ),
        build_deal((2, 0, 1, 2), (2, 0, 1, 1), {0: {"purple_14": 1}, 3: {"wager": 10}}),
        build_deal((1, 2, 0, 3), (1, 1, 0, 4), {2: {"loot": [0]}, 3: {"bid_change": 1, "mermaids": 1}}),
        build_deal(
            (2, 1, 3, 2), (2, 1, 3, 0), {0: {"skull_king": 1}, 2: {"green_14": 1, "black_14": 1}}, destroyed=2
        ),
        edition="official-2021",
        schedule=[4, 6, 8],
    ),
    build_example(
        "the-rascals",
        _("The Rascal's scoring"),
        _(
            "All can win the same in a round. One off earns half of it, with half of what was taken; more earns "
            "nothing. A cannonball earns half as much again, or nothing at all, and a wager can still cost points."
        ),
        build_deal((1, 0, 1), (1, 0, 0)),
        build_deal((0, 2, 0), (0, 2, 0), {1: {"cannonball": True}}),
        build_deal((2, 1, 0), (1, 1, 1), {0: {"pirates": 1}, 2: {"cannonball": True}}),
        build_deal((2, 0, 2), (3, 0, 1), {0: {"wager": 10}, 2: {"black_14": 1}}),
        build_deal((3, 1, 3), (3, 0, 2), {0: {"skull_king": 1}}),
        edition="official-2021",
        scoring="rascal",
    ),
    build_example(
        "even-keeled",
        _("A shorter game: even numbers of cards"),
        _("Five rounds, of 2 to 10 cards. Two are level at the end and share the first place."),
        build_deal((1, 0, 1), (1, 0, 1)),
        build_deal((1, 2, 1), (1, 2, 1)),
        build_deal((2, 2, 2), (2, 2, 2)),
        build_deal((3, 3, 2), (3, 3, 2)),
        build_deal((3, 2, 4), (3, 3, 4)),
        schedule=[2, 4, 6, 8, 10],
    ),
    build_example(
        "another-round",
        _("Another round ends a tie"),
        _("Two are level after the last of three rounds. A fourth, with as many cards, decides."),
        build_deal((1, 0, 0), (1, 0, 0)),
        build_deal((1, 1, 0), (1, 1, 0)),
        build_deal((0, 1, 1), (1, 1, 1)),
        build_deal((0, 1, 2), (0, 1, 2)),
        schedule=[1, 2, 3],
        another_round=True,
    ),
    build_example(
        "eight",
        _("Eight at the table"),
        _(
            "There are not cards enough to deal nine to each, so the first round has eight. The game is the Whirlpool."
        ),
        build_deal((1, 2, 0, 1, 1, 1, 0, 2), (1, 2, 0, 1, 0, 1, 1, 2), {7: {"pirates": 2, "yellow_14": 1}}),
        build_deal((1, 0, 1, 2, 0, 1, 1, 1), (1, 0, 1, 1, 1, 1, 1, 1), {5: {"mermaids": 1}}),
        build_deal((0, 1, 1, 0, 1, 0, 1, 1), (0, 1, 1, 0, 1, 0, 2, 0), {2: {"black_14": 1}}),
        build_deal((0, 0, 1, 0, 0, 1, 0, 0), (0, 0, 1, 1, 0, 1, 0, 0)),
        build_deal((0, 0, 0, 1, 0, 0, 0, 0), (0, 0, 0, 1, 0, 0, 0, 0)),
        edition="official-2021",
        schedule=[9, 7, 5, 3, 1],
    ),
)
