"""The form that takes an earlier version of a result back: nothing but the reason."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from uuid import UUID, uuid4

from django.utils.translation import gettext

from games import Problem
from games.problems import _
from league.actions.errors import ActionError
from league.forms.result import WHY_MISSING, key_of, read_key, read_revision
from league.queries.pages.restore import RestorePage

REASONS = (_("The correction was a mistake"), _("It was right before"))


@dataclass(frozen=True)
class RestoreForm:
    """`key` and `base` are the submission's (see `restore_result`)."""

    why: str
    key: UUID
    base: int
    problems: tuple[str, ...] = ()
    reason_problems: tuple[str, ...] = ()

    @property
    def reasons(self) -> list[str]:
        return [gettext(reason) for reason in REASONS]

    def must_be_whole(self) -> None:
        """Raises Refused where no reason is given."""
        if not self.why:
            raise ActionError(WHY_MISSING)

    def submission_key(self, number: int) -> UUID:
        return key_of(self.key, number, self.base, self.why)

    def again(self, page: RestorePage, problems: Iterable[Problem] = ()) -> "RestoreForm":
        """The same, to be sent in anew, with what it was refused for."""
        said = [(one.path, one.message.translate(gettext)) for one in problems]
        return replace(
            self,
            key=uuid4(),
            base=page.now.number,
            problems=tuple(text for path, text in said if path != "why"),
            reason_problems=tuple(text for path, text in said if path == "why"),
        )


def new(page: RestorePage, why: str) -> RestoreForm:
    return RestoreForm(why, uuid4(), page.now.number)


def received(sent: Mapping[str, str]) -> RestoreForm:
    return RestoreForm(
        sent.get("why", "").strip(), read_key(sent.get("key", "")), read_revision(sent.get("base", ""))
    )
