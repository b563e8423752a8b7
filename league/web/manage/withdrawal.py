"""Withdrawing a player from an open season, in either of two ways, each with the resulting table."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.decisions import withdrawal
from league.actions.decisions.withdrawal import OUTCOMES, Outcome, Plan, withdraw_entry
from league.forms import ProblemForm
from league.models import Decision, DecisionKind, Entry
from league.principals import Principal
from league.queries.location import locate_season
from league.queries.player_choices import find_entry, get_player_names, list_entered_players
from league.web.manage.access import list_typed
from league.web.manage.base import DecisionForm, PlayerField, SeasonDecisionView
from league.web.manage.ranks import rank_table


class ChooseForm(ProblemForm):
    """The choice of the player, which comes first."""

    player = PlayerField(label=_("Player"))


class WithdrawalForm(DecisionForm[Plan]):
    """For each outcome the page carries the digest of its preview, as `seen_stand` and so on."""

    outcome = forms.ChoiceField(
        label=_("Choose what happens to their matches"),
        choices=[
            ("stand", _("Keep results, forfeit the rest")),
            ("expunge", _("Remove all results")),
        ],
        widget=forms.RadioSelect,
    )
    seen = None  # type: ignore[assignment]
    field_order = ("outcome", "reason", "note")

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entry = entry
        self.fields |= {
            f"seen_{outcome}": forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
            for outcome in OUTCOMES
        }

    @property
    def chosen(self) -> Outcome:
        return cast(Outcome, self.cleaned_data["outcome"])

    def plan(self) -> Plan:
        planned = withdrawal.plan(self.entry)
        self.initial["outcome"] = planned.proposed
        return planned

    def decide(self, planned: Plan, by: Principal) -> Decision:
        return withdraw_entry(
            entry=self.entry,
            outcome=self.chosen,
            **self.remark,
            by=by,
            seen=self.cleaned_data[f"seen_{self.chosen}"],
        )

    def say_done(self, decision: Decision, planned: Plan) -> list[str]:
        message = gettext("{name} has been withdrawn.").format(name=self.names[self.entry.player.key])
        return [message]

    def preview(self, planned: Plan) -> dict[str, Any]:
        return {
            "name": self.names[self.entry.player.key],
            "outcomes": [
                {
                    "outcome": outcome,
                    "decided": planned.decided[outcome],
                    "lost": planned.played if outcome == "expunge" else 0,
                    "seen": planned.digest(outcome),
                    "table": rank_table(
                        planned.after[outcome],
                        now=planned.now,
                        settings=planned.settings,
                        names=self.names,
                        theirs=self.entry.player.key,
                    ),
                }
                for outcome in OUTCOMES
            ],
        }


class WithdrawalView(SeasonDecisionView[WithdrawalForm]):
    """The page first asks for the player."""

    form_class = WithdrawalForm
    template_name = "manage/withdrawal.html"
    kind = DecisionKind.WITHDRAWAL
    url_path = "withdraw"
    url_name = "withdraw"
    choice = _("Withdraw a player")
    choice_hint = _("You choose what happens to their matches.")
    failed = _("Not saved yet")
    entry: Entry

    def find(self) -> HttpResponse | None:
        if (answer := super().find()) is not None:
            return answer
        request = self.request
        entry = find_entry(self.season, request.POST.get("player") or request.GET.get("player", ""))
        if entry is None or entry.left:
            return self._ask_who(entry)
        self.entry, entry.season = entry, self.season
        return None

    def build_form(self, sent: QueryDict | None) -> WithdrawalForm:
        return WithdrawalForm(sent, season=self.season, entry=self.entry, reader=self.request.user)

    def _ask_who(self, gone: Entry | None) -> HttpResponse:
        """Ask for the player; keep the values typed for a player who is already `gone`."""
        request = self.request
        sent = request.POST if request.method == "POST" else request.GET
        names = get_player_names(self.season, viewer=request.user)
        if gone:
            message = gettext("{name} has already withdrawn.")
            messages.info(request, message.format(name=names[gone.player.key]))
        players = list_entered_players(self.season, names)
        asked = request.method == "POST" or "player" in sent
        form = ChooseForm(sent if asked and not gone else None)
        form.fields["player"].offer(players)  # type: ignore[attr-defined]
        context = {
            "where": locate_season(self.season),
            "form": form,
            "players": players,
            "typed": tuple(list_typed(request)),
        }
        return TemplateResponse(request, "manage/choose_withdrawal.html", context)
