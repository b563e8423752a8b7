"""Checks of the conditions between the fields of a sheet: small functions that yield problems."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games.problems import Problem


class Case(NamedTuple):
    """The context of a check, beside its item; `at` is the index of the item: (2,) for the third deal."""

    sheet: Any
    options: Any
    seats: int
    at: tuple[int, ...]


# A check gets an item and its case; the paths of the problems it yields start at the item.
Check = Callable[[Any, Case], Iterable[Problem]]
# Checks by the list they run over: "deals", "deals.bonus"; "" for the sheet as a whole.
Checks = Mapping[str, Sequence[Check]]


class UnreadableField(Exception):
    """Raised when a check touches a wrong or missing field of the input; the check is then skipped."""


def enumerate_readable(items: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    """Yield the entries with nothing wrong, each with its index."""
    for number in range(len(items)):
        try:
            yield number, items[number]
        except UnreadableField:
            continue


def find_repeats(items: Iterable[Any], key: Callable[[Any], Hashable]) -> Iterator[int]:
    """Yield the indices of the items whose key an earlier item had.

    Unreadable items and items with the key None are passed over.
    """
    seen = set()
    for number, item in enumerate(items):
        try:
            value = key(item)
        except UnreadableField:
            continue
        if value in seen:
            yield number
        elif value is not None:
            seen.add(value)
