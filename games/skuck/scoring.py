"""The score of a SKUCK sheet: deals, zeros, penalties, the match.

See docs/reference/scoring.md, SKUCK: Scoring a deal; docs/reference/scoring.md, SKUCK: Scoring a match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from games.figures import fraction_text
from games.problems import _
from games.protocol import Level, find_level
from games.score import Score, SeatScore
from games.skuck.sheet import Deal, Options, Sheet

# --- levels (docs/reference/scoring.md, SKUCK: Levels and styles)

LEVELS = (
    Level(_("Master"), "!!!!", above=Fraction(0), symbol="★"),
    Level(_("Excellent"), "A+", above=Fraction(-1)),
    Level(_("Very Good"), "A", above=Fraction(-2)),
    Level(_("Good"), "B", above=Fraction(-3)),
    Level(_("Average"), "C", above=Fraction(-4)),
    Level(_("Below Average"), "D", above=Fraction(-5)),
    Level(_("Keep Trying"), "H-m-m-m", above=None),
)

# --- deals and zeros (docs/reference/scoring.md, SKUCK: Scoring a deal)


def score_deal(bid: int, tricks: int) -> int:
    """Return the demmies of a deal: 0 for a bid made exactly (a zero), else minus the tricks it was off."""
    return -abs(bid - tricks)


def compute_zero_bonus(zeros: int) -> int:
    """Return the bonus for all zeros of a match together: 0, 1, 3, 6, 10 for 0 to 4 zeros."""
    return zeros * (zeros + 1) // 2


def is_click(deal: Deal) -> bool:
    """Return whether both players made their bids."""
    return deal.bids == deal.tricks


LOW_POINTS = 20  # fewer of both players make a freewheeler
HAIL_MARY_DEMMIES = 5  # behind so many, it is Hail Mary time


def is_freewheeler(deal: Deal) -> bool:
    """Return whether both point counts are known and so low that nobody knows where the high cards are."""
    return deal.points is not None and sum(deal.points) < LOW_POINTS


def compute_leads(sheet: Sheet) -> list[int]:
    """Return by how many demmies the first seat is ahead before each deal; bonus and penalties come after the last."""
    leads = [0]
    for deal in sheet.deals:
        first, second = (score_deal(bid, tricks) for bid, tricks in zip(deal.bids, deal.tricks, strict=True))
        leads.append(leads[-1] + first - second)
    return leads[:-1]


# --- penalties, in the order of the sheet (docs/reference/scoring.md, SKUCK: Penalties)

PENALTY_COSTS = {
    "miscount": (2, 3),
    "renege": (1, 2),
    "time": (1,),
}  # first, second; further penalties cost as the last


@dataclass(frozen=True)
class Charge:
    """The cost of a penalty of a seat; `nth` counts the seat's penalties of its kind from 1."""

    kind: str
    nth: int
    cost: int
    disqualifies: bool


def compute_charges(sheet: Sheet, options: Options, seat: int) -> list[Charge]:
    """Return the cost of each of the seat's penalties, in the order of the sheet.

    A third miscount disqualifies and costs nothing more, nor does a further one; the option
    `third_renege_disqualifies` makes reneges the same.
    """
    if not sheet.penalties:
        return []
    disqualifying = {"miscount", "renege"} if options.third_renege_disqualifies else {"miscount"}
    counts: Counter[str] = Counter()
    charges = []
    for penalty in sheet.penalties:
        if penalty.seat == seat:
            kind = penalty.kind
            counts[kind] += 1
            nth = counts[kind]
            disqualifies = nth >= 3 and kind in disqualifying
            cost = 0 if disqualifies else PENALTY_COSTS[kind][min(nth, len(PENALTY_COSTS[kind])) - 1]
            charges.append(Charge(kind, nth, cost, disqualifies))
    return charges


# --- the match


@dataclass(frozen=True)
class Tally:
    """The totals of a seat over the sheet."""

    deal_scores: tuple[int, ...]
    zeros: int
    bonus: int
    penalty: int
    disqualified: bool
    score: int


def compute_tally(sheet: Sheet, options: Options, seat: int) -> Tally:
    scores = tuple([score_deal(deal.bids[seat], deal.tricks[seat]) for deal in sheet.deals])
    zeros = scores.count(0)
    bonus = compute_zero_bonus(zeros)
    charges = compute_charges(sheet, options, seat)
    penalty = sum(charge.cost for charge in charges)
    disqualified = any(charge.disqualifies for charge in charges)
    return Tally(scores, zeros, bonus, penalty, disqualified, sum(scores) + bonus - penalty)


def compute_place(own: Tally, other: Tally) -> int:
    """Return place 1 or 2: by score, then by zeros; a disqualified seat is always second."""
    if own.disqualified:
        return 2
    behind = (own.score, own.zeros) < (other.score, other.zeros)
    return 2 if behind and not other.disqualified else 1


def is_boolie(own: Tally, options: Options) -> bool:
    """Return whether every deal of the match is a zero and the seat is not disqualified.

    Other penalties do not spoil a boolie.
    """
    return own.zeros == options.deals and not own.disqualified


def is_complete(sheet: Sheet, options: Options, tallies: Sequence[Tally]) -> bool:
    """Return whether the match is over: all its deals are played, or a seat is disqualified."""
    return len(sheet.deals) == options.deals or any(own.disqualified for own in tallies)


def calculate(sheet: Sheet, options: Options, seats: int) -> Score:
    """Return the score of a sheet; an unfinished sheet is scored as far as it goes."""
    tallies = [compute_tally(sheet, options, seat) for seat in range(seats)]
    complete = is_complete(sheet, options, tallies)
    return Score(
        complete=complete,
        seats=tuple(
            _build_seat_score(sheet, seat, own, tallies[1 - seat], complete)
            for seat, own in enumerate(tallies)
        ),
        details={
            "clicks": _list_true_numbers([is_click(deal) for deal in sheet.deals]),
            "freewheelers": _list_true_numbers([is_freewheeler(deal) for deal in sheet.deals]),
            "boolies": _list_true_numbers([is_boolie(own, options) for own in tallies]),
        },
    )


def _list_true_numbers(answers: Sequence[bool]) -> list[int]:
    return [number for number, holds in enumerate(answers) if holds]


def _build_seat_score(sheet: Sheet, seat: int, own: Tally, other: Tally, complete: bool) -> SeatScore:
    deals = len(sheet.deals)
    average = Fraction(own.score, deals) if deals else None
    level = find_level(LEVELS, average)
    own_place = compute_place(own, other)
    return SeatScore(
        score=own.score,
        place=own_place,
        outcome=_compute_outcome(own_place, compute_place(other, own)) if complete else None,
        deals=deals,
        deal_scores=own.deal_scores,
        bids=deals,
        bids_made=own.zeros,
        bid_total=sum([deal.bids[seat] for deal in sheet.deals]),
        tricks=sum([deal.tricks[seat] for deal in sheet.deals]),
        extras={
            "zeros": own.zeros,
            "bonus": own.bonus,
            "penalty": own.penalty,
            "disqualified": own.disqualified,
            "average": fraction_text(average),
            "level": level.name if level else None,
            "grade": level.grade if level else None,
        },
    )


def _compute_outcome(own_place: int, other_place: int) -> Literal["win", "draw", "loss"]:
    if own_place == 2:
        return "loss"
    return "win" if other_place == 2 else "draw"
