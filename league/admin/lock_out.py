"""Log-ins that were tried with a wrong password; too many lock them for a while, unless they are unlocked here."""

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.user import unlock_log_in
from league.admin.pages import Reading
from league.permissions import can
from league.principals import identify


@admin.register(AccessAttempt)
class AccessAttemptAdmin(Reading):
    list_display = ["attempt_time", "username", "ip_address", "failures_since_start", "locked"]
    search_fields = ["username", "ip_address"]
    ordering = ["-attempt_time", "-pk"]
    # What was typed into the form is nobody's to read.
    fields = ["attempt_time", "username", "ip_address", "user_agent", "failures_since_start"]
    actions = ["unlock"]

    @admin.display(boolean=True, description=_("locked"))
    def locked(self, attempt: AccessAttempt) -> bool:
        return bool(attempt.failures_since_start >= settings.AXES_FAILURE_LIMIT)

    def has_unlock_permission(self, request: HttpRequest) -> bool:
        return can(identify(request.user), "administer")

    @admin.action(description=_("Unlock"), permissions=["unlock"])
    def unlock(self, request: HttpRequest, queryset: QuerySet[AccessAttempt]) -> None:
        for attempt in list(queryset):
            unlock_log_in(username=attempt.username, ip_address=attempt.ip_address, by=identify(request.user))
        self.message_user(request, gettext("They may try again now."), messages.SUCCESS)
