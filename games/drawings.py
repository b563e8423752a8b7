"""Drawings in the rules of a game: boxes with words in them, such as cards on a table, and words beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from games.problems import Text


@dataclass(frozen=True)
class Part:
    """A box with words in its middle, or words alone where it has no size; lengths are in pixels.

    `x` and `y` are the upper left corner of a box, and the middle of words alone. A box is a card that is seen ("up"),
    one that is not ("down"), or a place for one that is missing ("gone").
    """

    x: int
    y: int
    words: Text
    width: int = 0
    height: int = 0
    look: Literal["up", "down", "gone"] = "up"

    @property
    def middle_x(self) -> int:
        return self.x + self.width // 2

    @property
    def middle_y(self) -> int:
        return self.y + self.height // 2


@dataclass(frozen=True)
class Drawing:
    """A drawing for a section of the rules; `key` is its own on the page.

    `title` stands below it. `description` says in words all that it shows, for readers who do not see it. Pages and
    paper choose the colours.
    """

    key: str
    title: Text
    description: Text
    width: int
    height: int
    parts: tuple[Part, ...]


def draw_row(x: int, y: int, size: tuple[int, int], boxes: Sequence[Part], gap: int = 2) -> tuple[Part, ...]:
    """Return boxes of one size (width, height) side by side from a corner, in the order in which they are given."""
    width, height = size
    return tuple(
        replace(box, x=x + number * (width + gap), y=y, width=width, height=height)
        for number, box in enumerate(boxes)
    )
