"""Results and submissions: to read. The database itself refuses to change a result."""

from django.contrib import admin

from league.admin.pages import Reading, only
from league.models import Result, Submission


@admin.register(Result)
class ResultAdmin(Reading):
    list_display = ["match", "number", "match__club", "status", "played_on", "counts_from"]
    list_select_related = ["match__club"]
    list_filter = ["status", *only("match__club")]
    search_fields = ["match__key"]
    ordering = ["-pk"]


@admin.register(Submission)
class SubmissionAdmin(Reading):
    list_display = ["at", "match", "match__club", "by", "verdict"]
    list_select_related = ["match__club", "by"]
    list_filter = ["verdict", *only("match__club")]
    search_fields = ["match__key", "by__email"]
    ordering = ["-pk"]
