"""Change the texts of the site: imprint, contact and privacy."""

import logging
from typing import Annotated

from django.db import transaction
from django.utils import timezone
from pydantic import AfterValidator

from games import Strict
from games.problems import _
from league.actions.changes import after_commit, log_refusals
from league.actions.club import invalidate_all_pages
from league.actions.errors import ActionError, validate
from league.models import SiteText
from league.models.site_text import MAX_SITE_TEXT_LENGTH, SiteTextKind
from league.permissions import require
from league.principals import Principal
from league.rules.field_types import validate_lines
from league.rules.validation import build_problem

log = logging.getLogger(__name__)


class TextInput(Strict):
    text: Annotated[str, AfterValidator(validate_lines)]


@log_refusals("change_site_text")
@transaction.atomic
def change_site_text(*, kind: str, text: str, by: Principal) -> None:
    """Set a text of the site; without text there is no such page, and no link to it.

    Raises PermissionDenied; ActionError at `text` if it is too long or has control characters.
    """
    require(by, "administer")
    text = text.replace("\r\n", "\n").strip()
    if len(text) > MAX_SITE_TEXT_LENGTH:
        sentence = _("Can't be longer than {longest} characters; yours has {length}.")
        raise ActionError(
            build_problem("text", "too-long", sentence, longest=MAX_SITE_TEXT_LENGTH, length=len(text))
        )
    wanted = validate(TextInput, text=text).text
    before = (
        SiteText.objects.select_for_update(no_key=True, of=("self",)).filter(kind=SiteTextKind(kind)).first()
    )
    SiteText.objects.update_or_create(
        kind=kind, defaults={"text": wanted, "changed_at": timezone.now(), "changed_by": by.user}
    )
    if bool(before and before.text) != bool(wanted):
        invalidate_all_pages()  # the link at their foot has come or gone
    details = {"kind": kind, "by": by.user_id}
    after_commit(log.info, "change site text", extra=details)
