"""Fill in the score sheet of one match from its rows: the deals in turn, and the lists beside them.

It works from the layout of any game.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from games import BLANK as UNWRITTEN
from games import Field, Layout, Problem, Text
from games.problems import _
from league.rules.snapshot import JSON
from league.rules.validation import build_problem
from league.spreadsheets import cells
from league.spreadsheets.cells import SeatedTable, Translate, UnclearCellError
from league.spreadsheets.columns import DEAL, Column, build_columns, format_list_heading, format_seat_heading
from league.spreadsheets.match_lookup import SeasonMatch
from league.spreadsheets.reader import Row, format_position

# The codes with which a game reports a wrong type; a blank cell gets a better message than these.
TYPE_ERROR_CODES = {"missing", "integer", "boolean", "text", "choice", "list", "object"}
BLANK_CELL = _("Nothing is written here yet.")


@dataclass(frozen=True)
class SheetCell:
    """The place of a part of a sheet; the problem of an `unclear` cell has been reported."""

    row: int
    column: str = ""
    blank: bool = False
    unclear: bool = False


@dataclass
class ImportedMatch:
    """What a file says of a match.

    `day` is None where it says none; `cells` are by path on the sheet.
    """

    match: SeasonMatch
    first_row: int
    last_row: int = 0
    day_row: int = 0  # the row that says the day
    day: date | None = None
    sheet: JSON = field(default_factory=dict)
    cells: dict[str, SheetCell] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def locate_problem(self, problem: Problem) -> Problem | None:
        """Return a problem of the sheet at its row and column; None where it has been reported already."""
        cell = self._find_cell(problem.path)
        if cell is None:
            follows = problem.code == "incomplete" and self.problems
            return None if follows else replace(problem, path=format_position(self.last_row))
        if cell.unclear:
            return None
        position = format_position(cell.row, cell.column)
        if cell.blank and problem.code in TYPE_ERROR_CODES:
            return build_problem(position, "missing", BLANK_CELL)
        return replace(problem, path=position)

    def _find_cell(self, path: str) -> SheetCell | None:
        """Return the cell at a path, or the nearest one that holds it."""
        parts = path.split(".")
        while parts:
            if cell := self.cells.get(".".join(parts)):
                return cell
            parts.pop()
        return None


@dataclass(frozen=True)
class MatchRow:
    """A row of a match, and who sits where according to it."""

    row: Row
    table: SeatedTable


@dataclass(frozen=True)
class DealLabels:
    """The game's word for a deal, and the translation into the reader's language."""

    deal: Text
    translate: Translate


class RowParser:
    """A parser that fills in an ImportedMatch.

    `written` are the columns that a file may have for tables of any size.
    """

    def __init__(
        self,
        imported: ImportedMatch,
        layout: Layout,
        words: DealLabels,
        text: Callable[[Row, str], str],
        written: Iterable[Column],
    ) -> None:
        self.imported, self.layout, self.words, self._get_row_text = imported, layout, words, text
        self.written = tuple(written)
        self.of_seats: dict[str, list[Field]] = defaultdict(list)  # by the list that they stand in
        for seat_field in layout.per_seat:
            self.of_seats[_split_key(seat_field.key)[0]].append(seat_field)

    def parse_rows(self, lines: Sequence[MatchRow]) -> None:
        """Parse the rows of the match, in their order."""
        imported = self.imported
        imported.last_row = lines[-1].row.number
        for line in lines:
            self._check_columns(line)
        of_deals = [column.name for column in self.written if not column.is_of_list]
        played = self._order_deals(line for line in lines if self._has_text(line, of_deals))
        imported.sheet["deals"] = [self._parse_deal(number, line) for number, line in enumerate(played)]
        for part in self.layout.lists:
            fields = {format_list_heading(part.key, item_field): item_field for item_field in part.fields}
            items = [line for line in lines if self._has_text(line, fields)]
            if items:
                imported.sheet[part.key] = [
                    self._parse_item(f"sheet.{part.key}.{number}", fields, line)
                    for number, line in enumerate(items)
                ]

    def get_text(self, line: MatchRow, name: str) -> str:
        return self._get_row_text(line.row, name)

    def _has_text(self, line: MatchRow, names: Iterable[str]) -> bool:
        return any(self.get_text(line, name) for name in names)

    def _check_columns(self, line: MatchRow) -> None:
        """Report what is written in columns that tables of this size do not have."""
        seats = len(self.imported.match.seats)
        here = {column.name for column in build_columns(self.layout, seats)}
        for column in self.written:
            if column.name in here or not self.get_text(line, column.name):
                continue
            code, sentence = "not-here", _("With {seats} players this is not written down.")
            if column.seat is not None and column.seat >= seats:
                code, sentence = "empty-seat", _("Nobody sits there: this match has {seats} players.")
            self._add_problem(line, column.name, code, sentence, seats=seats)

    def _add_problem(
        self, line: MatchRow, column: str, code: str, sentence: str, **values: int | str | Text
    ) -> None:
        self.imported.problems.append(
            build_problem(format_position(line.row.number, column), code, sentence, **values)
        )

    def _order_deals(self, lines: Iterable[MatchRow]) -> list[MatchRow]:
        """Return the rows of the deals by their numbers, which count from 1 without a gap."""
        numbered: dict[int, MatchRow] = {}
        for line in lines:
            text = self.get_text(line, DEAL)
            try:
                number = cells.parse_deal_number(text)
            except UnclearCellError as unclear:
                at, message = (
                    format_position(line.row.number, DEAL),
                    unclear.text if text else Text(BLANK_CELL),
                )
                self.imported.problems.append(Problem(at, "deal", message))
                continue
            before = numbered.setdefault(number, line)
            if before is not line:
                sentence = _("There is a {deal} {number} in row {row} already.")
                of = {"number": str(number), "row": str(before.row.number)}
                self._add_problem(line, DEAL, "deal-twice", sentence, deal=self.words.deal, **of)
        for number, written in enumerate(sorted(numbered), 1):
            if number != written:
                sentence = _("There is no {deal} {number}: they are counted from 1.")
                where, deal = numbered[written], self.words.deal
                self._add_problem(where, DEAL, "deal-missing", sentence, deal=deal, number=number)
                break
        return [numbered[number] for number in sorted(numbered)]

    # --- one deal

    def _parse_deal(self, number: int, line: MatchRow) -> JSON:
        """Return what is written of a deal.

        A field that this deal needs but is blank stands there as missing, so that the game reports it.
        """
        path = f"sheet.deals.{number}"
        deal = self._parse_item(path, {field.key: field for field in self.layout.per_deal}, line)
        alone = {_split_key(field.key)[0]: field for field in self.layout.per_deal}
        resting = self.layout.resting(number)
        for key, fields in self.of_seats.items():
            names = [
                format_seat_heading(seat_field, seat)
                for seat in range(len(line.table.order))
                for seat_field in fields
            ]
            written = [name for name in names if self.get_text(line, name)]
            needed = any(field.required and self._is_asked_for(field, path, deal) for field in fields)
            if key in deal and written:
                self._check_written_twice(line, alone[key], written, needed=needed)
            if key in deal or (key in alone and not (written or needed)):
                continue
            at = SheetCell(line.row.number, (written or names)[-1], blank=not written)
            self.imported.cells[f"{path}.{key}"] = at
            values = self._parse_seats(f"{path}.{key}", fields, line, resting)
            if needed or (written and values != [{}] * len(values)):
                deal[key] = values
        return deal

    def _is_asked_for(self, field: Field, path: str, deal: JSON) -> bool:
        """Return whether a field is needed in this deal; not where what that depends on is unclear."""
        for condition in field.given:
            if self.imported.cells.get(f"{path}.{condition.key}", SheetCell(0)).unclear:
                return False
            value = _get_at(deal, condition.key)
            if not condition.holds(tuple(value) if isinstance(value, list) else value):
                return False
        return True

    def _check_written_twice(
        self, line: MatchRow, alone: Field, written: Sequence[str], *, needed: bool
    ) -> None:
        """Report that something is written for the whole deal and also for its players.

        The problem stands at whichever of the two this deal has no use for.
        """
        here, other = (alone.key, written[-1]) if needed else (written[-1], alone.key)
        sentence = _("This stands here and in the column {other}: only one of the two can be.")
        self._add_problem(line, here, "written-twice", sentence, other=other)

    def _parse_seats(
        self, path: str, fields: Sequence[Field], line: MatchRow, resting: Collection[int]
    ) -> list[Any]:
        """Return the values by seat of the match, wherever the players stand in the file."""
        values: list[Any] = [None] * len(line.table.order)
        for position, seat in enumerate(line.table.order):
            rests, at = seat in resting, f"{path}.{seat}"
            if "." in fields[0].key:
                inside = {format_seat_heading(seat_field, position): seat_field for seat_field in fields}
                values[seat] = self._parse_item(at, inside, line, outer=True) or (None if rests else {})
            else:
                values[seat] = self._parse_cell(
                    at, fields[0], format_seat_heading(fields[0], position), line, rests=rests
                )
        return values

    def _parse_item(
        self, path: str, fields: Mapping[str, Field], line: MatchRow, *, outer: bool = False
    ) -> JSON:
        """Return what a row says of fields without seats, by heading.

        What is blank, or switched off, is left out. With `outer` the path holds the first part of the keys
        already.
        """
        written = [name for name in fields if self.get_text(line, name)]
        self.imported.cells[path] = SheetCell(line.row.number, (written or list(fields))[-1] if outer else "")
        item: JSON = {}
        for name, item_field in fields.items():
            key, inner = _split_key(item_field.key)
            if inner and not outer:
                self.imported.cells.setdefault(f"{path}.{key}", SheetCell(line.row.number, name))
            value = self._parse_cell(f"{path}.{inner if outer else item_field.key}", item_field, name, line)
            if value is False or name not in written:
                continue
            if inner and not outer:
                item.setdefault(key, {})[inner] = value
            else:
                item[inner or key] = value
        return item

    def _parse_cell(self, path: str, field: Field, name: str, line: MatchRow, *, rests: bool = False) -> Any:
        """Return what the cell below a heading says.

        An unclear text is left on the sheet for the game to refuse, so that none of the game's checks reads
        it.
        """
        number, text = line.row.number, self.get_text(line, name)
        self.imported.cells[path] = SheetCell(number, name, blank=not text)
        if rests and (not text or cells.is_dash(text)):
            return None
        if not text:
            return _build_blank_value(field)
        try:
            return cells.parse_value(field, text, line.table, self.words.translate)
        except UnclearCellError as unclear:
            self.imported.cells[path] = SheetCell(number, name, unclear=True)
            self.imported.problems.append(Problem(format_position(number, name), "unclear", unclear.text))
            return text


def _split_key(key: str) -> tuple[str, str]:
    """Return the key of a field, and the key within the object that stands there, if it is one."""
    key, _dot, inner = key.partition(".")
    return key, inner


def _get_at(deal: JSON, key: str) -> Any:
    key, inner = _split_key(key)
    return deal.get(key, {}).get(inner, UNWRITTEN) if inner else deal.get(key, UNWRITTEN)


def _build_blank_value(field: Field) -> Any:
    """Return the value of a blank cell in a list; where something is required, one that every game refuses."""
    if field.kind == "switch":
        return False
    if field.several:
        return []
    return UNWRITTEN if field.required or field.out else None  # only a word means nobody
