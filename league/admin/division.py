"""Divisions: to read, with who plays in them."""

from django.contrib import admin

from league.admin.pages import Reading, ReadingInline, only
from league.models import Division, Entry


class Entries(ReadingInline):
    model = Entry
    fields = ["seed", "player", "left", "penalties"]
    ordering = ["seed"]
    show_change_link = False


@admin.register(Division)
class DivisionAdmin(Reading):
    list_display = ["name", "level", "season__number", "season__competition", "season__competition__club"]
    list_select_related = ["season__competition__club"]
    list_filter = only("season__competition__club", "season__competition")
    search_fields = ["name", "season__competition__name", "season__competition__slug"]
    ordering = ["season__competition__slug", "-season__number", "stage", "level", "pk"]
    inlines = [Entries]
