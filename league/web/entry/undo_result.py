"""Undoing a result that was entered, from the message that says it was saved or from a page that asks first."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext

from league.actions.result import undo_result
from league.forms import ProblemForm, parse_revision
from league.queries.match import find_undone_result
from league.queries.overtaken import PossibleEnd, build_questions, list_overtaken
from league.queries.result_checks import find_undo_obstacles
from league.queries.versions import find_previous_result
from league.web.entry.result import MatchView, require_report


class UndoForm(ProblemForm):
    """`base` is the revision to undo."""

    base = forms.CharField(required=False, widget=forms.HiddenInput())

    def clean_base(self) -> int:
        return parse_revision(self.cleaned_data["base"])


class UndoResultView(MatchView[UndoForm]):
    """Undoes a result, and redirects to the form with its values, as they may have been nearly right."""

    template_name = "entry/undo_result.html"

    def find(self) -> HttpResponse | None:
        self.found = self.get_match()
        require_report(self.by, self.found)
        if self.found.match.current is None:
            if self.request.method == "POST" and find_undone_result(self.found.match, self.by):
                return self._lead_to_form()  # pressed twice
            messages.info(self.request, gettext("This match has no result to undo."))
            return redirect(self.found.match)
        return None

    def build_form(self, sent: QueryDict | None) -> UndoForm:
        return UndoForm(sent, initial={"base": self.found.match.revision})

    def refresh_form(self, form: UndoForm) -> None:
        """Offer to undo the result that counts by now."""
        form.data = {"base": str(self.found.match.revision)}

    def change(self, form: UndoForm) -> HttpResponse:
        match = undo_result(match=self.found.match, by=self.by, base=form.cleaned_data["base"])
        if match.current:
            messages.success(self.request, gettext("Change undone. The earlier result counts again."))
            return redirect(match)
        message = gettext("Result undone. What was entered is below; it isn't saved any more.")
        messages.success(self.request, message)
        return self._lead_to_form()

    def get_context(self, form: UndoForm) -> dict[str, Any]:
        match, found = self.found.match, self.found
        previous = match.current and find_previous_result(match.current)
        end = PossibleEnd.from_result(previous)
        overtaken = list_overtaken(match.division, {match.pk: end}, found.table.settings, viewer=found.viewer)
        return {
            "match": match,
            "players": self.found.table.players,
            "obstacles": find_undo_obstacles(match),
            "has_earlier": previous is not None,
            "questions": build_questions(overtaken),
        }

    def _lead_to_form(self) -> HttpResponse:
        return redirect(f"{reverse('enter', kwargs=self.kwargs)}?undone")
