"""Build the score sheet of each match from the rows of a spreadsheet, and locate each part of it.

A row names its match by its id or by who sat there; a row that does neither belongs to the match of the row
above. Who sat there also gives the order of the seats: what is written of player 1 is theirs, wherever they
sit in the match. Rows in which nothing of a sheet is written are left out, so that a file can be prepared
before the match night. See docs/reference/commands.md, import_results: The file.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from games import Layout, Problem, Text
from games.problems import _
from league.rules.field_types import parse_day
from league.rules.validation import build_problem
from league.spreadsheets import cells
from league.spreadsheets.cells import SeatedTable, Translate
from league.spreadsheets.columns import (
    DAY,
    MATCH,
    Headings,
    build_all_columns,
    find_unnamed_columns,
    format_player_heading,
    parse_headings,
)
from league.spreadsheets.match_lookup import MatchLookup, MatchNotFoundError, SeasonMatch
from league.spreadsheets.reader import Row, format_position, parse_position
from league.spreadsheets.row_parser import DealLabels, ImportedMatch, MatchRow, RowParser


@dataclass(frozen=True)
class ImportContext:
    """What a file is read by.

    `layout` returns the layout of a table of that many seats, `deal` is the game's word for a deal, and
    `least` is the smallest table size in the season, `most` the largest that its options allow.
    """

    layout: Callable[[int], Layout]
    deal: str
    lookup: MatchLookup
    least: int
    most: int
    translate: Translate


@dataclass(frozen=True)
class ImportResult:
    """The content of a file; `left_out` is the number of matches of which nothing is written."""

    matches: tuple[ImportedMatch, ...]
    problems: tuple[Problem, ...]  # by row
    left_out: int


def read_matches(rows: Sequence[Row], context: ImportContext) -> ImportResult:
    """Return the matches of a file in the order in which they come; the first row holds the headings."""
    heading, *below = rows
    headings, problems = parse_headings(heading, context.layout, least=context.least, most=context.most)
    if problems:
        return ImportResult((), tuple(problems), 0)
    problems += find_unnamed_columns(below, heading)
    reader = _MatchReader(context, headings)
    imported_matches, left_out = reader.read_matches(below)
    problems += [
        *reader.problems,
        *(problem for imported in imported_matches for problem in imported.problems),
    ]
    return ImportResult(tuple(imported_matches), sort_problems(problems), left_out)


def sort_problems(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Sort problems by row, with those of the whole file first."""
    return tuple(sorted(problems, key=lambda problem: (parse_position(problem.path) or (0, ""))[0]))


class _MatchReader:
    def __init__(self, context: ImportContext, headings: Headings) -> None:
        self.context, self.get_text = context, headings.get_text
        self.words = DealLabels(Text(context.deal), context.translate)
        self.problems: list[Problem] = []
        columns = build_all_columns(context.layout, range(context.least, context.most + 1))
        self.written = tuple(column for column in columns if column.field)

    def read_matches(self, rows: Sequence[Row]) -> tuple[list[ImportedMatch], int]:
        """Return the matches, and the number of matches of which nothing is written."""
        imported_matches: dict[SeasonMatch, ImportedMatch] = {}
        match_rows: dict[SeasonMatch, list[MatchRow]] = defaultdict(list)
        left_out = 0
        for group in self._group_rows(rows):
            used = [row for row in group if any(self.get_text(row, column.name) for column in self.written)]
            if not used:
                left_out += 1
                continue
            days = list(self._parse_days(group))
            try:
                fixture, table = self._find_match(group[0], [day for _row, day in days])
            except MatchNotFoundError as error:
                for problem in error.lookup_problems:
                    self.problems.append(
                        Problem(format_position(group[0].number, problem.column), problem.code, problem.text)
                    )
                continue
            imported = imported_matches.setdefault(fixture, ImportedMatch(fixture, first_row=used[0].number))
            self._set_day(imported, days)
            match_rows[fixture] += [MatchRow(row, table) for row in used]
        for fixture, imported in imported_matches.items():
            layout, labels = self.context.layout(len(fixture.seats)), self.words
            parser = RowParser(imported, layout, labels, self.get_text, self.written)
            parser.parse_rows(sorted(match_rows[fixture], key=lambda match_row: match_row.row.number))
        return list(imported_matches.values()), left_out

    # --- which match

    def _group_rows(self, rows: Sequence[Row]) -> Iterable[list[Row]]:
        """Group rows that name the same match in the same way, each with those below it that name none."""
        groups: dict[tuple[str, ...], list[Row]] = {}
        group: list[Row] | None = None
        for row in rows:
            names = (self.get_text(row, MATCH), *map(cells.fold_text, self._list_players(row)))
            if any(names):
                group = groups.setdefault(names, [])
            if group is None:
                sentence = _("Say which match this is: write its id, or who sat there.")
                self.problems.append(build_problem(format_position(row.number), "no-match", sentence))
            else:
                group.append(row)
        return groups.values()

    def _list_players(self, row: Row) -> list[str]:
        """Return the players of a row as they are written, up to the last one."""
        players = [self.get_text(row, format_player_heading(seat)) for seat in range(self.context.most)]
        while players and not players[-1]:
            players.pop()
        return players

    def _find_match(self, naming: Row, days: Sequence[date]) -> tuple[SeasonMatch, SeatedTable]:
        day = days[0] if days else None
        return self.context.lookup.find(self.get_text(naming, MATCH), self._list_players(naming), day)

    def _parse_days(self, rows: Iterable[Row]) -> Iterator[tuple[int, date]]:
        """Yield the number of each row that has a day, and the day."""
        for row in rows:
            try:
                if text := self.get_text(row, DAY):
                    yield row.number, parse_day(text)
            except ValueError:
                sentence = _("A date is written like 2026-01-31.")
                self.problems.append(build_problem(format_position(row.number, DAY), "date", sentence))

    def _set_day(self, imported: ImportedMatch, days: Iterable[tuple[int, date]]) -> None:
        for row, day in days:
            if imported.day is None:
                imported.day, imported.day_row = day, row
            elif imported.day != day:
                sentence = _("Row {row} says {day} for the same match.")
                imported.problems.append(
                    build_problem(
                        format_position(row, DAY),
                        "other-day",
                        sentence,
                        row=imported.day_row,
                        day=imported.day.isoformat(),
                    )
                )
