"""Rolling a season over into the next, and the progress of that in a large league."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_htmx.http import HttpResponseClientRedirect

from league.actions.rollover import enqueue_rollover, is_large, retry_rollover, roll_over_season
from league.forms import ProblemForm
from league.models import Player
from league.models.season import SeasonState
from league.models.user import Viewer
from league.queries.confirmations import list_unsettled
from league.queries.next_steps import find_next_steps
from league.queries.rollover import RolloverPreview, find_rollover_event, list_free_players
from league.queries.rollover_job import RolloverProgress, find_rollover_progress
from league.queries.season_end import compute_season_end
from league.web.manage.closure import (
    SeasonEndForm,
    describe_missing,
    get_divisions_page,
)
from league.web.manage.season import SeasonChangeView
from league.web.paging import parse_number

REFRESH_SECONDS = 3  # until a page without script asks for the progress again
REASONS = {
    None: _("stays"),
    "promoted": _("promoted"),
    "relegated": _("relegated"),
    "vacancy": _("fills a vacancy"),
    "newcomer": _("new"),
    "split": _("division split"),
    "joined": _("divisions joined"),
}


class RollOverForm(SeasonEndForm):
    newcomers = forms.MultipleChoiceField(
        label=_("New players"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Players of the club who weren't in this season. They start in the lowest division."),
    )

    def __init__(self, *args: Any, free: Sequence[Player], reader: Viewer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reader = reader
        self.offer(free)

    def offer(self, free: Sequence[Player]) -> None:
        """Offer these players as newcomers, and drop other players who were chosen."""
        self.free = free
        choices = [(player.key, player.get_name_for(self.reader)) for player in free]
        self.fields["newcomers"].choices = choices  # type: ignore[attr-defined]

    @property
    def chosen(self) -> list[Player]:
        """Return the newcomers, in the order of the list."""
        if not self.is_bound or "newcomers" in self.errors:
            return []
        return [player for player in self.free if player.key in self.cleaned_data["newcomers"]]


class RollOverView(SeasonChangeView[RollOverForm]):
    """Shows every player's next division; then creates the next season, if the preview is still up to date.

    After a refused job the page has the earlier choices. The preview is computed only to be shown: the action
    computes it again under its locks.
    """

    template_name = "manage/roll_over.html"

    def find(self) -> HttpResponse | None:
        super().find()
        if self.season.state == SeasonState.DRAFT:
            messages.info(self.request, gettext("This season hasn't been played yet."))
            return redirect("set-up", *self.address)
        return None

    def build_form(self, sent: QueryDict | None) -> RollOverForm:
        reader, free = self.request.user, self._list_free_players()
        job = parse_number(self.request.GET, "job") if sent is None else None
        progress = find_rollover_progress(self.season, job) if job else None
        if progress is None or progress.stage not in ("refused", "failed"):
            return RollOverForm(sent, free=free, reader=reader)
        chosen = progress.job.arguments
        still_free = {player.key for player in free}
        form = RollOverForm(
            {
                "missing": chosen["missing"] or "",
                "newcomers": [key for key in chosen["newcomers"] if key in still_free],
            },
            free=free,
            reader=reader,
        )
        form.add_problems(progress.problems)
        return form

    def refresh_form(self, form: RollOverForm) -> None:
        form.offer(self._list_free_players())

    def _list_free_players(self) -> list[Player]:
        """Return the players who could join, by name. 1 query."""
        reader = self.request.user
        return sorted(
            list_free_players(self.season),
            key=lambda player: (player.get_name_for(reader).casefold(), player.key),
        )

    def is_confirmed(self) -> bool:
        return not {"show", "from"} & self.request.POST.keys()

    def change(self, form: RollOverForm) -> HttpResponse:
        club, competition, _number = self.address
        wanted: dict[str, Any] = {
            "season": self.season,
            "by": self.by,
            "missing": form.outcome,
            "newcomers": [player.key for player in form.chosen],
            "seen": form.cleaned_data["seen"],
        }
        if is_large(self.season):
            job = enqueue_rollover(**wanted)
            return redirect("roll-over-progress", *self.address, job.pk)
        created = roll_over_season(**wanted)
        message = gettext("Season {number} created. Draft – only organisers can see it.")
        messages.success(self.request, message.format(number=created.number))
        return redirect("set-up", club, competition, created.number)

    def get_context(self, form: RollOverForm) -> dict[str, Any]:
        season_end = compute_season_end(self.season, deciding=form.outcome)
        form.ask_about(len(season_end.missing))
        next_steps = find_next_steps(self.season)
        if season_end.is_undecided and self.request.method == "POST" and not self.is_confirmed():
            form.require_choice()
        context = {
            **super().get_context(form),
            **describe_missing(season_end),
            "next": self.season.number + 1,
            "closes": self.season.is_open,
            "unsettled": list_unsettled(self.season),
            "created": next_steps.next,
            "takes_back": next_steps.takes_back,
        }
        if next_steps.next:
            return context | {"event": find_rollover_event(self.season, next_steps.next)}
        if season_end.is_undecided or not season_end.can_move:
            return context
        preview = RolloverPreview(season_end, form.chosen)
        return context | {"preview": preview} | self._list_divisions(preview)

    def _list_divisions(self, preview: RolloverPreview) -> dict[str, Any]:
        """Return the planned divisions, or a page of them."""
        standings, divisions = preview.ending.standings, preview.plan.divisions
        page = get_divisions_page(divisions, self.request.POST)
        # The last page also has the divisions that end.
        shown = standings[max(page.start_index() - 1, 0) : page.end_index() if page.has_next() else None]
        levels = {division.level for division in shown}
        sizes = {division.level: len(division.ranked) for division in standings}
        return {
            "part": page,
            "divisions": [
                (
                    division,
                    sizes.get(division.level),
                    [(fate, REASONS[fate.reason]) for fate in preview.list_fates(division.players)],
                )
                for division in page
            ],
            "gone": [
                name for level, name in preview.old_divisions.items() if level not in preview.new_divisions
            ],
            "leaving": list(
                preview.list_fates(leaver.player for leaver in preview.leaving if leaver.came_from in levels)
            ),
        }


class ProgressView(SeasonChangeView[ProblemForm]):
    """Shows the progress of a large league, and redirects to the season as soon as it is created.

    Its form retries a failed job at once.
    """

    template_name = "manage/roll_over_progress.html"
    form_class = ProblemForm
    progress: RolloverProgress

    def find(self) -> HttpResponse | None:
        super().find()
        progress = find_rollover_progress(self.season, self.kwargs["job"])
        if progress is None:
            raise Http404
        self.progress = progress
        if not progress.created:
            return None
        club, competition, _number = self.address
        on = redirect("set-up", club, competition, progress.created)
        return HttpResponseClientRedirect(on.url) if self.request.htmx else on  # type: ignore[attr-defined]

    def change(self, form: ProblemForm) -> HttpResponse:
        retry_rollover(season=self.season, job_id=self.progress.job.pk, by=self.by)
        return redirect(self.request.path)

    def get_context(self, form: ProblemForm) -> dict[str, Any]:
        return {
            **super().get_context(form),
            "progress": self.progress,
            "next": self.season.number + 1,
            "seconds": REFRESH_SECONDS,
        }
