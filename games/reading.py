"""Turns raw JSON data into a validated model, or into the list of everything that is wrong with it.

The models say what each field may hold; the checks of a game say what must be true between fields. When a field is
wrong, the checks still run over what is left: a check that touches a wrong or missing field is skipped, for that
item only, so that no error hides another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from games.checks import Case, Check, UnreadableField, enumerate_readable
from games.problems import Invalid, Problem, Text, _
from games.protocol import Game

Loc = tuple[int | str, ...]
Model = TypeVar("Model", bound=BaseModel)


def validated(model: type[Model], data: object, root: str, **context: object) -> Model:
    """The data as that model; raises Invalid with paths that start at `root`. The model's own validators may ask for
    what is in `context`."""
    try:
        return model.model_validate(data, context=context or None)
    except ValidationError as error:
        raise _build_invalid(model, root, _collect_shape_errors(error)) from None


def complaint(code: str, template: str, **values: int | str) -> PydanticCustomError:
    """What a model's own validator raises to say no in our words."""
    return PydanticCustomError("complaint", "complaint", {"code": code, "template": template, **values})


def parse_options(game: Game, options: object) -> BaseModel:
    """The game's options, validated; raises Invalid with paths that start at "options"."""
    return validated(game.Options, options, "options")


def parse(game: Game, sheet: object, options: BaseModel, seats: int) -> BaseModel:
    """The game's sheet, validated under validated options; raises Invalid with paths that start at "sheet"."""
    wrong: list[tuple[Loc, Problem]] = []
    read: Any
    try:
        read = game.Sheet.model_validate(sheet, context={"seats": seats})
    except ValidationError as error:
        wrong = _collect_shape_errors(error)
        read = PartialModel(game.Sheet, sheet, (), frozenset(loc for loc, _problem in wrong))
    for over, checks in game.checks.items():
        wrong += _run_checks(over, checks, read, options, seats)
    if wrong:
        raise _build_invalid(game.Sheet, "sheet", _drop_redundant_problems(wrong))
    parsed: BaseModel = read
    return parsed


def warnings(game: Game, sheet: BaseModel, options: BaseModel, seats: int) -> tuple[Problem, ...]:
    """What is unlikely about a valid sheet, by its place; paths start at "sheet"."""
    found: list[tuple[Loc, Problem]] = []
    for over, checks in game.unlikely.items():
        found += _run_checks(over, checks, sheet, options, seats)
    return _sort_problems(game.Sheet, "sheet", found) if found else ()


# --- what is left of data with errors


class PartialModel:
    """Reads like the model, from data with errors: touching a wrong or missing field raises Unreadable."""

    def __init__(self, model: type[BaseModel], data: Any, loc: Loc, wrong: frozenset[Loc]) -> None:
        self._model, self._data, self._loc, self._wrong = model, data, loc, wrong

    @property
    def model_fields_set(self) -> set[str]:
        """The names of all fields that are written down, as a model has them."""
        if self._loc in self._wrong:
            raise UnreadableField
        return set(self._data)

    def __getattr__(self, name: str) -> Any:
        field = self._model.model_fields.get(name)
        if field is None:
            raise AttributeError(f"{self._model.__name__} has no field {name}")
        loc = (*self._loc, name)
        if self._loc in self._wrong or loc in self._wrong:
            raise UnreadableField
        if name not in self._data:
            return field.get_default(call_default_factory=True)
        value = _read_value(_get_field_model(self._model, name), self._data[name], loc, self._wrong)
        self.__dict__[name] = value  # found there from now on: checks of long lists ask often
        return value


class PartialList(Sequence[Any]):
    """A list with errors in it: touching a wrong entry raises Unreadable."""

    def __init__(self, items: Sequence[object], loc: Loc, wrong: frozenset[Loc]) -> None:
        self._items, self._loc, self._wrong = items, loc, wrong

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[each] for each in range(*number.indices(len(self)))]
        return _read_value(None, self._items[number], (*self._loc, number % len(self)), self._wrong)

    def __eq__(self, other: object) -> bool:
        return list(self) == other


def _read_value(model: type[BaseModel] | None, value: Any, loc: Loc, wrong: frozenset[Loc]) -> Any:
    """The value at `loc` as a check may read it; `model` is the one that it, or each entry of the list, holds."""
    if model is not None and (loc in wrong or isinstance(value, dict)):
        return PartialModel(model, value, loc, wrong)
    if model is not None and isinstance(value, list):
        return [_read_value(model, item, (*loc, number), wrong) for number, item in enumerate(value)]
    if loc in wrong:
        raise UnreadableField
    if isinstance(value, list):
        return PartialList(value, loc, wrong)
    if isinstance(value, dict) and any(other[: len(loc)] == loc for other in wrong):
        raise UnreadableField
    return value


@cache
def _get_field_model(model: type[BaseModel], field: str) -> type[BaseModel] | None:
    """The model that a field of a model holds, alone or in a list."""
    return _find_model(model.model_fields[field].annotation)


def _find_model(annotation: Any) -> type[BaseModel] | None:
    """The model in the type of a field; None for plain values."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((model for part in get_args(annotation) if (model := _find_model(part))), None)


# --- running the checks


def _run_checks(
    list_path: str, checks: Sequence[Check], sheet: Any, options: object, seats: int
) -> list[tuple[Loc, Problem]]:
    names = list_path.split(".") if list_path else []
    found: list[tuple[Loc, Problem]] = []
    for at, item in _list_items(sheet, names):
        case = Case(sheet, options, seats, at)
        for check in checks:
            try:
                for problem in check(item, case):
                    found.append(((*_build_loc(names, at), *_split_path(problem.path)), problem))
            except UnreadableField:
                continue
    return found


def _list_items(sheet: Any, names: Sequence[str]) -> Sequence[tuple[tuple[int, ...], Any]]:
    """The items of a list, and of the lists in its items, each with its numbers."""
    found: Sequence[tuple[tuple[int, ...], Any]] = [((), sheet)]
    for name in names:
        found = [((*at, number), item) for at, part in found for number, item in _list_entries(part, name)]
    return found


def _list_entries(part: Any, name: str) -> Iterable[tuple[int, Any]]:
    """What is in a list of the part, numbered; nothing where there is none, or it cannot be read."""
    try:
        items = getattr(part, name)
    except UnreadableField:
        return ()
    if items is None:
        return ()
    return enumerate(items) if type(items) is list else enumerate_readable(items)  # most are plain lists


def _build_loc(names: Sequence[str], at: Sequence[int]) -> Loc:
    """The place of an item: deals, 2, bonus, 0."""
    return tuple(part for pair in zip(names, at, strict=True) for part in pair)


def _split_path(path: str) -> Loc:
    return tuple(int(part) if part.isdecimal() else part for part in path.split(".") if part)


def _drop_redundant_problems(found: list[tuple[Loc, Problem]]) -> list[tuple[Loc, Problem]]:
    """Leaves out what else is wrong at a place, and below it, where there should be nothing."""
    alone = {loc for loc, problem in found if problem.alone}
    return [
        (loc, problem)
        for loc, problem in found
        if problem.alone or not any(loc[:length] in alone for length in range(len(loc) + 1))
    ]


# --- the models' own errors in our words

ERROR_TEMPLATES: dict[str, tuple[str, str]] = {
    "missing": ("missing", _("Missing: {name}.")),
    "extra_forbidden": ("unknown-field", _("Unknown field: {name}.")),
    "invalid_key": ("unknown-field", _("Unknown field: {name}.")),
    "int_type": ("integer", _("Must be a whole number.")),
    "bool_type": ("boolean", _("Must be true or false.")),
    "string_type": ("text", _("Must be text.")),
    "string_unicode": ("text", _("Holds characters that are not text.")),
    "list_type": ("list", _("Must be a list.")),
    "model_type": ("object", _("Must be an object with named fields.")),
    "dict_type": ("object", _("Must be an object with named fields.")),
    "greater_than_equal": ("range", _("Must be at least {ge}, not {given}.")),
    "less_than_equal": ("range", _("Must be at most {le}, not {given}.")),
    "literal_error": ("choice", _("Must be one of these: {choices}.")),
    "too_short": ("length", _("Must have at least {min_length} entries, not {actual_length}.")),
    "too_long": ("length", _("Must have at most {max_length} entries, not {actual_length}.")),
    "seats": ("length", _("Must have one entry a seat: {seats}, not {given}.")),
}
EMPTY_LIST_MESSAGE = _("Must have at least 1 entry.")
MAX_SHOWN_NUMBER = 10**12  # an error does not repeat absurdly long numbers
DEFAULT_ERROR = ("invalid", _("Is not possible here."))

# What each of the codes above means, for the games' list of codes.
COMMON_CODES = {
    "json": _("The line is not one JSON object in UTF-8, or it has a name twice in one object."),
    "unknown-game": _("No game of this name is installed."),
    "missing": _("A field that is needed is not there."),
    "unknown-field": _("There is no such field."),
    "integer": _("The value is not a whole number."),
    "boolean": _("The value is neither true nor false."),
    "text": _("The value is not text."),
    "list": _("The value is not a list."),
    "object": _("The value is not an object with named fields."),
    "range": _("The number is too small or too large."),
    "choice": _("The value is not one of the choices."),
    "length": _("The list has too few or too many entries."),
    "invalid": _("The value is not possible here."),
}


def build_problem(kind: str, path: str, **values: Any) -> Problem:
    """The problem for one of the kinds of error in RULES."""
    code, template = ERROR_TEMPLATES.get(kind, DEFAULT_ERROR)
    return Problem(path, code, Text(template, values))


def _collect_shape_errors(error: ValidationError) -> list[tuple[Loc, Problem]]:
    return [(detail["loc"], _convert_error(detail)) for detail in error.errors(include_url=False)]


def _convert_error(detail: ErrorDetails) -> Problem:
    given = detail["input"]
    if detail["type"] == "complaint":
        said = dict(detail["ctx"])
        return Problem("", said.pop("code"), Text(said.pop("template"), said))
    values = {"name": str(detail["loc"][-1]) if detail["loc"] else "", **detail.get("ctx", {})}
    if detail["type"] in ("greater_than_equal", "less_than_equal"):
        values["given"] = given if isinstance(given, int) and abs(given) < MAX_SHOWN_NUMBER else "…"
    if detail["type"] == "literal_error":  # it expects "'a', 'b' or 'c'"
        values["choices"] = values["expected"].replace("'", "").replace(" or ", ", ")
    if detail["type"] == "too_short" and values["min_length"] == 1:
        return Problem("", ERROR_TEMPLATES["too_short"][0], Text(EMPTY_LIST_MESSAGE))
    return build_problem(detail["type"], "", **values)


def _build_invalid(model: type[BaseModel], root: str, wrong: list[tuple[Loc, Problem]]) -> Invalid:
    return Invalid(*_sort_problems(model, root, wrong))


def _sort_problems(
    model: type[BaseModel], root: str, found: list[tuple[Loc, Problem]]
) -> tuple[Problem, ...]:
    """All problems with their full paths, by their place on the sheet."""
    found = sorted(found, key=lambda one: _build_sort_key(model, one[0]))
    return tuple(
        Problem(".".join(map(str, loc)), one.code, one.message).prefix_path(root) for loc, one in found
    )


def _build_sort_key(model: type[BaseModel] | None, loc: Loc) -> tuple[int, ...]:
    """Sorts by the order of the model's fields, unknown ones last, and by the numbers in lists."""
    place: list[int] = []
    for part in loc:
        if isinstance(part, int) or model is None:
            place.append(part if isinstance(part, int) else 0)
            continue
        names = list(model.model_fields)
        place.append(names.index(part) if part in names else len(names))
        model = _get_field_model(model, part) if part in names else None
    return tuple(place)
