"""Puts problems at their places in the form: from the path on the sheet to the cells that are typed in."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext

from games import Problem
from games.problems import _
from league.queries.pages.cell import Cell
from league.queries.pages.saying import Said
from league.queries.pages.sheet import LaidOut, Line

LINE = 2  # dots in the path of one: sheet.deals.0
BESIDE = {"played_on": _("Played on"), "why": _("Reason")}  # the fields that stand beside the sheet


def said_of(
    problems: Iterable[Problem],
    laid: LaidOut,
    *,
    finished: bool = True,
    rests: Mapping[str, int] | None = None,
) -> Iterator[Said]:
    """What to say of a sheet. Until it is `finished`, cells that nothing is written in yet are passed over, and so is
    what is said of several together of which one still has to be written; where one of `rests` is offered, it is
    told."""
    places = _Places(laid)
    for problem in problems:
        cells = places.at(problem.path)
        empty = bool(cells) and all(cell.missing for cell in cells)
        if finished or not (places.comes_later(cells) if empty else places.is_half_written(problem.path)):
            yield from _told(problem, cells, empty, rests or {}, places, finished)


def _told(
    problem: Problem,
    cells: Sequence[Cell],
    empty: bool,
    rests: Mapping[str, int],
    places: "_Places",
    finished: bool,
) -> Iterator[Said]:
    """Of what is not asked for as long as something else is blank, only that is told."""
    if cells or problem.code != "missing" or places.deal_of(problem.path) is None:
        yield _said(problem, cells, empty, rests)
    elif finished and not places.wanted_beside(problem.path):
        yield _said(problem, places.beside(problem.path)[:1], False, rests)


def warned_of(warnings: Iterable[Problem], laid: LaidOut) -> Iterator[Said]:
    """What to say of a sheet on which something is unlikely."""
    places = _Places(laid)
    for warning in warnings:
        yield replace(_said(warning, places.at(warning.path), False, {}), warns=True)


def offers(said: Iterable[Said], rests: Mapping[str, int]) -> dict[str, str]:
    """Those that are wanted: where nothing else was said of a cell than that it is blank."""
    wanted = {one.cells[0] for one in said if _is_offer(one.cells, rests)}
    return {name: str(rest) for name, rest in rests.items() if name in wanted}


def _is_offer(cells: Sequence[str], rests: Mapping[str, int]) -> bool:
    return len(cells) == 1 and cells[0] in rests


def _said(problem: Problem, cells: Sequence[Cell], empty: bool, rests: Mapping[str, int]) -> Said:
    text = problem.message.translate(gettext)
    names = tuple(cell.name for cell in cells)
    if empty and _is_offer(names, rests):
        offered = gettext(
            "Nothing was written here; {rest} is what is left of {total}. Save if that is right."
        )
        text = offered.format(rest=rests[names[0]], total=cells[0].total)
    elif empty:
        text = gettext("Nothing is written here yet.")
    if problem.path in BESIDE:
        return Said(text, (gettext(BESIDE[problem.path]),), (problem.path,))
    if not cells:
        return Said(text)
    parts = cells[0].parts if len(cells) == 1 else cells[0].parts[:1]
    return Said(text, parts, names, cells[0].said)


class _Places:
    """Where on the page the paths of problems lead. A sheet may have very many of both."""

    def __init__(self, laid: LaidOut) -> None:
        self.deals = laid.deals
        self.there: dict[str, list[Cell]] = defaultdict(list)
        self.below: dict[str, list[Cell]] = defaultdict(list)
        for cell in laid.cells:
            if not cell.path:
                continue
            self.there[cell.path].append(cell)
            for path in _above(cell.path):
                self.below[path].append(cell)

    def at(self, path: str) -> list[Cell]:
        """The cells at, below or just above a path that leads to a line (sheet.deals.0) or further; of several those
        that are written in."""
        if path.count(".") < LINE:
            return []
        found = [*(cell for above in _above(path) for cell in self.there.get(above, ()))]
        found += [*self.there.get(path, ()), *self.below.get(path, ())]
        return [cell for cell in found if not cell.blank] or found

    def deal_of(self, path: str) -> Line | None:
        """The line of the deal that a path leads into."""
        _sheet, key, number, *_inside = [*path.split("."), "", ""]
        is_there = key == "deals" and number.isdecimal() and int(number) < len(self.deals)
        return self.deals[int(number)] if is_there else None

    def beside(self, path: str) -> list[Cell]:
        """What is asked for in the same deal."""
        line = self.deal_of(path)
        return [cell for cell in line.cells if cell.path] if line else []

    def wanted_beside(self, path: str) -> bool:
        return any(cell.wanted for cell in self.beside(path))

    def comes_later(self, cells: Sequence[Cell]) -> bool:
        """Whether blank cells will be written in yet: not those of a deal that looks done without them."""
        if any(cell.wanted for cell in cells):
            return True
        line = self.deal_of(cells[0].path)
        return line is None or not line.filled

    def is_half_written(self, path: str) -> bool:
        """Whether a path leads to a list of which a cell that is needed is blank; a whole deal is no such list."""
        return path.count(".") > LINE and any(cell.wanted for cell in self.below.get(path, ()))


def _above(path: str) -> Iterator[str]:
    """The paths of what holds it, from its line on."""
    parts = path.split(".")
    yield from (".".join(parts[:end]) for end in range(LINE + 1, len(parts)))
