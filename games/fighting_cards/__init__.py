"""Fighting Cards: three players bid for the points they will take; the declarer plays alone against two.

Read `rules`, then `sheet`, `scoring`, `validation` and `explanation`; `auction` and `calculators` help the players.
See docs/reference/scoring.md, Fighting Cards; docs/reference/sheets.md, Fighting Cards.
"""

from __future__ import annotations

from games.analysis import analyse_auction
from games.fighting_cards.awards import AWARDS, FIGURES
from games.fighting_cards.boards import DUPLICATE
from games.fighting_cards.calculators import HELPERS
from games.fighting_cards.examples import EXAMPLES
from games.fighting_cards.explanation import explain
from games.fighting_cards.labels import CODES, WORDS
from games.fighting_cards.layout import build_layout
from games.fighting_cards.options import OPTION_FIELDS, OPTION_WORDS, warn_of_deals
from games.fighting_cards.rules import build_rules
from games.fighting_cards.rulings import RULINGS
from games.fighting_cards.sample_sheets import make_sample_sheet
from games.fighting_cards.scoring import calculate
from games.fighting_cards.sheet import SEATS, Options, Sheet
from games.fighting_cards.validation import CHECKS, UNLIKELY
from games.problems import _
from games.protocol import Game, Variant
from games.reading import COMMON_CODES

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
