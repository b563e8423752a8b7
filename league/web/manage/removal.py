"""Deleting a season: undoing its rollover, or deleting a draft that was created by hand."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from league.actions.draft import delete_draft
from league.actions.rollover import undo_rollover
from league.forms import ProblemForm
from league.models import Division, Entry, Match, Season
from league.queries.draft import find_deletion_blockers
from league.queries.next_steps import find_next_steps
from league.web.formats import format_season
from league.web.manage.access import get_competition_to_run
from league.web.manage.season import SeasonChangeView


class RemovalView(SeasonChangeView[ProblemForm]):
    """Shows what is lost with the season, or why it can't be deleted; then undoes the rollover or deletes the draft."""

    form_class = ProblemForm
    is_begun_by_hand: bool

    def find(self) -> HttpResponse | None:
        if self.request.method == "POST" and not self._is_there():
            return self._lead_to_competition()
        super().find()
        self.is_begun_by_hand = self.season.is_draft and not self.season.rolled_from_id
        self.template_name = "manage/throw_away.html" if self.is_begun_by_hand else "manage/undo.html"
        return None

    def change(self, form: ProblemForm) -> HttpResponse:
        club, competition, number = self.address
        if self.is_begun_by_hand:
            delete_draft(season=self.season, by=self.by)
            season = format_season(number, self.season.name)
            messages.success(self.request, gettext("Draft of {season} deleted.").format(season=season))
            return redirect("competition", club, competition)
        before = undo_rollover(season=self.season, by=self.by)
        messages.success(
            self.request, gettext("Rollover undone. Season {number} is deleted.").format(number=number)
        )
        return redirect("season", club, competition, before.number)

    def get_context(self, form: ProblemForm) -> dict[str, Any]:
        by_hand = self.is_begun_by_hand
        return {
            **super().get_context(form),
            "divisions": Division.objects.filter(season=self.season).count(),
            "players": Entry.objects.filter(season=self.season).count(),
            "matches": Match.objects.filter(division__season=self.season).count(),
            **(
                {"blockers": list(find_deletion_blockers(self.season))}
                if by_hand
                else {"next_steps": find_next_steps(self.season), "before": self.season.number - 1}
            ),
        }

    def _is_there(self) -> bool:
        club, competition, number = self.address
        seasons = Season.objects.filter(competition__club__slug=club, competition__slug=competition)
        return seasons.filter(number=number).exists()

    def _lead_to_competition(self) -> HttpResponse:
        """Show that the season is already deleted: the form was sent twice, or by two people at once."""
        club, competition, _number = self.address
        found, _by = get_competition_to_run(self.request, club, competition)
        message = (
            gettext("This tournament no longer exists: its draft was deleted.")
            if found.is_tournament
            else gettext("This season no longer exists: its rollover was undone.")
        )
        messages.info(self.request, message)
        return redirect("competition", club, competition)
