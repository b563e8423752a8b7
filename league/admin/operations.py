"""The operation of the site: jobs, the audit log, reports of abuse, and the texts that administrators write."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.actions.errors import ActionError
from league.actions.job import retry_job
from league.actions.mail_check import send_test_mail
from league.actions.report import close_report
from league.actions.site_text import change_site_text
from league.admin.base import EditableAdmin, ReadOnlyAdmin, filter_by_related
from league.models import Event, Job, Report, SiteText
from league.models.site_text import SiteTextKind
from league.permissions import can
from league.principals import Principal, identify


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    list_display = ["created_at", "kind", "state", "attempts", "due_at", "done_at", "error"]
    list_filter = ["state", "kind"]
    search_fields = ["kind", "error"]
    ordering = ["-pk"]
    actions = ["run_again"]

    @admin.action(description=_("Run again"), permissions=["administer"])
    def run_again(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        sent = 0
        for job in queryset:
            try:
                retry_job(job=job, by=identify(request.user))
                sent += 1
            except ActionError as refused:
                problem = refused.problems[0].message.translate(gettext)
                self.message_user(request, f"{job.kind}: {problem}", messages.WARNING)
        if sent:
            message = ngettext("%(count)d job runs again.", "%(count)d jobs run again.", sent) % {
                "count": sent
            }
            self.message_user(request, message, messages.SUCCESS)

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.send_test_mail)
        return [path("test-mail/", view, name="league_job_test_mail"), *super().get_urls()]

    def send_test_mail(self, request: HttpRequest) -> HttpResponse:
        """Send a test mail to the administrator who presses the button on the start page."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        send_test_mail(by=identify(request.user))
        message = gettext(
            "We have sent an e-mail to your address. If it can't be delivered, this page will say why."
        )
        self.message_user(request, message, messages.SUCCESS)
        return redirect("admin:index")


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    list_display = ["at", "club", "actor", "action", "noun", "key"]
    list_select_related = ["club", "by"]
    list_filter = [*filter_by_related("club"), "action", "noun"]
    search_fields = ["key", "by__email", "principal", "why"]
    date_hierarchy = "at"
    ordering = ["-at", "-pk"]

    @admin.display(description=_("by"), ordering="by")
    def actor(self, event: Event) -> str:
        """Return the actor: a person, or a part of the installation."""
        return str(event.by or event.principal or "-")


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
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

    def offers_button(self, action: str, row: Report) -> bool:
        return row.done_at is None

    @admin.action(description=_("Mark as done"), permissions=["administer"])
    def close(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        for report in queryset:
            close_report(report=report, by=identify(request.user))
        self.message_user(request, gettext("Marked as done."), messages.SUCCESS)


@admin.register(SiteText)
class SiteTextAdmin(EditableAdmin):
    """Imprint, contact and privacy."""

    list_display = ["kind", "changed_at", "changed_by"]
    list_select_related = ["changed_by"]
    ordering = ["kind"]
    fields = ["kind", "text", "changed_at", "changed_by"]
    editable_fields = ("text",)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Return the text, or an empty one where it has not been written yet."""
        row = super().get_object(request, object_id, from_field)
        if row is None and object_id in SiteTextKind.values:
            draft = render_to_string("site_text/privacy.txt") if object_id == SiteTextKind.PRIVACY else ""
            return SiteText(kind=object_id, text=draft)
        return row

    def can_edit(self, row: SiteText, by: Principal) -> bool:
        return can(by, "administer")

    def save_typed(self, row: SiteText, typed: dict[str, Any], by: Principal) -> None:
        change_site_text(kind=row.kind, text=typed["text"], by=by)

    def view_on_site(self, row: SiteText) -> str:
        return reverse(row.kind)
