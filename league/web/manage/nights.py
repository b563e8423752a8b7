"""The match nights of a season: moving a night, or a match."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Prefetch, prefetch_related_objects
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games import Problem
from league.actions.move import MoveSummary, move_match, move_night
from league.forms import ProblemForm
from league.models import Match, Season, Seat
from league.models.match import MatchStatus
from league.queries.match import SeatedMatch, find_match
from league.rules.pairing.fixtures import MAX_TABLES
from league.web.base import ChangeView
from league.web.errors import build_not_found
from league.web.fields import Day, Number, read_day
from league.web.manage.access import require_organiser
from league.web.manage.season import SeasonChangeView

MAX_MATCHES = 60  # of a day; with more, only matches still to be played are listed
MAX_NAMED = 10
BATCH_SIZE = 5000  # matches in one query


@dataclass(frozen=True)
class Night:
    """A match night or deadline; `day` is None for matches without a date.

    `matches` are listed; if there are many, only the first that are still to be played, leaving out `more` of these.
    """

    day: date | None
    matches: Sequence[Match]
    total: int
    decided: int
    rounds: Sequence[int]
    more: int
    is_next: bool  # the first with a match still to be played

    @property
    def is_decided(self) -> bool:
        return self.decided == self.total


def list_nights(season: Season) -> tuple[list[Night], bool]:
    """Return the nights of a season, with undated matches last, and whether its schedule can be made anew.

    Runs 2 queries, more only by batches of matches.
    """
    by_day: dict[date | None, list[Match]] = defaultdict(list)
    matches = Match.objects.none() if season.schedule_token else Match.objects.filter(division__season=season)
    for match in (
        matches.select_related("division", "round")
        .only("key", "round__number", "table", "status", "generation", "due_on", "division__name")
        .order_by("division__stage__number", "round__number", "division__level", "table", "key")
    ):
        match.division.season = season
        by_day[match.due_on].append(match)
    days = [*sorted(day for day in by_day if day), *([None] if None in by_day else [])]
    next_day = next((day for day in days if day and any(map(_is_open, by_day[day]))), None)
    nights = [_build_night(day, by_day[day], is_next=day in (next_day, None)) for day in days]
    listed = [match for night in nights for match in night.matches]
    seats = Seat.objects.select_related("player").only("match_id", "number", "player").order_by("number")
    for start in range(0, len(listed), BATCH_SIZE):
        prefetch_related_objects(listed[start : start + BATCH_SIZE], Prefetch("seats", queryset=seats))
    untouched = all(_is_open(match) and match.generation == 1 for own in by_day.values() for match in own)
    return nights, untouched


def _build_night(day: date | None, matches: Sequence[Match], *, is_next: bool) -> Night:
    waiting = [match for match in matches if _is_open(match)]
    listed = matches if len(matches) <= MAX_MATCHES else waiting[:MAX_MATCHES]
    return Night(
        day=day,
        matches=listed,
        total=len(matches),
        decided=len(matches) - len(waiting),
        rounds=sorted({match.round.number for match in matches}),
        more=len(waiting) - sum(map(_is_open, listed)),
        is_next=is_next,
    )


def _is_open(match: Match) -> bool:
    return match.status == MatchStatus.SCHEDULED


class MoveNightForm(ProblemForm):
    day = Day(widget=forms.HiddenInput())
    to = Day(label=_("Move open matches to"))

    def __init__(self, sent: Mapping[str, Any] | None = None, *, day: str) -> None:
        """Build the form of a day on the page; the ids of its fields begin with the day."""
        super().__init__(sent, initial={"day": day}, auto_id=f"{read_day(day) or 'night'}-%s")
        self.fields["to"].error_messages["required"] = _("Choose the new date.")

    def clean(self) -> None:
        if "day" in self.errors:
            self._say_gone()

    def add_problems(self, problems: Iterable[Problem]) -> None:
        problems = list(problems)
        if any(problem.path == "day" for problem in problems):
            self._say_gone()
        else:
            super().add_problems(problems)

    def _say_gone(self) -> None:
        """Show above the page that the day no longer exists, as it has no form."""
        self.errors.clear()
        self.add_error(None, gettext("That date has no open matches any more. The list below is up to date."))


class NightsView(SeasonChangeView[MoveNightForm]):
    """Lists the nights; moves the open matches of a night."""

    template_name = "manage/nights.html"

    def find(self) -> HttpResponse | None:
        super().find()
        if self.season.is_closed:
            return self.lead_to_season(
                gettext("The tournament has ended. Reopen it to move matches.")
                if self.season.competition.is_tournament
                else gettext("The season is closed. Reopen it to move matches.")
            )
        return None

    def build_form(self, sent: QueryDict | None) -> MoveNightForm:
        return MoveNightForm(sent, day="" if sent is None else sent.get("day", ""))

    def change(self, form: MoveNightForm) -> HttpResponse:
        day, to = form.cleaned_data["day"], form.cleaned_data["to"]
        moved = move_night(season=self.season, day=day, to=to, by=self.by)
        message = gettext("Open matches of {day} moved to {to}.")
        messages.success(
            self.request,
            message.format(day=date_format(day, gettext("j F Y")), to=date_format(to, gettext("j F Y"))),
        )
        warn_of_clashes(self.request, moved)
        return redirect("nights", *self.address)

    def get_context(self, form: MoveNightForm) -> dict[str, Any]:
        nights, untouched = list_nights(self.season)
        sent = str(form["day"].value())
        return {
            **super().get_context(form),
            "nights": [
                (night, form if sent == str(night.day) else MoveNightForm(day=str(night.day)))
                for night in nights
            ],
            "has_days": any(night.day for night in nights),
            "can_be_made": untouched,
            "today": self.season.competition.club.today,
        }


class MoveMatchForm(ProblemForm):
    due_on = Day(label=_("Date"), required=False, help_text=_("Leave blank for no date."))
    table = Number(label=_("Table"), min_value=1, max_value=MAX_TABLES)


class MoveMatchView(ChangeView[MoveMatchForm]):
    template_name = "manage/move_match.html"
    found: SeatedMatch

    def find(self) -> HttpResponse | None:
        club, key = self.kwargs["club"], self.kwargs["match"]
        found = find_match(club, key, viewer=self.request.user)
        if found is None:
            raise build_not_found(self.request, club)
        self.found, self.by = found, require_organiser(self.request, found.match.club_id)
        return None

    def build_form(self, sent: QueryDict | None) -> MoveMatchForm:
        match = self.found.match
        return MoveMatchForm(sent, initial={"due_on": match.due_on, "table": match.table})

    def change(self, form: MoveMatchForm) -> HttpResponse:
        moved = move_match(match=self.found.match, by=self.by, **form.cleaned_data)
        messages.success(self.request, gettext("Match moved."))
        warn_of_clashes(self.request, moved)
        return redirect(self.found.match)

    def get_context(self, form: MoveMatchForm) -> dict[str, Any]:
        return {"match": self.found.match, "players": self.found.table.players}


def warn_of_clashes(request: HttpRequest, moved: MoveSummary) -> None:
    """Warn of clashes of players and tables after a move."""
    if moved.is_past:
        messages.warning(request, gettext("Note: that date is in the past."))
    if moved.double_booked:
        names = [player.get_name_for(request.user) for player in moved.double_booked]
        message = gettext("These players now have several matches on that date: {names}.")
        messages.warning(request, message.format(names=_join_first(names)))
    if moved.assigned_tables:
        message = gettext("Tables taken on that date: {taken}. The moved matches are now at {instead}.")
        taken, instead = _join_first(moved.taken_tables), _join_first(moved.assigned_tables)
        messages.warning(request, message.format(taken=taken, instead=instead))
    elif moved.taken_tables:
        message = gettext("Table {table} is also used by another match on that date.")
        messages.warning(request, message.format(table=_join_first(moved.taken_tables)))


def _join_first(items: Sequence[str] | Sequence[int]) -> str:
    named = ", ".join(str(item) for item in items[:MAX_NAMED])
    more = len(items) - MAX_NAMED
    if more <= 0:
        return named
    return ngettext("{named} and {more} more", "{named} and {more} more", more).format(named=named, more=more)
