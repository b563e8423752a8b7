"""Notifications: the mails that people can switch off, each kind by itself."""

from dataclasses import dataclass

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.models.user import User


@dataclass(frozen=True)
class NotificationKind:
    """A kind of mail, by its key; `is_on` is what holds for those who have not chosen."""

    key: str
    label: Promise
    about: Promise
    is_on: bool = True


MATCH_DUE, RESULT_ENTERED, RESULT_CHANGED = "match-due", "result-entered", "result-changed"
RESULT_DISPUTED = "result-disputed"
SEASON_OPENED, SEASON_CLOSED = "season-opened", "season-closed"
ROUND_PUBLISHED = "round-published"
PLACE_FREE = "place-free"
JOIN_REQUEST = "join-request"
NOTIFICATION_KINDS = {
    kind.key: kind
    for kind in (
        NotificationKind(
            MATCH_DUE,
            _("Matches to play"),
            _("A reminder some days before a match, if the season has reminders."),
        ),
        NotificationKind(
            RESULT_ENTERED,
            _("Results entered for you"),
            _("When a scorer or another player has entered your results: one e-mail a night."),
        ),
        NotificationKind(
            RESULT_CHANGED,
            _("Changes to your results"),
            _("When a result of yours is edited, undone or overruled: before, now, and the reason."),
        ),
        NotificationKind(
            RESULT_DISPUTED,
            _("Disputes"),
            _(
                "When a result of yours is disputed, and how it is settled; as an organiser, disputes to settle."
            ),
        ),
        NotificationKind(
            ROUND_PUBLISHED,
            _("Rounds of a tournament"),
            _("Where you sit and against whom, as soon as a round is published."),
        ),
        NotificationKind(
            SEASON_OPENED, _("Start of a season"), _("Your division, and your first matches in it.")
        ),
        NotificationKind(
            SEASON_CLOSED,
            _("End of a season"),
            _("Your final position, and whether you are promoted or relegated."),
        ),
        NotificationKind(
            PLACE_FREE,
            _("Places in tournaments"),
            _("When you move up from the waiting list of a tournament."),
        ),
        NotificationKind(
            JOIN_REQUEST,
            _("Requests to join a club"),
            _("The answer to your request; as an organiser, requests to answer."),
        ),
    )
}


class NotificationSwitch(models.Model):
    """A user's choice for a kind of notification."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="notification_switches")
    kind = models.CharField(max_length=40)  # any: those of a later or an earlier release do no harm
    is_on = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "kind"], name="notification_switch_once_a_kind")
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.kind} {'on' if self.is_on else 'off'}"
