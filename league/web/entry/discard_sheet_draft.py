"""The page that asks before it discards an unfinished sheet."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext

from league.actions.sheet_draft import discard_sheet_draft
from league.forms import ProblemForm, parse_revision
from league.principals import identify
from league.queries.match import SeatedMatch
from league.queries.sheet_draft import find_sheet_draft
from league.web.base import ChangeView
from league.web.entry.result import get_match_to_enter, require_report
from league.web.entry.sheet_draft import SavedSheet, describe_draft


class DiscardForm(ProblemForm):
    """`base` is the revision of the unfinished sheet to discard."""

    base = forms.CharField(required=False, widget=forms.HiddenInput())

    def clean_base(self) -> int:
        return parse_revision(self.cleaned_data["base"])


class DiscardView(ChangeView[DiscardForm]):
    """Asks before it discards an unfinished sheet, and leads back to the form, which is empty then."""

    template_name = "entry/discard_sheet_draft.html"
    form_class = DiscardForm
    found: SeatedMatch
    saved: SavedSheet

    def find(self) -> HttpResponse | None:
        self.by = identify(self.request.user)
        self.found = get_match_to_enter(self.request, self.kwargs["club"], self.kwargs["match"], self.by)
        require_report(self.by, self.found)
        saved = describe_draft(find_sheet_draft(self.found.match), self.found, self.by)
        if saved is None:
            messages.info(self.request, gettext("No unfinished sheet is saved."))
            return redirect(reverse("enter", kwargs=self.kwargs))
        self.saved = saved
        return None

    def build_form(self, sent: QueryDict | None) -> DiscardForm:
        return DiscardForm(sent, initial={"base": self.saved.revision})

    def refresh_form(self, form: DiscardForm) -> None:
        """Ask about the sheet that is saved by now."""
        form.data = {"base": str(self.saved.revision)}

    def change(self, form: DiscardForm) -> HttpResponse:
        discard_sheet_draft(match=self.found.match, by=self.by, base=form.cleaned_data["base"])
        messages.success(self.request, gettext("Unfinished sheet discarded."))
        return redirect(reverse("enter", kwargs=self.kwargs))

    def get_context(self, form: DiscardForm) -> dict[str, Any]:
        return {"match": self.found.match, "players": self.found.table.players, "saved": self.saved}
