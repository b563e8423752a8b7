"""North American Skat: the declarer plays alone against two, for the value of the declared game.

Rules: docs/reference/scoring.md, North American Skat. Read `rules` first, then `sheet`, `scoring`, `validation` and
`explanation`; the parts that the Skat games share are in `games.skat`.
"""

from __future__ import annotations

from games.analysis import analyse_auction
from games.north_american_skat.awards import AWARDS, FIGURES
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
from games.protocol import Game, Variant
from games.reading import COMMON_CODES
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
