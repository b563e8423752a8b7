"""The explanation of a Fighting Cards score (docs/reference/scoring.md, Fighting Cards: Explanations)."""

from __future__ import annotations

from collections.abc import Sequence

from games.fighting_cards.scoring import (
    BANDS_BY_BID,
    Band,
    compute_simple_score,
    is_complete,
    is_doubled,
    is_made,
    score_deals,
    score_declarer,
    sum_scores,
)
from games.fighting_cards.sheet import Deal, Options, Sheet
from games.places import compute_place
from games.problems import Text, _
from games.protocol import Step


def explain(sheet: Sheet, options: Options, seats: int) -> tuple[Step, ...]:
    """Return a tree of steps for each seat: its score, down to each deal, and the reason for its place."""
    totals = [sum_scores(scores) for scores in score_deals(sheet, options, seats)]
    complete = is_complete(sheet, options)
    what = _("Final score {score}") if complete else _("Score so far {score}")
    trees = []
    for seat, own in enumerate(totals):
        steps = [_explain_deal(number, deal, seat, options) for number, deal in enumerate(sheet.deals, 1)]
        steps.append(_explain_place(own, totals))
        trees.append(Step(Text(what, {"score": own}), own, tuple(steps), is_said=True))
    return tuple(trees)


def _explain_deal(number: int, deal: Deal, seat: int, options: Options) -> Step:
    if deal.bid is None or deal.points is None:
        return Step(Text(_("Deal {number}: all passed"), {"number": number}))
    if deal.declarer != seat:
        return Step(Text(_("Deal {number}: a defender, who wins and loses nothing"), {"number": number}), 0)
    made = is_made(deal.bid, deal.points)
    won, lost = (
        _("Deal {number}: bid {bid}, took {points}, made"),
        _("Deal {number}: bid {bid}, took {points}, {short} short"),
    )
    values = {"number": number, "bid": deal.bid, "points": deal.points, "short": deal.bid - deal.points}
    because = (_explain_simple_score(deal.bid, deal.points), *_explain_doubling(made, deal.hand, options))
    return Step(Text(won if made else lost, values), score_declarer(deal, options), because)


def _explain_simple_score(bid: int, points: int) -> Step:
    band, made = BANDS_BY_BID[bid], is_made(bid, points)
    won, lost = (
        _("{points} points, and {bonus} for {bids} made"),
        _("{short} short, and each costs {cost} after {bids}"),
    )
    values: dict[str, int | str | Text] = {
        "points": points,
        "short": bid - points,
        "bonus": band.bonus,
        "cost": band.cost,
        "bids": _describe_bids(band),
    }
    return Step(Text(won if made else lost, values), compute_simple_score(bid, points))


def _describe_bids(band: Band) -> Text:
    single, span = _("a bid of {lowest}"), _("a bid of {lowest} to {highest}")
    values = {"lowest": band.lowest, "highest": band.highest}
    return Text(single if band.lowest == band.highest else span, values)


def _explain_doubling(made: bool, hand: bool, options: Options) -> tuple[Step, ...]:
    if is_doubled(made, hand, options):
        return (Step(Text(_("Doubled: played without picking up the skat"))),)
    if hand:
        return (Step(Text(_("Played without picking up the skat, which doubles no loss here"))),)
    return ()


def _explain_place(own: int, totals: Sequence[int]) -> Step:
    best, own_place = max(totals), compute_place(own, totals)
    first, shared = own == best, totals.count(own) > 1
    reasons = (
        (first and shared, _("Place {place}, shared: equal highest score")),
        (first, _("Place {place}: the most")),
        (shared, _("Place {place}, shared: {behind} behind the first")),
        (True, _("Place {place}: {behind} behind the first")),
    )
    what = next(text for holds, text in reasons if holds)
    return Step(Text(what, {"place": own_place, "behind": best - own}), own_place, is_said=True)
