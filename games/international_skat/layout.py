"""The entry form of an International Skat sheet."""

from __future__ import annotations

from functools import partial

from games.international_skat.contract import compute_max_value
from games.international_skat.labels import ANNOUNCEMENT_LABELS, GAME_LABELS
from games.international_skat.sheet import (
    NULLS,
    ORIGINAL_RAMSCH,
    Options,
)
from games.international_skat.sums import build_foot
from games.layout import BLANK, Field, Given, Layout
from games.problems import _
from games.skat.cards import ALL_POINTS, SUIT_SYMBOLS
from games.skat.contracts import (
    KONTRA_LABELS,
    MAX_MATADORS,
    TRICKS,
)
from games.skat.fewest_points import ORIGINAL_RAMSCH_FIELDS
from games.skat.ramsch import ALL_PASS_FIELDS, PASSED_ON_FIELD, RAMSCH
from games.skat.rotation import find_dealer, list_resting_seats
from games.skat.rules import ROLES_ON_PAPER

IF_PLAYED = (Given("declarer", (None, BLANK), has=False),)  # once a declarer is named
IF_NOT_PASSED = (Given("declarer", (None,), has=False),)
IF_NOT_RAMSCH = (Given("game", (RAMSCH,), has=False),)
IF_DECLARER_GAME = (Given("game", (RAMSCH, BLANK), has=False),)
IF_NOT_NULL = (Given("game", NULLS, has=False),)
IF_HAND = (Given("hand", (True,)),)


def build_layout(options: Options, seats: int) -> Layout:
    with_ramsch = options.has_ramsch
    ramsch_fields = ORIGINAL_RAMSCH_FIELDS if options.all_pass == ORIGINAL_RAMSCH else ALL_PASS_FIELDS
    return Layout(
        per_seat=ramsch_fields if with_ramsch else (),
        per_deal=(
            *(_build_game_fields_with_ramsch() if with_ramsch else _build_game_fields()),
            *_build_contract_fields(options, IF_DECLARER_GAME if with_ramsch else IF_PLAYED),
            *((PASSED_ON_FIELD,) if options.all_pass == RAMSCH else ()),
        ),
        resting=partial(list_resting_seats, seats=seats),
        dealer=partial(find_dealer, seats=seats),
        passes=not options.passes_count,
        running_total=True,
        hint=ROLES_ON_PAPER,
        foot=build_foot(seats),
    )


def _build_game_fields() -> tuple[Field, ...]:
    return (
        Field("declarer", _("Declarer"), "seat", out=_("all passed"), german="Alleinspieler"),
        Field(
            "game",
            _("Game"),
            "choice",
            choices=GAME_LABELS,
            symbols=SUIT_SYMBOLS,
            given=IF_PLAYED,
        ),
    )


def _build_game_fields_with_ramsch() -> tuple[Field, ...]:
    """Return the fields for the game and the declarer where a Ramsch may be played.

    A deal has a game, or a declarer of null where it was thrown in and no Ramsch was played.
    """
    choices = {**GAME_LABELS, RAMSCH: _("Ramsch")}
    return (
        Field(
            "game",
            _("Game"),
            "choice",
            choices=choices,
            symbols=SUIT_SYMBOLS,
            given=IF_NOT_PASSED,
        ),
        Field(
            "declarer",
            _("Declarer"),
            "seat",
            out=_("all passed"),
            given=IF_NOT_RAMSCH,
            german="Alleinspieler",
        ),
    )


def _build_contract_fields(options: Options, given: tuple[Given, ...]) -> tuple[Field, ...]:
    """Return the fields of a game with a declarer; `given` are the conditions for a declarer."""
    suits_and_grand = (*given, *IF_NOT_NULL)
    announcing = (*suits_and_grand, *IF_HAND)
    max_bid = compute_max_value("grand", hand=True, extra=sum(options.extra_multipliers.values()))
    with_or_without = _("2 is with two, -2 without two.")
    hand = Field("hand", _("Hand"), "switch", required=False, near=True, given=given)
    announcements = (
        Field(
            "announced",
            _("Announced"),
            "choice",
            choices=ANNOUNCEMENT_LABELS,
            required=False,
            given=announcing,
            near=True,
            german="angesagt",
        ),
        Field("open", _("Open"), "switch", required=False, given=announcing, near=True, german="ouvert"),
    )
    may_play_hand = options.hand == "allowed"
    return (
        Field("bid", _("Bid"), "count", options.min_bid, max_bid, given=given, german="Reizwert"),
        *((hand,) if may_play_hand else ()),
        Field(
            "matadors",
            _("Matadors"),
            "count",
            -MAX_MATADORS,
            MAX_MATADORS,
            help=with_or_without,
            given=suits_and_grand,
            german="Spitzen",
        ),
        Field("points", _("Card points"), "count", 0, ALL_POINTS, given=suits_and_grand, german="Augen"),
        Field(
            "tricks",
            _("Tricks"),
            "count",
            0,
            TRICKS,
            required=False,
            given=given,
            near=True,
            german="Stiche",
        ),
        *(announcements if may_play_hand else ()),
        *_build_extra_fields(options, given, suits_and_grand),
    )


def _build_extra_fields(
    options: Options, given: tuple[Given, ...], suits_and_grand: tuple[Given, ...]
) -> tuple[Field, ...]:
    names = {name: name for name in options.extra_multipliers}
    kontra = Field("kontra", _("Kontra"), "choice", choices=KONTRA_LABELS, required=False, given=given)
    extra = Field(
        "extra",
        _("Extra multipliers"),
        "choice",
        choices=names,
        required=False,
        given=suits_and_grand,
        several=len(names),
    )
    return (*((kontra,) if options.kontra else ()), *((extra,) if names else ()))
