"""Reminders: some days before a match is due, each of its players with an account gets a mail."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from league.actions.batches import BATCH_SIZE
from league.actions.job import enqueue_for_users, notify_after_commit
from league.models import Club, Division, Job, Match, Season, Seat, User
from league.models.job import JobState
from league.models.match import MatchStatus
from league.models.notification import MATCH_DUE
from league.models.season import SeasonState
from league.notifications.delivery import activate_language
from league.notifications.switches import send_notification
from league.queries.confirmations import has_waiting
from league.queries.game_words import name_round
from league.queries.links import build_url
from league.queries.location import locate_season
from league.queries.notifications import find_recipient
from league.rules.field_types import parse_day

REMIND_JOB, MAIL_JOB = "remind-players", "mail-reminder"
MAX_REMIND_DAYS = 60
REMINDER_TIME = time(9)  # club time


@dataclass(frozen=True)
class DueMatch:
    """A match that is still to be played, as the recipient, one of its players, may read it.

    On a ladder it is a challenge, which has a number instead of the round.
    """

    players: tuple[str, ...]
    division: Division | None  # None where all of a tournament play in it
    round: str  # as it stands within a sentence
    due_on: date | None
    link: str
    challenge: int | None = None


def plan_reminders(season: Season, *, moved_to: date | None = None, repeat: bool = False) -> None:
    """Create a job for each coming day on which matches of an open season are due, unless it exists.

    `moved_to` is a day to which matches have been moved: its job may have run already, without the players
    who now play that day. Nothing is needed for the day it was moved from, as that day's job looks for
    itself. With `repeat`, this holds for every day: its job may have run, for other matches or
    players, or while the season was closed. Runs 3 queries, more only by batches of rows; none if no player
    is to be reminded.
    """
    if not season.remind_days or season.state != SeasonState.OPEN:
        return
    zone, now = season.competition.club.tzinfo, timezone.now()
    due = _filter_scheduled(season.pk).filter(due_on__gte=timezone.localdate(now, zone))
    planned = Job.objects.filter(kind=REMIND_JOB, arguments__season=season.pk)
    known = {
        job.arguments["day"]
        for job in planned
        if job.state == JobState.WAITING
        or not (repeat or (moved_to and job.arguments["day"] == moved_to.isoformat()))
    }
    jobs = [
        Job(
            kind=REMIND_JOB,
            arguments={"season": season.pk, "day": day.isoformat()},
            created_at=now,
            due_at=datetime.combine(day - timedelta(season.remind_days), REMINDER_TIME, zone),
        )
        for day in due.order_by("due_on").values_list("due_on", flat=True).distinct()
        if day and day.isoformat() not in known
    ]
    Job.objects.bulk_create(jobs, batch_size=BATCH_SIZE)
    if due_jobs := [job for job in jobs if job.due_at <= now]:
        notify_after_commit(due_jobs)


def resume_reminders(club: Club) -> None:
    """Plan the reminders that were left out while the club was suspended."""
    seasons = Season.objects.filter(competition__club=club, state=SeasonState.OPEN, remind_days__gt=0)
    for season in seasons.select_related("competition__club").order_by("pk"):
        plan_reminders(season, repeat=True)


def drop_reminders(season: Season) -> None:
    """Delete the planned reminders, as the match days or the number of days before them have changed."""
    Job.objects.filter(kind=REMIND_JOB, arguments__season=season.pk, state=JobState.WAITING).delete()


def remind_players(*, season: int, day: str) -> None:
    """Create a mail job for each player with an account and a match due that day, once, however often it runs.

    Locks the season: two concurrent jobs of one day would both mail all players. Runs 5 queries, more only by batches
    of rows.
    """
    list(Season.objects.select_for_update(no_key=True).filter(pk=season).values_list("pk", flat=True))
    open_season = _find_open_season(season)
    now = timezone.now()
    if open_season is None or parse_day(day) < timezone.localdate(now, open_season.competition.club.tzinfo):
        return
    mailed = {
        job.arguments["user"]
        for job in Job.objects.filter(kind=MAIL_JOB, arguments__season=season, arguments__day=day)
    }
    players = Seat.objects.filter(
        match__in=_filter_scheduled(season).filter(due_on=day), player__user__isnull=False
    )
    users = set(players.values_list("player__user", flat=True)) - mailed
    enqueue_for_users(MAIL_JOB, users, season=season, day=day)


def mail_reminder(*, season: int, day: str, user: int) -> None:
    """Send the reminder as things are now.

    Players who have played by now, have left, have not proved their address, or want no reminders get none. 7 queries.
    """
    found = find_recipient(user, [MATCH_DUE])
    open_season = _find_open_season(season)
    if found is None or open_season is None:
        return
    recipient, kinds = found
    activate_language(recipient)
    own = (
        _filter_scheduled(season)
        .filter(due_on=day, seats__player__user=recipient)
        .select_related("division__season__competition", "round")
        .prefetch_related("seats__player")
        .order_by("round__stage__number", "round__number", "division__level", "table")
    )
    matches = [build_due_match(match, open_season.competition.club.slug, recipient) for match in own]
    if not matches:
        return
    send_notification(
        "reminder",
        to=recipient,
        kinds=kinds,
        where=locate_season(open_season),
        day=parse_day(day),
        matches=matches,
    )


def _find_open_season(season: int) -> Season | None:
    """Return the season, with its competition and club, while it is open and the club is not suspended; 1 query."""
    seasons = Season.objects.select_related("competition__club").filter(pk=season, state=SeasonState.OPEN)
    return seasons.filter(competition__club__in=Club.objects.visible()).first()


def _filter_scheduled(season: int) -> QuerySet[Match]:
    scheduled = Match.objects.filter(division__season=season, status=MatchStatus.SCHEDULED)
    return scheduled.exclude(has_waiting())


def build_due_match(match: Match, club: str, viewer: User) -> DueMatch:
    """Return the data that mails show of a match that was read with its season, round and seats."""
    seats = sorted(match.seats.all(), key=lambda seat: seat.number)
    return DueMatch(
        players=tuple(seat.player.get_name_for(viewer) for seat in seats),
        division=None if match.division.is_whole_field else match.division,
        round=name_round(match.division.season, match.round.number, begins=False).translate(gettext),
        due_on=match.due_on,
        link=build_url("match", club, match.key),
        challenge=match.table if match.division.is_ladder else None,
    )
