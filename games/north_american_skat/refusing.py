"""What is impossible on a North American Skat sheet (sheets.md, "north-american-skat"; scoring.md 5.2 and 5.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.checks import Case, Checks, Unreadable
from games.north_american_skat.refusing_ramsch import RAMSCH_CHECKS
from games.north_american_skat.scoring import PROMISED
from games.north_american_skat.sheet import (
    GRAND_OUVERT,
    GRANDS,
    GUCKI_NULLOS,
    NULLS,
    SUIT_GAMES,
    TOURNEES,
    Deal,
    Sheet,
    base_of,
    takes_matadors,
)
from games.north_american_skat.words import FIELDS, GAMES
from games.problems import Problem, Text, _
from games.reading import plain_problem
from games.skat.cards import ALL_POINTS
from games.skat.contracts import (
    MOST_IN_GRAND,
    MOST_MATADORS,
    extra_levels,
    extra_must_be_agreed,
    kontra_must_be_agreed,
    points_problem,
)
from games.skat.ramsch import RAMSCH
from games.skat.table import playing, resting, why_resting

MOST_LEVELS = max(PROMISED.values())

# --- which game takes which fields, and needs them

_CONTRACT = {"declarer", "bid", "tricks", "kontra"}
_COUNTED = _CONTRACT | {"matadors", "points", "announced", "extra"}
_NEEDED = ("declarer", "bid")
TAKES: dict[str, set[str]] = {
    **{game: _COUNTED | {"suit"} for game in SUIT_GAMES},
    **dict.fromkeys(GRANDS, _COUNTED),
    **dict.fromkeys(NULLS, _CONTRACT),
    RAMSCH: {"points", "tricks", "last_tricks", "passed_on"},
}
for _game in TOURNEES:
    TAKES[_game] = TAKES[_game] | {"second_turn"}
TAKES[GRAND_OUVERT] = TAKES[GRAND_OUVERT] - {"announced"}
NEEDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(SUIT_GAMES, (*_NEEDED, "suit", "matadors", "points")),
    **dict.fromkeys(GRANDS, (*_NEEDED, "matadors", "points")),
    **dict.fromkeys(NULLS, (*_NEEDED, "tricks")),
    RAMSCH: ("points", "tricks"),
}
_LEFT_OUT = {name: field.get_default(call_default_factory=True) for name, field in Deal.model_fields.items()}
WRITTEN_OF = {game: {"game", *needs} for game, needs in NEEDS.items()}
MAY_BE_WRITTEN = {game: {"game", *takes} for game, takes in TAKES.items()}
FOREIGN = {game: tuple(name for name in FIELDS if name not in takes) for game, takes in TAKES.items()}


def fields_must_fit_the_game(deal: Any, case: Case) -> Iterator[Problem]:
    game = deal.game
    if isinstance(deal, Deal) and WRITTEN_OF[game] <= deal.model_fields_set <= MAY_BE_WRITTEN[game]:
        return
    for name in FOREIGN[game]:
        if _is_written(deal, name) is not False:
            values = {"game": Text(GAMES[game]), "field": Text(FIELDS[name])}
            message = Text(_("{game} takes no {field}."), values)
            yield Problem(name, "not-in-this-game", message, alone=True)
    for name in NEEDS[game]:
        if _is_written(deal, name) is False and not _may_lack(game, name, case):
            yield plain_problem("missing", name, name=name)


def _is_written(deal: Any, name: str) -> bool | None:
    """None: there is something, which is wrong in itself."""
    try:
        return bool(getattr(deal, name) != _LEFT_OUT[name])
    except Unreadable:
        return None


def _may_lack(game: str, name: str, case: Case) -> bool:
    return game == RAMSCH and name == "tricks" and case.options.all_pass == RAMSCH


# --- who plays, and at what bid


def declarer_must_play(deal: Any, case: Case) -> Iterable[Problem]:
    seat = deal.declarer
    if seat is None or seat not in resting(case.at[0], case.seats):
        return ()
    return (Problem("declarer", "sits-out", Text(why_resting(seat, case.at[0], case.seats))),)


def only_the_leader_plays_unbid(deal: Any, case: Case) -> Iterable[Problem]:
    return _unbid(deal, case) if deal.bid is None and deal.game != RAMSCH else ()


def _unbid(deal: Any, case: Case) -> Iterator[Problem]:
    if case.options.all_pass == RAMSCH:
        message = Text(_("Where nobody bids, a Ramsch is played here; a declarer has a bid."))
        yield Problem("bid", "unbid-ramsch", message)
    elif deal.declarer in playing(case.at[0], case.seats)[1:]:
        message = Text(_("Only the Leader, at the dealer's left, plays without a bid."))
        yield Problem("bid", "unbid", message)


def bid_must_be_in_reach(deal: Any, case: Case) -> Iterator[Problem]:
    """By the most that the game could be worth with the extra multipliers it claims (scoring.md 5.2)."""
    if not deal.bid or deal.game == RAMSCH:
        return
    most = _most_worth(deal, case)
    if most is not None and deal.bid > most:
        values = {"game": Text(GAMES[deal.game]), "most": most, "bid": deal.bid}
        message = _("{game} is worth at most {most} here, which never reaches a bid of {bid}.")
        yield Problem("bid", "bid-too-high", Text(message, values))


def _most_worth(deal: Any, case: Case) -> int | None:
    if deal.game in NULLS:
        return NULLS[deal.game]
    if deal.game in SUIT_GAMES and deal.suit is None:
        return None
    claimed = deal.extra
    if claimed and any(name not in case.options.extra_multipliers for name in claimed):
        return None
    extra = extra_levels(claimed, case.options) if claimed else 0
    matadors = MOST_MATADORS if deal.game in SUIT_GAMES else MOST_IN_GRAND
    return base_of(deal) * (matadors + MOST_LEVELS + extra)


# --- matadors, card points and tricks


def matadors_must_be_possible(deal: Any, _case: Case) -> Iterator[Problem]:
    number = deal.matadors
    if number is None or not takes_matadors(deal.game):
        return
    if number == 0:
        message = _("Everybody is with or without at least 1 matador.")
        yield Problem("matadors", "no-matadors", Text(message))
    elif deal.game in GRANDS and abs(number) > MOST_IN_GRAND:
        message = _("A grand has only the {most} jacks as matadors, not {number}.")
        yield Problem(
            "matadors", "matadors-in-grand", Text(message, {"most": MOST_IN_GRAND, "number": abs(number)})
        )


def points_must_fit_the_tricks(deal: Any, _case: Case) -> Iterator[Problem]:
    if not takes_matadors(deal.game) or not isinstance(deal.points, int):
        return
    if isinstance(deal.tricks, int):
        yield from points_problem(deal.tricks, deal.points)
    elif deal.tricks is None and deal.points == ALL_POINTS:
        message = _("Missing: tricks. All {points} card points may be in 10 tricks, or in fewer.")
        yield Problem("tricks", "missing", Text(message, {"points": ALL_POINTS}))


# --- what has to be agreed


def gucki_nullo_must_be_agreed(deal: Any, case: Case) -> Iterable[Problem]:
    if deal.game not in GUCKI_NULLOS or case.options.gucki_nullo:
        return ()
    message = Text(_("{game} is not played here."), {"game": Text(GAMES[deal.game])})
    return (Problem("game", "gucki-nullo-not-agreed", message),)


def deals_must_not_be_surplus(sheet: Sheet, case: Case) -> Iterator[Problem]:
    agreed = case.options.deals
    if agreed is not None and len(sheet.deals) > agreed:
        values = {"deals": agreed, "given": len(sheet.deals)}
        one, several = _("A session has 1 deal, not {given}."), _("A session has {deals} deals, not {given}.")
        yield Problem(f"deals.{agreed}", "surplus", Text(one if agreed == 1 else several, values))


CHECKS: Checks = {
    "": (deals_must_not_be_surplus,),
    "deals": (
        fields_must_fit_the_game,
        declarer_must_play,
        only_the_leader_plays_unbid,
        bid_must_be_in_reach,
        gucki_nullo_must_be_agreed,
        matadors_must_be_possible,
        points_must_fit_the_tricks,
        kontra_must_be_agreed,
        extra_must_be_agreed,
        *RAMSCH_CHECKS,
    ),
}
