"""Checks of a Fighting Cards sheet, which refuse impossible values and warn of unlikely values.

See docs/reference/sheets.md, Fighting Cards: Error codes; docs/reference/scoring.md, Fighting Cards: Warnings.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.checks import Case, Checks, UnreadableField
from games.fighting_cards.scoring import is_made
from games.fighting_cards.sheet import ALL_POINTS, MAX_BID, Deal, Sheet
from games.problems import Problem, Text, _
from games.reading import build_problem

PLAYED_FIELDS = {"bid", "points"}  # required in a deal with a declarer
PASSED_OUT_MESSAGES = {
    "bid": _("If all passed, there is no bid."),
    "hand": _("If all passed, no player played, with the skat or without it."),
    "points": _("If all passed, no player took points."),
}


def check_fields(deal: Deal, _case: Case) -> Iterator[Problem]:
    """Yield fields that should not be there in a deal that all passed, and those missing in a played deal.

    All passed if the declarer is null. If the declarer is missing, the deal was played if any other field is
    written; if the declarer is wrong, the deal was played.
    """
    written = deal.model_fields_set
    try:
        passed_out = deal.declarer is None
    except UnreadableField:
        passed_out = False
        if "declarer" not in written and written.isdisjoint(PASSED_OUT_MESSAGES):
            return
    if passed_out:
        for name, message in PASSED_OUT_MESSAGES.items():
            if name in written:
                yield Problem(name, "passed-out", Text(message), alone=True)
    elif not written >= PLAYED_FIELDS:
        for name in PLAYED_FIELDS - written:
            yield build_problem("missing", name, name=name)


def check_surplus(sheet: Sheet, case: Case) -> Iterator[Problem]:
    """Yield a problem for the first deal after the last.

    A deal that all passed is refused there, too, even where it does not count towards the number of deals.
    """
    left = case.options.deals
    if left is None:
        return
    for number, deal in enumerate(sheet.deals):
        if left == 0:
            singular, plural = (
                _("A match is one deal; it ended with deal {last}."),
                _("A match has {deals} deals; it ended with deal {last}."),
            )
            message = singular if case.options.deals == 1 else plural
            values = {"deals": case.options.deals, "last": number}
            yield Problem(f"deals.{number}", "surplus", Text(message, values))
            return
        try:
            left -= case.options.passes_count or deal.declarer is not None
        except UnreadableField:  # all may have passed
            continue


CHECKS: Checks = {
    "": (check_surplus,),
    "deals": (check_fields,),
}

# --- warnings

FEW_POINTS = 10
FAR_SHORT = 15


def warn_highest_bid(deal: Deal, _case: Case) -> Iterator[Problem]:
    if deal.bid == MAX_BID:
        message = _("A bid of {bid} promises every point there is.")
        yield Problem("bid", "highest-bid", Text(message, {"bid": MAX_BID}))


def warn_far_short(deal: Deal, _case: Case) -> Iterator[Problem]:
    if deal.bid is None or deal.points is None or is_made(deal.bid, deal.points):
        return
    if deal.points < FEW_POINTS or deal.bid - deal.points > FAR_SHORT:
        message = _(
            "Only {points} of {all} points for a bid of {bid}: are they the declarer's, with the skat?"
        )
        values = {"points": deal.points, "all": ALL_POINTS, "bid": deal.bid}
        yield Problem("points", "far-short", Text(message, values))


UNLIKELY: Checks = {"deals": (warn_highest_bid, warn_far_short)}
