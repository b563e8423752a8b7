"""The explanation of a Hucklebuck score (docs/reference/scoring.md, Hucklebuck: Explanations)."""

from __future__ import annotations

from collections.abc import Sequence

from games.hucklebuck.scoring import compute_running_scores, compute_score_after, find_winner
from games.hucklebuck.sheet import TRICKS, Options, Sheet
from games.places import compute_place
from games.problems import Text, _
from games.protocol import Step


def explain(sheet: Sheet, options: Options, seats: int) -> tuple[Step, ...]:
    """Return a tree of steps for each seat: its score, down to each hand, and the reason for its place."""
    history = [(0,) * seats, *compute_running_scores(sheet.deals, options, seats)]
    final = history[-1]
    complete = find_winner(final, options) is not None
    trees = []
    for seat in range(seats):
        steps = [
            _explain_deal(number, deal.tricks[seat], before[seat], options)
            for number, (deal, before) in enumerate(zip(sheet.deals, history, strict=False), 1)
        ]
        steps.append(_explain_place(final[seat], final, options))
        what = _("Final score {score}") if complete else _("Score so far {score}")
        trees.append(Step(Text(what, {"score": final[seat]}), final[seat], tuple(steps), is_said=True))
    return tuple(trees)


def _explain_deal(number: int, tricks: int | None, before: int, options: Options) -> Step:
    """Return the step of a hand, with the change of the score as its value; None for a player who was out."""
    score = compute_score_after(before, tricks, options)
    values = {"number": number, "tricks": tricks or 0, "score": score}
    if tricks is None:
        return Step(Text(_("Hand {number}: out, and stays at {score}"), values))
    texts = {
        0: _("Hand {number}: no trick, now at {score}"),
        1: _("Hand {number}: 1 trick, now at {score}"),
        TRICKS: _("Hand {number}: all {tricks} tricks, now at {score}"),
    }
    what = texts.get(tricks, _("Hand {number}: {tricks} tricks, now at {score}"))
    because = () if tricks else _explain_penalty(before, score, options)
    return Step(Text(what, values), score - before, because)


def _explain_penalty(before: int, score: int, options: Options) -> tuple[Step, ...]:
    """Return steps for the cost of a hand without a trick and, if need be, for the floor that limits it."""
    cost = options.no_trick_penalty
    what = _("A hand without a trick costs {cost}") if cost else _("A hand without a trick costs nothing")
    steps = [Step(Text(what, {"cost": cost}))]
    if before - score < cost:
        steps.append(Step(Text(_("No score falls below {floor}"), {"floor": score})))
    return tuple(steps)


def _explain_place(own: int, scores: Sequence[int], options: Options) -> Step:
    best, own_place = max(scores), compute_place(own, scores)
    first, shared, enough = own == best, scores.count(own) > 1, best >= options.target
    reasons = (
        (first and enough and not shared, _("Place {place}: alone in front, with {target} or more")),
        (first and enough, _("Place {place}, shared: {target} is reached, but no player is alone in front")),
        (first and shared, _("Place {place}, shared: equal highest score so far")),
        (first, _("Place {place}: the most so far")),
        (shared, _("Place {place}, shared: {behind} behind the first")),
        (True, _("Place {place}: {behind} behind the first")),
    )
    what = next(text for holds, text in reasons if holds)
    values = {"place": own_place, "target": options.target, "behind": best - own}
    return Step(Text(what, values), own_place, is_said=True)
