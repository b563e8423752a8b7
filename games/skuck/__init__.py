"""SKUCK: two players bid the exact number of tricks they will take, usually four deals a match.

SKUCK calls a deal a game; the code says deal. Read `rules`, then `sheet`, `scoring` and `explanation`.
See docs/reference/scoring.md, SKUCK; docs/reference/sheets.md, SKUCK.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from games.cards import SUIT_SYMBOLS
from games.layout import Addition, Field, FieldList, Layout, Slip
from games.problems import _
from games.protocol import (
    AVERAGE,
    IMPROVEMENT,
    WIN_RATE,
    ZERO_RATE,
    Award,
    Figure,
    Game,
    Style,
    TimeLimit,
    Variant,
)
from games.reading import COMMON_CODES
from games.skuck.analysis import analyse
from games.skuck.boards import DUPLICATE
from games.skuck.calculators import HELPERS
from games.skuck.examples import EXAMPLES
from games.skuck.explanation import explain
from games.skuck.labels import CODES, PENALTY_LABELS, SUIT_LABELS, WORDS
from games.skuck.options import OPTION_FIELDS, OPTION_WORDS
from games.skuck.rules import build_rules
from games.skuck.rulings import RULINGS
from games.skuck.sample_sheets import make_sample_sheet
from games.skuck.scoring import LEVELS, calculate
from games.skuck.sheet import CHECKS, MAX_POINTS, MINUTES_A_PLAYER, SEATS, TRICKS, Options, Sheet
from games.skuck.strategy import build_strategy
from games.skuck.terms import TERMS

# --- the fields of a sheet, in the order in which it is read aloud

PLAIN_LAYOUT = Layout(
    per_seat=(
        Field("bids", _("Bid"), "count", 0, TRICKS),
        Field("tricks", _("Tricks"), "count", 0, TRICKS, total=TRICKS),
        Field("points", _("Point count"), "count", 0, MAX_POINTS, required=False),
    ),
    per_deal=(
        Field("trump", _("Trump"), "choice", choices=SUIT_LABELS, required=False, symbols=SUIT_SYMBOLS),
        Field("caller", _("Named by"), "seat", required=False),
    ),
    lists=(
        FieldList(
            "penalties",
            _("Penalties"),
            (
                Field("seat", _("Player"), "seat"),
                Field("kind", _("Penalty"), "choice", choices=PENALTY_LABELS),
                Field("deal", _("Game"), "deal", required=False),
            ),
        ),
    ),
    additions=(
        Addition("bonus", _("Bonus"), lambda score, seat: score.seats[seat].extras["bonus"]),
        Addition("penalties", _("Penalties"), lambda score, seat: -score.seats[seat].extras["penalty"]),
    ),
    slip=Slip(_("Bid slips"), ("bids", "tricks")),
    secret_fields=("bids", "tricks"),  # bids are announced once the hand is over
)
# Where slow play costs something, the players of a match may agree that it doesn't.
LAYOUT_WITH_TIME = replace(
    PLAIN_LAYOUT,
    switches=(
        Field(
            "no_limit",
            _("Played without a limit, as both agreed"),
            "switch",
            required=False,
            help=_("Both agreed to play without a limit, so that slow play costs nothing in this match."),
        ),
    ),
)


def build_layout(options: Options, _seats: int) -> Layout:
    return LAYOUT_WITH_TIME if options.time_penalties else PLAIN_LAYOUT


def get_time_limit(options: Options) -> TimeLimit:
    if options.time_penalties:
        return TimeLimit(MINUTES_A_PLAYER, "penalties", {"kind": "time"}, "no_limit")
    return TimeLimit(MINUTES_A_PLAYER)


# --- figures of a season

FIGURES = (
    Figure("clicks", _("Clicks"), "sum", lambda score, seat: len(score.details["clicks"])),
    Figure("boolies", _("Boolies"), "sum", lambda score, seat: score.details["boolies"].count(seat)),
    Figure("bonus", _("Bonus"), "sum", lambda score, seat: score.seats[seat].extras["bonus"]),
    Figure("best", _("Best match"), "most", lambda score, seat: score.seats[seat].score),
)

# --- awards of a season

# The source's list is known only in part: its 3rd, 5th and 7th entries are the zero rate, the win rate and the most
# improved of the Hawks. The other entries are our guess (docs/reference/scoring.md, SKUCK: Rulings).
AWARDS_NOTE = _(
    "The inventors' own list of achievements is only known in part: the highest zero rate, the best win rate and the "
    "most improved of the Hawks are from it. The best averages and the awards of the Doves are our counterparts of "
    "those that are lost."
)
AWARDS = (
    Award(
        "best-average",
        _("Best average: {style}"),
        _("Highest average ({style})."),
        AVERAGE,
        by_style=True,
    ),
    Award(
        "highest-zero-rate",
        _("Highest zero rate: {style}"),
        _("Highest share of bids made ({style})."),
        ZERO_RATE,
        by_style=True,
    ),
    Award(
        "best-win-rate",
        _("Best win rate: {style}"),
        _("Highest share of matches won, draws not counted ({style})."),
        WIN_RATE,
        by_style=True,
    ),
    Award(
        "most-improved",
        _("Most improved: {style}"),
        _("Biggest rise in win rate: last four matches against the four before ({style})."),
        IMPROVEMENT,
        above=0,
        by_style=True,
    ),
    Award(
        "boolie",
        _("Boolie"),
        _("For every boolie – a match with every bid made. Number of boolies."),
        "boolies",
        to="each",
        least=1,
        proven=False,
    ),
    Award(
        "most-clicks",
        _("Most clicks"),
        _(
            "For the two players with the most clicks against each other (games in which both make their "
            "bids), at least two."
        ),
        "clicks",
        to="pair",
        least=2,
        proven=False,
    ),
    Award(
        "master",
        _("Master"),
        _("For every player with a season average above zero."),
        AVERAGE,
        to="each",
        above=0,
    ),
)

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
