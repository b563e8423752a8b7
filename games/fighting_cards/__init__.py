"""Fighting Cards: three players bid for the points they will take; the declarer plays alone against two.

Read `rules`, then `sheet`, `scoring`, `validation` and `explanation`; `auction` and `calculators` help the players.
See docs/reference/scoring.md, Fighting Cards; docs/reference/sheets.md, Fighting Cards.
"""

from __future__ import annotations

from dataclasses import replace

from games.analysis import analyse_auction
from games.fighting_cards.boards import DUPLICATE
from games.fighting_cards.calculators import HELPERS
from games.fighting_cards.examples import EXAMPLES
from games.fighting_cards.explanation import explain
from games.fighting_cards.labels import CODES, WORDS
from games.fighting_cards.options import OPTION_FIELDS, OPTION_WORDS
from games.fighting_cards.rules import build_rules
from games.fighting_cards.rulings import RULINGS
from games.fighting_cards.sample_sheets import make_sample_sheet
from games.fighting_cards.scoring import GRAND_SLAM_SCORES, calculate
from games.fighting_cards.sheet import (
    ALL_POINTS,
    MAX_BID,
    MIN_BID,
    SEATS,
    Options,
    Sheet,
)
from games.fighting_cards.validation import CHECKS, UNLIKELY
from games.layout import BLANK, Field, Given, Layout
from games.problems import Text, _
from games.protocol import AVERAGE, IMPROVEMENT, Award, Figure, Game, Variant
from games.reading import COMMON_CODES
from games.score import Score

# --- the fields of a sheet, in the order in which it is read aloud

IF_PLAYED = (Given("declarer", (None, BLANK), has=False),)


def build_layout(options: Options, seats: int) -> Layout:
    return COUNTED_LAYOUT if options.passes_count else LAYOUT


def warn_of_deals(options: Options, seats: int) -> tuple[Text, ...]:
    """Return a warning if not every player deals equally often."""
    if options.deals is None or options.deals % seats == 0:
        return ()
    template = _("In {deals} deals, not each of the {seats} players deals equally often.")
    return (Text(template, {"deals": options.deals, "seats": seats}),)


LAYOUT = Layout(
    per_deal=(
        Field("declarer", _("Declarer"), "seat", out=_("all passed")),
        Field("bid", _("Bid"), "count", MIN_BID, MAX_BID, given=IF_PLAYED),
        Field("hand", _("Without the skat"), "switch", required=False, near=True, given=IF_PLAYED),
        Field("points", _("Points"), "count", 0, ALL_POINTS, given=IF_PLAYED),
    ),
    passes=True,
)
COUNTED_LAYOUT = replace(LAYOUT, passes=False)

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

FIGHTING_CARDS = Game(
    key="fighting-cards",
    name="Fighting Cards",
    about=_(
        "Three bid for the points they will take; one plays alone against two, and wins or loses by the bid."
    ),
    min_seats=SEATS,
    max_seats=SEATS,
    Options=Options,
    Sheet=Sheet,
    checks=CHECKS,
    calculate=calculate,
    explain=explain,
    deals=lambda options: options.deals,
    option_warnings=warn_of_deals,
    layout=build_layout,
    has_bids=True,
    words=WORDS,
    codes=COMMON_CODES | CODES,
    variants=(Variant("fighting-cards", "Fighting Cards", {}, "pagat.com/invented/fighting_cards.html"),),
    rules=build_rules,
    analyse=analyse_auction,
    option_words=OPTION_WORDS,
    examples=EXAMPLES,
    plausible=make_sample_sheet,
    option_fields=OPTION_FIELDS,
    figures=FIGURES,
    awards=AWARDS,
    unlikely=UNLIKELY,
    helpers=HELPERS,
    leave_out=lambda options, seats, deals: options,
    duplicate=DUPLICATE,
    rulings=RULINGS,
    free_options=("deals",),
)
