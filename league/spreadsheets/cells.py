"""Parse the cells of a spreadsheet of results: numbers, choices and players as people type them.

See docs/reference/commands.md, import_results: The file.
"""

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
DASHES = {"-", "\N{EN DASH}", "\N{EM DASH}", "\N{MINUS SIGN}"}  # these say that nobody is meant, or nothing
CROSS = "x"  # says the same where a number would stand
SEPARATOR_PATTERN = re.compile(r"[\s,;]+")  # between the items of a list
COMMA_PATTERN = re.compile(r"[,;]")
MAX_WORDS = 20  # of one item
EMOJI_SELECTOR = "\N{VARIATION SELECTOR-16}"  # telephones put it behind a suit
YES_WORDS = (_("yes"), "true", "1", "x")
NO_WORDS = (_("no"), "false", "0")


class UnclearCellError(Exception):
    """A cell whose meaning is unclear; `text` says what is wrong with it."""

    def __init__(self, text: str, **values: int | str) -> None:
        super().__init__(text)
        self.text = Text(text, values)


class PlayerNames:
    """Players as people write them, by id or by name; an id takes precedence."""

    def __init__(self, names: Mapping[str, str]) -> None:
        """Index the players; `names` maps ids to names."""
        self._names = names
        self._written: dict[str, set[str]] = defaultdict(set)
        for player_id, name in names.items():
            self._written[fold_text(player_id)].add(player_id)
            self._written[fold_text(name)].add(player_id)

    def find_candidates(self, text: str) -> set[str]:
        """Return the ids of all players who may be meant."""
        return {text} if text in self._names else self._written.get(fold_text(text), set())

    def find_player(self, text: str, among: Iterable[str] | None = None) -> str:
        """Return the id of the player who is meant.

        Raises UnclearCellError if it is nobody, or may be several, of those `among` whom to look.
        """
        candidates = self.find_candidates(text)
        matching = sorted(candidates if among is None else candidates.intersection(among))
        if not matching:
            raise UnclearCellError(
                _("{name} does not sit at this table.")
                if candidates
                else _("Nobody in this season is called {name}."),
                name=text,
            )
        if len(matching) > 1:
            raise UnclearCellError(
                _("{name} may be one of several: write the id, {ids}."), name=text, ids=", ".join(matching)
            )
        return matching[0]

    def get_name(self, player_id: str) -> str:
        return self._names[player_id]

    def shorten_name(self, player_id: str) -> str:
        """Return what to write so that this player is meant: the name, unless somebody else has it."""
        return (
            self._names[player_id]
            if self.find_candidates(self._names[player_id]) == {player_id}
            else player_id
        )


@dataclass(frozen=True)
class SeatedTable:
    """The players at a table.

    `seats` maps the ids of the players to their seats in the match; `order` holds those seats in the order of
    the file's columns.
    """

    people: PlayerNames
    seats: Mapping[str, int]
    order: tuple[int, ...]

    def find_seat(self, text: str) -> int:
        """Return the seat of a player, or of a number, counted from 1 in the order of the file.

        Raises UnclearCellError.
        """
        if not self.people.find_candidates(text).intersection(self.seats) and INTEGER_PATTERN.fullmatch(text):
            number = int(text)
            if not 1 <= number <= len(self.order):
                raise UnclearCellError(_("The seats are numbered from 1 to {most}."), most=len(self.order))
            return self.order[number - 1]
        return self.seats[self.people.find_player(text, self.seats)]


def parse_value(field: Field, text: str, table: SeatedTable, translate: Translate) -> Any:
    """Return what a cell that is not blank says on a score sheet.

    Raises UnclearCellError.
    """
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
    """Yield several values that are separated by spaces, commas or semicolons."""
    rest, count = _skip_separators(text), 0
    while rest:
        count += 1
        if count > field.several:
            raise UnclearCellError(_("At most {most} can be written here."), most=field.several)
        item = _take_longest(field, rest, table, translate)
        yield _parse_one(field, item, table, translate)
        rest = _skip_separators(rest[len(item) :])


def _take_longest(field: Field, text: str, table: SeatedTable, translate: Translate) -> str:
    """Return the longest beginning of the text that has a meaning, as names may hold spaces and commas.

    If none has, return the text up to the first comma or semicolon.
    """
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
    """Return whether a cell is crossed out."""
    return fold_text(text) in {*DASHES, CROSS}


def is_null(field: Field, text: str, translate: Translate) -> bool:
    """Return whether a cell says that nobody is meant, or that a seat is out.

    That is said by a dash or the word; where a number would stand, also by a cross or the first letter of the
    word. A blank cell never says it.
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
    number = _replace_minus(text)
    if not INTEGER_PATTERN.fullmatch(number):
        raise UnclearCellError(_("Must be a whole number."))
    return int(number)


def _replace_minus(text: str) -> str:
    return text.replace("\N{MINUS SIGN}", "-")


def parse_deal_number(text: str) -> int:
    """Return the number of a deal, counted from 1.

    Raises UnclearCellError.
    """
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
    """Return the choice of a field whose choices are numbers, however the number is written.

    An optional field also takes 0 where that is not a choice; the game then says whether its sheet may hold
    it.
    """
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
    """Return the words, folded, in English and in the reader's language."""
    return {fold_text(text) for word in words for text in (word, translate(word) if word else "")}


def fold_text(text: str) -> str:
    """Fold case and spaces, and drop the apostrophe that spreadsheets put before a text."""
    return " ".join(text.replace(EMOJI_SELECTOR, "").split()).casefold().removeprefix("'")
