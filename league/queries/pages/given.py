"""Which fields of a deal are asked for: those whose conditions hold, by what is written in other cells of the deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games import Field, Given
from league.spreadsheets import cells

ON = "1"  # what a switch says
OUT = "-"  # what is chosen for null


@dataclass(frozen=True)
class Condition:
    """One of the cells of these `names` says one of these `values`; or, unless it `has`, none does."""

    names: tuple[str, ...]
    values: tuple[str, ...]
    has: bool

    def as_json(self) -> dict[str, Any]:
        return {"names": self.names, "values": self.values, "has": self.has}


class Asked:
    """What is asked for in one deal. A field that is not asked for itself counts as blank where others ask for it."""

    def __init__(self, fields: Sequence[Field], line: str, typed: Mapping[str, str]) -> None:
        """`fields` are those of the deal itself; `line` is what the names of its cells begin with."""
        self.fields = {field.key: field for field in fields}
        self.line, self.typed = line, typed

    def conditions(self, field: Field) -> tuple[Condition, ...]:
        return tuple(map(self._condition, field.given))

    def applies(self, field: Field, asking: tuple[str, ...] = ()) -> bool:
        """`asking`: who wants to know, each because of the one before. None of them is asked in turn."""
        return all(
            any(self._says(given.key, name, asking) in condition.values for name in condition.names)
            == condition.has
            for given, condition in zip(field.given, self.conditions(field), strict=True)
        )

    def _condition(self, given: Given) -> Condition:
        field = self.fields.get(given.key)
        name = f"{self.line}-{given.key}"
        if field is None or not field.several:
            return Condition((name,), tuple(map(_text, given.values)), given.has)
        if field.kind == "choice":
            meant = tuple(slot for slot, key in enumerate(field.choices) if key in given.values)
            return Condition(tuple(f"{name}-{slot}" for slot in meant), (ON,), given.has)
        slots = tuple(f"{name}-{slot}" for slot in range(field.several))
        return Condition(slots, tuple(map(_text, given.values)), given.has)

    def _says(self, key: str, name: str, asking: tuple[str, ...]) -> str:
        field, text = self.fields.get(key), self.typed.get(name, "").strip()
        if field is None or not text:
            return text
        if key not in asking and not self.applies(field, (*asking, key)):
            return ""
        if cells.is_null(field, text, gettext):
            return OUT
        if field.kind == "choice":
            return text
        try:
            return str(cells.parse_integer(text))
        except cells.UnclearCellError:
            return text


def _text(value: str | int | bool | None) -> str:
    """What a cell says of it."""
    if value is None:
        return OUT
    if isinstance(value, bool):
        return ON if value else ""
    return str(value)
