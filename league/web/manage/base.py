"""Base classes of the pages that change a club, and of those that record a decision.

A decision has a form, and a plan that is shown and then carried out.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Generic, TypeVar

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.actions.decisions.common import CHANGED
from league.actions.errors import MAX_REASON_LENGTH
from league.forms import ProblemForm
from league.models import Club, Decision, DecisionKind, Season
from league.models.remark import MAX_NOTE_LENGTH
from league.models.season import SeasonState
from league.models.user import Viewer
from league.principals import Principal
from league.queries.player_choices import DivisionPlayers, PlayerName, get_player_names
from league.web.base import ChangeView
from league.web.base import Form as AnyForm
from league.web.manage.access import get_club, list_typed, show_season_closed
from league.web.manage.season import SeasonChangeView

Plan = TypeVar("Plan")
Form = TypeVar("Form", bound="DecisionForm[Any]")


class ClubView(ChangeView[AnyForm]):
    """A page that changes a club, for users who have the permission there."""

    permission: str
    club: Club

    def find(self) -> HttpResponse | None:
        self.club, self.by = get_club(self.request, self.kwargs["club"], self.permission)
        return None

    def get_context(self, form: AnyForm) -> dict[str, Any]:
        return {"club": self.club}


class PlayerField(forms.ChoiceField):
    """A choice among the offered players, by name, or by division and name."""

    def offer(self, players: Iterable[PlayerName | DivisionPlayers]) -> None:
        self.choices = [
            ("", gettext("Choose …")),
            *(
                (item.division, [(player.key, player.name) for player in item.players])
                if isinstance(item, DivisionPlayers)
                else (item.key, item.name)
                for item in players
            ),
        ]


class NamingForm(ProblemForm):
    """A form whose problems name players and matches, where they have ids."""

    names: Mapping[str, str] = {}  # of players, by id
    matches: Mapping[str, str] = {}  # the names of the players, by id

    def add_problems(self, problems: Iterable[Problem]) -> None:
        super().add_problems(name_people(problem, self.names, self.matches) for problem in problems)


class ReasonForm(NamingForm):
    """The fields of every decision: a public reason, and a note for organisers.

    The reason is required only to carry the decision out, not to see its preview.
    """

    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": MAX_REASON_LENGTH, "autocomplete": "off", "dir": "auto"}),
        help_text=_("Public – shown under Committee decisions."),
    )

    note = forms.CharField(
        label=_("Note for organisers"),
        required=False,
        widget=forms.Textarea(
            attrs={"rows": 3, "maxlength": MAX_NOTE_LENGTH, "autocomplete": "off", "dir": "auto"}
        ),
        help_text=_(
            "Optional. Only the club's owners, organisers and scorers can read this, and "
            "the site administrators."
        ),
    )

    def add_changed_problem(self) -> None:
        """Add the problem that an offered choice no longer exists."""
        self.add_problems([CHANGED])

    @property
    def remark(self) -> dict[str, str]:
        """Return the reason and the note as arguments of actions."""
        return {name: self.cleaned_data.get(name, "") for name in ("reason", "note")}


def name_people(problem: Problem, names: Mapping[str, str], matches: Mapping[str, str]) -> Problem:
    """Return a problem with known ids replaced by names."""
    values = dict(problem.message.values)
    for word, known in (("player", names), ("substitute", names), ("match", matches)):
        if word in values:
            values[word] = known.get(str(values[word]), values[word])
    return replace(problem, message=replace(problem.message, values=values))


class DecisionForm(ReasonForm, Generic[Plan]):
    """A decision about a season, with its preview.

    `seen` is the digest of the plan that was shown.
    """

    season: Season
    reader: Viewer
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, season: Season, reader: Viewer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.season, self.reader = season, reader
        self.names = get_player_names(season, viewer=reader)

    def has(self, *names: str) -> bool:
        """Return whether these fields are filled in and valid, regardless of the other fields."""
        return self.is_bound and not any(name in self.errors for name in names)

    def plan(self) -> Plan | None:
        """Return the plan, as soon as enough is filled in for one; raise ActionError if the decision isn't possible."""
        raise NotImplementedError

    def decide(self, planned: Plan, by: Principal) -> Decision:
        """Carry out the plan; raise ActionError if the decision isn't possible or the plan has changed."""
        raise NotImplementedError

    def say_done(self, decision: Decision, planned: Plan) -> list[str]:
        """Return the messages to show afterwards; all but the first are warnings."""
        raise NotImplementedError

    def preview(self, planned: Plan) -> dict[str, Any]:
        """Return the template's context of a plan."""
        raise NotImplementedError


class SeasonDecisionView(SeasonChangeView[Form]):
    """A page for a decision about an open season.

    It shows the plan as soon as the form has enough for one. The button "show" only does that; any other carries the
    plan out, unless the plan has changed since it was shown: then the page shows the new plan.

    A subclass sets the title and address of its page, and is listed in `league.web.manage.decisions`. It has a template
    of its own only if its plan is more than a sentence: the `effect` of the form's preview.
    """

    do_not_call_in_templates = True  # the list of decisions reads the attributes of the class
    template_name = "manage/decide.html"
    kind: DecisionKind
    url_path: str  # below the season's
    url_name: str
    choice: str | Promise  # the entry in the list of possible decisions
    choice_hint: str | Promise = ""
    failed: str | Promise  # the beginning of the title after a refusal
    intro: str | Promise = ""
    decide_button: str | Promise

    def find(self) -> HttpResponse | None:
        super().find()
        if self.season.state != SeasonState.OPEN:
            return show_season_closed(self.request, self.season)
        return None

    def build_form(self, sent: QueryDict | None) -> Form:
        initial = {"player": self.request.GET.get("player", "")}
        return self.form_class(sent, season=self.season, reader=self.request.user, initial=initial)

    def make_plan(self, form: Form) -> Any:
        return form.plan()

    def is_confirmed(self) -> bool:
        return self.plan is not None and "show" not in self.request.POST

    def change(self, form: Form) -> HttpResponse:
        decision = form.decide(self.plan, self.by)
        message, *warnings = form.say_done(decision, self.plan)
        messages.success(self.request, message)
        for warning in warnings:
            messages.warning(self.request, warning)
        return redirect("season-decisions", *self.address)

    def get_context(self, form: Form) -> dict[str, Any]:
        context = {
            **super().get_context(form),
            "view": self,
            "typed": tuple(list_typed(self.request)),
        }
        if self.plan is not None:
            context |= {"plan": self.plan, **form.preview(self.plan)}
        return context
