"""Lays out what is typed, or kept, in cells: as many lines as are wanted, in the order a sheet is read aloud."""

import re
from collections.abc import Iterator, Mapping

from django.utils.translation import gettext

from games import Field, FieldList
from league.queries.pages.cell import OUT, Cell, Choice, out_text
from league.queries.pages.sheet import (
    Group,
    Head,
    LaidOut,
    Line,
    ListPart,
    Remarks,
    Saying,
    Table,
    Typed,
    score_place,
)
from league.queries.pages.words import numbered
from league.rules.cells import means_null

MOST_LINES = 100  # of one list; nobody types more, and nobody can make us draw more

# --- how many lines there are


def for_reading(table: Table, typed: Typed) -> dict[str, int]:
    """As many lines of each list as are written on."""
    return {key: _written(key, typed) for key in _keys(table)}


def for_typing(table: Table, typed: Typed, *, more: bool = False) -> dict[str, int]:
    """The deals of a match, or one to spare where any number may be played; and some to spare of the lists.

    No line that was there goes away; `more` adds some to every list that has no fixed length.
    """
    lines = {}
    for key in _keys(table):
        written, spare = _written(key, typed), 4 if more else 1
        wanted = _fixed(table, key) or written + spare + (key != "deals")
        lines[key] = min(max(wanted, _there(key, typed)), MOST_LINES)
    return lines


def for_correcting(table: Table, typed: Typed) -> dict[str, int]:
    """Of a sheet that holds a whole match: no deal to spare, as none is missing."""
    return for_typing(table, typed) | {"deals": table.settings.deals or _written("deals", typed)}


def as_they_are(table: Table, typed: Typed) -> dict[str, int]:
    """Those that a form has which was sent in."""
    return {key: max(_fixed(table, key) or 1, _there(key, typed)) for key in _keys(table)}


def longer(table: Table, lines: Mapping[str, int], key: str) -> dict[str, int] | None:
    """With one more line of a list; None where it may have none."""
    if _fixed(table, key) or not 0 < lines.get(key, 0) < MOST_LINES:
        return None
    return {**lines, key: lines[key] + 1}


def _fixed(table: Table, key: str) -> int | None:
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


class _Layer:
    def __init__(self, table: Table, typed: Typed, lines: Mapping[str, int], remarks: Remarks) -> None:
        self.game = table.settings.game
        self.layout = table.layout
        self.players, self.typed, self.lines, self.remarks = table.players, typed, lines, remarks

    def everything(self) -> LaidOut:
        return LaidOut(
            heads=tuple(self.heads()),
            more=", ".join(
                gettext(field.label)
                for field in (*self.layout.per_seat, *self.layout.per_deal)
                if not field.required
            ),
            deals=tuple(self.deal(index) for index in range(self.lines["deals"])),
            lists=tuple(self.list_part(part) for part in self.layout.lists),
        )

    def heads(self) -> Iterator[Head]:
        """Above the columns of `deal`'s groups."""
        of_the_deal = [gettext(field.label) for field in self.layout.per_deal if field.required]
        if of_the_deal:
            yield Head("", tuple(of_the_deal))
        of_a_seat = tuple(gettext(field.label) for field in self.layout.per_seat if field.required)
        totals = [str(total) for total in self.remarks.totals] or [""] * len(self.players)
        for player, total in zip(self.players, totals, strict=True):
            yield Head(player, of_a_seat, total)

    def deal(self, index: int) -> Line:
        name, path = f"deals-{index}", f"sheet.deals.{index}"
        label = numbered(self.game, "deal", index + 1)
        said, more_said = self.saying(name), self.saying(f"{name}-more")
        seats = range(len(self.players))

        def cell(field: Field, seat: int | None) -> Cell:
            parts = (label,) if seat is None else (label, self.players[seat])
            place = said if field.required else more_said
            return self.cell(field, name, path, parts, seat, place)

        of_the_deal = tuple(cell(field, None) for field in self.layout.per_deal if field.required)
        groups = [Group("", None, "", of_the_deal, "")] if of_the_deal else []
        for seat in seats:
            cells = tuple(cell(field, seat) for field in self.layout.per_seat if field.required)
            score = score_place(index, seat)
            groups.append(Group(score, seat, self.players[seat], cells, self.remarks.scores.get(score, "")))
        more = [cell(field, seat) for field in self.layout.per_seat if not field.required for seat in seats]
        more += [cell(field, None) for field in self.layout.per_deal if not field.required]
        return Line(index + 1, label, path, tuple(groups), tuple(more), said, more_said)

    def list_part(self, part: FieldList) -> ListPart:
        lines: list[Line] = []
        label = gettext(part.label)
        for index in range(self.lines[part.key]):
            name = f"{part.key}-{index}"
            blank = not any(self.typed.get(f"{name}-{field.key}", "").strip() for field in part.fields)
            # blank lines are left out of the sheet
            path = "" if blank else f"sheet.{part.key}.{sum(bool(line.path) for line in lines)}"
            said = self.saying(name)
            numbered_label = f"{label} {index + 1}"
            cells = tuple(
                self.cell(field, name, path, (numbered_label,), None, said) for field in part.fields
            )
            group = Group("", None, "", cells, "")
            lines.append(Line(index + 1, numbered_label, path, (group,), (), said, said))
        return ListPart(label, part.key, tuple(lines))

    def saying(self, name: str) -> Saying:
        place = f"{name}-said"
        return Saying(place, tuple(self.remarks.problems.get(place, ())))

    def cell(
        self, field: Field, line: str, path: str, parts: tuple[str, ...], seat: int | None, said: Saying
    ) -> Cell:
        end = field.key if seat is None else f"{field.key}-{seat}"
        name = f"{line}-{end}"
        offered = name in self.remarks.offered
        typed = self.remarks.offered[name] if offered else self.typed.get(name, "")
        typed = out_text(field) if means_null(field, typed, gettext) else typed
        out = field.out_at(len(self.players))
        return Cell(
            name=name,
            path=path and f"{path}.{end.replace('-', '.')}",
            parts=(*parts, gettext(field.label)),
            field=field,
            seat=seat,
            typed=typed,
            choices=tuple(self.choices(field, typed)),
            marked=name in self.remarks.marked,
            said=said.id,
            offered=offered,
            out_word=gettext(out) if out and field.kind == "count" else "",
        )

    def choices(self, field: Field, typed: str) -> Iterator[Choice]:
        """What may be chosen, nothing first; what was sent in stays a choice, whatever it is."""
        if field.kind in ("count", "switch"):
            return
        labels = {"": "", **dict(self.labels(field))}
        labels.setdefault(typed, typed)
        for value, label in labels.items():
            yield Choice(value, label, value == typed, field.symbols.get(value, ""))

    def labels(self, field: Field) -> Iterator[tuple[str, str]]:
        if field.kind == "choice":
            yield from ((str(key), gettext(label)) for key, label in field.choices.items())
        elif field.kind == "seat":
            yield from ((str(seat), player) for seat, player in enumerate(self.players))
        else:
            yield from (
                (str(number), numbered(self.game, "deal", number + 1))
                for number in range(self.lines["deals"])
            )
        if out := field.out_at(len(self.players)):
            yield OUT, gettext(out)
