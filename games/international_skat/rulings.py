"""Where the source of International Skat is silent or differs from the Skat Order, and what is played.

See docs/reference/scoring.md, International Skat: Rulings; docs/reference/scoring.md, Skat: Rulings.
"""

from __future__ import annotations

from games.problems import _
from games.rulings import Ruling
from games.skat.rulings import build_shared_rulings

OWN_RULINGS = (
    Ruling(
        "I1",
        "score",
        _("What is lost twice"),
        _("The source says twice the base, the Skat Order and others twice the value of the game."),
        _("Twice the value is lost, with schneider and schwarz against the declarer and all announcements."),
        option="losses",
    ),
    Ruling(
        "I2",
        "score",
        _("Overbid"),
        _(
            "The source says twice the next multiple higher than the bid, the Skat Order the lowest one that reaches "
            "the bid."
        ),
        _("The Skat Order is followed."),
        option="losses",
    ),
    Ruling(
        "I3",
        "score",
        _("Failed announcement, by the source's text"),
        _("Its international section says nothing of it."),
        _("The loss is twice the base times all announced levels. Lost null games cost twice their value."),
        applies=lambda options: options.losses == "source-text",
    ),
    Ruling(
        "I4",
        "bases",
        _("Base values"),
        _("The source's values are in a picture."),
        _("Those of the Skat Order are used, also for the null games."),
    ),
    Ruling(
        "I5",
        "bidding",
        _("Lowest bid"),
        _("The source says that bidding is as in the North American game, where it starts at 10."),
        _("It starts at 18, the lowest value of any game, as in the Skat Order."),
        option="losses",
    ),
    Ruling(
        "I6",
        "cards",
        _("Rank of the ten"),
        _(
            "The source says that all else is as in the North American game, where the ten is below the queen."
        ),
        _("It ranks second, as in the Skat Order."),
        option="rank_order",
    ),
    Ruling(
        "I7",
        "value",
        _("Schneider"),
        _(
            "The source says 90 here and 91 in the North American game, and nothing of a schneidered declarer."
        ),
        _("It takes 90 or more, and 30 or fewer against the declarer."),
    ),
    Ruling(
        "I8",
        "games",
        _("Räuber Skat and Standard Skat"),
        _("The source names both, but its lists of differences could not be read."),
        _("The two variants are reconstructed."),
        applies=lambda options: options.losses == "double-unless-hand" or options.hand == "forbidden",
    ),
    Ruling(
        "I9",
        "session",
        _("Seeger-Fabian"),
        _(
            "The source does not have it; the tournament lists have 40 at a table of three and 30 at one of four."
        ),
        _("Five at a table count 30 as well, though the associations play three and four only."),
    ),
    Ruling(
        "I10",
        "session",
        _("Passed-out deals"),
        _("The source says that the cards go to the next dealer."),
        _(
            "The deal stays on the sheet, where it counts for no player and not as one of the session, and the next "
            "player deals."
        ),
        option="passes_count",
    ),
    Ruling(
        "I11",
        "bidding",
        _("Ramsch when all pass"),
        _(
            "The source says that Ramsch is not normally played, in some variations as in the original game, and "
            "describes elsewhere one in which the most card points lose."
        ),
        _("The next player deals."),
        option="all_pass",
    ),
)
RULINGS = (*build_shared_rulings("score"), *OWN_RULINGS)
