"""What a club and a competition are called and played by: for those who run them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from league.actions.club import change_club
from league.actions.competition import change_competition
from league.actions.errors import ActionError
from league.forms.settings import ChangeClub, ChangeCompetition
from league.models import Club
from league.permissions import can
from league.principals import identify
from league.queries.opening import unplayable
from league.queries.pages import settings as pages
from league.queries.pages.words import where_in, where_of
from league.views.running import competition_to_run


@never_cache
@login_required
def club(request: HttpRequest, club: str) -> HttpResponse:
    found, by = get_object_or_404(Club, slug=club), identify(request.user)
    if not can(by, "change-club", found):
        raise Http404
    former = "hide" if found.hides_former_players else "keep"
    initial = {"name": found.name, "timezone": found.timezone, "former_players": former}
    form = ChangeClub(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data
        try:
            change_club(
                club=found,
                name=sent["name"],
                zone=sent["timezone"],
                hides_former_players={"hide": True, "keep": False}.get(sent["former_players"]),
                by=by,
            )
        except PermissionDenied as error:  # taken from them since the page was asked for
            raise Http404 from error
        except ActionError as refused:
            form.refused(refused.problems)
        else:
            messages.success(request, gettext("The settings of the club are kept."))
            return redirect("club", club)
    context = {"where": where_in(found), "form": form, "may_delete": can(by, "delete-club", found)}
    return render(request, "settings/club.html", context)


@never_cache
@login_required
def competition(request: HttpRequest, club: str, competition: str) -> HttpResponse:
    found, by = competition_to_run(request, club, competition)
    if wrong := unplayable(found):
        problems = [problem.message.translate(gettext) for problem in wrong]
        return render(request, "settings/no_game.html", {"where": where_of(found), "problems": problems})
    page = pages.page(found)
    form = ChangeCompetition(request.POST or None, name=found.name, kind=found.kind, settings=page.settings)
    if request.method == "POST" and form.is_valid():
        name, rules = form.cleaned_data["name"], form.rules(found.rules)
        try:
            change_competition(competition=found, name=name, rules=rules, by=by)
        except PermissionDenied as error:
            raise Http404 from error
        except ActionError as refused:
            form.refused(refused.problems)
        else:
            messages.success(request, gettext("The settings are kept."))
            return redirect("competition", club, competition)
    return render(request, "settings/competition.html", {"page": page, "form": form})
