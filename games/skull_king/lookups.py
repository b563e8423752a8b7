"""Look-ups for the checks of a Skull King sheet, which also work where a part of the sheet is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.checks import Case, Check, UnreadableField
from games.problems import Problem
from games.skull_king.editions import CAPTURES, Edition
from games.skull_king.sheet import Bonus, Deal, get_edition, list_cards_with_ties


def get_case_edition(case: Case) -> Edition:
    return get_edition(case.options)


def get_case_cards(case: Case) -> int | None:
    """Return the number of cards that each player was dealt, or None in a round after the last."""
    dealt = list_cards_with_ties(case.options, case.seats)
    return dealt[case.at[0]] if case.at[0] < len(dealt) else None


def get_case_deal(case: Case) -> Any:
    """Return the deal to which the item of a check belongs."""
    return case.sheet.deals[case.at[0]]


def is_empty(item: Bonus | Deal, field: str) -> bool:
    """Return whether a field is 0 or an empty list; False if its value is wrong."""
    try:
        return not getattr(item, field)
    except UnreadableField:
        return False


def read_field(bonus: Bonus, field: str) -> Any:
    """Return the value of a field, or None where it is wrong."""
    try:
        return getattr(bonus, field)
    except UnreadableField:
        return None


def list_field_by_seat(deal: Deal, field: str) -> list[tuple[int, Any]]:
    """Return the values of a field in the bonuses, each with its seat, without seats that have none of it."""
    values = []
    for seat, bonus in enumerate(deal.bonus or ()):
        try:
            if field in bonus.model_fields_set and (value := getattr(bonus, field)):
                values.append((seat, value))
        except UnreadableField:
            continue
    return values


def count_captures(bonus: Bonus, case: Case) -> dict[str, int]:
    """Return the number of cards of this edition that the seat took, by kind."""
    known = get_case_edition(case).points_by_bonus
    return {kind: count for kind in CAPTURES if kind in known and (count := read_field(bonus, kind))}


def has_fields(bonus: Bonus) -> bool:
    return bool(bonus.model_fields_set)


def has_bonuses(deal: Deal) -> bool:
    return deal.bonus is not None


def combine_checks(holds: Callable[[Any], bool], *checks: Check) -> Check:
    """Return a check that runs all these checks, but only for items of which `holds` is true.

    That is quicker, as most items have nothing to check. Each of the checks is skipped by itself where it touches a
    wrong or missing field.
    """

    def check(item: Any, case: Case) -> Iterator[Problem]:
        for part in checks if holds(item) else ():
            try:
                yield from part(item, case)
            except UnreadableField:
                continue

    return check
