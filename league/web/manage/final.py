"""Beginning the final of a tournament: who goes on and why, as a preview; and undoing that."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from league.actions.final import begin_final, undo_final
from league.forms import ProblemForm
from league.queries.draw import has_draw
from league.queries.final import list_finalists, plan_final
from league.queries.paired_rounds import is_paired
from league.rules.records import FIRST_STAGE
from league.rules.snapshot import parse_settings
from league.web.manage.season import SeasonChangeView


class FinalForm(ProblemForm):
    """`do` says which button was pressed; `seen` is the digest of the preview that was shown."""

    do = forms.ChoiceField(choices=[("begin", "begin"), ("undo", "undo")])
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)


class FinalView(SeasonChangeView[FinalForm]):
    """Shows who goes on to the final of an open tournament, or who has; begins it, or undoes that it has begun."""

    template_name = "manage/final.html"
    form_class = FinalForm

    def find(self) -> HttpResponse | None:
        super().find()
        if self.season.is_draft:
            return redirect("set-up", *self.address)
        if parse_settings(*self.season.settings).rules.final is None:
            return self.lead_to_season(gettext("By its rules no final follows on this tournament."))
        if self.season.is_closed:
            return self.lead_to_season(gettext("The tournament has ended."))
        return None

    def change(self, form: FinalForm) -> HttpResponse:
        if form.cleaned_data["do"] == "undo":
            undo_final(season=self.season, by=self.by)
            messages.success(self.request, gettext("The beginning of the final has been undone."))
            return redirect("final", *self.address)
        begin_final(season=self.season, seen=form.cleaned_data["seen"], by=self.by)
        self.season.refresh_from_db()
        if is_paired(self.season):
            messages.success(self.request, gettext("The final has begun. Pair its round 1."))
            return redirect("run-rounds", *self.address)
        messages.success(self.request, gettext("The final has begun: its matches are there."))
        return redirect("season", *self.address)

    def get_context(self, form: FinalForm) -> dict[str, Any]:
        reader, has_begun = self.request.user, self.season.current_stage != FIRST_STAGE
        plan = None if has_begun else plan_final(self.season)
        return {
            **super().get_context(form),
            "competition": self.season.competition,
            "club": self.season.competition.club,
            "has_begun": has_begun,
            "is_paired": is_paired(self.season),
            "has_draw": has_draw(self.season),
            "plan": plan,
            "brackets": plan.list_brackets(reader=reader)
            if plan
            else list_finalists(self.season, reader=reader),
        }
