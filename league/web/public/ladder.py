"""The page of a ladder: who stands where and who plays whom; players challenge there, decline and withdraw."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.actions import ladder as actions
from league.models import Season
from league.permissions import can
from league.principals import identify
from league.queries.ladder import list_ladders
from league.queries.page_versions import get_season_version
from league.queries.rounds import list_names
from league.rules.settings import LADDER
from league.web.base import ChangeView
from league.web.cache import cached_page
from league.web.limits import require_safe
from league.web.manage.base import NamingForm
from league.web.public.season import get_season

# What each button does, by the value that it sends, and the message that follows.
DONE = {
    "challenge": _("{challenger} has challenged {challenged}."),
    "decline": _("The challenge is declined."),
    "withdraw": _("The challenge is withdrawn."),
}


class ChallengeForm(NamingForm):
    """What the buttons of the page send; `do` says which was pressed, and which fields it takes."""

    do = forms.ChoiceField(choices=[(do, do) for do in DONE])
    challenger = forms.CharField(label=_("Challenger"), required=False, max_length=100)
    challenged = forms.CharField(label=_("Challenges"), required=False, max_length=100)
    level = forms.IntegerField(required=False, min_value=1, max_value=1_000_000)
    number = forms.IntegerField(required=False, min_value=1, max_value=1_000_000)

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Show refusals above the page: most buttons have no field beside them."""
        super().add_problems(replace(problem, path="") for problem in problems)


@require_safe
def show_ladder(request: HttpRequest, club: str, competition: str, season: int) -> HttpResponse:
    """Show the ladders of a season. 7 queries; 9 for people with an account."""

    def build() -> HttpResponse:
        found = _find_ladder(request, club, competition, season)
        return render(request, "public/ladder.html", _build_context(request, found))

    return cached_page(request, get_season_version(club, competition, season), build)


def _find_ladder(request: HttpRequest, club: str, competition: str, number: int) -> Season:
    """Return a season that is a ladder and has started; raise Http404 otherwise."""
    found = get_season(identify(request.user), club, competition, number)
    _game, _options, rules = found.settings  # also of a game that is not installed
    if found.is_draft or rules.get("pairing") != LADDER:
        raise Http404
    return found


def _build_context(request: HttpRequest, season: Season) -> dict[str, Any]:
    competition = season.competition
    return {
        "season": season,
        "competition": competition,
        "club": competition.club,
        "ladders": list_ladders(season, reader=request.user),
        "may_run": can(identify(request.user), "run-seasons", competition.club_id),
    }


class ChallengeView(ChangeView[ChallengeForm]):
    """Makes a challenge, declines one or withdraws it; to be read, it leads to the ladder."""

    template_name = "public/ladder.html"
    form_class = ChallengeForm
    season: Season
    names: Mapping[str, str]

    @property
    def address(self) -> tuple[str, str, int]:
        return self.kwargs["club"], self.kwargs["competition"], self.kwargs["season"]

    def find(self) -> HttpResponse | None:
        self.by = identify(self.request.user)
        self.season = _find_ladder(self.request, *self.address)
        if self.request.method != "POST":
            return redirect("ladder", *self.address)
        if not can(self.by, "challenge", self.season.competition.club_id):
            raise Http404
        return None

    def build_form(self, sent: QueryDict | None) -> ChallengeForm:
        form = ChallengeForm(sent)
        form.names = self.names = list_names(self.season, reader=self.request.user)
        return form

    def change(self, form: ChallengeForm) -> HttpResponse:
        sent = form.cleaned_data
        of_challenge: dict[str, Any] = {
            "season": self.season,
            "level": sent["level"] or 0,
            "number": sent["number"] or 0,
        }
        act: Mapping[str, Callable[[], Any]] = {
            "challenge": partial(
                actions.challenge_player,
                season=self.season,
                challenger=sent["challenger"],
                challenged=sent["challenged"],
                by=self.by,
            ),
            "decline": partial(actions.decline_challenge, **of_challenge, by=self.by),
            "withdraw": partial(actions.withdraw_challenge, **of_challenge, by=self.by),
        }
        act[sent["do"]]()
        names = {name: self.names.get(sent[name], "") for name in ("challenger", "challenged")}
        messages.success(self.request, gettext(str(DONE[sent["do"]])).format(**names))
        return redirect("ladder", *self.address)

    def get_context(self, form: ChallengeForm) -> dict[str, Any]:
        return _build_context(self.request, self.season)
