"""The message after saving a result: the next match, and a button to undo."""

from collections.abc import Sequence

from django.http import HttpRequest
from django.template.loader import render_to_string

from league.models import Match


def build_saved_message(
    request: HttpRequest,
    match: Match,
    number: int,
    *,
    players: Sequence[str],
    following: Match | None,
    is_next_shown: bool,
) -> str:
    """Return the message as HTML: the match, how to undo it, and the next match unless its form is shown below.

    `number` is the result's, `players` are the names at the table.
    """
    context = {
        "match": match,
        "number": number,
        "next": following,
        "is_next_shown": is_next_shown,
        "players": players,
    }
    return render_to_string("entry/_saved.html", context, request)
