"""Restoring an earlier version of a result: what will happen, and both sheets side by side."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.actions.errors import EditConflict
from league.actions.result import restore_result
from league.permissions import can
from league.principals import identify
from league.queries.match import SeatedMatch
from league.queries.overtaken import PossibleEnd, build_questions, list_overtaken
from league.queries.result_checks import find_expunged_entries
from league.queries.sheet import Table
from league.queries.sheet_layout import read_for_layout
from league.queries.versions import Version, compare_sheets, list_versions
from league.web import held
from league.web.base import ChangeView
from league.web.entry.result import MAX_HELD_LENGTH, get_match_to_enter, require_report
from league.web.entry.submission import SubmissionForm
from league.web.formats import describe_not_open


class RestoreForm(SubmissionForm):
    reasons = (_("The edit was a mistake"), _("The earlier version was right"))

    def clean(self) -> None:
        self.require_reason()


class RestoreView(ChangeView[RestoreForm]):
    """Shows the current version and the one to restore; cells that differ are marked in both."""

    template_name = "entry/restore.html"
    found: SeatedMatch
    now: Version
    then: Version
    is_overtaken = False

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Show visitors, too, that a version does not exist; hold their reason until they have logged in."""
        if not request.user.is_authenticated:
            self._get_match()
            if request.method == "POST":
                return held.hold(request, {"why": request.POST.get("why", "")}, most=MAX_HELD_LENGTH)
        return super().dispatch(request, *args, **kwargs)

    def find(self) -> HttpResponse | None:
        """Find both versions. 1 query; 1 more each if a version had seated others, and if a player has left."""
        self.found = self._get_match()
        require_report(self.by, self.found)
        self.versions = list_versions(self.found)
        numbers = [version.number for version in self.versions]
        if self.kwargs["number"] not in numbers:
            raise Http404
        self.now, self.then = self.versions[0], self.versions[numbers.index(self.kwargs["number"])]
        return None

    def build_form(self, sent: QueryDict | None) -> RestoreForm:
        asked = {"key": str(uuid4()), "base": str(self.now.number), "why": self.request.GET.get("why", "")}
        return RestoreForm(None if sent is None else {name: str(sent[name]) for name in sent}, initial=asked)

    def change(self, form: RestoreForm) -> HttpResponse:
        number = self.then.number
        try:
            restore_result(
                match=self.found.match,
                number=number,
                by=self.by,
                base=form.based_on,
                why=form.reason,
                key=form.get_submission_key(number),
            )
        except EditConflict:
            self.find()
            self.is_overtaken = True
            return self.show(form)
        messages.success(self.request, gettext("Version {number} restored.").format(number=number))
        return redirect(self.found.match)

    def get_context(self, form: RestoreForm) -> dict[str, Any]:
        form.renew(self.now.number)
        now, then = _mark_differences(self.found.table, self.now, self.then)
        is_decided = self.now.result.decision_id or then.result.decision_id
        return {
            "match": self.found.match,
            "players": self.found.table.players,
            "now": now,
            "then": then,
            "next": now.number + 1,
            "undoes": self.then in self.versions[1:2] and not is_decided,
            "helps": can(self.by, "see-staff-pages", self.found.match.club_id),
            "is_overtaken": self.is_overtaken,
            "obstacle": self._describe_obstacle(),
            "questions": self._list_questions(),
        }

    def _get_match(self) -> SeatedMatch:
        self.by = identify(self.request.user)
        found = get_match_to_enter(self.request, self.kwargs["club"], self.kwargs["match"], self.by)
        if self.kwargs["number"] > found.match.revision:
            raise Http404
        return found

    def _list_questions(self) -> tuple[Problem, ...]:
        found = self.found
        ends = {found.match.pk: PossibleEnd.from_result(self.then.result)}
        return build_questions(
            list_overtaken(found.match.division, ends, found.table.settings, viewer=found.viewer)
        )

    def _describe_obstacle(self) -> str:
        """Return the reason why the version can't be restored; empty if it can."""
        if not self.found.is_open:
            return describe_not_open(self.found.season)
        if self.then is self.now:
            return gettext("This is already the current version.")
        if find_expunged_entries(seat.entry for seat in self.found.seats):
            return gettext(
                "A player in this match has withdrawn and all their results were removed. Undo the withdrawal first."
            )
        if not self.then.same_people:
            return gettext("This version can't be restored: it has other players.")
        return ""


def _mark_differences(table: Table, now: Version, then: Version) -> tuple[Version, Version]:
    if now.result.sheet is None or then.result.sheet is None:
        return now, then
    tables = [Table(table.settings, version.names) for version in (now, then)]
    both = compare_sheets(
        read_for_layout(tables[0], now.result.sheet),
        read_for_layout(tables[1], then.result.sheet),
    )
    return replace(now, sheet=both.one), replace(then, sheet=both.other)
