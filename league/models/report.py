"""Reports of abuse: what a reader wrote about a page."""

from django.db import models

MAX_REPORT_LENGTH = 1000
MAX_PAGE_LENGTH = 300


class ReportQuerySet(models.QuerySet["Report"]):
    def open(self) -> "ReportQuerySet":
        return self.filter(done_at=None)


class Report(models.Model):
    page = models.CharField(max_length=MAX_PAGE_LENGTH, blank=True)  # its path; empty for the site as a whole
    text = models.CharField(max_length=MAX_REPORT_LENGTH)
    email = models.EmailField(blank=True)  # where to answer
    made_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    objects = ReportQuerySet.as_manager()

    class Meta:
        constraints = [models.CheckConstraint(condition=~models.Q(text=""), name="report_says_something")]

    def __str__(self) -> str:
        return self.page or "/"
