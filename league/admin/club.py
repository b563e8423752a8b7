"""Clubs: their name and time zone may be changed."""

from typing import Any

from django import forms
from django.contrib import admin
from django.urls import reverse

from league.actions.actor import Actor
from league.actions.club import change_club
from league.admin.pages import Changing
from league.models import Club
from league.rules.field_types import list_time_zones


@admin.register(Club)
class ClubAdmin(Changing):
    list_display = ["name", "slug", "timezone"]
    search_fields = ["name", "slug"]
    ordering = ["name", "slug"]
    fields = ["slug", "name", "timezone", "revision"]
    changeable = ("name", "timezone")

    def may_act(self, row: Club, by: Actor) -> bool:
        return by.can("change-club", row)

    def act(self, row: Club, typed: dict[str, Any], by: Actor) -> None:
        change_club(club=row, name=typed["name"], zone=typed["timezone"], by=by)

    def formfield_for_dbfield(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        if db_field.name == "timezone":
            zones = sorted(list_time_zones())
            return forms.ChoiceField(choices=[(zone, zone) for zone in zones])
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def view_on_site(self, row: Club) -> str:
        return reverse("club", args=[row.slug])

    def recorded_as(self, row: Club) -> tuple[int, str, str]:
        return row.pk, "club", row.slug
