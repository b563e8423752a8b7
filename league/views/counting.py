"""Counting what a sheet asks for, such as the points of cards, for whoever writes one."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from league.forms import counting as forms
from league.queries.pages import version
from league.queries.pages.in_force import InForce, in_force
from league.queries.pages.window import LONGEST
from league.queries.pages.words import where_of
from league.views.keeping import kept
from league.views.limits import require_safe
from league.views.unopened import require_staff


@require_safe
def count(request: HttpRequest, club: str, competition: str) -> HttpResponse:
    """The helpers of what is played, and what one of them answers; from a page that shows them beside something else,
    only the one that is asked."""

    def make() -> HttpResponse:
        found = _found(request, club, competition)
        key = request.GET.get("helper")
        counting = (
            forms.to_ask(found.settings)
            if key is None
            else forms.counted(found.settings, key, request.GET.dict())
        )
        one = next((each for each in counting if each.key == key), None)
        if key is not None and one is None:
            raise Http404
        context = {
            "where": where_of(found.competition),
            "game": found.settings.game.name,
            "season": found.season,
            "asked_season": request.GET.get("season", ""),
            "counting": counting,
        }
        if one and "HX-Request" in request.headers:
            return render(request, "counting/_counted.html", context | {"one": one, "beside": True})
        return render(request, "counting/counting.html", context)

    # Whatever else stands in the address belongs to a helper.
    is_plain = "helper" not in request.GET and not request.GET.get("season")
    if request.user.is_authenticated or is_plain:  # members count while they type, and wait for nobody
        response = kept(request, version.of_club(club) if is_plain else None, make)
    else:
        response = kept(request, None, make, variant=None)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _found(request: HttpRequest, club: str, competition: str) -> InForce:
    """By the latest season that was opened, or the one that the address names."""
    number = request.GET.get("season", "")
    if number and not (number.isdecimal() and len(number) <= LONGEST):
        raise Http404
    found = in_force(club, competition, int(number) if number else None)
    if found is None:
        raise Http404
    if found.season is None:
        require_staff(request, found.competition)
    if not found.settings.game.helpers:
        raise Http404
    return found
