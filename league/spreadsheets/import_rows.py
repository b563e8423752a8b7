"""Build the score sheet of each match from the rows of a spreadsheet, and give the position of each problem in it.

Each row names its match by the id. Rows in which nothing of a sheet is written are passed over, so that a file can
be prepared before the match night. See docs/reference/commands.md, import_results: The file.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from games import BLANK, Field, Layout, Problem, Text
from games.problems import _
from league.rules.field_types import parse_typed_day
from league.rules.snapshot import JSON
from league.rules.validation import build_problem
from league.spreadsheets import cells
from league.spreadsheets.cells import Translate, UnclearCellError
from league.spreadsheets.columns import (
    DAY,
    DEAL,
    MATCH,
    FieldColumn,
    build_all_columns,
    build_columns,
    find_unnamed_columns,
    format_player_heading,
    parse_headings,
)
from league.spreadsheets.reader import Row, format_position, parse_position

# The codes with which a game reports a wrong type; a blank cell gets a better message than these.
TYPE_ERROR_CODES = {"missing", "integer", "boolean", "text", "choice", "list", "object"}
NOTHING_WRITTEN = _("Please fill this in.")


@dataclass(frozen=True)
class Line:
    """A row below the headings: the texts of the cells in which something is written, by heading."""

    number: int
    texts: Mapping[str, str]

    def __getitem__(self, name: str) -> str:
        return self.texts.get(name, "")


@dataclass(frozen=True)
class MatchLines:
    """The content of a file: the lines of each match by its id, in the order in which they come.

    `left_out` is the number of matches of which nothing is written.
    """

    lines: Mapping[str, Sequence[Line]]
    left_out: int
    problems: Sequence[Problem]


def group_rows(
    rows: Sequence[Row], layout: Callable[[int], Layout], sizes: Collection[int], *, by_deal: bool = True
) -> MatchLines:
    """Return the lines of each match; the first row holds the headings for tables of these sizes.

    Not `by_deal`, a match has one row, in the short form. Where the headings are wrong nothing below them is read.
    """
    heading, *below = rows
    least = min(sizes)
    columns = build_all_columns(layout, sizes, by_deal=by_deal)
    least_columns = build_columns(layout(least), least, by_deal=by_deal)
    required = [column for column in least_columns if column.is_required]
    positions, problems = parse_headings(heading, columns, required)
    if problems:
        return MatchLines({}, 0, problems)
    problems = list(find_unnamed_columns(below, heading))
    of_sheet = [column.name for column in columns if isinstance(column, FieldColumn)]
    lines: dict[str, list[Line]] = defaultdict(list)
    written = set()
    for row in below:
        line = Line(row.number, {name: row.cell(at) for name, at in positions.items() if row.cell(at)})
        key, is_written = line[MATCH], any(line[name] for name in of_sheet)
        if key:
            lines[key].append(line)
            written |= {key} if is_written else set()
        elif is_written or line[DAY]:
            sentence = _("Enter the match ID here.")
            problems.append(build_problem(format_position(row.number, MATCH), "no-match", sentence))
    return MatchLines(
        {key: own for key, own in lines.items() if key in written}, len(lines) - len(written), problems
    )


def sort_problems(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Sort problems by row, with those of the whole file first."""
    return tuple(sorted(problems, key=lambda problem: (parse_position(problem.path) or (0, ""))[0]))


@dataclass(frozen=True)
class Table:
    """The table at which a match is played: its layout, and by seat the names of its player in a file.

    Problems give the first name of each seat. `deal` is the game's word for a deal. Not `by_deal`, the match has one
    row, in the game's short form.
    """

    layout: Layout
    players: Sequence[Sequence[str]]
    deal: str
    translate: Translate
    by_deal: bool = True


class ImportedMatch:
    """A match as read from its lines: its sheet, its day, if there is any, and the problems of the lines."""

    def __init__(self, table: Table, lines: Sequence[Line]) -> None:
        self.table, self.lines = table, lines
        self.sheet: JSON = {}
        self.day: date | None = None
        self.day_row = 0
        self.problems: list[Problem] = []
        columns = build_columns(table.layout, len(table.players), by_deal=table.by_deal)
        self._headings = {column.name for column in columns}
        self._columns = [column for column in columns if isinstance(column, FieldColumn)]
        self._parts: dict[str, Sequence[Line]] = {}  # the lines of the deals, and of each list beside them
        self._switched: dict[str, Line] = {}  # where switches of the match are first written
        self._unclear: set[str] = set()  # the positions of cells that are unclear
        for line in lines:
            self._check_columns(line)
            self._parse_day(line)
        self._check_players()
        self._parse_sheet()

    @property
    def first_row(self) -> int:
        return self.lines[0].number

    # --- where the problems are

    def locate_problem(self, problem: Problem) -> Problem | None:
        """Return a problem of the sheet at its row and column; None where it has been reported already."""
        _sheet, part, number, *parts = [*problem.path.split("."), "", ""]
        if part in self._switched:
            return replace(problem, path=format_position(self._switched[part].number, part))
        lines = self._parts.get(part, ())
        if not (number.isdecimal() and int(number) < len(lines)):
            follows = problem.code == "incomplete" and self.problems
            return None if follows else replace(problem, path=format_position(self.lines[-1].number))
        line = lines[int(number)]
        column = self._find_column("" if part == "deals" else part, list(filter(None, parts)), line)
        position = format_position(line.number, column)
        if position in self._unclear:
            return None
        if column and not line[column] and problem.code in TYPE_ERROR_CODES:
            return build_problem(position, "missing", NOTHING_WRITTEN)
        return replace(problem, path=position)

    def _find_column(self, of_list: str, parts: list[str], line: Line) -> str:
        """Return the heading of the value at a path of a deal or an item, or of the object that holds it; else "".

        Of several cells it is the last in which something is written.
        """
        columns = [column for column in self._columns if column.of_list == of_list and not column.of_match]
        while path := ".".join(parts):
            held = [column for column in columns if f"{column.path}.".startswith(f"{path}.")]
            exact = [column for column in held if column.path == path]
            if held:
                written = [column for column in held if line[column.name]]
                return (written or exact or held)[-1].name
            parts.pop()
        return ""

    def _report(self, line: Line, column: str, code: str, sentence: str, **values: int | str | Text) -> None:
        self.problems.append(build_problem(format_position(line.number, column), code, sentence, **values))

    # --- what stands beside the sheet

    def _check_columns(self, line: Line) -> None:
        """Report values in columns that tables of this size do not have."""
        seats = len(self.table.players)
        for name in line.texts:
            if name in self._headings:
                continue
            code, sentence = "not-here", _("Leave this empty: it is not used with {seats} players.")
            number = name.rpartition(" ")[2]
            if number.isdecimal() and int(number) > seats:
                code, sentence = "empty-seat", _("Leave this empty: this match has only {seats} players.")
            self._report(line, name, code, sentence, seats=seats)

    def _check_players(self) -> None:
        """Report players who are named but not seated, where they are first named."""
        for seat, names in enumerate(self.table.players):
            heading, known = format_player_heading(seat), {cells.fold_text(name) for name in names}
            first = {line[heading]: line for line in reversed(self.lines)}
            for text, line in first.items():
                if text and cells.fold_text(text) not in known:
                    sentence = _("{player} plays here, not {name}.")
                    self._report(line, heading, "no-player", sentence, name=text, player=names[0])

    def _parse_day(self, line: Line) -> None:
        if not line[DAY]:
            return
        try:
            day = parse_typed_day(line[DAY])
        except ValueError:
            self._report(line, DAY, "date", _("Write the date like 2026-01-31 or 31.1.2026."))
            return
        if self.day is None:
            self.day, self.day_row = day, line.number
        elif self.day != day:
            sentence = _("Row {row} has a different date for this match: {day}.")
            self._report(line, DAY, "other-day", sentence, row=self.day_row, day=self.day.isoformat())

    # --- the sheet

    def _parse_sheet(self) -> None:
        layout = self.table.layout
        self._parts["deals"] = self._order_deals() if self.table.by_deal else self._find_only_line()
        self.sheet["deals"] = [
            self._parse_deal(number, line) for number, line in enumerate(self._parts["deals"])
        ]
        for part in layout.lists:
            columns = [column for column in self._columns if column.of_list == part.key]
            lines = [line for line in self.lines if any(line[column.name] for column in columns)]
            if lines:
                self._parts[part.key] = lines
                self.sheet[part.key] = [self._parse_object(columns, line) for line in lines]
        for column in self._columns:
            if column.of_match and self._parse_switch(column):
                self.sheet[column.key] = True

    def _parse_switch(self, column: FieldColumn) -> bool:
        """Return whether a switch of the match is on; it may stand in any of its rows, or in several."""
        is_on = False
        for line in self.lines:
            value = self._parse_cell(column, line) if line[column.name] else None
            if not isinstance(value, bool):  # blank or unclear
                continue
            if column.name not in self._switched:
                self._switched[column.name], is_on = line, value
            elif value != is_on:
                sentence = _("Row {row} says otherwise for this match.")
                self._report(
                    line, column.name, "other-switch", sentence, row=self._switched[column.name].number
                )
        return is_on

    def _find_only_line(self) -> Sequence[Line]:
        """Return the line of a match in the short form; report each further one."""
        first, *others = self.lines
        for line in others:
            sentence = _("Row {row} has this match already. It has one row, with what it adds up to.")
            self._report(line, MATCH, "match-twice", sentence, row=first.number)
        return [first]

    def _order_deals(self) -> Sequence[Line]:
        """Return the lines of the deals by their numbers, which count from 1 without a gap."""
        of_deals = [column.name for column in self._columns if column.of_deal]
        deal = Text(self.table.deal)
        numbered: dict[int, Line] = {}
        for line in self.lines:
            if not any(line[name] for name in of_deals):
                continue
            try:
                number = cells.parse_deal_number(line[DEAL])
            except UnclearCellError as unclear:
                message = unclear.text if line[DEAL] else Text(NOTHING_WRITTEN)
                self.problems.append(Problem(format_position(line.number, DEAL), "deal", message))
                continue
            if (before := numbered.setdefault(number, line)) is not line:
                sentence = _("Row {row} already has {deal} {number}.")
                self._report(
                    line, DEAL, "deal-twice", sentence, deal=deal, number=str(number), row=before.number
                )
        for number, written in enumerate(sorted(numbered), 1):
            if number != written:
                sentence = _("Missing: {deal} {number}. Number them from 1 without gaps.")
                self._report(numbered[written], DEAL, "deal-missing", sentence, deal=deal, number=number)
                break
        return [numbered[number] for number in sorted(numbered)]

    def _parse_deal(self, number: int, line: Line) -> JSON:
        """Return a deal.

        Blank cells that this deal needs of each player are in it as missing values, so that the game reports them.
        """
        resting = self.table.layout.resting(number)
        of_deal = [column for column in self._columns if column.seat is None and column.of_deal]
        of_seats: dict[str, list[FieldColumn]] = defaultdict(list)
        for column in self._columns:
            if column.seat is not None:
                of_seats[column.key].append(column)
        deal = self._parse_object(of_deal, line)
        for key, columns in of_seats.items():
            written = [column.name for column in columns if line[column.name]]
            if key in deal and written:
                sentence = _("Fill in either this or the column {other}, not both.")
                self._report(line, written[-1], "written-twice", sentence, other=key)
            needed = any(self._is_asked_for(column.field, line, deal) for column in columns)
            if key in deal or not (written or needed):
                continue
            values = [
                self._parse_seat(
                    [column for column in columns if column.seat == seat], line, rests=seat in resting
                )
                for seat in range(len(self.table.players))
            ]
            if needed or any(value != {} for value in values):
                deal[key] = values
        return deal

    def _is_asked_for(self, needed: Field, line: Line, deal: JSON) -> bool:
        """Return whether a field is needed in this deal; False where the fields on which that depends are unclear."""
        if not needed.required:
            return False
        for condition in needed.given:
            if format_position(line.number, condition.key) in self._unclear:
                return False
            key, _dot, inner = condition.key.partition(".")
            value = deal.get(key, {}).get(inner, BLANK) if inner else deal.get(key, BLANK)
            if not condition.holds(tuple(value) if isinstance(value, list) else value):
                return False
        return True

    def _parse_seat(self, columns: Sequence[FieldColumn], line: Line, *, rests: bool) -> Any:
        """Return a player's item of one of a deal's lists: a value, or an object."""
        if columns[0].inner_key:
            return self._parse_object(columns, line) or (None if rests else {})
        text = line[columns[0].name]
        if rests and (not text or cells.is_dash(text)):
            return None
        return self._parse_cell(columns[0], line)

    def _parse_object(self, columns: Iterable[FieldColumn], line: Line) -> JSON:
        """Return the values of a row by their keys, without blank cells and switches that are off."""
        values: JSON = {}
        for column in columns:
            if not line[column.name] or (value := self._parse_cell(column, line)) is False:
                continue
            if column.inner_key and column.seat is None:
                values.setdefault(column.key, {})[column.inner_key] = value
            else:
                values[column.inner_key or column.key] = value
        return values

    def _parse_cell(self, column: FieldColumn, line: Line) -> Any:
        """Return the value of a cell; of an unclear cell its text, which the game refuses."""
        text = line[column.name]
        if not text:
            return _get_blank_value(column.field)
        try:
            return cells.parse_value(column.field, text, len(self.table.players), self.table.translate)
        except UnclearCellError as unclear:
            position = format_position(line.number, column.name)
            self._unclear.add(position)
            self.problems.append(Problem(position, "unclear", unclear.text))
            return text


def _get_blank_value(of: Field) -> Any:
    """Return the value of a blank cell in a list; for a required field, a value that every game refuses."""
    if of.kind == "switch":
        return False
    if of.several:
        return []
    return BLANK if of.required or of.out else None  # only a word stands for no player
