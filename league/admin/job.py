"""Jobs: to read, and to run again."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.actions.errors import ActionError
from league.actions.job import retry_job
from league.actions.mail_check import send_test_mail
from league.admin.pages import Reading
from league.models import Job
from league.permissions import can
from league.principals import identify


@admin.register(Job)
class JobAdmin(Reading):
    list_display = ["created_at", "kind", "state", "attempts", "due_at", "done_at", "problem"]
    list_filter = ["state", "kind"]
    search_fields = ["kind", "problem"]
    ordering = ["-pk"]
    actions = ["run_again"]

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.send_test_mail)
        return [path("test-mail/", view, name="league_job_test_mail"), *super().get_urls()]

    def send_test_mail(self, request: HttpRequest) -> HttpResponse:
        """Mail to whoever presses the button on the start page."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        try:
            send_test_mail(by=identify(request.user))
        except PermissionDenied as error:
            raise PermissionDenied from error
        said = gettext("A mail to your address is on its way. If it cannot be sent, this page will say why.")
        self.message_user(request, said, messages.SUCCESS)
        return redirect("admin:index")

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        context["may_run_again"] = self.has_run_again_permission(request)
        return super().render_change_form(request, context, *args, **kwargs)

    def has_run_again_permission(self, request: HttpRequest) -> bool:
        return can(identify(request.user), "administer")

    @admin.action(description=_("Run again"), permissions=["run_again"])
    def run_again(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        sent = 0
        for job in queryset:
            try:
                retry_job(job=job, by=identify(request.user))
                sent += 1
            except ActionError as refused:
                said = refused.problems[0].message.translate(gettext)
                self.message_user(request, f"{job.kind}: {said}", messages.WARNING)
        if sent:
            said = ngettext("%(count)d job runs again.", "%(count)d jobs run again.", sent) % {"count": sent}
            self.message_user(request, said, messages.SUCCESS)
