"""Hucklebuck: three to seven players take five tricks a hand, or bow out, in a race to a number of points.

Hucklebuck calls a deal a hand; the code says deal. Read `rules`, then `sheet`, `scoring`, `validation` and
`explanation`. See docs/reference/scoring.md, Hucklebuck; docs/reference/sheets.md, Hucklebuck.
"""

from __future__ import annotations

from games.hucklebuck.examples import EXAMPLES
from games.hucklebuck.explanation import explain
from games.hucklebuck.labels import CODES, WORDS
from games.hucklebuck.options import OPTION_FIELDS, OPTION_WORDS
from games.hucklebuck.rules import build_rules
from games.hucklebuck.rulings import RULINGS
from games.hucklebuck.sample_sheets import make_sample_sheet
from games.hucklebuck.scoring import calculate
from games.hucklebuck.sheet import (
    MAX_SEATS,
    MIN_PLAYING,
    MIN_SEATS,
    TRICKS,
    Options,
    Sheet,
)
from games.hucklebuck.validation import CHECKS
from games.layout import Field, Layout
from games.problems import _
from games.protocol import AVERAGE, IMPROVEMENT, WIN_RATE, Award, Figure, Game, Variant
from games.reading import COMMON_CODES
from games.score import Score

# --- the fields of a sheet, in the order in which it is read aloud

LAYOUT = Layout(
    per_seat=(
        Field(
            "tricks", _("Tricks"), "count", 0, TRICKS, total=TRICKS, out=_("out"), out_from=MIN_PLAYING + 1
        ),
    ),
    running_total=True,
)
# --- figures of a season


def count_trickless_deals(score: Score, seat: int) -> int:
    """Return the number of hands that the seat played without a trick.

    These are the hands that did not raise the score; a hand with a trick always does.
    """
    return sum(change is not None and change <= 0 for change in score.seats[seat].deal_scores)


FIGURES = (
    Figure("tricks", _("Tricks"), "sum", lambda score, seat: score.seats[seat].tricks),
    Figure(
        "sweeps", _("All five tricks"), "sum", lambda score, seat: score.seats[seat].deal_scores.count(TRICKS)
    ),
    Figure("trickless", _("Hands without a trick"), "sum", count_trickless_deals),
    Figure("out", _("Hands sat out"), "sum", lambda score, seat: score.seats[seat].deal_scores.count(None)),
    Figure("best", _("Best match"), "most", lambda score, seat: score.seats[seat].score),
)

# --- awards of a season

AWARDS = (
    Award("best-average", _("Best average"), _("Most points per hand."), AVERAGE),
    Award(
        "best-win-rate",
        _("Best win rate"),
        _("Highest share of matches won, draws not counted."),
        WIN_RATE,
    ),
    Award(
        "most-sweeps",
        _("Most sweeps"),
        _("Most hands with all five tricks."),
        "sweeps",
        least=1,
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
