"""What a file says of one match, and where in the file every part of it stands."""

from dataclasses import dataclass, field, replace
from datetime import date

from games import Problem
from games.problems import _
from league.rules.book import JSON
from league.rules.check import problem
from league.rules.spreadsheet import place
from league.rules.which_match import Fixture

# What a game says of a cell that holds the wrong kind of thing; of a blank one there is a better word.
OF_KIND = {"missing", "integer", "boolean", "text", "choice", "list", "object"}
BLANK = _("Nothing is written here yet.")


@dataclass(frozen=True)
class Cell:
    """Where a part of a sheet stands; of an `unclear` one it has been said what is wrong with it."""

    row: int
    column: str = ""
    blank: bool = False
    unclear: bool = False


@dataclass
class Slip:
    """What a file says of a match. `day` is None where it says none; `cells` by path on the sheet."""

    fixture: Fixture
    first: int
    last: int = 0
    dated: int = 0  # the row that says the day
    day: date | None = None
    sheet: JSON = field(default_factory=dict)
    cells: dict[str, Cell] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def placed(self, found: Problem) -> Problem | None:
        """What is wrong with the sheet, at its row and column; None where that has been said already."""
        cell = self._cell(found.path)
        if cell is None:
            follows = found.code == "incomplete" and self.problems
            return None if follows else replace(found, path=place(self.last))
        if cell.unclear:
            return None
        at = place(cell.row, cell.column)
        if cell.blank and found.code in OF_KIND:
            return problem(at, "missing", BLANK)
        return replace(found, path=at)

    def _cell(self, path: str) -> Cell | None:
        """The cell at a path, or the nearest that holds it."""
        parts = path.split(".")
        while parts:
            if cell := self.cells.get(".".join(parts)):
                return cell
            parts.pop()
        return None
