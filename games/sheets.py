"""The parts from which a game builds its options and sheet models, and the form in which both are kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationError
from pydantic_core import CoreSchema, InitErrorDetails, PydanticCustomError, core_schema

T = TypeVar("T")


class Strict(BaseModel):
    """A model that takes JSON as it is: "3", 3.0 and true are not integers, and unknown fields are errors."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _NotNull:
    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        nullable: Any = handler(source)
        inner: CoreSchema = nullable["schema"]
        return inner


# A field that may be left out, and is then None; writing null is an error.
MayBeLeftOut = Annotated[T | None, _NotNull()]


def between(minimum: int, maximum: int) -> Any:
    """Marks a whole number from `minimum` to `maximum`, both allowed."""
    return Field(ge=minimum, le=maximum)


@dataclass(frozen=True)
class OneASeat:
    """Marks a list with one entry a seat, in a game for `minimum` to `maximum` seats."""

    minimum: int
    maximum: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_wrap_validator_function(_one_a_seat, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {**handler(schema), "minItems": self.minimum, "maxItems": self.maximum}


def _one_a_seat(
    value: object, validate: core_schema.ValidatorFunctionWrapHandler, info: core_schema.ValidationInfo
) -> Any:
    context: Any = info.context
    seats = context["seats"]
    if not isinstance(value, list) or len(value) == seats:
        return validate(value)
    errors: list[InitErrorDetails] = [
        {"type": PydanticCustomError("seats", "", {"seats": seats, "given": len(value)}), "input": value}
    ]
    try:
        validate(value)
    except ValidationError as invalid:  # a wrong length does not hide wrong entries
        for error in invalid.errors():
            kind = PydanticCustomError(error["type"], "", error.get("ctx"))
            errors.append({"type": kind, "loc": error["loc"], "input": error["input"]})
    raise ValidationError.from_exception_data("seats", errors)


def canonical(model: BaseModel) -> dict[str, Any]:
    """A sheet or options as kept and exported: the model's order, without what equals its default."""
    return model.model_dump(exclude_defaults=True)
