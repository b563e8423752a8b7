"""Checks of a North American Skat sheet.

Error codes: docs/reference/sheets.md, North American Skat: Error codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.checks import Case, Checks, UnreadableField
from games.north_american_skat.labels import FIELD_LABELS, GAME_LABELS
from games.north_american_skat.ramsch_validation import RAMSCH_CHECKS
from games.north_american_skat.scoring import PROMISED_LEVELS
from games.north_american_skat.sheet import (
    GRAND_OUVERT,
    GRANDS,
    GUCKI_NULLOS,
    NULLS,
    SUIT_GAMES,
    TOURNEES,
    Deal,
    Sheet,
    get_base,
    has_matadors,
)
from games.problems import Problem, Text, _
from games.reading import build_problem
from games.skat.cards import ALL_POINTS
from games.skat.contracts import (
    MAX_MATADORS,
    MAX_MATADORS_IN_GRAND,
    check_extra,
    check_kontra,
    find_points_problem,
    sum_extra_levels,
)
from games.skat.ramsch import RAMSCH
from games.skat.rotation import describe_resting, list_playing_seats, list_resting_seats
from games.skat.session import count_deals

MAX_LEVELS = max(PROMISED_LEVELS.values())

# --- the fields that each game takes and needs

_CONTRACT_FIELDS = {"declarer", "bid", "tricks", "kontra"}
_POINT_GAME_FIELDS = _CONTRACT_FIELDS | {"matadors", "points", "announced", "extra"}
_AUCTION_FIELDS = ("declarer", "bid")
GAME_FIELDS: dict[str, set[str]] = {
    **{game: _POINT_GAME_FIELDS | {"suit"} for game in SUIT_GAMES},
    **dict.fromkeys(GRANDS, _POINT_GAME_FIELDS),
    **dict.fromkeys(NULLS, _CONTRACT_FIELDS),
    RAMSCH: {"points", "tricks", "last_tricks", "passed_on"},
}
for _game in TOURNEES:
    GAME_FIELDS[_game] = GAME_FIELDS[_game] | {"second_turn"}
GAME_FIELDS[GRAND_OUVERT] = GAME_FIELDS[GRAND_OUVERT] - {"announced"}
NEEDED_FIELDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(SUIT_GAMES, (*_AUCTION_FIELDS, "suit", "matadors", "points")),
    **dict.fromkeys(GRANDS, (*_AUCTION_FIELDS, "matadors", "points")),
    **dict.fromkeys(NULLS, (*_AUCTION_FIELDS, "tricks")),
    RAMSCH: ("points", "tricks"),
}
_DEFAULTS = {name: field.get_default(call_default_factory=True) for name, field in Deal.model_fields.items()}
MIN_FIELDS = {game: {"game", *needs} for game, needs in NEEDED_FIELDS.items()}
ALLOWED_FIELDS = {game: {"game", *takes} for game, takes in GAME_FIELDS.items()}
FOREIGN_FIELDS = {
    game: tuple(name for name in FIELD_LABELS if name not in takes) for game, takes in GAME_FIELDS.items()
}


def check_fields(deal: Any, case: Case) -> Iterator[Problem]:
    game = deal.game
    if isinstance(deal, Deal) and MIN_FIELDS[game] <= deal.model_fields_set <= ALLOWED_FIELDS[game]:
        return
    for name in FOREIGN_FIELDS[game]:
        if _is_written(deal, name) is not False:
            values = {"game": Text(GAME_LABELS[game]), "field": Text(FIELD_LABELS[name])}
            message = Text(_("{game} takes no {field}."), values)
            yield Problem(name, "not-in-this-game", message, alone=True)
    for name in NEEDED_FIELDS[game]:
        if _is_written(deal, name) is False and not _can_be_missing(game, name, case):
            yield build_problem("missing", name, name=name)


def _is_written(deal: Any, name: str) -> bool | None:
    """Return whether a field differs from its default; None where its value is wrong in itself."""
    try:
        return bool(getattr(deal, name) != _DEFAULTS[name])
    except UnreadableField:
        return None


def _can_be_missing(game: str, name: str, case: Case) -> bool:
    return game == RAMSCH and name == "tricks" and case.options.all_pass == RAMSCH


# --- declarer and bid


def check_declarer(deal: Any, case: Case) -> Iterable[Problem]:
    seat = deal.declarer
    if seat is None or seat not in list_resting_seats(case.at[0], case.seats):
        return ()
    return (Problem("declarer", "sits-out", Text(describe_resting(seat, case.at[0], case.seats))),)


def check_unbid(deal: Any, case: Case) -> Iterable[Problem]:
    return _find_unbid_problems(deal, case) if deal.bid is None and deal.game != RAMSCH else ()


def _find_unbid_problems(deal: Any, case: Case) -> Iterator[Problem]:
    if case.options.all_pass == RAMSCH:
        message = Text(_("Without a bid, a Ramsch is played here; a declarer needs a bid."))
        yield Problem("bid", "unbid-ramsch", message)
    elif deal.declarer in list_playing_seats(case.at[0], case.seats)[1:]:
        message = Text(_("Only the Leader, at the dealer's left, plays without a bid."))
        yield Problem("bid", "unbid", message)


def check_bid(deal: Any, case: Case) -> Iterator[Problem]:
    """Check the bid against the most that the game could be worth, with the extra multipliers it claims.

    Rules: docs/reference/scoring.md, North American Skat: Bids.
    """
    if not deal.bid or deal.game == RAMSCH:
        return
    most = _compute_max_value(deal, case)
    if most is not None and deal.bid > most:
        values = {"game": Text(GAME_LABELS[deal.game]), "most": most, "bid": deal.bid}
        message = _("{game} is worth at most {most} here, which never reaches a bid of {bid}.")
        yield Problem("bid", "bid-too-high", Text(message, values))


def _compute_max_value(deal: Any, case: Case) -> int | None:
    if deal.game in NULLS:
        return NULLS[deal.game]
    if deal.game in SUIT_GAMES and deal.suit is None:
        return None
    claimed = deal.extra
    if claimed and any(name not in case.options.extra_multipliers for name in claimed):
        return None
    extra = sum_extra_levels(claimed, case.options) if claimed else 0
    matadors = MAX_MATADORS if deal.game in SUIT_GAMES else MAX_MATADORS_IN_GRAND
    return get_base(deal) * (matadors + MAX_LEVELS + extra)


# --- matadors, card points and tricks


def check_matadors(deal: Any, _case: Case) -> Iterator[Problem]:
    number = deal.matadors
    if number is None or not has_matadors(deal.game):
        return
    if number == 0:
        message = _("Every declarer is with or without at least 1 matador.")
        yield Problem("matadors", "no-matadors", Text(message))
    elif deal.game in GRANDS and abs(number) > MAX_MATADORS_IN_GRAND:
        message = _("A grand has only the {most} jacks as matadors, not {number}.")
        yield Problem(
            "matadors",
            "matadors-in-grand",
            Text(message, {"most": MAX_MATADORS_IN_GRAND, "number": abs(number)}),
        )


def check_points(deal: Any, _case: Case) -> Iterator[Problem]:
    if not has_matadors(deal.game) or not isinstance(deal.points, int):
        return
    if isinstance(deal.tricks, int):
        yield from find_points_problem(deal.tricks, deal.points)
    elif deal.tricks is None and deal.points == ALL_POINTS:
        message = _("Missing: tricks. All {points} card points may be in 10 tricks, or in fewer.")
        yield Problem("tricks", "missing", Text(message, {"points": ALL_POINTS}))


# --- limits set by the options


def check_gucki_nullo(deal: Any, case: Case) -> Iterable[Problem]:
    if deal.game not in GUCKI_NULLOS or case.options.gucki_nullo:
        return ()
    message = Text(_("{game} is not played here."), {"game": Text(GAME_LABELS[deal.game])})
    return (Problem("game", "gucki-nullo-not-agreed", message),)


def check_surplus(sheet: Sheet, case: Case) -> Iterator[Problem]:
    agreed = count_deals(case.options, case.seats)
    if agreed is not None and len(sheet.deals) > agreed:
        values = {"deals": agreed, "given": len(sheet.deals)}
        singular, plural = (
            _("A session has 1 deal, not {given}."),
            _("A session has {deals} deals, not {given}."),
        )
        yield Problem(f"deals.{agreed}", "surplus", Text(singular if agreed == 1 else plural, values))


CHECKS: Checks = {
    "": (check_surplus,),
    "deals": (
        check_fields,
        check_declarer,
        check_unbid,
        check_bid,
        check_gucki_nullo,
        check_matadors,
        check_points,
        check_kontra,
        check_extra,
        *RAMSCH_CHECKS,
    ),
}
