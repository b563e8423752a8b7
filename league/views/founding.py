"""Making a club in three steps: its name, its players, its game; the last two serve at any time later."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache

from league.actions.club import create_club
from league.actions.competition import create_league
from league.actions.errors import ActionError
from league.actions.player import add_players
from league.forms.founding import AddPlayers, FoundClub, NewLeague
from league.principals import identify
from league.queries.pages import founding as pages
from league.views.limits import limit_body
from league.views.running import club_to_run


@never_cache
@login_required
def club(request: HttpRequest) -> HttpResponse:
    form = FoundClub(request.POST or None)
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data
        try:
            made = create_club(
                name=sent["name"], slug=sent["slug"], zone=sent["timezone"], by=identify(request.user)
            )
        except PermissionDenied as error:
            raise Http404 from error
        except ActionError as refused:
            form.refused(refused.problems)
        else:
            said = gettext("Club created. Now add your players.")
            messages.success(request, said)
            return redirect("add-players", made.slug)
    return render(request, "founding/club.html", {"form": form})


@limit_body(400_000)
@never_cache
@login_required
def players(request: HttpRequest, club: str) -> HttpResponse:
    found, by = club_to_run(request, club)
    page = pages.page(found)
    form = AddPlayers(request.POST or None)
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data
        try:
            added = add_players(club=found, names=sent["names"], namesakes=sent["namesakes"], by=by)
        except PermissionDenied as error:  # taken from them since the page was asked for
            raise Http404 from error
        except ActionError as refused:
            form.refused(refused.problems)
        else:
            said = ngettext("{number} player added.", "{number} players added.", len(added))
            messages.success(request, said.format(number=len(added)))
            return redirect("new-competition" if page.is_first else "players", club)
    return render(request, "founding/players.html", {"page": page, "form": form})


@never_cache
@login_required
def competition(request: HttpRequest, club: str) -> HttpResponse:
    found, by = club_to_run(request, club)
    page = pages.league_page(found)
    form = NewLeague(request.POST or None, choices=page.choices, taken=page.leagues)
    if request.method == "POST" and not page.too_few and form.is_valid():
        chosen = form.chosen()
        try:
            made = create_league(
                club=found,
                name=form.cleaned_data["name"] or form.get_usual_name(),
                game=chosen.game.key,
                options=chosen.options,
                rules=form.rules(),
                by=by,
            )
        except PermissionDenied as error:
            raise Http404 from error
        except ActionError as refused:
            form.refused(refused.problems)
        else:
            said = gettext("Draft season created. Only those who help in the club can see it.")
            messages.success(request, said)
            return redirect("set-up", club, made.competition.slug, made.number)
    return render(request, "founding/competition.html", {"page": page, "form": form})
