"""A ruling on deals of a match, where all tables play the same cards."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.decisions import deals
from league.actions.decisions.common import load_seats
from league.actions.decisions.deals import Plan, rule_on_deals
from league.models import Decision, DecisionKind, Match, Seat
from league.models.match import MatchStatus
from league.principals import Principal
from league.queries.paired_rounds import PUBLISHED
from league.queries.schedule import get_stage_settings
from league.rules.duplicate.rounds import CAME, EXCUSED
from league.web.fields import Number
from league.web.formats import format_comparison
from league.web.manage.base import DecisionForm, SeasonDecisionView

LEFT_OUT, ABSENCE, SHARES = "left-out", "absence", "shares"
HOW = (
    (LEFT_OUT, _("Not compared: the deal was made up wrongly, or its cards were seen")),
    (ABSENCE, _("60 % for who came, 40 % for who was absent and excused")),
    (SHARES, _("The director's shares")),
)


class DealsForm(DecisionForm[Plan]):
    """Which match, which of its deals, and what they give instead of the comparison."""

    match = forms.ChoiceField(label=_("Match"))
    deals = forms.TypedMultipleChoiceField(label=_("Deals"), coerce=int, widget=forms.CheckboxSelectMultiple)
    how = forms.ChoiceField(label=_("What counts"), choices=HOW, widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._settings = get_stage_settings(self.season)
        duplicate = self._settings.game.duplicate
        self._shares = [f"share_{seat}" for seat in range(duplicate.seats if duplicate else 0)]
        for number, name in enumerate(self._shares, 1):
            label = gettext("Share of the player in seat {number}, in per cent").format(number=number)
            self.fields[name] = Number(label=label, required=False, min_value=0, max_value=100)
        self.order_fields(("match", "deals", "how", *self._shares, "reason", "note"))
        numbers = range(self._settings.deals or 0)
        self.fields["deals"].choices = [(deal, str(deal + 1)) for deal in numbers]  # type: ignore[attr-defined]
        published = Match.objects.filter(division__season=self.season, round__state__in=PUBLISHED)
        self._matches = {
            match.key: match
            for match in published.exclude(status=MatchStatus.VOID)
            .select_related("round", "division__stage", "division__season__competition__club")
            .order_by("-round__number", "table")
        }
        self._seats = load_seats(list(self._matches.values()))
        self.fields["match"].choices = [  # type: ignore[attr-defined]
            ("", gettext("Choose …")),
            *((key, self._describe(match)) for key, match in self._matches.items()),
        ]

    def _describe(self, match: Match) -> str:
        players = " – ".join(self.names[seat.entry.player.key] for seat in self._seats[match.pk])
        shown = gettext("Round {round}, table {table}: {players}")
        return shown.format(round=match.round.number, table=match.table, players=players)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("how") == SHARES:
            for name in self._shares:
                if name not in self.errors and cleaned.get(name) is None:
                    self.add_error(name, gettext("Enter a number from 0 to 100."))
        seats = self._find_seats(cleaned)
        if cleaned.get("how") == ABSENCE and seats and not any(seat.absent for seat in seats):
            self.add_error("how", gettext("Every player came to this match."))
        return cleaned

    def _find_seats(self, cleaned: dict[str, Any]) -> Sequence[Seat]:
        match = self._matches.get(cleaned.get("match") or "")
        return self._seats[match.pk] if match else ()

    def plan(self) -> Plan | None:
        if not self.has("match", "deals", "how", *self._shares):
            return None
        match = self._matches[self.cleaned_data["match"]]
        return deals.plan(match, self._seats[match.pk], deals=self.cleaned_data["deals"], shares=self.shares)

    @property
    def shares(self) -> list[int] | None:
        how = self.cleaned_data["how"]
        if how == SHARES:
            return [self.cleaned_data[name] for name in self._shares]
        if how == ABSENCE:
            return [EXCUSED if seat.absent else CAME for seat in self._find_seats(self.cleaned_data)]
        return None

    def decide(self, planned: Plan, by: Principal) -> Decision:
        return rule_on_deals(
            match=planned.match,
            deals=planned.payload.deals,
            shares=planned.payload.shares,
            **self.remark,
            by=by,
            seen=self.cleaned_data["seen"],
        )

    def say_done(self, decision: Decision, planned: Plan) -> list[str]:
        return [gettext("Ruling saved.")]

    def preview(self, planned: Plan) -> dict[str, Any]:
        key = self._settings.rules.ranking[0]
        return {
            "moved": [
                (self.names[player], format_comparison(before, key), format_comparison(after, key))
                for player, (before, after) in planned.moved.items()
            ],
        }


class DealsView(SeasonDecisionView[DealsForm]):
    form_class = DealsForm
    template_name = "manage/deals.html"
    kind = DecisionKind.DEALS
    url_path = "ruling"
    url_name = "rule-on-deals"
    choice = _("Ruling on deals")
    choice_hint = _("Leaves a deal out of the comparison, or gives shares instead.")
    failed = _("Not saved yet")
    decide_button = _("Save ruling")

    def find(self) -> HttpResponse | None:
        answer = super().find()
        if answer is None and not get_stage_settings(self.season).rules.same_cards:
            raise Http404
        return answer
