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
from league.rules import cells
from league.rules.cells import Table, Translate
from league.rules.check import problem
from league.rules.columns import DAY, MATCH, Heads, all_columns, heads, nameless, player
from league.rules.filling import Filler, Line, Words
from league.rules.slip import Slip
from league.rules.spreadsheet import Row, place, placed
from league.rules.texts import read_day
from league.rules.which_match import Fixture, Fixtures, NoSuchMatch


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


class _Reader:
    def __init__(self, known: Known, heads: Heads) -> None:
        self.known, self.text = known, heads.text
        self.words = Words(Text(known.deal), known.translate)
        self.problems: list[Problem] = []
        there = all_columns(known.layout, range(known.least, known.most + 1))
        self.written = tuple(column for column in there if column.field)

    def slips(self, rows: Sequence[Row]) -> tuple[list[Slip], int]:
        """And the number of matches of which nothing is written."""
        slips: dict[Fixture, Slip] = {}
        lines: dict[Fixture, list[Line]] = defaultdict(list)
        left_out = 0
        for group in self._groups(rows):
            used = [row for row in group if any(self.text(row, column.name) for column in self.written)]
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
            lines[fixture] += [Line(row, table) for row in used]
        for fixture, slip in slips.items():
            layout, words = self.known.layout(len(fixture.seats)), self.words
            filler = Filler(slip, layout, words, self.text, self.written)
            filler.fill(sorted(lines[fixture], key=lambda line: line.row.number))
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
