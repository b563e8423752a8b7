"""The start page of the administration: for administrators of the whole site, above the tables."""

from typing import Any

from django.contrib import admin
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse

from league.actions.actor import Actor
from league.queries.pages.administration import start_page


def index(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Show what an administrator may have to do; others of the staff see their tables only."""
    page = start_page() if Actor(request.user).is_administrator else None
    return AdminSite.index(admin.site, request, {**(extra_context or {}), "page": page})
