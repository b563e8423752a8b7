"""What a season of Skull King counts for each player, and its awards."""

from __future__ import annotations

from games.problems import _
from games.protocol import AVERAGE, IMPROVEMENT, WIN_RATE, ZERO_RATE, Award, Figure
from games.score import Score

# --- figures of a season


def count_flawless(score: Score, seat: int) -> int:
    own = score.seats[seat]
    return int(score.complete and own.bids_made == own.bids)


def compute_best_deal(score: Score, seat: int) -> int | None:
    """Return the seat's highest score of a round, or None before the first round."""
    return max((points for points in score.seats[seat].deal_scores if points is not None), default=None)


FIGURES = (
    Figure("bids-made", _("Bids made"), "sum", lambda score, seat: score.seats[seat].bids_made, ranks=True),
    Figure("tricks", _("Tricks"), "sum", lambda score, seat: score.seats[seat].tricks),
    Figure("flawless", _("Games without a missed bid"), "sum", count_flawless),
    Figure("best-round", _("Best round"), "most", compute_best_deal),
    Figure("best", _("Best game"), "most", lambda score, seat: score.seats[seat].score),
)

# --- awards of a season

AWARDS = (
    Award("best-average", _("Best average"), _("Most points per round."), AVERAGE),
    Award("best-bidder", _("Best bidder"), _("Highest share of bids made."), ZERO_RATE),
    Award(
        "best-win-rate",
        _("Best win rate"),
        _("Highest share of games won, draws not counted."),
        WIN_RATE,
    ),
    Award(
        "best-game",
        _("Best game"),
        _("Highest score of a single game."),
        "best",
        above=0,
        proven=False,
    ),
    Award(
        "most-improved",
        _("Most improved"),
        _("Biggest rise in win rate: last four games against the four before."),
        IMPROVEMENT,
        above=0,
    ),
    Award(
        "flawless",
        _("Flawless"),
        _("For every game without a missed bid. Number of such games."),
        "flawless",
        to="each",
        least=1,
        proven=False,
    ),
)
