"""The start page of the administration: for administrators of the whole site, above the tables."""

from typing import Any

from django.contrib import admin
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse

from league.actions.limits import get_use_count
from league.actions.mail import MAILS_A_DAY
from league.permissions import can
from league.principals import identify
from league.queries.pages.administration import start_page


def index(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Show what an administrator may have to do; others of the staff see their tables only."""
    page = None
    if can(identify(request.user), "administer"):
        page = start_page(mails_sent_today=get_use_count(MAILS_A_DAY, ""))
    return AdminSite.index(admin.site, request, {**(extra_context or {}), "page": page})
