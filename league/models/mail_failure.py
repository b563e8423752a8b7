"""The last mail that could not be sent from memory, for the administrators to see."""

from django.db import models

MAX_PROBLEM_LENGTH = 200


class MailFailure(models.Model):
    """One row at most: mails that jobs send have their own."""

    at = models.DateTimeField()
    problem = models.CharField(max_length=MAX_PROBLEM_LENGTH)

    def __str__(self) -> str:
        return self.problem
