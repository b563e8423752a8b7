"""The explanation of a SKUCK score (docs/reference/scoring.md, SKUCK: Explanations)."""

from __future__ import annotations

from collections.abc import Iterator

from games.problems import Text, _
from games.protocol import Step
from games.skuck.scoring import (
    HAIL_MARY_DEMMIES,
    Charge,
    Tally,
    compute_charges,
    compute_leads,
    compute_place,
    compute_tally,
    is_boolie,
    is_click,
    is_complete,
    is_freewheeler,
    score_deal,
)
from games.skuck.sheet import Deal, Options, Sheet
from games.skuck.trump import find_caller, find_leader

CHARGE_TEMPLATES = {
    "miscount": (_("Penalty: first miscount costs {cost}"), _("Penalty: second miscount costs {cost}")),
    "renege": (
        _("Penalty: first renege costs {cost}"),
        _("Penalty: second renege costs {cost}"),
        _("Penalty: renege number {nth} costs {cost}"),
    ),
    "time": (_("Penalty: too slow in a game costs {cost}"),),
}
DISQUALIFIED_TEMPLATES = {
    "miscount": _("Miscount number {nth}: disqualified"),
    "renege": _("Renege number {nth}: disqualified"),
}


def explain(sheet: Sheet, options: Options, seats: int) -> tuple[Step, ...]:
    """Return a tree of steps for each seat: its score, down to each deal, and the reason for its place."""
    tallies = [compute_tally(sheet, options, seat) for seat in range(seats)]
    complete, leads = is_complete(sheet, options, tallies), compute_leads(sheet)
    trees = []
    for seat, own in enumerate(tallies):
        steps = [
            _explain_deal(number, deal, seat, behind=lead if seat else -lead)
            for number, (deal, lead) in enumerate(zip(sheet.deals, leads, strict=True), 1)
        ]
        steps += [_explain_bonus(own, options)] if own.zeros else []
        steps += [_explain_charge(charge) for charge in compute_charges(sheet, options, seat)]
        steps += [_explain_place(own, tallies[1 - seat])]
        what = _("Final score {score}") if complete else _("Score so far {score}")
        trees.append(Step(Text(what, {"score": own.score}), own.score, tuple(steps), is_said=True))
    return tuple(trees)


def _explain_deal(number: int, deal: Deal, seat: int, behind: int) -> Step:
    bid, tricks = deal.bids[seat], deal.tricks[seat]
    off = abs(bid - tricks)
    texts = {
        0: _("Game {number}: bid {bid}, took {tricks}, a zero"),
        1: _("Game {number}: bid {bid}, took {tricks}, one off"),
    }
    what = texts.get(off, _("Game {number}: bid {bid}, took {tricks}, {off} off"))
    values = {"number": number, "bid": bid, "tricks": tricks, "off": off}
    return Step(Text(what, values), score_deal(bid, tricks), tuple(_explain_remarks(deal, seat, behind)))


def _explain_remarks(deal: Deal, seat: int, behind: int) -> Iterator[Step]:
    """Yield the steps below a deal: the words for it, and who named trump and led, if points are known."""
    if behind >= HAIL_MARY_DEMMIES:
        plain = _("Hail Mary time: {behind} behind before this game")
        called = _("Hail Mary time: {behind} behind before this game, and no trump was called")
        yield Step(Text(called if deal.trump == "none" else plain, {"behind": behind}))
    if is_click(deal):
        yield Step(Text(_("A click: both players made their bids")))
    if deal.points is None:
        return
    own, other = deal.points[seat], deal.points[1 - seat]
    if is_freewheeler(deal):
        yield Step(Text(_("A freewheeler: both point counts total only {total}"), {"total": own + other}))
    caller = deal.caller if deal.caller is not None else find_caller(deal.points, ((), ()))
    if caller is None:  # equal counts are decided by cards that are not on the sheet
        return
    leader = find_leader(caller, deal.points)
    if seat == caller:
        named = _("Named trump, with {own} points to {other}")
        chose = _("Named trump and who leads, with {own} points to {other}")
        yield Step(Text(chose if leader is None else named, {"own": own, "other": other}))
    elif seat == leader:
        yield Step(Text(_("Led, with {own} points to {other}"), {"own": own, "other": other}))


def _explain_bonus(own: Tally, options: Options) -> Step:
    singular, plural = _("1 zero earns a bonus of {bonus}"), _("{zeros} zeros earn a bonus of {bonus}")
    what = singular if own.zeros == 1 else plural
    if is_boolie(own, options):
        what = _("A boolie: every game a zero, which earns a bonus of {bonus}")
    return Step(Text(what, {"zeros": own.zeros, "bonus": own.bonus}), own.bonus, is_said=True)


def _explain_charge(charge: Charge) -> Step:
    texts = CHARGE_TEMPLATES[charge.kind]
    what = (
        DISQUALIFIED_TEMPLATES[charge.kind] if charge.disqualifies else texts[min(charge.nth, len(texts)) - 1]
    )
    return Step(Text(what, {"nth": charge.nth, "cost": charge.cost}), -charge.cost)


def _explain_place(own: Tally, other: Tally) -> Step:
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
    place = compute_place(own, other)
    return Step(Text(what, {"place": place, **scores}), place, is_said=True)
