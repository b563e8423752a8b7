"""Showing the draw of a tournament on the screen in the hall, and drawing the groups of a draft again."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.draw import draw_again, hide_draw, show_draw
from league.forms import ProblemForm
from league.queries.draw import find_draw
from league.web.manage.season import SeasonChangeView


class DrawForm(ProblemForm):
    """`do` says which button was pressed."""

    do = forms.ChoiceField(choices=[("show", "show"), ("hide", "hide"), ("again", "again")])
    why = forms.CharField(
        label=_("Reason for another draw"), required=False, help_text=_("It stands in the club's log.")
    )


class DrawView(SeasonChangeView[DrawForm]):
    """Shows the draw to organisers, with what they can do with it."""

    template_name = "manage/draw.html"
    form_class = DrawForm

    def find(self) -> HttpResponse | None:
        super().find()
        self.draw = find_draw(self.season, reader=self.request.user)
        if self.season.is_draft and not (self.draw and self.draw.is_of_groups):
            messages.info(self.request, gettext("The groups have not been drawn yet."))
            return redirect("set-up", *self.address)
        if self.draw is None:
            return self.lead_to_season(gettext("This tournament has no draw to show."))
        if self.season.is_closed:
            return self.lead_to_season(gettext("The tournament has ended."))
        return None

    def change(self, form: DrawForm) -> HttpResponse:
        do = form.cleaned_data["do"]
        if do == "again":
            draw_again(season=self.season, why=form.cleaned_data["why"], by=self.by)
            messages.success(self.request, gettext("The groups have been drawn again."))
        elif do == "show":
            show_draw(season=self.season, by=self.by)
            messages.success(self.request, gettext("The screen in the hall shows the draw."))
        else:
            hide_draw(season=self.season, by=self.by)
            messages.success(self.request, gettext("The screen in the hall shows what is played."))
        return redirect("run-draw", *self.address)

    def get_context(self, form: DrawForm) -> dict[str, Any]:
        return {
            **super().get_context(form),
            "competition": self.season.competition,
            "club": self.season.competition.club,
            "draw": self.draw,
            "is_shown": self.season.draw_shown_at is not None,
        }
