"""A night's results, put together from the rows of a spreadsheet: of each match its sheet, and where in the file every
part of it stands.

A row says which match it belongs to by its id, by who sat there, or by nothing: then it belongs to the match of the row
above. Who sat there also says in which order: what is written of player 1 is theirs, wherever they sit in the match.
Rows in which nothing of a sheet is written are left out, so that a file can be made ready before the night.
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
    """What a file is read by. `layout` is that of a table of so many, `deal` the game's word for one; `least` and
    `most` are the sizes of the tables there are."""

    layout: Callable[[int], Layout]
    deal: str
    lookup: MatchLookup
    least: int
    most: int
    translate: Translate


@dataclass(frozen=True)
class ImportResult:
    """A file, read: `left_out` is the number of matches of which nothing is written."""

    matches: tuple[ImportedMatch, ...]
    problems: tuple[Problem, ...]  # by row
    left_out: int


def read_matches(rows: Sequence[Row], context: ImportContext) -> ImportResult:
    """The slips of a file, in the order in which their matches come; the first row holds the headings."""
    heading, *below = rows
    found, problems = parse_headings(heading, context.layout, least=context.least, most=context.most)
    if problems:
        return ImportResult((), tuple(problems), 0)
    problems += find_unnamed_columns(below, heading)
    reader = _MatchReader(context, found)
    slips, left_out = reader.read_matches(below)
    problems += [*reader.problems, *(one for slip in slips for one in slip.problems)]
    return ImportResult(tuple(slips), sort_problems(problems), left_out)


def sort_problems(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """By row; first what is about none."""
    return tuple(sorted(problems, key=lambda one: (parse_position(one.path) or (0, ""))[0]))


class _MatchReader:
    def __init__(self, context: ImportContext, headings: Headings) -> None:
        self.context, self.get_text = context, headings.get_text
        self.words = DealLabels(Text(context.deal), context.translate)
        self.problems: list[Problem] = []
        there = build_all_columns(context.layout, range(context.least, context.most + 1))
        self.written = tuple(column for column in there if column.field)

    def read_matches(self, rows: Sequence[Row]) -> tuple[list[ImportedMatch], int]:
        """And the number of matches of which nothing is written."""
        slips: dict[SeasonMatch, ImportedMatch] = {}
        lines: dict[SeasonMatch, list[MatchRow]] = defaultdict(list)
        left_out = 0
        for group in self._group_rows(rows):
            used = [row for row in group if any(self.get_text(row, column.name) for column in self.written)]
            if not used:
                left_out += 1
                continue
            days = list(self._parse_days(group))
            try:
                fixture, table = self._find_match(group[0], [day for _row, day in days])
            except MatchNotFoundError as no_match:
                for wrong in no_match.lookup_problems:
                    self.problems.append(
                        Problem(format_position(group[0].number, wrong.column), wrong.code, wrong.text)
                    )
                continue
            slip = slips.setdefault(fixture, ImportedMatch(fixture, first_row=used[0].number))
            self._set_day(slip, days)
            lines[fixture] += [MatchRow(row, table) for row in used]
        for fixture, slip in slips.items():
            layout, words = self.context.layout(len(fixture.seats)), self.words
            filler = RowParser(slip, layout, words, self.get_text, self.written)
            filler.parse_rows(sorted(lines[fixture], key=lambda line: line.row.number))
        return list(slips.values()), left_out

    # --- which match

    def _group_rows(self, rows: Sequence[Row]) -> Iterable[list[Row]]:
        """Rows that name the same match in the same way, each with those below it that name none."""
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
        """As they are written, up to the last."""
        players = [self.get_text(row, format_player_heading(seat)) for seat in range(self.context.most)]
        while players and not players[-1]:
            players.pop()
        return players

    def _find_match(self, naming: Row, days: Sequence[date]) -> tuple[SeasonMatch, SeatedTable]:
        day = days[0] if days else None
        return self.context.lookup.find(self.get_text(naming, MATCH), self._list_players(naming), day)

    def _parse_days(self, rows: Iterable[Row]) -> Iterator[tuple[int, date]]:
        """The days that rows say, by their numbers."""
        for row in rows:
            try:
                if text := self.get_text(row, DAY):
                    yield row.number, parse_day(text)
            except ValueError:
                sentence = _("A date is written like 2026-01-31.")
                self.problems.append(build_problem(format_position(row.number, DAY), "date", sentence))

    def _set_day(self, slip: ImportedMatch, days: Iterable[tuple[int, date]]) -> None:
        for row, day in days:
            if slip.day is None:
                slip.day, slip.day_row = day, row
            elif slip.day != day:
                sentence = _("Row {row} says {day} for the same match.")
                slip.problems.append(
                    build_problem(
                        format_position(row, DAY),
                        "other-day",
                        sentence,
                        row=slip.day_row,
                        day=slip.day.isoformat(),
                    )
                )
