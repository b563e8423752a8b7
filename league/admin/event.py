"""The audit log: who did what, when and why."""

from django.contrib import admin

from league.admin.pages import Reading, only
from league.models import Event


@admin.register(Event)
class EventAdmin(Reading):
    list_display = ["at", "club", "by", "principal", "action", "noun", "key"]
    list_select_related = ["club", "by"]
    list_filter = [*only("club"), "action", "noun"]
    search_fields = ["key", "by__email", "principal", "why"]
    date_hierarchy = "at"
    ordering = ["-at", "-pk"]
