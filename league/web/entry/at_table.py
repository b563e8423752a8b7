"""The page for everyone at a table while they play: the score so far, and the reader's own secret bid.

See docs/reference/sheets.md, Unfinished sheets; docs/reference/sheets.md, Secret bids.
"""

import hashlib
import json
from dataclasses import replace
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.http import parse_etags
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from league.actions.sheet_draft import enter_bid
from league.forms import ProblemForm
from league.models import SheetDraft
from league.permissions import ResultReport, can
from league.queries.game_words import get_numbered_word
from league.queries.sheet import SheetLayout
from league.queries.sheet_draft import Bidding, find_bidding, find_own_seat, find_sheet_draft
from league.queries.sheet_layout import lay_out
from league.rules.running_score import RunningScore, calculate_running_score
from league.web.entry.result import MatchView
from league.web.entry.running import RunningTotals
from league.web.entry.sheet_draft import describe_draft, takes_draft
from league.web.entry.sheet_form import SheetForm


class BidForm(ProblemForm):
    """A number that a player enters alone: the `field` of a `deal`."""

    deal = forms.IntegerField(widget=forms.HiddenInput())
    field = forms.CharField(max_length=40, widget=forms.HiddenInput())
    number = forms.IntegerField(label=_("Number"))


class AtTableView(MatchView[BidForm]):
    """Shows the score so far and takes the reader's own bid. The page is the reader's own, with a version (ETag).

    The version follows from what the reader may see alone: it does not change with a number that others entered.
    1 query beside the match's and the reader's.
    """

    template_name = "entry/at_table.html"
    draft: SheetDraft | None

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        response = super().get(request, **kwargs)
        if request.method != "POST":
            response["ETag"] = self._version
        return response

    def find(self) -> HttpResponse | None:
        self.found = self.get_match()
        self.draft = find_sheet_draft(self.found.match) if takes_draft(self.found) else None
        vars(self).pop("bidding", None)
        vars(self).pop("_version", None)
        is_read = self.request.method != "POST" and not len(get_messages(self.request))
        if is_read and self._version in parse_etags(self.request.headers.get("If-None-Match", "")):
            return HttpResponseNotModified()
        return None

    @cached_property
    def bidding(self) -> Bidding | None:
        """Find what is to be entered alone now."""
        if not takes_draft(self.found):
            return None
        draft = self.draft
        texts, entered = (draft.texts, draft.entered) if draft else ({}, {})
        return find_bidding(self.found.table, texts, entered, find_own_seat(self.by, self.found.seats))

    def build_form(self, sent: QueryDict | None) -> BidForm:
        return BidForm(sent, initial=self._get_initial())

    def refresh_form(self, form: BidForm) -> None:
        """Ask for what is to be entered by now; a number that was meant for something else is not kept."""
        initial = {name: str(value) for name, value in self._get_initial().items()}
        if {name: form.data.get(name) for name in ("deal", "field")} != {
            name: initial.get(name) for name in ("deal", "field")
        }:
            form.data = initial

    def change(self, form: BidForm) -> HttpResponse:
        enter_bid(match=self.found.match, by=self.by, **form.cleaned_data)
        messages.success(self.request, gettext("Saved. Only you can see the number for now."))
        return redirect(reverse("at-table", kwargs=self.kwargs))

    def get_context(self, form: BidForm) -> dict[str, Any]:
        found, bidding = self.found, self.bidding
        form_of_sheet = SheetForm.from_match(found, draft=self.draft)
        running = calculate_running_score(
            form_of_sheet.table.settings, form_of_sheet.as_json(), len(found.seats)
        )
        own = find_own_seat(self.by, found.seats)
        return {
            "match": found.match,
            "season": found.season,
            "players": found.table.players,
            "is_open": takes_draft(found),
            "saved": describe_draft(self.draft, found, self.by),
            "running": RunningTotals(form_of_sheet.table, running),
            "sheet": _lay_out(form_of_sheet, running),
            "may_report": takes_draft(found)
            and can(self.by, "report-result", ResultReport(found.seats, found.match.current)),
            "bidding": bidding,
            "deal": get_numbered_word(found.table.settings.game, "deal", bidding.deal + 1) if bidding else "",
            "entered": list(zip(found.table.players, bidding.has_entered, strict=True)) if bidding else [],
            "has_own": bidding is not None and any(not each.is_fixed for each in bidding.own),
            "asks": bidding is not None and own is not None and bidding.has_entered[own] is not None,
        }

    def _get_initial(self) -> dict[str, Any]:
        if self.bidding is None:
            return {}
        return {"deal": self.bidding.deal, "field": self.bidding.field.key}

    @cached_property
    def _version(self) -> str:
        """Return the version of the page for this reader, from what it shows."""
        found, draft, bidding = self.found, self.draft, self.bidding
        sheet = SheetForm.from_match(found, draft=draft)
        shown = [
            *(settings.BUILD, get_language(), self.by.user_id, found.season.state, found.match.revision),
            *(found.table.players, found.match.due_on, found.match.table, draft.revision if draft else 0),
            *(sheet.get_draft_texts() if takes_draft(found) else {},),
            *((bidding.deal, bidding.field.key, bidding.has_entered) if bidding else ()),
            [own.number for own in bidding.own] if bidding else (),
        ]
        digest = hashlib.sha256(json.dumps(shown, default=str).encode()).hexdigest()
        return f'W/"{digest[:32]}"'


def _lay_out(form: SheetForm, running: RunningScore) -> SheetLayout:
    """Return what is written on a sheet, for reading, with the scores so far."""
    sheet = lay_out(form.table, form.get_draft_texts())
    if running.score and running.deals:
        sheet = replace(sheet, totals=[seat.score for seat in running.score.seats])
        sheet.show_scores(running.score, running.deals)
        sheet.show_results(running.results, running.deals)
    return sheet
