"""Errors that actions raise, their problems as JSON, and the validation of input."""

from dataclasses import replace
from typing import Annotated, Any, TypeVar

from django.conf import settings
from pydantic import AfterValidator, BaseModel, BeforeValidator

import games
from games import Invalid, Problem, Strict, complaint
from games.problems import _
from league.models import Result
from league.rules.field_types import Remark
from league.rules.names import Name
from league.rules.validation import build_problem

MAX_REASON_LENGTH = 200
SEASON_GONE = build_problem("season", "gone", _("This season no longer exists."))


class ActionError(Invalid):
    """The request cannot be carried out; `problems` name the places of its errors, and possible values."""


class EditConflict(Exception):
    """Another user changed the match meanwhile.

    `newer` is the result that counts now, `sheet` is the submitted sheet; None if it was too long to
    be stored.
    """

    def __init__(self, newer: Result, sheet: object) -> None:
        super().__init__(f"revision {newer.number} came first")
        self.newer = newer
        self.sheet = sheet


# --- validation of input

Model = TypeVar("Model", bound=BaseModel)


class NameInput(Strict):
    name: Name


def _validate_language(code: str) -> str:
    if code not in dict(settings.LANGUAGES):
        sentence = _("There is no language {wanted}. There are: {languages}.")
        raise complaint("language", sentence, wanted=code, languages=", ".join(dict(settings.LANGUAGES)))
    return code


Language = Annotated[str, AfterValidator(_validate_language)]


class LanguageInput(Strict):
    language: Language


def validate(model: type[Model], **values: Any) -> Model:
    """Return the values as an instance of the model.

    Raises ActionError with each problem at its field.
    """
    try:
        return games.validated(model, values, "")
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from None


def _validate_length(why: object) -> object:
    """Check the length of a text; anything else is left to the type's own error."""
    if isinstance(why, str) and len(why) > MAX_REASON_LENGTH:
        raise complaint(
            "too-long", _("Can't be longer than {longest} characters."), longest=MAX_REASON_LENGTH
        )
    return why


class _ReasonInput(Strict):
    why: Annotated[Remark, BeforeValidator(_validate_length)]


def check_reason(why: str) -> list[Problem]:
    """Return the problem of the reason for a change, if any."""
    try:
        games.validated(_ReasonInput, {"why": why}, "")
    except Invalid as invalid:
        return list(invalid.problems)
    return []


def require_reason(reason: str, missing: str) -> str:
    """Return a reason that must be given, without spaces around it.

    Raises ActionError at `reason`: `missing` if there is none, or where it is too long.
    """
    reason = reason.strip()
    problems = check_reason(reason) if reason else [build_problem("", "missing", missing)]
    if problems:
        raise ActionError(*(replace(problem, path="reason") for problem in problems))
    return reason
