"""The columns of a night's results in a spreadsheet, from a game's layout: one row a deal. No game is known here.

First who met and which deal it is, then seat by seat what every deal has, then what only some have, then what may be
left out; each list beside the deals has columns of its own. Seats and deals count from 1.
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
HEADING_SEPARATORS = re.compile(r"[\s._-]+")  # what may be written in a heading like this, or like that


@dataclass(frozen=True)
class Column:
    """`name` stands above it. With a `field` it holds what was written down: of a `seat`, from 0, of the deal, or
    `of_list` beside the deals. A seat without a field is who sat there."""

    name: str
    field: Field | None = None
    seat: int | None = None
    is_of_list: bool = False


def format_player_heading(seat: int) -> str:
    """The heading of who sat there."""
    return f"player {seat + 1}"


def format_seat_heading(field: Field, seat: int) -> str:
    return f"{field.key} {seat + 1}"


def format_list_heading(key: str, field: Field) -> str:
    return f"{key} {field.key}"


def build_columns(layout: Layout, seats: int) -> tuple[Column, ...]:
    """All of them, for tables of that many."""
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
    """Those that every deal has, those that some have, and those that may be left out."""
    ranks: dict[str, list[Field]] = {REQUIRED: [], CONDITIONAL: [], OPTIONAL: []}
    for field in fields:
        ranks[REQUIRED if field.is_needed else CONDITIONAL if field.in_front else OPTIONAL].append(field)
    return ranks


def _build_seat_columns(fields: Iterable[Field], seat: int) -> Iterator[Column]:
    return (Column(format_seat_heading(field, seat), field, seat) for field in fields)


def _build_deal_columns(fields: Iterable[Field]) -> Iterator[Column]:
    return (Column(field.key, field) for field in fields)


def build_all_columns(layout: Callable[[int], Layout], sizes: Iterable[int]) -> tuple[Column, ...]:
    """Those of tables of several sizes, each name once."""
    found = {column.name: column for seats in sizes for column in build_columns(layout(seats), seats)}
    return tuple(found.values())


# --- the row of headings


@dataclass(frozen=True)
class Headings:
    """In which column of a file each heading stands, from 0."""

    positions: Mapping[str, int]

    def get_text(self, row: Row, name: str) -> str:
        """What a row says below a heading; nothing where the file has no such column."""
        return row.cell(self.positions[name]) if name in self.positions else ""


def parse_headings(
    row: Row, layout: Callable[[int], Layout], *, least: int, most: int
) -> tuple[Headings, list[Problem]]:
    """The headings that a row holds, and what is wrong with them. A file needs what tables of the `least` need, and
    may have what those of the `most` have."""
    there = build_all_columns(layout, range(least, most + 1))
    known = {_fold_heading(column.name): column.name for column in there}
    where: dict[str, int] = {}
    problems = []
    for number, written in enumerate(row.cells):
        name = known.get(_fold_heading(written))
        if not written:
            continue
        if name is None:
            problems.append(
                _build_heading_problem(row, "unknown-heading", _("Unknown heading: {name}."), name=written)
            )
        elif name in where:
            problems.append(
                _build_heading_problem(
                    row, "heading-twice", _("The heading {name} stands here twice."), name=name
                )
            )
        else:
            where[name] = number
    if not where:
        names = ", ".join(
            column.name for column in build_columns(layout(least), least) if _is_required(column)
        )
        return Headings({}), [
            _build_heading_problem(
                row, "no-headings", _("The first row holds the headings: {names}."), names=names
            )
        ]
    return Headings(where), [*problems, *_find_missing(row, where, layout(least), least)]


def find_unnamed_columns(rows: Iterable[Row], heading: Row) -> Iterator[Problem]:
    """Something is written in a column that has no heading: told once for each."""
    told = set()
    for row in rows:
        for number, text in enumerate(row.cells):
            if text and not heading.cell(number) and number not in told:
                told.add(number)
                sentence = _("Something is written here, but column {column} has no heading.")
                yield build_problem(
                    format_position(row.number), "no-heading", sentence, column=format_column(number)
                )


def _find_missing(row: Row, where: Mapping[str, int], layout: Layout, least: int) -> Iterator[Problem]:
    for column in build_columns(layout, least):
        who = column.field is None and column.name != DEAL
        if _is_required(column) and column.name not in where and not (who and MATCH in where):
            yield _build_heading_problem(
                row, "no-column", _("The column {name} is missing."), name=column.name
            )


def _is_required(column: Column) -> bool:
    """Players are where no match is named; the match never is."""
    if column.field is None:
        return column.name not in (MATCH, DAY)
    return column.field.is_needed and not column.is_of_list


def _build_heading_problem(row: Row, code: str, sentence: str, **values: str) -> Problem:
    return build_problem(format_position(row.number), code, sentence, **values)


def _fold_heading(heading: str) -> str:
    return HEADING_SEPARATORS.sub("", heading.casefold())
