"""Jobs: to read, and to run again."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.actions.actor import Actor
from league.actions.errors import ActionError
from league.actions.job import retry_job
from league.admin.pages import Reading
from league.models import Job


@admin.register(Job)
class JobAdmin(Reading):
    list_display = ["created_at", "kind", "state", "attempts", "due_at", "done_at", "problem"]
    list_filter = ["state", "kind"]
    search_fields = ["kind", "problem"]
    ordering = ["-pk"]
    actions = ["run_again"]

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        context["may_run_again"] = self.has_run_again_permission(request)
        return super().render_change_form(request, context, *args, **kwargs)

    def has_run_again_permission(self, request: HttpRequest) -> bool:
        return Actor(request.user).is_administrator

    @admin.action(description=_("Run again"), permissions=["run_again"])
    def run_again(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        sent = 0
        for job in queryset:
            try:
                retry_job(job=job, by=Actor(request.user))
                sent += 1
            except ActionError as refused:
                said = refused.problems[0].message.translate(gettext)
                self.message_user(request, f"{job.kind}: {said}", messages.WARNING)
        if sent:
            said = ngettext("%(count)d job runs again.", "%(count)d jobs run again.", sent) % {"count": sent}
            self.message_user(request, said, messages.SUCCESS)
