"""Lines that are added to the entry form while it is typed in: what stands there already is not touched."""

from dataclasses import dataclass

from league.forms.result import Filled, ResultForm
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
    key = asked or (DEALS if _goes_on(form) else "")
    grown = filled.longer(key)
    if grown is None:
        return None
    line = _lines(grown.laid(), key)[-1]
    return Added(key, line, line.cells[0].name if asked else "")


def _goes_on(form: ResultForm) -> bool:
    last = form.laid.deals[-1]
    return last.filled and not last.said.problems and not form.running.complete


def _lines(laid: LaidOut, key: str) -> tuple[Line, ...]:
    return laid.deals if key == DEALS else next(part.lines for part in laid.lists if part.key == key)
