"""Hucklebuck: three to seven players take five tricks a hand, or bow out, in a race to a number of points.

Hucklebuck calls a deal a hand; the code says deal. Read `rules`, then `sheet`, `scoring`, `validation` and
`explanation`. See docs/reference/scoring.md, Hucklebuck; docs/reference/sheets.md, Hucklebuck.
"""

from __future__ import annotations

from games.hucklebuck.awards import AWARDS, FIGURES
from games.hucklebuck.examples import EXAMPLES
from games.hucklebuck.explanation import explain
from games.hucklebuck.labels import CODES, WORDS
from games.hucklebuck.layout import LAYOUT
from games.hucklebuck.options import OPTION_FIELDS, OPTION_WORDS
from games.hucklebuck.rules import build_rules
from games.hucklebuck.rulings import RULINGS
from games.hucklebuck.sample_sheets import make_sample_sheet
from games.hucklebuck.scoring import calculate
from games.hucklebuck.sheet import MAX_SEATS, MIN_SEATS, Options, Sheet
from games.hucklebuck.validation import CHECKS
from games.problems import _
from games.protocol import Game, Variant
from games.reading import COMMON_CODES

HUCKLEBUCK = Game(
    key="hucklebuck",
    name="Hucklebuck",
    about=_(
        "Three to seven players take five tricks a hand, or bow out of it, in a race to a number of points."
    ),
    min_seats=MIN_SEATS,
    max_seats=MAX_SEATS,
    Options=Options,
    Sheet=Sheet,
    checks=CHECKS,
    calculate=calculate,
    explain=explain,
    deals=lambda options: None,
    layout=lambda options, seats: LAYOUT,
    words=WORDS,
    codes=COMMON_CODES | CODES,
    variants=(
        Variant("hucklebuck", "Hucklebuck", {}, "gamerules.com/rules/hucklebuck"),
        Variant("hucklebuck-15", "Hucklebuck to 15", {"target": 15}, "en.wikipedia.org/wiki/Hucklebuck"),
    ),
    rules=build_rules,
    option_words=OPTION_WORDS,
    examples=EXAMPLES,
    plausible=make_sample_sheet,
    option_fields=OPTION_FIELDS,
    figures=FIGURES,
    awards=AWARDS,
    usual_seats=4,
    rulings=RULINGS,
)
