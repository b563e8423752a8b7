"""The score of a North American Skat sheet: a declarer's game, a Ramsch, the session.

Rules: docs/reference/scoring.md, North American Skat: Value of a game;
docs/reference/scoring.md, North American Skat: Scoring a deal.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from games.north_american_skat.sheet import (
    GRAND_OUVERT,
    GUCKI_GRAND,
    GUCKI_NULLOS,
    NULLS,
    Deal,
    Options,
    Sheet,
    get_base,
    is_ramsch,
)
from games.places import compute_outcome, compute_place
from games.problems import Text
from games.score import Score, SeatScore
from games.skat.contracts import TRICKS, WINNING_POINTS, apply_kontra, describe_result, sum_extra_levels
from games.skat.fewest_points import get_seat_values, judge_ramsch
from games.skat.ramsch import RAMSCH, score_all_pass
from games.skat.rotation import list_playing_seats
from games.skat.session import count_deals

SCHNEIDER = 91  # card points
ESCAPED_SCHNEIDER = 31  # card points with which a declarer is not schneidered

# Added to the matadors (docs/reference/scoring.md, North American Skat: Value of a game).
GAME_LEVEL, SCHNEIDER_MADE, SCHNEIDER_ANNOUNCED, SCHWARZ_ANNOUNCED = 1, 2, 3, 5
SCHWARZ_AFTER_SCHNEIDER = 4
UNANNOUNCED_SCHWARZ = {"earned": 3, "cumulative": 4}
PROMISED_LEVELS = {"schneider": SCHNEIDER_ANNOUNCED, "schwarz": SCHWARZ_ANNOUNCED}

# --- a declarer's game


class Verdict(NamedTuple):
    """How a declarer's game ended.

    `value` is `multipliers` times the base; `amount` is the part of it that is won or lost, so many `times`.
    """

    reason: Literal["won", "promise", "points", "overbid", "null-won", "null-lost"]
    score: int
    value: int
    amount: int
    times: int = 1
    multipliers: int = 1


def get_promise(deal: Deal, options: Options) -> str | None:
    """Return the promise that the declarer has to keep beside winning, if any.

    With the option `grand_ouvert` "all", a Grand Ouvert has to take every trick
    (docs/reference/scoring.md, North American Skat: Rulings).
    """
    if deal.game == GRAND_OUVERT and options.grand_ouvert == "all":
        return "schwarz"
    return deal.announced


def compute_level(deal: Deal, options: Options) -> int:
    """Return the levels that a kept promise adds to the matadors."""
    promised = get_promise(deal, options)
    if deal.tricks == TRICKS:
        reached = {None: UNANNOUNCED_SCHWARZ[options.schwarz], "schneider": SCHWARZ_AFTER_SCHNEIDER}
        return reached.get(promised, SCHWARZ_ANNOUNCED)
    if get_card_points(deal) >= SCHNEIDER:
        return SCHNEIDER_ANNOUNCED if promised else SCHNEIDER_MADE
    return GAME_LEVEL


def get_card_points(deal: Deal) -> int:
    """Return the declarer's card points."""
    return deal.points if isinstance(deal.points, int) else 0


def has_broken_promise(promised: str | None, deal: Deal) -> bool:
    """Return whether the declarer missed the announcement."""
    if promised == "schwarz":
        return deal.tricks != TRICKS
    return promised == "schneider" and get_card_points(deal) < SCHNEIDER


def compute_multiple_above(base: int, bid: int) -> int:
    """Return the least multiple of the base greater than the bid."""
    return base * (bid // base + 1)


def judge_contract(deal: Deal, options: Options) -> Verdict:
    """Return how a declarer's game ended, and the declarer's score.

    The rules apply in the order of docs/reference/scoring.md, North American Skat: Scoring a deal.
    """
    if deal.game in NULLS:
        return _judge_null(deal, options)
    base, bid = get_base(deal), deal.bid
    matadors = abs(deal.matadors or 0) + sum_extra_levels(deal.extra, options)
    times = 2 if deal.game == GUCKI_GRAND or deal.second_turn or options.losses_double else 1
    promised = get_promise(deal, options)
    if has_broken_promise(promised, deal):
        multipliers = matadors + PROMISED_LEVELS[promised or ""]
        value = amount = base * multipliers
        if bid is not None and value < bid:
            amount = compute_multiple_above(base, bid)
        times = times if options.fail_double or options.losses_double else 1
        return Verdict(
            "promise", -apply_kontra(amount * times, deal.kontra), value, amount, times, multipliers
        )
    multipliers = matadors + compute_level(deal, options)
    value = base * multipliers
    if get_card_points(deal) < WINNING_POINTS:
        amount = base if options.loss_basis == "base" else base * (matadors + GAME_LEVEL)
        times = _compute_loss_factor(deal, times, options)
        return Verdict(
            "points", -apply_kontra(amount * times, deal.kontra), value, amount, times, multipliers
        )
    if bid is not None and value < bid:
        reaches = options.overbid == "ge" and bid % base == 0
        amount = bid if reaches else compute_multiple_above(base, bid)
        return Verdict(
            "overbid", -apply_kontra(amount * times, deal.kontra), value, amount, times, multipliers
        )
    return Verdict("won", apply_kontra(value, deal.kontra), value, value, 1, multipliers)


def _compute_loss_factor(deal: Deal, times: int, options: Options) -> int:
    """Return how often a game short of 61 card points is paid.

    The two reasons to double count as one unless the option `stacking` multiplies them
    (docs/reference/scoring.md, North American Skat: Rulings).
    """
    if get_card_points(deal) >= ESCAPED_SCHNEIDER:
        return times
    return 2 * times if options.stacking == "multiply" else 2


def _judge_null(deal: Deal, options: Options) -> Verdict:
    value = NULLS[deal.game]
    if deal.tricks == 0:
        return Verdict("null-won", apply_kontra(value, deal.kontra), value, value)
    is_doubled = deal.game in GUCKI_NULLOS and options.gucki_nullo_double
    times = 2 if is_doubled or options.losses_double else 1
    return Verdict("null-lost", -apply_kontra(value * times, deal.kontra), value, value, times)


# --- a deal and the session


def score_deal(deal: Deal, number: int, seats: int, options: Options) -> list[int | None]:
    """Return the score of a deal (its number from 0) for each seat; None for a seat that sits it out."""
    if is_ramsch(deal) and options.all_pass == RAMSCH:
        return score_all_pass(get_seat_values(deal.points), deal.passed_on)
    scores: list[int | None] = [None] * seats
    others = 0
    if is_ramsch(deal):
        verdict = judge_ramsch(deal, number, seats)
        seat, score = verdict.seat, verdict.score
        others = options.sweep_others if verdict.reason == "sweep" else 0
    else:
        seat, score = deal.declarer or 0, judge_contract(deal, options).score
    for playing_seat in list_playing_seats(number, seats):
        scores[playing_seat] = others
    scores[seat] = score
    return scores


def describe_results(sheet: Sheet, options: Options) -> list[Text | None]:
    """Return the value of each declarer's game with won or lost; None for a Ramsch."""
    verdicts = [None if is_ramsch(deal) else judge_contract(deal, options) for deal in sheet.deals]
    return [verdict and describe_result(verdict.value, is_won=verdict.score > 0) for verdict in verdicts]


def is_complete(sheet: Sheet, options: Options, seats: int) -> bool:
    """Return whether the sheet holds a whole session; one deal is enough where no number is agreed on."""
    return len(sheet.deals) >= (count_deals(options, seats) or 1)


def calculate(sheet: Sheet, options: Options, seats: int) -> Score:
    """Return the score of a sheet; an unfinished sheet is scored as far as it goes."""
    by_deal = [score_deal(deal, number, seats, options) for number, deal in enumerate(sheet.deals)]
    by_seat = list(zip(*by_deal, strict=True)) or [()] * seats
    totals = [sum([score or 0 for score in scores]) for scores in by_seat]
    contracts: list[list[tuple[int, int]]] = [[] for _ in range(seats)]  # per seat: bid and score
    against: list[int | None] = [None] * seats  # the most matadors that a game was won without
    for deal, scores in zip(sheet.deals, by_deal, strict=True):
        if deal.declarer is not None:
            won = scores[deal.declarer] or 0
            contracts[deal.declarer].append((deal.bid or 0, won))
            if won > 0 and (deal.matadors or 0) < 0:
                against[deal.declarer] = max(against[deal.declarer] or 0, -(deal.matadors or 0))
    complete = is_complete(sheet, options, seats)
    tricks = _sum_tricks(sheet, seats)
    return Score(
        complete=complete,
        seats=tuple(
            [
                SeatScore(
                    score=total,
                    place=compute_place(total, totals),
                    outcome=compute_outcome(total, totals) if complete else None,
                    deals=len(scores) - scores.count(None),
                    deal_scores=scores,
                    bids=len(own),
                    bids_made=len([score for _bid, score in own if score > 0]),
                    bid_total=sum([bid for bid, _score in own]),
                    tricks=taken,
                )
                for total, scores, own, taken in zip(totals, by_seat, contracts, tricks, strict=True)
            ]
        ),
        details={"against": against},
    )


def _sum_tricks(sheet: Sheet, seats: int) -> list[int | None]:
    """Return each seat's tricks, or None for all unless every deal is a Ramsch with tricks.

    The tricks of each of a declarer's opponents are not written down.
    """
    by_deal = [get_seat_values(deal.tricks) for deal in sheet.deals]
    if not by_deal or [] in by_deal:
        return [None] * seats
    return [sum([own or 0 for own in won]) for won in zip(*by_deal, strict=True)]
