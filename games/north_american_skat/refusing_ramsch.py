"""What is impossible in a Ramsch (scoring.md 5.6 and 5.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.checks import Case, Unreadable, readable, repeated
from games.problems import Problem, Text, _
from games.reading import plain_problem
from games.skat.contracts import TRICKS
from games.skat.ramsch import ALL_PASS_CHECKS, RAMSCH, listed
from games.skat.table import playing, resting

RamschCheck = Callable[[Any, Case], Iterator[Problem]]


# --- the last tricks, by which two with equally few card points are told apart


def last_tricks_must_be_there(deal: Any, case: Case) -> Iterator[Problem]:
    """Only where two with tricks share the fewest points: otherwise they decide nothing."""
    points, tricks = listed(deal, "points"), listed(deal, "tricks")
    if deal.last_tricks is not None or not points or not tricks:
        return
    there = playing(case.at[0], case.seats)
    if any(points[seat] is None or tricks[seat] is None for seat in there):
        return
    fewest = min([points[seat] or 0 for seat in there])
    lowest = [seat for seat in there if points[seat] == fewest]
    if len(lowest) == 2 and all(tricks[seat] for seat in lowest):
        yield plain_problem("missing", "last_tricks", name="last_tricks")


def last_tricks_must_be_of_those_with_tricks(deal: Any, case: Case) -> Iterator[Problem]:
    idle = resting(case.at[0], case.seats)
    tricks = listed(deal, "tricks")
    for seat, last in readable(listed(deal, "last_tricks")):
        taken = tricks[seat] if seat < len(tricks) else None
        if seat in idle and last is not None:
            message = Text(_("Whoever sits the deal out has no last trick, not {last}."), {"last": last})
            yield Problem(f"last_tricks.{seat}", "ramsch-rests", message)
        elif last is not None and taken == 0:
            message = Text(_("A player without a trick has no last trick, not {last}."), {"last": last})
            yield Problem(f"last_tricks.{seat}", "last-tricks", message)
        elif last is None and taken:
            message = Text(_("Whoever has a trick has a last one, too."))
            yield Problem(f"last_tricks.{seat}", "last-tricks", message)


def last_tricks_must_differ(deal: Any, _case: Case) -> Iterator[Problem]:
    last = listed(deal, "last_tricks")
    for seat in repeated(range(len(last)), last.__getitem__):
        message = Text(_("Trick {last} was the last of only one player."), {"last": last[seat] or 0})
        yield Problem(f"last_tricks.{seat}", "last-tricks", message)


def somebody_took_the_last_trick(deal: Any, _case: Case) -> Iterator[Problem]:
    last, tricks = listed(deal, "last_tricks"), listed(deal, "tricks")
    is_missing = any(own is None and taken for own, taken in zip(last, tricks, strict=False))
    if last and not is_missing and TRICKS not in list(last):
        message = Text(_("Trick {tricks} was somebody's last."), {"tricks": TRICKS})
        yield Problem("last_tricks", "last-tricks", message)


def last_tricks_must_leave_room(deal: Any, _case: Case) -> Iterator[Problem]:
    """Up to somebody's last trick, those who are done by then took no more tricks than there were."""
    last, tricks = list(listed(deal, "last_tricks")), listed(deal, "tricks")
    known = [(own or 0, seat) for seat, own in enumerate(last) if own and seat < len(tricks)]
    right = sum([taken or 0 for taken in tricks]) == TRICKS and len({own for own, _seat in known}) == len(
        known
    )
    if not right or TRICKS not in last:
        return
    for own, seat in known:
        done = sum([tricks[other] or 0 for before, other in known if before <= own])
        if done > own:
            message = _("Trick {last} is too early: those whose last trick is no later have {done} tricks.")
            yield Problem(f"last_tricks.{seat}", "last-tricks", Text(message, {"last": own, "done": done}))
            return


def skat_is_passed_on_only_when_all_pass(deal: Any, _case: Case) -> Iterator[Problem]:
    if deal.passed_on:
        message = Text(_("The Leader chose this Ramsch, and nobody passes the skat on."))
        yield Problem("passed_on", "passed-on-not-agreed", message)


# --- which of them hold for which Ramsch

CHOSEN_CHECKS: tuple[RamschCheck, ...] = (
    *ALL_PASS_CHECKS,
    last_tricks_must_be_there,
    skat_is_passed_on_only_when_all_pass,
)
LAST_TRICKS_CHECKS: tuple[RamschCheck, ...] = (
    last_tricks_must_be_of_those_with_tricks,
    last_tricks_must_differ,
    somebody_took_the_last_trick,
    last_tricks_must_leave_room,
)


def ramsch_must_be_possible(deal: Any, case: Case) -> Iterable[Problem]:
    """All checks of the kind of Ramsch that it is, so that other deals are not asked each of them."""
    return _in_ramsch(deal, case) if deal.game == RAMSCH else ()


def _in_ramsch(deal: Any, case: Case) -> Iterator[Problem]:
    checks = ALL_PASS_CHECKS if case.options.all_pass == RAMSCH else CHOSEN_CHECKS
    for check in (*checks, *LAST_TRICKS_CHECKS):
        try:
            yield from check(deal, case)
        except Unreadable:
            continue


RAMSCH_CHECKS = (ramsch_must_be_possible,)
