"""Warnings of a North American Skat sheet: entries that are possible, but mostly a slip of the pen."""

from __future__ import annotations

from collections.abc import Iterator

from games.checks import Case, Checks
from games.north_american_skat.labels import GAME_LABELS
from games.north_american_skat.scoring import get_card_points, judge_contract
from games.north_american_skat.sheet import (
    GRAND_TOURNEE,
    TOURNEE,
    Deal,
    has_matadors,
    is_ramsch,
)
from games.problems import Problem, Text, _
from games.skat.cards import ALL_POINTS, BELOW_JACKS, SKAT_CARDS, SUITS, count_card_points, list_trumps
from games.skat.contracts import MAX_MATADORS, MAX_MATADORS_IN_GRAND, TRICKS
from games.skat.ramsch import warn_few_points, warn_points_without_trick
from games.skat.warnings import warn_many_doublings, warn_many_matadors


def warn_odd_bid(deal: Deal, _case: Case) -> Iterator[Problem]:
    if not is_ramsch(deal) and deal.bid is not None and deal.bid % 2:
        message = _("Bids are mostly even, unlike {bid}.")
        yield Problem("bid", "odd-bid", Text(message, {"bid": deal.bid}))


def warn_overbid(deal: Deal, case: Case) -> Iterator[Problem]:
    """Warn of a game that is won by its card points but overbid, which happens rarely."""
    if is_ramsch(deal):
        return
    verdict = judge_contract(deal, case.options)
    if verdict.reason == "overbid":
        message = _("The game is worth {value}, and the bid was {bid}: it is lost all the same.")
        values = {"value": verdict.value, "bid": deal.bid or 0}
        yield Problem("bid", "over-the-value", Text(message, values))


def warn_matador_tricks(deal: Deal, _case: Case) -> Iterator[Problem]:
    """Warn of tricks or card points that hardly go with the matadors.

    Each matador in the declarer's hand wins a trick. So does each of the opponents', unless two fall to the same trick.
    """
    if not has_matadors(deal.game) or not deal.matadors:
        return
    number, tricks = abs(deal.matadors), deal.tricks
    if deal.matadors > 0:
        least = number - SKAT_CARDS
        if isinstance(tricks, int) and tricks < least:
            message = _(
                "With {number} matadors, and at most 2 of them put away, it would be {least} tricks or more."
            )
            values = {"number": number, "least": least}
            yield Problem("tricks", "matadors-and-tricks", Text(message, values))
        return
    most = TRICKS - (number + 1) // 2
    if isinstance(tricks, int) and tricks > most:
        message = _("Without {number} matadors, which the others have, it would be {most} tricks or fewer.")
        yield Problem("tricks", "matadors-and-tricks", Text(message, {"number": number, "most": most}))
    elif get_card_points(deal) > ALL_POINTS - _compute_min_points(number, deal):
        message = _(
            "Without {number} matadors, which the others have, it would be {most} card points or fewer."
        )
        values = {"number": number, "most": ALL_POINTS - _compute_min_points(number, deal)}
        yield Problem("points", "matadors-and-tricks", Text(message, values))


def _compute_min_points(number: int, deal: Deal) -> int:
    """Return the card points of so many of the highest trumps, in the rank order that makes them fewest."""
    return min(count_card_points(list_trumps(deal.suit or SUITS[0], order)[:number]) for order in BELOW_JACKS)


def warn_turned_trump(deal: Deal, _case: Case) -> Iterator[Problem]:
    """Warn of a Tournée without any trump: the card that its declarer turned is a trump."""
    most = {TOURNEE: MAX_MATADORS, GRAND_TOURNEE: MAX_MATADORS_IN_GRAND}.get(deal.game)
    if most is not None and deal.matadors == -most:
        message = _("{game} without {most}: the card that was turned is one of these trumps.")
        values: dict[str, int | str | Text] = {"game": Text(GAME_LABELS[deal.game]), "most": most}
        yield Problem("matadors", "turned-trump", Text(message, values))


UNLIKELY: Checks = {
    "deals": (
        warn_odd_bid,
        warn_overbid,
        warn_many_matadors,
        warn_matador_tricks,
        warn_turned_trump,
        warn_many_doublings,
        warn_few_points,
        warn_points_without_trick,
    )
}
