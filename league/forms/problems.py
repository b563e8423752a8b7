"""Puts problems at their places in the form: from the path on the sheet to the cells that are typed in."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext

from games import Problem
from games.problems import _
from league.queries.pages.cell import Cell
from league.queries.pages.sheet import LaidOut, Said

BESIDE = {"played_on": _("Played on"), "why": _("Reason")}  # the fields that stand beside the sheet


def said_of(
    problems: Iterable[Problem],
    laid: LaidOut,
    *,
    finished: bool = True,
    rests: Mapping[str, int] | None = None,
) -> Iterator[Said]:
    """What to say of a sheet. Until it is `finished`, cells that nothing is written in yet are passed over;
    where one of `rests` is offered, it is told."""
    for problem in problems:
        cells = _cells(problem.path, laid)
        empty = bool(cells) and all(cell.missing for cell in cells)
        if finished or not empty:
            yield _said(problem, cells, empty, rests or {})


def offers(said: Iterable[Said], rests: Mapping[str, int]) -> dict[str, str]:
    """Those that are wanted: where nothing else was said of a cell than that it is blank."""
    wanted = {one.cells[0] for one in said if _is_offer(one.cells, rests)}
    return {name: str(rest) for name, rest in rests.items() if name in wanted}


def _is_offer(cells: Sequence[str], rests: Mapping[str, int]) -> bool:
    return len(cells) == 1 and cells[0] in rests


def _said(problem: Problem, cells: Sequence[Cell], empty: bool, rests: Mapping[str, int]) -> Said:
    text = problem.message.translated(gettext)
    names = tuple(cell.name for cell in cells)
    if empty and _is_offer(names, rests):
        offered = gettext(
            "Nothing was written here; {rest} is what is left of {total}. Save if that is right."
        )
        text = offered.format(rest=rests[names[0]], total=cells[0].field.total)
    elif empty:
        text = gettext("Nothing is written here yet.")
    if problem.path in BESIDE:
        return Said(text, (gettext(BESIDE[problem.path]),), (problem.path,))
    if not cells:
        return Said(text)
    parts = cells[0].parts if len(cells) == 1 else cells[0].parts[:1]
    return Said(text, parts, names, cells[0].said)


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
