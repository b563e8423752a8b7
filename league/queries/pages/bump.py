"""The chart of a path through the divisions: a player's place among all of a league, season by season, on the bands of
its divisions. Every coordinate is worked out, as in `charts`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby, pairwise
from typing import Literal, NamedTuple

from league.queries.pages.charts import (
    BOTTOM,
    LABEL,
    LEFT,
    LETTERS,
    MOST_DOTS,
    RIGHT,
    TOP,
    Dot,
    Frame,
    Scale,
    Tick,
    nice_step,
    room,
    ticks,
)

HALF = Fraction(1, 2)  # a place takes as much room on both sides
LONGEST_NAME = 10  # of a division, in its band
SHADES = 5  # the style sheet's


@dataclass(frozen=True)
class Column:
    """A season: the name and size of each division from the top, and where the player ended in all of it; None where
    they were not in it. `division` counts from 0."""

    season: int
    divisions: tuple[tuple[str, int], ...]
    division: int | None = None
    place: int | None = None

    @property
    def starts(self) -> list[int]:
        """How many are above each division, and above whoever would come below all of them."""
        return list(accumulate((size for _name, size in self.divisions), initial=0))


@dataclass(frozen=True)
class DivisionBand:
    """A division over seasons in which it keeps its place and size; `shade` of the style sheet."""

    shade: int
    x: float
    y: float
    width: float
    height: float
    label: str  # empty where there is no room for it, or it stands elsewhere
    label_x: float
    label_y: float
    anchor: Literal["start", "end"]


@dataclass(frozen=True)
class Line:
    """A line from season to season; broken where the player was not in all of them."""

    points: str
    broken: bool


@dataclass(frozen=True)
class BumpChart:
    frame: Frame
    bands: tuple[DivisionBand, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    lines: tuple[Line, ...]
    dots: tuple[Dot, ...]


class Stop(NamedTuple):
    """A season that the player was in."""

    number: int  # of the column
    place: int


def bump_chart(columns: Sequence[Column]) -> BumpChart | None:
    """The path over all seasons from the player's first to their last, in order; None where there is no line to draw.

    Up is better. Of the league it shows what the path goes through: the divisions the player was in.
    """
    stops = [Stop(number, one.place) for number, one in enumerate(columns) if one.place is not None]
    if len(stops) < 2:
        return None
    first, last = stops[0].number, stops[-1].number
    columns = columns[first : last + 1]
    stops = [Stop(stop.number - first, stop.place) for stop in stops]
    low, high = _range(columns)
    across = Scale(-HALF, len(columns) - HALF, LEFT, RIGHT)
    down = Scale(low - HALF, high + HALF, TOP, BOTTOM)
    dots = [Dot(across.at(stop.number), down.at(stop.place)) for stop in stops]
    by_season = max(nice_step(Fraction(len(columns)), 12), Fraction(1))
    by_place = max(nice_step(Fraction(high - low + 1), 6), Fraction(1))
    return BumpChart(
        frame=Frame(),
        bands=tuple(_bands(columns, across, down, dots)),
        x_ticks=tuple(
            Tick(across.at(number), str(one.season))
            for number, one in enumerate(columns)
            if number % by_season == 0
        ),
        y_ticks=tuple(Tick(down.at(place), str(place)) for place in (low, *_places(low, high, by_place))),
        lines=tuple(_lines(stops, dots)),
        dots=tuple(dots if len(dots) <= MOST_DOTS else dots[-1:]),
    )


def _range(columns: Sequence[Column]) -> tuple[int, int]:
    """The first and the last place of the divisions that the player was in."""
    theirs = [(one, one.division, one.place) for one in columns if one.place is not None]
    low = min(one.starts[division] + 1 for one, division, _place in theirs if division is not None)
    high = max(one.starts[division + 1] for one, division, _place in theirs if division is not None)
    # never without where they were
    return min(low, *(place for _o, _d, place in theirs)), max(high, *(place for _o, _d, place in theirs))


def _places(low: int, high: int, step: Fraction) -> Iterator[int]:
    """Round ones, but for those that stand too close to the first."""
    return (int(place) for place in ticks(low + step * Fraction(3, 4), Fraction(high), step))


def _lines(stops: Sequence[Stop], dots: Sequence[Dot]) -> Iterator[Line]:
    """One line for each stretch of seasons in a row, and a broken one over each gap."""
    stretch = [dots[0]]
    for (before, after), (left, right) in zip(pairwise(stops), pairwise(dots), strict=True):
        if after.number == before.number + 1:
            stretch.append(right)
            continue
        yield from _line(stretch)
        yield Line(_points([left, right]), broken=True)
        stretch = [right]
    yield from _line(stretch)


def _line(stretch: Sequence[Dot]) -> Iterator[Line]:
    if len(stretch) > 1:
        yield Line(_points(stretch), broken=False)


def _points(dots: Sequence[Dot]) -> str:
    return " ".join(f"{dot.x},{dot.y}" for dot in dots)


class Run(NamedTuple):
    """Columns in a row, from the first to before the last, in which a division has the same places."""

    level: int
    name: str
    top: Fraction
    bottom: Fraction
    first: int
    last: int


def _bands(
    columns: Sequence[Column], across: Scale, down: Scale, dots: Sequence[Dot]
) -> Iterator[DivisionBand]:
    """What can be seen of the divisions; each is named once, where it is longest as it is, out of the line's way."""
    runs = list(_runs(columns, down))
    named: dict[str, Run] = {}
    for run in runs:
        if run.name not in named or _length(run) > _length(named[run.name]):
            named[run.name] = run
    for run in runs:
        x, end = across.at(run.first - HALF), across.at(run.last - HALF)
        y, bottom = down.at(run.top), down.at(run.bottom)
        has_room = bottom - y >= LETTERS and end - x >= LABEL / 2
        middle, wide = (y + bottom) / 2, int(min(LABEL, (end - x) / 2))
        at_end = room(dots, middle, int(end) - wide, int(end)) > room(dots, middle, int(x), int(x) + wide)
        yield DivisionBand(
            shade=min(run.level, SHADES),
            x=x,
            y=y,
            width=round(end - x, 1),
            height=round(bottom - y, 1),
            label=_short(run.name) if has_room and named[run.name] == run else "",
            label_x=end - 8 if at_end else x + 8,
            label_y=round(middle, 1),
            anchor="end" if at_end else "start",
        )


def _length(run: Run) -> int:
    return run.last - run.first


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _runs(columns: Sequence[Column], down: Scale) -> Iterator[Run]:
    seen: list[tuple[tuple[int, str, Fraction, Fraction], int]] = []
    for number, column in enumerate(columns):
        for level, ((name, _size), (start, end)) in enumerate(
            zip(column.divisions, pairwise(column.starts), strict=True)
        ):
            top, bottom = max(start + HALF, down.low), min(end + HALF, down.high)
            if top < bottom:
                seen.append(((level, name, top, bottom), number))
    seen.sort()
    for (level, name, top, bottom), found in groupby(seen, key=lambda one: one[0]):
        numbers = [number for _band, number in found]
        first = numbers[0]
        for before, after in pairwise([*numbers, None]):
            if before is not None and after != before + 1:
                yield Run(level, name, top, bottom, first, before + 1)
                first = after if after is not None else first
