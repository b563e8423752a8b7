"""Lines that are added to the entry form while it is typed in: what stands there already is not touched."""

from dataclasses import dataclass

from league.forms.result import Filled, ResultForm
from league.forms.running import problems_of
from league.queries.pages.sheet import LaidOut, Line

DEALS = "deals"


@dataclass(frozen=True)
class Added:
    """A line at the end of the list `key`. `begins` is the cell to go to, where somebody asked for the line."""

    key: str
    line: Line
    begins: str

    @property
    def is_deal(self) -> bool:
        return self.key == DEALS


def added(filled: Filled, form: ResultForm, asked: str) -> Added | None:
    """The line that is asked for; else one more deal, once the last one is filled and the match goes on."""
    key = asked or (DEALS if _goes_on(filled, form) else "")
    grown = filled.longer(key)
    if grown is None:
        return None
    line = _lines(grown.laid(), key)[-1]
    return Added(key, line, line.cells[0].name if asked else "")


def _goes_on(filled: Filled, form: ResultForm) -> bool:
    last = form.laid.deals[-1]
    if not last.filled or any(not said.warns for said in last.said.problems):
        return False
    return not form.running.complete or _may_go_on(filled)


def _may_go_on(filled: Filled) -> bool:
    """Whether a match that is whole as it is may have another deal all the same: nothing is wrong with there being
    one, whatever is with what it says."""
    sheet = filled.sheet
    deals = [*sheet["deals"], *sheet["deals"][-1:]]
    wrong = problems_of(filled.table, {**sheet, "deals": deals})
    return f"sheet.deals.{len(deals) - 1}" not in {problem.path for problem in wrong}


def _lines(laid: LaidOut, key: str) -> tuple[Line, ...]:
    return laid.deals if key == DEALS else next(part.lines for part in laid.lists if part.key == key)
