"""North American Skat: the declarer plays alone against two, for the value of the declared game.

Rules: docs/reference/scoring.md, North American Skat. Read `rules` first, then `sheet`, `scoring`, `validation` and
`explanation`; the parts that the Skat games share are in `games.skat`.
"""

from __future__ import annotations

from games.analysis import analyse_auction
from games.north_american_skat.boards import DUPLICATE
from games.north_american_skat.examples import AUCTION_EXAMPLES, EXAMPLES, MATADORS_EXAMPLES
from games.north_american_skat.explanation import explain
from games.north_american_skat.labels import CODES, WORDS
from games.north_american_skat.layout import build_layout
from games.north_american_skat.options import OPTION_FIELDS, OPTION_WORDS, warn_of_options
from games.north_american_skat.rules import build_rules
from games.north_american_skat.rulings import RULINGS
from games.north_american_skat.sample_sheets import make_sample_sheet
from games.north_american_skat.scoring import calculate, describe_results
from games.north_american_skat.sheet import MIN_BID, Options, Sheet
from games.north_american_skat.validation import CHECKS
from games.north_american_skat.warnings import UNLIKELY
from games.problems import _
from games.protocol import AVERAGE, IMPROVEMENT, NIGHTS_WON, Award, Figure, Game, Variant
from games.reading import COMMON_CODES
from games.score import Score
from games.skat.calculators import POINTS_HELPER, build_auction_helper, build_matadors_helper
from games.skat.ramsch import RAMSCH
from games.skat.rotation import MAX_SEATS, MIN_SEATS
from games.skat.session import USUAL_SEATS, count_deals, count_minutes

SOURCE = "catsatcards.com/Games/NorthAmericanSkat.html"
VARIANTS = (
    Variant("north-american-skat", _("North American Skat"), {}, SOURCE),
    Variant("gucki-nullo-skat", _("Skat with Gucki Nullo"), {"gucki_nullo": True}, SOURCE),
    Variant("kontra-skat", _("Skat with Kontra"), {"kontra": True}, SOURCE),
    Variant(RAMSCH, _("Ramsch: every deal is one by agreement"), {"all_pass": RAMSCH}, SOURCE),
    Variant("rauber-skat", "Räuber Skat", {"losses_double": True}, SOURCE, certain=False),
    Variant("standard-skat", "Standard Skat", {"loss_basis": "full", "overbid": "ge"}, SOURCE, certain=False),
)

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

NORTH_AMERICAN_SKAT = Game(
    key="north-american-skat",
    name="North American Skat",
    about=_(
        "Three play, one of them alone against two: an auction decides who, and a declared game for how much."
    ),
    min_seats=MIN_SEATS,
    max_seats=MAX_SEATS,
    Options=Options,
    Sheet=Sheet,
    checks=CHECKS,
    calculate=calculate,
    explain=explain,
    deals=lambda options: count_deals(options, USUAL_SEATS),
    deals_at=count_deals,
    option_warnings=warn_of_options,
    minutes=count_minutes,
    layout=build_layout,
    has_bids=True,
    words=WORDS,
    codes=COMMON_CODES | CODES,
    variants=VARIANTS,
    rules=build_rules,
    analyse=analyse_auction,
    option_words=OPTION_WORDS,
    examples=EXAMPLES,
    plausible=make_sample_sheet,
    option_fields=OPTION_FIELDS,
    figures=FIGURES,
    awards=AWARDS,
    usual_seats=USUAL_SEATS,
    series_points="score",
    series_ties=("won", "lost"),
    prize_figures=("net", "best", "best-deal", "most-against"),
    lost_figure="lost",
    unlikely=UNLIKELY,
    helpers=(
        build_matadors_helper(lambda options: options.rank_order, *MATADORS_EXAMPLES),
        POINTS_HELPER,
        build_auction_helper(MIN_BID, lambda options: options.all_pass != RAMSCH, *AUCTION_EXAMPLES),
    ),
    duplicate=DUPLICATE,
    rulings=RULINGS,
    results=describe_results,
    free_options=("deals", "extra_multipliers"),
)
