"""Parse the cells of a spreadsheet of results.

See docs/reference/commands.md, import_results: The file.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

from games import Field, Text
from games.problems import _

Translate = Callable[[str], str]
INTEGER_PATTERN = re.compile(r"[+-]?\d{1,100}")  # the digits of any script
DASHES = {"-", "\N{EN DASH}", "\N{EM DASH}", "\N{MINUS SIGN}"}  # for no player, or for nothing
CROSS = "x"  # the same in a cell for a number
LIST_SEPARATOR = ";"  # it is in no label, and no spreadsheet program reads numbers joined by it as a number
SWITCH_WORDS = {True: (_("yes"), "true"), False: (_("no"), "false")}  # a workbook has true and false


class UnclearCellError(Exception):
    """A cell whose meaning is unclear; `text` describes the problem."""

    def __init__(self, text: str, **values: int | str) -> None:
        super().__init__(text)
        self.text = Text(text, values)


def parse_value(field: Field, text: str, seats: int, translate: Translate) -> Any:
    """Return the score sheet's value for a cell that is not blank, at a table with so many seats.

    Raises UnclearCellError.
    """
    if is_null(field, text, translate):
        return None
    if not field.several:
        return _parse_item(field, text, seats, translate)
    items = [item for item in map(str.strip, text.split(LIST_SEPARATOR)) if item]
    if len(items) > field.several:
        raise UnclearCellError(_("Enter at most {most} here."), most=field.several)
    return [_parse_item(field, item, seats, translate) for item in items]


def _parse_item(field: Field, text: str, seats: int, translate: Translate) -> Any:
    if field.kind == "choice":
        return _parse_choice(field, text, translate)
    if field.kind == "switch":
        return _parse_switch(text, translate)
    if field.kind == "seat":
        return _parse_seat(text, seats)
    return parse_deal_number(text) - 1 if field.kind == "deal" else parse_integer(text)


def is_dash(text: str) -> bool:
    """Return whether a cell is crossed out."""
    return fold_text(text) in {*DASHES, CROSS}


def is_null(field: Field, text: str, translate: Translate) -> bool:
    """Return whether a cell stands for no player, or for a seat that is out.

    A dash or the word does; in a cell for a number, also a cross or the first letter of the word. A blank cell
    never does.
    """
    folded = fold_text(text)
    if not (field.out and folded):
        return False
    words = _fold_words((field.out,), translate)
    if field.kind == "count":
        words |= {CROSS, *(word[0] for word in words)}
    return folded in DASHES | words


def parse_integer(text: str) -> int:
    """Return a whole number.

    Raises UnclearCellError.
    """
    number = text.replace("\N{MINUS SIGN}", "-")
    if not INTEGER_PATTERN.fullmatch(number):
        raise UnclearCellError(_("Must be a whole number."))
    return int(number)


def parse_deal_number(text: str) -> int:
    """Return the number of a deal, counted from 1.

    Raises UnclearCellError.
    """
    number = parse_integer(text)
    if number < 1:
        raise UnclearCellError(_("Can't be less than {least}."), least=1, given=str(number))
    return number


def _parse_seat(text: str, seats: int) -> int:
    if not (INTEGER_PATTERN.fullmatch(text) and 1 <= int(text) <= seats):
        raise UnclearCellError(_("Enter the player's number, from 1 to {most}."), most=seats)
    return int(text) - 1


def _parse_choice(field: Field, text: str, translate: Translate) -> str | int:
    for key, label in field.choices.items():
        if fold_text(text) in _fold_words((str(key), label), translate):
            return key
    if text == "0" and not field.required and all(isinstance(key, int) for key in field.choices):
        return (
            0  # the same as nothing, where numbers are chosen; the game decides whether its sheet may hold it
        )
    labels = ", ".join(translate(label) for label in field.choices.values())
    raise UnclearCellError(_("Must be one of these: {choices}."), choices=labels)


def _parse_switch(text: str, translate: Translate) -> bool:
    for value, words in SWITCH_WORDS.items():
        if fold_text(text) in _fold_words(words, translate):
            return value
    raise UnclearCellError(_("Must be yes or no."))


def _fold_words(words: Iterable[str], translate: Translate) -> set[str]:
    """Return the words, folded, in English and in the reader's language."""
    return {fold_text(text) for word in words for text in (word, translate(word))}


def fold_text(text: str) -> str:
    """Fold case and spaces, and drop the apostrophe that keeps a text from being a formula."""
    return " ".join(text.split()).casefold().removeprefix("'")
