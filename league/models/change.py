"""The audit log: who did what to which object, when and why, and what it was before and after."""

from django.conf import settings
from django.db import models

from league.models.club import Club


class Change(models.Model):
    """An event of the audit log; triggers keep it from being updated or deleted."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="changes")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    action = models.CharField(max_length=40)  # the verb, as the club would say it
    noun = models.CharField(max_length=40)
    key = models.CharField(max_length=220)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    why = models.TextField(blank=True)

    class Meta:
        indexes = [models.Index(fields=["club", "-at"], name="change_by_club")]

    def __str__(self) -> str:
        return f"{self.action} {self.noun} {self.key}"
