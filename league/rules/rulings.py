"""What awards go by where no game's source says it (docs/reference/awards.md, Rulings)."""

from games.problems import _
from games.rulings import AWARDS, Ruling

AWARD_RULINGS = (
    Ruling(
        "A4",
        AWARDS,
        _("Forfeits"),
        _("No source speaks of them."),
        _("Only played matches count, so that no award is won or lost by an absence."),
    ),
    Ruling(
        "A6",
        AWARDS,
        _("The record"),
        _("No source says how far back it goes."),
        _(
            "It has all seasons of the competition up to that one that have been opened and played the same game, "
            "closed or still open."
        ),
    ),
    Ruling(
        "A9",
        AWARDS,
        _("Shared awards"),
        _("No source speaks of them."),
        _("All players with the highest figure share it."),
    ),
    Ruling(
        "A10",
        AWARDS,
        _("Substitutes"),
        _("No source speaks of them."),
        _(
            "An award is the entry's: a substitute's matches count for the original player. Statistics and records "
            "are the substitute's."
        ),
    ),
    Ruling(
        "A11",
        AWARDS,
        _("Several games"),
        _("No source speaks of a competition that has changed its game."),
        _(
            "The styles of awards, improvement and records are of one game, and a game's own figures are not added up "
            "across games."
        ),
    ),
    Ruling(
        "A12",
        AWARDS,
        _("Seasons out of turn"),
        _("No source speaks of them."),
        _("Later results in an earlier season change the awards of later seasons."),
    ),
)
