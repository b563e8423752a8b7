"""Seasons: to read, with a way to their page."""

from django.contrib import admin
from django.urls import reverse

from league.admin.pages import Reading, ReadingInline, only
from league.models import Division, Season


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

    def view_on_site(self, row: Season) -> str:
        competition = row.competition
        return reverse("season", args=[competition.club.slug, competition.slug, row.number])
