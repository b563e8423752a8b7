"""Magpie, a card game for three to five: one promises most and plays against the others, who may rest.

Read `play` (what is written down, what is impossible, what it is worth), then `descriptions` (the same in words),
`calculators` (what is counted for those who write a sheet) and `boards` (the same cards at all tables).
"""

from __future__ import annotations

from fractions import Fraction

from games import AVERAGE, Addition, Award, Field, FieldList, Figure, Game, Given, Layout, Level, Variant
from games.problems import _
from games.reading import COMMON_CODES

from .boards import DUPLICATE
from .calculators import HELPERS
from .descriptions import (
    CODES,
    EXAMPLES,
    FINES,
    OFFENCES,
    OPTION_WORDS,
    SIGNS,
    SUITS,
    WORDS,
    explain,
    plausible,
    rules,
)
from .play import (
    CHECKS,
    MAX_HANDS,
    MAX_LAST_TRICK,
    MAX_SEATS,
    MIN_SEATS,
    MOTHS,
    TRICKS,
    UNLIKELY,
    Options,
    Sheet,
    calculate,
)

TRICKS_TAKEN = Field("tricks", _("Tricks"), "count", 0, TRICKS, total=TRICKS, out=_("nest"))
OF_THE_HAND = (
    Field("magpie", _("Magpie"), "seat"),
    Field("promise", _("Promise"), "count", 1, TRICKS),
    Field("trump", _("Trump"), "choice", choices=SUITS, symbols=SIGNS),
    Field("moonlit", _("By moonlight"), "switch", required=False, help=_("The hand counts double.")),
    Field("moths", _("Moths"), "count", 0, MOTHS, required=False, given=(Given("moonlit", (True,)),)),
)
FINED = FieldList(
    "fines",
    _("Fines"),
    (
        Field("seat", _("Player"), "seat"),
        Field("offence", _("For"), "choice", choices=OFFENCES),
        Field("deal", _("Hand"), "deal", required=False),
    ),
)

PAID = Addition("fines", _("Fines"), lambda score, seat: -score.seats[seat].extras["fines"])


def layout(options: Options, seats: int) -> Layout:
    """Return how a sheet is written down, in the order in which it is read aloud.

    Where the last trick is worth something, hardly anybody leaves out whose it was.
    """
    counts = options.last_trick > 0
    last = Field("last", _("Last trick"), "seat", required=False, near=counts, help=_("Who took it."))
    return Layout(per_seat=(TRICKS_TAKEN,), per_deal=(*OF_THE_HAND, last), lists=(FINED,), additions=(PAID,))


OPTION_FIELDS = (
    Field("hands", _("Hands in a match"), "count", 1, MAX_HANDS),
    Field("exact", _("A promise is kept by that many tricks, and no more"), "switch"),
    Field("last_trick", _("Points for the last trick"), "count", 0, MAX_LAST_TRICK),
    Field("fines", _("Fines"), "choice", choices=FINES),
)

MAGPIE = Game(
    key="magpie",
    name="Magpie",
    about=_(
        "Three to five players; one promises how many of the nine tricks to take, the others may stay out."
    ),
    min_seats=MIN_SEATS,
    max_seats=MAX_SEATS,
    Options=Options,
    Sheet=Sheet,
    checks=CHECKS,
    unlikely=UNLIKELY,
    calculate=calculate,
    explain=explain,
    deals=lambda options: options.hands,
    layout=layout,
    has_bids=True,
    levels=(
        Level(_("Gold"), "G", above=Fraction(4)),
        Level(_("Silver"), "S", above=Fraction(2)),
        Level(_("Tin"), "T", above=None),
    ),
    words=WORDS,
    codes=COMMON_CODES | CODES,
    variants=(
        Variant("magpie", "Magpie", {}, "made up for Boolie's tests"),
        Variant(
            "long-magpie",
            "Long Magpie",
            {"hands": 10, "exact": True, "fines": "stiff"},
            "made up for Boolie's tests",
        ),
    ),
    rules=rules,
    option_words=OPTION_WORDS,
    examples=EXAMPLES,
    plausible=plausible,
    option_fields=OPTION_FIELDS,
    helpers=HELPERS,
    figures=(
        Figure(
            "moonlit",
            _("Moonlit promises kept"),
            "sum",
            lambda score, seat: score.seats[seat].extras["moonlit"],
            ranks=True,
        ),
        Figure("best", _("Best hand"), "most", lambda score, seat: score.seats[seat].extras["best"]),
    ),
    awards=(
        Award("best-average", _("Best average"), _("The most points a hand."), AVERAGE),
        Award(
            "moonlighter",
            _("Moonlighter"),
            _("The most promises kept by moonlight."),
            "moonlit",
            least=1,
            proven=False,
        ),
    ),
    leave_out=lambda options, seats, deals: options,
    duplicate=DUPLICATE,
)
