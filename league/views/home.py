"""The home page: all clubs, so many on a page."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from league.queries.pages import home, version
from league.queries.pages.paging import asked_page
from league.views.keeping import kept
from league.views.limits import require_safe


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    find, number = home.asked_name(request.GET), asked_page(request.GET)

    def make() -> HttpResponse:
        page = home.page(find, number)
        if page.pages.number != number:
            return HttpResponseRedirect(page.pages.here)
        return render(request, "home/index.html", {"page": page})

    return kept(
        request,
        version.of_directory(),
        make,
        variant=None if find else f"{number} {settings.SIGN_UP}",
        is_bounded=number == 1,
    )
