"""Points or score that the committee takes away from somebody."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from league.actions import penalty as actions
from league.actions.errors import ActionError
from league.forms.penalty import Penalize
from league.models import Entry
from league.models.season import SeasonState
from league.principals import Principal
from league.queries.pages import penalty as pages
from league.queries.pages import who
from league.views.running import season_to_run
from league.views.too_late import not_open


@never_cache
@login_required
def penalize(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """What it would do, as soon as it is said whom it is about and how much; then it does it."""
    found, by = season_to_run(request, club, competition, season)
    if found.state != SeasonState.OPEN:
        said = gettext("Only in an open season can anything be taken away from anybody.")
        return not_open(request, found, said)
    page = pages.page(found, viewer=request.user)
    sent = request.POST if request.method == "POST" else None
    form = Penalize(sent, page=page, initial={"player": request.GET.get("player", "")})
    preview = None
    if sent is not None and form.is_valid():
        entry = who.entry_of(found, form.cleaned_data["player"])
        if entry is None:  # gone since they were offered
            form.changed()
        else:
            entry.season = found
            preview = _preview(entry, form, page)
        if entry and preview and "show" not in sent and _done(entry, form, by, seen=preview.seen):
            said = gettext("The penalty of {name} counts.").format(name=preview.name)
            messages.success(request, said)
            return redirect("season-decisions", club, competition, season)
    return render(request, "penalty/penalize.html", {"page": page, "form": form, "preview": preview})


def _preview(entry: Entry, form: Penalize, page: pages.PenaltyPage) -> pages.PenaltyPreview:
    return pages.preview(entry, points=form.points_off, score=form.score_off, names=page.names)


def _done(entry: Entry, form: Penalize, by: Principal, *, seen: str) -> bool:
    """Whether it is done, if it is still that which was looked at; else the form says why not."""
    if form.cleaned_data["seen"] not in ("", seen):
        form.changed()
        return False
    try:
        actions.penalise_entry(
            entry=entry, points=form.points_off, score=form.score_off, reason=form.typed_reason, by=by
        )
    except PermissionDenied as error:  # taken from them since the page was asked for
        raise Http404 from error
    except ActionError as refused:
        form.refused(refused.problems)
        return False
    return True
