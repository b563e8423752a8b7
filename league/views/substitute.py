"""Somebody plays for somebody else: in a match, or in all that is still to be played of a season."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache

from league.actions import substitution as actions
from league.actions.errors import ActionError
from league.forms.substitute import Substitute, SubstituteRest
from league.models import Decision, Entry, Player, Season
from league.models.season import SeasonState
from league.permissions import can
from league.principals import Principal, identify
from league.queries.pages import match as matches
from league.queries.pages import substitute as pages
from league.queries.pages import who
from league.queries.pages.match import Found
from league.views.gone import gone
from league.views.running import season_to_run
from league.views.too_late import not_open, typed


@never_cache
@login_required
def substitute(request: HttpRequest, club: str, match: str) -> HttpResponse:
    """For whom in this match, who instead, and why; then it does it."""
    found, by = _match(request, club, match)
    if not found.is_open and request.method != "POST":
        messages.info(request, gettext("Who sits where is said only while the season is open."))
        return redirect("match", club, match)
    page = pages.page(found, viewer=request.user)
    sent = request.POST if request.method == "POST" else None
    form = Substitute(sent, page=page, initial={"seat": _seat(page, request.GET.get("player", ""))})
    if sent is not None and not page.obstacle and form.is_valid():
        if _sits(found, form, by):
            messages.success(request, _done(page, form))
            return redirect("match", club, match)
        found, by = _match(request, club, match)  # as it is now
        page = pages.page(found, viewer=request.user)
    told = {"page": page, "form": form, "typed": tuple(typed(request))}
    return render(request, "substitute/substitute.html", told)


def _done(page: pages.SubstitutePage, form: Substitute) -> str:
    seat, instead = page.seats[int(form.cleaned_data["seat"])], form.cleaned_data["instead"]
    if seat.key != instead:
        return gettext("The substitute is entered.")
    said = gettext("{name} played after all.") if page.played else gettext("{name} plays again.")
    return said.format(name=seat.name)


def _match(request: HttpRequest, club: str, match: str) -> tuple[Found, Principal]:
    """The match, for those who may enter its result; for everybody else there is no such page."""
    found = matches.find(club, match, viewer=request.user)
    if found is None:
        raise gone(request, club, request.POST.dict())
    by = identify(request.user)
    if not can(by, "enter-result", found.match.club_id):
        raise Http404
    return found, by


def _seat(page: pages.SubstitutePage, player: str) -> str:
    """The number of their seat; nothing for who has none."""
    return next((str(seat.number) for seat in page.seats if seat.key == player), "")


def _sits(found: Found, form: Substitute, by: Principal) -> bool:
    """Whether it is done; else the form says why not."""
    instead = _instead(found.match.club_id, form)
    if instead is None:  # gone since they were offered
        form.changed()
        return False
    try:
        actions.substitute_player(
            match=found.match,
            seat=int(form.cleaned_data["seat"]),
            substitute=instead,
            reason=form.typed_reason,
            by=by,
            base=form.base,
        )
    except PermissionDenied as error:  # taken from them since the page was asked for
        raise Http404 from error
    except ActionError as refused:
        form.refused(refused.problems)
        return False
    return True


def _instead(club: int, form: Substitute | SubstituteRest) -> Player | None:
    return Player.objects.filter(club=club, key=form.cleaned_data["instead"]).first()


@never_cache
@login_required
def substitute_rest(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Which matches these are, as soon as it is said for whom; then who instead, and it does it."""
    found, by = season_to_run(request, club, competition, season)
    if found.state != SeasonState.OPEN:
        said = gettext("Only in an open season can anybody play for somebody else.")
        return not_open(request, found, said)
    page = pages.rest_page(found, viewer=request.user)
    sent = request.POST if request.method == "POST" else None
    asked = request.GET.get("player", "")
    form = SubstituteRest(sent, page=page, initial={"player": asked})
    entry, instead = _chosen(found, form) if sent is not None else (who.entry_of(found, asked), None)
    if entry is None or entry.left:
        return render(request, "substitute/rest.html", {"page": page, "form": form, "preview": None})
    preview = pages.rest_preview(entry, instead, names=page.names)
    if sent is not None and "show" not in sent and form.is_valid():
        entry.season = found
        decision = _play(entry, instead, form, by, preview)
        if decision:
            _say(request, decision, preview)
            return redirect("season-decisions", club, competition, season)
        preview = pages.rest_preview(entry, instead, names=page.names)  # as it is now
    return render(request, "substitute/rest.html", {"page": page, "form": form, "preview": preview})


def _chosen(season: Season, form: SubstituteRest) -> tuple[Entry | None, Player | None]:
    """For whom, and who instead; None where that is not said, or was not offered."""
    form.is_valid()
    chosen = {name: form.cleaned_data.get(name, "") for name in ("player", "instead")}
    entry = who.entry_of(season, chosen["player"]) if chosen["player"] else None
    return entry, _instead(season.competition.club_id, form) if chosen["instead"] else None


def _play(
    entry: Entry, instead: Player | None, form: SubstituteRest, by: Principal, preview: pages.RestPreview
) -> Decision | None:
    """What was decided, if the matches are still those that were looked at; None, and the form says why not."""
    if instead is None:
        form.must_name()
        return None
    if form.cleaned_data["seen"] not in ("", preview.seen):
        form.changed()
        return None
    if preview.obstacle:
        form.says_nothing_new(preview.obstacle)
        return None
    form.matches = {one.key: " – ".join((preview.name, *one.others)) for one in preview.matches}
    try:
        return actions.substitute_rest_of_season(
            entry=entry, substitute=instead, reason=form.typed_reason, by=by
        )
    except PermissionDenied as error:
        raise Http404 from error
    except ActionError as refused:
        form.refused(refused.problems)
        return None


def _say(request: HttpRequest, decision: Decision, preview: pages.RestPreview) -> None:
    said = gettext("{instead} plays for {name} from now on.")
    if preview.themselves:
        said = gettext("{name} plays again.")
    messages.success(request, said.format(instead=preview.instead, name=preview.name))
    number = len(decision.detail["left_out"])
    if number:
        said = ngettext(
            "{number} match is left out: {instead} has another seat there, or plays at another table that evening.",
            "{number} matches are left out: {instead} has another seat there, or plays at another table that evening.",
            number,
        )
        messages.warning(request, said.format(number=number, instead=preview.instead))
