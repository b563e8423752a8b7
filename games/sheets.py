"""The types from which games build models of options and sheets, and the form in which they are stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationError
from pydantic_core import CoreSchema, InitErrorDetails, PydanticCustomError, PydanticKnownError, core_schema

T = TypeVar("T")


class Strict(BaseModel):
    """A model that takes JSON as it is: "3", 3.0 and true are not integers, and unknown fields are errors."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _NotNull:
    """A mark for a field that may be left out, but not written as null."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        nullable: Any = handler(source)
        inner: CoreSchema = nullable["schema"]
        return inner


# A field that may be left out, and is then None; writing null is an error.
MayBeLeftOut = Annotated[T | None, _NotNull()]


def between(minimum: int, maximum: int) -> Any:
    """Mark a whole number from `minimum` to `maximum`, both allowed."""
    return Field(ge=minimum, le=maximum)


@dataclass(frozen=True)
class SeatAtTable:
    """A mark for the number of a seat, in a game for up to `maximum` seats; the table may have fewer."""

    maximum: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_after_validator_function(
            _check_seat, core_schema.int_schema(strict=True, ge=0)
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {"type": "integer", "minimum": 0, "maximum": self.maximum - 1}


def _check_seat(seat: int, info: core_schema.ValidationInfo) -> int:
    context: Any = info.context
    if seat >= context["seats"]:
        raise PydanticKnownError("less_than_equal", {"le": context["seats"] - 1})
    return seat


@dataclass(frozen=True)
class OneASeat:
    """A mark for a list with an entry per seat, in a game for `minimum` to `maximum` seats."""

    minimum: int
    maximum: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_wrap_validator_function(_check_entry_per_seat, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {**handler(schema), "minItems": self.minimum, "maxItems": self.maximum}


def _check_entry_per_seat(
    value: object, validate: core_schema.ValidatorFunctionWrapHandler, info: core_schema.ValidationInfo
) -> Any:
    context: Any = info.context
    seats = context["seats"]
    if not isinstance(value, list) or len(value) == seats:
        return validate(value)
    wrong = PydanticCustomError("seats", "", {"seats": seats, "given": len(value)})
    raise build_nested_error(value, validate, {"type": wrong, "input": value})


def build_nested_error(
    value: object, validate: core_schema.ValidatorFunctionWrapHandler, *errors: InitErrorDetails
) -> ValidationError:
    """Return the given errors of a list or object as a whole together with those of its entries.

    Neither hides the other.
    """
    line_errors = list(errors)
    try:
        validate(value)
    except ValidationError as invalid:
        for error in invalid.errors():
            kind = PydanticCustomError(error["type"], "", error.get("ctx"))
            line_errors.append({"type": kind, "loc": error["loc"], "input": error["input"]})
    return ValidationError.from_exception_data("entries", line_errors)


@dataclass(frozen=True)
class MaxEntries:
    """A mark for a list or an object of at least `minimum` and at most `maximum` entries."""

    maximum: int
    minimum: int = 0

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_wrap_validator_function(self._check_length, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        inner = handler(schema)
        unit = "Properties" if inner.get("type") == "object" else "Items"
        lower_limit = {f"min{unit}": self.minimum} if self.minimum else {}
        return {**inner, **lower_limit, f"max{unit}": self.maximum}

    def _check_length(self, value: object, validate: core_schema.ValidatorFunctionWrapHandler) -> Any:
        if not isinstance(value, list | dict) or self.minimum <= len(value) <= self.maximum:
            return validate(value)
        actual = {"actual_length": len(value)}
        wrong = (
            PydanticCustomError("too_long", "", {"max_length": self.maximum, **actual})
            if len(value) > self.maximum
            else PydanticCustomError("too_short", "", {"min_length": self.minimum, **actual})
        )
        raise build_nested_error(value, validate, {"type": wrong, "input": value})


def canonical(model: BaseModel) -> dict[str, Any]:
    """Return a sheet or options as stored and exported: in the model's order, without default values.

    See docs/reference/sheets.md, Stored sheets.
    """
    return model.model_dump(exclude_defaults=True)


def dump_in_full(options: BaseModel) -> dict[str, Any]:
    """Return options with all their values, so that they mean the same when a default of the game has changed.

    Only an option that can't be written as null is left out while it is None.
    """
    fields = type(options).model_fields
    return {
        name: value
        for name, value in options.model_dump(mode="json").items()
        if value is not None or not any(isinstance(mark, _NotNull) for mark in fields[name].metadata)
    }
