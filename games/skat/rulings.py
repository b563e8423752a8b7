"""Where the source of the Skat games is silent, and what is played (docs/reference/scoring.md, Skat: Rulings)."""

from __future__ import annotations

from games.problems import _
from games.rulings import Ruling
from games.skat.ramsch import RAMSCH


def build_shared_rulings(extras_section: str) -> tuple[Ruling, ...]:
    """Return the rulings that all Skat games share; `extras_section` is where a game speaks of extra multipliers."""
    return (
        Ruling(
            "T1",
            "ramsch",
            _("Skat cards in a Ramsch"),
            _(
                "The source doesn't say for whom they count when the Leader chooses Ramsch, and says that they don't "
                "count when all pass."
            ),
            _("Each player's points are entered, and any total up to 120 is accepted."),
        ),
        Ruling(
            "T2",
            "ramsch",
            _("Kontra in Ramsch"),
            _("The source describes Kontra against a declarer."),
            _("There is none in Ramsch."),
            applies=lambda options: bool(options.kontra),
        ),
        Ruling(
            "T3",
            extras_section,
            _("Additional multipliers"),
            _("The source announces a list that could not be read."),
            _("There are none; a club may name its own."),
            option="extra_multipliers",
        ),
        Ruling(
            "T4",
            "session",
            _("Equal scores"),
            _("The source names the highest total as the winner, and nothing of ties."),
            _("Equal totals share the place."),
        ),
        Ruling(
            "T5",
            "session",
            _("Length of a session"),
            _("The source says that a number of deals is agreed beforehand."),
            _("Any number is played."),
            option="deals",
        ),
        Ruling(
            "T6",
            "ramsch",
            _("Ties in the all-pass Ramsch"),
            _("The source says that two or more who tie for the most both lose."),
            _("All of them lose, three as well as two."),
            applies=lambda options: options.all_pass == RAMSCH,
        ),
        Ruling(
            "T7",
            "session",
            _("Equal deals"),
            _("The source says to set the number such that each player deals the same number of hands."),
            _("One number of deals is played at tables of all sizes."),
            option="deals_each",
        ),
    )
