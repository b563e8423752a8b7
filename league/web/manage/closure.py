"""Closing a season and reopening it, each with a preview."""

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
MISSING = "?"  # the key of the line with the number of missing results; no player has this key
UNDECIDED = _("Choose what should happen to the matches without a result.")
OUTCOMES: Mapping[str, Promise] = {
    "promoted": _("promoted"),
    "stays": _("stays"),
    "relegated": _("relegated"),
    "left": _("withdrawn"),
}

Division = TypeVar("Division")


class SeasonEndForm(ProblemForm):
    """The choice of what happens to matches without a result; `seen` is the digest of the preview that was shown."""

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
        """Return the chosen outcome; None without a valid choice."""
        if not self.is_bound or "missing" in self.errors:
            return None
        return cast(Deciding, self.cleaned_data["missing"] or None)

    def ask_about(self, number: int) -> None:
        """Ask what should happen to this number of matches."""
        question = ngettext(
            "What should happen to the match?", "What should happen to the {number} matches?", number
        )
        self["missing"].label = question.format(number=number)

    def require_choice(self) -> None:
        """Require a choice, unless another problem is shown."""
        if self.is_valid():
            self.add_error("missing", UNDECIDED)

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Show problems; replace those of missing matches, which the page lists, by a request to choose."""
        problems = list(problems)
        others = [problem for problem in problems if problem.code != "missing"]
        if len(others) < len(problems):
            self.add_error("missing", UNDECIDED)
        super().add_problems(others)


class CloseView(SeasonChangeView[SeasonEndForm]):
    """Shows the final tables, once the outcome of missing matches is chosen; then closes the season.

    The preview is computed only to be shown: `close_season` computes it again under its locks.
    """

    template_name = "manage/close.html"
    form_class = SeasonEndForm

    def find(self) -> HttpResponse | None:
        super().find()
        if self.season.state != SeasonState.OPEN:
            return self.lead_to_season(
                gettext("Only a tournament that is open can be ended.")
                if self.season.competition.is_tournament
                else gettext("Only an open season can be closed.")
            )
        return None

    def build_form(self, sent: QueryDict | None) -> SeasonEndForm:
        return SeasonEndForm(self.request.GET if sent is None else sent)

    def change(self, form: SeasonEndForm) -> HttpResponse:
        close_season(season=self.season, by=self.by, missing=form.outcome, seen=form.cleaned_data["seen"])
        if self.season.competition.is_tournament:
            message = gettext("{name} has ended. Its table is final.").format(
                name=self.season.name or self.season.competition.name
            )
        else:
            message = gettext("Season closed. Its tables are final.")
        messages.success(self.request, message)
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
    """Shows what reopening a closed season undoes, or why it can't be reopened; then reopens it."""

    template_name = "manage/reopen.html"
    form_class = ProblemForm

    def find(self) -> HttpResponse | None:
        super().find()
        if self.season.state != SeasonState.CLOSED:
            return self.lead_to_season(
                gettext("Only a tournament that has ended can be reopened.")
                if self.season.competition.is_tournament
                else gettext("Only a closed season can be reopened.")
            )
        return None

    def change(self, form: ProblemForm) -> HttpResponse:
        reopen_season(season=self.season, by=self.by)
        if self.season.competition.is_tournament:
            message = gettext("{name} is open again.").format(
                name=self.season.name or self.season.competition.name
            )
        else:
            message = gettext("Season reopened.")
        messages.success(self.request, message)
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


# --- shared with the page of rolling over


def describe_missing(season_end: SeasonEnd) -> dict[str, Any]:
    """Return the context about the matches without a result, of which the first are listed."""
    listed = season_end.missing[:MAX_LISTED_MATCHES]
    return {
        "ending": season_end,
        "missing": listed,
        "more_missing": len(season_end.missing) - len(listed),
        "today": season_end.season.competition.club.today,
    }


def get_divisions_page(divisions: Sequence[Division], sent: Mapping[str, str]) -> Page[Division]:
    """Return a page of divisions: the page with the division whose number was sent as `from`, or the nearest."""
    first = parse_number(sent, "from") or 1
    return Paginator(divisions, MAX_DIVISIONS).get_page((first - 1) // MAX_DIVISIONS + 1)
