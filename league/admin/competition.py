"""Competitions: their name may be changed."""

from typing import Any

from django.contrib import admin
from django.urls import reverse

from league.actions.competition import rename_competition
from league.admin.pages import Changing, ReadingInline, only
from league.models import Competition, Season
from league.permissions import can
from league.principals import Principal


class Seasons(ReadingInline):
    model = Season
    fields = ["number", "state", "starts_on", "ends_on"]
    ordering = ["number"]


@admin.register(Competition)
class CompetitionAdmin(Changing):
    list_display = ["name", "club", "slug", "kind", "game"]
    list_select_related = ["club"]
    list_filter = [*only("club"), "kind", "game"]
    search_fields = ["name", "slug"]
    ordering = ["club__name", "slug"]
    fields = ["club", "slug", "name", "kind", "game", "options", "rules"]
    changeable = ("name",)
    inlines = [Seasons]

    def may_act(self, row: Competition, by: Principal) -> bool:
        return can(by, "change-club", row.club_id)

    def act(self, row: Competition, typed: dict[str, Any], by: Principal) -> None:
        rename_competition(competition=row, name=typed["name"], by=by)

    def view_on_site(self, row: Competition) -> str:
        return reverse("competition", args=[row.club.slug, row.slug])

    def recorded_as(self, row: Competition) -> tuple[int, str, str]:
        return row.club_id, "competition", row.slug
