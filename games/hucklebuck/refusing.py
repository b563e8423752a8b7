"""What is impossible on a Hucklebuck sheet (sheets.md, "hucklebuck")."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from games.checks import Case, Checks
from games.hucklebuck.scoring import running, winner
from games.hucklebuck.sheet import TRICKS, Deal, Sheet, most_out
from games.problems import Problem, Text, _


def tricks_must_total_5(deal: Deal, _case: Case) -> Iterator[Problem]:
    total = sum(tricks or 0 for tricks in deal.tricks)
    if total != TRICKS:
        values = {"tricks": TRICKS, "total": total}
        yield Problem("tricks", "tricks-total", Text(_("Tricks must total {tricks}, not {total}."), values))


def enough_must_stay_in(deal: Deal, case: Case) -> Iterator[Problem]:
    out, most = list(deal.tricks).count(None), most_out(case.seats)
    if out > most:
        nobody = _("At a table of {seats} nobody may be out; here it is {out}.")
        some = _("At a table of {seats} at most {most} may be out, not {out}.")
        values = {"seats": case.seats, "most": most, "out": out}
        yield Problem("tricks", "too-many-out", Text(some if most else nobody, values))


def match_must_end_when_it_is_won(sheet: Sheet, case: Case) -> Iterator[Problem]:
    """As far as the hands are right: after one that is not, nobody knows the scores."""

    def is_right(deal: Deal) -> bool:
        return not any((*tricks_must_total_5(deal, case), *enough_must_stay_in(deal, case)))

    right = takewhile(is_right, sheet.deals)
    for number, scores in enumerate(running(right, case.options, case.seats), 1):
        seat = winner(scores, case.options)
        if seat is not None and number < len(sheet.deals):
            message = _("The match was won in hand {number}, with {score} points, and ends there.")
            values = {"number": number, "score": scores[seat]}
            yield Problem(f"deals.{number}", "surplus", Text(message, values))
            return


CHECKS: Checks = {
    "": (match_must_end_when_it_is_won,),
    "deals": (tricks_must_total_5, enough_must_stay_in),
}
