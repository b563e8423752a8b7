"""The chart of a player's path through the divisions: their place in the whole league, season by season.

It is drawn on the bands of the divisions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple

from league.web.charts import (
    BOTTOM,
    HALF,
    LEFT,
    RIGHT,
    TOP,
    Band,
    Chart,
    Dot,
    Line,
    Scale,
    Tick,
    choose_dots,
    choose_step,
    draw_band,
    list_multiples,
)

MAX_NAME_LENGTH = 10  # of a division, in its band
MAX_SHADE = 5  # the style sheet's


@dataclass(frozen=True)
class Column:
    """A season: the name and size of each division from the top, and the player's place in the whole league.

    `division` counts from 0; it and the place are None if the player was not in the season.
    """

    season: int
    divisions: Sequence[tuple[str, int]]
    division: int | None = None
    place: int | None = None

    @property
    def starts(self) -> list[int]:
        """Return how many players are above each division, and in all of them."""
        return list(accumulate((size for _name, size in self.divisions), initial=0))


class Stop(NamedTuple):
    """A season that the player was in."""

    number: int  # of the column
    place: int


def draw_path(columns: Sequence[Column]) -> Chart | None:
    """Draw the path over all seasons from the player's first to their last; None for fewer than two seasons.

    Up is better. Only the divisions that the player was in are shown.
    """
    stops = [Stop(number, column.place) for number, column in enumerate(columns) if column.place is not None]
    if len(stops) < 2:
        return None
    first, last = stops[0].number, stops[-1].number
    columns = columns[first : last + 1]
    stops = [Stop(stop.number - first, stop.place) for stop in stops]
    low, high = _choose_range(columns)
    across = Scale(-HALF, len(columns) - HALF, LEFT, RIGHT)
    down = Scale(low - HALF, high + HALF, TOP, BOTTOM)
    dots = [
        Dot(across.place(stop.number), down.place(stop.place), str(columns[stop.number].season), stop.place)
        for stop in stops
    ]
    by_season = choose_step(Fraction(len(columns)), 12, whole=True)
    by_place = choose_step(Fraction(high - low + 1), 6, whole=True)
    # Round places too close to the first are left out.
    places = [low, *map(int, list_multiples(low + by_place * Fraction(3, 4), high, by_place))]
    return Chart(
        bands=tuple(_draw_divisions(columns, across, down, dots)),
        x_ticks=tuple(
            Tick(across.place(number), str(column.season))
            for number, column in enumerate(columns)
            if number % by_season == 0
        ),
        y_ticks=tuple(Tick(down.place(place), str(place)) for place in places),
        lines=tuple(_draw_lines(stops, dots)),
        dots=choose_dots(dots),
    )


def _choose_range(columns: Sequence[Column]) -> tuple[int, int]:
    """Return the first and last place of the divisions that the player was in, including the player's own places."""
    limits = [
        limit
        for column in columns
        if column.place is not None and column.division is not None
        for limit in (
            column.starts[column.division] + 1,
            column.starts[column.division + 1],
            column.place,
        )
    ]
    return min(limits), max(limits)


def _draw_lines(stops: Sequence[Stop], dots: Sequence[Dot]) -> Iterator[Line]:
    """Draw a line for each stretch of consecutive seasons, and a broken line over each gap."""
    stretch = [dots[0]]
    for (before, after), (left, right) in zip(pairwise(stops), pairwise(dots), strict=True):
        if after.number == before.number + 1:
            stretch.append(right)
            continue
        if len(stretch) > 1:
            yield Line(stretch)
        yield Line([left, right], broken=True)
        stretch = [right]
    if len(stretch) > 1:
        yield Line(stretch)


class Run(NamedTuple):
    """Consecutive columns, from `first` to before `last`, in which a division has the same places."""

    level: int
    name: str
    top: Fraction
    bottom: Fraction
    first: int
    last: int

    @property
    def length(self) -> int:
        return self.last - self.first


def _draw_divisions(
    columns: Sequence[Column], across: Scale, down: Scale, dots: Sequence[Dot]
) -> Iterator[Band]:
    """Draw the visible parts of the divisions; each is labelled once, at its longest run."""
    runs = list(_find_runs(columns, down))
    named: dict[str, Run] = {}
    for run in runs:
        if run.name not in named or run.length > named[run.name].length:
            named[run.name] = run
    for run in runs:
        name = run.name if len(run.name) <= MAX_NAME_LENGTH else f"{run.name[: MAX_NAME_LENGTH - 1]}…"
        yield draw_band(
            min(run.level, MAX_SHADE),
            across.place(run.first - HALF),
            across.place(run.last - HALF),
            down.place(run.top),
            down.place(run.bottom),
            name if named[run.name] == run else "",
            dots,
        )


def _find_runs(columns: Sequence[Column], down: Scale) -> Iterator[Run]:
    """Yield the runs in which each division keeps its place and size."""
    seen: list[tuple[tuple[int, str, Fraction, Fraction], int]] = []
    for number, column in enumerate(columns):
        for level, ((name, _size), (start, end)) in enumerate(
            zip(column.divisions, pairwise(column.starts), strict=True)
        ):
            top, bottom = max(start + HALF, down.low), min(end + HALF, down.high)
            if top < bottom:
                seen.append(((level, name, top, bottom), number))
    seen.sort()
    for (level, name, top, bottom), found in groupby(seen, key=lambda item: item[0]):
        numbers = [number for _band, number in found]
        first = numbers[0]
        for before, after in pairwise([*numbers, None]):
            if before is not None and after != before + 1:
                yield Run(level, name, top, bottom, first, before + 1)
                first = after if after is not None else first
