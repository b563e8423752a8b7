"""What is possible on an International Skat sheet, or cannot quite be ruled out, and is mostly a slip of the pen."""

from __future__ import annotations

from collections.abc import Iterator

from games.checks import Case, Checks
from games.international_skat.contract import CUSTOMARY_BIDS, contract_of
from games.international_skat.sheet import BASES, Deal
from games.problems import Problem, Text, _
from games.skat.cards import SKAT_CARDS
from games.skat.contracts import IN_A_TRICK, SKAT, TRICKS, totals
from games.skat.ramsch import (
    RAMSCH,
    points_are_seldom_without_a_trick,
    points_seldom_lack_more_than_two_cards,
)
from games.skat.unlikely import few_double_so_often, few_hold_so_many_matadors


def bid_is_the_value_of_some_game(deal: Deal, _case: Case) -> Iterator[Problem]:
    if deal.bid is not None and deal.bid not in CUSTOMARY_BIDS and deal.bid < CUSTOMARY_BIDS[-1]:
        message = _("No game is worth {bid}, so nobody usually bids it: was it {next}?")
        above = next(value for value in CUSTOMARY_BIDS if value > deal.bid)
        yield Problem("bid", "no-such-value", Text(message, {"bid": deal.bid, "next": above}))


def bid_is_seldom_above_the_value(deal: Deal, case: Case) -> Iterator[Problem]:
    if deal.game not in BASES:
        return
    contract = contract_of(deal, case.options)
    if contract.verdict == "overbid":
        message = _("The game is worth {value}, and the bid was {bid}: it is lost all the same.")
        values = {"value": contract.value, "bid": contract.bid}
        yield Problem("bid", "over-the-value", Text(message, values))


def matadors_win_tricks(deal: Deal, _case: Case) -> Iterator[Problem]:
    """Each that the declarer holds wins a trick; of the others' two may fall in one."""
    if not deal.matadors or not isinstance(deal.tricks, int):
        return
    number = abs(deal.matadors)
    least, most = number - SKAT_CARDS, TRICKS - (number + 1) // 2
    values = {"number": number, "least": least, "most": most, "skat": SKAT_CARDS}
    if deal.matadors > 0 and deal.tricks < least:
        message = _(
            "With {number} matadors, of which at most {skat} lie aside, it would be {least} tricks or more."
        )
        yield Problem("tricks", "matadors-and-tricks", Text(message, values))
    elif deal.matadors < 0 and deal.tricks > most:
        message = _("Without {number} matadors, which the others have, it would be {most} tricks or fewer.")
        yield Problem("tricks", "matadors-and-tricks", Text(message, values))


def points_are_those_of_some_cards(deal: Deal, _case: Case) -> Iterator[Problem]:
    """Nothing is worth 1 card point, so that nobody can have 1 or 119."""
    if not isinstance(deal.points, int):
        return
    tricks = range(TRICKS + 1) if deal.tricks is None else (deal.tricks,)
    cards = [IN_A_TRICK * taken + SKAT for taken in tricks if isinstance(taken, int)]
    if not any(deal.points in totals(number) for number in cards):
        message = _("No cards have exactly {points} card points together.")
        yield Problem("points", "no-such-total", Text(message, {"points": deal.points}))


def all_pass_leads_to_a_ramsch(deal: Deal, case: Case) -> Iterator[Problem]:
    """A deal thrown in, as a misdeal is, may stand beside them."""
    if deal.is_passed_out and case.options.all_pass == RAMSCH:
        message = _("When all pass here, a Ramsch is usually played.")
        yield Problem("declarer", "ramsch-when-all-pass", Text(message))


UNLIKELY: Checks = {
    "deals": (
        bid_is_the_value_of_some_game,
        bid_is_seldom_above_the_value,
        few_hold_so_many_matadors,
        matadors_win_tricks,
        points_are_those_of_some_cards,
        few_double_so_often,
        all_pass_leads_to_a_ramsch,
        points_seldom_lack_more_than_two_cards,
        points_are_seldom_without_a_trick,
    )
}
