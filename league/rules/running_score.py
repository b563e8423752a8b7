"""The score of a sheet while it is being written: as far as what stands on it is right and finished."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

import games
from games import Invalid, Layout, Problem, Score, Text
from league.rules.snapshot import JSON, Settings


@dataclass(frozen=True)
class RunningScore:
    """What is wrong on a sheet, and the score of what is right on it.

    `score` is None where not even a part of the sheet can be scored; `deals` are the numbers of the deals that it
    counts, from 0, in order: all of them if `is_whole`. `warnings` name what is possible, and hardly ever so; `results`
    say what became of each of the `deals`, in games that say so.
    """

    problems: Sequence[Problem]
    score: Score | None = None
    deals: Sequence[int] = ()
    is_whole: bool = False
    warnings: Sequence[Problem] = ()
    results: Sequence[Text | None] = ()

    @property
    def is_complete(self) -> bool:
        return self.score is not None and self.score.complete and self.is_whole

    @property
    def played(self) -> int:
        """Return how many deals count for somebody."""
        by_deal = zip(*(seat.deal_scores for seat in self.score.seats), strict=True) if self.score else ()
        return sum(any(points is not None for points in deal) for deal in by_deal)


def calculate_running_score(settings: Settings, sheet: JSON, seats: int) -> RunningScore:
    """Score what is right on a sheet.

    What is wrong and may be left out is left out, and so are the wrong lines of lists. A wrong deal is left out, too;
    in a game whose deals depend on those before them also all that follow it.
    """
    problems: Sequence[Problem] = ()
    rest = _Rest(settings, sheet, seats)
    while True:
        try:
            parsed = games.parse(settings.game, rest.sheet, rest.options, seats)
            break
        except Invalid as invalid:
            problems = problems or invalid.problems
            if not rest.leave_out(invalid.problems):
                return RunningScore(problems)
    warnings = [
        warning
        for warning in map(rest.find_place, games.warnings(settings.game, parsed, rest.options, seats))
        if warning
    ]
    score = replace(settings, options=rest.options).score(parsed, seats)
    results = settings.game.describe_results(parsed, rest.options)
    return RunningScore(problems, score, rest.deals, rest.is_whole, warnings, results)


def find_problems(settings: Settings, sheet: JSON, seats: int) -> Sequence[Problem]:
    """Return what is wrong on a sheet, which may be unfinished."""
    try:
        games.parse(settings.game, sheet, settings.options, seats)
    except Invalid as invalid:
        return invalid.problems
    return ()


class _Rest:
    """What is left of a sheet; `deals` are the numbers that the deals left had on it."""

    def __init__(self, settings: Settings, sheet: JSON, seats: int) -> None:
        self.settings, self.whole, self.seats = settings, sheet, seats
        self.sheet, self.options = sheet, settings.options
        deals = sheet.get("deals")
        self.deals: Sequence[int] = range(len(deals) if isinstance(deals, list) else 0)

    @property
    def is_whole(self) -> bool:
        return len(self.deals) == len(self.whole["deals"])

    def leave_out(self, problems: Sequence[Problem]) -> bool:
        """Leave out what is wrong; return False if nothing is."""
        rest = deepcopy(self.sheet)
        layout = self.settings.layout(self.seats)
        wrong: dict[str, set[int]] = defaultdict(set)
        for problem in problems:
            _sheet, key, number, *inside = [*problem.path.split("."), "", ""]
            if not number.isdecimal():
                continue
            way = _find_optional(layout, [part for part in inside if part]) if key == "deals" else []
            if not (way and _remove_at(rest["deals"], self.sheet["deals"], [number, *way])):
                wrong[key].add(int(number))
        for key in wrong.keys() - {"deals"}:
            rest[key] = [line for number, line in enumerate(rest[key]) if number not in wrong[key]]
        self.sheet, before = rest, self.sheet
        self._leave_out_deals(wrong["deals"])
        return self.sheet != before

    def _leave_out_deals(self, wrong: Collection[int]) -> None:
        """Leave out deals; in lists beside them, what names a deal names it by its new number."""
        if not wrong:
            return
        game, count = self.settings.game, len(self.deals)
        out = {self.deals[number] for number in wrong} | (
            set(range(len(self.whole["deals"]))) - set(self.deals)
        )
        options = game.leave_out(self.settings.options, self.seats, out) if game.leave_out else None
        if options is not None:
            self.options = options
            kept = [number for number in range(count) if number not in wrong]
        else:
            kept = list(range(min(wrong)))
        numbers = {number: index for index, number in enumerate(kept)}
        self.deals = [self.deals[number] for number in kept]
        self.sheet["deals"] = [self.sheet["deals"][number] for number in kept]
        for part in self.settings.layout(self.seats).lists:
            for field in part.fields:
                for line in self.sheet.get(part.key, ()) if field.kind == "deal" else ():
                    if line.get(field.key) in range(count):
                        line[field.key] = numbers.get(line[field.key])
                        if line[field.key] is None and not field.required:
                            del line[field.key]

    def find_place(self, problem: Problem) -> Problem | None:
        """Return a problem of what is left with its place on the whole sheet, where that is known."""
        _sheet, key, *place = [*problem.path.split("."), ""]
        if key == "deals" and place[0].isdecimal():
            path = ".".join(["sheet", key, str(self.deals[int(place[0])]), *place[1:]]).rstrip(".")
            return replace(problem, path=path)
        is_unmoved = key in ("deals", "") or len(self.sheet.get(key, ())) == len(self.whole.get(key, ()))
        return problem if is_unmoved else None


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
