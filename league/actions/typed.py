"""What somebody typed, held against the same types as a club file."""

from typing import Any, TypeVar

from pydantic import BaseModel

import games
from games import Invalid
from league.actions.errors import ActionError

Model = TypeVar("Model", bound=BaseModel)


def validate(model: type[Model], **values: Any) -> Model:
    """The values as that model. Raises Refused, each problem at its field."""
    try:
        return games.validated(model, values, "")
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from None
