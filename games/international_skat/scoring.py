"""The score of an International Skat sheet: deal by deal, and the tournament total.

Rules: docs/reference/scoring.md, International Skat: Scoring a deal;
docs/reference/scoring.md, International Skat: Seeger-Fabian.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.international_skat.contract import Contract, build_contract, score_contract
from games.international_skat.sheet import Deal, Options, Sheet
from games.international_skat.sums import calculate_sums, compute_totals
from games.places import compute_outcome, compute_place
from games.problems import Text
from games.score import Score, SeatScore
from games.skat.contracts import describe_result
from games.skat.fewest_points import judge_ramsch
from games.skat.ramsch import RAMSCH, count_tricks, score_all_pass
from games.skat.rotation import list_playing_seats
from games.skat.session import count_deals

# --- a deal


class DealResult(NamedTuple):
    """The score of a deal for each seat: None for a seat that sits it out, and for all if all passed."""

    scores: Sequence[int | None]
    contract: Contract | None = None
    is_won: bool = False


def score_deal(deal: Deal, number: int, options: Options, seats: int) -> DealResult:
    """Return the result of a deal; its number counts from 0."""
    if deal.is_passed_out:
        return DealResult([None] * seats)
    if isinstance(deal.points, list) and deal.is_ramsch and options.all_pass == RAMSCH:
        return DealResult(score_all_pass(deal.points, deal.passed_on))
    scores: list[int | None] = [None] * seats
    for seat in list_playing_seats(number, seats):
        scores[seat] = 0
    if deal.is_ramsch:
        decided = judge_ramsch(deal, number, seats)
        scores[decided.seat] = decided.score
        return DealResult(scores)
    contract = build_contract(deal, options)
    verdict = contract.verdict
    scores[contract.declarer] = score_contract(contract, verdict, options)
    return DealResult(scores, contract, verdict == "won")


def describe_results(sheet: Sheet, options: Options) -> list[Text | None]:
    """Return the value of each declarer's game with won or lost; None for deals without a declarer."""
    contracts = [
        None if deal.is_passed_out or deal.is_ramsch or deal.is_sums else build_contract(deal, options)
        for deal in sheet.deals
    ]
    return [
        contract and describe_result(contract.value, is_won=contract.verdict == "won")
        for contract in contracts
    ]


# --- the whole sheet


def is_complete(sheet: Sheet, options: Options, seats: int) -> bool:
    """Return whether the sheet holds a whole session; deals that were passed out count where the options say so."""
    counted = sum([options.passes_count or not deal.is_passed_out for deal in sheet.deals])
    deals = count_deals(options, seats)
    return counted == deals if deals else counted > 0


def find_most_against(played: Sequence[DealResult]) -> int | None:
    """Return the most matadors that a seat has won a game without, as it was played against them; None for none."""
    return max(
        (
            -deal.contract.matadors
            for deal in played
            if deal.is_won and deal.contract and (deal.contract.matadors or 0) < 0
        ),
        default=None,
    )


def calculate(sheet: Sheet, options: Options, seats: int) -> Score:
    """Return the score of a sheet; an unfinished sheet is scored as far as it goes."""
    if sheet.deals and sheet.deals[0].is_sums:
        return calculate_sums(sheet.deals[0], options, seats)
    deals = [score_deal(deal, number, options, seats) for number, deal in enumerate(sheet.deals)]
    contracts: list[list[DealResult]] = [[] for _ in range(seats)]
    for deal in deals:
        if deal.contract:
            contracts[deal.contract.declarer].append(deal)
    won = [sum([deal.is_won for deal in played]) for played in contracts]
    lost = [len(played) - games for played, games in zip(contracts, won, strict=True)]
    deal_scores = list(zip(*[deal.scores for deal in deals], strict=True)) or [()] * seats
    scores = [sum([score or 0 for score in seat_scores]) for seat_scores in deal_scores]
    complete = is_complete(sheet, options, seats)
    return Score(
        complete=complete,
        seats=tuple(
            SeatScore(
                score=score,
                place=compute_place(score, scores),
                outcome=compute_outcome(score, scores) if complete else None,
                deals=len(deals) - deal_scores[seat].count(None),
                deal_scores=deal_scores[seat],
                bids=len(contracts[seat]),
                bids_made=won[seat],
                bid_total=sum([deal.contract.bid for deal in contracts[seat] if deal.contract]),
                tricks=count_tricks(sheet.deals, seat),
            )
            for seat, score in enumerate(scores)
        ),
        details={
            "won": won,
            "lost": lost,
            "seeger_fabian": compute_totals(scores, won, lost),
            "against": [find_most_against(played) for played in contracts],
        },
    )
