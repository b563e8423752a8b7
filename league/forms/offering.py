"""Offers what is left where the counts of all seats add up to a total, as the game's description says. A seat that is
out counts for nothing."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from league.queries.pages.cell import Cell
from league.queries.pages.sheet import LaidOut, Line


def rests(laid: LaidOut) -> dict[str, int]:
    """What is left for the one blank cell of such a field in a deal, by the cell's name."""
    return dict(rest for line in laid.deals for cells in _shared(line) for rest in _rest(cells))


def _shared(line: Line) -> Iterator[list[Cell]]:
    """The cells, seat by seat, of each field of the deal that has a total."""
    fields: dict[str, list[Cell]] = defaultdict(list)
    for cell in line.cells:
        if cell.total is not None and cell.applies:
            fields[cell.field.key].append(cell)
    yield from fields.values()


def _rest(cells: Sequence[Cell]) -> Iterator[tuple[str, int]]:
    blank = [cell for cell in cells if cell.blank]
    written = [cell.value for cell in cells if not (cell.blank or cell.out)]
    counts = [value for value in written if isinstance(value, int)]
    if len(blank) != 1 or len(counts) != len(written):
        return
    (cell,) = blank
    rest = (cell.total or 0) - sum(counts)
    if cell.least <= rest and (cell.field.maximum is None or rest <= cell.field.maximum):
        yield cell.name, rest
