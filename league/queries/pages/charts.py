"""Charts with every coordinate worked out, so that templates only draw: an average over matches, and how often what
was bid. One unit is a pixel of the drawing; the page scales it to the width there is."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Literal

from django.utils.translation import gettext

from games import Level

WIDTH, HEIGHT = 520, 280
LEFT, RIGHT, TOP, BOTTOM = 56, 508, 14, 244  # of the field that is drawn in; around it stand the labels
LETTERS = 20  # the height of a line of text on a narrow screen
LABEL = 80  # the width of a grade there
MOST_DOTS = 40  # beyond, they would run into one another
MOST_BARS = 40
LEAST_AROUND = 3  # bars on each side of the middle, also where everybody bids the same
NICE = (1, 2, 5, 10)


@dataclass(frozen=True)
class Tick:
    """A mark on an axis: where, and what stands there."""

    at: float
    label: str


@dataclass(frozen=True)
class Band:
    """The part of the field that is one level; `number` counts levels from the best, 0."""

    number: int
    y: float
    height: float
    label: str  # empty where there is no room for it
    label_x: float
    label_y: float
    anchor: Literal["start", "end"]


@dataclass(frozen=True)
class Dot:
    x: float
    y: float


@dataclass(frozen=True)
class Bar:
    """How often these bids were made."""

    x: float
    y: float
    width: float
    height: float
    label: str
    count: int


@dataclass(frozen=True)
class Frame:
    """The drawing's size and its field, the same in every chart."""

    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    bottom: int = BOTTOM

    @property
    def inner(self) -> int:
        return self.right - self.left


@dataclass(frozen=True)
class AverageChart:
    frame: Frame
    bands: tuple[Band, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    dots: tuple[Dot, ...]
    marked: tuple[Dot, ...]  # the dots to draw: all of them, or only the last

    @property
    def line(self) -> str:
        """As a polyline has it."""
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)


@dataclass(frozen=True)
class BidsChart:
    frame: Frame
    bars: tuple[Bar, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    middle: Tick | None


@dataclass(frozen=True)
class Scale:
    """From values to places on the drawing, in a straight line."""

    low: Fraction
    high: Fraction
    start: int  # where `low` lies
    end: int

    def at(self, value: Fraction | int) -> float:
        part = (value - self.low) / (self.high - self.low)
        return round(float(self.start + part * (self.end - self.start)), 1)


# --- ticks


def nice_step(span: Fraction, most: int) -> Fraction:
    """The smallest of ..., 0.1, 0.2, 0.5, 1, 2, 5, 10, ... that parts the span into at most so many."""
    power = Fraction(1)
    while power * most >= span:
        power /= 10
    while power * 10 * most < span:
        power *= 10
    return next(power * nice for nice in NICE if power * nice * most >= span)


def ticks(low: Fraction, high: Fraction, step: Fraction) -> list[Fraction]:
    """The multiples of the step from low to high, both included."""
    return [step * number for number in range(ceil(low / step), floor(high / step) + 1)]


def _label(value: Fraction, step: Fraction) -> str:
    """With as many decimals as the step has."""
    places = 0
    while step.denominator != 1:
        step, places = step * 10, places + 1
    return f"{float(value):.{places}f}"


# --- the average over matches


def average_chart(averages: Sequence[Fraction], levels: Sequence[Level]) -> AverageChart | None:
    """The average after each match, on the game's levels; None where there is no line to draw."""
    if len(averages) < 2:
        return None
    low, high, step = _range(averages, levels)
    across = Scale(Fraction(1), Fraction(len(averages)), LEFT + 12, RIGHT - 12)
    up = Scale(low, high, BOTTOM, TOP)
    dots = tuple(Dot(across.at(number), up.at(average)) for number, average in enumerate(averages, 1))
    by_match = max(nice_step(Fraction(len(averages)), 8), Fraction(1))
    return AverageChart(
        frame=Frame(),
        bands=tuple(_bands(levels, up, dots)),
        x_ticks=tuple(
            Tick(across.at(number), str(number))
            for number in ticks(Fraction(1), Fraction(len(averages)), by_match)
        ),
        y_ticks=tuple(Tick(up.at(value), _label(value, step)) for value in ticks(low, high, step)),
        dots=dots,
        marked=dots if len(dots) <= MOST_DOTS else dots[-1:],
    )


def _range(averages: Sequence[Fraction], levels: Sequence[Level]) -> tuple[Fraction, Fraction, Fraction]:
    """From where to where the averages are drawn, and in what steps: whole levels where there are any."""
    low, high = min(averages), max(averages)
    edges = [level.above for level in levels if level.above is not None]
    low = max((edge for edge in edges if edge <= low), default=low)
    high = min((edge for edge in edges if edge >= high), default=high)
    if low == high:
        low, high = low - 1, high + 1
    step = nice_step(high - low, 5)
    return step * floor(low / step), step * ceil(high / step), step


def _bands(levels: Sequence[Level], up: Scale, dots: Sequence[Dot]) -> Iterator[Band]:
    """The levels that can be seen between the ends of the scale, best first."""
    top = up.high
    for number, level in enumerate(levels):
        bottom = up.low if level.above is None else max(level.above, up.low)
        if bottom < top:
            y, lower = up.at(top), up.at(bottom)
            middle = (y + lower) / 2
            at_end = room(dots, middle, RIGHT - LABEL, RIGHT) > room(dots, middle, LEFT, LEFT + LABEL)
            yield Band(
                number=number,
                y=y,
                height=round(lower - y, 1),
                label=gettext(level.grade) if lower - y >= LETTERS else "",
                label_x=RIGHT - 8 if at_end else LEFT + 8,
                label_y=round(middle, 1),
                anchor="end" if at_end else "start",
            )
            top = bottom


def room(dots: Sequence[Dot], y: float, start: int, end: int) -> float:
    """How far the line keeps from a height, from one place to another."""
    places = [start + (end - start) * step / 8 for step in range(9)]
    return min(abs(_height(dots, place) - y) for place in places)


def _height(dots: Sequence[Dot], x: float) -> float:
    """Where the line is at a place; before its beginning and after its end, where those are."""
    for left, right in pairwise(dots):
        if left.x <= x <= right.x:
            return left.y + (right.y - left.y) * (x - left.x) / (right.x - left.x)
    return dots[0].y if x < dots[0].x else dots[-1].y


# --- how often what was bid


def bids_chart(
    bids: Sequence[int], *, middle: Fraction | None, least: int | None = None, most: int | None = None
) -> BidsChart | None:
    """How often each number was bid, of those between `least` and `most`, around the middle; None without bids."""
    if not bids:
        return None
    low, high = _around(bids, middle, least, most)
    width = int(max(nice_step(Fraction(high - low + 1), MOST_BARS), Fraction(1)))
    low = low // width * width  # so that bars begin at round numbers
    counts = Counter((bid - low) // width for bid in bids)
    slots = (high - low) // width + 1
    half = Fraction(1, 2)
    across = Scale(low - half, low + slots * width - half, LEFT, RIGHT)
    highest = max(counts.values())
    step = max(nice_step(Fraction(highest), 5), Fraction(1))
    up = Scale(Fraction(0), step * ceil(highest / step), BOTTOM, TOP)
    return BidsChart(
        frame=Frame(),
        bars=tuple(_bar(slot, counts[slot], low, width, across, up) for slot in range(slots)),
        x_ticks=tuple(
            Tick(across.at(value), _label(value, Fraction(1)))
            for value in ticks(Fraction(low), Fraction(high), _bid_step(high - low))
        ),
        y_ticks=tuple(
            Tick(up.at(value), _label(value, Fraction(1))) for value in ticks(up.low, up.high, step)
        ),
        middle=None if middle is None else Tick(across.at(middle), decimal_text(middle)),
    )


def _bid_step(span: int) -> Fraction:
    return max(nice_step(Fraction(max(span, 1)), 8), Fraction(1))


def _around(
    bids: Sequence[int], middle: Fraction | None, least: int | None, most: int | None
) -> tuple[int, int]:
    """The lowest and the highest number to show: as far to the one side of the middle as to the other."""
    low, high = min(bids), max(bids)
    if middle is not None:
        away = max(middle - low, high - middle, Fraction(LEAST_AROUND))
        low, high = ceil(middle - away), floor(middle + away)
        # never beyond what can be bid, never without what was
        low = min(min(bids), low if least is None else max(low, least))
        high = max(max(bids), high if most is None else min(high, most))
    return low, high


def _bar(slot: int, count: int, low: int, width: int, across: Scale, up: Scale) -> Bar:
    first = low + slot * width
    half = Fraction(1, 2)
    left, right = across.at(first - half), across.at(first + width - half)
    gap = (right - left) * 0.14
    y = up.at(count)
    return Bar(
        x=round(left + gap, 1),
        y=y,
        width=round(right - left - 2 * gap, 1),
        height=round(BOTTOM - y, 1),
        label=str(first) if width == 1 else f"{first}–{first + width - 1}",
        count=count,
    )


def decimal_text(value: Fraction) -> str:
    """A short decimal number, as short as it goes: 13.5, 7."""
    return f"{float(value):.4f}".rstrip("0").rstrip(".")
