"""Messages about a sheet: the text of a problem, and the cells that its path leads to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games import Problem
from league.queries.sheet import Cell, Line, SheetLayout

LINE_DEPTH = 3  # parts in the path of a line: sheet.deals.0


@dataclass(frozen=True)
class Message:
    """A problem in words, with the line and the cells concerned; a warning is about an unlikely value."""

    text: str
    line: Line | None = None
    cells: Sequence[Cell] = ()
    is_warning: bool = False

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the names of the message's place."""
        if not self.cells:
            return ()
        return self.cells[0].parts if len(self.cells) == 1 else self.cells[0].parts[:1]

    @property
    def names(self) -> list[str]:
        return [cell.name for cell in self.cells]

    @property
    def is_in_front(self) -> bool:
        """Return whether the message belongs to the front cells, not to the optional ones."""
        return not self.line or not self.line.more or self.cells[0].field.in_front


def build_messages(
    problems: Iterable[Problem],
    sheet: SheetLayout,
    *,
    is_finished: bool = True,
    rests: Mapping[str, int] | None = None,
) -> Iterator[Message]:
    """Yield the messages for the problems of a sheet.

    Until the sheet `is_finished`, problems of blank cells are left out, and so are problems of several cells of which
    some are still blank. If a value of `rests` is offered for a cell, the message says so.
    """
    places = _Places(sheet)
    for problem in problems:
        line, cells = places.find(problem.path)
        is_missing = bool(cells) and all(cell.is_missing for cell in cells)
        if not is_finished and line and _comes_later(line, problem.path, cells, is_missing):
            continue
        if not cells and problem.code == "missing" and line and line in sheet.deals:
            # cells that are not requested while others of the deal are blank
            asked = [cell for cell in line.cells if cell.path]
            if is_finished and not any(cell.is_wanted for cell in asked):
                yield _build_message(problem, line, asked[:1])
        elif is_missing:
            yield Message(_describe_missing(cells, rests or {}), line, cells)
        else:
            yield _build_message(problem, line, cells)


def build_warnings(warnings: Iterable[Problem], sheet: SheetLayout) -> list[Message]:
    """Return the messages for a sheet's warnings."""
    places = _Places(sheet)
    return [_build_message(warning, *places.find(warning.path), is_warning=True) for warning in warnings]


def _build_message(
    problem: Problem, line: Line | None, cells: Sequence[Cell], *, is_warning: bool = False
) -> Message:
    return Message(problem.message.translate(gettext), line if cells else None, cells, is_warning)


def _describe_missing(cells: Sequence[Cell], rests: Mapping[str, int]) -> str:
    if len(cells) == 1 and (rest := rests.get(cells[0].name)) is not None:
        message = gettext(
            "Filled in for you: {rest} ({total} minus the other entries). Save if that is right."
        )
        return message.format(rest=rest, total=cells[0].total)
    return gettext("Please fill this in.")


def _comes_later(line: Line, path: str, cells: Sequence[Cell], is_missing: bool) -> bool:
    """Return whether a missing value may still be typed: not in a deal that looks complete without it."""
    if is_missing:
        is_deal = line.path.startswith("sheet.deals.")
        return any(cell.is_wanted for cell in cells) or not (is_deal and line.is_filled)
    is_list = path.count(".") >= LINE_DEPTH  # a whole deal is not a list
    return is_list and any(cell.is_wanted for cell in line.cells if cell.path.startswith(f"{path}."))


class _Places:
    """The lines and cells of a page, by the paths of problems."""

    def __init__(self, sheet: SheetLayout) -> None:
        self._lines = {line.path: line for line in sheet.lines if line.path}

    def find(self, path: str) -> tuple[Line | None, list[Cell]]:
        """Return the line, and its cells at, below or just above the path; if some are filled in, only those."""
        line = self._lines.get(".".join(path.split(".")[:LINE_DEPTH]))
        found = [cell for cell in line.cells if _is_at(cell, path)] if line else []
        return line, [cell for cell in found if not cell.is_blank] or found


def _is_at(cell: Cell, path: str) -> bool:
    return (bool(cell.path) and f"{cell.path}.".startswith(f"{path}.")) or f"{path}.".startswith(
        f"{cell.path}."
    )
