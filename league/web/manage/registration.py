"""Registration for a tournament, as organisers see it: who is in, who waits, until when and for how many it is open."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.actions import registration as actions
from league.models import Season
from league.models.competition import CompetitionKind
from league.queries.player_choices import PlayerName, list_club_players
from league.queries.registration import (
    RegisteredPlayer,
    Registrations,
    list_mail_addresses,
    list_registrations,
)
from league.rules.names import MAX_NAME_LENGTH
from league.web.fields import Moment, Number
from league.web.limits import limit_body
from league.web.manage.base import name_people
from league.web.manage.new_players import MAX_BODY, NewPlayersForm
from league.web.manage.season import SeasonChangeView

MAX_CHOICES_SHOWN = 8
# What each button does, by the value that it sends, and the message that follows.
DONE = {
    "open": _("Registration is open. Everyone can see the tournament's page."),
    "end": _("Players can't register any more. You still can, until the tournament starts."),
    "close": _("Registration is closed, and the tournament's page is hidden."),
    "limits": _("Saved."),
    "add": _("Registered."),
    "teams": _("Saved."),
    "remove": _("{player} is not registered any more."),
}


class RegistrationForm(NewPlayersForm):
    """What the buttons of the page send; `do` says which was pressed, `remove` who is withdrawn."""

    do = forms.ChoiceField(choices=[(do, do) for do in DONE if do != "remove"], required=False)
    remove = forms.CharField(required=False, max_length=100)
    players = forms.MultipleChoiceField(
        label=_("Players of the club"),
        required=False,
        help_text=_("Choose one or more."),
    )
    guests = forms.BooleanField(label=_("These players are guests"), required=False)
    limit = Number(label=_("Places"), required=False, help_text=_("Leave blank for no limit."))
    closes_at = Moment(
        label=_("Players can register until"),
        required=False,
        help_text=_("Leave blank: until the tournament starts."),
    )

    def __init__(
        self,
        *args: Any,
        season: Season,
        registered: Registrations,
        others: Iterable[PlayerName],
        **kwargs: Any,
    ) -> None:
        closes_at, zone = season.registration_closes_at, season.competition.club.tzinfo
        initial = {
            "limit": season.registration_limit,
            "closes_at": closes_at and timezone.localtime(closes_at, zone).replace(tzinfo=None),
        }
        super().__init__(*args, initial=initial, **kwargs)
        self._zone = zone
        self._all = {each.player: each.name for each in (*registered.entered, *registered.waiting)}
        del self.fields["namesakes"]
        names = self.fields["names"]
        names.required, names.label = False, gettext("New players (one per line)")
        names.widget.attrs["rows"] = 4
        names.widget.attrs.pop("autofocus")
        free = [(each.key, each.name) for each in others if each.key not in self._all]
        self.fields["players"].choices = free  # type: ignore[attr-defined]
        self.fields["players"].widget.attrs["size"] = min(max(len(free), 2), MAX_CHOICES_SHOWN)
        for each in (*registered.entered, *registered.waiting):
            self.fields[f"team-{each.player}"] = forms.CharField(
                label=gettext("Team of {name}").format(name=each.name),
                required=False,
                max_length=MAX_NAME_LENGTH,
                initial=each.team,
                widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
            )

    @property
    def chosen(self) -> str:
        return "remove" if self.cleaned_data["remove"] else self.cleaned_data["do"]

    @property
    def teams(self) -> dict[str, str]:
        """The teams as they were sent, by player id."""
        return {
            name.removeprefix("team-"): self.cleaned_data[name]
            for name in self.fields
            if name.startswith("team-") and name in self.data
        }

    def get_name(self, player: str) -> str:
        return self._all.get(player, player)

    def clean_closes_at(self) -> datetime | None:
        """Return the time as it was meant: that of the club."""
        typed: datetime | None = self.cleaned_data["closes_at"]
        return typed and typed.replace(tzinfo=self._zone)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not (cleaned.get("do") or cleaned.get("remove")):
            self.add_error(None, gettext("Please make a choice."))
        if cleaned.get("do") == "add" and not self.errors and not (cleaned["names"] or cleaned["players"]):
            self.add_error("names", self.fields["names"].error_messages["required"])
        return cleaned

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Show problems of names with their lines, others at their fields."""
        of_names = []
        for problem in (name_people(problem, self._all, {}) for problem in problems):
            field = problem.path.replace("teams.", "team-", 1).partition(".")[0]
            if field == "names":
                of_names.append(problem)
            else:
                self.add_error(field if field in self.fields else None, problem.message.translate(gettext))
        super().add_problems(of_names)


@method_decorator(limit_body(MAX_BODY), name="dispatch")
class RegistrationView(SeasonChangeView[RegistrationForm]):
    template_name = "manage/registration.html"
    form_class = RegistrationForm

    def find(self) -> HttpResponse | None:
        super().find()
        if self.season.competition.kind != CompetitionKind.TOURNAMENT:
            return self.lead_to_season(gettext("Players register for tournaments only."))
        if not self.season.is_draft:
            return self.lead_to_season(gettext("The tournament has started: registration is over."))
        self.registered = list_registrations(self.season, reader=self.request.user)
        self.others = list_club_players(self.season, viewer=self.request.user)
        return None

    def build_form(self, sent: QueryDict | None) -> RegistrationForm:
        return RegistrationForm(sent, season=self.season, registered=self.registered, others=self.others)

    def change(self, form: RegistrationForm) -> HttpResponse:
        sent, do = form.cleaned_data, form.chosen
        of_season: dict[str, Any] = {"season": self.season, "by": self.by}
        limit = self.season.registration_limit
        act: Mapping[str, Callable[[], Any]] = {
            "open": partial(actions.open_registration, **of_season),
            "end": partial(actions.limit_registration, limit=limit, closes_at=timezone.now(), **of_season),
            "close": partial(actions.close_registration, **of_season),
            "limits": partial(
                actions.limit_registration, limit=sent["limit"], closes_at=sent["closes_at"], **of_season
            ),
            "add": partial(
                actions.register_players,
                names=sent["names"],
                players=sent["players"],
                guests=sent["guests"],
                **of_season,
            ),
            "teams": partial(actions.set_teams, teams=form.teams, **of_season),
            "remove": partial(actions.withdraw_registration, player=sent["remove"], **of_season),
        }
        act[do]()
        messages.success(self.request, str(DONE[do]).format(player=form.get_name(sent["remove"])))
        return redirect("registration", *self.address)

    def get_context(self, form: RegistrationForm) -> dict[str, Any]:
        addresses = list_mail_addresses(self.season)

        def list_rows(players: Iterable[RegisteredPlayer]) -> list[tuple[Any, ...]]:
            """Return the players with the fields of their teams, and the addresses of those without an account."""
            return [(each, form[f"team-{each.player}"], addresses.get(each.player, "")) for each in players]

        return {
            **super().get_context(form),
            "competition": self.season.competition,
            "club": self.season.competition.club,
            "registered": self.registered,
            "entered": list_rows(self.registered.entered),
            "waiting": list_rows(self.registered.waiting),
        }
