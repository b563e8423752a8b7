"""Imprint, contact and privacy, which administrators write."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse

from league.actions.site_text import change_site_text
from league.admin.pages import Changing
from league.models import SiteText
from league.models.site_text import SiteTextKind
from league.permissions import can
from league.principals import Principal


@admin.register(SiteText)
class SiteTextAdmin(Changing):
    list_display = ["kind", "changed_at", "changed_by"]
    list_select_related = ["changed_by"]
    ordering = ["kind"]
    fields = ["kind", "text", "changed_at", "changed_by"]
    changeable = ("text",)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Return the text, or one to begin with where nobody has written it yet."""
        found = super().get_object(request, object_id, from_field)
        if found is None and object_id in SiteTextKind.values:
            draft = render_to_string("site_text/privacy.txt") if object_id == SiteTextKind.PRIVACY else ""
            return SiteText(kind=object_id, text=draft)
        return found

    def may_act(self, row: SiteText, by: Principal) -> bool:
        return can(by, "administer")

    def act(self, row: SiteText, typed: dict[str, Any], by: Principal) -> None:
        change_site_text(kind=row.kind, text=typed["text"], by=by)

    def view_on_site(self, row: SiteText) -> str:
        return reverse(row.kind)
