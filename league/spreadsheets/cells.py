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
INTEGER_PATTERN = re.compile(r"[+-]?\d{1,100}")  # the digits of any script
DASHES = {"-", "\N{EN DASH}", "\N{EM DASH}", "\N{MINUS SIGN}"}  # nobody, nothing
CROSS = "x"  # where a number would stand, the same
SEPARATOR_PATTERN = re.compile(r"[\s,;]+")  # what stands between the items of a list
COMMA_PATTERN = re.compile(r"[,;]")
MAX_WORDS = 20  # of one item
EMOJI_SELECTOR = "\N{VARIATION SELECTOR-16}"  # what telephones put behind a suit
YES_WORDS = (_("yes"), "true", "1", "x")
NO_WORDS = (_("no"), "false", "0")


class UnclearCellError(Exception):
    """Nobody could say what this means; `text` says what is wrong with it."""

    def __init__(self, text: str, **values: int | str) -> None:
        super().__init__(text)
        self.text = Text(text, values)


class PlayerNames:
    """Players as they are written: by id or by name. The id counts first."""

    def __init__(self, names: Mapping[str, str]) -> None:
        """`names` by id."""
        self._names = names
        self._written: dict[str, set[str]] = defaultdict(set)
        for id, name in names.items():
            self._written[fold_text(id)].add(id)
            self._written[fold_text(name)].add(id)

    def find_candidates(self, text: str) -> set[str]:
        """The ids of all who may be meant."""
        return {text} if text in self._names else self._written.get(fold_text(text), set())

    def find_player(self, text: str, among: Iterable[str] | None = None) -> str:
        """The id of the one who is meant. Raises Unclear."""
        meant = self.find_candidates(text)
        found = sorted(meant if among is None else meant.intersection(among))
        if not found:
            raise UnclearCellError(
                _("{name} does not sit at this table.")
                if meant
                else _("Nobody in this season is called {name}."),
                name=text,
            )
        if len(found) > 1:
            raise UnclearCellError(
                _("{name} may be one of several: write the id, {ids}."), name=text, ids=", ".join(found)
            )
        return found[0]

    def get_name(self, player_id: str) -> str:
        return self._names[player_id]

    def shorten_name(self, player_id: str) -> str:
        """What to write so that this one is meant: the name, where nobody else has it."""
        return (
            self._names[player_id]
            if self.find_candidates(self._names[player_id]) == {player_id}
            else player_id
        )


@dataclass(frozen=True)
class SeatedTable:
    """Who sits at a table: the ids of its players, by seat of the match, and that seat by the file's order of seats."""

    people: PlayerNames
    seats: Mapping[str, int]
    order: tuple[int, ...]

    def find_seat(self, text: str) -> int:
        """The seat of a player, or of a number from 1 in the file's order. Raises Unclear."""
        if not self.people.find_candidates(text).intersection(self.seats) and INTEGER_PATTERN.fullmatch(text):
            number = int(text)
            if not 1 <= number <= len(self.order):
                raise UnclearCellError(_("The seats are numbered from 1 to {most}."), most=len(self.order))
            return self.order[number - 1]
        return self.seats[self.people.find_player(text, self.seats)]


def parse_value(field: Field, text: str, table: SeatedTable, translate: Translate) -> Any:
    """What a cell says on a sheet; not of a blank one. Raises Unclear."""
    if is_null(field, text, translate):
        return None
    return (
        list(_parse_several(field, text, table, translate))
        if field.several
        else _parse_one(field, text, table, translate)
    )


def _parse_one(field: Field, text: str, table: SeatedTable, translate: Translate) -> Any:
    if field.kind == "choice":
        return _parse_choice(field, text, translate)
    if field.kind == "switch":
        return _parse_switch(text, translate)
    if field.kind == "seat":
        return table.find_seat(text)
    number = parse_integer(text)
    if field.kind == "deal":
        return _require_positive(number) - 1
    return number


def _parse_several(field: Field, text: str, table: SeatedTable, translate: Translate) -> Iterator[Any]:
    """One after the other, with spaces, commas or semicolons between them."""
    rest, found = _skip_separators(text), 0
    while rest:
        found += 1
        if found > field.several:
            raise UnclearCellError(_("At most {most} can be written here."), most=field.several)
        one = _take_longest(field, rest, table, translate)
        yield _parse_one(field, one, table, translate)
        rest = _skip_separators(rest[len(one) :])


def _take_longest(field: Field, text: str, table: SeatedTable, translate: Translate) -> str:
    """The longest that means something, since a name may have spaces and commas in it; else what goes up to a comma."""
    ends = [*(at.start() for at in SEPARATOR_PATTERN.finditer(text)), len(text)]
    for end in reversed(ends[:MAX_WORDS]):
        with suppress(UnclearCellError):
            _parse_one(field, text[:end], table, translate)
            return text[:end]
    return COMMA_PATTERN.split(text)[0]


def _skip_separators(text: str) -> str:
    at = SEPARATOR_PATTERN.match(text)
    return text[at.end() :] if at else text


def is_dash(text: str) -> bool:
    """Whether somebody crosses a cell out."""
    return fold_text(text) in {*DASHES, CROSS}


def is_null(field: Field, text: str, translate: Translate) -> bool:
    """Whether somebody says that nobody is meant, or that a seat is out: by a dash or the word, and where a number
    would stand also by a cross or the word's first letter. A blank cell never does."""
    said = fold_text(text)
    if not (field.out and said):
        return False
    words = _fold_words((field.out,), translate)
    if field.kind == "count":
        words |= {CROSS, *(word[0] for word in words)}
    return said in DASHES | words


def parse_integer(text: str) -> int:
    """Raises Unclear."""
    number = _replace_minus(text)
    if not INTEGER_PATTERN.fullmatch(number):
        raise UnclearCellError(_("Must be a whole number."))
    return int(number)


def _replace_minus(text: str) -> str:
    return text.replace("\N{MINUS SIGN}", "-")


def parse_deal_number(text: str) -> int:
    """The number of a deal, from 1. Raises Unclear."""
    return _require_positive(parse_integer(text))


def _require_positive(number: int) -> int:
    if number < 1:
        raise UnclearCellError(_("Must be at least {least}, not {given}."), least=1, given=str(number))
    return number


def _parse_choice(field: Field, text: str, translate: Translate) -> str | int:
    for key, label in field.choices.items():
        name = str(key)
        if fold_text(text) in _fold_words((name, label, field.symbols.get(name, "")), translate) - {""}:
            return key
    if (number := _parse_number_choice(field, text)) is not None:
        return number
    labels = ", ".join(translate(label) for label in field.choices.values())
    raise UnclearCellError(_("Must be one of these: {choices}."), choices=labels)


def _parse_number_choice(field: Field, text: str) -> int | None:
    """Where numbers are chosen from, however one is written; and 0, which is none of them where nothing is meant: the
    sheet says whether it may hold that."""
    if not (
        INTEGER_PATTERN.fullmatch(number := _replace_minus(text))
        and all(isinstance(key, int) for key in field.choices)
    ):
        return None
    meant = int(number)
    return meant if meant in field.choices or (meant == 0 and not field.required) else None


def _parse_switch(text: str, translate: Translate) -> bool:
    if fold_text(text) in _fold_words(YES_WORDS, translate):
        return True
    if fold_text(text) in _fold_words(NO_WORDS, translate):
        return False
    raise UnclearCellError(_("Must be yes or no."))


def _fold_words(words: Iterable[str], translate: Translate) -> set[str]:
    """In English, and in the language of whoever reads it."""
    return {fold_text(word) for one in words for word in (one, translate(one) if one else "")}


def fold_text(text: str) -> str:
    """Small and great letters are alike, and so is what spreadsheets put before a text that is no formula."""
    return " ".join(text.replace(EMOJI_SELECTOR, "").split()).casefold().removeprefix("'")
