"""Somebody leaves a season that runs."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from league.actions.errors import ActionError
from league.actions.withdrawal import withdraw_entry as leave
from league.forms.who import Choose
from league.forms.withdrawal import Withdraw
from league.models import Entry, Season
from league.models.season import SeasonState
from league.principals import Principal
from league.queries.pages import who
from league.queries.pages import withdrawal as pages
from league.queries.pages.words import where
from league.views.running import season_to_run
from league.views.too_late import not_open, typed


@never_cache
@login_required
def withdraw(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Who it is, if that is not said yet; then what each way to do it gives; then it does it."""
    found, by = season_to_run(request, club, competition, season)
    entry = who.entry_of(found, request.POST.get("player") or request.GET.get("player", ""))
    form = Withdraw(request.POST if request.method == "POST" else None)
    if entry and request.method == "POST" and _can_leave(found, entry) and form.is_valid():
        entry.season = found
        if _left(entry, form, by):
            said = gettext("{name} has left the season.")
            messages.success(request, said.format(name=_name(request, found, entry)))
            return redirect("season-decisions", club, competition, season)
        found.refresh_from_db(fields=["state"])  # either may be why it was refused
        entry.refresh_from_db(fields=["left"])
    if found.state != SeasonState.OPEN:
        return not_open(request, found, gettext("Only who is in an open season can leave it."))
    if entry is None or entry.left:
        return _choose(request, found, entry)
    entry.season = found
    chosen = form.chosen if form.is_outdated else None
    page = pages.page(entry, viewer=request.user, chosen=chosen, shown_before=form.shown_before)
    form.initial["outcome"] = page.proposed
    return render(request, "withdrawal/withdraw.html", {"page": page, "form": form})


def _name(request: HttpRequest, season: Season, entry: Entry) -> str:
    return who.called(season, viewer=request.user)[entry.player.key]


def _can_leave(season: Season, entry: Entry) -> bool:
    return season.state == SeasonState.OPEN and not entry.left


def _left(entry: Entry, form: Withdraw, by: Principal) -> bool:
    """Whether it is done; else the form says why not."""
    try:
        leave(entry=entry, outcome=form.chosen, reason=form.typed_reason, by=by, seen=form.seen)
    except PermissionDenied as error:  # taken from them since the page was asked for
        raise Http404 from error
    except ActionError as refused:
        form.refused(refused.problems)
        return False
    return True


def _choose(request: HttpRequest, season: Season, entry: Entry | None) -> HttpResponse:
    """Who leaves; `entry` is whose who has left already. What was typed for them is given back."""
    names = who.called(season, viewer=request.user)
    if entry:
        said = gettext("{name} has left the season already.")
        messages.info(request, said.format(name=names[entry.player.key]))
    players = who.entered(season, names)
    sent = request.POST if request.method == "POST" else request.GET
    asked = request.method == "POST" or "player" in sent
    page = {
        "where": where(season),
        "form": Choose(sent if asked and not entry else None, players=players),
        "players": players,
        "typed": tuple(typed(request)),
    }
    return render(request, "withdrawal/choose.html", page)
