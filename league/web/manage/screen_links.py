"""The links that show a season's screen in the hall without a log-in: making and revoking them."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from league.actions.screen_link import make_screen_link, revoke_screen_link
from league.forms import ProblemForm
from league.queries.screen_link import build_screen_url, list_screen_links
from league.web.manage.season import SeasonChangeView


class ScreenLinksForm(ProblemForm):
    """`do` says which button was pressed, `link` whose it was."""

    do = forms.ChoiceField(choices=[("make", "make"), ("revoke", "revoke")])
    link = forms.IntegerField(required=False, min_value=0, max_value=2**62)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("do") == "revoke" and cleaned.get("link") is None and "link" not in self.errors:
            self.add_error("link", self.fields["link"].error_messages["required"])
        return cleaned


class ScreenLinksView(SeasonChangeView[ScreenLinksForm]):
    """Shows the links to organisers, with a button to make one and one to revoke each."""

    template_name = "manage/screen_links.html"
    form_class = ScreenLinksForm

    def change(self, form: ScreenLinksForm) -> HttpResponse:
        if form.cleaned_data["do"] == "make":
            make_screen_link(season=self.season, by=self.by)
            messages.success(self.request, gettext("Link created."))
        else:
            revoke_screen_link(season=self.season, link=form.cleaned_data["link"], by=self.by)
            messages.success(self.request, gettext("Link revoked. It shows nothing any more."))
        return redirect("screen-links", *self.address)

    def get_context(self, form: ScreenLinksForm) -> dict[str, Any]:
        links = [(link, build_screen_url(link, self.season)) for link in list_screen_links(self.season)]
        return {**super().get_context(form), "links": links}
