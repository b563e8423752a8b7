"""Reminders: some days before matches are due, each player who has one to play and an account gets a mail."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from league.actions.bulk import CHUNK
from league.actions.job import wake
from league.actions.mail import deliver, link, written
from league.models import Job, Match, Season, Seat, User
from league.models.job import JobState
from league.models.match import Status
from league.models.season import State
from league.queries.pages.words import where
from league.rules.texts import parse_day

PLAN, MAIL = "remind-players", "mail-reminder"
MOST_REMIND_DAYS = 60
AT = time(9)  # club time


@dataclass(frozen=True)
class Due:
    """A match that is still to be played, as one of its players may read it."""

    players: tuple[str, ...]
    division: str
    round: int
    link: str


def plan_reminders(season: Season, *, moved_to: date | None = None, again: bool = False) -> None:
    """Leaves a job for each day to come on which something of an open season is due, for those that have none yet.

    `moved_to`: something is due there now, and whose turn that is may not have been told. What was moved away needs
    nothing: its day's job looks for itself. `again`: so it is of every day, for the season had been closed, and jobs
    that came due meanwhile have told nobody. 3 queries, more only by bulk chunks; none where nobody is to be reminded.
    """
    if not season.remind_days or season.state != State.OPEN:
        return
    zone, now = season.competition.club.zone, timezone.now()
    due = _waiting(season.pk).filter(due_on__gte=timezone.localdate(now, zone))
    planned = Job.objects.filter(kind=PLAN, arguments__season=season.pk)
    known = {
        job.arguments["day"]
        for job in planned
        if job.state == JobState.WAITING
        or not (again or (moved_to and job.arguments["day"] == moved_to.isoformat()))
    }
    jobs = [
        Job(
            kind=PLAN,
            arguments={"season": season.pk, "day": day.isoformat()},
            created_at=now,
            due_at=datetime.combine(day - timedelta(season.remind_days), AT, zone),
        )
        for day in due.order_by("due_on").values_list("due_on", flat=True).distinct()
        if day and day.isoformat() not in known
    ]
    Job.objects.bulk_create(jobs, batch_size=CHUNK)
    if any(job.due_at <= now for job in jobs):
        transaction.on_commit(lambda: wake(PLAN), robust=True)


def drop_reminders(season: Season) -> None:
    """Takes away what is planned for days that are others now, or are to be told of so many other days before."""
    Job.objects.filter(kind=PLAN, arguments__season=season.pk, state=JobState.WAITING).delete()


def remind_players(*, season: int, day: str) -> None:
    """Leaves a mail for everybody who has an account and a match to play by that day: once, however often it is asked.

    4 queries, more only by bulk chunks.
    """
    found = Season.objects.select_related("competition__club").filter(pk=season, state=State.OPEN).first()
    now = timezone.now()
    if found is None or parse_day(day) < timezone.localdate(now, found.competition.club.zone):
        return
    told = {
        job.arguments["user"]
        for job in Job.objects.filter(kind=MAIL, arguments__season=season, arguments__day=day)
    }
    players = Seat.objects.filter(match__in=_waiting(season).filter(due_on=day), player__user__isnull=False)
    users = set(players.values_list("player__user", flat=True)) - told
    Job.objects.bulk_create(
        [
            Job(kind=MAIL, arguments={"season": season, "day": day, "user": user}, created_at=now, due_at=now)
            for user in sorted(users)
        ],
        batch_size=CHUNK,
    )
    if users:
        transaction.on_commit(lambda: wake(MAIL), robust=True)


def mail_reminder(*, season: int, day: str, user: int) -> None:
    """Sends it, as things are now: to nobody who has played meanwhile, has left or has no address."""
    recipient = User.objects.filter(pk=user, is_active=True).first()
    found = Season.objects.select_related("competition__club").filter(pk=season, state=State.OPEN).first()
    if not (recipient and recipient.email and found):
        return
    own = (
        _waiting(season)
        .filter(due_on=day, seats__player__user=recipient)
        .select_related("division")
        .prefetch_related("seats__player")
        .order_by("round", "division__level", "table")
    )
    matches = [_due(match, found.competition.club.slug, recipient) for match in own]
    if not matches:
        return
    subject, text = written(
        "reminder.txt", recipient=recipient, where=where(found), day=parse_day(day), matches=matches
    )
    deliver(to=recipient.email, subject=subject, text=text)


def _waiting(season: int) -> QuerySet[Match]:
    return Match.objects.filter(division__season=season, status=Status.SCHEDULED)


def _due(match: Match, club: str, viewer: User) -> Due:
    seats = sorted(match.seats.all(), key=lambda seat: seat.number)
    return Due(
        players=tuple(seat.player.shown_to(viewer) for seat in seats),
        division=match.division.name,
        round=match.round,
        link=link("match", club, match.key),
    )
