"""The guests of a tournament: which of its players play along without belonging to the club."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext

from league.actions.guests import set_guests
from league.models.competition import CompetitionKind
from league.queries.registration import TournamentPlayer, list_tournament_players
from league.web.manage.base import NamingForm
from league.web.manage.season import SeasonChangeView

BOX = "guests."  # before the id of a player: problems of the action have the same paths


class GuestsForm(NamingForm):
    """A box for each player."""

    def __init__(self, *args: Any, players: list[TournamentPlayer], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = {each.player: each.name for each in players}
        for each in players:
            self.fields[BOX + each.player] = forms.BooleanField(
                label=each.name,
                required=False,
                initial=each.guest,
                help_text=gettext("Team: {team}").format(team=each.team) if each.team else "",
            )

    @property
    def guests(self) -> set[str]:
        return {name.removeprefix(BOX) for name, is_guest in self.cleaned_data.items() if is_guest}


class GuestsView(SeasonChangeView[GuestsForm]):
    """Says who is a guest, before the start and while the tournament runs."""

    template_name = "manage/guests.html"
    form_class = GuestsForm

    def find(self) -> HttpResponse | None:
        super().find()
        if self.season.competition.kind != CompetitionKind.TOURNAMENT:
            return self.lead_to_season(gettext("Only tournaments have guests."))
        if not (self.season.is_draft or self.season.is_open):
            return self.lead_to_season(gettext("The tournament has ended."))
        self.players = list_tournament_players(self.season, reader=self.request.user)
        return None

    def build_form(self, sent: QueryDict | None) -> GuestsForm:
        return GuestsForm(sent, players=self.players)

    def change(self, form: GuestsForm) -> HttpResponse:
        set_guests(season=self.season, guests=form.guests, by=self.by)
        messages.success(self.request, gettext("Changes saved."))
        return redirect("guests", *self.address)

    def get_context(self, form: GuestsForm) -> dict[str, Any]:
        return {
            **super().get_context(form),
            "competition": self.season.competition,
            "club": self.season.competition.club,
            "rule": self.season.settings[2].get("guests", ""),
        }
