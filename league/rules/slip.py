"""What a file says of one match, and where in the file every part of it stands."""

from dataclasses import dataclass, field, replace
from datetime import date

from games import Problem
from games.problems import _
from league.rules.book import JSON
from league.rules.check import build_problem
from league.rules.spreadsheet import format_position
from league.rules.which_match import SeasonMatch

# What a game says of a cell that holds the wrong kind of thing; of a blank one there is a better word.
TYPE_ERROR_CODES = {"missing", "integer", "boolean", "text", "choice", "list", "object"}
BLANK_CELL = _("Nothing is written here yet.")


@dataclass(frozen=True)
class SheetCell:
    """Where a part of a sheet stands; of an `unclear` one it has been said what is wrong with it."""

    row: int
    column: str = ""
    blank: bool = False
    unclear: bool = False


@dataclass
class ImportedMatch:
    """What a file says of a match. `day` is None where it says none; `cells` by path on the sheet."""

    match: SeasonMatch
    first_row: int
    last_row: int = 0
    day_row: int = 0  # the row that says the day
    day: date | None = None
    sheet: JSON = field(default_factory=dict)
    cells: dict[str, SheetCell] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def locate_problem(self, found: Problem) -> Problem | None:
        """What is wrong with the sheet, at its row and column; None where that has been said already."""
        cell = self._find_cell(found.path)
        if cell is None:
            follows = found.code == "incomplete" and self.problems
            return None if follows else replace(found, path=format_position(self.last_row))
        if cell.unclear:
            return None
        at = format_position(cell.row, cell.column)
        if cell.blank and found.code in TYPE_ERROR_CODES:
            return build_problem(at, "missing", BLANK_CELL)
        return replace(found, path=at)

    def _find_cell(self, path: str) -> SheetCell | None:
        """The cell at a path, or the nearest that holds it."""
        parts = path.split(".")
        while parts:
            if cell := self.cells.get(".".join(parts)):
                return cell
            parts.pop()
        return None
