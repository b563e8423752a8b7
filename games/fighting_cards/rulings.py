"""Where the source of Fighting Cards is silent or unclear, and what is played.

See docs/reference/scoring.md, Fighting Cards: Rulings.
"""

from __future__ import annotations

from games.problems import _
from games.rulings import Ruling

RULINGS = (
    Ruling(
        "F1",
        "score",
        _("Rows of the table"),
        _(
            "The source prints 20 to 25 and 36 to 49, though the lowest bid is 21 and the highest 40, which has a row "
            "of its own."
        ),
        _("The rows are 21 to 25 and 36 to 39."),
    ),
    Ruling(
        "F2",
        "score",
        _("Which row"),
        _("The source heads the column “bid”."),
        _("The bid decides, even if more points were taken."),
    ),
    Ruling(
        "F3",
        "alone",
        _("Doubled losses"),
        _("The source says that playing without the skat doubles the score, and nothing of losses."),
        _("Losses are doubled, too."),
        option="double_losses",
    ),
    Ruling(
        "F4",
        "score",
        _("Points of the declarer"),
        _("The source says both “the points the declarer took in tricks” and “tricks plus the skat”."),
        _("The skat counts."),
    ),
    Ruling(
        "F5",
        "match",
        _("End of a match"),
        _("The source names no number of deals, no winner and no tie-break."),
        _("The deals are added up, any number of them, and equal totals share the place."),
        option="deals",
    ),
    Ruling(
        "F6",
        "match",
        _("Passed out"),
        _("The source says that the cards are thrown in and the next player deals."),
        _("The deal stays on the sheet, but counts for no player and is not one of the match."),
        option="passes_count",
    ),
    Ruling(
        "F7",
        "bidding",
        _("Bidding after a pass"),
        _(
            "The source's example shows a player who passes twice, and it does not say whether a player who has "
            "passed may bid again."
        ),
        _("A player who has passed is out, and may pass again or be left out."),
        option="bid_after_pass",
    ),
)
