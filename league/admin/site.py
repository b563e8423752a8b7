"""The administrators' site itself: its log-in and its start page, above the tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import admin
from django.contrib.admin import AdminSite
from django.contrib.auth.models import Group
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import list_broken_plugins
from league.actions.limits import get_use_count
from league.admin.clubs import filter_ownerless, list_clubs
from league.models import Club, Event, Job, MailFailure, Report, SiteText, User
from league.models.job import JobState
from league.models.site_text import SiteTextKind
from league.notifications.delivery import MAILS_A_DAY
from league.permissions import can
from league.principals import identify

MAX_LISTED = 10  # of each list of the start page
SIGN_UP_PERIOD = timedelta(days=7)


@secure_admin_login  # type: ignore[untyped-decorator]
def log_in(request: HttpRequest, extra_context: object = None) -> HttpResponse:
    """Redirect users who have logged in; others get our own log-in page, which counts wrong passwords."""
    return redirect("admin:index")


def change_password(request: HttpRequest, extra_context: object = None) -> HttpResponse:
    return redirect("account_change_password")


def show_start(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Show an administrator's tasks; other staff see only their tables."""
    context = dict(extra_context or {})
    if can(identify(request.user), "administer"):
        context["start"] = get_start_context()
    return AdminSite.index(admin.site, request, context)


admin.site.site_title = admin.site.site_header = _("Boolie administration")
admin.site.index = show_start  # type: ignore[method-assign,assignment]
admin.site.index_template = "admin/start.html"
admin.site.index_title = _("Site administration")
admin.site.login = log_in  # type: ignore[method-assign]
admin.site.password_change = change_password  # type: ignore[method-assign,assignment]
admin.site.disable_action("delete_selected")
# These would be written without actions, or hold keys to sessions.
admin.site.unregister([Group, EmailAddress, Authenticator, UserSession])


# --- the start page


@dataclass(frozen=True)
class Listed:
    """The first rows of a list, and their total number."""

    rows: Sequence[object]
    total: int

    @property
    def more(self) -> int:
        return self.total - len(self.rows)


def get_start_context() -> dict[str, Any]:
    """Return what may need an administrator. 16 queries, and 1 for each list that is longer than its shown part."""
    clubs = list_clubs()
    users = User.objects.filter(deleted_at=None)
    written = set(SiteText.objects.exclude(text="").values_list("kind", flat=True))
    return {
        "clubs": _list(clubs.order_by(F("last_activity").desc(nulls_last=True), "pk")),
        "hidden_clubs": Club.objects.exclude(pk__in=Club.objects.visible()).count(),
        "ownerless": _list(filter_ownerless(clubs).order_by("name", "pk")),
        "sign_ups": _list(
            users.filter(date_joined__gt=timezone.now() - SIGN_UP_PERIOD).order_by("-date_joined")
        ),
        "waiting": _list(users.filter(waiting_since__isnull=False).order_by("waiting_since")),
        "broken_plugins": list_broken_plugins(),
        "events": Event.objects.select_related("club").order_by("-pk")[:MAX_LISTED],
        "failed_jobs": _list(Job.objects.filter(state=JobState.FAILED).order_by("-due_at")),
        "reports": _list(Report.objects.open().order_by("made_at")),
        "mails_today": get_use_count(MAILS_A_DAY, ""),
        "max_mails": settings.MAX_MAILS_A_DAY,
        "mail_failure": _find_mail_failure(),
        "texts": [(kind, kind in written) for kind in SiteTextKind],
    }


def _list(rows: "QuerySet[Club] | QuerySet[User] | QuerySet[Job] | QuerySet[Report]") -> Listed:
    first = list(rows[: MAX_LISTED + 1])
    total = rows.count() if len(first) > MAX_LISTED else len(first)
    return Listed(first[:MAX_LISTED], total)


def _find_mail_failure() -> tuple[datetime, str] | None:
    """Return when a mail last failed, and why; None if none failed. 2 queries."""
    failures: list[tuple[datetime, str]] = [
        *Job.objects.filter(kind__startswith="mail-", attempts__gt=0)
        .exclude(error="")
        .order_by("-due_at")
        .values_list("due_at", "error")[:1],
        *MailFailure.objects.values_list("at", "problem"),
    ]
    if not failures:
        return None
    at, problem = max(failures)
    return min(at, timezone.now()), problem  # a job has the time of its next attempt
