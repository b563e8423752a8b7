"""What a season of SKUCK counts for each player, and its awards."""

from __future__ import annotations

from games.problems import _
from games.protocol import AVERAGE, IMPROVEMENT, WIN_RATE, ZERO_RATE, Award, Figure

# --- figures of a season

FIGURES = (
    Figure("clicks", _("Clicks"), "sum", lambda score, seat: len(score.details["clicks"])),
    Figure("boolies", _("Boolies"), "sum", lambda score, seat: score.details["boolies"].count(seat)),
    Figure("bonus", _("Bonus"), "sum", lambda score, seat: score.seats[seat].extras["bonus"]),
    Figure("best", _("Best match"), "most", lambda score, seat: score.seats[seat].score),
)

# --- awards of a season

# The source's list is known only in part: its 3rd, 5th and 7th entries are the zero rate, the win rate and the most
# improved of the Hawks. The other entries are our guess (docs/reference/scoring.md, SKUCK: Rulings).
AWARDS_NOTE = _(
    "The inventors' own list of achievements is only known in part: the highest zero rate, the best win rate and the "
    "most improved of the Hawks are from it. The best averages and the awards of the Doves are our counterparts of "
    "those that are lost."
)
AWARDS = (
    Award(
        "best-average",
        _("Best average: {style}"),
        _("Highest average ({style})."),
        AVERAGE,
        by_style=True,
    ),
    Award(
        "highest-zero-rate",
        _("Highest zero rate: {style}"),
        _("Highest share of bids made ({style})."),
        ZERO_RATE,
        by_style=True,
    ),
    Award(
        "best-win-rate",
        _("Best win rate: {style}"),
        _("Highest share of matches won, draws not counted ({style})."),
        WIN_RATE,
        by_style=True,
    ),
    Award(
        "most-improved",
        _("Most improved: {style}"),
        _("Biggest rise in win rate: last four matches against the four before ({style})."),
        IMPROVEMENT,
        above=0,
        by_style=True,
    ),
    Award(
        "boolie",
        _("Boolie"),
        _("For every boolie – a match with every bid made. Number of boolies."),
        "boolies",
        to="each",
        least=1,
        proven=False,
    ),
    Award(
        "most-clicks",
        _("Most clicks"),
        _(
            "For the two players with the most clicks against each other (games in which both make their "
            "bids), at least two."
        ),
        "clicks",
        to="pair",
        least=2,
        proven=False,
    ),
    Award(
        "master",
        _("Master"),
        _("For every player with a season average above zero."),
        AVERAGE,
        to="each",
        above=0,
    ),
)
