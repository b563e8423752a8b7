"""The audit log: who did what to which object, when and why, and what it was before and after."""

from django.conf import settings
from django.db import models

from league.models.club import Club

VERSION = 1  # of what new events say


class Event(models.Model):
    """A change, by whom and when; triggers keep it from being updated or deleted.

    `action` is the verb, `noun` and `key` the object. `by` is a person; where a part of the installation acted,
    `principal` has its name, such as "command line". Events of version 0 are from before that was written down.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="events")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    principal = models.CharField(max_length=40, blank=True)
    action = models.CharField(max_length=40)
    noun = models.CharField(max_length=40)
    key = models.CharField(max_length=220)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    why = models.TextField(blank=True)
    version = models.PositiveSmallIntegerField(default=VERSION)

    class Meta:
        indexes = [models.Index(fields=["club", "-at"], name="event_by_club")]

    def __str__(self) -> str:
        return f"{self.action} {self.noun} {self.key}"
