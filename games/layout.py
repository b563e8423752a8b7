"""The fields in which a sheet is entered; forms, printed sheets and spreadsheets are made from them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Literal

from games.problems import Text, _
from games.score import Score

MAX_STEPS = 12  # a number further away is quicker to type


BLANK = ""  # the value of a field in which nothing is written yet


@dataclass(frozen=True)
class Given:
    """A condition on another field of the same deal, on which a field is asked for.

    It holds if the field `key` has one of the `values`; if `has` is false, it holds if the field has none of them.
    Choices are named by their keys and seats by their numbers. None is null, and BLANK means not written yet.
    """

    key: str
    values: Collection[str | int | bool | None]
    has: bool = True

    def holds(self, value: object) -> bool:
        return (value in self.values) == self.has


@dataclass(frozen=True)
class Field:
    """One thing to write down on a sheet, to choose as an option, or to type into a calculator.

    It is a whole number, one of the choices, the number of a seat or deal (from 0), or a switch, which is true or
    left out. An option or a field of a calculator may also be a text, or names with a whole number each.

    The key `bonus.pirates` is the key `pirates` of an object: of each seat's object in the list `bonus`, or of the
    deal's object. The field is asked for where all conditions in `given` hold; of an option, that it is spoken of in
    the rules. `several` makes it a list of at most
    that many values: each choice at most once, seats and counts any number of times. A field that is `near` may be
    left out, but is written often enough to stand among the required fields.

    `total` is the sum of the counts of all seats, in every deal or deal by deal, so that a form can offer the
    rest. `maxima` are lower than `maximum` in some deals, again deal by deal. `out` is the word for null: for a seat
    that sits a deal out, or where nobody is meant; a field without it is never null. `out_from` is the size of the
    smallest table at which null is allowed. `german` is what players say for the label who know the game in German; it
    stands beside the label in other languages.
    """

    key: str
    label: str
    kind: Literal["count", "choice", "seat", "deal", "switch", "text", "named"]
    minimum: int | None = None
    maximum: int | None = None
    choices: Mapping[str, str] | Mapping[int, str] = field(default_factory=dict)  # key: label
    required: bool = True
    total: int | tuple[int, ...] | None = None
    maxima: tuple[int, ...] = ()
    help: str = ""
    symbols: Mapping[str, str] = field(default_factory=dict)  # a sign for each choice, shown before its label
    out: str = ""
    out_from: int = 0
    given: tuple[Given, ...] = ()
    several: int = 0
    near: bool = False
    german: str = ""

    def get_out_label(self, seats: int) -> str:
        """Return the word for null, or "" where null is not allowed at a table of that size."""
        return self.out if seats >= self.out_from else ""

    def get_total(self, deal: int) -> int | None:
        """Return the sum of the counts of all seats in a deal, or None; deals are numbered from 0."""
        if isinstance(self.total, tuple):
            return self.total[deal] if deal < len(self.total) else None
        return self.total

    def get_maximum(self, deal: int) -> int | None:
        """Return the greatest count that a deal allows, or None; deals are numbered from 0."""
        return self.maxima[deal] if deal < len(self.maxima) else self.maximum

    @property
    def is_needed(self) -> bool:
        """Whether every deal has this field."""
        return self.required and not self.given

    @property
    def in_front(self) -> bool:
        """Whether the field stands among those that are written for every deal."""
        return self.required or self.near

    @property
    def steps(self) -> bool:
        """Whether the field is a count with so few values that stepping to any of them is quick."""
        if self.kind != "count" or self.minimum is None or self.maximum is None:
            return False
        return self.maximum - self.minimum <= MAX_STEPS


def list_no_seats(_deal: int) -> Collection[int]:
    return ()


def get_no_note(_deal: int) -> Text | None:
    return None


def get_no_dealer(_deal: int) -> int | None:
    return None


@dataclass(frozen=True)
class FieldList:
    """A list that stands beside the deals, such as penalties."""

    key: str
    label: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Addition:
    """A part of a match's score beside its deals, such as a bonus: a row below them on every sheet, also where it is 0.

    `of(score, seat)` returns its points, below 0 if it takes from the score. The deals of a seat and all its additions
    add up to its score.
    """

    key: str
    label: str
    of: Callable[[Score, int], int]


@dataclass(frozen=True)
class FootRow:
    """A row below the final score: of a printed sheet to be filled in, of one that is shown with what `of` returns."""

    label: Text
    of: Callable[[Score, int], int]


@dataclass(frozen=True)
class Slip:
    """A paper on which each player alone writes what the others may not see before the deal is over.

    `fields` are keys of the layout's fields of a seat, in the order of the slip's columns; `label` names the slips.
    """

    label: str
    fields: tuple[str, ...]


@dataclass(frozen=True)
class Layout:
    """The fields of a sheet, in the order in which it is read aloud.

    The functions take the number of a deal from 0: `resting` returns the seats that sit it out by rule, for which
    nothing is asked, `note` a hint for the players before the deal, and `dealer` the seat that deals, where no other
    sign of it stands on the sheet. With `passes`, a deal may count for nobody, and a sheet may then have more deals
    than a match; a match that `goes_on` may need more deals than are usual. `more` is the name of the part that is
    folded away in each deal, if any. With `running_total`, the sum of a seat's deals so far stands beside each of them,
    as on the game's own sheets. At a table that is typed `by_field`, the first field of a deal is filled in for all
    seats before the second. `hint` is a sentence for the foot of a printed sheet, such as what the places at the table
    are called. A game with something secret has a `slip`, which is printed for each player beside the common sheet.
    `secret_fields` are keys of fields of a seat that each player may enter alone, on their own phone, in this order:
    first the bid. Nothing of a deal is shown before all have entered the last of them, and a field can be changed until
    all have entered it. `switches` are of the match as a whole, true on its sheet or left out; their help says on the
    match page what follows. `foot` are the rows below the final score in which players add up on paper what follows
    from the deals.
    """

    per_seat: tuple[Field, ...] = ()
    per_deal: tuple[Field, ...] = ()
    lists: tuple[FieldList, ...] = ()
    resting: Callable[[int], Collection[int]] = list_no_seats
    note: Callable[[int], Text | None] = get_no_note
    dealer: Callable[[int], int | None] = get_no_dealer
    passes: bool = False
    additions: tuple[Addition, ...] = ()
    more: str = _("More")
    running_total: bool = False
    by_field: bool = False
    hint: Text | None = None
    goes_on: bool = False
    slip: Slip | None = None
    secret_fields: tuple[str, ...] = ()
    switches: tuple[Field, ...] = ()
    foot: tuple[FootRow, ...] = ()
