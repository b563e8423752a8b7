"""Entering a match's result and correcting it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import trigger_client_event
from django_htmx.middleware import HtmxDetails

from league.actions.errors import ActionError, EditConflict
from league.actions.result import submit_result
from league.actions.sheet_draft import save_sheet_draft
from league.forms import parse_revision
from league.models import Result, SheetDraft
from league.permissions import ResultReport, can, plays_in
from league.principals import Principal, identify
from league.queries.compared_deals import read_comparison
from league.queries.confirmations import Confirmation, read_version
from league.queries.match import SeatedMatch, find_match, find_undone_result
from league.queries.night import find_following
from league.queries.sheet import Table
from league.queries.sheet_draft import find_sheet_draft
from league.queries.sheet_layout import Texts, read_for_layout
from league.queries.versions import build_version, compare_sheets
from league.rules.records import SheetRecord
from league.web import held
from league.web.base import ChangeView, Form
from league.web.entry.edit_conflict import describe_stand, find_changes
from league.web.entry.night import describe_night, find_end_of_night, read_night_day, write_night_day
from league.web.entry.sheet_draft import describe_draft, is_changed_elsewhere, takes_draft
from league.web.entry.sheet_form import FULL_FORM, SHORT_FORM, SheetForm
from league.web.errors import build_not_found
from league.web.formats import format_comparison
from league.web.limits import limit_body, require_post, require_safe
from league.web.public.counting import build_helper_forms
from league.web.unsaved import show_in_form

MAX_SHEET_BODY = 600_000  # bytes: a sheet of 1,000 deals
MAX_HELD_LENGTH = 200  # characters of a cell sent by a visitor
IN_PLACE = "content"  # the id of the part of a page that htmx replaces


@limit_body(MAX_SHEET_BODY)
@vary_on_headers("HX-Request", "HX-Target")
def enter(request: HttpRequest, club: str, match: str) -> HttpResponse:
    """Show the form of a result, and save the result when it is sent.

    The response to a request for the main part of the page is that part; for a logged-out user it is empty, with an
    event that makes htmx request the page.
    """
    by = identify(request.user)
    found = get_match_to_enter(request, club, match, by)
    if not request.user.is_authenticated:
        if is_in_place(request):
            return trigger_client_event(HttpResponse(status=204), "log-in")
        if request.method == "POST":  # typed in a session that has ended meanwhile
            typed = SheetForm.from_sent(found, request.POST.dict()).get_texts()
            return held.hold(request, typed, most=MAX_HELD_LENGTH)
        return redirect_to_login(request.get_full_path())
    if request.method == "POST":
        return _save(request, found, by)
    require_report(by, found)
    waiting = found.confirmation if found.table.settings.rules.unconfirmed_results_wait else None
    if waiting and not waiting.counts and not _may_replace(by, found, waiting):
        return redirect(found.match)  # the match page asks the user about it
    is_undone = "undone" in request.GET and found.match.current is None
    entered: Result | SheetRecord | None = find_undone_result(found.match, by) if is_undone else None
    if waiting and not waiting.counts:
        entered = read_version(waiting.submission)
    draft = find_sheet_draft(found.match) if takes_draft(found) and not waiting else None
    form = show_in_form(
        request,
        lambda sent: (
            SheetForm.from_sent(found, cast(Texts, sent.dict()))
            if sent
            else SheetForm.from_match(
                found,
                entered,
                draft=draft,
                night_day=read_night_day(request),
                clock=request.GET.dict(),
                form=request.GET.get("form"),
            )
        ),
        SheetForm.list_fields,
    )
    return _show(
        request, found, form, by, draft=draft, untouched=not entered and "unsaved" not in vars(request)
    )


@limit_body(MAX_SHEET_BODY)
@require_post
def check(request: HttpRequest, club: str, match: str) -> HttpResponse:
    """Show the running score, the problems so far, and a new line if needed, while the user types."""
    found = get_match_to_enter(request, club, match, identify(request.user))
    if not request.user.is_authenticated:
        return render(request, "entry/logged_out.html")
    form = SheetForm.from_typing(found, request.POST.dict())
    form.add_running_score()
    asked = request.POST.get("more", "")
    added = form.build_next_line(asked)
    begins = added.line.cells[0].name if added and asked else ""  # the cell to focus
    return render(request, "entry/checked.html", {"form": form, "added": added, "begins": begins})


@require_safe
@never_cache
def watch_night(request: HttpRequest, club: str, match: str) -> HttpResponse:
    """Show the night's progress, and changes to the match, while its sheet is typed."""
    by = identify(request.user)
    found = get_match_to_enter(request, club, match, by)
    if not request.user.is_authenticated:
        return render(request, "entry/logged_out.html")
    if not can(by, "enter-result", found.match.club_id):
        raise Http404
    base = parse_revision(request.GET.get("base", ""))
    context = {
        "night": describe_night(found.match),
        "night_day": write_night_day(read_night_day(request)),
        "match": found.match,
        "players": found.table.players,
        "changes": find_changes(found, stood=request.GET.get("stood", ""), base=base),
    }
    return render(request, "entry/watched.html", context)


def is_in_place(request: HttpRequest) -> bool:
    """Return whether the main part of a page is requested, not the page."""
    return cast(HtmxDetails, request.htmx).target == IN_PLACE  # type: ignore[attr-defined]


def get_match_to_enter(request: HttpRequest, club: str, match: str, by: Principal) -> SeatedMatch:
    """Return the match, for users who may have a result to send, and for visitors, who are sent to the log-in.

    Matches of drafts exist only for the club's staff. Raises Http404.
    """
    found = find_match(club, match, viewer=request.user)
    if found is None:
        raise build_not_found(request, club, request.POST.dict())
    helps = can(by, "enter-result", found.match.club_id)
    if not (helps or found.is_public):
        raise Http404
    if request.user.is_authenticated and not (helps or plays_in(by, found.seats)):
        raise Http404
    return found


class MatchView(ChangeView[Form]):
    """A page that changes something about a match that is no draft's, for users who may have a result to send."""

    found: SeatedMatch

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Show visitors, too, that a match does not exist."""
        if not request.user.is_authenticated:
            self.get_match()
        return super().dispatch(request, *args, **kwargs)

    def get_match(self) -> SeatedMatch:
        """Return the match, and find the user; raise Http404 as `get_match_to_enter` does, and in a draft."""
        self.by = identify(self.request.user)
        found = get_match_to_enter(self.request, self.kwargs["club"], self.kwargs["match"], self.by)
        if not found.is_public:
            raise Http404
        return found


def require_report(by: Principal, found: SeatedMatch) -> None:
    """Raise Http404 unless the user may enter or correct the match's current result."""
    if not can(by, "report-result", ResultReport(found.seats, found.match.current)):
        raise Http404


def _may_replace(by: Principal, found: SeatedMatch, waiting: Confirmation) -> bool:
    """Return whether the user may replace the waiting result: it is their own, or they enter results for the club."""
    return waiting.submission.by_id == by.user_id or can(by, "enter-result", found.match.club_id)


def _save(request: HttpRequest, found: SeatedMatch, by: Principal) -> HttpResponse:
    more = request.POST.get("more")  # empty: to be shown as it is
    compares = "compare" in request.POST
    is_final = more is None and not compares and "unfinished" not in request.POST
    form = SheetForm.from_sent(found, request.POST.dict(), more=bool(more), is_final=is_final)
    revision = found.match.revision
    if compares:
        newer = found.match.current if form.based_on < revision else None
        form.renew(revision)
        return _show(request, found, form, by, newer=newer)
    if form.based_on >= revision:  # later users see the newer result, even if they may not correct it
        require_report(by, found)
    if more is not None:
        return _show(request, found, form, by)
    if "unfinished" in request.POST:
        return _save_unfinished(request, found, form, by)
    if not form.is_valid():
        form.add_problems(form.find_problems())
        form.renew(min(form.based_on, revision))
        return _show(request, found, form, by)
    is_latest = form.based_on == revision and found.is_open
    if is_latest and (warnings := form.find_warnings(found)):
        form.add_warnings(warnings)
        form.renew(revision)
        return _show(request, found, form, by)
    sheet, day = form.as_json(), form.cleaned_data["played_on"]
    before = read_comparison(found) if form.based_on else {}
    try:
        saved = submit_result(
            match=found.match,
            sheet=sheet,
            by=by,
            key=form.get_submission_key(sheet, day.isoformat()),
            base=form.based_on,
            played_on=day,
            is_day_certain=True,  # confirmed by the user
            why=form.reason,
            draft=None if form.based_on else form.draft_seen,
        )
    except PermissionDenied:
        raise Http404 from None
    except ActionError as refused:
        if is_changed_elsewhere(refused):
            return _show_changed_draft(request, found, form, by)
        form.add_problems(refused.problems)
        form.renew(min(form.based_on, revision))
        return _show(request, found, form, by)
    except EditConflict as conflict:
        form.renew(conflict.newer.number)
        return _show(request, found, form, by, newer=conflict.newer)
    helps = can(by, "enter-result", found.match.club_id)
    following = find_following(found.match) if helps else None
    if saved is None:
        message = gettext("Saved. It counts once an opponent confirms it.")
        messages.success(request, message)
        return redirect(found.match)
    goes_on = following is not None and request.POST.get("then") == "next"
    context = {
        "match": found.match,
        "number": saved.number,
        "players": found.table.players,
        "next": following,
        "is_next_shown": goes_on,
    }
    messages.success(request, render_to_string("entry/_saved.html", context, request))
    if moved := describe_moved(found, before):
        messages.info(request, moved)
    if following and goes_on:
        address = reverse("enter", args=[following.club.slug, following.key])
        return redirect(address + write_night_day(day if day != found.usual_day else None))
    is_last = helps and following is None and not form.based_on
    return redirect((find_end_of_night(found.season, by) if is_last else None) or found.match)


def _save_unfinished(
    request: HttpRequest, found: SeatedMatch, form: SheetForm, by: Principal
) -> HttpResponse:
    """Save the sheet as it is, and go on with it; a result that came in meanwhile is shown beside it."""
    if found.match.current and form.based_on < found.match.revision:
        form.renew(found.match.revision)
        return _show(request, found, form, by, newer=found.match.current)
    try:
        save_sheet_draft(match=found.match, texts=form.get_draft_texts(), by=by, base=form.draft_seen)
    except PermissionDenied:
        raise Http404 from None
    except ActionError as refused:
        if is_changed_elsewhere(refused):
            return _show_changed_draft(request, found, form, by)
        form.add_problems(refused.problems)
        return _show(request, found, form, by)
    messages.success(request, gettext("Saved unfinished. It doesn't count until you save the result."))
    address = reverse("enter", args=[found.match.club.slug, found.match.key])
    return redirect(address + write_night_day(read_night_day(request)))


def _show_changed_draft(
    request: HttpRequest, found: SeatedMatch, form: SheetForm, by: Principal
) -> HttpResponse:
    """Show the form beside the unfinished sheet as it is by now; sending it again replaces that."""
    draft = find_sheet_draft(found.match)
    form.renew(form.based_on)
    form.renew_draft(draft.revision if draft else 0)
    return _show(request, found, form, by, draft=draft, is_draft_newer=True)


def describe_moved(found: SeatedMatch, before: Mapping[str, tuple[str, Fraction]]) -> str:
    """Return whose comparison a correction has changed, where all tables play the same cards. 1 query there."""
    if not before:
        return ""
    key = found.table.settings.rules.ranking[0]
    after = read_comparison(found)
    moved = [
        gettext("{name} from {before} to {after}").format(
            name=name, before=format_comparison(value, key), after=format_comparison(after[player][1], key)
        )
        for player, (name, value) in before.items()
        if player in after and after[player][1] != value
    ]
    return gettext("The comparison has changed: {players}.").format(players=", ".join(moved)) if moved else ""


def _show(
    request: HttpRequest,
    found: SeatedMatch,
    form: SheetForm,
    by: Principal,
    *,
    newer: Result | None = None,
    draft: SheetDraft | None = None,
    is_draft_newer: bool = False,
    untouched: bool = False,
) -> HttpResponse:
    """Show the form, beside the `newer` result saved meanwhile, if any; `untouched`: nothing has been typed yet.

    `draft` is the unfinished sheet that the form was made from, or one that was saved, or discarded, meanwhile.
    """
    form.add_running_score()
    night_day = write_night_day(read_night_day(request))
    address = reverse("enter", args=[found.match.club.slug, found.match.key])
    context: dict[str, Any] = {
        "other_form": _link_other_form(form.table, address, night_day),
        "action": address + night_day,
        "night": describe_night(found.match) if can(by, "enter-result", found.match.club_id) else {},
        "night_day": night_day,
        "stood": describe_stand(found),
        "match": found.match,
        "season": found.season,
        "players": found.table.players,
        "is_open": found.is_open,
        "form": form,
        "untouched": untouched,
        "may_save": True,
        "saves_unfinished": takes_draft(found) and not form.based_on,
        "saved": describe_draft(draft, found, by, form if is_draft_newer else None),
        "is_draft_newer": is_draft_newer,
        # A draft has no page of calculators, as its settings are not final.
        "counting": build_helper_forms(found.table.settings) if found.is_public else (),
    }
    if newer:
        # No queries: it was read with its submission, its author, and the remark of its decision.
        both = compare_sheets(read_for_layout(found.table, newer.sheet), (form.table, request.POST.dict()))
        context |= {
            "newer": build_version(newer, found.table, found.where.zone),
            "comparison": both,
            "is_same": newer.sheet is not None and not both.differences,
            "helps": can(by, "see-staff-pages", found.match.club_id),
            "may_save": can(by, "report-result", ResultReport(found.seats, newer)),
        }
    return show_sheet(request, context)


def _link_other_form(table: Table, address: str, night_day: str) -> tuple[str, str] | None:
    """Return the text and the address of a link to the other form of a sheet; None where the game has one form."""
    form = table.settings.game.short_sheet
    if form is None or not table.may_be_short:
        return None
    text = gettext("Deal by deal") if table.is_short else gettext(form.label)
    query = f"form={FULL_FORM if table.is_short else SHORT_FORM}"
    return text, f"{address}{night_day}{'&' if night_day else '?'}{query}"


def show_sheet(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Show the form of a sheet, or only its part of the page if htmx requests that."""
    frame = "entry/_in_place.html" if is_in_place(request) else "base.html"
    response = render(request, "entry/enter.html", {**context, "frame": frame})
    if request.method == "POST":
        response["HX-Push-Url"] = "false"  # the address is the same
    return response
