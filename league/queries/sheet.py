"""A score sheet in cells, as its game's layout says, in the order in which it is read aloud. No game is known here.

`league.queries.sheet_layout` makes cells of typed text, or of a sheet; `SheetLayout.as_json` makes a
sheet of these again.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from typing import Any, Literal

from django.utils.translation import get_language, gettext

from games import Field, Layout, Score, Term, Text, format_number
from league.rules.snapshot import JSON, Settings
from league.spreadsheets.cells import UnclearCellError, is_null, parse_integer

ON = "1"  # the text of a switch that is on
OUT = "-"  # the choice for null
DEALS = "deals"
MAX_SHORT = 9999  # of the numbers that fit into a cell of the usual width
MAX_SIGNS = 6  # choices with signs that stand side by side


@dataclass(frozen=True)
class Table:
    """The players of a table, and the settings by which they play; `is_short`: for a sheet of the game's short form."""

    settings: Settings
    players: tuple[str, ...]  # names by seat, as the reader may see them
    is_short: bool = False

    @cached_property
    def layout(self) -> Layout:
        short = self._short_layout if self.is_short else None
        return short or self.settings.layout(len(self.players))

    @cached_property
    def _short_layout(self) -> Layout | None:
        return self.settings.short_layout(len(self.players))

    @property
    def may_be_short(self) -> bool:
        """Whether the game has a short form of sheets, with these options."""
        return self._short_layout is not None

    @property
    def fixed_deals(self) -> int | None:
        """The number of deals in a complete match, or None for any number; a short sheet has one line."""
        return 1 if self.is_short else self.settings.count_deals(len(self.players))

    def for_form(self, *, is_short: bool) -> "Table":
        """Return the table for a sheet of the short form or of the usual one."""
        return replace(self, is_short=is_short and self.may_be_short)

    def for_sheet(self, sheet: JSON | None) -> "Table":
        """Return the table for this sheet, which may be of the short form."""
        form = self.settings.game.short_sheet
        return self.for_form(is_short=form is not None and form.is_short(sheet))


# --- cells


@dataclass(frozen=True)
class Condition:
    """A condition on which a cell is asked for.

    One of the cells of these `names` has one of these `values`; or, unless it `has`, none does.
    """

    names: tuple[str, ...]
    values: tuple[str, ...]
    has: bool


@dataclass(frozen=True)
class Choice:
    value: str
    label: str
    sign: str = ""

    @property
    def shown(self) -> str:
        return f"{self.sign} {self.label}".strip()


@dataclass
class Cell:
    """One input of a sheet; `parts` name it in words: Game 1, Ann Archer, Bid.

    `path` is its place on the sheet, as problems name it: empty in a line that is left out, and where nothing is
    written and nothing asked for. A field that takes several has a cell for each: a switch for each choice, which then
    `picks` it, and else `slots`, of which any may stay blank. `applies` is whether the `conditions` hold on which
    the cell is asked for. `differs` is set where sheets are compared, `is_offered` where the text has not been typed.
    """

    name: str
    path: str
    parts: tuple[str, ...]
    field: Field
    text: str
    choices: tuple[Choice, ...] = ()  # none: it is typed as a number
    seat: int | None = None
    deal: int = 0  # its number; 0 also in lists
    out_word: str = ""  # for null in a cell for a number, where it may be that at this table
    conditions: tuple[Condition, ...] = ()
    applies: bool = True
    slot: int | None = None
    picks: str | int | None = None
    differs: bool = False
    is_offered: bool = False

    @property
    def label(self) -> str:
        return self.parts[-1]

    @property
    def german(self) -> str:
        """What players call it who know the game in German, for readers of other languages."""
        is_german = (get_language() or "").startswith("de")
        return "" if is_german or self.picks is not None else self.field.german

    @property
    def control(self) -> Literal["number", "select", "signs", "switch"]:
        """How it is filled in: a few choices with signs stand side by side."""
        if self.field.kind == "switch" or self.picks is not None:
            return "switch"
        if not self.choices:
            return "number"
        return "signs" if self.field.symbols and len(self.field.choices) <= MAX_SIGNS else "select"

    @property
    def is_helped(self) -> bool:
        """Whether a card has room for the cell's hints beside it."""
        return bool(self.field.help) and self.field.in_front and self.control == "number"

    @property
    def conditions_json(self) -> str:
        """The conditions, for a script that hides the cell as soon as they no longer hold."""
        return json.dumps([vars(condition) for condition in self.conditions]) if self.conditions else ""

    @property
    def total(self) -> int | None:
        """The sum of the counts of all seats, where that is known."""
        return None if self.seat is None or self.slot is not None else self.field.get_total(self.deal)

    @property
    def minimum(self) -> int:
        return self.field.minimum or 0

    @property
    def maximum(self) -> int | None:
        return self.field.get_maximum(self.deal)

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()

    @property
    def is_null(self) -> bool:
        return is_null(self.field, self.text, gettext)

    @property
    def is_off(self) -> bool:
        """Whether there is no need to show it: what is written stays in sight, to be taken back."""
        return self.is_blank and not self.applies

    @property
    def is_missing(self) -> bool:
        """Whether something is still to be written; a switch that is left off means no."""
        return self.is_blank and self.control != "switch"

    @property
    def is_long(self) -> bool:
        """Whether its numbers are longer than those of a deal usually are."""
        return self.maximum is not None and self.maximum > MAX_SHORT

    @property
    def is_wanted(self) -> bool:
        """Whether the deal is not done without it."""
        return self.applies and self.field.required and self.is_missing and not self.slot

    @property
    def options(self) -> list[Choice]:
        """The choices, the blank choice first; a value that was sent in stays a choice, whatever it is."""
        known = any(choice.value == self.text for choice in self.choices)
        return [*self.choices] if known else [*self.choices, Choice(self.text, self.text)]

    @property
    def shown(self) -> str:
        """The text of the cell, for reading."""
        if self.control == "switch" and not self.is_blank:
            return gettext("yes")
        if self.control == "number" and isinstance(self.value, int):
            return format_number(self.value)
        return next((choice.shown for choice in self.choices if choice.value == self.text), self.text.strip())

    @property
    def brief(self) -> str:
        """The same where there is no label beside it."""
        return self.label if self.control == "switch" else self.shown

    @property
    def value(self) -> int | str | bool | None:
        """The cell's value on a sheet.

        A text that is no number stays as it was typed, for the game to refuse; so does a blank cell that may be
        null, as null has to be chosen.
        """
        text = self.text.strip()
        if self.control == "switch":
            if text not in ("", ON):
                return self.text
            return self.picks if text and self.picks is not None else bool(text)
        if not text:
            return "" if self.field.out else None
        if self.is_null:
            return None
        if self.field.kind == "choice":
            return next((key for key in self.field.choices if str(key) == self.text), self.text)
        try:
            return parse_integer(text)
        except UnclearCellError:
            return self.text


# --- lines


@dataclass
class Group:
    """Cells that belong to one seat, with its score in the deal; or to the deal itself, where `seat` is None."""

    seat: int | None
    player: str
    cells: Sequence[Cell]
    score_id: str = ""  # where its score is shown
    score: str = ""
    total: str = ""  # of the deals up to this deal
    rests: bool = False  # sits the deal out by rule, and has no cells

    @property
    def so_far(self) -> str:
        """The total in words, beside the score of the deal."""
        return gettext("total {total}").format(total=self.total) if self.total else ""


@dataclass
class Line:
    """A deal, or a line of a list beside the deals; `more` are optional cells, which do not stand in front.

    `result` is what became of the deal, in games that say so beside its scores.
    """

    key: str  # of the list
    index: int
    path: str
    label: str
    groups: Sequence[Group]
    more: Sequence[Cell] = ()
    note: str = ""
    terms: Sequence[Term] = ()  # that players have for it
    result: str = ""

    @property
    def name(self) -> str:
        """The prefix of the names of its cells."""
        return f"{self.key}-{self.index}"

    @property
    def number(self) -> int:
        return self.index + 1

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        return (*(cell for group in self.groups for cell in group.cells), *self.more)

    @property
    def is_blank(self) -> bool:
        return all(cell.is_blank for cell in self.cells)

    @property
    def is_filled(self) -> bool:
        """Whether all that is needed is written."""
        return not self.is_blank and not any(cell.is_wanted for cell in self.cells)

    @property
    def seats(self) -> list[Group]:
        return [group for group in self.groups if group.seat is not None]

    @property
    def of_the_deal(self) -> list[Cell]:
        return [cell for group in self.groups if group.seat is None for cell in group.cells]

    @property
    def rows_by_field(self) -> list[tuple[str, list[Cell]]]:
        """The cells of all seats for each field, with its label."""
        rows: dict[str, list[Cell]] = defaultdict(list)
        for group in self.seats:
            for cell in group.cells:
                rows[cell.label].append(cell)
        return list(rows.items())

    @property
    def resting(self) -> list[str]:
        """The seats that sit the deal out."""
        return [group.player for group in self.groups if group.rests]

    @property
    def more_groups(self) -> list[Group]:
        """The optional cells, of the deal and seat by seat."""
        return self._group_by_seat(self.more)

    @property
    def written_groups(self) -> list[Group]:
        """The cells worth reading, of the deal and seat by seat."""
        return self._group_by_seat(_list_readable(self.cells))

    @property
    def notes(self) -> list[Cell]:
        """The optional cells worth reading."""
        return _list_readable(self.more)

    @property
    def is_noted(self) -> bool:
        return bool(self.notes or self.terms)

    def _group_by_seat(self, cells: Iterable[Cell]) -> list[Group]:
        by_seat: dict[int | None, list[Cell]] = defaultdict(list)
        for cell in cells:
            by_seat[cell.seat].append(cell)
        groups = (Group(None, "", ()), *self.seats)
        return [
            Group(group.seat, group.player, by_seat[group.seat]) for group in groups if by_seat[group.seat]
        ]

    def as_json(self) -> JSON:
        """Return the line as an item of a sheet.

        Blank cells are left out; in a list per seat they are null, and a switch that is off is false. Of two fields
        of the same name the field that is not asked for is written, to be refused.
        """
        item: JSON = {}
        seat_lists: dict[str, list[Any]] = {}
        for cell in sorted(self.cells, key=lambda cell: not cell.applies):
            field = cell.field
            outer, _, inner = field.key.partition(".")
            is_needed = cell.seat is not None and not inner and field.required and cell.applies
            if cell.is_blank and not is_needed:
                continue
            place: Any = item
            key: str | int = outer
            if cell.seat is not None:
                if outer not in seat_lists:
                    item[outer] = seat_lists[outer] = [self._get_empty(field, group) for group in self.seats]
                place, key = seat_lists[outer], cell.seat
            elif inner and not isinstance(item.get(outer), dict):
                item[outer] = {}
            if inner:
                place, key = place[key], inner
            if not field.several:
                place[key] = cell.value
            elif not cell.is_blank:
                place[key] = [*(place.get(key, ()) if isinstance(place, dict) else place[key]), cell.value]
        return item

    @staticmethod
    def _get_empty(field: Field, group: Group) -> Any:
        """Return the item of a list per seat for a seat for which nothing is written."""
        if group.rests:
            return None
        if "." in field.key:
            return {}
        if field.kind == "switch":
            return False
        return [] if field.several else "" if field.out else None


def _list_readable(cells: Iterable[Cell]) -> list[Cell]:
    return [cell for cell in cells if cell.differs or not cell.is_blank]


# --- the sheet


@dataclass
class Sum:
    """A row below the deals; `scores`, by seat, are its parts of their sum, and `ids` where they are shown."""

    label: str
    ids: Sequence[str]
    scores: Sequence[str]

    @property
    def cells(self) -> list[tuple[str, str]]:
        return list(zip(self.ids, self.scores, strict=True))


@dataclass(frozen=True)
class ListLayout:
    """A list beside the deals."""

    key: str
    label: str
    lines: Sequence[Line]

    @property
    def is_used(self) -> bool:
        return any(not line.is_blank for line in self.lines)


@dataclass(frozen=True)
class SheetLayout:
    """All lines of a sheet; `totals` are the scores by seat, where the sheet was laid out with its score."""

    table: Table
    deals: Sequence[Line]
    lists: Sequence[ListLayout]
    totals: Sequence[int] = ()

    @property
    def lines(self) -> Iterator[Line]:
        yield from self.deals
        for part in self.lists:
            yield from part.lines

    @property
    def cells(self) -> Iterator[Cell]:
        for line in self.lines:
            yield from line.cells

    @cached_property
    def deal_labels(self) -> list[str]:
        """The headings above the cells of the deal itself."""
        return [gettext(field.label) for field in self.table.layout.per_deal if field.in_front]

    @cached_property
    def seat_labels(self) -> list[str]:
        """The headings above the cells of each seat."""
        return [gettext(field.label) for field in self.table.layout.per_seat if field.in_front]

    @property
    def players(self) -> list[tuple[str, int | str]]:
        """Return the name of each seat, and its score."""
        return list(zip_longest(self.table.players, self.totals, fillvalue=""))

    @cached_property
    def is_varied(self) -> bool:
        """Whether some field is not a single cell in every deal."""
        return any(map(_is_particular, (*self.table.layout.per_seat, *self.table.layout.per_deal)))

    @cached_property
    def is_carded(self) -> bool:
        """Whether a deal is a card: a row has room for cells of every seat in every deal, and for nothing else."""
        layout = self.table.layout
        in_front = [field for field in layout.per_seat if field.in_front]
        return self.is_varied and (bool(self.deal_labels) or any(map(_is_particular, in_front)))

    @property
    def has_notes(self) -> bool:
        return any(line.notes for line in self.deals)

    @property
    def has_note_column(self) -> bool:
        """Whether notes have a column of their own; where there may be many, they stand below their deal."""
        return not self.is_varied and self.has_notes

    @property
    def seat_columns(self) -> int:
        """Count the columns of a seat; its scores have one column or two where they are known."""
        return len(self.seat_labels) + bool(self.totals) + self.has_running_totals

    @property
    def has_running_totals(self) -> bool:
        return bool(self.totals) and self.table.layout.running_total

    @property
    def columns(self) -> int:
        """Count the columns beside the deals' names."""
        return len(self.deal_labels) + len(self.table.players) * self.seat_columns

    @property
    def german_words(self) -> Sequence[tuple[str, str]]:
        """The labels of the deals' fields with what players call them who know the game in German."""
        cells = self.deals[0].cells if self.deals else ()
        return list(dict.fromkeys((cell.label, cell.german) for cell in cells if cell.german))

    @property
    def hint(self) -> str:
        """The sentence of the game that stands on its sheets."""
        hint = self.table.layout.hint
        return hint.translate(gettext) if hint else ""

    @property
    def has_results(self) -> bool:
        """Whether the game says what became of a deal."""
        return self.table.settings.game.results is not None

    def as_json(self) -> JSON:
        """Return the sheet; blank deals at the end and blank lines of lists are left out."""
        written = [line.number for line in self.deals if not line.is_blank]
        sheet: JSON = {DEALS: [line.as_json() for line in self.deals[: max(written, default=0)]]}
        for part in self.lists:
            if part.is_used:
                sheet[part.key] = [line.as_json() for line in part.lines if not line.is_blank]
        return sheet

    @cached_property
    def sums(self) -> list[Sum]:
        """The sums of the deals and of everything beside them, row by row; the last is the score itself."""
        blank = [""] * len(self.table.players)
        rows = [(addition.key, gettext(addition.label)) for addition in self.table.layout.additions]
        return [
            Sum(label, [f"sum-{key}-{seat}" for seat, _blank in enumerate(blank)], blank)
            for key, label in [*rows, ("total", gettext("Total"))]
        ]

    @cached_property
    def foot(self) -> list[Sum]:
        """The rows below the score, in which players add up what follows from it, once scores are shown."""
        blank = [""] * len(self.table.players)
        return [
            Sum(
                row.label.translate(gettext),
                [f"foot-{number}-{seat}" for seat, _blank in enumerate(blank)],
                blank,
            )
            for number, row in enumerate(self.table.layout.foot)
        ]

    def show_scores(self, score: Score, deals: Sequence[int] | None = None) -> None:
        """Set the score of each deal for each seat, and the rows below; `score` counts these `deals`, or all."""
        deals = range(len(self.deals)) if deals is None else deals
        for seat, own in enumerate(score.seats):
            total = 0
            for number, points in zip(deals, own.deal_scores, strict=False):
                group = self.deals[number].seats[seat]
                group.score = "\N{EN DASH}" if points is None else format_number(points)
                total += points or 0
                group.total = format_number(total)
        for row, addition in zip(self.sums, self.table.layout.additions, strict=False):
            row.scores = [_format_signed(addition.of(score, seat)) for seat, _own in enumerate(score.seats)]
        self.sums[-1].scores = [format_number(seat.score) for seat in score.seats]
        for shown, computed in zip(self.foot, self.table.layout.foot, strict=True):
            shown.scores = [format_number(computed.of(score, seat)) for seat, _own in enumerate(score.seats)]

    def show_results(self, results: Sequence[Text | None], deals: Sequence[int] | None = None) -> None:
        """Set what became of each deal; `results` tell of these `deals`, or of all."""
        deals = range(len(self.deals)) if deals is None else deals
        for number, result in zip(deals, results, strict=False):
            self.deals[number].result = result.translate(gettext) if result else ""


def _format_signed(number: int) -> str:
    return f"{'+' if number > 0 else ''}{format_number(number)}"


def _is_particular(field: Field) -> bool:
    return bool(field.given or field.several or "." in field.key)
