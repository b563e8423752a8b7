"""A night's results, put together from the rows of a spreadsheet: of each match its sheet, and where in the file every
part of it stands.

A row says which match it belongs to by its id, by who sat there, or by nothing: then it belongs to the match of the row
above. Who sat there also says in which order: what is written of player 1 is theirs, wherever they sit in the match.
Rows in which nothing of a sheet is written are left out, so that a file can be made ready before the night.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from games import Field, Layout, Problem, Text
from games.problems import _
from league.rules import cells
from league.rules.book import JSON
from league.rules.cells import Table, Translate, Unclear
from league.rules.check import problem
from league.rules.columns import (
    DAY,
    DEAL,
    MATCH,
    Column,
    Heads,
    columns,
    heads,
    nameless,
    of_list,
    of_seat,
    player,
)
from league.rules.spreadsheet import Row, place, placed
from league.rules.texts import read_day
from league.rules.which_match import Fixture, Fixtures, NoSuchMatch

# What a game says of a cell that holds the wrong kind of thing; of a blank one there is a better word.
OF_KIND = {"missing", "integer", "boolean", "text", "choice", "list", "object"}
BLANK = _("Nothing is written here yet.")


@dataclass(frozen=True)
class Known:
    """What a file is read by. `layout` is that of a table of so many, `deal` the game's word for one; `least` and
    `most` are the sizes of the tables there are."""

    layout: Callable[[int], Layout]
    deal: str
    fixtures: Fixtures
    least: int
    most: int
    translate: Translate


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


@dataclass(frozen=True)
class Read:
    """A file, read: `left_out` is the number of matches of which nothing is written."""

    slips: tuple[Slip, ...]
    problems: tuple[Problem, ...]  # by row
    left_out: int


def read(rows: Sequence[Row], known: Known) -> Read:
    """The slips of a file, in the order in which their matches come; the first row holds the headings."""
    heading, *below = rows
    found, problems = heads(heading, known.layout, least=known.least, most=known.most)
    if problems:
        return Read((), tuple(problems), 0)
    problems += nameless(below, heading)
    reader = _Reader(known, found)
    slips, left_out = reader.slips(below)
    problems += [*reader.problems, *(one for slip in slips for one in slip.problems)]
    return Read(tuple(slips), in_order(problems), left_out)


def in_order(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """By row; first what is about none."""
    return tuple(sorted(problems, key=lambda one: (placed(one.path) or (0, ""))[0]))


@dataclass(frozen=True)
class _Line:
    """A row of a match, and who sits where by it."""

    row: Row
    table: Table


class _Reader:
    def __init__(self, known: Known, heads: Heads) -> None:
        self.known, self.text, self.layout = known, heads.text, known.layout(known.most)
        self.deal = Text(known.deal)
        self.problems: list[Problem] = []
        written = [column for column in columns(self.layout, known.most) if column.field]
        self.of_deals = [column for column in written if not column.of_list]
        self.of_lists = [column for column in written if column.of_list]

    def slips(self, rows: Sequence[Row]) -> tuple[list[Slip], int]:
        """And the number of matches of which nothing is written."""
        slips: dict[Fixture, Slip] = {}
        lines: dict[Fixture, list[_Line]] = defaultdict(list)
        left_out = 0
        for group in self._groups(rows):
            used = [row for row in group if self._says(row, self.of_deals) or self._says(row, self.of_lists)]
            if not used:
                left_out += 1
                continue
            days = list(self._days(group))
            try:
                fixture, table = self._find(group[0], [day for _row, day in days])
            except NoSuchMatch as no_match:
                for wrong in no_match.wrong:
                    self.problems.append(
                        Problem(place(group[0].number, wrong.column), wrong.code, wrong.text)
                    )
                continue
            slip = slips.setdefault(fixture, Slip(fixture, first=used[0].number))
            self._date(slip, days)
            lines[fixture] += [_Line(row, table) for row in used]
        for fixture, slip in slips.items():
            self._fill(slip, sorted(lines[fixture], key=lambda line: line.row.number))
        return list(slips.values()), left_out

    # --- which match

    def _groups(self, rows: Sequence[Row]) -> Iterable[list[Row]]:
        """Rows that name the same match in the same way, each with those below it that name none."""
        groups: dict[tuple[str, ...], list[Row]] = {}
        group: list[Row] | None = None
        for row in rows:
            names = (self.text(row, MATCH), *map(cells.folded, self._players(row)))
            if any(names):
                group = groups.setdefault(names, [])
            if group is None:
                sentence = _("Say which match this is: write its id, or who sat there.")
                self.problems.append(problem(place(row.number), "no-match", sentence))
            else:
                group.append(row)
        return groups.values()

    def _players(self, row: Row) -> list[str]:
        """As they are written, up to the last."""
        players = [self.text(row, player(seat)) for seat in range(self.known.most)]
        while players and not players[-1]:
            players.pop()
        return players

    def _find(self, naming: Row, days: Sequence[date]) -> tuple[Fixture, Table]:
        day = days[0] if days else None
        return self.known.fixtures.find(self.text(naming, MATCH), self._players(naming), day)

    def _days(self, rows: Iterable[Row]) -> Iterator[tuple[int, date]]:
        """The days that rows say, by their numbers."""
        for row in rows:
            try:
                if text := self.text(row, DAY):
                    yield row.number, read_day(text)
            except ValueError:
                sentence = _("A date is written like 2026-01-31.")
                self.problems.append(problem(place(row.number, DAY), "date", sentence))

    def _date(self, slip: Slip, days: Iterable[tuple[int, date]]) -> None:
        for row, day in days:
            if slip.day is None:
                slip.day, slip.dated = day, row
            elif slip.day != day:
                sentence = _("Row {row} says {day} for the same match.")
                slip.problems.append(
                    problem(place(row, DAY), "other-day", sentence, row=slip.dated, day=slip.day.isoformat())
                )

    # --- what was written down

    def _says(self, row: Row, columns: Iterable[Column]) -> bool:
        return any(self.text(row, column.name) for column in columns)

    def _fill(self, slip: Slip, lines: Sequence[_Line]) -> None:
        slip.last = lines[-1].row.number
        for line in lines:
            self._nobody_beyond(slip, line)
        played = self._in_turn(slip, [line for line in lines if self._says(line.row, self.of_deals)])
        slip.sheet["deals"] = [self._deal(slip, f"sheet.deals.{n}", line) for n, line in enumerate(played)]
        for part in self.layout.lists:
            fields = {of_list(part.key, one): one for one in part.fields}
            items = [line for line in lines if any(self.text(line.row, name) for name in fields)]
            if items:
                slip.sheet[part.key] = [
                    self._item(slip, f"sheet.{part.key}.{n}", fields, line) for n, line in enumerate(items)
                ]

    def _nobody_beyond(self, slip: Slip, line: _Line) -> None:
        seats = len(slip.fixture.seats)
        for column in self.of_deals:
            if column.seat is not None and column.seat >= seats and self.text(line.row, column.name):
                sentence = _("Nobody sits there: this match has {seats} players.")
                at = place(line.row.number, column.name)
                slip.problems.append(problem(at, "empty-seat", sentence, seats=seats))

    def _in_turn(self, slip: Slip, lines: Iterable[_Line]) -> list[_Line]:
        """The deals by their numbers, which go from 1 without a gap."""
        numbered: dict[int, _Line] = {}
        for line in lines:
            at = place(line.row.number, DEAL)
            try:
                number = cells.deal(self.text(line.row, DEAL))
            except Unclear as unclear:
                blank = not self.text(line.row, DEAL)
                slip.problems.append(Problem(at, "deal", Text(BLANK) if blank else unclear.text))
                continue
            before = numbered.setdefault(number, line)
            if before is not line:
                sentence = _("There is a {deal} {number} in row {row} already.")
                slip.problems.append(
                    problem(
                        at,
                        "deal-twice",
                        sentence,
                        deal=self.deal,
                        number=str(number),
                        row=before.row.number,
                    )
                )
        for number, written in enumerate(sorted(numbered), 1):
            if number != written:
                at = place(numbered[written].row.number, DEAL)
                sentence = _("There is no {deal} {number}: they are counted from 1.")
                slip.problems.append(problem(at, "deal-missing", sentence, deal=self.deal, number=number))
                break
        return [numbered[number] for number in sorted(numbered)]

    def _deal(self, slip: Slip, path: str, line: _Line) -> JSON:
        deal: JSON = {}
        for one in self.layout.per_seat:
            values = self._of_seats(slip, f"{path}.{one.key}", one, line)
            if values is not None:
                deal[one.key] = values
        return deal | self._item(slip, path, {one.key: one for one in self.layout.per_deal}, line)

    def _of_seats(self, slip: Slip, path: str, field: Field, line: _Line) -> list[Any] | None:
        """By the seats of the match; None where the field may be left out and is."""
        names = [of_seat(field, seat) for seat in range(len(line.table.order))]
        slip.cells[path] = Cell(line.row.number, names[-1])
        values: list[Any] = [None] * len(names)
        for name, seat in zip(names, line.table.order, strict=True):
            values[seat] = self._value(slip, f"{path}.{seat}", field, name, line)
        used = any(self.text(line.row, name) for name in names)
        return values if field.required or used else None

    def _item(self, slip: Slip, path: str, fields: Mapping[str, Field], line: _Line) -> JSON:
        """What a row says without seats, by heading; what is blank, or switched off, is left out."""
        slip.cells[path] = Cell(line.row.number)
        item: JSON = {}
        for name, one in fields.items():
            value = self._value(slip, f"{path}.{one.key}", one, name, line)
            if value is not False and self.text(line.row, name):
                item[one.key] = value
        return item

    def _value(self, slip: Slip, path: str, field: Field, name: str, line: _Line) -> Any:
        """What the cell below a heading says. What is unclear is left for the game to refuse, so that none of its
        checks reads it."""
        number, text = line.row.number, self.text(line.row, name)
        slip.cells[path] = Cell(number, name, blank=not text)
        if not text:
            return False if field.kind == "switch" else "" if field.out else None  # only a word means nobody
        try:
            return cells.value(field, text, line.table, self.known.translate)
        except Unclear as unclear:
            slip.cells[path] = Cell(number, name, unclear=True)
            slip.problems.append(Problem(place(number, name), "unclear", unclear.text))
            return text
