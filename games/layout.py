"""How a sheet is entered: the fields of a game, from which forms, printed sheets and spreadsheets are made."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from games.problems import Text

MAX_STEPS = 12  # more is quicker to type


BLANK = ""  # of a field in which nothing is written yet


@dataclass(frozen=True)
class Given:
    """When a field is asked for: if another one of the same deal has one of these values, or, unless it `has`, none
    of them. Choices are named by their keys, seats by their numbers; None is null, and BLANK not written yet."""

    key: str
    values: Collection[str | int | bool | None]
    has: bool = True

    def holds(self, value: object) -> bool:
        return (value in self.values) == self.has


@dataclass(frozen=True)
class Field:
    """One thing to write down: a whole number, one of the choices, the number of a seat or deal (from 0), or a
    switch, which is true or left out. Also an option, beside a sheet, and what a helper is asked: there a text, or
    names with a whole number each, are possible, too.

    A key `bonus.pirates` is the key `pirates` of an object: of each seat's in the list `bonus`, or of the deal's.
    It is asked for where all of `given` hold. `several` makes it a list of up to so many: of choices each once, of
    seats and counts as often as may be. `near`: it may be left out, and yet is written often enough to stand with
    those that may not.

    `total` is what the counts of all seats add up to, so that a form may offer the rest; or that, deal by deal.
    `out` is the word for null: of a seat that sits a deal out, or where nobody is meant; a field without it is never
    null. `out_from` is the fewest at a table where it may be said; at smaller ones nobody may.
    """

    key: str
    label: str
    kind: Literal["count", "choice", "seat", "deal", "switch", "text", "named"]
    minimum: int | None = None
    maximum: int | None = None
    choices: Mapping[str, str] | Mapping[int, str] = field(default_factory=dict)  # key: label
    required: bool = True
    total: int | tuple[int, ...] | None = None
    help: str = ""
    symbols: Mapping[str, str] = field(default_factory=dict)  # a sign for each choice, shown before its label
    out: str = ""
    out_from: int = 0
    given: tuple[Given, ...] = ()
    several: int = 0
    near: bool = False

    def get_out_label(self, seats: int) -> str:
        """The word for null, where it may be said at a table of that size."""
        return self.out if seats >= self.out_from else ""

    def get_total(self, deal: int) -> int | None:
        """What the counts of all seats add up to in a deal, by its number from 0."""
        if isinstance(self.total, tuple):
            return self.total[deal] if deal < len(self.total) else None
        return self.total

    @property
    def is_needed(self) -> bool:
        """Whether every deal has it."""
        return self.required and not self.given

    @property
    def in_front(self) -> bool:
        """Whether it stands among what is written of every deal."""
        return self.required or self.near

    @property
    def steps(self) -> bool:
        """Whether it is a count with so few values that stepping to one is quick."""
        if self.kind != "count" or self.minimum is None or self.maximum is None:
            return False
        return self.maximum - self.minimum <= MAX_STEPS


def list_no_seats(_deal: int) -> Collection[int]:
    return ()


def get_no_note(_deal: int) -> Text | None:
    return None


@dataclass(frozen=True)
class FieldList:
    """A list that stands beside the deals, such as penalties."""

    key: str
    label: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Layout:
    """How a sheet is entered, in the order it is read aloud.

    Of each deal, by its number from 0: `resting` are the seats that sit it out by rule, of which nothing is asked, and
    `note` what there is to know before it is played. `passes`: a deal may count for nobody, and a sheet then has more
    of them than a match has.
    """

    per_seat: tuple[Field, ...] = ()
    per_deal: tuple[Field, ...] = ()
    lists: tuple[FieldList, ...] = ()
    resting: Callable[[int], Collection[int]] = list_no_seats
    note: Callable[[int], Text | None] = get_no_note
    passes: bool = False
