"""One cell of a sheet: what stands in it, how it is filled in, and what it says on the sheet.

A cell may be blank; be said to be out, which is null on the sheet, as of a seat that sits a deal out; or be a switch,
which is on or off.
"""

import json
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext

from games import Field
from league.queries.pages.given import ON, OUT, Condition
from league.spreadsheets import cells

FEW = 6  # choices that are shown side by side


@dataclass(frozen=True)
class Choice:
    value: str
    label: str
    chosen: bool
    sign: str = ""

    @property
    def shown(self) -> str:
        return f"{self.sign} {self.label}".strip()


@dataclass(frozen=True)
class Cell:
    """One thing to write down. `parts` say what, in words: Game 1, Ann Archer, Bid. Of a field that takes several
    there is a cell for each: a switch for each choice, which then `picks` it, and else `slots`, of which any may stay
    blank."""

    name: str  # of the input
    path: str  # on the sheet, as problems name it; empty in a line that is left out, and where it is not asked for
    parts: tuple[str, ...]
    field: Field
    seat: int | None
    typed: str
    choices: tuple[Choice, ...]  # none: it is typed as a number
    marked: bool
    said: str  # the id of where problems with it are said
    offered: bool = False  # nobody has typed it: it is what the other seats leave of the field's total
    deal: int = 0  # its number; 0 also in lists
    out_word: str = ""  # for null in a cell for a number, where it may be that at this table
    conditions: tuple[Condition, ...] = ()  # when it is asked for
    applies: bool = True  # whether they hold
    slot: int | None = None
    picks: str | int | None = None

    @property
    def label(self) -> str:
        return self.parts[-1]

    @property
    def when(self) -> str:
        """The conditions, for a script that hides the cell as soon as they hold no longer."""
        return json.dumps([condition.as_json() for condition in self.conditions]) if self.conditions else ""

    @property
    def is_off(self) -> bool:
        """Whether there is no need to show it: what is written stays in sight, to be taken back."""
        return self.blank and not self.applies

    @property
    def help(self) -> str:
        return gettext(self.field.help) if self.field.help else ""

    @property
    def total(self) -> int | None:
        """What the counts of all seats add up to, where that is known."""
        return None if self.seat is None or self.slot is not None else self.field.get_total(self.deal)

    @property
    def least(self) -> int:
        return self.field.minimum or 0

    @property
    def control(self) -> Literal["number", "select", "signs", "switch"]:
        """How it is filled in. A few choices with signs stand side by side."""
        if self.field.kind == "switch" or self.picks is not None:
            return "switch"
        if not self.choices:
            return "number"
        return "signs" if self.field.symbols and len(self.field.choices) <= FEW else "select"

    @property
    def only_digits(self) -> bool:
        """Whether it is typed without a minus, and without letters."""
        return self.least >= 0 and not self.out_word

    @property
    def out(self) -> bool:
        return cells.is_null(self.field, self.typed, gettext)

    @property
    def blank(self) -> bool:
        return not self.typed.strip()

    @property
    def missing(self) -> bool:
        """Whether something is still to be written; a switch that is left off says no."""
        return self.blank and self.control != "switch"

    @property
    def wanted(self) -> bool:
        """Whether the deal is not done without it."""
        return self.applies and self.field.required and self.missing and not self.slot

    @property
    def shown(self) -> str:
        """What is written in it, for reading."""
        if self.control == "switch" and not self.blank:
            return gettext("yes")
        return next((choice.shown for choice in self.choices if choice.chosen), self.typed)

    @property
    def brief(self) -> str:
        """The same where there is no label beside it."""
        return self.label if self.control == "switch" else self.shown

    @property
    def value(self) -> int | str | bool | None:
        """What it says on a sheet. What is no number stays as it was typed, for the game to refuse; so does a blank
        cell that may be null, as that has to be said."""
        text = self.typed.strip()
        if self.control == "switch":
            if text not in ("", ON):
                return self.typed
            return self.picks if text and self.picks is not None else bool(text)
        if not text:
            return "" if self.field.out else None
        if self.out:
            return None
        if self.field.kind == "choice":
            return next((key for key in self.field.choices if str(key) == self.typed), self.typed)
        try:
            return cells.parse_integer(text)
        except cells.UnclearCellError:
            return self.typed


# --- null


def out_text(field: Field) -> str:
    """What stands in a cell that is null: in one for a number the word for it, to the reader."""
    if not field.out:
        return ""
    return gettext(field.out) if field.kind == "count" else OUT
