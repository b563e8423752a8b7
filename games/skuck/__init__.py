"""SKUCK: two players bid the exact number of tricks they will take, usually four deals a match.

SKUCK calls a deal a game; the code says deal. Read `rules`, then `sheet`, `scoring` and `explanation`.
See docs/reference/scoring.md, SKUCK; docs/reference/sheets.md, SKUCK.
"""

from __future__ import annotations

from fractions import Fraction

from games.problems import _
from games.protocol import (
    Game,
    Style,
    TimeLimit,
    Variant,
)
from games.reading import COMMON_CODES
from games.skuck.analysis import analyse
from games.skuck.awards import AWARDS, AWARDS_NOTE, FIGURES
from games.skuck.boards import DUPLICATE
from games.skuck.calculators import HELPERS
from games.skuck.examples import EXAMPLES
from games.skuck.explanation import explain
from games.skuck.labels import CODES, WORDS
from games.skuck.layout import build_layout
from games.skuck.options import OPTION_FIELDS, OPTION_WORDS
from games.skuck.rules import build_rules
from games.skuck.rulings import RULINGS
from games.skuck.sample_sheets import make_sample_sheet
from games.skuck.scoring import LEVELS, calculate
from games.skuck.sheet import CHECKS, MINUTES_A_PLAYER, SEATS, TRICKS, Options, Sheet
from games.skuck.strategy import build_strategy
from games.skuck.terms import TERMS


def get_time_limit(options: Options) -> TimeLimit:
    if options.time_penalties:
        return TimeLimit(MINUTES_A_PLAYER, "penalties", {"kind": "time"}, "no_limit")
    return TimeLimit(MINUTES_A_PLAYER)


SKUCK = Game(
    key="skuck",
    name="SKUCK",
    about=_("Two players each bid the exact number of the 27 tricks they will take, four games a match."),
    min_seats=SEATS,
    max_seats=SEATS,
    Options=Options,
    Sheet=Sheet,
    checks=CHECKS,
    calculate=calculate,
    explain=explain,
    deals=lambda options: options.deals,
    minutes=lambda options: SEATS * MINUTES_A_PLAYER * options.deals,
    time_limit=get_time_limit,
    layout=build_layout,
    has_bids=True,
    zeros=True,
    levels=LEVELS,
    style=Style(middle=Fraction(TRICKS, 2), high="hawk", low="dove", neutral="neutral"),
    forfeit_score=-5,
    ranking=("average", "zeros", "head-to-head", "wins", "lot"),
    words=WORDS,
    codes=COMMON_CODES | CODES,
    variants=(Variant("skuck", "SKUCK", {}, "pagat.com/invented/skuck.html"),),
    rules=build_rules,
    strategy=build_strategy,
    analyse=analyse,
    option_words=OPTION_WORDS,
    examples=EXAMPLES,
    plausible=make_sample_sheet,
    option_fields=OPTION_FIELDS,
    figures=FIGURES,
    awards=AWARDS,
    awards_note=AWARDS_NOTE,
    helpers=HELPERS,
    leave_out=lambda options, seats, deals: options,
    terms=TERMS,
    duplicate=DUPLICATE,
    rulings=RULINGS,
    free_options=("deals",),
)
