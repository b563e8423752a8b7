"""What is impossible on an International Skat sheet (sheets.md, "international-skat")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from games.checks import Case, Check, Checks, Unreadable
from games.international_skat.contract import highest_value
from games.international_skat.sheet import BASES, NULLS, Deal, Options, Sheet, most_matadors
from games.international_skat.words import ANNOUNCEMENTS, named
from games.problems import Problem, Text, _
from games.reading import plain_problem
from games.skat.cards import ALL_POINTS
from games.skat.contracts import (
    TRICKS,
    extra_levels,
    extra_must_be_agreed,
    kontra_must_be_agreed,
    points_problem,
)
from games.skat.ramsch import ALL_PASS_CHECKS, RAMSCH
from games.skat.table import resting, why_resting

# --- which fields a deal has

PASSED_OUT, SUIT_OR_GRAND, NULL, UNKNOWN = "passed out", "suit or grand", "null", "unknown"
KIND = {RAMSCH: RAMSCH, **dict.fromkeys(BASES, SUIT_OR_GRAND), **dict.fromkeys(NULLS, NULL)}
NEEDED: Mapping[str, Set[str]] = {
    PASSED_OUT: set(),
    RAMSCH: {"game", "points"},
    NULL: {"declarer", "bid", "game", "tricks"},
    SUIT_OR_GRAND: {"declarer", "bid", "game", "matadors", "points"},
    UNKNOWN: {"declarer", "bid", "game"},
}
ALLOWED = {
    PASSED_OUT: {"declarer"},
    RAMSCH: {"game", "points", "tricks", "passed_on"},
    NULL: {"declarer", "bid", "game", "hand", "tricks", "kontra"},
    SUIT_OR_GRAND: set(Deal.model_fields) - {"passed_on"},
    UNKNOWN: set(Deal.model_fields),
}
NOT_HERE = {
    PASSED_OUT: ("passed-out", _("Where all passed, nothing else is written.")),
    RAMSCH: ("not-in-ramsch", _("There is no such thing in a Ramsch.")),
    NULL: ("not-in-null", _("There is no such thing in a null game.")),
    SUIT_OR_GRAND: ("only-in-ramsch", _("The skat is passed on in a Ramsch only.")),
}


def kind(deal: Deal, options: Options) -> str:
    """Which sort of deal it is, as far as that can be read; a Ramsch whose declarer is null is one, where it may be."""
    try:
        game = KIND[deal.game] if deal.game else UNKNOWN
    except Unreadable:
        game = UNKNOWN
    try:
        passed_out = deal.declarer is None and not (game == RAMSCH == options.all_pass)
    except Unreadable:
        passed_out = False
    return PASSED_OUT if passed_out else game


def needed_fields_must_be_there(deal: Deal, there: str) -> Iterator[Problem]:
    for name in NEEDED[there] - deal.model_fields_set:
        yield plain_problem("missing", name, name=name)


def other_fields_must_not(deal: Deal, there: str) -> Iterator[Problem]:
    for name in deal.model_fields_set - ALLOWED[there]:
        if name in Deal.model_fields and (there == PASSED_OUT or not _says_nothing(deal, name)):
            code, message = NOT_HERE[there]
            yield Problem(name, code, Text(message), alone=True)


def _says_nothing(deal: Deal, name: str) -> bool:
    """A switch that is off, or a doubling of none, may stand anywhere but where all passed."""
    try:
        return bool(getattr(deal, name) == Deal.model_fields[name].default)
    except Unreadable:
        return False


# --- who plays


def declarer_must_play_the_deal(deal: Deal, case: Case) -> Iterator[Problem]:
    declarer = deal.declarer
    if declarer is not None and declarer in resting(case.at[0], case.seats):
        message = why_resting(declarer, case.at[0], case.seats)
        yield Problem("declarer", "declarer-rests", Text(message))


def ramsch_must_be_agreed(deal: Deal, case: Case) -> Iterator[Problem]:
    if deal.game == RAMSCH and case.options.all_pass != RAMSCH:
        yield Problem("game", "ramsch-not-agreed", Text(_("When all pass here, the next player deals.")))


# --- what a game cannot be


def hand_must_be_allowed(deal: Deal, case: Case) -> Iterator[Problem]:
    if deal.hand and case.options.hand == "forbidden":
        yield Problem("hand", "hand-forbidden", Text(_("Everybody has to take the skat here.")))


def announcing_needs_a_hand_game(deal: Deal, _case: Case) -> Iterator[Problem]:
    if deal.announced and not deal.hand:
        message = _("Only a hand game can be announced {level}: one without the skat.")
        yield Problem(
            "announced", "announce-needs-hand", Text(message, {"level": Text(ANNOUNCEMENTS[deal.announced])})
        )


def open_needs_a_hand_game(deal: Deal, _case: Case) -> Iterator[Problem]:
    if deal.open and not deal.hand:
        message = _("Only a hand game can be played open: one without the skat.")
        yield Problem("open", "announce-needs-hand", Text(message))


def matadors_must_be_possible(deal: Deal, _case: Case) -> Iterator[Problem]:
    """Somebody has the jack of clubs, so it is with one or without one at least."""
    if deal.matadors is None:
        return
    if deal.matadors == 0:
        message = _("A game is with 1 matador or without 1 at least, never with 0.")
        yield Problem("matadors", "no-matadors", Text(message))
    most = most_matadors(deal.game or "")
    if abs(deal.matadors) > most:
        message = _("In a grand there are at most {most} matadors, not {given}.")
        values = {"most": most, "given": abs(deal.matadors)}
        yield Problem("matadors", "grand-matadors", Text(message, values))


def bid_must_be_in_reach(deal: Deal, case: Case) -> Iterator[Problem]:
    if deal.bid is None:
        return
    game, hand = deal.game or "", deal.hand
    claimed = deal.extra
    if claimed and any(name not in case.options.extra_multipliers for name in claimed):
        return
    most = highest_value(game, hand, extra_levels(claimed, case.options) if claimed else 0)
    if deal.bid > most:
        message = _("{game} is worth {most} at the most as declared, never the {bid} that were bid.")
        values: dict[str, int | Text] = {"game": Text(named(game, hand)), "most": most, "bid": deal.bid}
        yield Problem("bid", "bid-out-of-reach", Text(message, values))


def tricks_must_hold_the_points(deal: Deal, _case: Case) -> Iterator[Problem]:
    points, tricks = deal.points, deal.tricks
    if not isinstance(points, int):
        return
    if tricks is None and points == ALL_POINTS:
        message = _("With {points} card points, the tricks are needed: only with all {tricks} is it schwarz.")
        yield Problem("tricks", "missing", Text(message, {"points": points, "tricks": TRICKS}))
    if isinstance(tricks, int):
        yield from points_problem(tricks, points)


# --- all of it

IN_EVERY_GAME: tuple[Check, ...] = (hand_must_be_allowed, kontra_must_be_agreed, extra_must_be_agreed)
MORE = {
    PASSED_OUT: (),
    RAMSCH: ALL_PASS_CHECKS,
    NULL: (*IN_EVERY_GAME, bid_must_be_in_reach),
    SUIT_OR_GRAND: (
        *IN_EVERY_GAME,
        announcing_needs_a_hand_game,
        open_needs_a_hand_game,
        matadors_must_be_possible,
        bid_must_be_in_reach,
        tricks_must_hold_the_points,
    ),
    UNKNOWN: IN_EVERY_GAME,
}


def deal_must_be_what_it_is(deal: Deal, case: Case) -> Iterator[Problem]:
    """What its kind asks for; a check that touches a wrong field is skipped, and the next one is made."""
    there = kind(deal, case.options)
    if not NEEDED[there] <= deal.model_fields_set <= ALLOWED[there]:
        yield from needed_fields_must_be_there(deal, there)
        yield from other_fields_must_not(deal, there)
    for check in MORE[there]:
        try:
            yield from check(deal, case)
        except Unreadable:
            continue


def deals_must_not_be_surplus(sheet: Sheet, case: Case) -> Iterator[Problem]:
    """Deals that were passed out do not count, and yet none can follow the last."""
    most, counted = case.options.deals, 0
    for number, deal in enumerate(sheet.deals):
        if counted == most:
            one, several = (
                _("The session ended with deal {number}: it has 1 deal that counts."),
                _("The session ended with deal {number}: it has {deals} deals that count."),
            )
            values = {"number": number, "deals": most}
            yield Problem(f"deals.{number}", "surplus", Text(one if most == 1 else several, values))
            return
        try:
            counted += deal.declarer is not None
        except Unreadable:  # it may have been passed out
            continue


CHECKS: Checks = {
    "": (deals_must_not_be_surplus,),
    "deals": (
        deal_must_be_what_it_is,
        declarer_must_play_the_deal,
        ramsch_must_be_agreed,
    ),
}
