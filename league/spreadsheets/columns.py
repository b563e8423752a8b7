"""The columns of a spreadsheet of results, from the layout of any game: one row for each deal.

The columns of the match and the deal come first; then, seat by seat, the fields that every deal has; then
those that only some deals have, and those that are optional. Each list beside the deals has columns of its
own. Seats and deals count from 1. See docs/reference/commands.md, import_results: The file.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games import Field, Layout, Problem
from games.problems import _
from league.rules.validation import build_problem
from league.spreadsheets.reader import Row, format_column, format_position

MATCH, DAY, DEAL = "match", "played_on", "deal"
REQUIRED, CONDITIONAL, OPTIONAL = "needed", "at times", "optional"
HEADING_SEPARATORS = re.compile(r"[\s._-]+")  # in a heading they do not matter


@dataclass(frozen=True)
class Column:
    """A column with its heading, `name`.

    With a `field` it holds a field of the sheet: of a `seat`, counted from 0, of the deal, or of a list
    beside the deals (`is_of_list`). A column with a seat but no field says who sat there.
    """

    name: str
    field: Field | None = None
    seat: int | None = None
    is_of_list: bool = False


def format_player_heading(seat: int) -> str:
    """Return the heading of the column that says who sat there."""
    return f"player {seat + 1}"


def format_seat_heading(field: Field, seat: int) -> str:
    return f"{field.key} {seat + 1}"


def format_list_heading(key: str, field: Field) -> str:
    return f"{key} {field.key}"


def build_columns(layout: Layout, seats: int) -> tuple[Column, ...]:
    """Return all columns for tables of that many seats."""
    return tuple(_iterate_columns(layout, seats))


def _iterate_columns(layout: Layout, seats: int) -> Iterator[Column]:
    per_seat, per_deal = (_group_by_need(fields) for fields in (layout.per_seat, layout.per_deal))
    yield from (Column(name) for name in (MATCH, DAY, DEAL))
    for seat in range(seats):
        yield Column(format_player_heading(seat), seat=seat)
        yield from _build_seat_columns(per_seat[REQUIRED], seat)
    yield from _build_deal_columns(per_deal[REQUIRED])
    yield from _build_deal_columns(per_deal[CONDITIONAL])
    for rank in (CONDITIONAL, OPTIONAL):
        for seat in range(seats):
            yield from _build_seat_columns(per_seat[rank], seat)
    yield from _build_deal_columns(per_deal[OPTIONAL])
    for part in layout.lists:
        yield from (
            Column(format_list_heading(part.key, field), field, is_of_list=True) for field in part.fields
        )


def _group_by_need(fields: Iterable[Field]) -> Mapping[str, Sequence[Field]]:
    """Group fields into those that every deal has, those that some deals have, and optional ones."""
    ranks: dict[str, list[Field]] = {REQUIRED: [], CONDITIONAL: [], OPTIONAL: []}
    for field in fields:
        ranks[REQUIRED if field.is_needed else CONDITIONAL if field.in_front else OPTIONAL].append(field)
    return ranks


def _build_seat_columns(fields: Iterable[Field], seat: int) -> Iterator[Column]:
    return (Column(format_seat_heading(field, seat), field, seat) for field in fields)


def _build_deal_columns(fields: Iterable[Field]) -> Iterator[Column]:
    return (Column(field.key, field) for field in fields)


def build_all_columns(layout: Callable[[int], Layout], sizes: Iterable[int]) -> tuple[Column, ...]:
    """Return the columns for tables of several sizes, each name once."""
    columns = {column.name: column for seats in sizes for column in build_columns(layout(seats), seats)}
    return tuple(columns.values())


# --- the row of headings


@dataclass(frozen=True)
class Headings:
    """The position of each heading in the columns of a file, counted from 0."""

    positions: Mapping[str, int]

    def get_text(self, row: Row, name: str) -> str:
        """Return the text of a row below a heading; empty where the file has no such column."""
        return row.cell(self.positions[name]) if name in self.positions else ""


def parse_headings(
    row: Row, layout: Callable[[int], Layout], *, least: int, most: int
) -> tuple[Headings, list[Problem]]:
    """Return the headings of a row, and what is wrong with them.

    A file needs the columns that tables of `least` seats need, and may have those of tables of up to `most`
    seats.
    """
    columns = build_all_columns(layout, range(least, most + 1))
    known = {_fold_heading(column.name): column.name for column in columns}
    positions: dict[str, int] = {}
    problems = []
    for number, written in enumerate(row.cells):
        name = known.get(_fold_heading(written))
        if not written:
            continue
        if name is None:
            problems.append(
                _build_heading_problem(row, "unknown-heading", _("Unknown heading: {name}."), name=written)
            )
        elif name in positions:
            problems.append(
                _build_heading_problem(
                    row, "heading-twice", _("The heading {name} stands here twice."), name=name
                )
            )
        else:
            positions[name] = number
    if not positions:
        names = ", ".join(
            column.name for column in build_columns(layout(least), least) if _is_required(column)
        )
        return Headings({}), [
            _build_heading_problem(
                row, "no-headings", _("The first row holds the headings: {names}."), names=names
            )
        ]
    return Headings(positions), [*problems, *_find_missing(row, positions, layout(least), least)]


def find_unnamed_columns(rows: Iterable[Row], heading: Row) -> Iterator[Problem]:
    """Yield one problem for each column that holds something but has no heading."""
    reported = set()
    for row in rows:
        for number, text in enumerate(row.cells):
            if text and not heading.cell(number) and number not in reported:
                reported.add(number)
                sentence = _("Something is written here, but column {column} has no heading.")
                yield build_problem(
                    format_position(row.number), "no-heading", sentence, column=format_column(number)
                )


def _find_missing(row: Row, positions: Mapping[str, int], layout: Layout, least: int) -> Iterator[Problem]:
    for column in build_columns(layout, least):
        is_player = column.field is None and column.name != DEAL
        if _is_required(column) and column.name not in positions and not (is_player and MATCH in positions):
            yield _build_heading_problem(
                row, "no-column", _("The column {name} is missing."), name=column.name
            )


def _is_required(column: Column) -> bool:
    """Return whether a file needs the column.

    The columns of players are, unless the file has one of matches (`_find_missing`); the latter never is.
    """
    if column.field is None:
        return column.name not in (MATCH, DAY)
    return column.field.is_needed and not column.is_of_list


def _build_heading_problem(row: Row, code: str, sentence: str, **values: str) -> Problem:
    return build_problem(format_position(row.number), code, sentence, **values)


def _fold_heading(heading: str) -> str:
    return HEADING_SEPARATORS.sub("", heading.casefold())
