"""A sheet laid out in cells, as its game's layout says: what both the entry form and the match page show.

No game is known here. `typed` holds what stands in each cell, by the cell's name: what somebody has typed, or what
a kept sheet says (`typed_of`). `laying_out` makes cells of it; `sheet_of` makes a sheet of them again.
"""

import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.utils.translation import gettext

from games import Field, Layout, Score
from league.queries.pages.cell import Cell, out_text
from league.queries.pages.given import ON
from league.queries.pages.saying import Said, Saying
from league.rules.snapshot import JSON, Settings
from league.rules.standings.totals import PAIR_SIZE

Typed = Mapping[str, str]

# --- lines and columns


@dataclass(frozen=True)
class Group:
    """The cells in front of one seat in one deal, with its score; or those of the deal itself, where `seat` is None.
    A seat that `rests` has none."""

    name: str  # of the place where the score is shown
    seat: int | None
    who: str
    cells: tuple[Cell, ...]
    score: str
    rests: bool = False


@dataclass(frozen=True)
class Line:
    """One deal, or one line of a list beside the deals."""

    number: int  # from 1
    label: str
    path: str
    groups: tuple[Group, ...]
    more: tuple[Cell, ...]  # what may be left out, and does not stand in front
    said: Saying
    more_said: Saying
    note: str = ""

    @property
    def index(self) -> int:
        return self.number - 1

    @property
    def cells(self) -> tuple[Cell, ...]:
        return (*(cell for group in self.groups for cell in group.cells), *self.more)

    @property
    def blank(self) -> bool:
        return all(cell.blank for cell in self.cells)

    @property
    def filled(self) -> bool:
        """Whether all that is needed is written."""
        return not self.blank and not any(cell.wanted for cell in self.cells)

    @property
    def folds(self) -> bool:
        """Whether a telephone may show one line of it: it is done, and nothing is said of it."""
        return self.filled and not (self.said.problems or self.more_said.problems)

    @property
    def summary(self) -> Iterator[tuple[Cell, ...]]:
        """What that line says: what is written of the deal one by one, and of each seat together."""
        for group in self.groups:
            cells = tuple(cell for cell in group.cells if cell.applies and not cell.blank)
            if group.seat is None:
                yield from ((cell,) for cell in cells)
            elif cells:
                yield cells

    @property
    def seats(self) -> tuple[Group, ...]:
        return tuple(group for group in self.groups if group.seat is not None)

    @property
    def of_the_deal(self) -> tuple[Cell, ...]:
        return tuple(cell for group in self.groups if group.seat is None for cell in group.cells)

    @property
    def resting(self) -> tuple[str, ...]:
        """Who sits the deal out."""
        return tuple(group.who for group in self.seats if group.rests)

    @property
    def more_groups(self) -> Iterator[Group]:
        """What may be left out, of the deal and seat by seat."""
        for group in (Group("", None, "", (), ""), *self.seats):
            if cells := tuple(cell for cell in self.more if cell.seat == group.seat):
                yield dataclasses.replace(group, cells=cells)

    @property
    def written(self) -> Iterator[Group]:
        """What is worth reading of it all, of the deal and seat by seat."""
        for group in (Group("", None, "", (), ""), *self.seats):
            cells = (cell for cell in self.cells if cell.seat == group.seat)
            if worth := tuple(cell for cell in cells if cell.marked or not cell.blank):
                yield dataclasses.replace(group, cells=worth)

    @property
    def noted(self) -> tuple[Cell, ...]:
        """What is worth showing of what may be left out."""
        return tuple(cell for cell in self.more if cell.marked or not cell.blank)


@dataclass(frozen=True)
class Head:
    """What stands above a group's column: whose it is, and its cells' labels."""

    name: str
    labels: tuple[str, ...]
    total: str = ""  # the seat's score for the whole sheet

    @property
    def columns(self) -> int:
        """Where the score stands beside a seat's cells."""
        return len(self.labels) + bool(self.name)


@dataclass(frozen=True)
class ListPart:
    label: str
    key: str
    lines: tuple[Line, ...]

    @property
    def used(self) -> bool:
        return any(not line.blank for line in self.lines)


@dataclass(frozen=True)
class LaidOut:
    heads: tuple[Head, ...]
    more: str  # the labels of what may be left out, where that stands below all deals
    deals: tuple[Line, ...]
    lists: tuple[ListPart, ...]
    carded: bool = False
    more_within: bool = False  # what may be left out stands in each deal

    @property
    def lines(self) -> Iterator[Line]:
        yield from self.deals
        for part in self.lists:
            yield from part.lines

    @property
    def cells(self) -> Iterator[Cell]:
        for line in self.lines:
            yield from line.cells

    @property
    def first_blank(self) -> str:
        """The name of the first cell that is needed and that nothing is written in."""
        return next((cell.name for line in self.deals for cell in line.cells if cell.wanted), "")

    @property
    def totals(self) -> tuple[int, ...]:
        """What the counts of some fields add up to, so that the rest is offered."""
        return tuple(
            sorted({cell.total for line in self.deals for cell in line.cells if cell.total is not None})
        )

    @property
    def outs(self) -> tuple[str, ...]:
        """The words that may be typed instead of a number."""
        return tuple(dict.fromkeys(cell.out_word for cell in self._first if cell.out_word))

    @property
    def names_deals(self) -> bool:
        """Whether a deal is to be chosen somewhere."""
        return any(cell.field.kind == "deal" for cell in self.cells)

    @property
    def helps(self) -> tuple[tuple[str, str], ...]:
        """What there is to say of fields: their labels, and the sentences."""
        cells = [*self._first, *(cell for part in self.lists for line in part.lines for cell in line.cells)]
        return tuple({gettext(cell.field.label): cell.help for cell in cells if cell.help}.items())

    @property
    def _first(self) -> tuple[Cell, ...]:
        """The cells of a deal: all deals have the same, but for who rests."""
        return self.deals[0].cells if self.deals else ()

    @property
    def columns(self) -> int:
        return 1 + sum(head.columns for head in self.heads)

    @property
    def seat_columns(self) -> int:
        """What is in front of a seat."""
        return max((len(head.labels) for head in self.heads if head.name), default=0)

    @property
    def shape(self) -> Literal["pair", "many", "carded"]:
        """Whether a deal has room in one line of a telephone, or in one of a wider page, or is a card everywhere, as
        what is asked for depends on what is written."""
        if self.carded:
            return "carded"
        seats = sum(bool(head.name) for head in self.heads)
        equipped = any(cell.field.steps or cell.out_word for cell in self._first if cell.field.in_front)
        return "many" if seats > PAIR_SIZE or equipped or self.more_within else "pair"

    @property
    def sayings(self) -> Iterator[Saying]:
        for line in self.deals:
            yield from (line.said, line.more_said) if line.more else (line.said,)
        for part in self.lists:
            yield from (line.said for line in part.lines)

    @property
    def scored(self) -> bool:
        """Whether it is to be said what each deal is worth."""
        return any(head.total for head in self.heads)

    @property
    def has_notes(self) -> bool:
        return any(line.noted for line in self.deals)

    @property
    def notes_beside(self) -> bool:
        """Whether they have a column of their own; where there may be many, they stand below their deal."""
        return self.has_notes and not self.more_within

    @property
    def columns_read(self) -> int:
        """Those beside the deals' names."""
        return sum(head.columns if self.scored else len(head.labels) for head in self.heads)


@dataclass(frozen=True)
class Table:
    """Who sits there, and by which settings they play."""

    settings: Settings
    players: tuple[str, ...]  # names by seat, as the reader may see them

    @property
    def layout(self) -> Layout:
        return self.settings.layout(len(self.players))


@dataclass(frozen=True)
class Remarks:
    """What a page says beside what is written: cells to mark, problems by where they are said, scores by group and
    by seat, and what to fill in."""

    marked: frozenset[str] = frozenset()
    problems: Mapping[str, Sequence[Said]] = dataclasses.field(default_factory=dict)
    scores: Mapping[str, str] = dataclasses.field(default_factory=dict)
    totals: Sequence[int] = ()
    offered: Mapping[str, str] = dataclasses.field(default_factory=dict)  # what to offer, by cell


# --- what it is worth


def score_place(number: int, seat: int) -> str:
    """Where the score of a seat in a deal is shown."""
    return f"deals-{number}-score-{seat}"


def deal_scores(score: Score) -> dict[str, str]:
    """By where they are shown."""
    return {
        score_place(number, seat): "\N{EN DASH}" if points is None else str(points)
        for seat, scored in enumerate(score.seats)
        for number, points in enumerate(scored.deal_scores)
    }


# --- from a sheet and to a sheet


def typed_of(table: Table, sheet: JSON | None) -> dict[str, str]:
    """What stands in the cells of a kept sheet."""
    layout = table.layout
    typed: dict[str, str] = {}
    for number, deal in enumerate((sheet or {}).get("deals", ())):
        name, resting = f"deals-{number}", layout.resting(number)
        for field in layout.per_seat:
            for seat, item in enumerate(_seat_by_seat(field, deal)):
                if seat not in resting:
                    typed |= _texts(f"{name}-{field.key}-{seat}", field, item)
        for field in layout.per_deal:
            typed |= _texts(f"{name}-{field.key}", field, _of_the_deal(field, deal))
    for part in layout.lists:
        for number, line in enumerate((sheet or {}).get(part.key, ())):
            for field in part.fields:
                typed |= _texts(f"{part.key}-{number}-{field.key}", field, _of_the_deal(field, line))
    return {name: text for name, text in typed.items() if text}


def _seat_by_seat(field: Field, deal: JSON) -> Iterator[tuple[Any, ...]]:
    """What a deal says of each seat, or nothing. A number that has the same name is the deal's own."""
    outer, _, inner = field.key.partition(".")
    found = deal.get(outer)
    for item in found if isinstance(found, list) else ():
        yield _inner(item, inner) if inner else (item,)


def _of_the_deal(field: Field, item: JSON) -> tuple[Any, ...]:
    """What it says there, or nothing. A list that has the same name is the seats'."""
    outer, _, inner = field.key.partition(".")
    found = _inner(item.get(outer), inner) if inner else _inner(item, outer)
    return tuple(value for value in found if isinstance(value, list) == bool(field.several))


def _inner(item: Any, key: str) -> tuple[Any, ...]:
    return (item[key],) if isinstance(item, dict) and key in item else ()


def _texts(name: str, field: Field, found: tuple[Any, ...]) -> dict[str, str]:
    if not found:
        return {}
    (values,) = found
    if not field.several:
        return {name: _text(field, values)}
    if field.kind == "choice":
        return {f"{name}-{slot}": ON for slot, key in enumerate(field.choices) if key in values}
    return {f"{name}-{slot}": _text(field, value) for slot, value in enumerate(values)}


def _text(field: Field, value: Any) -> str:
    if field.kind == "switch":
        return ON if value else ""
    return out_text(field) if value is None else str(value)


def sheet_of(laid: LaidOut) -> JSON:
    """The sheet as it stands in the cells; blank deals at the end and blank lines of lists are left out."""
    written = [number for number, line in enumerate(laid.deals, 1) if not line.blank]
    sheet: JSON = {"deals": [_item(line) for line in laid.deals[: max(written, default=0)]]}
    for part in laid.lists:
        if part.used:
            sheet[part.key] = [_item(line) for line in part.lines if not line.blank]
    return sheet


def _item(line: Line) -> JSON:
    """One deal, or one line of a list. What is blank is left out; in a list per seat it is null, and a switch that
    is off false. Of two that have one name the one that is not asked for stands there, to be refused."""
    fields: dict[tuple[str, bool], list[Cell]] = defaultdict(list)
    for cell in line.cells:
        fields[cell.field.key, cell.seat is None].append(cell)
    item: JSON = {}
    for (key, of_the_deal), cells in sorted(fields.items(), key=lambda each: not each[1][0].applies):
        outer, _, inner = key.partition(".")
        field, is_written = cells[0].field, any(not cell.blank for cell in cells)
        if of_the_deal and is_written:
            place = _object(item, outer) if inner else item
            place[inner or outer] = _value(field, cells)
        elif inner and is_written:
            _write_in_objects(item, outer, inner, line, cells)
        elif not of_the_deal and not inner and (is_written or (field.required and cells[0].applies)):
            item[outer] = [
                None if group.rests else _value(field, [cell for cell in cells if cell.seat == group.seat])
                for group in line.seats
            ]
    return item


def _write_in_objects(item: JSON, outer: str, inner: str, line: Line, cells: Sequence[Cell]) -> None:
    """In each seat's object; who rests has none."""
    objects = item.get(outer)
    if not isinstance(objects, list):
        objects = item[outer] = [None if group.rests else {} for group in line.seats]
    for group, own in zip(line.seats, objects, strict=True):
        of_seat = [cell for cell in cells if cell.seat == group.seat and not cell.blank]
        if of_seat:
            own[inner] = _value(of_seat[0].field, of_seat)


def _object(item: JSON, key: str) -> JSON:
    if not isinstance(item.get(key), dict):
        item[key] = {}
    found: JSON = item[key]
    return found


def _value(field: Field, cells: Sequence[Cell]) -> Any:
    """What the cells of one field say, of the deal or of one seat."""
    if field.several:
        return [cell.value for cell in cells if not cell.blank]
    return cells[0].value
