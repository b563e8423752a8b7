"""Errors that actions raise, their problems as JSON, and the validation of input."""

from typing import Any, TypeVar

from pydantic import BaseModel

import games
from games import Invalid, Strict
from games.problems import _
from league.models import Result
from league.rules.field_types import Name
from league.rules.validation import build_problem

SEASON_GONE = build_problem("season", "gone", _("This season no longer exists."))


class ActionError(Invalid):
    """The request cannot be carried out; `problems` say where it is wrong, and what would be right."""


class EditConflict(Exception):
    """Somebody else changed the match meanwhile.

    `newer` is the result that counts now, `sheet` is the one that was submitted; None if it was too long to
    be kept.
    """

    def __init__(self, newer: Result, sheet: object) -> None:
        super().__init__(f"revision {newer.number} came first")
        self.newer = newer
        self.sheet = sheet


# --- validation of input

Model = TypeVar("Model", bound=BaseModel)


class NameInput(Strict):
    name: Name


def validate(model: type[Model], **values: Any) -> Model:
    """Return the values as an instance of the model.

    Raises ActionError with each problem at its field.
    """
    try:
        return games.validated(model, values, "")
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from None
