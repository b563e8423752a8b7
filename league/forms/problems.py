"""Puts problems at their places in the form: from the path on the sheet to the cells that are typed in."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext

from games import Problem
from league.queries.pages.sheet import Cell, LaidOut, Said


def said_of(problems: Iterable[Problem], laid: LaidOut, *, finished: bool = True) -> Iterator[Said]:
    """What to say of a sheet. Until it is `finished`, cells that nothing is written in yet are passed over."""
    for problem in problems:
        cells = _cells(problem.path, laid)
        empty = bool(cells) and all(cell.blank for cell in cells)
        if finished or not empty:
            yield _said(problem, cells, empty, laid)


def _said(problem: Problem, cells: Sequence[Cell], empty: bool, laid: LaidOut) -> Said:
    text = gettext("Nothing is written here yet.") if empty else problem.message.translated(gettext)
    if problem.path == "played_on":
        return Said(text, (gettext("Played on"),), ("played_on",))
    if not cells:
        return Said(text)
    parts = cells[0].parts if len(cells) == 1 else cells[0].parts[:1]
    return Said(text, parts, tuple(cell.name for cell in cells), cells[0].said)


def _cells(path: str, laid: LaidOut) -> list[Cell]:
    """The cells at, below or just above a path that leads to a line (sheet.deals.0) or further; of several
    those that are written in."""
    if path.count(".") < 2:
        return []
    found = [
        cell
        for cell in laid.cells
        if cell.path and (f"{cell.path}.".startswith(f"{path}.") or path.startswith(f"{cell.path}."))
    ]
    return [cell for cell in found if not cell.blank] or found
