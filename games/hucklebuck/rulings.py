"""Where the source of Hucklebuck is silent or unclear, and what is played.

See docs/reference/scoring.md, Hucklebuck: Rulings.
"""

from __future__ import annotations

from games.problems import _
from games.rulings import Ruling

RULINGS = (
    Ruling(
        "H1",
        "score",
        _("Players who are out"),
        _("The source says that failing to capture any trick costs 3, and nothing of players who bowed out."),
        _("Their score stays."),
    ),
    Ruling(
        "H2",
        "score",
        _("Floor"),
        _("The source says that a score can't go below zero."),
        _("That holds after every hand."),
        option="floor",
    ),
    Ruling(
        "H3",
        "match",
        _("Several at 11"),
        _("The source says that the first to reach 11 wins and that ties are played on."),
        _("Scores are compared when a hand is over, and the highest wins if alone."),
    ),
    Ruling(
        "H4",
        "match",
        _("Playing on"),
        _("The source doesn't say which players play on after a tie."),
        _("All do, with all scores and the cost of no trick as before, until one alone leads with enough."),
    ),
    Ruling(
        "H5",
        "match",
        _("Points that win"),
        _("The source says 11; others play to 15."),
        _("A match is won with 11."),
        option="target",
    ),
    Ruling(
        "H6",
        "play",
        _("Bidding"),
        _(
            "The source has no bidding. Others describe a variant with bids, but not the cost of a missed bid."
        ),
        _("It is not offered."),
    ),
    Ruling(
        "H7",
        "change",
        _("A stock that runs out"),
        _("The source draws from it as many cards as are wanted, and says nothing of too few."),
        _("The cards that were put away are shuffled and used."),
    ),
)
