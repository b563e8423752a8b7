"""The names of the players at a table: shortened, and made distinct."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.rules.names import shorten_name

MAX_NAMED = 4  # in a heading


@dataclass(frozen=True)
class ShortNames:
    """The players at a table, for a heading: all of them, or the first and how many `more` there are."""

    names: tuple[str, ...]
    more: int


def shorten_names(names: Sequence[str]) -> ShortNames:
    """Return the names of a table for a heading."""
    shown = names if len(names) <= MAX_NAMED else names[: MAX_NAMED - 1]
    return ShortNames(tuple(shown), len(names) - len(shown))


def tell_apart(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of a table, by seat: where two have the same, each with the number of the seat."""
    names = tuple(names)
    if len(set(names)) == len(names):
        return names
    times = Counter(names)
    return tuple(f"{name} ({seat})" if times[name] > 1 else name for seat, name in enumerate(names, 1))


def abbreviate_names(names: Sequence[str]) -> list[str]:
    """Return the shortest form of each name that no other has: Ann, or Ann A., or else the whole name.

    A name that was replaced stays whole, such as Player 12.
    """
    shorts = [shorten_name(name) for name in names]
    forms = [[short.split()[0], short] if " " in short else [] for short in shorts]
    counts = Counter(form for own in forms for form in own) + Counter(names)
    return [
        next((form for form in own if counts[form] == 1), name)
        for name, own in zip(names, forms, strict=True)
    ]
