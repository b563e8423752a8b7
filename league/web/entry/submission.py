"""The base of the forms that enter a sheet and restore a version: each is sent as a submission."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4, uuid5

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.forms import ProblemForm, parse_revision


class TextField(forms.Field):
    """A text that the action validates, not the form."""

    def __init__(self) -> None:
        super().__init__(required=False)


class SubmissionForm(ProblemForm):
    """A form with the arguments of `submit_result` and `restore_result` other than the result.

    `key` makes the same content of the same form one submission, however often it is sent; `base` is the revision for
    which it was made; `why` is the reason.
    """

    reasons: "tuple[str | Promise, ...]" = ()  # suggestions

    key = TextField()
    base = TextField()
    why = TextField()

    def __init__(self, sent: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        if sent is not None:
            sent = {
                **sent,
                "key": str(_parse_key(sent.get("key", ""))),
                "base": str(parse_revision(sent.get("base", ""))),
                "why": sent.get("why", "").strip(),
            }
        super().__init__(sent, **kwargs)

    @property
    def based_on(self) -> int:
        return int(self["base"].value())

    @property
    def reason(self) -> str:
        return str(self["why"].value())

    def require_reason(self) -> None:
        if not self.reason:
            self.add_error("why", _("Enter a reason for the change."))

    def get_submission_key(self, *content: object) -> UUID:
        """Return the same key for the same content of the same form.

        A form that is sent again with other numbers, after going back in the browser, is another submission.
        """
        return uuid5(UUID(self["key"].value()), json.dumps([*content, self.based_on, self.reason]))

    def renew(self, base: int) -> None:
        """Make the form another submission, based on this revision, with everything that was typed."""
        self.data = {**self.data, "key": str(uuid4()), "base": str(base)}


def _parse_key(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return uuid4()
