"""The audit log: who did what, when and why."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from league.admin.pages import Reading, only
from league.models import Event


@admin.register(Event)
class EventAdmin(Reading):
    list_display = ["at", "club", "actor", "action", "noun", "key"]
    list_select_related = ["club", "by"]
    list_filter = [*only("club"), "action", "noun"]
    search_fields = ["key", "by__email", "principal", "why"]
    date_hierarchy = "at"
    ordering = ["-at", "-pk"]

    @admin.display(description=_("by"), ordering="by")
    def actor(self, event: Event) -> str:
        """Who did it: a person, or a part of the installation."""
        return str(event.by or event.principal or "-")
