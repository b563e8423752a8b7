"""What a season of International Skat counts for each player, and its awards."""

from __future__ import annotations

from games.problems import _
from games.protocol import AVERAGE, IMPROVEMENT, NIGHTS_WON, Award, Figure
from games.score import Score

# --- season figures


def compute_best_deal(score: Score, seat: int) -> int | None:
    """Return the most that a game has won; None for a seat that has won none, and where only sums are known."""
    if score.details.get("sums"):
        return None
    won = [points for points in score.seats[seat].deal_scores if points]
    return max((points for points in won if points > 0), default=None)


FIGURES = (
    Figure(
        "seeger_fabian",
        _("Seeger-Fabian"),
        "sum",
        lambda score, seat: score.details["seeger_fabian"][seat],
        ranks=True,
    ),
    Figure("games_won", _("Games won"), "sum", lambda score, seat: score.details["won"][seat], ranks=True),
    Figure(
        "games_lost",
        _("Games lost"),
        "sum",
        lambda score, seat: score.details["lost"][seat],
        ranks=True,
        fewest=True,
    ),
    Figure(
        "net_games",
        _("Net games"),
        "sum",
        lambda score, seat: score.details["won"][seat] - score.details["lost"][seat],
        ranks=True,
    ),
    Figure("best_deal", _("Best deal"), "most", compute_best_deal, ranks=True, of_deals=True),
    Figure("best", _("Best session"), "most", lambda score, seat: score.seats[seat].score, ranks=True),
    Figure(
        "best_total",
        _("Best Seeger-Fabian of a session"),
        "most",
        lambda score, seat: score.details["seeger_fabian"][seat],
        ranks=True,
    ),
    Figure(
        "most_against",
        _("Most matadors won against"),
        "most",
        lambda score, seat: score.details["against"][seat],
        ranks=True,
        of_deals=True,
    ),
)

# --- awards

AWARDS = (
    Award("best-average", _("Best average"), _("Most game points per deal."), AVERAGE),
    Award(
        "seeger-fabian",
        _("Seeger-Fabian"),
        _("Most Seeger-Fabian points of the season."),
        "seeger_fabian",
        above=0,
        proven=False,
    ),
    Award(
        "most-games-won",
        _("Most games won"),
        _("Most games won as declarer."),
        "games_won",
        least=1,
        proven=False,
    ),
    Award(
        "best-deal",
        _("Best deal"),
        _("Highest score of a single game. Lists that were entered by their sums are left out."),
        "best_deal",
        proven=False,
    ),
    Award(
        "best-session",
        _("Best session"),
        _("Most game points in a single session."),
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
