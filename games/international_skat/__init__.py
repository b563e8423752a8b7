"""International Skat: after an auction, the declarer plays alone against two.

Rules: docs/reference/scoring.md, International Skat. Read `rules` first, then `sheet`, `contract`, `scoring`,
`validation` and `explanation`; the parts that the Skat games share are in `games.skat`.
"""

from __future__ import annotations

from games.analysis import analyse_auction
from games.international_skat.awards import AWARDS, FIGURES
from games.international_skat.boards import DUPLICATE
from games.international_skat.calculators import HELPERS
from games.international_skat.examples import EXAMPLES
from games.international_skat.explanation import explain
from games.international_skat.labels import CODES, WORDS
from games.international_skat.layout import build_layout
from games.international_skat.options import OPTION_FIELDS, OPTION_WORDS, warn_of_options
from games.international_skat.rules import build_rules
from games.international_skat.rulings import RULINGS
from games.international_skat.sample_sheets import make_sample_sheet
from games.international_skat.scoring import calculate, describe_results
from games.international_skat.sheet import Options, Sheet
from games.international_skat.sums import build_short_layout, is_short
from games.international_skat.terms import TERMS
from games.international_skat.validation import CHECKS
from games.international_skat.warnings import UNLIKELY
from games.problems import _
from games.protocol import Game, ShortSheet, Variant
from games.reading import COMMON_CODES
from games.skat.rotation import MAX_SEATS, MIN_SEATS, list_resting_seats
from games.skat.session import USUAL_SEATS, count_deals, count_minutes

# It names the last two variants below, but its lists of their differences could not be read.
SOURCE = "catsatcards.com/Games/NorthAmericanSkat.html"
VARIANTS = (
    Variant("international-skat", "International Skat", {}, "International Skat Order (ISkO)"),
    Variant(
        "international-skat-source-text",
        "International Skat by the text of catsatcards.com",
        {"losses": "source-text", "rank_order": "seed"},
        SOURCE,
    ),
    Variant(
        "international-skat-with-ramsch", "International Skat with Ramsch", {"all_pass": "ramsch"}, SOURCE
    ),
    Variant(
        "international-skat-original-ramsch",
        "International Skat with the original Ramsch",
        {"all_pass": "original-ramsch"},
        SOURCE,
    ),
    Variant("rauber-skat", "Räuber Skat", {"losses": "double-unless-hand"}, SOURCE, certain=False),
    Variant("standard-skat", "Standard Skat", {"hand": "forbidden"}, SOURCE, certain=False),
)

INTERNATIONAL_SKAT = Game(
    key="international-skat",
    name="International Skat",
    about=_("Three bid, and one plays alone against two with 32 cards; up to five sit at a table in turn."),
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
    series_points="seeger_fabian",
    series_ties=("games_won", "games_lost"),
    prize_figures=("net_games", "best_total", "best_deal", "most_against"),
    lost_figure="games_lost",
    unlikely=UNLIKELY,
    helpers=HELPERS,
    short_sheet=ShortSheet(_("Only the sums of the list"), build_short_layout, is_short),
    leave_out=lambda options, seats, deals: None if list_resting_seats(0, seats) else options,
    duplicate=DUPLICATE,
    terms=TERMS,
    rulings=RULINGS,
    results=describe_results,
    free_options=("deals", "extra_multipliers"),
)
