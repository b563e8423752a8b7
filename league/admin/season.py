"""Seasons: to read, with a way to their page; and a card that closes them, opens them again and rolls them over."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext

from league.actions.errors import ActionError
from league.actions.rollover import enqueue_rollover, is_large, roll_over_season, undo_rollover
from league.actions.season import close_season, reopen_season
from league.admin.pages import Reading, ReadingInline, only
from league.models import Division, Season
from league.permissions import can
from league.principals import Principal, identify
from league.queries.pages.season_card import card

MOST_DIVISIONS = 100  # listed below the season
Done = tuple[HttpResponse, str]  # where to go from here, and what has been done


class Divisions(ReadingInline):
    model = Division
    fields = ["level", "name", "stage", "revision"]
    ordering = ["stage", "level"]


@admin.register(Season)
class SeasonAdmin(Reading):
    list_display = ["number", "competition", "competition__club", "state", "starts_on", "ends_on"]
    list_display_links = ["number", "competition"]
    list_select_related = ["competition__club"]
    list_filter = ["state", *only("competition__club", "competition")]
    search_fields = ["competition__name", "competition__slug", "competition__club__name"]
    ordering = ["competition__club__name", "competition__slug", "-number"]
    inlines = [Divisions]

    def get_inlines(self, request: HttpRequest, obj: Season | None) -> Any:
        """The divisions of a large league are too many for a page that is about the season."""
        many = Division.objects.filter(season=obj).count() > MOST_DIVISIONS
        return [] if many else super().get_inlines(request, obj)

    def view_on_site(self, row: Season) -> str:
        return reverse("season", args=_place(row))

    def get_urls(self) -> list[Any]:
        verbs: dict[str, Callable[..., HttpResponse]] = {
            "rollover": self.roll_over,
            "close": self.close,
            "reopen": self.reopen,
            "undo": self.undo,
        }
        own = [
            path(f"<path:object_id>/{name}/", self.admin_site.admin_view(view), name=f"league_season_{name}")
            for name, view in verbs.items()
        ]
        return own + super().get_urls()

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        if can(identify(request.user), "administer"):
            context["card"] = card(context["original"], viewer=request.user)
        return super().render_change_form(request, context, *args, **kwargs)

    # --- what the card's buttons do

    def roll_over(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """As the card has shown it; a large league by a job, which has a page of its own on the site."""
        found, by = self._find(request, object_id)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        seen = request.POST.get("seen", "")

        def act() -> Done:
            if is_large(found):
                job = enqueue_rollover(season=found, by=by, seen=seen)
                return redirect("roll-over-progress", *_place(found), job.pk), ""
            made = roll_over_season(season=found, by=by, seen=seen)
            said = gettext("Season {season} is there, as a draft.").format(season=made.number)
            return _to_card(made), said

        return self._done(request, found, act)

    def close(self, request: HttpRequest, object_id: str) -> HttpResponse:
        found, by = self._find(request, object_id)

        def act() -> Done:
            close_season(season=found, by=by)
            return _to_card(found), gettext("The season is closed.")

        question = gettext("Close the season? Its results and tables then stay as they are.")
        return self._asked(request, found, question, act)

    def reopen(self, request: HttpRequest, object_id: str) -> HttpResponse:
        found, by = self._find(request, object_id)

        def act() -> Done:
            reopen_season(season=found, by=by)
            return _to_card(found), gettext("The season is open again.")

        question = gettext(
            "Open the season again? Who goes up and down is no longer fixed, and matches that were decided when it"
            " was closed are to be played."
        )
        return self._asked(request, found, question, act)

    def undo(self, request: HttpRequest, object_id: str) -> HttpResponse:
        found, by = self._find(request, object_id)

        def act() -> Done:
            before = undo_rollover(season=found, by=by)
            return _to_card(before), gettext("The season has been taken back.")

        question = gettext(
            "Take the season back? It goes, with its divisions and its schedule; the one before is again as it was."
        )
        return self._asked(request, found, question, act)

    def _find(self, request: HttpRequest, object_id: str) -> tuple[Season, Principal]:
        """The season, for an administrator of the whole site."""
        by = identify(request.user)
        if not can(by, "administer"):
            raise PermissionDenied
        found = self.get_object(request, unquote(object_id))
        if found is None:
            raise Http404
        return found, by

    def _asked(
        self, request: HttpRequest, season: Season, question: str, act: Callable[[], Done]
    ) -> HttpResponse:
        if request.method == "POST":
            return self._done(request, season, act)
        context = self.admin_site.each_context(request) | {
            "opts": self.opts,
            "original": season,
            "title": season,
            "question": question,
        }
        return TemplateResponse(request, "admin/league/season/ask.html", context)

    def _done(self, request: HttpRequest, season: Season, act: Callable[[], Done]) -> HttpResponse:
        try:
            there, said = act()
        except ActionError as refused:
            for problem in refused.problems[:MOST_SAID]:
                self.message_user(request, problem.message.translate(gettext), messages.WARNING)
            return _to_card(season)
        if said:
            self.message_user(request, said, messages.SUCCESS)
        return there


MOST_SAID = 5  # of what may be wrong with each of a thousand matches


def _place(season: Season) -> tuple[str, str, int]:
    return season.competition.club.slug, season.competition.slug, season.number


def _to_card(season: Season) -> HttpResponse:
    return redirect("admin:league_season_change", season.pk)
