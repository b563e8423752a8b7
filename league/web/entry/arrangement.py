"""The page on which players of a bracket or a ladder say when and where they play a match."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.arrangement import arrange_match
from league.forms import ProblemForm
from league.models.match import MatchStatus
from league.permissions import ResultReport, can
from league.principals import identify
from league.queries.match import SeatedMatch, is_arranged_by_players
from league.rules.names import MAX_NAME_LENGTH
from league.web.base import ChangeView
from league.web.entry.result import get_match_to_enter
from league.web.fields import Day


class ArrangementForm(ProblemForm):
    arranged_on = Day(label=_("Day"), required=False, help_text=_("Leave blank if it is not arranged yet."))
    venue = forms.CharField(
        label=_("Place"),
        required=False,
        max_length=MAX_NAME_LENGTH,
        help_text=_("e.g. the club room, from 19:00. Everyone can read this."),
    )


class ArrangementView(ChangeView[ArrangementForm]):
    """Saves the day and the place of a match, and leads back to it."""

    template_name = "entry/arrange_match.html"
    found: SeatedMatch

    def find(self) -> HttpResponse | None:
        self.by = identify(self.request.user)
        self.found = get_match_to_enter(self.request, self.kwargs["club"], self.kwargs["match"], self.by)
        match = self.found.match
        report = ResultReport(self.found.seats, match.current)
        if not (is_arranged_by_players(match) and can(self.by, "arrange-match", report)):
            raise Http404
        if match.status != MatchStatus.SCHEDULED or not self.found.is_open:
            messages.info(self.request, gettext("The day and place of this match can't be changed now."))
            return redirect(match)
        return None

    def build_form(self, sent: QueryDict | None) -> ArrangementForm:
        match = self.found.match
        return ArrangementForm(sent, initial={"arranged_on": match.arranged_on, "venue": match.venue})

    def change(self, form: ArrangementForm) -> HttpResponse:
        arrange_match(match=self.found.match, by=self.by, **form.cleaned_data)
        messages.success(self.request, gettext("Day and place saved."))
        return redirect(self.found.match)

    def get_context(self, form: ArrangementForm) -> dict[str, Any]:
        return {"match": self.found.match, "players": self.found.table.players}
