"""Check-in at the door: who is there, before the tournament starts and then for each round."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext

from league.actions.registration import check_in
from league.actions.rounds import give_bye
from league.models import RegistrationState, Round
from league.models.competition import CompetitionKind
from league.models.round import ByeKind
from league.queries.paired_rounds import find_next_round, is_paired
from league.queries.registration import Attendance, list_attendance, list_registrations
from league.queries.rounds import list_rounds
from league.web.manage.base import NamingForm
from league.web.manage.season import SeasonChangeView
from league.web.tables import TableQuery


class CheckInForm(NamingForm):
    player = forms.CharField(max_length=100)
    do = forms.ChoiceField(choices=[(do, do) for do in ("there", "absent")])


class CheckInView(SeasonChangeView[CheckInForm]):
    """Checks players in before the start; once the tournament runs, who is not there gets a zero-point bye."""

    template_name = "manage/check_in.html"
    form_class = CheckInForm
    next: Round | None = None

    def find(self) -> HttpResponse | None:
        super().find()
        season, reader = self.season, self.request.user
        if season.competition.kind != CompetitionKind.TOURNAMENT:
            return self.lead_to_season(gettext("Players are checked in for tournaments only."))
        self.waiting: list[Attendance] = []
        if season.is_draft:
            registered = list_registrations(season, reader=reader)
            rows = [
                Attendance(
                    each.player, each.name, each.state == RegistrationState.CHECKED_IN, guest=each.guest
                )
                for each in registered.entered
            ]
            self.rows = sorted(rows, key=lambda each: (each.name.casefold(), each.player))
            self.waiting = [Attendance(each.player, each.name, False) for each in registered.waiting]
            return None
        self.next = find_next_round(list_rounds(season)) if season.is_open and is_paired(season) else None
        if self.next is None:
            return self.lead_to_season(gettext("There is nothing to check players in for."))
        self.rows = list_attendance(season, self.next, reader=reader)
        return None

    def build_form(self, sent: QueryDict | None) -> CheckInForm:
        form = CheckInForm(sent)
        form.names = {each.player: each.name for each in (*self.rows, *self.waiting)}
        return form

    def change(self, form: CheckInForm) -> HttpResponse:
        player, is_there = form.cleaned_data["player"], form.cleaned_data["do"] == "there"
        if self.next is None:
            check_in(season=self.season, player=player, is_there=is_there, by=self.by)
        else:
            kind = "" if is_there else ByeKind.ZERO
            give_bye(season=self.season, number=self.next.number, player=player, kind=kind, by=self.by)
        said = gettext("{name} is there.") if is_there else gettext("{name} is not there.")
        messages.success(self.request, said.format(name=form.names[player]))
        return redirect(f"{reverse('check-in', args=self.address)}#in-{player}")

    def get_context(self, form: CheckInForm) -> dict[str, Any]:
        asked = TableQuery.parse(self.request.GET)
        return {
            **super().get_context(form),
            "competition": self.season.competition,
            "club": self.season.competition.club,
            "next": self.next,
            "asked": asked,
            "rows": [each for each in self.rows if asked.finds(each.name)],
            "there": sum(each.is_there for each in self.rows),
            "of": len(self.rows),
            "waiting": self.waiting,
        }
