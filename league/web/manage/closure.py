"""Closing a season, and opening it again: what that comes to is shown first."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast

from django import forms
from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.actions.season import close_season, reopen_season
from league.forms import ProblemForm
from league.models import Entry, Match
from league.models.division import Movement
from league.models.season import SeasonState
from league.queries.confirmations import list_unsettled
from league.queries.next_steps import find_next_steps
from league.queries.season_end import Deciding, SeasonEnd, compute_season_end
from league.web.manage.season import SeasonChangeView
from league.web.paging import parse_number

MAX_LISTED_MATCHES = 40
MAX_DIVISIONS = 60  # of a large league, on one page
MISSING = "?"  # the line that says how many matches have no result; no player has this key
UNDECIDED = _("Choose what should happen to the matches without a result.")
OUTCOMES: Mapping[str, Promise] = {
    "promoted": _("promoted"),
    "stays": _("stays"),
    "relegated": _("relegated"),
    "left": _("withdrawn"),
}

Division = TypeVar("Division")


class SeasonEndForm(ProblemForm):
    """Says what becomes of the matches without a result; `seen` is the digest of what was looked at."""

    missing = forms.ChoiceField(
        choices=[
            ("forfeit", _("Both forfeit")),
            ("void", _("Void them (no effect on the table)")),
        ],
        required=False,
        widget=forms.RadioSelect,
    )
    seen = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    @property
    def outcome(self) -> Deciding | None:
        """Return what was chosen; None if nothing was, or nothing that there is."""
        if not self.is_bound or "missing" in self.errors:
            return None
        return cast(Deciding, self.cleaned_data["missing"] or None)

    def ask_about(self, number: int) -> None:
        """Ask what should happen to so many matches."""
        question = ngettext(
            "What should happen to the match?", "What should happen to the {number} matches?", number
        )
        self["missing"].label = question.format(number=number)

    def require_choice(self) -> None:
        """Say that nothing is chosen yet, unless something else is wrong."""
        if self.is_valid():
            self.add_error("missing", UNDECIDED)

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Say once that matches are missing: they stand on the page."""
        problems = list(problems)
        others = [problem for problem in problems if problem.code != "missing"]
        if len(others) < len(problems):
            self.add_error("missing", UNDECIDED)
        super().add_problems(others)


class CloseView(SeasonChangeView[SeasonEndForm]):
    """Shows the final tables, as soon as it is said what becomes of missing matches; then closes the season.

    What closing comes to is worked out only to be shown: `close_season` does it again under its locks.
    """

    template_name = "manage/close.html"
    form_class = SeasonEndForm

    def find(self) -> HttpResponse | None:
        super().find()
        if self.season.state != SeasonState.OPEN:
            return self.lead_to_season(gettext("Only an open season can be closed."))
        return None

    def build_form(self, sent: QueryDict | None) -> SeasonEndForm:
        return SeasonEndForm(self.request.GET if sent is None else sent)

    def change(self, form: SeasonEndForm) -> HttpResponse:
        close_season(season=self.season, by=self.by, missing=form.outcome, seen=form.cleaned_data["seen"])
        messages.success(self.request, gettext("Season closed. Its tables are final."))
        return redirect("season", *self.address)

    def get_context(self, form: SeasonEndForm) -> dict[str, Any]:
        season_end = compute_season_end(self.season, deciding=form.outcome)
        form.ask_about(len(season_end.missing))
        if season_end.is_undecided and "show" in self.request.GET:
            form.require_choice()
        movements = season_end.plan().movements if season_end.can_move else {}
        context = {
            **super().get_context(form),
            **describe_missing(season_end),
            "unsettled": list_unsettled(self.season),
        }
        if season_end.is_undecided:
            return context
        page = get_divisions_page(season_end.standings, self.request.GET)
        moving = list(movements.values())
        return context | {
            "seen": season_end.digest(),
            "part": page,
            "divisions": [
                (
                    division,
                    [
                        (entry, season_end.players[entry.row.player], movements.get(entry.row.player))
                        for entry in division.ranked
                    ],
                )
                for division in page
            ],
            "up": moving.count("promoted"),
            "down": moving.count("relegated"),
            "by_lot": any(
                entry.decided_by == "lot" for division in season_end.standings for entry in division.ranked
            ),
        }


class ReopenView(SeasonChangeView[ProblemForm]):
    """Says what opening a closed season again takes back, or why it can't be opened; then opens it."""

    template_name = "manage/reopen.html"
    form_class = ProblemForm

    def find(self) -> HttpResponse | None:
        super().find()
        if self.season.state != SeasonState.CLOSED:
            return self.lead_to_season(gettext("Only a closed season can be reopened."))
        return None

    def change(self, form: ProblemForm) -> HttpResponse:
        reopen_season(season=self.season, by=self.by)
        messages.success(self.request, gettext("Season reopened."))
        return redirect("season", *self.address)

    def get_context(self, form: ProblemForm) -> dict[str, Any]:
        moved = [Movement.PROMOTED, Movement.RELEGATED]
        decided = Match.objects.filter(division__season=self.season, current__by_closing=True)
        return {
            **super().get_context(form),
            "next_steps": find_next_steps(self.season),
            "moved": Entry.objects.filter(season=self.season, standing__movement__in=moved).count(),
            "decided": decided.count(),
        }


# --- what rolling over shows as well


def describe_missing(season_end: SeasonEnd) -> dict[str, Any]:
    """Return what a page says of the matches without a result, of which the first are listed."""
    listed = season_end.missing[:MAX_LISTED_MATCHES]
    return {
        "ending": season_end,
        "missing": listed,
        "more_missing": len(season_end.missing) - len(listed),
        "today": season_end.season.competition.club.today,
    }


def get_divisions_page(divisions: Sequence[Division], sent: Mapping[str, str]) -> Page[Division]:
    """Return so many divisions as a page shows: with the one whose number was sent as `from`, or the nearest."""
    first = parse_number(sent, "from") or 1
    return Paginator(divisions, MAX_DIVISIONS).get_page((first - 1) // MAX_DIVISIONS + 1)
