"""Reports of abuse: to read, and to mark as done."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.actions.report import close_report
from league.admin.pages import Reading
from league.models import Report
from league.permissions import can
from league.principals import identify


@admin.register(Report)
class ReportAdmin(Reading):
    list_display = ["made_at", "where", "text", "email", "done_at"]
    list_filter = [("done_at", admin.EmptyFieldListFilter)]
    search_fields = ["page", "text", "email"]
    ordering = ["-made_at", "-pk"]
    fields = ["made_at", "where", "text", "email", "done_at"]
    readonly_fields = ["where"]
    actions = ["close"]

    @admin.display(description=_("page"))
    def where(self, report: Report) -> str:
        # Two slashes would lead to another site.
        if not report.page or report.page.startswith(("//", "/\\")):
            return report.page or "–"
        return format_html('<a href="{0}">{0}</a>', report.page)

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        context["may_close"] = self.has_close_permission(request) and not context["original"].done_at
        return super().render_change_form(request, context, *args, **kwargs)

    def has_close_permission(self, request: HttpRequest) -> bool:
        return can(identify(request.user), "administer")

    @admin.action(description=_("Mark as done"), permissions=["close"])
    def close(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        for report in queryset:
            close_report(report=report, by=identify(request.user))
        self.message_user(request, gettext("Marked as done."), messages.SUCCESS)
