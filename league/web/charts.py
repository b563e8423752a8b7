"""Charts with all coordinates computed, so that a single template (components/chart.html) draws them all.

A unit is a pixel of the drawing; the page scales it to the available width. The path through the divisions is in
`path_chart`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Literal

from django.utils.translation import gettext

from games import Level, format_number
from games.figures import MAX_DECIMALS
from games.problems import WITH_DECIMALS

WIDTH, HEIGHT = 520, 316
LEFT, RIGHT, TOP, BOTTOM = (
    56,
    508,
    30,
    260,
)  # of the drawing area; labels and titles are around it
LETTERS = 20  # the height of a line of text on a narrow screen
LETTER = 11  # the approximate width of a letter there
LABEL = 80  # the least width of a label
MAX_DOTS = 40  # more would overlap
MAX_BARS = 40
MIN_AROUND = 3  # bars on each side of the middle, even if all bids are the same
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Tick:
    """A mark on an axis: its position and label."""

    at: float
    label: str


@dataclass(frozen=True)
class Band:
    """A part of the drawing area: a level, or a division over some seasons. The style sheet's `shade` 0 is best."""

    shade: int
    x: float
    y: float
    width: float
    height: float
    label: str  # empty if it does not fit
    label_x: float
    label_y: float
    anchor: Literal["start", "end"]


@dataclass(frozen=True)
class Dot:
    """A point of a line: its position, its match or season, and its value."""

    x: float
    y: float
    name: str
    value: Fraction | int

    @property
    def label_anchor(self) -> Literal["middle", "end"]:
        """Return the anchor of the label, which never leaves the drawing area."""
        return "end" if self.x > RIGHT - LABEL / 2 else "middle"

    @property
    def label_y(self) -> float:
        """Return the height of the label: above the point, or below a point at the top of the drawing area."""
        return self.y - 12 if self.y > TOP + LETTERS else self.y + LETTERS + 6


@dataclass(frozen=True)
class Line:
    """A line through some dots; `broken` where seasons are left out."""

    dots: Sequence[Dot]
    broken: bool = False

    @property
    def points(self) -> str:
        """Return the dots as the points of a polyline."""
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)


@dataclass(frozen=True)
class Bar:
    """A bar for a count; `share` is its share of the total."""

    x: float
    y: float
    width: float
    height: float
    label: str
    count: int
    share: Fraction


@dataclass(frozen=True)
class Chart:
    x_ticks: Sequence[Tick]
    y_ticks: Sequence[Tick]
    bands: Sequence[Band] = ()
    lines: Sequence[Line] = ()
    dots: Sequence[Dot] = ()
    bars: Sequence[Bar] = ()
    middle: Tick | None = None

    @property
    def last(self) -> Dot | None:
        """Return the last point of a line, which is labelled with its value."""
        return self.dots[-1] if self.dots else None

    width, height = WIDTH, HEIGHT
    left, right, top, bottom = LEFT, RIGHT, TOP, BOTTOM


@dataclass(frozen=True)
class Scale:
    """A linear scale from values to positions on the drawing: `low` lies at `start`, `high` at `end`."""

    low: Fraction
    high: Fraction
    start: int
    end: int

    def place(self, value: Fraction | int) -> float:
        part = (value - self.low) / (self.high - self.low)
        return round(float(self.start + part * (self.end - self.start)), 1)


# --- ticks


def choose_step(span: Fraction, most: int, *, whole: bool = False) -> Fraction:
    """Return the smallest of ..., 0.1, 0.2, 0.5, 1, 2, 5, ... that divides the span into at most so many parts."""
    power = Fraction(1)
    while power * most >= span:
        power /= 10
    while power * 10 * most < span:
        power *= 10
    step = next(power * nice for nice in (1, 2, 5, 10) if power * nice * most >= span)
    return max(step, Fraction(1)) if whole else step


def list_multiples(low: Fraction | int, high: Fraction | int, step: Fraction) -> list[Fraction]:
    """Return the multiples of the step from low to high, both included."""
    return [step * number for number in range(ceil(low / step), floor(high / step) + 1)]


def format_decimal(value: Fraction) -> str:
    """Return the shortest decimal number: 13.5, 7."""
    return format_number(value, MAX_DECIMALS, gettext(WITH_DECIMALS)).rstrip("0").rstrip(".,")


def mark_axis(scale: Scale, values: Sequence[Fraction], step: Fraction = Fraction(1)) -> tuple[Tick, ...]:
    """Return ticks at these values, labelled with as many decimals as the step has."""
    decimals = 0
    while step.denominator != 1:
        step, decimals = step * 10, decimals + 1
    return tuple(
        Tick(
            scale.place(value),
            format_number(value, decimals, gettext(WITH_DECIMALS)) if decimals else format_number(int(value)),
        )
        for value in values
    )


# --- the average over matches


def draw_averages(averages: Sequence[Fraction], levels: Sequence[Level]) -> Chart | None:
    """Draw the average after each match, on the game's levels; None for fewer than two averages."""
    if len(averages) < 2:
        return None
    low, high, step = _choose_range(averages, levels)
    across = Scale(Fraction(1), Fraction(len(averages)), LEFT + 12, RIGHT - 12)
    up = Scale(low, high, BOTTOM, TOP)
    dots = [
        Dot(across.place(number), up.place(average), str(number), average)
        for number, average in enumerate(averages, 1)
    ]
    by_match = choose_step(Fraction(len(averages)), 8, whole=True)
    return Chart(
        bands=tuple(_draw_levels(levels, up, dots)),
        x_ticks=mark_axis(across, list_multiples(1, len(averages), by_match)),
        y_ticks=mark_axis(up, list_multiples(low, high, step), step),
        lines=(Line(dots),),
        dots=choose_dots(dots),
    )


def choose_dots(dots: Sequence[Dot]) -> Sequence[Dot]:
    """Return the dots to be marked on a line: all of them, or only the last."""
    return dots if len(dots) <= MAX_DOTS else dots[-1:]


def _choose_range(
    averages: Sequence[Fraction], levels: Sequence[Level]
) -> tuple[Fraction, Fraction, Fraction]:
    """Return the lowest and highest value of the axis of averages, and its step; whole levels if there are any."""
    low, high = min(averages), max(averages)
    edges = [level.above for level in levels if level.above is not None]
    low = max((edge for edge in edges if edge <= low), default=low)
    high = min((edge for edge in edges if edge >= high), default=high)
    if low == high:
        low, high = low - 1, high + 1
    step = choose_step(high - low, 5)
    return step * floor(low / step), step * ceil(high / step), step


def _draw_levels(levels: Sequence[Level], up: Scale, dots: Sequence[Dot]) -> Iterator[Band]:
    """Draw the levels between the ends of the scale, best first."""
    top = up.high
    for number, level in enumerate(levels):
        bottom = up.low if level.above is None else max(level.above, up.low)
        if bottom < top:
            y, lower = up.place(top), up.place(bottom)
            yield draw_band(number, LEFT, RIGHT, y, lower, gettext(level.name), dots)
            top = bottom


def draw_band(
    shade: int,
    left: float,
    right: float,
    top: float,
    bottom: float,
    label: str,
    dots: Sequence[Dot],
) -> Band:
    """Draw a band with its label, if it fits, at the end further from the line."""
    middle, wide = (top + bottom) / 2, int(min(max(LABEL, LETTER * len(label)), (right - left) / 2))
    at_end = _measure_room(dots, middle, int(right) - wide, int(right)) > _measure_room(
        dots, middle, int(left), int(left) + wide
    )
    return Band(
        shade=shade,
        x=left,
        y=top,
        width=round(right - left, 1),
        height=round(bottom - top, 1),
        label=label if bottom - top >= LETTERS and right - left >= LABEL / 2 else "",
        label_x=right - 8 if at_end else left + 8,
        label_y=round(middle, 1),
        anchor="end" if at_end else "start",
    )


def _measure_room(dots: Sequence[Dot], y: float, start: int, end: int) -> float:
    """Return the least distance of the line from a height, between two positions."""
    places = [start + (end - start) * step / 8 for step in range(9)]
    return min(abs(_find_height(dots, place) - y) for place in places)


def _find_height(dots: Sequence[Dot], x: float) -> float:
    """Return the height of the line at a position; before its beginning and after its end, the height of those."""
    for left, right in pairwise(dots):
        if left.x <= x <= right.x:
            return left.y + (right.y - left.y) * (x - left.x) / (right.x - left.x)
    return dots[0].y if x < dots[0].x else dots[-1].y


# --- how often each number was bid


def draw_bids(
    counts: Mapping[int, int], *, middle: Fraction | None, least: int | None = None, most: int | None = None
) -> Chart | None:
    """Draw how often each number was bid, of those between `least` and `most`, around the middle; None without bids."""
    if not counts:
        return None
    low, high = _reach_around(counts, middle, least, most)
    width = int(choose_step(Fraction(high - low + 1), MAX_BARS, whole=True))
    low = low // width * width  # so that bars begin at round numbers
    slots = (high - low) // width + 1
    by_slot = Counter[int]()
    for bid, times in counts.items():
        by_slot[(bid - low) // width] += times
    across = Scale(low - HALF, low + slots * width - HALF, LEFT, RIGHT)
    highest = max(by_slot.values())
    step = choose_step(Fraction(highest), 5, whole=True)
    up = Scale(Fraction(0), step * ceil(highest / step), BOTTOM, TOP)
    bid_step = choose_step(Fraction(max(high - low, 1)), 8, whole=True)
    return Chart(
        bars=tuple(
            _draw_bar(low + slot * width, width, by_slot[slot], by_slot.total(), across, up)
            for slot in range(slots)
        ),
        x_ticks=mark_axis(across, list_multiples(low, high, bid_step)),
        y_ticks=mark_axis(up, list_multiples(up.low, up.high, step)),
        middle=None if middle is None else Tick(across.place(middle), format_decimal(middle)),
    )


def _reach_around(
    counts: Mapping[int, int], middle: Fraction | None, least: int | None, most: int | None
) -> tuple[int, int]:
    """Return the lowest and the highest number to show, at equal distances from the middle."""
    low, high = min(counts), max(counts)
    if middle is not None:
        away = max(middle - low, high - middle, Fraction(MIN_AROUND))
        low, high = ceil(middle - away), floor(middle + away)
        # never beyond the possible bids, never without an actual bid
        low = min(min(counts), low if least is None else max(low, least))
        high = max(max(counts), high if most is None else min(high, most))
    return low, high


def _draw_bar(first: int, width: int, count: int, total: int, across: Scale, up: Scale) -> Bar:
    left, right = across.place(first - HALF), across.place(first + width - HALF)
    gap = (right - left) * 0.14
    y = up.place(count)
    return Bar(
        x=round(left + gap, 1),
        y=y,
        width=round(right - left - 2 * gap, 1),
        height=round(BOTTOM - y, 1),
        label=str(first) if width == 1 else f"{first}–{first + width - 1}",
        count=count,
        share=Fraction(count, total),
    )
