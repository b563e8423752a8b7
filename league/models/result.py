"""Submissions: everything that was sent in for a match; and results: its accepted revisions."""

import json
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.decision import Decision
from league.models.match import Match, MatchStatus
from league.models.player import Player
from league.models.remark import Remark


class Verdict(models.TextChoices):
    ACCEPTED = "accepted", _("accepted")
    REFUSED = "refused", _("refused")
    OVERTAKEN = "overtaken", _("overtaken")
    WAITING = "waiting", _("waiting for confirmation")


KEPT_VERDICTS = (Verdict.ACCEPTED, Verdict.WAITING)


class Submission(models.Model):
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="submissions")
    key = models.UUIDField()  # the sender's own: the same key twice is one submission
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    # The player of the match who entered it, without helping to run the club: an opponent is asked to confirm it.
    reporter = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    base = models.PositiveIntegerField()  # the revision the sender had in front of them
    # What was sent, as JSON text: {"sheet", "played_on"}, or {"restores"} with the number of a version; the reason is
    # in "why". Not a JSONField: PostgreSQL's refuses some characters that people can type.
    content = models.TextField()
    verdict = models.CharField(max_length=20, choices=Verdict.choices)
    problems = models.TextField(default="[]")  # JSON text too: they quote what was sent in
    # Its result no longer counts, as if it had not been entered; of the club's day on which that was done.
    undone_at = models.DateTimeField(null=True)
    undone_on = models.DateField(null=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "key"], name="submission_key_unique"),
            models.CheckConstraint(
                condition=models.Q(verdict__in=Verdict.values), name="submission_verdict_is_known"
            ),
            # One result of a match waits at most.
            models.UniqueConstraint(
                fields=["match"],
                condition=models.Q(verdict=Verdict.WAITING),
                name="submission_one_waits",
            ),
            models.CheckConstraint(
                condition=models.Q(undone_at=None, undone_on=None, undone_by=None)
                | models.Q(verdict=Verdict.ACCEPTED, undone_at__isnull=False, undone_on__isnull=False),
                name="submission_undone_was_accepted",
            ),
        ]

    def __str__(self) -> str:
        return str(self.key)

    @property
    def sent(self) -> dict[str, Any]:
        """Return what was sent, by its names."""
        content: dict[str, Any] = json.loads(self.content)
        return content


class ReplyKind(models.TextChoices):
    CONFIRMED = "confirmed", _("confirmed")
    DISPUTED = "disputed", _("disputed")


class Reply(models.Model):
    """The reply to a result that another player has entered: it is right, or it is wrong.

    The first reply is the only one. A dispute is settled once: with what was entered, or with what the player says who
    disputes it.
    """

    submission = models.OneToOneField(Submission, on_delete=models.CASCADE, related_name="reply")
    kind = models.CharField(max_length=20, choices=ReplyKind.choices)
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+"
    )  # None: the club's staff
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    # How it was, for the player who disputes it: JSON text, {"sheet", "played_on"}; empty where they only say why.
    content = models.TextField(blank=True)
    remark = models.ForeignKey(Remark, on_delete=models.SET_NULL, null=True, related_name="replies")
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    settlement = models.ForeignKey(Remark, on_delete=models.SET_NULL, null=True, related_name="settlements")

    class Meta:
        verbose_name_plural = "replies"
        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=ReplyKind.values), name="reply_kind_is_known"),
            models.CheckConstraint(
                condition=models.Q(kind=ReplyKind.DISPUTED)
                | models.Q(content="", remark=None, settled_at=None),
                name="reply_only_disputes_say_more",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.submission_id} {self.kind}"

    @property
    def is_confirmed(self) -> bool:
        return self.kind == ReplyKind.CONFIRMED

    @property
    def is_open_dispute(self) -> bool:
        return self.kind == ReplyKind.DISPUTED and self.settled_at is None

    @property
    def sent(self) -> dict[str, Any]:
        """Return the result as the player has it who disputes it; empty where they only say why."""
        content: dict[str, Any] = json.loads(self.content or "{}")
        return content


RESULT_STATUSES = [MatchStatus.PLAYED.value, MatchStatus.FORFEIT.value, MatchStatus.VOID.value]


class ResultQuerySet(models.QuerySet["Result"]):
    def for_page(self) -> Self:
        """Load all that the page of a match tells of its result: who entered it, and what was said of it."""
        replies = (f"submission__reply__{name}" for name in ("player", "remark", "settlement"))
        return self.select_related("submission__reporter", *replies)

    def active(self) -> "ResultQuerySet":
        """Return the results that have not been revoked; of a match, the one with the highest number counts.

        A result is revoked with the decision that made it; where closing made it, by reopening the season;
        else by the user who undoes the entry.
        """
        return self.filter(decision__revoked_at=None, submission__undone_at=None).exclude(
            by_closing=True, generation__lt=models.F("match__generation")
        )


class Result(models.Model):
    """An accepted revision of a match's result; `Match.current` is the one that counts.

    Triggers keep it from being updated. It is deleted only where what made it was revoked: a decision, the closing
    of its season, or what somebody entered.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="results")
    generation = models.PositiveSmallIntegerField(default=1)  # see Match
    number = models.PositiveIntegerField()  # the revision
    # Made by closing the season, for want of a sheet; revoked when the season is reopened.
    by_closing = models.BooleanField(default=False)
    # The decision that made it, for want of a sheet or in spite of one; it is revoked with the decision.
    decision = models.ForeignKey(Decision, on_delete=models.PROTECT, null=True, related_name="results")
    submission = models.OneToOneField(Submission, on_delete=models.PROTECT, related_name="result")
    status = models.CharField(
        max_length=20, choices=[(s.value, s.label) for s in MatchStatus if s != MatchStatus.SCHEDULED]
    )
    played_on = models.DateField(null=True, blank=True)
    sheet = models.JSONField(null=True, blank=True)
    # Player keys by seat: whose entries it counts for, and in `seated_players` who sat there, if anybody was a
    # substitute.
    seats = models.JSONField()
    absent = models.JSONField(default=list, blank=True)  # seat numbers
    seated_players = models.JSONField(default=list, blank=True)
    effective_from = models.DateField(null=True)  # it counts as of this day (`--as-of`); null: always

    objects = ResultQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "generation", "number"], name="result_number_unique"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="result_number_from_1"),
            models.CheckConstraint(
                condition=models.Q(status__in=RESULT_STATUSES), name="result_status_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(status=MatchStatus.PLAYED, played_on__isnull=False, sheet__isnull=False)
                | (~models.Q(status=MatchStatus.PLAYED) & models.Q(sheet__isnull=True)),
                name="result_played_has_a_sheet",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def reason(self) -> str:
        """Return why it came: what was given with the decision that made it, or else with its submission."""
        reason: str = self.decision.reason if self.decision else self.submission.sent.get("why", "")
        return reason

    @property
    def restores(self) -> int | None:
        """Return the number of the version that it let count again."""
        return self.submission.sent.get("restores")
