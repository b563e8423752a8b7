"""What a season of North American Skat counts for each player, and its awards."""

from __future__ import annotations

from games.problems import _
from games.protocol import AVERAGE, IMPROVEMENT, NIGHTS_WON, Award, Figure
from games.score import Score

# --- season figures


def count_lost(score: Score, seat: int) -> int:
    return score.seats[seat].bids - score.seats[seat].bids_made


def count_net(score: Score, seat: int) -> int:
    """Return the games that a seat has won alone, less those it has lost."""
    return score.seats[seat].bids_made - count_lost(score, seat)


def compute_best_deal(score: Score, seat: int) -> int | None:
    """Return the seat's highest score in a deal; None if it has played no deal."""
    return max((points for points in score.seats[seat].deal_scores if points is not None), default=None)


FIGURES = (
    Figure("contracts", _("Games played alone"), "sum", lambda score, seat: score.seats[seat].bids),
    Figure("won", _("Games won alone"), "sum", lambda score, seat: score.seats[seat].bids_made, ranks=True),
    Figure("lost", _("Games lost alone"), "sum", count_lost, ranks=True, fewest=True),
    Figure("net", _("Net games"), "sum", count_net, ranks=True),
    Figure("played", _("Deals played"), "sum", lambda score, seat: score.seats[seat].deals),
    Figure("best-deal", _("Best deal"), "most", compute_best_deal, ranks=True),
    Figure("best", _("Best session"), "most", lambda score, seat: score.seats[seat].score, ranks=True),
    Figure(
        "most-against",
        _("Most matadors won against"),
        "most",
        lambda score, seat: score.details["against"][seat],
        ranks=True,
    ),
)

# --- awards

AWARDS = (
    Award("best-average", _("Best average"), _("Most points per deal."), AVERAGE),
    Award(
        "most-games-won",
        _("Most games won alone"),
        _("Most games won alone against two."),
        "won",
        least=1,
        proven=False,
    ),
    Award(
        "best-deal",
        _("Best deal"),
        _("Highest score of a single deal."),
        "best-deal",
        above=0,
        proven=False,
    ),
    Award(
        "best-session",
        _("Best session"),
        _("Highest score of a single session."),
        "best",
        above=0,
        proven=False,
    ),
    Award(
        "nights-won",
        _("Nights won"),
        _("Most nights won: the highest score over all tables of a night."),
        NIGHTS_WON,
        least=1,
        proven=False,
        extra=True,
    ),
    Award(
        "most-improved",
        _("Most improved"),
        _("Biggest rise in win rate: last four sessions against the four before."),
        IMPROVEMENT,
        above=0,
    ),
)
