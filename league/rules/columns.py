"""The columns of a night's results in a spreadsheet, from a game's layout: one row a deal. No game is known here.

First who met and which deal it is, then seat by seat what every deal has, then what only some have, then what may be
left out; each list beside the deals has columns of its own. Seats and deals count from 1.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games import Field, Layout, Problem
from games.problems import _
from league.rules.check import problem
from league.rules.spreadsheet import Row, letters, place

MATCH, DAY, DEAL = "match", "played_on", "deal"
NEEDED, AT_TIMES, OPTIONAL = "needed", "at times", "optional"
BETWEEN = re.compile(r"[\s._-]+")  # what may be written in a heading like this, or like that


@dataclass(frozen=True)
class Column:
    """`name` stands above it. With a `field` it holds what was written down: of a `seat`, from 0, of the deal, or
    `of_list` beside the deals. A seat without a field is who sat there."""

    name: str
    field: Field | None = None
    seat: int | None = None
    of_list: bool = False


def player(seat: int) -> str:
    """The heading of who sat there."""
    return f"player {seat + 1}"


def of_seat(field: Field, seat: int) -> str:
    return f"{field.key} {seat + 1}"


def of_list(key: str, field: Field) -> str:
    return f"{key} {field.key}"


def columns(layout: Layout, seats: int) -> tuple[Column, ...]:
    """All of them, for tables of that many."""
    return tuple(_columns(layout, seats))


def _columns(layout: Layout, seats: int) -> Iterator[Column]:
    per_seat, per_deal = (_by_rank(fields) for fields in (layout.per_seat, layout.per_deal))
    yield from (Column(name) for name in (MATCH, DAY, DEAL))
    for seat in range(seats):
        yield Column(player(seat), seat=seat)
        yield from _of_seat(per_seat[NEEDED], seat)
    yield from _of_deal(per_deal[NEEDED])
    yield from _of_deal(per_deal[AT_TIMES])
    for rank in (AT_TIMES, OPTIONAL):
        for seat in range(seats):
            yield from _of_seat(per_seat[rank], seat)
    yield from _of_deal(per_deal[OPTIONAL])
    for part in layout.lists:
        yield from (Column(of_list(part.key, field), field, of_list=True) for field in part.fields)


def _by_rank(fields: Iterable[Field]) -> Mapping[str, Sequence[Field]]:
    """Those that every deal has, those that some have, and those that may be left out."""
    ranks: dict[str, list[Field]] = {NEEDED: [], AT_TIMES: [], OPTIONAL: []}
    for field in fields:
        ranks[NEEDED if field.is_needed else AT_TIMES if field.in_front else OPTIONAL].append(field)
    return ranks


def _of_seat(fields: Iterable[Field], seat: int) -> Iterator[Column]:
    return (Column(of_seat(field, seat), field, seat) for field in fields)


def _of_deal(fields: Iterable[Field]) -> Iterator[Column]:
    return (Column(field.key, field) for field in fields)


def all_columns(layout: Callable[[int], Layout], sizes: Iterable[int]) -> tuple[Column, ...]:
    """Those of tables of several sizes, each name once."""
    found = {column.name: column for seats in sizes for column in columns(layout(seats), seats)}
    return tuple(found.values())


# --- the row of headings


@dataclass(frozen=True)
class Heads:
    """In which column of a file each heading stands, from 0."""

    where: Mapping[str, int]

    def text(self, row: Row, name: str) -> str:
        """What a row says below a heading; nothing where the file has no such column."""
        return row.cell(self.where[name]) if name in self.where else ""


def heads(row: Row, layout: Callable[[int], Layout], *, least: int, most: int) -> tuple[Heads, list[Problem]]:
    """The headings that a row holds, and what is wrong with them. A file needs what tables of the `least` need, and
    may have what those of the `most` have."""
    there = all_columns(layout, range(least, most + 1))
    known = {_folded(column.name): column.name for column in there}
    where: dict[str, int] = {}
    problems = []
    for number, written in enumerate(row.cells):
        name = known.get(_folded(written))
        if not written:
            continue
        if name is None:
            problems.append(_wrong(row, "unknown-heading", _("Unknown heading: {name}."), name=written))
        elif name in where:
            problems.append(
                _wrong(row, "heading-twice", _("The heading {name} stands here twice."), name=name)
            )
        else:
            where[name] = number
    if not where:
        names = ", ".join(column.name for column in columns(layout(least), least) if _is_needed(column))
        return Heads({}), [
            _wrong(row, "no-headings", _("The first row holds the headings: {names}."), names=names)
        ]
    return Heads(where), [*problems, *_missing(row, where, layout(least), least)]


def nameless(rows: Iterable[Row], heading: Row) -> Iterator[Problem]:
    """Something is written in a column that has no heading: told once for each."""
    told = set()
    for row in rows:
        for number, text in enumerate(row.cells):
            if text and not heading.cell(number) and number not in told:
                told.add(number)
                sentence = _("Something is written here, but column {column} has no heading.")
                yield problem(place(row.number), "no-heading", sentence, column=letters(number))


def _missing(row: Row, where: Mapping[str, int], layout: Layout, least: int) -> Iterator[Problem]:
    for column in columns(layout, least):
        who = column.field is None and column.name != DEAL
        if _is_needed(column) and column.name not in where and not (who and MATCH in where):
            yield _wrong(row, "no-column", _("The column {name} is missing."), name=column.name)


def _is_needed(column: Column) -> bool:
    """Players are where no match is named; the match never is."""
    if column.field is None:
        return column.name not in (MATCH, DAY)
    return column.field.is_needed and not column.of_list


def _wrong(row: Row, code: str, sentence: str, **values: str) -> Problem:
    return problem(place(row.number), code, sentence, **values)


def _folded(heading: str) -> str:
    return BETWEEN.sub("", heading.casefold())
