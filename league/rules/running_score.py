"""The score of a sheet while it is being written: as far as what stands on it is right and finished."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import games
from games import Invalid, Layout, Problem, Score
from league.rules.snapshot import JSON, Settings


@dataclass(frozen=True)
class RunningScore:
    """What is wrong on a sheet, and the score up to the first deal that is wrong or unfinished.

    `score` is None where not even a part of the sheet can be scored. `warnings` name what is possible, and hardly ever
    so.
    """

    problems: Sequence[Problem]
    score: Score | None = None
    warnings: Sequence[Problem] = ()

    @property
    def is_complete(self) -> bool:
        return self.score is not None and self.score.complete

    @property
    def played(self) -> int:
        """Return how many deals count for somebody."""
        by_deal = zip(*(seat.deal_scores for seat in self.score.seats), strict=True) if self.score else ()
        return sum(any(points is not None for points in deal) for deal in by_deal)


def calculate_running_score(settings: Settings, sheet: JSON, seats: int) -> RunningScore:
    """Score what is right on a sheet.

    What is wrong and may be left out is left out; else the sheet counts up to the first wrong deal, and its lists
    without their wrong lines.
    """
    problems: Sequence[Problem] = ()
    rest, parsed = sheet, None
    while parsed is None:
        try:
            parsed = games.parse(settings.game, rest, settings.options, seats)
        except Invalid as invalid:
            problems = problems or invalid.problems
            shorter = _remove_wrong(settings.layout(seats), rest, invalid.problems)
            if shorter == rest:
                return RunningScore(problems)
            rest = shorter
    warnings = [
        warning
        for warning in games.warnings(settings.game, parsed, settings.options, seats)
        if _has_same_place(warning, rest, sheet)
    ]
    return RunningScore(problems, settings.game.calculate(parsed, settings.options, seats), warnings)


def find_problems(settings: Settings, sheet: JSON, seats: int) -> Sequence[Problem]:
    """Return what is wrong on a sheet, which may be unfinished."""
    try:
        games.parse(settings.game, sheet, settings.options, seats)
    except Invalid as invalid:
        return invalid.problems
    return ()


def _has_same_place(warning: Problem, rest: JSON, sheet: JSON) -> bool:
    """Return whether a warning's path leads to the same place on both: lists without some lines count anew."""
    _sheet, key, *_place = [*warning.path.split("."), ""]
    return key in ("deals", "") or len(rest.get(key, ())) == len(sheet.get(key, ()))


def _remove_wrong(layout: Layout, sheet: JSON, problems: Sequence[Problem]) -> JSON:
    rest = deepcopy(sheet)
    wrong: dict[str, set[int]] = defaultdict(set)
    for problem in problems:
        _sheet, key, number, *inside = [*problem.path.split("."), "", ""]
        if not number.isdecimal():
            continue
        way = _find_optional(layout, [part for part in inside if part]) if key == "deals" else []
        if not (way and _remove_at(rest["deals"], sheet["deals"], [number, *way])):
            wrong[key].add(int(number))
    lists = {
        key: [line for number, line in enumerate(lines) if number not in wrong[key]]
        for key, lines in rest.items()
    }
    return {**lists, "deals": rest["deals"][: min(wrong["deals"], default=None)]}


def _find_optional(layout: Layout, inside: Sequence[str]) -> Sequence[str]:
    """Return the way to what may be left out, if a path within a deal leads there or below it; else nothing.

    `bonus.1.pirates` may be one entry of many, each of which may be left out.
    """
    names = [part for part in inside if not part.isdecimal()]
    fields = [field for field in (*layout.per_seat, *layout.per_deal) if field.key.split(".")[0] in names[:1]]
    nested = [field for field in fields if field.key == ".".join(names[:2])]
    if not fields or any(field.required for field in nested or fields):
        return []
    last = nested[0].key.split(".")[-1] if nested else names[0]
    return inside[: inside.index(last) + 1]


def _remove_at(rest: Any, sheet: Any, way: Sequence[str]) -> bool:
    """Remove from `rest`, a copy of `sheet`, what the way leads to; return False if the sheet has nothing there."""
    *above, last = way
    before, now = _look_up(sheet, above), _look_up(rest, above)
    if not isinstance(before, dict) or last not in before:
        return False
    if isinstance(now, dict):  # else another problem has removed it already
        now.pop(last, None)
    return True


def _look_up(part: Any, way: Iterable[str]) -> Any:
    """Return what a way leads to; None if there is nothing."""
    try:
        for step in way:
            part = part[int(step)] if isinstance(part, list) else part[step]
    except (KeyError, IndexError, TypeError):
        return None
    return part
