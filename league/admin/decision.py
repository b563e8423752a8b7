"""Decisions and awards: to read. Both are made, and taken back, on the site's own pages."""

from django.contrib import admin

from league.admin.pages import Reading, only
from league.models import Award, Decision


@admin.register(Decision)
class DecisionAdmin(Reading):
    list_display = ["at", "kind", "season", "season__competition__club", "player", "match", "by", "undone_at"]
    list_select_related = ["season__competition__club", "player", "match", "by"]
    list_filter = ["kind", *only("season__competition__club", "season__competition")]
    search_fields = ["player__key", "match__key", "reason"]
    ordering = ["-at", "-pk"]


@admin.register(Award)
class AwardAdmin(Reading):
    list_display = ["season", "season__competition__club", "place", "category", "player", "value"]
    list_select_related = ["season__competition__club", "player"]
    list_filter = [*only("season__competition__club", "season__competition")]
    search_fields = ["category", "player__key"]
    ordering = ["-season", "place", "player__key"]
