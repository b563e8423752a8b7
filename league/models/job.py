"""Jobs: work to be done later, in the database until it is done."""

from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _


class JobState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


class JobQuerySet(models.QuerySet["Job"]):
    def due(self, now: datetime) -> "JobQuerySet":
        """Return the jobs that wait and are due, and those left by a worker that died.

        The `due_at` of a running job is the time after which its worker is taken for dead.
        """
        return self.filter(state__in=[JobState.WAITING, JobState.RUNNING], due_at__lte=now)


class Job(models.Model):
    kind = models.CharField(max_length=60)
    arguments = models.JSONField(default=dict)
    state = models.CharField(max_length=20, choices=JobState.choices, default=JobState.WAITING)
    attempts = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)
    error = models.TextField(blank=True)
    result = models.TextField(blank=True)  # its result as JSON, where a page waits to show it

    objects = JobQuerySet.as_manager()

    class Meta:
        indexes = [
            # Of all states: SQLite takes none of a condition for values that are bound.
            models.Index(fields=["state", "due_at"], name="job_by_state")
        ]
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=JobState.values), name="job_state_is_known"),
            # Every process has a scheduler that plans the daily job.
            models.UniqueConstraint(
                fields=["kind"],
                condition=models.Q(kind="clean-up", state__in=[JobState.WAITING, JobState.RUNNING]),
                name="job_cleans_up_once_a_day",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"
