"""Something was decided where nothing can be decided any more: the season is closed, or whom it was about has left."""

from collections.abc import Iterator

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.models import Season
from league.queries.pages.words import where

TYPED: "dict[str, str | Promise]" = {
    "points": _("Points to take away"),
    "score": _("Score to take away"),
    "reason": _("Reason"),
}


def typed(request: HttpRequest) -> Iterator[tuple[str, str]]:
    """What somebody wrote and has sent in, each with the label of its field."""
    for name, label in TYPED.items():
        if text := request.POST.get(name, "").strip():
            yield str(label), text


def not_open(request: HttpRequest, season: Season, said: str) -> HttpResponse:
    """The season's page with that said; who has sent something in is given back what they typed. The season was read
    with its competition and club. No query."""
    there = where(season)
    if request.method != "POST":
        messages.info(request, said)
        return redirect("season", there.club, there.competition, season.number)
    page = {"where": there, "said": said, "typed": tuple(typed(request))}
    return render(request, "who/not_open.html", page)
