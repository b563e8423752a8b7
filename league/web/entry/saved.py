"""What is said once a result is saved: what comes next, and how to undo it."""

from django.http import HttpRequest
from django.template.loader import render_to_string

from league.models import Match
from league.permissions import can
from league.principals import identify
from league.queries.night import find_next


def build_saved_message(request: HttpRequest, match: Match, number: int) -> str:
    """Return it as HTML, with the next match of the night for those who enter the results of all matches.

    `match` was read with its season and club; `number` is that of the result. 2 queries at most.
    """
    enters_all = can(identify(request.user), "enter-result", match.club_id)
    following = find_next(match) if enters_all else None
    context = {"match": match, "number": number, "next": following}
    return render_to_string("entry/_saved.html", context, request)
