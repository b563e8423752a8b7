"""Matches: to read, with who sat there and every result they had."""

from django.contrib import admin
from django.urls import reverse

from league.admin.pages import Reading, ReadingInline, only
from league.models import Match, Result, Seat


class Seats(ReadingInline):
    model = Seat
    fields = ["number", "player", "absent", "outcome", "score", "deals"]
    ordering = ["number"]
    show_change_link = False


class Results(ReadingInline):
    model = Result
    fk_name = "match"
    fields = ["number", "status", "played_on", "counts_from"]
    ordering = ["number"]


@admin.register(Match)
class MatchAdmin(Reading):
    list_display = [
        "key",
        "club",
        "division",
        "division__season__number",
        "round",
        "table",
        "due_on",
        "status",
    ]
    list_select_related = ["club", "division__season"]
    list_filter = ["status", *only("club", "division__season__competition")]
    search_fields = ["key", "seats__player__key"]
    ordering = ["club__name", "division", "round", "table"]
    inlines = [Seats, Results]

    def view_on_site(self, row: Match) -> str:
        return reverse("match", args=[row.club.slug, row.key])

    def recorded_as(self, row: Match) -> tuple[int, str, str]:
        return row.club_id, "match", row.key
