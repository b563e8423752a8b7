"""Checks of a Ramsch on a North American Skat sheet.

Rules: docs/reference/scoring.md, North American Skat: Ramsch chosen by the Leader;
docs/reference/scoring.md, Skat: Ramsch when all pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.checks import Case, UnreadableField, enumerate_readable, find_repeats
from games.problems import Problem, Text, _
from games.reading import build_problem
from games.skat.contracts import TRICKS
from games.skat.ramsch import ALL_PASS_CHECKS, RAMSCH, get_field_list
from games.skat.rotation import list_playing_seats, list_resting_seats

RamschCheck = Callable[[Any, Case], Iterator[Problem]]


# --- the last tricks, which decide between two seats with equally few card points


def check_last_tricks_needed(deal: Any, case: Case) -> Iterator[Problem]:
    """Ask for the last tricks where two seats with tricks share the fewest points.

    Otherwise they decide nothing.
    """
    points, tricks = get_field_list(deal, "points"), get_field_list(deal, "tricks")
    if deal.last_tricks is not None or not points or not tricks:
        return
    playing = list_playing_seats(case.at[0], case.seats)
    if any(points[seat] is None or tricks[seat] is None for seat in playing):
        return
    fewest = min([points[seat] or 0 for seat in playing])
    lowest = [seat for seat in playing if points[seat] == fewest]
    if len(lowest) == 2 and all(tricks[seat] for seat in lowest):
        yield build_problem("missing", "last_tricks", name="last_tricks")


def check_last_tricks_owners(deal: Any, case: Case) -> Iterator[Problem]:
    idle = list_resting_seats(case.at[0], case.seats)
    tricks = get_field_list(deal, "tricks")
    for seat, last in enumerate_readable(get_field_list(deal, "last_tricks")):
        taken = tricks[seat] if seat < len(tricks) else None
        if seat in idle and last is not None:
            message = Text(_("A player who sits the deal out has no last trick, not {last}."), {"last": last})
            yield Problem(f"last_tricks.{seat}", "ramsch-rests", message)
        elif last is not None and taken == 0:
            message = Text(_("A player without a trick has no last trick, not {last}."), {"last": last})
            yield Problem(f"last_tricks.{seat}", "last-tricks", message)
        elif last is None and taken:
            message = Text(_("A player with a trick needs a last trick, too."))
            yield Problem(f"last_tricks.{seat}", "last-tricks", message)


def check_last_tricks_differ(deal: Any, _case: Case) -> Iterator[Problem]:
    last = get_field_list(deal, "last_tricks")
    for seat in find_repeats(range(len(last)), last.__getitem__):
        message = Text(_("Trick {last} was the last of only one player."), {"last": last[seat] or 0})
        yield Problem(f"last_tricks.{seat}", "last-tricks", message)


def check_last_trick_taken(deal: Any, _case: Case) -> Iterator[Problem]:
    last, tricks = get_field_list(deal, "last_tricks"), get_field_list(deal, "tricks")
    is_missing = any(own is None and taken for own, taken in zip(last, tricks, strict=False))
    if last and not is_missing and TRICKS not in list(last):
        message = Text(_("One player's last trick must be trick {tricks}."), {"tricks": TRICKS})
        yield Problem("last_tricks", "last-tricks", message)


def check_last_tricks_order(deal: Any, _case: Case) -> Iterator[Problem]:
    """Check that each last trick is late enough.

    Up to a seat's last trick, the seats that are done by then cannot have taken more tricks than were played.
    """
    last, tricks = list(get_field_list(deal, "last_tricks")), get_field_list(deal, "tricks")
    known = [(own or 0, seat) for seat, own in enumerate(last) if own and seat < len(tricks)]
    is_consistent = sum([taken or 0 for taken in tricks]) == TRICKS and len(
        {own for own, _seat in known}
    ) == len(known)
    if not is_consistent or TRICKS not in last:
        return
    for own, seat in known:
        done = sum([tricks[other] or 0 for before, other in known if before <= own])
        if done > own:
            message = _("Trick {last} is too early: those whose last trick is no later have {done} tricks.")
            yield Problem(f"last_tricks.{seat}", "last-tricks", Text(message, {"last": own, "done": done}))
            return


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
LAST_TRICKS_CHECKS: tuple[RamschCheck, ...] = (
    check_last_tricks_owners,
    check_last_tricks_differ,
    check_last_trick_taken,
    check_last_tricks_order,
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
