"""The columns of a spreadsheet of results, from the layout of any game: a row for each deal.

The columns of the match and the deal come first; then, seat by seat, the fields that every deal has; then
those that only some deals have, and those that are optional. Each list beside the deals has columns of its
own, and each switch of the match has one. Seats and deals count from 1.

See docs/reference/commands.md, import_results: The file.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from games import Field, Layout, Problem
from games.problems import _
from league.rules.validation import build_problem
from league.spreadsheets.reader import Row, format_column, format_position

MATCH, DAY, DEAL = "match", "played_on", "deal"


class Need(Enum):
    """In which deals a field has to be written."""

    ALWAYS, AT_TIMES, NEVER = range(3)


@dataclass(frozen=True)
class Column:
    """A column with its heading, `name`."""

    name: str
    is_required: bool = False


@dataclass(frozen=True, kw_only=True)
class FieldColumn(Column):
    """A column of a field: of a `seat`, counted from 0, of the deal, of the list `of_list`, or of the match."""

    field: Field
    seat: int | None = None
    of_list: str = ""
    of_match: bool = False

    @property
    def of_deal(self) -> bool:
        """Return whether the column's values are those of a deal, or of a seat in it."""
        return not (self.of_list or self.of_match)

    @property
    def key(self) -> str:
        """Return the key of the deal, or of the item of a list, below which the column's values stand."""
        return self.field.key.partition(".")[0]

    @property
    def inner_key(self) -> str:
        """Return the key within the value there, if that is an object."""
        return self.field.key.partition(".")[2]

    @property
    def path(self) -> str:
        """Return where on a deal, or on the item of a list, the column's values stand."""
        seat = "" if self.seat is None else str(self.seat)
        return ".".join(part for part in (self.key, seat, self.inner_key) if part)


def format_player_heading(seat: int) -> str:
    """Return the heading of the column with the name of the seat's player."""
    return f"player {seat + 1}"


def build_columns(layout: Layout, seats: int, *, by_deal: bool = True) -> tuple[Column, ...]:
    """Return all columns for tables of that many seats; not `by_deal` where a match is one row, in the short form."""
    columns = [Column(MATCH, is_required=True), Column(DAY)]
    columns += [Column(DEAL, is_required=True)] if by_deal else []
    for seat in range(seats):
        columns += [Column(format_player_heading(seat)), *_build_seat_columns(layout, seat, Need.ALWAYS)]
    columns += _build_deal_columns(layout, Need.ALWAYS)
    columns += _build_deal_columns(layout, Need.AT_TIMES)
    for need in (Need.AT_TIMES, Need.NEVER):
        for seat in range(seats):
            columns += _build_seat_columns(layout, seat, need)
    columns += _build_deal_columns(layout, Need.NEVER)
    for part in layout.lists:
        for field in part.fields:
            columns.append(FieldColumn(f"{part.key} {field.key}", field=field, of_list=part.key))
    columns += [FieldColumn(switch.key, field=switch, of_match=True) for switch in layout.switches]
    return tuple(columns)


def _build_seat_columns(layout: Layout, seat: int, need: Need) -> Iterator[Column]:
    for field in layout.per_seat:
        if _get_need(field) is need:
            yield FieldColumn(f"{field.key} {seat + 1}", need is Need.ALWAYS, field=field, seat=seat)


def _build_deal_columns(layout: Layout, need: Need) -> Iterator[Column]:
    for field in layout.per_deal:
        if _get_need(field) is need:
            yield FieldColumn(field.key, need is Need.ALWAYS, field=field)


def _get_need(field: Field) -> Need:
    if field.is_needed:
        return Need.ALWAYS
    return Need.AT_TIMES if field.in_front else Need.NEVER


def build_all_columns(
    layout: Callable[[int], Layout], sizes: Iterable[int], *, by_deal: bool = True
) -> tuple[Column, ...]:
    """Return the columns for tables of several sizes, each name once; those of the largest tables come first."""
    columns: dict[str, Column] = {}
    for seats in sorted(sizes, reverse=True):
        for column in build_columns(layout(seats), seats, by_deal=by_deal):
            columns.setdefault(column.name, column)
    return tuple(columns.values())


# --- the row of headings


def has_headings_of(heading: Row, columns: Iterable[Column], others: Iterable[Column]) -> bool:
    """Return whether a file has a heading of one of these columns that none of the others has."""
    own = {column.name.casefold() for column in columns} - {column.name.casefold() for column in others}
    return any(text.casefold() in own for text in heading.cells)


def parse_headings(
    row: Row, columns: Iterable[Column], required: Iterable[Column]
) -> tuple[Mapping[str, int], Sequence[Problem]]:
    """Return the position of each column in a file with these headings, and the problems of the headings.

    Headings may stand in any order, and in capitals. Positions count from 0.
    """
    known = {column.name.casefold(): column.name for column in columns}
    positions: dict[str, int] = {}
    problems = []
    for number, heading in enumerate(row.cells):
        name = known.get(heading.casefold())
        if name is None and heading:
            sentence = _("Unknown heading: {name}. Correct it or delete the column.")
            problems.append(_build_heading_problem(row, "unknown-heading", sentence, name=heading))
        elif name in positions:
            sentence = _("The heading {name} is used twice.")
            problems.append(_build_heading_problem(row, "heading-twice", sentence, name=name))
        elif name:
            positions[name] = number
    names = [column.name for column in required]
    if not positions:
        sentence = _("The first row must have the headings: {names}.")
        return {}, [_build_heading_problem(row, "no-headings", sentence, names=", ".join(names))]
    sentence = _("The column {name} is missing.")
    missing = (name for name in names if name not in positions)
    problems += [_build_heading_problem(row, "no-column", sentence, name=name) for name in missing]
    return positions, problems


def _build_heading_problem(row: Row, code: str, sentence: str, **values: str) -> Problem:
    return build_problem(format_position(row.number), code, sentence, **values)


def find_unnamed_columns(rows: Iterable[Row], heading: Row) -> Iterator[Problem]:
    """Yield a problem for each column that has cells filled in but no heading."""
    reported = set()
    for row in rows:
        for number, text in enumerate(row.cells):
            if text and not heading.cell(number) and number not in reported:
                reported.add(number)
                sentence = _("Column {column} has entries but no heading.")
                yield build_problem(
                    format_position(row.number), "no-heading", sentence, column=format_column(number)
                )
