"""The page that removes the reason and the note of a decision."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext

from league.actions.decisions.remark import remove_remark
from league.actions.errors import ActionError
from league.forms import ProblemForm
from league.models import Decision, Season
from league.principals import identify
from league.queries.decisions import build_line, read_decision_facts
from league.queries.location import locate_season
from league.web.base import ChangeView
from league.web.manage.revocation import find_decision


class RemoveReasonView(ChangeView[ProblemForm]):
    """Shows what will be removed; then removes it."""

    template_name = "manage/remove_reason.html"
    form_class = ProblemForm
    season: Season
    decision: Decision

    def find(self) -> HttpResponse | None:
        self.by = identify(self.request.user)
        self.season, self.decision = find_decision(self.request, self.by, **self.kwargs)
        if self.decision.remark:
            return None
        messages.info(self.request, gettext("The reason has already been removed."))
        return self._lead_on()

    def change(self, form: ProblemForm) -> HttpResponse:
        try:
            remove_remark(decision=self.decision, by=self.by)
        except ActionError as refused:  # already removed, or the decision is
            for problem in refused.problems:
                messages.info(self.request, problem.message.translate(gettext))
        else:
            messages.success(self.request, gettext("Reason removed."))
        return self._lead_on()

    def get_context(self, form: ProblemForm) -> dict[str, Any]:
        viewer = self.request.user
        facts = read_decision_facts(self.season, [self.decision], viewer=viewer)
        return {
            "where": locate_season(self.season),
            "line": build_line(self.decision, self.season, facts, viewer=viewer, by=self.by),
        }

    def _lead_on(self) -> HttpResponse:
        *season, decision = self.kwargs.values()
        return redirect(f"{reverse('season-decisions', args=season)}?decision={decision}")
