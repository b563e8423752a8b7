"""How an International Skat sheet is entered, and its options are chosen."""

from __future__ import annotations

from functools import partial

from games.international_skat.contract import highest_value
from games.international_skat.sheet import (
    LEAST_BID,
    NULLS,
    Options,
)
from games.international_skat.words import ANNOUNCEMENTS, GAMES
from games.layout import BLANK, Field, Given, Layout
from games.problems import _
from games.skat.cards import ALL_POINTS, SUIT_SYMBOLS
from games.skat.contracts import (
    EXTRA_HELP,
    KONTRA_WORDS,
    MOST_DEALS,
    MOST_LEVELS,
    MOST_MATADORS,
    MOST_NAMES,
    TRICKS,
)
from games.skat.ramsch import ALL_PASS_FIELDS, PASSED_ON_FIELD, RAMSCH
from games.skat.table import resting

PLAYED = (Given("declarer", (None, BLANK), has=False),)  # once somebody is named
NOT_PASSED = (Given("declarer", (None,), has=False),)
NOT_RAMSCH = (Given("game", (RAMSCH,), has=False),)
NO_RAMSCH = (Given("game", (RAMSCH, BLANK), has=False),)
IN_SUITS_AND_GRAND = (Given("game", NULLS, has=False),)
IN_HAND = (Given("hand", (True,)),)


def layout(options: Options, seats: int) -> Layout:
    with_ramsch = options.all_pass == RAMSCH
    return Layout(
        per_seat=ALL_PASS_FIELDS if with_ramsch else (),
        per_deal=(
            *(_game_with_ramsch() if with_ramsch else _game_or_all_passed()),
            *_of_a_game(options, NO_RAMSCH if with_ramsch else PLAYED),
            *((PASSED_ON_FIELD,) if with_ramsch else ()),
        ),
        resting=partial(resting, seats=seats),
        passes=True,
    )


def _game_or_all_passed() -> tuple[Field, ...]:
    return (
        Field("declarer", _("Declarer"), "seat", out=_("all passed")),
        Field("game", _("Game"), "choice", choices=GAMES, symbols=SUIT_SYMBOLS, given=PLAYED),
    )


def _game_with_ramsch() -> tuple[Field, ...]:
    """A deal has a game, or a declarer of null, where it was thrown in and no Ramsch was played."""
    choices = {**GAMES, RAMSCH: _("Ramsch")}
    return (
        Field("game", _("Game"), "choice", choices=choices, symbols=SUIT_SYMBOLS, given=NOT_PASSED),
        Field("declarer", _("Declarer"), "seat", out=_("all passed"), given=NOT_RAMSCH),
    )


def _of_a_game(options: Options, given: tuple[Given, ...]) -> tuple[Field, ...]:
    """What is written of a game with a declarer; `given`: where there is one."""
    suits_and_grand = (*given, *IN_SUITS_AND_GRAND)
    announcing = (*suits_and_grand, *IN_HAND)
    most = highest_value("grand", hand=True, extra=sum(options.extra_multipliers.values()))
    with_or_without = _("2 is with two, -2 without two.")
    hand = Field("hand", _("Hand"), "switch", required=False, near=True, given=given)
    announcements = (
        Field(
            "announced",
            _("Announced"),
            "choice",
            choices=ANNOUNCEMENTS,
            required=False,
            given=announcing,
            near=True,
        ),
        Field("open", _("Open"), "switch", required=False, given=announcing, near=True),
    )
    may_play_hand = options.hand == "allowed"
    return (
        Field("bid", _("Bid"), "count", LEAST_BID, most, given=given),
        *((hand,) if may_play_hand else ()),
        Field(
            "matadors",
            _("Matadors"),
            "count",
            -MOST_MATADORS,
            MOST_MATADORS,
            help=with_or_without,
            given=suits_and_grand,
        ),
        Field("points", _("Card points"), "count", 0, ALL_POINTS, given=suits_and_grand),
        Field("tricks", _("Tricks"), "count", 0, TRICKS, required=False, given=given, near=True),
        *(announcements if may_play_hand else ()),
        *_extras(options, given, suits_and_grand),
    )


def _extras(
    options: Options, given: tuple[Given, ...], suits_and_grand: tuple[Given, ...]
) -> tuple[Field, ...]:
    names = {name: name for name in options.extra_multipliers}
    kontra = Field("kontra", _("Kontra"), "choice", choices=KONTRA_WORDS, required=False, given=given)
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


LOSSES = {
    "isko": _("Twice the value of the game"),
    "source-text": _("Twice the base, as in North American Skat"),
    "double-unless-hand": _("Twice the value, hand games once"),
}
HAND = {"allowed": _("Allowed"), "forbidden": _("Not played")}
ALL_PASS = {"redeal": _("The next player deals"), RAMSCH: _("A Ramsch is played")}
OPTION_FIELDS = (
    Field("deals", _("Deals a session"), "count", 1, MOST_DEALS, out=_("any number")),
    Field("losses", _("What a lost game costs"), "choice", choices=LOSSES),
    Field("hand", _("Hand games"), "choice", choices=HAND),
    Field("all_pass", _("When all pass"), "choice", choices=ALL_PASS),
    Field("kontra", _("Kontra, Rekontra, Bock and Hirsch"), "switch"),
    Field(
        "extra_multipliers",
        _("Extra multipliers"),
        "named",
        1,
        MOST_LEVELS,
        several=MOST_NAMES,
        help=EXTRA_HELP,
    ),
)
