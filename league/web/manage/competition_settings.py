"""The settings of a competition: its name, and the rules of its next season."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext

from games import Problem
from league.actions.competition import change_competition
from league.models import Competition, Match, Season
from league.models.season import SeasonState
from league.queries.opening import find_setting_problems
from league.queries.variants import list_differences
from league.rules.snapshot import Settings, parse_settings
from league.web.base import ChangeView, Form
from league.web.held import list_typed
from league.web.manage.access import get_competition_to_run
from league.web.manage.settings.groups import FinalForm, GroupsForm
from league.web.manage.settings.knockout import KnockoutForm
from league.web.manage.settings.ladder import LadderForm
from league.web.manage.settings.league import LeagueForm
from league.web.manage.settings.money import MoneyForm, find_money_field
from league.web.manage.settings.ranking import RankingForm
from league.web.manage.settings.rounds import RoundsForm
from league.web.manage.settings.year import YearForm

# Places of the rules whose fields have other names.
FIELDS = {"relegated": "promoted", "ranking": "ranking_1", "final": "final_pairing"}


def put_at_fields(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield problems of rules with the names of fields as paths; each message once per field."""
    seen: set[tuple[str, str]] = set()
    for problem in problems:
        field = _find_field(problem)
        if (field, str(problem.message)) not in seen:
            yield replace(problem, path=field)
        seen.add((field, str(problem.message)))


def _find_field(problem: Problem) -> str:
    path = problem.path.removeprefix("rules.")
    place, *inside = path.split(".")
    if place == "money":
        return find_money_field(path)
    if place == "points" and "places" in inside:
        return f"places_{problem.message.values.get('size')}"
    if place == "points":
        return inside[-1] if inside else "points_by"
    if inside and not inside[0].isdecimal():  # a field of an object within the rules
        return f"{place}_{inside[0]}"
    return FIELDS.get(place, place)


class CompetitionSettingsForm(
    MoneyForm,
    YearForm,
    KnockoutForm,
    LadderForm,
    FinalForm,
    GroupsForm,
    RoundsForm,
    LeagueForm,
    RankingForm,
):
    """The name and the rules: the fields of every kind of competition, of which it leaves out those it doesn't need.

    The last kind comes first: the others add to its fields and its rules, and a knockout takes away what it can't have.
    """

    def add_problems(self, problems: Iterable[Problem]) -> None:
        super().add_problems(put_at_fields(problems))


class CompetitionView(ChangeView[Form]):
    """A page about a competition's rules from its next season on; it explains if its game can't be played."""

    competition: Competition
    settings: Settings

    def find(self) -> HttpResponse | None:
        self.competition, self.by = get_competition_to_run(self.request, **self.kwargs)
        found = self.competition
        if problems := find_setting_problems(found):
            typed = list_typed(dict(self.request.POST.lists()))
            context = {"competition": found, "problems": problems, "typed": typed}
            return TemplateResponse(self.request, "manage/no_game.html", context)
        self.settings = parse_settings(found.game, found.options, found.rules)
        return None

    def get_context(self, form: Form) -> dict[str, Any]:
        """Return the competition, and which of its seasons the change affects. 1 query."""
        matches = Match.objects.filter(division__season=OuterRef("pk"))
        seasons = Season.objects.filter(competition=self.competition).annotate(has_matches=Exists(matches))
        states = {season.state: season for season in seasons.order_by("-number")}
        return {
            "competition": self.competition,
            "game": self.settings.game,
            "draft": states.pop(SeasonState.DRAFT, None),
            "has_opened": bool(states),
        }


class CompetitionSettingsView(CompetitionView[CompetitionSettingsForm]):
    template_name = "manage/competition_settings.html"

    def build_form(self, sent: QueryDict | None) -> CompetitionSettingsForm:
        return CompetitionSettingsForm(sent, competition=self.competition, settings=self.settings)

    def change(self, form: CompetitionSettingsForm) -> HttpResponse:
        name, rules = form.cleaned_data["name"], form.get_rules()
        change_competition(competition=self.competition, name=name, rules=rules, by=self.by)
        messages.success(self.request, gettext("Changes saved."))
        return redirect(self.competition)

    def get_context(self, form: CompetitionSettingsForm) -> dict[str, Any]:
        differences = list_differences(self.settings.game, self.settings.options)
        warnings = self.settings.list_option_warnings()
        return {**super().get_context(form), "differences": differences, "warnings": warnings}
