"""What the checks of a Skull King sheet look at, also where a part of it is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.checks import Case, Check, Unreadable
from games.problems import Problem
from games.skull_king.editions import CAPTURES, Edition
from games.skull_king.sheet import Bonus, Deal, cards_dealt, edition_of


def edition_in(case: Case) -> Edition:
    return edition_of(case.options)


def cards_in(case: Case) -> int | None:
    """What each player was dealt; None in a round after the last one."""
    dealt = cards_dealt(case.options, case.seats)
    return dealt[case.at[0]] if case.at[0] < len(dealt) else None


def deal_of(case: Case) -> Any:
    """The deal that the seat's bonus is part of."""
    return case.sheet.deals[case.at[0]]


def says_nothing(item: Bonus | Deal, field: str) -> bool:
    """Whether there is none of it: 0, or an empty list."""
    try:
        return not getattr(item, field)
    except Unreadable:
        return False


def entered(bonus: Bonus, field: str) -> Any:
    """What stands there; None where that is wrong."""
    try:
        return getattr(bonus, field)
    except Unreadable:
        return None


def of_all(deal: Deal, field: str) -> list[tuple[int, Any]]:
    """What stands there of those seats that have any, each with its seat."""
    found = []
    for seat, bonus in enumerate(deal.bonus or ()):
        try:
            if field in bonus.model_fields_set and (value := getattr(bonus, field)):
                found.append((seat, value))
        except Unreadable:
            continue
    return found


def taken(bonus: Bonus, case: Case) -> dict[str, int]:
    """The cards of this edition that the seat took, by kind."""
    known = edition_in(case).worth
    return {kind: count for kind in CAPTURES if kind in known and (count := entered(bonus, kind))}


def has_any(bonus: Bonus) -> bool:
    return bool(bonus.model_fields_set)


def has_bonuses(deal: Deal) -> bool:
    return deal.bonus is not None


def where(holds: Callable[[Any], bool], *checks: Check) -> Check:
    """The checks in one, which does nothing for the many where there is nothing to look at."""

    def check(item: Any, case: Case) -> Iterator[Problem]:
        for each in checks if holds(item) else ():
            try:
                yield from each(item, case)
            except Unreadable:
                continue

    return check
