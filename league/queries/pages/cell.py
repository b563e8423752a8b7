"""One cell of a sheet: what stands in it, how it is filled in, and what it says on the sheet.

A cell may be blank; be said to be out, which is null on the sheet, as of a seat that sits a deal out; or be a switch,
which is on or off.
"""

from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext

from games import Field
from league.rules import cells

ON = "1"  # what a switch says
OUT = "-"  # what is chosen for null
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
    deal: int = 0  # its number; 0 also in lists
    out_word: str = ""  # for null in a cell for a number, where it may be that at this table

    @property
    def label(self) -> str:
        return gettext(self.field.label)

    @property
    def help(self) -> str:
        return gettext(self.field.help) if self.field.help else ""

    @property
    def total(self) -> int | None:
        """What the counts of all seats add up to, where that is known."""
        return None if self.seat is None else self.field.total_of(self.deal)

    @property
    def least(self) -> int:
        return self.field.minimum or 0

    @property
    def control(self) -> Literal["number", "select", "signs", "switch"]:
        """How it is filled in. A few choices with signs stand side by side."""
        if self.field.kind == "switch":
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
        return cells.means_null(self.field, self.typed, gettext)

    @property
    def blank(self) -> bool:
        return not self.typed.strip()

    @property
    def missing(self) -> bool:
        """Whether something is still to be written; a switch that is left off says no."""
        return self.blank and self.control != "switch"

    @property
    def shown(self) -> str:
        """What is written in it, for reading."""
        if self.control == "switch" and not self.blank:
            return gettext("yes")
        return next((choice.shown for choice in self.choices if choice.chosen), self.typed)

    @property
    def value(self) -> int | str | bool | None:
        """What it says on a sheet. What is no number stays as it was typed, for the game to refuse; so does a blank
        cell that may be null, as that has to be said."""
        text = self.typed.strip()
        if self.control == "switch":
            return bool(text) if text in ("", ON) else self.typed
        if not text:
            return "" if self.field.out else None
        if self.out:
            return None
        if self.field.kind == "choice":
            return self.typed
        try:
            return cells.whole(text)
        except cells.Unclear:
            return self.typed


# --- null


def out_text(field: Field) -> str:
    """What stands in a cell that is null: in one for a number the word for it, to the reader."""
    if not field.out:
        return ""
    return gettext(field.out) if field.kind == "count" else OUT
