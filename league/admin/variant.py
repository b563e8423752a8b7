"""Variants: to be read. They are kept and removed on their club's own pages."""

from django.contrib import admin

from league.admin.pages import Reading, only
from league.models import Variant


@admin.register(Variant)
class VariantAdmin(Reading):
    list_display = ["name", "club", "key", "game"]
    list_select_related = ["club"]
    list_filter = [*only("club"), "game"]
    search_fields = ["name", "key"]
    ordering = ["club__name", "key"]
    fields = ["club", "key", "name", "game", "options"]

    def recorded_as(self, row: Variant) -> tuple[int, str, str]:
        return row.club_id, "variant", row.key
