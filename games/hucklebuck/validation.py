"""Checks of a Hucklebuck sheet (docs/reference/sheets.md, Hucklebuck: Error codes)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.checks import Case, Checks
from games.hucklebuck.scoring import compute_running_scores, find_winner
from games.hucklebuck.sheet import TRICKS, Deal, Sheet, compute_max_out
from games.problems import Problem, Text, _


def count_tricks(deal: Deal) -> int:
    return sum(filter(None, deal.tricks))


# These two are no generators, which are slower: they check every hand, and nearly all hands are right.


def check_tricks_total(deal: Deal, _case: Case) -> Sequence[Problem]:
    total = count_tricks(deal)
    if total == TRICKS:
        return ()
    values = {"tricks": TRICKS, "total": total}
    return [
        Problem(
            "tricks", "tricks-total", Text(_("Tricks add up to {total} – they must total {tricks}."), values)
        )
    ]


def check_too_many_out(deal: Deal, case: Case) -> Sequence[Problem]:
    out = deal.tricks.count(None)
    if not out or out <= (most := compute_max_out(case.seats)):
        return ()
    nobody = _("At a table of {seats} no player may be out; here it is {out}.")
    some = _("At a table of {seats} at most {most} may be out, not {out}.")
    values = {"seats": case.seats, "most": most, "out": out}
    return [Problem("tricks", "too-many-out", Text(some if most else nobody, values))]


def check_surplus(sheet: Sheet, case: Case) -> Iterator[Problem]:
    """Yield a problem for the first hand after the match is won.

    None is reported if an earlier hand is wrong, as the scores are then unknown.
    """
    most, target = compute_max_out(case.seats), case.options.target

    def is_right(deal: Deal) -> bool:
        return count_tricks(deal) == TRICKS and deal.tricks.count(None) <= most

    for number, scores in enumerate(compute_running_scores(sheet.deals[:-1], case.options, case.seats), 1):
        # Simple cases need no call: after most hands no player has reached the target yet.
        seat = find_winner(scores, case.options) if max(scores) >= target else None
        if seat is not None:
            if not all(map(is_right, sheet.deals[:number])):  # checked last, as most matches are right
                return
            message = _("The match was won in hand {number}, with {score} points, and ends there.")
            values = {"number": number, "score": scores[seat]}
            yield Problem(f"deals.{number}", "surplus", Text(message, values))
            return


CHECKS: Checks = {
    "": (check_surplus,),
    "deals": (check_tricks_total, check_too_many_out),
}
