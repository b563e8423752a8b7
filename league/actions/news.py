"""The news on a club's page."""

from typing import Annotated

from django.utils import timezone
from pydantic import AfterValidator

from games import Strict
from games.problems import _
from league.actions.changes import change, log_refusals
from league.actions.errors import ActionError, validate
from league.models import Club
from league.models.club import MAX_NEWS_LENGTH
from league.permissions import require
from league.principals import Principal
from league.rules.field_types import validate_lines
from league.rules.validation import build_problem


class NewsInput(Strict):
    text: Annotated[str, AfterValidator(validate_lines)]


@log_refusals("change_news")
def change_news(*, club: Club, text: str, by: Principal) -> None:
    """Set the news of a club, plain text; without text its page shows none.

    Locks the club. Raises PermissionDenied; ActionError at `text` if it is too long or has control characters.
    """
    require(by, "change-club", club)
    text = text.replace("\r\n", "\n").strip()
    if len(text) > MAX_NEWS_LENGTH:
        sentence = _("Can't be longer than {longest} characters; yours has {length}.")
        raise ActionError(
            build_problem("text", "too-long", sentence, longest=MAX_NEWS_LENGTH, length=len(text))
        )
    wanted = validate(NewsInput, text=text).text
    with change("change_news", club, permission="change-club", by=by) as event:
        club = event.club
        if club.news == wanted:
            return
        Club.objects.filter(pk=club.pk).update(
            news=wanted, news_changed_at=timezone.now() if wanted else None
        )
        # Without the text, which may name people.
        event.log("club", club.slug, {"news": len(club.news)}, {"news": len(wanted)})
