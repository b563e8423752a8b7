"""A sheet laid out in cells, as its game's layout says: what both the entry form and the match page show.

No game is known here. `typed` holds what stands in each cell, by the cell's name: what somebody has typed, or what
a kept sheet says (`typed_of`). `laying_out` makes cells of it; `sheet_of` makes a sheet of them again.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from games import Field, Layout, Score
from league.queries.pages.cell import ON, Cell, out_text
from league.rules.book import JSON, Settings
from league.rules.figures import PAIR

Typed = Mapping[str, str]

# --- where problems are said


@dataclass(frozen=True)
class Said:
    """One problem. `parts` name its place in words, `cells` the cells that are wrong, `at` where it is said of them."""

    text: str
    parts: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    at: str = ""

    @property
    def cell(self) -> str:
        """Where to go to mend it."""
        return next(iter(self.cells), "")


@dataclass(frozen=True)
class Saying:
    """Where problems are said, by its id, and which."""

    id: str
    problems: tuple[Said, ...]


# --- lines and columns


@dataclass(frozen=True)
class Group:
    """The needed cells of one seat in one deal, with its score; or those of the deal itself, where `seat` is None."""

    name: str  # of the place where the score is shown
    seat: int | None
    who: str
    cells: tuple[Cell, ...]
    score: str


@dataclass(frozen=True)
class Line:
    """One deal, or one line of a list beside the deals."""

    number: int  # from 1
    label: str
    path: str
    groups: tuple[Group, ...]
    more: tuple[Cell, ...]  # what may be left out
    said: Saying
    more_said: Saying

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
        return not self.blank and not any(cell.missing for group in self.groups for cell in group.cells)

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
    more: str  # the labels of what may be left out
    deals: tuple[Line, ...]
    lists: tuple[ListPart, ...]

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
        needed = (cell for line in self.deals for group in line.groups for cell in group.cells)
        return next((cell.name for cell in needed if cell.missing), "")

    @property
    def totals(self) -> tuple[int, ...]:
        """What the counts of some fields add up to, so that the rest is offered."""
        return tuple(sorted({cell.total for cell in self._first if cell.total is not None}))

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
        return tuple({cell.label: cell.help for cell in cells if cell.help}.items())

    @property
    def _first(self) -> tuple[Cell, ...]:
        """The cells of a deal: all deals have the same."""
        return self.deals[0].cells if self.deals else ()

    @property
    def columns(self) -> int:
        return 1 + sum(head.columns for head in self.heads)

    @property
    def shape(self) -> Literal["pair", "many"]:
        """Whether a deal has room in one line of a telephone."""
        seats = sum(bool(head.name) for head in self.heads)
        equipped = any(cell.field.steps or cell.out_word for cell in self._first if cell.field.required)
        return "many" if seats > PAIR or equipped else "pair"

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
        for field in layout.per_seat:
            for seat, value in enumerate(deal.get(field.key) or ()):
                typed[f"deals-{number}-{field.key}-{seat}"] = _text(field, value)
        typed |= _texts(f"deals-{number}", layout.per_deal, deal)
    for part in layout.lists:
        for number, line in enumerate((sheet or {}).get(part.key, ())):
            typed |= _texts(f"{part.key}-{number}", part.fields, line)
    return {name: text for name, text in typed.items() if text}


def _texts(line: str, fields: Sequence[Field], item: JSON) -> dict[str, str]:
    return {f"{line}-{field.key}": _text(field, item[field.key]) for field in fields if field.key in item}


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
    is off false."""
    item: JSON = {}
    written = {cell.field.key for cell in line.cells if not cell.blank}
    for cell in line.cells:
        if cell.seat is not None and (cell.field.required or cell.field.key in written):
            item.setdefault(cell.field.key, []).append(cell.value)
        elif cell.seat is None and not cell.blank:
            item[cell.field.key] = cell.value
    return item
