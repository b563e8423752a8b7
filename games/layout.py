"""How a sheet is entered: the fields of a game, from which forms, printed sheets and spreadsheets are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

MOST_STEPS = 12  # more is quicker to type


@dataclass(frozen=True)
class Field:
    """One thing to write down: a whole number, one of the choices, the number of a seat or deal (from 0), or a
    switch, which is true or left out. Also an option, beside a sheet.

    `total` is what the counts of all seats add up to, so that a form may offer the rest. `out` is the word for null:
    of a seat that sits a deal out, or where nobody is meant; a field without it is never null. `out_from` is the
    fewest at a table where it may be said; at smaller ones nobody may.
    """

    key: str
    label: str
    kind: Literal["count", "choice", "seat", "deal", "switch"]
    minimum: int | None = None
    maximum: int | None = None
    choices: Mapping[str, str] = field(default_factory=dict)  # key: label
    required: bool = True
    total: int | None = None
    help: str = ""
    symbols: Mapping[str, str] = field(default_factory=dict)  # a sign for each choice, shown before its label
    out: str = ""
    out_from: int = 0

    def out_at(self, seats: int) -> str:
        """The word for null, where it may be said at a table of that size."""
        return self.out if seats >= self.out_from else ""

    @property
    def steps(self) -> bool:
        """Whether it is a count with so few values that stepping to one is quick."""
        if self.kind != "count" or self.minimum is None or self.maximum is None:
            return False
        return self.maximum - self.minimum <= MOST_STEPS


@dataclass(frozen=True)
class FieldList:
    """A list that stands beside the deals, such as penalties."""

    key: str
    label: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Layout:
    """How a sheet is entered, in the order it is read aloud."""

    per_seat: tuple[Field, ...]
    per_deal: tuple[Field, ...] = ()
    lists: tuple[FieldList, ...] = ()
