"""Challenges on a ladder: who wants to play against whom, and what has become of it."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.models.division import Division, Entry
from league.models.match import Match


class ChallengeState(models.TextChoices):
    OPEN = "open", _("open")
    ENDED = "ended", _("ended")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("withdrawn")


HAS_MATCH = (ChallengeState.OPEN, ChallengeState.ENDED)


class Challenge(models.Model):
    """A challenge, numbered from 1 in its division. Its match is made with it, and is due by the deadline.

    A challenge that has been played or missed is `ended`: which of both follows from the match and the day. This is
    stored so that a constraint can keep a player from having two open challenges on the same side; that it is not one
    on each side is checked under the lock of the division. A challenge that was declined or withdrawn has no match
    any more.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="challenges")
    number = models.PositiveIntegerField()
    challenger = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="challenges_made")
    challenged = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="challenges_received")
    made_on = models.DateField()
    state = models.CharField(max_length=20, choices=ChallengeState.choices, default=ChallengeState.OPEN)
    # The day on which it was declined or withdrawn, or its match was decided without being played.
    settled_on = models.DateField(null=True, blank=True)
    match = models.OneToOneField(
        Match, on_delete=models.RESTRICT, null=True, blank=True, related_name="challenge"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="challenge_number_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="challenge_number_from_1"),
            models.CheckConstraint(
                condition=Q(state__in=ChallengeState.values), name="challenge_state_is_known"
            ),
            models.CheckConstraint(condition=~Q(challenger=F("challenged")), name="challenge_of_another"),
            models.UniqueConstraint(
                fields=["challenger"],
                condition=Q(state=ChallengeState.OPEN),
                name="challenge_open_once_a_challenger",
            ),
            models.UniqueConstraint(
                fields=["challenged"],
                condition=Q(state=ChallengeState.OPEN),
                name="challenge_open_once_a_challenged",
            ),
            models.CheckConstraint(
                condition=Q(state__in=HAS_MATCH, match__isnull=False)
                | (~Q(state__in=HAS_MATCH) & Q(match__isnull=True, settled_on__isnull=False)),
                name="challenge_has_a_match_or_was_settled",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.division_id}/{self.number}"
