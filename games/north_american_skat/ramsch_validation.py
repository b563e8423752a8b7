"""Checks of a Ramsch on a North American Skat sheet.

Rules: docs/reference/scoring.md, North American Skat: Ramsch chosen by the Leader;
docs/reference/scoring.md, Skat: Ramsch when all pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.checks import Case, UnreadableField
from games.problems import Problem, Text, _
from games.skat.fewest_points import LAST_TRICKS_CHECKS, check_last_tricks_needed
from games.skat.ramsch import ALL_PASS_CHECKS, RAMSCH

RamschCheck = Callable[[Any, Case], Iterator[Problem]]


def check_passed_on(deal: Any, _case: Case) -> Iterator[Problem]:
    if deal.passed_on:
        message = Text(_("The Leader chose this Ramsch, so the skat is not passed on."))
        yield Problem("passed_on", "passed-on-not-agreed", message)


# --- the checks of each kind of Ramsch

CHOSEN_CHECKS: tuple[RamschCheck, ...] = (
    *ALL_PASS_CHECKS,
    check_last_tricks_needed,
    check_passed_on,
)


def check_ramsch(deal: Any, case: Case) -> Iterable[Problem]:
    """Run all checks for this kind of Ramsch; other deals are spared them."""
    return _run_ramsch_checks(deal, case) if deal.game == RAMSCH else ()


def _run_ramsch_checks(deal: Any, case: Case) -> Iterator[Problem]:
    checks = ALL_PASS_CHECKS if case.options.all_pass == RAMSCH else CHOSEN_CHECKS
    for check in (*checks, *LAST_TRICKS_CHECKS):
        try:
            yield from check(deal, case)
        except UnreadableField:
            continue


RAMSCH_CHECKS = (check_ramsch,)
