"""What the checks of a Skull King sheet look at, also where a part of it is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.checks import Case, Check, UnreadableField
from games.problems import Problem
from games.skull_king.editions import CAPTURES, Edition
from games.skull_king.sheet import Bonus, Deal, get_edition, list_cards_dealt


def get_case_edition(case: Case) -> Edition:
    return get_edition(case.options)


def get_case_cards(case: Case) -> int | None:
    """What each player was dealt; None in a round after the last one."""
    dealt = list_cards_dealt(case.options, case.seats)
    return dealt[case.at[0]] if case.at[0] < len(dealt) else None


def get_case_deal(case: Case) -> Any:
    """The deal that the seat's bonus is part of."""
    return case.sheet.deals[case.at[0]]


def is_empty(item: Bonus | Deal, field: str) -> bool:
    """Whether there is none of it: 0, or an empty list."""
    try:
        return not getattr(item, field)
    except UnreadableField:
        return False


def read_field(bonus: Bonus, field: str) -> Any:
    """What stands there; None where that is wrong."""
    try:
        return getattr(bonus, field)
    except UnreadableField:
        return None


def list_field_by_seat(deal: Deal, field: str) -> list[tuple[int, Any]]:
    """What stands there of those seats that have any, each with its seat."""
    found = []
    for seat, bonus in enumerate(deal.bonus or ()):
        try:
            if field in bonus.model_fields_set and (value := getattr(bonus, field)):
                found.append((seat, value))
        except UnreadableField:
            continue
    return found


def count_captures(bonus: Bonus, case: Case) -> dict[str, int]:
    """The cards of this edition that the seat took, by kind."""
    known = get_case_edition(case).points_by_bonus
    return {kind: count for kind in CAPTURES if kind in known and (count := read_field(bonus, kind))}


def has_fields(bonus: Bonus) -> bool:
    return bool(bonus.model_fields_set)


def has_bonuses(deal: Deal) -> bool:
    return deal.bonus is not None


def combine_checks(holds: Callable[[Any], bool], *checks: Check) -> Check:
    """The checks in one, which does nothing for the many where there is nothing to look at."""

    def check(item: Any, case: Case) -> Iterator[Problem]:
        for each in checks if holds(item) else ():
            try:
                yield from each(item, case)
            except UnreadableField:
                continue

    return check
