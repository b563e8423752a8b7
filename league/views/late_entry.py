"""Somebody comes into a season that runs."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from games import Invalid
from league.actions import late_entry as actions
from league.actions.errors import ActionError
from league.forms.late_entry import EnterLate
from league.models import Division, Player, Season
from league.models.season import SeasonState
from league.principals import Principal
from league.queries.late import planned
from league.queries.pages import late_entry as pages
from league.views.running import season_to_run
from league.views.too_late import not_open, typed


@never_cache
@login_required
def enter_late(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Which matches they would get, as soon as it is said who comes into which division; then it does it."""
    found, by = season_to_run(request, club, competition, season)
    if found.state != SeasonState.OPEN:
        return not_open(request, found, gettext("Only into an open season can anybody come late."))
    page = pages.page(found, viewer=request.user)
    sent = request.POST if request.method == "POST" else None
    form = EnterLate(sent, page=page, initial={"player": request.GET.get("player", "")})
    preview = None
    if sent is not None and form.is_valid():
        division, player = _chosen(found, form)
        if division is None or player is None:  # gone since they were offered
            form.changed()
        elif "show" not in sent and _entered(division, player, form, by):
            said = gettext("{name} is in division {division} now.")
            messages.success(request, said.format(name=page.names[player.key], division=division.name))
            return redirect("season-decisions", club, competition, season)
        else:
            preview = _preview(division, player, form, page)
    told = {"page": page, "form": form, "preview": preview, "typed": tuple(typed(request))}
    return render(request, "late_entry/enter_late.html", told)


def _chosen(season: Season, form: EnterLate) -> tuple[Division | None, Player | None]:
    division = Division.objects.filter(season=season, pk=form.cleaned_data["division"]).first()
    player = Player.objects.filter(club=season.competition.club_id, key=form.cleaned_data["player"]).first()
    if division:
        division.season = season
    return division, player


def _entered(division: Division, player: Player, form: EnterLate, by: Principal) -> bool:
    """Whether it is done; else the form says why not."""
    reason, seen = form.typed_reason, form.cleaned_data["seen"]
    try:
        actions.add_late_entry(division=division, player=player, reason=reason, by=by, seen=seen)
    except PermissionDenied as error:  # taken from them since the page was asked for
        raise Http404 from error
    except ActionError as refused:
        form.refused(refused.problems)
        return False
    return True


def _preview(
    division: Division, player: Player, form: EnterLate, page: pages.LateEntryPage
) -> pages.LateEntryPreview | None:
    """None where they cannot come in, and the form says why."""
    try:
        return pages.preview(planned(division, player), names=page.names, shown_before=form.shown_before)
    except Invalid as invalid:
        if not form.errors:
            form.refused(invalid.problems)
        return None
