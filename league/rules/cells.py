"""What is written in a cell of a night's results: numbers, choices and people as somebody would type them."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from games import Field, Text
from games.problems import _

Translate = Callable[[str], str]
WHOLE = re.compile(r"[+-]?\d{1,100}")  # the digits of any script
DASHES = {"-", "\N{EN DASH}", "\N{EM DASH}", "\N{MINUS SIGN}"}  # nobody, nothing
CROSS = "x"  # where a number would stand, the same
BETWEEN = re.compile(r"[\s,;]+")  # what stands between the items of a list
COMMA = re.compile(r"[,;]")
MOST_WORDS = 20  # of one item
EMOJI = "\N{VARIATION SELECTOR-16}"  # what telephones put behind a suit
YES = (_("yes"), "true", "1", "x")
NO = (_("no"), "false", "0")


class Unclear(Exception):
    """Nobody could say what this means; `text` says what is wrong with it."""

    def __init__(self, text: str, **values: int | str) -> None:
        super().__init__(text)
        self.text = Text(text, values)


class People:
    """Players as they are written: by id or by name. The id counts first."""

    def __init__(self, names: Mapping[str, str]) -> None:
        """`names` by id."""
        self._names = names
        self._written: dict[str, set[str]] = defaultdict(set)
        for id, name in names.items():
            self._written[folded(id)].add(id)
            self._written[folded(name)].add(id)

    def meant(self, text: str) -> set[str]:
        """The ids of all who may be meant."""
        return {text} if text in self._names else self._written.get(folded(text), set())

    def one(self, text: str, among: Iterable[str] | None = None) -> str:
        """The id of the one who is meant. Raises Unclear."""
        meant = self.meant(text)
        found = sorted(meant if among is None else meant.intersection(among))
        if not found:
            raise Unclear(
                _("{name} does not sit at this table.")
                if meant
                else _("Nobody in this season is called {name}."),
                name=text,
            )
        if len(found) > 1:
            raise Unclear(
                _("{name} may be one of several: write the id, {ids}."), name=text, ids=", ".join(found)
            )
        return found[0]

    def name(self, id: str) -> str:
        return self._names[id]

    def shortest(self, id: str) -> str:
        """What to write so that this one is meant: the name, where nobody else has it."""
        return self._names[id] if self.meant(self._names[id]) == {id} else id


@dataclass(frozen=True)
class Table:
    """Who sits at a table: the ids of its players, by seat of the match, and that seat by the file's order of seats."""

    people: People
    seats: Mapping[str, int]
    order: tuple[int, ...]

    def seat(self, text: str) -> int:
        """The seat of a player, or of a number from 1 in the file's order. Raises Unclear."""
        if not self.people.meant(text).intersection(self.seats) and WHOLE.fullmatch(text):
            number = int(text)
            if not 1 <= number <= len(self.order):
                raise Unclear(_("The seats are numbered from 1 to {most}."), most=len(self.order))
            return self.order[number - 1]
        return self.seats[self.people.one(text, self.seats)]


def value(field: Field, text: str, table: Table, translate: Translate) -> Any:
    """What a cell says on a sheet; not of a blank one. Raises Unclear."""
    if means_null(field, text, translate):
        return None
    return (
        list(_several(field, text, table, translate))
        if field.several
        else _one(field, text, table, translate)
    )


def _one(field: Field, text: str, table: Table, translate: Translate) -> Any:
    if field.kind == "choice":
        return _choice(field, text, translate)
    if field.kind == "switch":
        return _switch(text, translate)
    if field.kind == "seat":
        return table.seat(text)
    number = whole(text)
    if field.kind == "deal":
        return _counted(number) - 1
    return number


def _several(field: Field, text: str, table: Table, translate: Translate) -> Iterator[Any]:
    """One after the other, with spaces, commas or semicolons between them."""
    rest, found = _after_separators(text), 0
    while rest:
        found += 1
        if found > field.several:
            raise Unclear(_("At most {most} can be written here."), most=field.several)
        one = _beginning(field, rest, table, translate)
        yield _one(field, one, table, translate)
        rest = _after_separators(rest[len(one) :])


def _beginning(field: Field, text: str, table: Table, translate: Translate) -> str:
    """The longest that means something, since a name may have spaces and commas in it; else what goes up to a comma."""
    ends = [*(at.start() for at in BETWEEN.finditer(text)), len(text)]
    for end in reversed(ends[:MOST_WORDS]):
        with suppress(Unclear):
            _one(field, text[:end], table, translate)
            return text[:end]
    return COMMA.split(text)[0]


def _after_separators(text: str) -> str:
    at = BETWEEN.match(text)
    return text[at.end() :] if at else text


def is_dash(text: str) -> bool:
    """Whether somebody crosses a cell out."""
    return folded(text) in {*DASHES, CROSS}


def means_null(field: Field, text: str, translate: Translate) -> bool:
    """Whether somebody says that nobody is meant, or that a seat is out: by a dash or the word, and where a number
    would stand also by a cross or the word's first letter. A blank cell never does."""
    said = folded(text)
    if not (field.out and said):
        return False
    words = _said((field.out,), translate)
    if field.kind == "count":
        words |= {CROSS, *(word[0] for word in words)}
    return said in DASHES | words


def whole(text: str) -> int:
    """Raises Unclear."""
    number = _plain(text)
    if not WHOLE.fullmatch(number):
        raise Unclear(_("Must be a whole number."))
    return int(number)


def _plain(text: str) -> str:
    return text.replace("\N{MINUS SIGN}", "-")


def deal(text: str) -> int:
    """The number of a deal, from 1. Raises Unclear."""
    return _counted(whole(text))


def _counted(number: int) -> int:
    if number < 1:
        raise Unclear(_("Must be at least {least}, not {given}."), least=1, given=str(number))
    return number


def _choice(field: Field, text: str, translate: Translate) -> str | int:
    for key, label in field.choices.items():
        name = str(key)
        if folded(text) in _said((name, label, field.symbols.get(name, "")), translate) - {""}:
            return key
    if (number := _number_meant(field, text)) is not None:
        return number
    labels = ", ".join(translate(label) for label in field.choices.values())
    raise Unclear(_("Must be one of these: {choices}."), choices=labels)


def _number_meant(field: Field, text: str) -> int | None:
    """Where numbers are chosen from, however one is written; and 0, which is none of them where nothing is meant: the
    sheet says whether it may hold that."""
    if not (WHOLE.fullmatch(number := _plain(text)) and all(isinstance(key, int) for key in field.choices)):
        return None
    meant = int(number)
    return meant if meant in field.choices or (meant == 0 and not field.required) else None


def _switch(text: str, translate: Translate) -> bool:
    if folded(text) in _said(YES, translate):
        return True
    if folded(text) in _said(NO, translate):
        return False
    raise Unclear(_("Must be yes or no."))


def _said(words: Iterable[str], translate: Translate) -> set[str]:
    """In English, and in the language of whoever reads it."""
    return {folded(word) for one in words for word in (one, translate(one) if one else "")}


def folded(text: str) -> str:
    """Small and great letters are alike, and so is what spreadsheets put before a text that is no formula."""
    return " ".join(text.replace(EMOJI, "").split()).casefold().removeprefix("'")
