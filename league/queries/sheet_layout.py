"""Lay out a score sheet in cells: of typed text, or of a sheet. No game is known here.

`texts` are the texts of the cells, by their names (`deals-0-bids-1`): as a form sends them, or as `read_texts` reads
them from a sheet.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from games import Field, FieldList, Given, Score, Term
from league.queries.game_words import get_numbered_word
from league.queries.sheet import (
    DEALS,
    ON,
    OUT,
    Cell,
    Choice,
    Condition,
    Group,
    Line,
    ListLayout,
    SheetLayout,
    Table,
)
from league.rules.snapshot import JSON
from league.spreadsheets.cells import is_null

MAX_LINES = 1000  # of a list: no game has more deals
MAX_CELLS = 20_000  # of a list, so that no request makes us draw more
MISSING = object()

Texts = Mapping[str, str]
Terms = Mapping[int, Sequence[Term]]  # that players have for a deal, by its number from 0


def lay_out(
    table: Table,
    texts: Texts,
    counts: Mapping[str, int] | None = None,
    score: Score | None = None,
    terms: Terms | None = None,
) -> SheetLayout:
    """Lay out a sheet: as many lines of each list as in `counts`, else the lines that are written on."""
    counts = count_written(table, texts) if counts is None else counts
    builder = _LineBuilder(table, texts, counts[DEALS], terms)
    totals = [seat.score for seat in score.seats] if score else []
    sheet = SheetLayout(
        table,
        [builder.build_deal(index) for index in range(counts[DEALS])],
        [builder.build_list(part, counts[part.key]) for part in table.layout.lists],
        totals,
    )
    if score:
        sheet.show_scores(score)
    return sheet


def lay_out_sheet(
    table: Table, sheet: JSON, score: Score | None = None, terms: Terms | None = None
) -> SheetLayout:
    """Lay out a sheet as it is, with its score and the terms for its deals if they are given."""
    table, texts = read_for_layout(table, sheet)
    return lay_out(table, texts, score=score, terms=terms)


def lay_out_next_line(table: Table, key: str, counts: Mapping[str, int]) -> Line:
    """Lay out one more line of a list, on which nothing is written, after as many as in `counts`."""
    builder = _LineBuilder(table, {}, counts[DEALS] + (key == DEALS))
    if key == DEALS:
        return builder.build_deal(counts[DEALS])
    (part,) = [part for part in table.layout.lists if part.key == key]
    return builder.build_list(part, counts[key] + 1).lines[-1]


def count_written(table: Table, texts: Texts) -> dict[str, int]:
    """Return how many lines of each list there are, up to the last line that is written on."""
    return count_lines(table, (name for name, text in texts.items() if text.strip()))


def count_lines(table: Table, names: Iterable[str]) -> dict[str, int]:
    """Return how many lines of each list the names of cells tell of."""
    counts = dict.fromkeys(_list_keys(table), 0)
    pattern = re.compile(rf"({'|'.join(map(re.escape, counts))})-([0-9]{{1,9}})-")
    for name in names:
        if found := pattern.match(name):
            counts[found[1]] = max(counts[found[1]], int(found[2]) + 1)
    return {key: min(count, get_max_lines(table, key)) for key, count in counts.items()}


def get_max_lines(table: Table, key: str) -> int:
    """Return how many lines of a list are drawn at most."""
    layout, seats = table.layout, len(table.players)
    fields = [field for part in layout.lists if part.key == key for field in part.fields]
    if key == DEALS:
        fields = [*layout.per_deal, *(field for field in layout.per_seat for _seat in range(seats))]
    return min(MAX_LINES, MAX_CELLS // sum(len(_list_slots(field)) for field in fields))


def _list_keys(table: Table) -> list[str]:
    return [DEALS, *(part.key for part in table.layout.lists)]


@dataclass(frozen=True)
class _Place:
    """The prefixes of the names, paths and labels of some cells."""

    name: str
    path: str
    parts: tuple[str, ...]
    deal: int = 0
    seat: int | None = None


class _LineBuilder:
    """Builds the lines of a sheet."""

    def __init__(self, table: Table, texts: Texts, deals: int, terms: Terms | None = None) -> None:
        self.table, self.texts, self.deals, self.terms = table, texts, deals, terms or {}
        self._choices: dict[tuple[int, tuple[int, ...]], tuple[Choice, ...]] = {}

    def build_deal(self, index: int) -> Line:
        path, layout, players = f"sheet.deals.{index}", self.table.layout, self.table.players
        label, note = get_numbered_word(self.table.settings.game, "deal", index + 1), layout.note(index)
        if self.table.is_short:
            label = gettext("Sums")
        resting = tuple(layout.resting(index))
        playing = [seat for seat in range(len(players)) if seat not in resting]

        def build(fields: Iterable[Field], seat: int | None) -> list[Cell]:
            place = _Place(f"{DEALS}-{index}", path, (label,), index)
            if seat is not None:
                place = replace(place, parts=(label, players[seat]), seat=seat)
            return [cell for field in fields for cell in self.build_cells(field, place, resting)]

        front, rest = _split(layout.per_deal)
        seat_front, seat_rest = _split(layout.per_seat)
        groups = [Group(None, "", build(front, None))] if front else []
        groups += [
            Group(
                seat,
                player,
                build(seat_front if seat in playing else (), seat),
                score_id=f"{DEALS}-{index}-score-{seat}",
                rests=seat in resting,
            )
            for seat, player in enumerate(players)
        ]
        more = [cell for field in seat_rest for seat in playing for cell in build([field], seat)]
        more += build(rest, None)
        dealer = layout.dealer(index)
        notes = [note.translate(gettext)] if note else []
        notes += [] if dealer is None else [gettext("{player} deals").format(player=players[dealer])]
        note_text = " · ".join(notes)
        line = Line(DEALS, index, path, label, groups, more, note_text, self.terms.get(index, ()))
        if any(cell.field.given for cell in line.cells):
            _set_conditions(line)
        return line

    def build_list(self, part: FieldList, count: int) -> ListLayout:
        lines: list[Line] = []
        label, written = gettext(part.label), 0
        for index in range(count):
            path, what = f"sheet.{part.key}.{written}", f"{label} {index + 1}"
            place = _Place(f"{part.key}-{index}", path, (what,))
            cells = [cell for field in part.fields for cell in self.build_cells(field, place, ())]
            if all(cell.is_blank for cell in cells):  # blank lines are left out of the sheet
                path = ""
                for cell in cells:
                    cell.path = ""
            written += bool(path)
            lines.append(Line(part.key, index, path, what, [Group(None, "", cells)]))
        return ListLayout(part.key, label, lines)

    def build_cells(self, field: Field, place: "_Place", resting: tuple[int, ...]) -> Iterator[Cell]:
        """Yield a cell, or as many as the field takes: on the sheet those that are written on are a list."""
        outer, dot, inner = field.key.partition(".")
        seat = "" if place.seat is None else f"-{place.seat}"
        path = field.key if place.seat is None else f"{outer}.{place.seat}{dot}{inner}"
        out = field.get_out_label(len(self.table.players)) if field.kind == "count" else ""
        choices: list[tuple[str | int, str]] = list(field.choices.items())
        written = 0
        for slot in _list_slots(field):
            label = gettext(field.label)
            picks: str | int | None = None
            if slot is not None and field.kind == "choice":
                picks, label = choices[slot]
                label = gettext(label)
            elif slot is not None and field.several > 1:
                label = f"{label} ({slot + 1})"
            name = f"{place.name}-{field.key}{seat}" + ("" if slot is None else f"-{slot}")
            text = self.texts.get(name, "")
            if field.out and is_null(field, text, gettext):
                text = get_null_text(field)
            is_item = slot is not None and bool(text.strip())
            yield Cell(
                name=name,
                path=f"{place.path}.{path}" + (f".{written}" if is_item else ""),
                parts=(*place.parts, label),
                field=field,
                text=text,
                choices=() if picks is not None else self.list_choices(field, resting),
                seat=place.seat,
                deal=place.deal,
                out_word=gettext(out) if out else "",
                slot=slot,
                picks=picks,
            )
            written += is_item

    def list_choices(self, field: Field, resting: tuple[int, ...]) -> tuple[Choice, ...]:
        """Return the choices, the blank choice first; a number has no choices."""
        if field.kind in ("count", "switch"):
            return ()
        key = id(field), resting
        if key not in self._choices:
            labels = {"": "", **dict(self.list_labels(field, resting))}
            self._choices[key] = tuple(
                Choice(value, label, field.symbols.get(value, "")) for value, label in labels.items()
            )
        return self._choices[key]

    def list_labels(self, field: Field, resting: tuple[int, ...]) -> Iterator[tuple[str, str]]:
        if field.kind == "choice":
            yield from ((str(key), gettext(label)) for key, label in field.choices.items())
        elif field.kind == "seat":
            players = enumerate(self.table.players)
            yield from ((str(seat), player) for seat, player in players if seat not in resting)
        else:
            game = self.table.settings.game
            yield from ((str(deal), get_numbered_word(game, "deal", deal + 1)) for deal in range(self.deals))
        if out := field.get_out_label(len(self.table.players)):
            yield OUT, gettext(out)


def _split(fields: Iterable[Field]) -> tuple[list[Field], list[Field]]:
    """Return the fields that stand in front, and the optional fields."""
    fields = list(fields)
    return [field for field in fields if field.in_front], [field for field in fields if not field.in_front]


def _list_slots(field: Field) -> Sequence[int | None]:
    """Return the slots of a field's cells; None is that of a field with a single cell."""
    if not field.several:
        return (None,)
    return range(len(field.choices) if field.kind == "choice" else field.several)


def get_null_text(field: Field) -> str:
    """Return the text of a cell that is null: in a cell for a number the reader's word for it."""
    if not field.out:
        return ""
    return gettext(field.out) if field.kind == "count" else OUT


# --- conditions of cells


def _set_conditions(line: Line) -> None:
    """Set on which conditions the cells of a deal are asked for, and whether these hold.

    A cell that is not asked for itself counts as blank where others ask for it.
    """
    own = {cell.name: cell for cell in line.cells if cell.seat is None}
    for cell in line.cells:
        cell.conditions = tuple(_build_condition(given, line.name, own) for given in cell.field.given)
    for _round in own:  # a cell that is not asked for may take others with it
        changed = [cell for cell in line.cells if cell.applies != _is_asked_for(cell, own)]
        for cell in changed:
            cell.applies = not cell.applies
        if not changed:
            break
    for cell in line.cells:
        if cell.is_off:
            cell.path = ""


def _build_condition(given: Given, line: str, own: Mapping[str, Cell]) -> Condition:
    cells = [cell for cell in own.values() if cell.field.key == given.key]
    picked = [cell.name for cell in cells if cell.picks is not None and cell.picks in given.values]
    if cells and cells[0].picks is not None:
        return Condition(tuple(picked), (ON,), given.has)
    names = tuple(cell.name for cell in cells) or (f"{line}-{given.key}",)
    return Condition(names, tuple(map(_format_value, given.values)), given.has)


def _is_asked_for(cell: Cell, own: Mapping[str, Cell]) -> bool:
    return all(
        any(_read_condition(own.get(name)) in condition.values for name in condition.names) == condition.has
        for condition in cell.conditions
    )


def _read_condition(cell: Cell | None) -> str:
    """Return the value of a cell, as conditions name it."""
    if cell is None or cell.is_blank or not cell.applies:
        return ""
    return cell.text.strip() if cell.control == "switch" else _format_value(cell.value).strip()


def _format_value(value: str | int | bool | None) -> str:
    if value is None:
        return OUT
    if isinstance(value, bool):
        return ON if value else ""
    return str(value)


# --- from a sheet


def read_for_layout(table: Table, sheet: JSON | None) -> tuple[Table, dict[str, str]]:
    """Return the table for the form of a sheet, and the texts of its cells."""
    own = table.for_sheet(sheet)
    return own, read_texts(own, sheet)


def read_texts(table: Table, sheet: JSON | None) -> dict[str, str]:
    """Return the texts of the cells of a sheet, by their names; blank cells are left out."""
    lines = {key: (sheet or {}).get(key, ()) for key in _list_keys(table)}
    counts = {key: min(len(own), get_max_lines(table, key)) for key, own in lines.items()}
    texts = {
        cell.name: _read_text(cell, lines[line.key][line.index])
        for line in lay_out(table, {}, counts).lines
        for cell in line.cells
    }
    return {name: text for name, text in texts.items() if text}


def _read_text(cell: Cell, line: JSON) -> str:
    """Return the value of a cell in a line of a sheet."""
    outer, _, inner = cell.field.key.partition(".")
    value = line.get(outer, MISSING)
    if cell.seat is not None:  # a number that has the same name is the deal's own
        value = _get_item(value, cell.seat)
    if inner:
        value = value.get(inner, MISSING) if isinstance(value, dict) else MISSING
    if cell.seat is None and isinstance(value, list) != bool(cell.field.several):  # the list is the seats'
        return ""
    if cell.picks is not None:
        return ON if isinstance(value, list) and cell.picks in value else ""
    if cell.slot is not None:
        value = _get_item(value, cell.slot)
    if value is MISSING or value is False:
        return ""
    if cell.field.kind == "switch":
        return ON if value else ""
    return get_null_text(cell.field) if value is None else str(value)


def _get_item(value: Any, index: int) -> Any:
    return value[index] if isinstance(value, list) and index < len(value) else MISSING
