"""Compare what was scored with the same cards: matchpoints in per cent, or the difference from the others.

The second pass of scoring: the game has said what each deal is worth to each seat. See docs/reference/duplicate.md,
Comparison.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from games.problems import _

By = Literal["matchpoints", "difference"]

# Why a line is compared with nothing, and the note on the player for it.
Cause = Literal["", "came", "excused", "absent", "missing", "ruling", "left-out"]
CAUSES: Mapping[Cause, str] = {
    "came": _("no-show of an opponent"),
    "excused": _("not there, excused"),
    "absent": _("no-show"),
    "missing": _("not in the tournament in this round"),
    "ruling": _("ruling by the director"),
    "left-out": _("left out by the director"),
}

WHOLE = Fraction(100)  # per cent
# What a fixed share is worth as a difference; between two of these in proportion.
SHARE_DIFFERENCES = (
    (Fraction(0), Fraction(-3)),
    (Fraction(2, 5), Fraction(-1)),
    (Fraction(3, 5), Fraction(1)),
    (Fraction(1), Fraction(3)),
)


@dataclass(frozen=True)
class Line:
    """What an entry had of a board: the deal's own score, None without a result.

    `award` is a fixed share of the points instead, 0 to 1, which no result is compared with; `cause` says why.
    """

    entry: str
    board: int
    position: int
    score: int | None
    award: Fraction | None = None
    cause: Cause = ""


@dataclass(frozen=True)
class Comparison:
    """A board of an entry, compared with others who held the same position.

    Of the others who have a result, `compared`, so many are `beaten` and so many have an `equal` score. `value` is in
    per cent or a difference, None where the board has no result yet, or is left out. `planned` is how many results
    there will be, with the own one. `cause` is why a line is compared with nothing.
    """

    board: int
    position: int
    score: int | None
    beaten: int
    equal: int
    compared: int
    value: Fraction | None
    planned: int = 0
    cause: Cause = ""


@dataclass(frozen=True)
class EntryTotal:
    """The boards of an entry in their order, and the mean of those with a value; None without any."""

    comparisons: tuple[Comparison, ...]
    mean: Fraction | None


def compare(
    lines: Iterable[Line], by: By, expected: Mapping[tuple[int, int], int] | None = None
) -> dict[str, EntryTotal]:
    """Compare each line with all others of its board and position, and return the total of each entry.

    `expected` is how many results a board and position will have; where it says nothing, as many as there are lines,
    those without a score included.
    """
    groups: dict[tuple[int, int], list[Line]] = defaultdict(list)
    for line in lines:
        groups[line.board, line.position].append(line)
    compared: dict[str, list[Comparison]] = defaultdict(list)
    for place, group in sorted(groups.items()):
        planned = (expected or {}).get(place, len(group))
        values = _Scores(group, planned, by)
        for line in group:
            compared[line.entry].append(values.compare_line(line))
    return {entry: EntryTotal(tuple(boards), _compute_mean(boards)) for entry, boards in compared.items()}


def _compute_mean(comparisons: Sequence[Comparison]) -> Fraction | None:
    values = [comparison.value for comparison in comparisons if comparison.value is not None]
    return sum(values, Fraction(0)) / len(values) if values else None


class _Scores:
    """The results of a board and position; `planned` is how many there will be."""

    def __init__(self, lines: Sequence[Line], planned: int, by: By) -> None:
        self.by = by
        self.count = 0
        self.total = 0
        counts: Counter[int] = Counter()
        for line in lines:
            if line.score is not None and line.award is None:
                counts[line.score] += 1
        self.known: dict[int, tuple[int, int, Fraction]] = {}  # by score: beaten, equal, value
        self.count, self.total = counts.total(), sum(score * times for score, times in counts.items())
        self.planned = max(planned, self.count)
        beaten = 0
        for score in sorted(counts):
            equal = counts[score] - 1
            self.known[score] = beaten, equal, self._compute_value(score, beaten, equal)
            beaten += counts[score]

    def _compute_value(self, score: int, beaten: int, equal: int) -> Fraction:
        if self.by == "matchpoints":
            return compute_per_cent(2 * beaten + equal, self.count, self.planned)
        return compute_difference(score, self.total, self.count)

    def compare_line(self, line: Line) -> Comparison:
        if line.award is not None:
            value = line.award * WHOLE if self.by == "matchpoints" else convert_share(line.award)
            return Comparison(line.board, line.position, line.score, 0, 0, 0, value, cause=line.cause)
        if line.score is None:
            return Comparison(line.board, line.position, None, 0, 0, 0, None, cause=line.cause)
        beaten, equal, value = self.known[line.score]
        others = self.count - 1
        return Comparison(line.board, line.position, line.score, beaten, equal, others, value, self.planned)


def factor_up(matchpoints: int, results: int, planned: int) -> Fraction:
    """Return the matchpoints of a board with fewer results than planned, by Neuberg's formula."""
    return Fraction(planned, results) * (matchpoints + 1) - 1


def compute_per_cent(matchpoints: int, results: int, planned: int) -> Fraction:
    """Return matchpoints among so many results in per cent of what can be had; 50 where there is no other result."""
    if results == 1:
        return WHOLE / 2
    return WHOLE * factor_up(matchpoints, results, planned) / (2 * (planned - 1))


def compute_difference(score: int, total: int, results: int) -> Fraction:
    """Return a score less the mean of the others, from the total of all; 0 where there is no other result."""
    if results == 1:
        return Fraction(0)
    return score - Fraction(total - score, results - 1)


def convert_share(share: Fraction) -> Fraction:
    """Return what a fixed share of the points is worth where differences are compared.

    Raises ValueError for a share that is not 0 to 1.
    """
    for (low, least), (high, most) in pairwise(SHARE_DIFFERENCES):
        if low <= share <= high:
            return least + (share - low) * (most - least) / (high - low)
    raise ValueError(f"{share} is no share of the points")
