"""What a season of Hucklebuck counts for each player, and its awards."""

from __future__ import annotations

from games.hucklebuck.sheet import TRICKS
from games.problems import _
from games.protocol import AVERAGE, IMPROVEMENT, WIN_RATE, Award, Figure
from games.score import Score

# --- figures of a season


def count_trickless_deals(score: Score, seat: int) -> int:
    """Return the number of hands that the seat played without a trick.

    These are the hands that did not raise the score; a hand with a trick always does.
    """
    return sum(change is not None and change <= 0 for change in score.seats[seat].deal_scores)


FIGURES = (
    Figure("tricks", _("Tricks"), "sum", lambda score, seat: score.seats[seat].tricks),
    Figure(
        "sweeps", _("All five tricks"), "sum", lambda score, seat: score.seats[seat].deal_scores.count(TRICKS)
    ),
    Figure("trickless", _("Hands without a trick"), "sum", count_trickless_deals),
    Figure("out", _("Hands sat out"), "sum", lambda score, seat: score.seats[seat].deal_scores.count(None)),
    Figure("best", _("Best match"), "most", lambda score, seat: score.seats[seat].score),
)

# --- awards of a season

AWARDS = (
    Award("best-average", _("Best average"), _("Most points per hand."), AVERAGE),
    Award(
        "best-win-rate",
        _("Best win rate"),
        _("Highest share of matches won, draws not counted."),
        WIN_RATE,
    ),
    Award(
        "most-sweeps",
        _("Most sweeps"),
        _("Most hands with all five tricks."),
        "sweeps",
        least=1,
        proven=False,
    ),
    Award(
        "most-improved",
        _("Most improved"),
        _("Biggest rise in win rate: last four matches against the four before."),
        IMPROVEMENT,
        above=0,
    ),
)
