"""Clubs that not everyone may enter: suspended and deleted ones, and those for members only.

See docs/decisions/0036-clubs-are-deleted-late.md and docs/decisions/0016-names-through-one-function.md.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from league.models import JoinRequest, Registration
from league.permissions import can
from league.principals import identify
from league.queries.page_versions import Access, get_access
from league.queries.registration import read_mail_token
from league.queries.screen_link import is_screen_token

View = TypeVar("View", bound=Callable[..., Any])


def finds_version(find: Callable[..., Any]) -> Callable[[View], View]:
    """Have the version of a view's page found before the view is called, so that no query asks for the club alone.

    `find` is a function of `league.queries.page_versions` that takes the arguments of the address and finds nothing in
    a club that not everyone may enter.
    """

    def mark(view: View) -> View:
        view.find_version = find  # type: ignore[attr-defined]
        return view

    return mark


def get_version(request: HttpRequest, find: Callable[..., Any], *address: str | int) -> Any:
    """Return the version that was found before the view was called; what `find` finds in a club for members.

    Its members have been let in by then, so `find` does not ask whether everyone may enter.
    """
    known = vars(request)
    if "version" in known and not known.get("is_for_members"):
        return known["version"]
    return find(*address)


class HiddenClubs:
    """Guards all addresses below a club's, recognised by their argument `club`. 1 query; 2 where there is no version.

    All pages of a club pass through it, including cached pages and downloads. Who may not enter gets the answer of
    an address where there is no club, whatever comes after the club's part.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        if "club" not in kwargs:
            return None
        find = getattr(view, "find_version", None)
        if find is not None:
            version = vars(request)["version"] = find(*kwargs.values())
            if version is not None:
                return None  # everyone may enter the club
        access = get_access(kwargs["club"])
        if not may_enter(request, access, kwargs):
            # What a member has typed after the session ended comes back once they have logged in.
            if request.method == "POST" and not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            raise Http404
        vars(request)["is_for_members"] = access is not None and access.is_for_members
        if access and access.is_hidden:
            if request.method == "POST":
                return render(request, "club_hidden.html", status=409)
            request.is_in_hidden_club = True  # type: ignore[attr-defined]  # for the page to say so
        return None


def may_enter(request: HttpRequest, access: Access | None, arguments: dict[str, Any]) -> bool:
    """Return whether the sender of a request may enter a club; False where there is none. 2 queries at most."""
    if access is None:
        return False
    if not (access.is_hidden or access.is_for_members):
        return True
    by = identify(request.user)
    if access.is_hidden:
        return can(by, "administer")
    if by.user is not None and by.user.knows_club(access.club):
        return True
    if request.resolver_match and request.resolver_match.url_name == "ask-to-join":
        # Who asked before the club closed its pages can still withdraw, and see nothing there.
        asked = JoinRequest.objects.open().filter(club=access.club, user=by.user)
        return by.user is not None and "withdraw" in request.POST and asked.exists()
    if not arguments.keys() >= {"competition", "season", "token"}:
        return False
    # Who registered by mail before the club closed its pages can still withdraw. Who has only asked for a link can't
    # enter: they would add a player to the club.
    if found := read_mail_token(arguments["token"]):
        season, email = found
        of_club = Registration.objects.filter(season=season, season__competition__club=access.club)
        return of_club.filter(email=email).exists()
    return is_screen_token(
        arguments["token"], arguments["club"], arguments["competition"], arguments["season"]
    )
