"""What the form of a result says of the sheet that is saved unfinished, and that it has changed elsewhere.

See docs/reference/sheets.md, Unfinished sheets.
"""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from league.actions.errors import ActionError
from league.actions.sheet_draft import SHEET_CHANGED
from league.models import SheetDraft
from league.models.match import MatchStatus
from league.permissions import can
from league.principals import Principal
from league.queries.match import SeatedMatch
from league.queries.sheet_draft import describe_saver
from league.queries.versions import Comparison, compare_sheets
from league.web.entry.sheet_form import SheetForm, choose_table


@dataclass(frozen=True)
class SavedSheet:
    """An unfinished sheet for a page: who saved it, if the reader may know, and when, in club time."""

    revision: int
    by: str
    at: datetime
    comparison: Comparison | None = None

    @property
    def is_same(self) -> bool:
        return self.comparison is not None and not self.comparison.differences


def takes_draft(found: SeatedMatch) -> bool:
    """Return whether a sheet of the match can be saved unfinished: it is to be played, in an open season."""
    return found.is_open and found.match.status == MatchStatus.SCHEDULED


def is_changed_elsewhere(refused: ActionError) -> bool:
    """Return whether an action refused a form because the unfinished sheet is another by now."""
    return SHEET_CHANGED.code in {problem.code for problem in refused.problems}


def describe_draft(
    draft: SheetDraft | None, found: SeatedMatch, by: Principal, form: SheetForm | None = None
) -> SavedSheet | None:
    """Return who saved a sheet and when, beside what is in the form if it is given; None where none is saved."""
    if draft is None or draft.saved_at is None:
        return None
    helps = can(by, "see-staff-pages", found.match.club_id)
    saver = describe_saver(draft, found.seats, viewer=found.viewer, helps=helps)
    at = timezone.localtime(draft.saved_at, found.where.zone)
    comparison = None
    if form is not None:
        texts = draft.texts
        comparison = compare_sheets((choose_table(found, texts), texts), (form.table, form.get_draft_texts()))
    return SavedSheet(draft.revision, saver, at, comparison)
