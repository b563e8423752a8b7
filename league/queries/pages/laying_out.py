"""Lays out what is typed, or kept, in cells: as many lines as are wanted, in the order a sheet is read aloud."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games import Field, FieldList, Layout
from league.queries.pages.cell import Cell, Choice, out_text
from league.queries.pages.given import OUT, Asked, Condition
from league.queries.pages.saying import Saying
from league.queries.pages.sheet import (
    Group,
    Head,
    LaidOut,
    Line,
    ListPart,
    Remarks,
    Table,
    Typed,
    score_place,
)
from league.queries.pages.words import numbered
from league.spreadsheets.cells import is_null

MOST_LINES = 100  # of one list; nobody types more, and nobody can make us draw more

# --- how many lines there are


def for_reading(table: Table, typed: Typed) -> dict[str, int]:
    """As many lines of each list as are written on."""
    return {key: _written(key, typed) for key in _keys(table)}


def for_typing(table: Table, typed: Typed, *, more: bool = False) -> dict[str, int]:
    """The deals of a match, and one to spare where there may be more; and some to spare of the lists.

    No line that was there goes away; `more` adds some to every list that has no fixed length.
    """
    lines = {}
    for key in _keys(table):
        written, spare = _written(key, typed), 4 if more else 1
        wanted = _fixed(table, key) or max(_least(table, key), written + spare + (key != "deals"))
        lines[key] = min(max(wanted, _there(key, typed)), MOST_LINES)
    return lines


def for_correcting(table: Table, typed: Typed) -> dict[str, int]:
    """Of a sheet that holds a whole match: no deal to spare, as none is missing."""
    return for_typing(table, typed) | {"deals": max(_least(table, "deals"), _written("deals", typed))}


def as_they_are(table: Table, typed: Typed) -> dict[str, int]:
    """Those that a form has which was sent in."""
    return {key: max(_least(table, key), _there(key, typed)) for key in _keys(table)}


def longer(table: Table, lines: Mapping[str, int], key: str) -> dict[str, int] | None:
    """With one more line of a list; None where it may have none."""
    if _fixed(table, key) or not 0 < lines.get(key, 0) < MOST_LINES:
        return None
    return {**lines, key: lines[key] + 1}


def _fixed(table: Table, key: str) -> int | None:
    return None if table.layout.passes else _deals(table, key)


def _least(table: Table, key: str) -> int:
    return _deals(table, key) or 1


def _deals(table: Table, key: str) -> int | None:
    """Of a match; None in lists beside them, and where any number may be played."""
    return table.settings.deals if key == "deals" else None


def _keys(table: Table) -> list[str]:
    return ["deals", *(part.key for part in table.layout.lists)]


def _there(key: str, typed: Typed) -> int:
    """How many lines the cells' names tell of."""
    numbers = [_number(key, name) for name in typed]
    return min(max(numbers, default=0), MOST_LINES)


def _written(key: str, typed: Typed) -> int:
    return _there(key, {name: text for name, text in typed.items() if text.strip()})


def _number(key: str, name: str) -> int:
    found = re.match(rf"{re.escape(key)}-([0-9]{{1,9}})-", name)
    return int(found[1]) + 1 if found else 0


# --- laying out


def lay_out(table: Table, typed: Typed, lines: Mapping[str, int], remarks: Remarks | None = None) -> LaidOut:
    """Every line with its cells, in the order a sheet is read aloud."""
    return _Layer(table, typed, lines, remarks or Remarks()).everything()


def _is_particular(field: Field) -> bool:
    """Whether it is not simply one cell that every deal has."""
    return bool(field.given or field.several or "." in field.key)


def _front(fields: Iterable[Field]) -> list[Field]:
    return [field for field in fields if field.in_front]


def _rest(fields: Iterable[Field]) -> list[Field]:
    return [field for field in fields if not field.in_front]


def _is_carded(layout: Layout) -> bool:
    """A row has room for what every deal asks of every seat, and for nothing that comes and goes."""
    fields = (*layout.per_seat, *layout.per_deal)
    if not any(map(_is_particular, fields)):
        return False
    return bool(_front(layout.per_deal)) or any(map(_is_particular, _front(layout.per_seat)))


@dataclass(frozen=True)
class _Place:
    """Where a cell stands: what its name and its path begin with, and what is said of the place."""

    name: str
    path: str
    parts: tuple[str, ...]
    said: str
    seat: int | None = None
    deal: int = 0
    resting: Collection[int] = ()
    conditions: tuple[Condition, ...] = ()
    applies: bool = True


class _Layer:
    def __init__(self, table: Table, typed: Typed, lines: Mapping[str, int], remarks: Remarks) -> None:
        self.game = table.settings.game
        self.layout = table.layout
        self.players, self.typed, self.lines, self.remarks = table.players, typed, lines, remarks
        self.fields = (*self.layout.per_seat, *self.layout.per_deal)

    def everything(self) -> LaidOut:
        within = any(map(_is_particular, self.fields))
        return LaidOut(
            heads=tuple(self.heads()),
            more="" if within else ", ".join(gettext(field.label) for field in _rest(self.fields)),
            deals=tuple(self.deal(index) for index in range(self.lines["deals"])),
            lists=tuple(self.list_part(part) for part in self.layout.lists),
            carded=_is_carded(self.layout),
            more_within=within,
        )

    def heads(self) -> Iterator[Head]:
        """Above the columns of `deal`'s groups."""
        of_the_deal = [gettext(field.label) for field in _front(self.layout.per_deal)]
        if of_the_deal:
            yield Head("", tuple(of_the_deal))
        of_a_seat = tuple(gettext(field.label) for field in _front(self.layout.per_seat))
        totals = [str(total) for total in self.remarks.totals] or [""] * len(self.players)
        for player, total in zip(self.players, totals, strict=True):
            yield Head(player, of_a_seat, total)

    def deal(self, index: int) -> Line:
        name, path = f"deals-{index}", f"sheet.deals.{index}"
        label = numbered(self.game, "deal", index + 1)
        note = self.layout.note(index)
        said, more_said = self.saying(name), self.saying(f"{name}-more")
        resting = self.layout.resting(index)
        asked = Asked(self.layout.per_deal, name, self.typed)
        when = {id(field): (asked.conditions(field), asked.applies(field)) for field in self.fields}

        def cells(fields: Sequence[Field], seat: int | None) -> Iterator[Cell]:
            parts = (label,) if seat is None else (label, self.players[seat])
            for field in fields:
                place = said if field.in_front else more_said
                yield from self.cells(
                    field, _Place(name, path, parts, place.id, seat, index, resting, *when[id(field)])
                )

        of_the_deal = tuple(cells(_front(self.layout.per_deal), None))
        groups = [Group("", None, "", of_the_deal, "")] if of_the_deal else []
        playing = [seat for seat in range(len(self.players)) if seat not in resting]
        for seat, player in enumerate(self.players):
            front = tuple(cells(_front(self.layout.per_seat), seat)) if seat in playing else ()
            score = score_place(index, seat)
            worth = self.remarks.scores.get(score, "")
            groups.append(Group(score, seat, player, front, worth, rests=seat in resting))
        more = [
            cell for field in _rest(self.layout.per_seat) for seat in playing for cell in cells([field], seat)
        ]
        more += cells(_rest(self.layout.per_deal), None)
        said_of_it = str(note.translate(gettext)) if note else ""
        return Line(index + 1, label, path, tuple(groups), tuple(more), said, more_said, said_of_it)

    def list_part(self, part: FieldList) -> ListPart:
        lines: list[Line] = []
        label = gettext(part.label)
        for index in range(self.lines[part.key]):
            name = f"{part.key}-{index}"
            blank = not any(text.strip() for text in self.typed_in(part, name))
            # blank lines are left out of the sheet
            path = "" if blank else f"sheet.{part.key}.{sum(bool(line.path) for line in lines)}"
            said = self.saying(name)
            place = _Place(name, path, (f"{label} {index + 1}",), said.id)
            cells = tuple(cell for field in part.fields for cell in self.cells(field, place))
            group = Group("", None, "", cells, "")
            lines.append(Line(index + 1, place.parts[0], path, (group,), (), said, said))
        return ListPart(label, part.key, tuple(lines))

    def typed_in(self, part: FieldList, line: str) -> Iterator[str]:
        for field in part.fields:
            for slot in _slots(field):
                yield self.typed.get(f"{line}-{field.key}{_end(slot)}", "")

    def saying(self, name: str) -> Saying:
        place = f"{name}-said"
        return Saying(place, tuple(self.remarks.problems.get(place, ())))

    def cells(self, field: Field, place: _Place) -> Iterator[Cell]:
        """One, or as many as the field takes: on the sheet those in which something is written are a list."""
        if not field.several:
            yield self.cell(field, place)
            return
        written = 0
        for slot in _slots(field):
            cell = self.cell(field, place, slot, written)
            written += not cell.blank
            yield cell

    def cell(self, field: Field, place: _Place, slot: int | None = None, written: int = 0) -> Cell:
        seat = "" if place.seat is None else f"-{place.seat}"
        name = f"{place.name}-{field.key}{seat}{_end(slot)}"
        offered = name in self.remarks.offered
        typed = self.remarks.offered[name] if offered else self.typed.get(name, "")
        typed = out_text(field) if is_null(field, typed, gettext) else typed
        picks = _labelled(field)[slot][0] if slot is not None and field.kind == "choice" else None
        out = field.get_out_label(len(self.players))
        is_blank = not typed.strip()
        item = "" if slot is None or is_blank else f".{written}"
        leads_there = place.path and (place.applies or not is_blank)
        return Cell(
            name=name,
            path=f"{place.path}.{_inside(field, place.seat)}{item}" if leads_there else "",
            parts=(*place.parts, self.label(field, slot, picks)),
            field=field,
            seat=place.seat,
            typed=typed,
            choices=() if picks is not None else tuple(self.choices(field, typed, place.resting)),
            marked=name in self.remarks.marked,
            said=place.said,
            offered=offered,
            deal=place.deal,
            out_word=gettext(out) if out and field.kind == "count" else "",
            conditions=place.conditions,
            applies=place.applies,
            slot=slot,
            picks=picks,
        )

    def label(self, field: Field, slot: int | None, picks: str | int | None) -> str:
        label = gettext(field.label)
        if picks is not None:
            return gettext(dict(_labelled(field))[picks])
        return label if slot is None or field.several == 1 else f"{label} ({slot + 1})"

    def choices(self, field: Field, typed: str, resting: Collection[int]) -> Iterator[Choice]:
        """What may be chosen, nothing first; what was sent in stays a choice, whatever it is."""
        if field.kind in ("count", "switch"):
            return
        labels = {"": "", **dict(self.labels(field, resting))}
        labels.setdefault(typed, typed)
        for value, label in labels.items():
            yield Choice(value, label, value == typed, field.symbols.get(value, ""))

    def labels(self, field: Field, resting: Collection[int]) -> Iterator[tuple[str, str]]:
        if field.kind == "choice":
            yield from ((str(key), gettext(label)) for key, label in _labelled(field))
        elif field.kind == "seat":
            players = enumerate(self.players)
            yield from ((str(seat), player) for seat, player in players if seat not in resting)
        else:
            yield from (
                (str(number), numbered(self.game, "deal", number + 1))
                for number in range(self.lines["deals"])
            )
        if out := field.get_out_label(len(self.players)):
            yield OUT, gettext(out)


def _labelled(field: Field) -> list[tuple[str | int, str]]:
    """The choices, each with its label."""
    return list(field.choices.items())


def _slots(field: Field) -> Sequence[int | None]:
    """Those of its cells; None is the one of a field that takes no more."""
    if not field.several:
        return (None,)
    return range(len(field.choices) if field.kind == "choice" else field.several)


def _end(slot: int | None) -> str:
    return "" if slot is None else f"-{slot}"


def _inside(field: Field, seat: int | None) -> str:
    """The path of a field within its deal."""
    if seat is None:
        return field.key
    outer, dot, inner = field.key.partition(".")
    return f"{outer}.{seat}{dot}{inner}"
