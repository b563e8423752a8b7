"""Something was sent in for a season or a match that is not there any more: somebody else has taken it back."""

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import page_not_found

from league.models import Club
from league.permissions import can
from league.principals import identify
from league.queries.pages.words import Where, where_in

# Nobody has typed these.
OURS = (
    *("csrfmiddlewaretoken", "key", "base", "show"),
    *("seen", "seen_stand", "seen_expunge", "shown", "shown_stand", "shown_expunge"),
)


class Gone(Http404):
    def __init__(self, where: Where, typed: Mapping[str, str]) -> None:
        super().__init__()
        self.where = where
        self.typed = typed


def gone(request: HttpRequest, club: str, typed: Mapping[str, str] | None = None) -> Http404:
    """What to raise where the season or the match is not found. Who helps in the club and has sent something in is
    told so, and given back what they typed; for everybody else there is no such page. 2 queries when sent in."""
    found = Club.objects.filter(slug=club).first() if request.method == "POST" else None
    if found is None or not can(identify(request.user), "see-staff-pages", found):
        return Http404()
    return Gone(
        where_in(found), {name: text for name, text in (typed or {}).items() if text and name not in OURS}
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page of every address that leads nowhere."""
    if isinstance(exception, Gone):
        return render(request, "gone.html", {"gone": exception}, status=404)
    return page_not_found(request, exception)
