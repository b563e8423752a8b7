"""The entry form of a North American Skat sheet, in the order in which it is read aloud."""

from __future__ import annotations

from functools import partial

from games.layout import BLANK, Field, Given, Layout
from games.north_american_skat.labels import ANNOUNCEMENT_LABELS, GAME_LABELS
from games.north_american_skat.sheet import (
    GRAND_OUVERT,
    GRANDS,
    GUCKI_NULLOS,
    MIN_BID,
    NULLS,
    SUIT_GAMES,
    TOURNEES,
    Options,
)
from games.north_american_skat.validation import MAX_LEVELS
from games.problems import _
from games.skat.cards import ALL_POINTS, SUIT_LABELS, SUIT_SYMBOLS
from games.skat.contracts import (
    KONTRA_LABELS,
    MAX_MATADORS,
    MAX_MATADORS_IN_GRAND,
    TRICKS,
)
from games.skat.fewest_points import LAST_TRICKS_FIELD, ORIGINAL_RAMSCH_FIELDS
from games.skat.ramsch import ALL_PASS_FIELDS, PASSED_ON_FIELD, RAMSCH
from games.skat.rotation import find_dealer, list_resting_seats
from games.skat.rules import ROLES_ON_PAPER

POINT_GAMES = (*SUIT_GAMES, *GRANDS)  # by matadors and card points

IF_NOT_RAMSCH = (Given("game", (RAMSCH,), has=False),)
IF_POINT_GAME = (Given("game", POINT_GAMES),)
IF_ANNOUNCEABLE = (Given("game", [game for game in POINT_GAMES if game != GRAND_OUVERT]),)

# --- the sheet


def build_layout(options: Options, seats: int) -> Layout:
    """Build the entry form; the declared game comes first, as it decides which other fields there are."""
    by_leader = options.all_pass != RAMSCH
    optional_fields = [
        Field("second_turn", _("Second turn"), "switch", required=False, given=(Given("game", TOURNEES),))
    ]
    if options.kontra:
        optional_fields.append(
            Field(
                "kontra", _("Doubled"), "choice", choices=KONTRA_LABELS, required=False, given=IF_NOT_RAMSCH
            )
        )
    if options.extra_multipliers:
        optional_fields.append(_build_extra_field(options))
    return Layout(
        per_deal=(
            *_build_common_fields(options),
            *optional_fields,
            *(() if by_leader else (PASSED_ON_FIELD,)),
        ),
        per_seat=_build_ramsch_fields(by_leader),
        resting=partial(list_resting_seats, seats=seats),
        dealer=partial(find_dealer, seats=seats),
        running_total=True,
        hint=ROLES_ON_PAPER,
    )


def _build_common_fields(options: Options) -> tuple[Field, ...]:
    games = {key: name for key, name in GAME_LABELS.items() if options.gucki_nullo or key not in GUCKI_NULLOS}
    return (
        Field("game", _("Game"), "choice", choices=games),
        Field("declarer", _("Declarer"), "seat", given=IF_NOT_RAMSCH, german="Alleinspieler"),
        Field(
            "bid",
            _("Bid"),
            "count",
            MIN_BID,
            compute_max_bid(options),
            out="" if options.all_pass == RAMSCH else _("unbid"),
            given=IF_NOT_RAMSCH,
            german="Reizwert",
        ),
        Field(
            "suit",
            _("Trump"),
            "choice",
            choices=SUIT_LABELS,
            symbols=SUIT_SYMBOLS,
            given=(Given("game", tuple(SUIT_GAMES)),),
            german="Trumpf",
        ),
        Field(
            "matadors",
            _("Matadors"),
            "count",
            -MAX_MATADORS,
            MAX_MATADORS,
            help=_("With so many: 3. Without: -3."),
            given=IF_POINT_GAME,
            german="Spitzen",
        ),
        Field("points", _("Card points"), "count", 0, ALL_POINTS, given=IF_POINT_GAME, german="Augen"),
        Field(
            "tricks",
            _("Tricks"),
            "count",
            0,
            TRICKS,
            required=False,
            near=True,
            help=_("Needed in the null games, and with all the card points."),
            given=(*IF_NOT_RAMSCH, Given("game", (BLANK,), has=False)),
            german="Stiche",
        ),
        Field(
            "announced",
            _("Announced"),
            "choice",
            choices=ANNOUNCEMENT_LABELS,
            required=False,
            near=True,
            given=IF_ANNOUNCEABLE,
            german="angesagt",
        ),
    )


def _build_extra_field(options: Options) -> Field:
    names = {name: name for name in options.extra_multipliers}
    return Field(
        "extra",
        _("Extra multipliers"),
        "choice",
        choices=names,
        required=False,
        several=len(names),
        given=IF_POINT_GAME,
    )


def _build_ramsch_fields(by_leader: bool) -> tuple[Field, ...]:
    """Return a Ramsch's fields per seat.

    Where all pass, the tricks may be left out. The last tricks then decide nothing, but may be known.
    """
    return ORIGINAL_RAMSCH_FIELDS if by_leader else (*ALL_PASS_FIELDS, LAST_TRICKS_FIELD)


def compute_max_bid(options: Options) -> int:
    """Return the most that any game can be worth under these options."""
    extra = sum(options.extra_multipliers.values())
    suits = max(max(bases.values()) for bases in SUIT_GAMES.values()) * (MAX_MATADORS + MAX_LEVELS + extra)
    grands = max(GRANDS.values()) * (MAX_MATADORS_IN_GRAND + MAX_LEVELS + extra)
    return max(suits, grands, max(NULLS.values()))


# --- the options
