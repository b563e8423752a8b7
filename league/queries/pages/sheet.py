"""A sheet laid out in cells, as its game's layout says: what both the entry form and the match page show.

No game is known here. `typed` holds what stands in each cell, by the cell's name: what somebody has typed, or what
a kept sheet says (`typed_of`). `laying_out` makes cells of it; `sheet_of` makes a sheet of them again.
"""

import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games import Field
from league.rules.book import JSON, Settings

Typed = Mapping[str, str]
WHOLE = re.compile(r"[+-]?\d{1,100}")  # the digits of any script


@dataclass(frozen=True)
class Choice:
    value: str
    label: str
    chosen: bool


@dataclass(frozen=True)
class Cell:
    """One thing to write down. `parts` say what, in words: Game 1, Ann Archer, Bid."""

    name: str  # of the input
    path: str  # on the sheet, as problems name it; empty in a line that is left out
    parts: tuple[str, ...]
    field: Field
    seat: int | None
    typed: str
    choices: tuple[Choice, ...]  # none: it is typed as a number
    marked: bool
    said: str  # the id of where problems with it are said
    offered: bool = False  # nobody has typed it: it is what the other seats leave of the field's total

    @property
    def label(self) -> str:
        return gettext(self.field.label)

    @property
    def total(self) -> int | None:
        """What the counts of all seats add up to, where that is known."""
        return None if self.seat is None else self.field.total

    @property
    def least(self) -> int:
        return self.field.minimum or 0

    @property
    def blank(self) -> bool:
        return not self.typed.strip()

    @property
    def shown(self) -> str:
        """What is written in it, for reading."""
        return next((choice.label for choice in self.choices if choice.chosen), self.typed)

    @property
    def value(self) -> int | str | None:
        """What it says on a sheet. What is no number stays as it was typed, for the game to refuse."""
        text = self.typed.strip()
        if not text:
            return None
        number = text.replace("\N{MINUS SIGN}", "-")
        return int(number) if self.field.kind != "choice" and WHOLE.fullmatch(number) else self.typed


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


@dataclass(frozen=True)
class Group:
    """The needed cells of one seat in one deal, with its score; or those of the deal itself, where `seat` is None."""

    name: str  # of the place where the score is shown
    seat: int | None
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
    def cells(self) -> tuple[Cell, ...]:
        return (*(cell for group in self.groups for cell in group.cells), *self.more)

    @property
    def blank(self) -> bool:
        return all(cell.blank for cell in self.cells)

    @property
    def noted(self) -> tuple[Cell, ...]:
        """What is worth showing of what may be left out."""
        return tuple(cell for cell in self.more if cell.marked or not cell.blank)


@dataclass(frozen=True)
class Head:
    """What stands above a group's column: whose it is, and its cells' labels."""

    name: str
    labels: tuple[str, ...]

    @property
    def columns(self) -> int:
        """In the form, where the score stands beside a seat's cells."""
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
        return next((cell.name for cell in needed if cell.blank), "")

    @property
    def totals(self) -> tuple[int, ...]:
        """What the counts of some fields add up to, so that the rest is offered."""
        cells = self.deals[0].cells if self.deals else ()
        return tuple(sorted({cell.total for cell in cells if cell.total is not None}))

    @property
    def columns(self) -> int:
        return 1 + sum(head.columns for head in self.heads)

    @property
    def sayings(self) -> Iterator[Saying]:
        for line in self.deals:
            yield from (line.said, line.more_said)
        for part in self.lists:
            yield from (line.said for line in part.lines)

    @property
    def has_notes(self) -> bool:
        return any(line.noted for line in self.deals)


@dataclass(frozen=True)
class Table:
    """Who sits there, and by which settings they play."""

    settings: Settings
    players: tuple[str, ...]  # names by seat, as the reader may see them


@dataclass(frozen=True)
class Remarks:
    """What a page says beside what is written: cells to mark, problems by where they are said, scores by group,
    and what to fill in."""

    marked: frozenset[str] = frozenset()
    problems: Mapping[str, Sequence[Said]] = dataclasses.field(default_factory=dict)
    scores: Mapping[str, str] = dataclasses.field(default_factory=dict)
    offered: Mapping[str, str] = dataclasses.field(default_factory=dict)  # what to offer, by cell


# --- from a sheet and to a sheet


def typed_of(table: Table, sheet: JSON | None) -> dict[str, str]:
    """What stands in the cells of a kept sheet."""
    typed: dict[str, Any] = {}
    layout = table.settings.game.layout
    for number, deal in enumerate((sheet or {}).get("deals", ())):
        for field in layout.per_seat:
            for seat, value in enumerate(deal.get(field.key) or ()):
                typed[f"deals-{number}-{field.key}-{seat}"] = value
        for field in layout.per_deal:
            typed[f"deals-{number}-{field.key}"] = deal.get(field.key)
    for part in layout.lists:
        for number, line in enumerate((sheet or {}).get(part.key, ())):
            for field in part.fields:
                typed[f"{part.key}-{number}-{field.key}"] = line.get(field.key)
    return {name: str(value) for name, value in typed.items() if value is not None}


def sheet_of(laid: LaidOut) -> JSON:
    """The sheet as it stands in the cells; blank deals at the end and blank lines of lists are left out."""
    written = [number for number, line in enumerate(laid.deals, 1) if not line.blank]
    sheet: JSON = {"deals": [_item(line) for line in laid.deals[: max(written, default=0)]]}
    for part in laid.lists:
        if part.used:
            sheet[part.key] = [_item(line) for line in part.lines if not line.blank]
    return sheet


def _item(line: Line) -> JSON:
    """One deal, or one line of a list: what is blank is null in a list per seat, elsewhere left out."""
    item: JSON = {}
    for cell in line.cells:
        if cell.seat is not None:
            item.setdefault(cell.field.key, []).append(cell.value)
        elif not cell.blank:
            item[cell.field.key] = cell.value
    optional = {cell.field.key for cell in line.more if cell.seat is not None}
    return {
        key: value
        for key, value in item.items()
        if key not in optional or any(part is not None for part in value)
    }
