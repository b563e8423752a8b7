"""The divisions of a large league, so many on a page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

MOST_DIVISIONS = 60
LONGEST = 6  # digits of a number that somebody asks for

T = TypeVar("T")


@dataclass(frozen=True)
class Window:
    """Of so many divisions those from `first` to `last`, counted from 1 at the top; all of them where they are few."""

    first: int
    last: int
    total: int

    @property
    def is_part(self) -> bool:
        return (self.first, self.last) != (1, self.total)

    @property
    def others(self) -> "tuple[Window, ...]":
        """What comes before and after it."""
        near = (self.first - MOST_DIVISIONS, self.last + 1)
        return tuple(window(self.total, first) for first in near if 0 < first <= self.total)

    def of(self, divisions: Sequence[T]) -> Sequence[T]:
        """Those that it shows; the last window has whatever else there is."""
        return divisions[self.first - 1 : None if self.last == self.total else self.last]


def window(total: int, first: int) -> Window:
    """The one that has the division number `first`, or the nearest there is."""
    begin = (min(max(first, 1), max(total, 1)) - 1) // MOST_DIVISIONS * MOST_DIVISIONS
    return Window(begin + 1, min(begin + MOST_DIVISIONS, total), total)


def first_of(sent: Mapping[str, str]) -> int:
    """Which division somebody wants to see, by the address or the form."""
    wanted = sent.get("from", "")
    return int(wanted) if wanted.isdecimal() and len(wanted) <= LONGEST else 1
