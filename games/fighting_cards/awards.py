"""What a season of Fighting Cards counts for each player, and its awards."""

from __future__ import annotations

from games.fighting_cards.scoring import GRAND_SLAM_SCORES
from games.problems import _
from games.protocol import AVERAGE, IMPROVEMENT, Award, Figure
from games.score import Score

# --- figures of a season


def compute_best_deal(score: Score, seat: int) -> int | None:
    """Return the most that the seat won with a contract, or None if it won none."""
    won = [points for points in score.seats[seat].deal_scores if points is not None and points > 0]
    return max(won, default=None)


def count_grand_slams(score: Score, seat: int) -> int | None:
    """Return how many bids of all points the seat made; None if none, so that other sheets say nothing of it."""
    return sum(points in GRAND_SLAM_SCORES for points in score.seats[seat].deal_scores) or None


FIGURES = (
    Figure("contracts", _("Contracts"), "sum", lambda score, seat: score.seats[seat].bids),
    Figure("made", _("Contracts made"), "sum", lambda score, seat: score.seats[seat].bids_made, ranks=True),
    Figure("grand-slams", _("Grand slams"), "sum", count_grand_slams),
    Figure("best-deal", _("Best deal"), "most", compute_best_deal),
    Figure("best", _("Best match"), "most", lambda score, seat: score.seats[seat].score),
)

# --- awards of a season

AWARDS = (
    Award("best-average", _("Best average"), _("Most points per deal."), AVERAGE),
    Award(
        "most-contracts",
        _("Most contracts made"),
        _("Most contracts made in the season."),
        "made",
        least=1,
        proven=False,
    ),
    Award(
        "grand-slam",
        _("Grand slam"),
        _("For every bid of all 40 points that was made. Number of grand slams."),
        "grand-slams",
        to="each",
        least=1,
        proven=False,
        extra=True,
    ),
    Award(
        "best-deal",
        _("Best deal"),
        _("Highest score of a single contract."),
        "best-deal",
        proven=False,
    ),
    Award(
        "best-match",
        _("Best match"),
        _("Highest score of a single match."),
        "best",
        above=0,
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
