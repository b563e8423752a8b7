"""What a SKUCK sheet asks for, field by field, in the order in which it is read aloud."""

from __future__ import annotations

from dataclasses import replace

from games.cards import SUIT_SYMBOLS
from games.layout import Addition, Field, FieldList, Layout, Slip
from games.problems import _
from games.skuck.labels import PENALTY_LABELS, SUIT_LABELS
from games.skuck.sheet import MAX_POINTS, TRICKS, Options

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
