"""The score sheet of Magpie: what is written down, what of it is impossible, and what it is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from games import MayBeLeftOut, Problem, Score, SeatScore, Strict, Text
from games.checks import Case, Check, Checks
from games.problems import _
from games.sheets import OneASeat, between

MIN_SEATS, MAX_SEATS = 3, 5
TRICKS = 9
MAX_HANDS = 20
MAX_LAST_TRICK = 5
MOTHS = 3  # among the cards
BOLD = 8  # a promise that hardly anybody makes

# --- what is written down

Seat = Annotated[int, between(0, MAX_SEATS - 1)]


class Options(Strict):
    hands: Annotated[int, between(1, MAX_HANDS)] = 5
    exact: bool = False
    last_trick: Annotated[int, between(0, MAX_LAST_TRICK)] = 0
    fines: Literal["mild", "stiff"] = "mild"


class Hand(Strict):
    """None among the tricks: stayed on the nest. The magpie catches moths by moonlight only."""

    tricks: Annotated[
        list[Annotated[int, between(0, TRICKS)] | None],
        OneASeat(MIN_SEATS, MAX_SEATS),
    ]
    magpie: Seat
    promise: Annotated[int, between(1, TRICKS)]
    trump: Literal["rings", "coins", "stars", "moons"]
    moonlit: bool = False
    moths: MayBeLeftOut[Annotated[int, between(0, MOTHS)]] = None
    last: MayBeLeftOut[Seat] = None


class Fine(Strict):
    seat: Seat
    offence: Literal["revoke", "chatter"]
    deal: MayBeLeftOut[Annotated[int, between(0, MAX_HANDS - 1)]] = None


class Sheet(Strict):
    deals: list[Hand]
    fines: list[Fine] = []


# --- what is impossible


def somebody_at_the_table(name: str) -> Check:
    """Return a check that the seat in the field of that name is one of this table's."""

    def check(item: Any, case: Case) -> Iterator[Problem]:
        seat = getattr(item, name)
        if seat is not None and seat >= case.seats:
            message = Text(_("There are only {seats} players at the table."), {"seats": case.seats})
            yield Problem(name, "no-such-seat", message)

    return check


def tricks_must_total_nine(hand: Hand, _case: Case) -> Iterator[Problem]:
    total = sum(tricks or 0 for tricks in hand.tricks)
    if total != TRICKS:
        message = Text(
            _("Tricks add up to {total} – they must total {tricks}."), {"tricks": TRICKS, "total": total}
        )
        yield Problem("tricks", "tricks-total", message)


def magpie_needs_somebody_to_play_against(hand: Hand, case: Case) -> Iterator[Problem]:
    if hand.magpie < case.seats and hand.tricks[hand.magpie] is None:
        yield Problem(f"tricks.{hand.magpie}", "magpie-out", Text(_("The magpie cannot stay on the nest.")))
    elif sum(tricks is not None for tricks in hand.tricks) < 2:
        yield Problem("tricks", "alone", Text(_("Somebody has to play against the magpie.")))


def moths_fly_by_moonlight(hand: Hand, _case: Case) -> Iterator[Problem]:
    if hand.moths is not None and not hand.moonlit:
        yield Problem("moths", "moths-by-day", Text(_("Moths are caught by moonlight only.")))


def last_trick_is_one_of_their_tricks(hand: Hand, case: Case) -> Iterator[Problem]:
    if hand.last is not None and hand.last < case.seats and not hand.tricks[hand.last]:
        yield Problem("last", "last-trick", Text(_("Who took the last trick has taken at least one.")))


def hands_must_not_be_surplus(sheet: Sheet, case: Case) -> Iterator[Problem]:
    most = case.options.hands
    if len(sheet.deals) > most:
        values = {"hands": most, "given": len(sheet.deals)}
        message = Text(_("A match has {hands} hands, not {given}."), values)
        yield Problem(f"deals.{most}", "surplus", message)


def fine_must_be_for_a_hand_on_the_sheet(fine: Fine, case: Case) -> Iterator[Problem]:
    hands = len(case.sheet.deals)
    if fine.deal is not None and fine.deal >= hands:
        message = _("There is no hand {number} on the sheet, only {hands}.")
        yield Problem("deal", "no-such-deal", Text(message, {"number": fine.deal + 1, "hands": hands}))


CHECKS: Checks = {
    "": (hands_must_not_be_surplus,),
    "deals": (
        tricks_must_total_nine,
        somebody_at_the_table("magpie"),
        magpie_needs_somebody_to_play_against,
        somebody_at_the_table("last"),
        moths_fly_by_moonlight,
        last_trick_is_one_of_their_tricks,
    ),
    "fines": (somebody_at_the_table("seat"), fine_must_be_for_a_hand_on_the_sheet),
}

# --- what is possible, and hardly ever so


def hardly_anybody_promises_so_much(hand: Hand, _case: Case) -> Iterator[Problem]:
    if hand.promise >= BOLD:
        message = _("A promise of {promise} of {tricks} tricks is rare.")
        yield Problem("promise", "bold", Text(message, {"promise": hand.promise, "tricks": TRICKS}))


UNLIKELY: Checks = {"deals": (hardly_anybody_promises_so_much,)}

# --- what a hand is worth


def is_kept(hand: Hand, options: Options) -> bool:
    """Return whether the magpie took as many tricks as promised."""
    return keeps(hand.promise, hand.tricks[hand.magpie] or 0, options)


def keeps(promise: int, tricks: int, options: Options) -> bool:
    return tricks == promise if options.exact else tricks >= promise


def hand_score(hand: Hand, options: Options, seat: int) -> int | None:
    """Return what a hand is worth to a seat; None for a seat on the nest.

    Each trick is a point; the magpie wins or loses the promise on top. By moonlight it is twice as much, and then a
    point for each moth.
    """
    tricks = hand.tricks[seat]
    if tricks is None:
        return None
    points = tricks
    if hand.last == seat:
        points += options.last_trick
    if hand.magpie == seat:
        points += hand.promise if is_kept(hand, options) else -hand.promise
    caught = (hand.moths or 0) if hand.magpie == seat else 0
    return 2 * points + caught if hand.moonlit else points


# --- what a match is worth

COSTS = {"mild": {"revoke": 4, "chatter": 1}, "stiff": {"revoke": 8, "chatter": 2}}


def cost(fine: Fine, options: Options) -> int:
    return COSTS[options.fines][fine.offence]


def calculate(sheet: Sheet, options: Options, seats: int) -> Score:
    """Return the score of a sheet; an unfinished one is scored as far as it goes."""
    complete = len(sheet.deals) == options.hands
    scores = [score(sheet, options, seat) for seat in range(seats)]
    return Score(
        complete=complete,
        seats=tuple(_seat_score(sheet, options, seat, scores, complete) for seat in range(seats)),
    )


def score(sheet: Sheet, options: Options, seat: int) -> int:
    """Return the sum of a seat's hands, less its fines."""
    hands = sum(hand_score(hand, options, seat) or 0 for hand in sheet.deals)
    return hands - sum(cost(fine, options) for fine in sheet.fines if fine.seat == seat)


def place(scores: list[int], seat: int) -> int:
    return 1 + sum(other > scores[seat] for other in scores)


def outcome(scores: list[int], seat: int) -> Literal["win", "draw", "loss"]:
    if place(scores, seat) > 1:
        return "loss"
    return "win" if scores.count(scores[seat]) == 1 else "draw"


def _seat_score(sheet: Sheet, options: Options, seat: int, scores: list[int], complete: bool) -> SeatScore:
    worth = tuple(hand_score(hand, options, seat) for hand in sheet.deals)
    played = [points for points in worth if points is not None]
    promised = [hand for hand in sheet.deals if hand.magpie == seat]
    kept = [hand for hand in promised if is_kept(hand, options)]
    return SeatScore(
        score=scores[seat],
        place=place(scores, seat),
        outcome=outcome(scores, seat) if complete else None,
        deals=len(played),
        deal_scores=worth,
        bids=len(promised),
        bids_made=len(kept),
        bid_total=sum(hand.promise for hand in promised),
        tricks=sum(hand.tricks[seat] or 0 for hand in sheet.deals),
        extras={
            "moonlit": sum(hand.moonlit for hand in kept),
            "best": max(played, default=None),
            "fines": sum(cost(fine, options) for fine in sheet.fines if fine.seat == seat),
        },
    )
