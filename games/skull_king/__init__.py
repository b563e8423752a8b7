"""Skull King: two to eight players bid how many tricks they will take, with Pirates among the cards.

Skull King calls a deal a round and a match a game; the code says deal and match. Read `rules`, then `editions`,
`sheet`, `scoring`, `validation`, `warnings` and `explanation`.
See docs/reference/scoring.md, Skull King; docs/reference/sheets.md, Skull King.
"""

from __future__ import annotations

from collections.abc import Collection

from games.problems import _
from games.protocol import Game
from games.reading import COMMON_CODES
from games.skull_king.awards import AWARDS, FIGURES
from games.skull_king.editions import MAX_SEATS, MIN_SEATS
from games.skull_king.examples import EXAMPLES
from games.skull_king.explanation import explain
from games.skull_king.labels import CODES, WORDS
from games.skull_king.layout import build_layout
from games.skull_king.options import OPTION_FIELDS, OPTION_WORDS
from games.skull_king.rules import build_rules
from games.skull_king.rulings import RULINGS
from games.skull_king.sample_sheets import make_sample_sheet
from games.skull_king.scoring import calculate
from games.skull_king.sheet import Options, Sheet, get_edition
from games.skull_king.strategy import build_strategy
from games.skull_king.validation import CHECKS
from games.skull_king.variants import VARIANTS
from games.skull_king.warnings import UNLIKELY


def leave_out_rounds(options: Options, seats: int, rounds: Collection[int]) -> Options | None:
    """Return options with a schedule without these rounds; None where others may follow that break a tie."""
    if options.another_round:
        return None
    schedule = [cards for number, cards in enumerate(options.schedule) if number not in rounds]
    return options.model_copy(update={"schedule": schedule})


SKULL_KING = Game(
    key="skull-king",
    name="Skull King",
    about=_(
        "Two to eight players bid exactly how many tricks they will take, in rounds of more and more cards."
    ),
    min_seats=MIN_SEATS,
    max_seats=MAX_SEATS,
    Options=Options,
    Sheet=Sheet,
    checks=CHECKS,
    calculate=calculate,
    explain=explain,
    deals=lambda options: len(options.schedule),
    minutes=lambda options: 30,
    layout=build_layout,
    has_bids=True,
    words=WORDS,
    codes=COMMON_CODES | CODES,
    variants=VARIANTS,
    rules=build_rules,
    strategy=build_strategy,
    option_words=OPTION_WORDS,
    examples=EXAMPLES,
    plausible=make_sample_sheet,
    option_fields=OPTION_FIELDS,
    figures=FIGURES,
    awards=AWARDS,
    usual_seats=4,
    unlikely=UNLIKELY,
    most_with=lambda options: get_edition(options).max_seats,
    leave_out=leave_out_rounds,
    rulings=RULINGS,
)
