"""Warnings of an International Skat sheet: entries that cannot be ruled out, but are mostly a slip of the pen."""

from __future__ import annotations

from collections.abc import Iterator

from games.checks import Case, Checks
from games.international_skat.contract import CUSTOMARY_BIDS, build_contract
from games.international_skat.sheet import BASES, Deal
from games.problems import Problem, Text, _
from games.skat.cards import SKAT_CARDS
from games.skat.contracts import CARDS_PER_TRICK, SKAT, TRICKS, list_possible_totals
from games.skat.ramsch import (
    warn_few_points,
    warn_points_without_trick,
)
from games.skat.warnings import warn_many_doublings, warn_many_matadors


def warn_unusual_bid(deal: Deal, _case: Case) -> Iterator[Problem]:
    if deal.bid is None or deal.bid in CUSTOMARY_BIDS:
        return
    if CUSTOMARY_BIDS[0] < deal.bid < CUSTOMARY_BIDS[-1]:
        message = _("No game is worth {bid}, so it is not a usual bid: was it {next}?")
        above = next(value for value in CUSTOMARY_BIDS if value > deal.bid)
        yield Problem("bid", "no-such-value", Text(message, {"bid": deal.bid, "next": above}))


def warn_overbid(deal: Deal, case: Case) -> Iterator[Problem]:
    if deal.game not in BASES:
        return
    contract = build_contract(deal, case.options)
    if contract.verdict == "overbid":
        message = _("The game is worth {value}, and the bid was {bid}: it is lost all the same.")
        values = {"value": contract.value, "bid": contract.bid}
        yield Problem("bid", "over-the-value", Text(message, values))


def warn_matador_tricks(deal: Deal, _case: Case) -> Iterator[Problem]:
    """Warn of tricks that hardly go with the matadors.

    Each matador in the declarer's hand wins a trick; two of the opponents' may fall to the same matador.
    """
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


def warn_point_total(deal: Deal, _case: Case) -> Iterator[Problem]:
    """Warn of card points that no cards have together, such as 1 or 119, as no card is worth 1."""
    if not isinstance(deal.points, int):
        return
    tricks = range(TRICKS + 1) if deal.tricks is None else (deal.tricks,)
    cards = [CARDS_PER_TRICK * taken + SKAT for taken in tricks if isinstance(taken, int)]
    if not any(deal.points in list_possible_totals(number) for number in cards):
        message = _("No cards have exactly {points} card points together.")
        yield Problem("points", "no-such-total", Text(message, {"points": deal.points}))


def warn_passed_out(deal: Deal, case: Case) -> Iterator[Problem]:
    """Warn of a deal that all passed where a Ramsch is usual; it may have been thrown in as a misdeal."""
    if deal.is_passed_out and case.options.has_ramsch:
        message = _("When all pass here, a Ramsch is usually played.")
        yield Problem("declarer", "ramsch-when-all-pass", Text(message))


UNLIKELY: Checks = {
    "deals": (
        warn_unusual_bid,
        warn_overbid,
        warn_many_matadors,
        warn_matador_tricks,
        warn_point_total,
        warn_many_doublings,
        warn_passed_out,
        warn_few_points,
        warn_points_without_trick,
    )
}
