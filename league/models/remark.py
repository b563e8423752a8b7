"""Remarks: the reasons of decisions, in free text that can be deleted again."""

from django.db import models

from league.models.club import Club

MAX_TEXT_LENGTH = 2000  # in a club file; on pages it is much shorter
MAX_NOTE_LENGTH = 1000


class Remark(models.Model):
    """The public reason of a decision, and what only the club's staff reads.

    Rows that are never changed hold its number only, so that the words can go when they have to.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="remarks")
    text = models.CharField(max_length=MAX_TEXT_LENGTH)
    note = models.CharField(max_length=MAX_NOTE_LENGTH, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=~models.Q(text=""), name="remark_has_a_text")]

    def __str__(self) -> str:
        return self.text
