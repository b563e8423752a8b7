"""When matches are played: making a season's schedule, moving a night or a match."""

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache

from league.actions import draft as lots
from league.actions.errors import ActionError
from league.actions.move import MoveSummary, move_match, move_night
from league.actions.schedule import compute_digest, make_schedule, plan_fixtures
from league.forms.schedule import MakeSchedule, MoveMatch, MoveNight, as_it_is
from league.models import Season
from league.models.season import SeasonState
from league.principals import Principal
from league.queries.pages import making_schedule, moving
from league.queries.pages import match as matches
from league.queries.pages import nights as pages
from league.views.gone import gone
from league.views.running import runner, season_to_run

MOST_NAMED = 10


@never_cache
@login_required
def make(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    found, by = season_to_run(request, club, competition, season)
    if found.state == SeasonState.CLOSED:
        return redirect("season", club, competition, season)
    if making_schedule.has_results(found):
        said = gettext("Results have been entered: nights and matches can be moved one by one.")
        messages.info(request, said)
        return redirect("nights", club, competition, season)
    sent = _sent(request, found)
    draw = making_schedule.draw(found)
    form = MakeSchedule(sent, initial=as_it_is(found) if sent is None else {}, draw=draw)
    preview = None
    if sent is not None and form.is_valid():
        if "keep" in sent and _made(request, found, form, by):
            return redirect(
                "set-up" if found.state == SeasonState.DRAFT else "nights", club, competition, season
            )
        preview = _preview(request, found, form)
    page = making_schedule.page(found)
    return render(
        request, "schedule/make.html", {"page": page, "form": form, "draw": draw, "preview": preview}
    )


@never_cache
@login_required
def nights(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    found, by = season_to_run(request, club, competition, season)
    if found.state == SeasonState.CLOSED:
        return redirect("season", club, competition, season)
    refused = None
    if request.method == "POST":
        form = MoveNight.of_day(request.POST.get("day", ""), request.POST)
        if form.is_valid() and _moved(request, found, form, by):
            return redirect("nights", club, competition, season)
        refused = form
    page = pages.page(found, viewer=request.user)
    days = [(night, _form_of(night, refused)) for night in page.nights]
    return render(request, "schedule/nights.html", {"page": page, "days": days, "refused": refused})


@never_cache
@login_required
def move(request: HttpRequest, club: str, match: str) -> HttpResponse:
    found = matches.find(club, match, viewer=request.user)
    if found is None:
        raise gone(request, club)
    by = runner(request, found.match.club_id)
    page = moving.page(found)
    form = MoveMatch(request.POST or None, initial={"due_on": page.due_on, "table": page.table})
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data
        try:
            moved = move_match(match=found.match, due_on=sent["due_on"], table=sent["table"], by=by)
        except PermissionDenied as error:  # taken from them since the page was asked for
            raise Http404 from error
        except ActionError as refused:
            form.refused(refused.problems)
        else:
            messages.success(request, gettext("The match is moved."))
            _warn(request, moved)
            return redirect("match", club, match)
    return render(request, "schedule/move.html", {"page": page, "form": form})


def _sent(request: HttpRequest, season: Season) -> QueryDict | None:
    """What was sent in: with another number to draw from where that is asked for, and with one where none is
    written."""
    if request.method != "POST":
        return None
    sent = request.POST.copy()
    if "draw" in sent:
        sent["lot"] = str(lots.generate_draw_seed())
    elif not sent.get("lot", "").strip():
        sent["lot"] = str(season.lot or lots.generate_draw_seed())
    return sent


def _made(request: HttpRequest, season: Season, form: MakeSchedule, by: Principal) -> bool:
    """Keeps the schedule and says so; else the form says why not, unless it is another one now: that is shown."""
    seen = request.POST.get("seen", "")
    try:
        make_schedule(season=season, remind_days=form.days_to_remind, by=by, seen=seen, **form.wanted)
    except PermissionDenied as error:
        raise Http404 from error
    except ActionError as refused:
        form.refused(one for one in refused.problems if one.code != "changed-meanwhile")
        return False
    messages.success(request, gettext("The schedule is made."))
    return True


def _preview(request: HttpRequest, season: Season, form: MakeSchedule) -> making_schedule.Preview | None:
    """What the schedule would be; None where the form is wrong, and says so."""
    if form.errors:
        return None
    try:
        laid_out = plan_fixtures(season, **form.wanted)
    except ActionError as refused:
        form.refused(refused.problems)
        return None
    limits = {"starts_on": form.wanted["starts_on"], "ends_on": form.wanted["ends_on"]}
    return making_schedule.preview(
        season,
        laid_out,
        viewer=request.user,
        digest=compute_digest(laid_out, remind_days=form.days_to_remind, **limits),
        changed="keep" in request.POST,
        shown_before=request.POST.get("shown", "") if "keep" in request.POST else "",
    )


def _moved(request: HttpRequest, season: Season, form: MoveNight, by: Principal) -> bool:
    """Moves the night and says so; else the form says why not."""
    day, to = form.cleaned_data["day"], form.cleaned_data["to"]
    try:
        moved = move_night(season=season, day=day, to=to, by=by)
    except PermissionDenied as error:
        raise Http404 from error
    except ActionError as refused:
        form.refused(refused.problems)
        return False
    said = gettext("What was still to be played on {day} is moved to {to}.")
    messages.success(request, said.format(day=date_format(day, "j F Y"), to=date_format(to, "j F Y")))
    _warn(request, moved)
    return True


def _warn(request: HttpRequest, moved: MoveSummary) -> None:
    """Says what may not have been meant."""
    if moved.is_past:
        messages.warning(request, gettext("That day is past."))
    if moved.double_booked:
        names = [player.get_name_for(request.user) for player in moved.double_booked]
        said = gettext("They play more than once on that day now: {names}.")
        messages.warning(request, said.format(names=_listed(names)))
    if moved.assigned_tables:
        said = gettext(
            "Tables that are taken on that day: {taken}. What comes there sits at {instead} instead."
        )
        messages.warning(
            request, said.format(taken=_listed(moved.taken_tables), instead=_listed(moved.assigned_tables))
        )
    elif moved.taken_tables:
        said = gettext("Somebody else sits at table {table} on that day, too.")
        messages.warning(request, said.format(table=_listed(moved.taken_tables)))


def _listed(what: Sequence[str] | Sequence[int]) -> str:
    named = ", ".join(str(one) for one in what[:MOST_NAMED])
    more = len(what) - MOST_NAMED
    if more <= 0:
        return named
    return ngettext("{named} and {more} more", "{named} and {more} more", more).format(named=named, more=more)


def _form_of(night: pages.Night, refused: MoveNight | None) -> MoveNight:
    """The form that came back, below its own day."""
    day = str(night.day)
    return refused if refused and refused["day"].value() == day else MoveNight.of_day(day)
