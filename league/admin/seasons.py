"""Seasons, which are closed, reopened and rolled over by their card; their contents are read-only."""

from itertools import chain, islice
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.errors import ActionError
from league.actions.rollover import enqueue_rollover, is_large, roll_over_season, undo_rollover
from league.actions.season import close_season, reopen_season
from league.admin.base import ReadOnlyAdmin, ReadOnlyInline, RowPage, filter_by_related
from league.models import Award, Decision, Division, Entry, Match, Result, Season, Seat, Submission
from league.principals import identify
from league.queries.next_steps import find_next_steps
from league.queries.rollover import RolloverPreview
from league.queries.season_end import compute_season_end

MAX_INLINE_DIVISIONS = 100  # listed below the season
MAX_CARD_PLAYERS = 50


class DivisionInline(ReadOnlyInline):
    model = Division
    fields = ["level", "name", "stage", "revision"]
    ordering = ["stage__number", "level"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Division]:
        return super().get_queryset(request).select_related("stage")


def build_card(season: Season) -> dict[str, Any]:
    """Return the changes possible for a season now, and the preview of its rollover. At most 6 queries."""
    can = find_next_steps(season)
    card: dict[str, Any] = {"can": can, "may_close": can.closes, "may_undo": can.takes_back == season.number}
    if not (can.rolls_over or can.closes):
        return card
    preview = RolloverPreview(compute_season_end(season))
    card["missing"] = len(preview.ending.missing)
    if preview.ending.missing:  # an organiser has to decide what happens to them
        card["may_close"] = False
    elif can.rolls_over:
        entered = chain.from_iterable(division.players for division in preview.plan.divisions)
        leaving = (movement.player for movement in preview.leaving)
        fates = list(preview.list_fates(islice(chain(entered, leaving), MAX_CARD_PLAYERS)))
        card |= {
            "next": season.number + 1,
            "preview": preview,
            "fates": fates,
            "more": len(preview.movements) - len(fates),
        }
    return card


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin):
    list_display = ["number", "competition", "competition__club", "state", "starts_on", "ends_on"]
    list_display_links = ["number", "competition"]
    list_select_related = ["competition__club"]
    list_filter = ["state", *filter_by_related("competition__club", "competition")]
    search_fields = ["competition__name", "competition__slug", "competition__club__name"]
    ordering = ["competition__club__name", "competition__slug", "-number"]
    inlines = [DivisionInline]
    row_pages = {
        "close": RowPage(close_season, _("Season closed.")),
        "reopen": RowPage(reopen_season, _("Season reopened.")),
        "undo": RowPage(undo_rollover, _("Rollover undone.")),
    }

    def get_inlines(self, request: HttpRequest, obj: Season | None) -> Any:
        """Leave out the divisions of a large league: they are too many for a page that is about the season."""
        many = Division.objects.filter(season=obj).count() > MAX_INLINE_DIVISIONS
        return [] if many else super().get_inlines(request, obj)

    def view_on_site(self, row: Season) -> str:
        return row.get_absolute_url()

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        if self.has_administer_permission(request):
            context["card"] = build_card(context["original"])
        return super().render_change_form(request, context, *args, **kwargs)

    def get_urls(self) -> list[Any]:
        return [self.build_row_url("rollover", self.roll_over), *super().get_urls()]

    def roll_over(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Roll the season over as the card has shown it; a large league by a job, which has its own page."""
        season, by = self.get_row(request, object_id), identify(request.user)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        seen = request.POST.get("seen", "")
        try:
            if is_large(season):
                job = enqueue_rollover(season=season, by=by, seen=seen)
                competition = season.competition
                return redirect(
                    "roll-over-progress", competition.club.slug, competition.slug, season.number, job.pk
                )
            season = roll_over_season(season=season, by=by, seen=seen)
        except ActionError as refused:
            self.show_refusal(request, refused)
        else:
            message = gettext("Season {season} has been created as a draft.").format(season=season.number)
            self.message_user(request, message, messages.SUCCESS)
        return self.redirect_to(season)


class EntryInline(ReadOnlyInline):
    model = Entry
    fields = ["seed", "player", "left"]
    ordering = ["seed"]
    show_change_link = False


@admin.register(Division)
class DivisionAdmin(ReadOnlyAdmin):
    list_display = ["name", "level", "season__number", "season__competition", "season__competition__club"]
    list_select_related = ["season__competition__club"]
    list_filter = filter_by_related("season__competition__club", "season__competition")
    search_fields = ["name", "season__competition__name", "season__competition__slug"]
    ordering = ["season__competition__slug", "-season__number", "stage__number", "level", "pk"]
    inlines = [EntryInline]


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = ["number", "player", "absent", "outcome", "score", "deals"]
    ordering = ["number"]
    show_change_link = False


class ResultInline(ReadOnlyInline):
    model = Result
    fk_name = "match"
    fields = ["number", "status", "played_on", "effective_from"]
    ordering = ["number"]


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    list_display = [
        *("key", "club", "division", "division__season__number"),
        *("round__number", "table", "due_on", "status"),
    ]
    list_select_related = ["club", "division__season", "round"]
    list_filter = ["status", *filter_by_related("club", "division__season__competition")]
    search_fields = ["key", "seats__player__key"]
    ordering = ["club__name", "division", "round__number", "table"]
    inlines = [SeatInline, ResultInline]

    def view_on_site(self, row: Match) -> str:
        return row.get_absolute_url()

    def get_event_key(self, row: Match) -> tuple[int, str, str]:
        return row.club_id, "match", row.key


@admin.register(Result)
class ResultAdmin(ReadOnlyAdmin):
    """Results, which the database itself refuses to change."""

    list_display = ["match", "number", "match__club", "status", "played_on", "effective_from"]
    list_select_related = ["match__club"]
    list_filter = ["status", *filter_by_related("match__club")]
    search_fields = ["match__key"]
    ordering = ["-pk"]


@admin.register(Submission)
class SubmissionAdmin(ReadOnlyAdmin):
    list_display = ["at", "match", "match__club", "by", "verdict"]
    list_select_related = ["match__club", "by"]
    list_filter = ["verdict", *filter_by_related("match__club")]
    search_fields = ["match__key", "by__email"]
    ordering = ["-pk"]


@admin.register(Decision)
class DecisionAdmin(ReadOnlyAdmin):
    """Decisions, which are made and undone on the site's own pages."""

    list_display = [
        "at",
        "kind",
        "season",
        "season__competition__club",
        "player",
        "match",
        "by",
        "revoked_at",
    ]
    list_select_related = ["season__competition__club", "player", "match", "by"]
    list_filter = ["kind", *filter_by_related("season__competition__club", "season__competition")]
    search_fields = ["player__key", "match__key", "remark__text"]
    ordering = ["-at", "-pk"]
    exclude = ["remark"]
    readonly_fields = ["reason", "note"]

    @admin.display(description=_("reason"))
    def reason(self, decision: Decision) -> str:
        return decision.reason

    @admin.display(description=_("note for organisers"))
    def note(self, decision: Decision) -> str:
        return decision.remark.note if decision.remark else ""


@admin.register(Award)
class AwardAdmin(ReadOnlyAdmin):
    list_display = ["season", "season__competition__club", "place", "category", "player", "value"]
    list_select_related = ["season__competition__club", "player"]
    list_filter = filter_by_related("season__competition__club", "season__competition")
    search_fields = ["category", "player__key"]
    ordering = ["-season", "place", "player__key"]
