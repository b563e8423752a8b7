"""Two sheets of one match, laid out alike: the cells that differ are marked in both."""

from collections.abc import Mapping
from dataclasses import dataclass

import games
from league.queries.pages.cell import Cell
from league.queries.pages.laying_out import for_reading, lay_out
from league.queries.pages.sheet import LaidOut, Remarks, Table, Typed, deal_scores, typed_of
from league.rules.snapshot import JSON


@dataclass(frozen=True)
class Difference:
    """What a cell says on one sheet, and on the other. Empty: nothing."""

    parts: tuple[str, ...]
    before: str
    now: str


@dataclass(frozen=True)
class Compared:
    one: LaidOut
    other: LaidOut
    differences: tuple[Difference, ...]  # in the order a sheet is read aloud


def read(table: Table, sheet: JSON) -> LaidOut:
    """One sheet for itself, with what each deal is worth."""
    settings, seats = table.settings, len(table.players)
    parsed = games.parse(settings.game, sheet, settings.options, seats)
    score = settings.game.calculate(parsed, settings.options, seats)
    totals = [seat.score for seat in score.seats]
    typed = typed_of(table, sheet)
    lines = {key: len(sheet.get(key, ())) for key in for_reading(table, typed)}
    return lay_out(table, typed, lines, Remarks(scores=deal_scores(score), totals=totals))


def compare(one: tuple[Table, Typed], other: tuple[Table, Typed]) -> Compared:
    """Each with the table as it was then: other people may have sat there, and more or fewer."""
    written = [for_reading(*each) for each in (one, other)]
    lines = {key: max(lines[key] for lines in written) for key in written[0]}
    before, now = (_cells(*each, lines) for each in (one, other))
    differing = {
        name: cell
        for name, cell in {**before, **now}.items()
        if name not in before or name not in now or before[name].value != now[name].value
    }
    marked = Remarks(marked=frozenset(differing))
    return Compared(
        lay_out(*one, lines, marked),
        lay_out(*other, lines, marked),
        tuple(
            Difference(cell.parts, _shown(before.get(name)), _shown(now.get(name)))
            for name, cell in differing.items()
        ),
    )


def _cells(table: Table, typed: Typed, lines: Mapping[str, int]) -> dict[str, Cell]:
    return {cell.name: cell for cell in lay_out(table, typed, lines).cells}


def _shown(cell: Cell | None) -> str:
    return cell.shown if cell else ""
