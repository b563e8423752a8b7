"""Validation: raw JSON data becomes a validated model, or the list of everything that is wrong with it.

The models say what each field may hold; the checks of a game say what must be true between fields. When a field is
wrong, the checks still run over the rest: a check that touches a wrong or missing field is skipped, for that
item only, so that no error hides another (docs/reference/sheets.md, Errors).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Literal, TypeVar, get_args

from pydantic import BaseModel, ValidationError, create_model
from pydantic_core import ErrorDetails, PydanticCustomError

from games.checks import Case, Check, UnreadableField, enumerate_readable
from games.problems import Invalid, Problem, Text, _
from games.protocol import Game
from games.sheets import MayBeLeftOut

Loc = tuple[int | str, ...]
Model = TypeVar("Model", bound=BaseModel)


def validated(model: type[Model], data: object, root: str, **context: object) -> Model:
    """Return the data as an instance of `model`.

    The model's own validators can read `context`. Raises Invalid with paths that start at `root`.
    """
    try:
        return model.model_validate(data, context=context or None)
    except ValidationError as error:
        raise _build_invalid(model, root, _collect_shape_errors(error)) from None


def complaint(code: str, template: str, **values: int | str) -> PydanticCustomError:
    """Return the error with which a model's own validator refuses a value, with its code and template."""
    return PydanticCustomError("complaint", "complaint", {"code": code, "template": template, **values})


def parse_options(game: Game, options: object) -> BaseModel:
    """Return the game's options, validated; raise Invalid with paths that start at "options"."""
    return validated(game.Options, options, "options")


Ended = MayBeLeftOut[Literal["time"]]


@cache
def build_sheet_model(game_sheet: type[BaseModel]) -> type[BaseModel]:
    """Return a game's sheet with `ended`, which any match may have: it was ended by time, before its last deal."""
    ended: Any = (Ended, None)
    return create_model(game_sheet.__name__, __base__=game_sheet, __doc__=game_sheet.__doc__, ended=ended)


def parse(game: Game, sheet: object, options: BaseModel, seats: int) -> BaseModel:
    """Return the game's sheet, validated under validated options; it may be `ended` by time.

    Raises Invalid with paths that start at "sheet".
    """
    model = build_sheet_model(game.Sheet)
    problems: list[tuple[Loc, Problem]] = []
    readable: Any
    try:
        readable = model.model_validate(sheet, context={"seats": seats})
    except ValidationError as error:
        problems = _collect_shape_errors(error)
        readable = PartialModel(model, sheet, (), frozenset(loc for loc, _problem in problems))
    for list_path, checks in game.checks.items():
        problems += _run_checks(list_path, checks, readable, options, seats)
    if problems:
        raise _build_invalid(model, "sheet", _drop_redundant_problems(problems))
    parsed: BaseModel = readable
    return parsed


def warnings(game: Game, sheet: BaseModel, options: BaseModel, seats: int) -> tuple[Problem, ...]:
    """Return the unlikely entries of a valid sheet, by place; paths start at "sheet".

    See docs/reference/scoring.md, Every game: Warnings.
    """
    problems: list[tuple[Loc, Problem]] = []
    for list_path, checks in game.unlikely.items():
        problems += _run_checks(list_path, checks, sheet, options, seats)
    return _sort_problems(game.Sheet, "sheet", problems) if problems else ()


# --- the readable part of data with errors


class PartialModel:
    """A stand-in for a model with errors: touching a wrong or missing field raises UnreadableField."""

    def __init__(self, model: type[BaseModel], data: Any, loc: Loc, wrong: frozenset[Loc]) -> None:
        self._model, self._data, self._loc, self._wrong = model, data, loc, wrong

    @property
    def model_fields_set(self) -> set[str]:
        """The names of all fields that are written down, as on a model."""
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
        self.__dict__[name] = value  # cached, because checks of long lists ask often
        return value


class PartialList(Sequence[Any]):
    """A list with errors in it: touching a wrong entry raises UnreadableField."""

    def __init__(self, items: Sequence[object], loc: Loc, wrong: frozenset[Loc]) -> None:
        self._items, self._loc, self._wrong = items, loc, wrong

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [self[index] for index in range(*number.indices(len(self)))]
        return _read_value(None, self._items[number], (*self._loc, number % len(self)), self._wrong)

    def __eq__(self, other: object) -> bool:
        return list(self) == other


def _read_value(model: type[BaseModel] | None, value: Any, loc: Loc, wrong: frozenset[Loc]) -> Any:
    """Return the value at `loc` as a check may read it.

    `model` is the model of the value or, for a list, of each of its entries; None for plain values.
    """
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
    """Return the model that a field of a model holds, alone or in a list, or None for plain values."""
    return _find_model(model.model_fields[field].annotation)


def _find_model(annotation: Any) -> type[BaseModel] | None:
    """Return the model in the type of a field, or None for plain values."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((model for part in get_args(annotation) if (model := _find_model(part))), None)


# --- running the checks


def _run_checks(
    list_path: str, checks: Sequence[Check], sheet: Any, options: object, seats: int
) -> list[tuple[Loc, Problem]]:
    names = list_path.split(".") if list_path else []
    problems: list[tuple[Loc, Problem]] = []
    for at, item in _list_items(sheet, names):
        case = Case(sheet, options, seats, at)
        for check in checks:
            try:
                for problem in check(item, case):
                    problems.append(((*_build_loc(names, at), *_split_path(problem.path)), problem))
            except UnreadableField:
                continue
    return problems


def _list_items(sheet: Any, names: Sequence[str]) -> Sequence[tuple[tuple[int, ...], Any]]:
    """Return the items of the list that `names` lead to, through nested lists, each with its indices."""
    items: Sequence[tuple[tuple[int, ...], Any]] = [((), sheet)]
    for name in names:
        items = [((*at, number), item) for at, part in items for number, item in _list_entries(part, name)]
    return items


def _list_entries(part: Any, name: str) -> Iterable[tuple[int, Any]]:
    """Return the entries of a list with their indices; none where there is no list, or it cannot be read."""
    try:
        items = getattr(part, name)
    except UnreadableField:
        return ()
    if items is None:
        return ()
    # Most are plain lists, which need no care.
    return enumerate(items) if type(items) is list else enumerate_readable(items)


def _build_loc(names: Sequence[str], at: Sequence[int]) -> Loc:
    """Return the place of an item, such as ("deals", 2, "bonus", 0)."""
    return tuple(part for pair in zip(names, at, strict=True) for part in pair)


def _split_path(path: str) -> Loc:
    return tuple(int(part) if part.isdecimal() else part for part in path.split(".") if part)


def _drop_redundant_problems(problems: list[tuple[Loc, Problem]]) -> list[tuple[Loc, Problem]]:
    """Leave out all other problems at and below a place where nothing should be."""
    alone = {loc for loc, problem in problems if problem.alone}
    return [
        (loc, problem)
        for loc, problem in problems
        if problem.alone or not any(loc[:length] in alone for length in range(len(loc) + 1))
    ]


# --- pydantic's errors with our codes and sentences

ERROR_TEMPLATES: dict[str, tuple[str, str]] = {
    "missing": ("missing", _("Missing: {name}.")),
    "extra_forbidden": ("unknown-field", _("Unknown field: {name}.")),
    "invalid_key": ("unknown-field", _("Unknown field: {name}.")),
    "int_type": ("integer", _("Must be a whole number.")),
    "bool_type": ("boolean", _("Must be true or false.")),
    "string_type": ("text", _("Must be text.")),
    "string_unicode": ("text", _("Contains characters that can't be used.")),
    "list_type": ("list", _("Must be a list.")),
    "model_type": ("object", _("Must be an object with named fields.")),
    "dict_type": ("object", _("Must be an object with named fields.")),
    "greater_than_equal": ("range", _("Can't be less than {ge}.")),
    "less_than_equal": ("range", _("Can't be more than {le}.")),
    "literal_error": ("choice", _("Must be one of these: {choices}.")),
    "too_short": ("length", _("Must have at least {min_length} entries, not {actual_length}.")),
    "too_long": ("length", _("Must have at most {max_length} entries, not {actual_length}.")),
    "seats": ("length", _("Must have one entry per seat: {seats}, not {given}.")),
}
EMPTY_LIST_MESSAGE = _("Must have at least 1 entry.")
DEFAULT_ERROR = ("invalid", _("This value is not allowed here."))

# The meanings of the codes above, for each game's list of codes.
COMMON_CODES = {
    "json": _("The line is not a single JSON object in UTF-8, or an object has the same name twice."),
    "unknown-game": _("No game of this name is installed."),
    "missing": _("A required field is missing."),
    "unknown-field": _("The field is unknown."),
    "integer": _("The value is not a whole number."),
    "boolean": _("The value is neither true nor false."),
    "text": _("The value is not text."),
    "list": _("The value is not a list."),
    "object": _("The value is not an object with named fields."),
    "range": _("The number is too small or too large."),
    "choice": _("The value is not one of the choices."),
    "length": _("The list has too few or too many entries."),
    "invalid": _("The value is not allowed here."),
}


def build_problem(kind: str, path: str, **values: Any) -> Problem:
    """Return the problem for one of the kinds of error in ERROR_TEMPLATES."""
    code, template = ERROR_TEMPLATES.get(kind, DEFAULT_ERROR)
    return Problem(path, code, Text(template, values))


def _collect_shape_errors(error: ValidationError) -> list[tuple[Loc, Problem]]:
    return [(detail["loc"], _convert_error(detail)) for detail in error.errors(include_url=False)]


def _convert_error(detail: ErrorDetails) -> Problem:
    if detail["type"] == "complaint":
        context = dict(detail["ctx"])
        return Problem("", context.pop("code"), Text(context.pop("template"), context))
    values = {"name": str(detail["loc"][-1]) if detail["loc"] else "", **detail.get("ctx", {})}
    if detail["type"] == "literal_error":  # "expected" is "'a', 'b' or 'c'"
        values["choices"] = values["expected"].replace("'", "").replace(" or ", ", ")
    if detail["type"] == "too_short" and values["min_length"] == 1:
        return Problem("", ERROR_TEMPLATES["too_short"][0], Text(EMPTY_LIST_MESSAGE))
    return build_problem(detail["type"], "", **values)


def _build_invalid(model: type[BaseModel], root: str, problems: list[tuple[Loc, Problem]]) -> Invalid:
    return Invalid(*_sort_problems(model, root, problems))


def _sort_problems(
    model: type[BaseModel], root: str, problems: list[tuple[Loc, Problem]]
) -> tuple[Problem, ...]:
    """Return all problems with their full paths, by their place on the sheet."""
    problems = sorted(problems, key=lambda located: _build_sort_key(model, located[0]))
    return tuple(
        Problem(".".join(map(str, loc)), problem.code, problem.message).prefix_path(root)
        for loc, problem in problems
    )


def _build_sort_key(model: type[BaseModel] | None, loc: Loc) -> tuple[int, ...]:
    """Return a key that sorts by the model's order of fields, unknown fields last, and by index in lists."""
    place: list[int] = []
    for part in loc:
        if isinstance(part, int) or model is None:
            place.append(part if isinstance(part, int) else 0)
            continue
        names = list(model.model_fields)
        place.append(names.index(part) if part in names else len(names))
        model = _get_field_model(model, part) if part in names else None
    return tuple(place)
