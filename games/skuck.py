"""SKUCK: two players bid the exact number of tricks they will take, four deals a match (scoring.md 1).

SKUCK calls a deal a game; the code says deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal, TypeVar

from games.checks import Case, repeated
from games.figures import fraction_text
from games.problems import Problem, Text, _
from games.protocol import Field, FieldList, Game, Layout, Level, Score, SeatScore, Step, Style, Variant
from games.reading import COMMON_CODES
from games.sheets import MayBeLeftOut, OneASeat, Strict, between
from games.skuck_words import CODES, PENALTIES, SUITS, WORDS

T = TypeVar("T")

SEATS = 2
TRICKS = 27  # 26 of two cards each, and one more for winning the club Jack
MOST_POINTS = 58  # that one player can count among 18 known cards
ALL_POINTS = 60

# --- what is written down (sheets.md, "skuck")

PerSeat = Annotated[list[T], OneASeat(SEATS, SEATS)]
Count = Annotated[int, between(0, TRICKS)]
Points = Annotated[int, between(0, MOST_POINTS)]
Seat = Annotated[int, between(0, SEATS - 1)]
MOST_DEALS = 100


class Options(Strict):
    deals: Annotated[int, between(1, MOST_DEALS)] = 4
    third_renege_disqualifies: bool = False
    time_penalties: bool = False


class Deal(Strict):
    bids: PerSeat[Count]
    tricks: PerSeat[Count]
    trump: MayBeLeftOut[Literal["clubs", "diamonds", "hearts", "spades", "none"]] = None
    points: MayBeLeftOut[PerSeat[Points]] = None
    caller: MayBeLeftOut[Seat] = None


class Penalty(Strict):
    seat: Seat
    kind: Literal["miscount", "renege", "time"]
    deal: MayBeLeftOut[Annotated[int, between(0, MOST_DEALS - 1)]] = None


class Sheet(Strict):
    deals: list[Deal]
    penalties: list[Penalty] = []


# --- what is impossible


def tricks_must_total_27(deal: Deal, _case: Case) -> Iterator[Problem]:
    total = sum(deal.tricks)
    if total != TRICKS:
        values = {"tricks": TRICKS, "total": total}
        yield Problem("tricks", "tricks-total", Text(_("Tricks must total {tricks}, not {total}."), values))


def points_must_fit_the_deck(deal: Deal, _case: Case) -> Iterator[Problem]:
    if deal.points and sum(deal.points) > ALL_POINTS:
        values = {"most": ALL_POINTS, "total": sum(deal.points)}
        message = Text(_("Both point counts together are at most {most}, not {total}."), values)
        yield Problem("points", "points-total", message)


def caller_must_have_fewer_points(deal: Deal, _case: Case) -> Iterator[Problem]:
    if deal.points is None or deal.caller is None:
        return
    own, other = deal.points[deal.caller], deal.points[1 - deal.caller]
    if own > other:
        message = _("The player with {other} points names trump, not the one with {own}.")
        yield Problem("caller", "caller-points", Text(message, {"own": own, "other": other}))


def deals_must_not_be_surplus(sheet: Sheet, case: Case) -> Iterator[Problem]:
    most = case.options.deals
    if len(sheet.deals) > most:
        values = {"deals": most, "given": len(sheet.deals)}
        message = Text(_("A match has {deals} games, not {given}."), values)
        yield Problem(f"deals.{most}", "surplus", message)


def penalty_must_be_for_a_deal_on_the_sheet(penalty: Penalty, case: Case) -> Iterator[Problem]:
    deals = len(case.sheet.deals)
    if penalty.deal is not None and penalty.deal >= deals:
        message = _("There is no game {number} on the sheet, only {deals}.")
        yield Problem("deal", "no-such-deal", Text(message, {"number": penalty.deal + 1, "deals": deals}))


def time_penalties_must_be_agreed(penalty: Penalty, case: Case) -> Iterator[Problem]:
    if penalty.kind == "time" and not case.options.time_penalties:
        yield Problem("kind", "no-time-penalties", Text(_("This competition has no time penalties.")))


def time_is_penalised_once_a_deal(sheet: Sheet, case: Case) -> Iterator[Problem]:
    def exceeded(penalty: Penalty) -> tuple[int, int | None] | None:
        named = penalty.kind == "time" and penalty.deal is not None
        return (penalty.seat, penalty.deal) if named else None

    if case.options.time_penalties:
        for number in repeated(sheet.penalties, exceeded):
            once = Text(_("A player has at most one time penalty a game."))
            yield Problem(f"penalties.{number}", "time-twice", once)


# --- what a deal and a match are worth (scoring.md 1.2)


def deal_score(bid: int, tricks: int) -> int:
    """Demmies of one deal: 0 for a kept bid (a zero), else minus the distance."""
    return -abs(bid - tricks)


def zero_bonus(zeros: int) -> int:
    """One bonus for all zeros of a match: 0, 1, 3, 6, 10 for 0 to 4 of them."""
    return zeros * (zeros + 1) // 2


def is_click(deal: Deal) -> bool:
    """Whether both players made their bids (scoring.md 1.3)."""
    return deal.bids == deal.tricks


def is_freewheeler(deal: Deal) -> bool:
    """Whether both point counts are known, and so low that nobody knows where the high cards are."""
    return deal.points is not None and sum(deal.points) < 20


# --- penalties, in the order they were written down (scoring.md 1.5)

COSTS = {"miscount": (2, 3), "renege": (1, 2), "time": (1,)}  # first, second; further ones cost as the last


@dataclass(frozen=True)
class Charge:
    """What one penalty of a seat comes to; `nth` counts those of its kind from 1."""

    kind: str
    nth: int
    cost: int
    disqualifies: bool


def charges(sheet: Sheet, options: Options, seat: int) -> list[Charge]:
    """What the seat's penalties come to: a third miscount disqualifies and costs nothing more."""
    disqualifying = {"miscount", "renege"} if options.third_renege_disqualifies else {"miscount"}
    counted: Counter[str] = Counter()
    result = []
    for penalty in sheet.penalties:
        if penalty.seat == seat:
            kind = penalty.kind
            counted[kind] += 1
            nth = counted[kind]
            disqualifies = nth >= 3 and kind in disqualifying
            cost = 0 if disqualifies else COSTS[kind][min(nth, len(COSTS[kind])) - 1]
            result.append(Charge(kind, nth, cost, disqualifies))
    return result


# --- the match


@dataclass(frozen=True)
class Tally:
    """One seat's part of the sheet, added up."""

    deal_scores: tuple[int, ...]
    zeros: int
    bonus: int
    penalty: int
    disqualified: bool
    score: int


def tally(sheet: Sheet, options: Options, seat: int) -> Tally:
    scores = tuple([deal_score(deal.bids[seat], deal.tricks[seat]) for deal in sheet.deals])
    zeros = scores.count(0)
    bonus = zero_bonus(zeros)
    charged = charges(sheet, options, seat)
    penalty = sum(charge.cost for charge in charged)
    disqualified = any(charge.disqualifies for charge in charged)
    return Tally(scores, zeros, bonus, penalty, disqualified, sum(scores) + bonus - penalty)


def place(own: Tally, other: Tally) -> int:
    """1 or 2: by score, then zeros; a disqualified seat is always second."""
    if own.disqualified:
        return 2
    behind = (own.score, own.zeros) < (other.score, other.zeros)
    return 2 if behind and not other.disqualified else 1


def is_complete(sheet: Sheet, options: Options, tallies: Sequence[Tally]) -> bool:
    """Whether the match is over: all its deals are played, or a seat is disqualified."""
    return len(sheet.deals) == options.deals or any(own.disqualified for own in tallies)


def calculate(sheet: Sheet, options: Options, seats: int) -> Score:
    """What the sheet is worth; an unfinished one is scored as far as it goes."""
    tallies = [tally(sheet, options, seat) for seat in range(seats)]
    complete = is_complete(sheet, options, tallies)
    return Score(
        complete=complete,
        seats=tuple(
            _seat_score(sheet, seat, own, tallies[1 - seat], complete) for seat, own in enumerate(tallies)
        ),
        details={
            "clicks": _which(is_click(deal) for deal in sheet.deals),
            "freewheelers": _which(is_freewheeler(deal) for deal in sheet.deals),
            "boolies": _which(own.zeros == options.deals and not own.disqualified for own in tallies),
        },
    )


def _which(answers: Iterable[bool]) -> list[int]:
    return [number for number, holds in enumerate(answers) if holds]


def _seat_score(sheet: Sheet, seat: int, own: Tally, other: Tally, complete: bool) -> SeatScore:
    deals = len(sheet.deals)
    average = Fraction(own.score, deals) if deals else None
    level = SKUCK.level_of(average)
    return SeatScore(
        score=own.score,
        place=place(own, other),
        outcome=_outcome(place(own, other), place(other, own)) if complete else None,
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


def _outcome(own_place: int, other_place: int) -> Literal["win", "draw", "loss"]:
    if own_place == 2:
        return "loss"
    return "win" if other_place == 2 else "draw"


# --- how it came about, in sentences

CHARGES = {
    "miscount": (_("Penalty: first miscount costs {cost}"), _("Penalty: second miscount costs {cost}")),
    "renege": (
        _("Penalty: first renege costs {cost}"),
        _("Penalty: second renege costs {cost}"),
        _("Penalty: renege number {nth} costs {cost}"),
    ),
    "time": (_("Penalty: too slow in a game costs {cost}"),),
}
DISQUALIFIED = {
    "miscount": _("Miscount number {nth}: disqualified"),
    "renege": _("Renege number {nth}: disqualified"),
}


def explain(sheet: Sheet, options: Options, seats: int) -> tuple[Step, ...]:
    """For each seat its final score, down to each deal, and why it has its place."""
    tallies = [tally(sheet, options, seat) for seat in range(seats)]
    complete = is_complete(sheet, options, tallies)
    trees = []
    for seat, own in enumerate(tallies):
        steps = [_deal_step(number, deal, seat) for number, deal in enumerate(sheet.deals, 1)]
        steps += [_bonus_step(own)] if own.zeros else []
        steps += [_charge_step(charge) for charge in charges(sheet, options, seat)]
        steps += [_place_step(own, tallies[1 - seat])]
        what = _("Final score {score}") if complete else _("Score so far {score}")
        trees.append(Step(Text(what, {"score": own.score}), own.score, tuple(steps)))
    return tuple(trees)


def _deal_step(number: int, deal: Deal, seat: int) -> Step:
    bid, tricks = deal.bids[seat], deal.tricks[seat]
    off = abs(bid - tricks)
    texts = {
        0: _("Game {number}: bid {bid}, took {tricks}, a zero"),
        1: _("Game {number}: bid {bid}, took {tricks}, one off"),
    }
    what = texts.get(off, _("Game {number}: bid {bid}, took {tricks}, {off} off"))
    values = {"number": number, "bid": bid, "tricks": tricks, "off": off}
    return Step(Text(what, values), deal_score(bid, tricks))


def _bonus_step(own: Tally) -> Step:
    one, several = _("1 zero earns a bonus of {bonus}"), _("{zeros} zeros earn a bonus of {bonus}")
    what = one if own.zeros == 1 else several
    return Step(Text(what, {"zeros": own.zeros, "bonus": own.bonus}), own.bonus)


def _charge_step(charge: Charge) -> Step:
    texts = CHARGES[charge.kind]
    what = DISQUALIFIED[charge.kind] if charge.disqualifies else texts[min(charge.nth, len(texts)) - 1]
    return Step(Text(what, {"nth": charge.nth, "cost": charge.cost}), -charge.cost)


def _place_step(own: Tally, other: Tally) -> Step:
    reasons = (
        (own.disqualified, _("Place {place}: disqualified")),
        (other.disqualified, _("Place {place}: the other player is disqualified")),
        (own.score > other.score, _("Place {place}: higher score, {score} to {other_score}")),
        (own.score < other.score, _("Place {place}: lower score, {score} to {other_score}")),
        (own.zeros > other.zeros, _("Place {place}: equal scores, more zeros, {zeros} to {other_zeros}")),
        (own.zeros < other.zeros, _("Place {place}: equal scores, fewer zeros, {zeros} to {other_zeros}")),
        (True, _("Place {place}: equal scores and equally many zeros")),
    )
    what = next(text for holds, text in reasons if holds)
    scores = {"score": own.score, "zeros": own.zeros, "other_score": other.score, "other_zeros": other.zeros}
    return Step(Text(what, {"place": place(own, other), **scores}), place(own, other))


# --- what players are called (scoring.md 1.3, 1.4)

LEVELS = (
    Level(_("Master"), "!!!!", above=Fraction(0)),
    Level(_("Excellent"), "A+", above=Fraction(-1)),
    Level(_("Very Good"), "A", above=Fraction(-2)),
    Level(_("Good"), "B", above=Fraction(-3)),
    Level(_("Average"), "C", above=Fraction(-4)),
    Level(_("Below Average"), "D", above=Fraction(-5)),
    Level(_("Keep Trying"), "H-m-m-m", above=None),
)

# --- how a sheet is read aloud

LAYOUT = Layout(
    per_seat=(
        Field("bids", _("Bid"), "count", 0, TRICKS),
        Field("tricks", _("Tricks"), "count", 0, TRICKS, total=TRICKS),
        Field("points", _("Point count"), "count", 0, MOST_POINTS, required=False),
    ),
    per_deal=(
        Field("trump", _("Trump"), "choice", choices=SUITS, required=False),
        Field("caller", _("Named by"), "seat", required=False),
    ),
    lists=(
        FieldList(
            "penalties",
            _("Penalties"),
            (
                Field("seat", _("Player"), "seat"),
                Field("kind", _("Penalty"), "choice", choices=PENALTIES),
                Field("deal", _("Game"), "deal", required=False),
            ),
        ),
    ),
)

SKUCK = Game(
    key="skuck",
    name="SKUCK",
    about=_("Two players each bid the exact number of the 27 tricks they will take, four games a match."),
    min_seats=SEATS,
    max_seats=SEATS,
    Options=Options,
    Sheet=Sheet,
    checks={
        "": (deals_must_not_be_surplus, time_is_penalised_once_a_deal),
        "deals": (tricks_must_total_27, points_must_fit_the_deck, caller_must_have_fewer_points),
        "penalties": (penalty_must_be_for_a_deal_on_the_sheet, time_penalties_must_be_agreed),
    },
    calculate=calculate,
    explain=explain,
    deals=lambda options: options.deals,
    layout=LAYOUT,
    has_bids=True,
    zeros=True,
    levels=LEVELS,
    style=Style(middle=Fraction(TRICKS, 2), high="hawk", low="dove", neutral="neutral"),
    forfeit_score=-5,
    ranking=("average", "zeros", "head-to-head", "wins", "lot"),
    words=WORDS,
    codes=COMMON_CODES | CODES,
    variants=(Variant("skuck", "SKUCK", {}, "pagat.com/invented/skuck.html"),),
)
