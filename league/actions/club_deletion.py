"""Delete a club: at first it is only hidden and can be restored, then everything of it goes.

See docs/administrators.md, Clubs that are suspended or deleted; docs/decisions/0036-clubs-are-deleted-late.md.
"""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from games.problems import _
from league.actions.batches import PAUSE
from league.actions.changes import change
from league.actions.errors import ActionError
from league.actions.limits import Limit, count_use
from league.models import (
    Award,
    BoardSet,
    Bye,
    Challenge,
    Club,
    Competition,
    Decision,
    Division,
    Entry,
    Event,
    Invitation,
    Job,
    JoinRequest,
    Match,
    Membership,
    Player,
    PlayerMerge,
    Registration,
    Remark,
    Reply,
    Report,
    Result,
    RetiredSlug,
    Round,
    ScreenLink,
    Season,
    Seat,
    SheetDraft,
    Stage,
    Standing,
    Statistics,
    Submission,
    Variant,
)
from league.models.club import RESTORE_PERIOD
from league.models.match import MatchStatus
from league.notifications.clubs import notify_owners
from league.notifications.reminders import resume_reminders
from league.principals import Principal
from league.rules.validation import build_problem

BATCH_SIZE = 1000  # rows deleted in a transaction, so that others can write in between
DELETIONS = Limit("club-deletions", most=5, period=timedelta(days=1))  # each is a mail to every owner


def delete_club(*, club: Club, name: str, by: Principal) -> None:
    """Hide a club, whose rows the daily job will delete when RESTORE_PERIOD is over; tell its owners.

    `name` was typed to confirm it. Owners may not delete a club that is suspended, administrators may. Locks
    the club. Raises PermissionDenied; ActionError for another name, and if it is deleted already; LimitReached.
    """
    with change("delete_club", club, permission="delete-club", by=by) as event:
        club = event.club
        if club.deleted_at is not None:
            sentence = _("The club has already been deleted.")
            raise ActionError(build_problem("", "deleted-already", sentence))
        if _fold_name(name) != _fold_name(club.name):
            sentence = _("This is not the club's name. Enter {name} to confirm that you want to delete it.")
            raise ActionError(build_problem("name", "other-name", sentence, name=club.name))
        count_use(DELETIONS, str(club.pk))
        club.deleted_at = timezone.now()
        club.save(update_fields=["deleted_at"])
        event.log("club", club.slug)
        notify_owners(club, "deleted")


def restore_club(*, club: Club, by: Principal) -> None:
    """Bring a deleted club back as it was.

    Its owners may, unless it is suspended as well, and administrators. Locks the club. Raises PermissionDenied;
    ActionError if it is not deleted, or if it is too late.
    """
    with change("restore_club", club, permission="restore-club", by=by) as event:
        club = event.club
        if club.deleted_at is None:
            raise ActionError(build_problem("", "not-deleted", _("This club hasn't been deleted.")))
        if club.erasing_since is not None or club.erased_from <= timezone.now():
            sentence = _("Too late: the club is being deleted for good.")
            raise ActionError(build_problem("", "too-late", sentence))
        club.deleted_at = None
        club.save(update_fields=["deleted_at"])
        event.log("club", club.slug)
        notify_owners(club, "restored")
        if not club.is_hidden:
            resume_reminders(club)


def erase_deleted_clubs(now: datetime) -> int:
    """Delete everything of the clubs whose time to be restored is over, and return how many those were.

    Runs in transactions of its own, at most BATCH_SIZE rows in each. It may be stopped at any time and begun again.
    """
    erased = 0
    for club in Club.objects.filter(deleted_at__lte=now - RESTORE_PERIOD).order_by("pk"):
        if _begin_erasing(club, now):
            _erase(club, now)
            erased += 1
    return erased


def erase_club(club: Club) -> None:
    """Delete everything of a club at once, with no time in which it can be restored; its address is free again."""
    now = timezone.now()
    Club.objects.filter(pk=club.pk).update(deleted_at=now, erasing_since=now)
    _erase(club, now)
    RetiredSlug.objects.filter(slug=club.slug).delete()


def _begin_erasing(club: Club, now: datetime) -> bool:
    """Mark the club, which triggers let go from then on, unless it has just been restored."""
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).filter(pk=club.pk).first()
        deleted = Club.objects.filter(pk=club.pk, deleted_at__lte=now - RESTORE_PERIOD)
        return bool(deleted.update(erasing_since=now))


def _erase(club: Club, now: datetime) -> None:
    _delete_jobs(club)
    for rows in _list_rows(club):
        while batch := list(rows.order_by("pk")[:BATCH_SIZE]):
            with transaction.atomic():
                _delete_rows(rows.model, batch)
            time.sleep(PAUSE)  # for others who wait to write
    with transaction.atomic():
        Report.objects.filter(page__startswith=f"/{club.slug}/").delete()
        RetiredSlug.objects.get_or_create(slug=club.slug, defaults={"retired_at": now})
        _delete_rows(Club, [club])


def _list_rows(club: Club) -> Iterator[QuerySet[Any]]:
    """Yield all rows of a club, those that others refer to after those others."""
    in_seasons = {"season__competition__club": club}
    yield Result.objects.filter(match__club=club)
    yield Reply.objects.filter(submission__match__club=club)
    yield Submission.objects.filter(match__club=club)
    yield Award.objects.filter(**in_seasons)
    yield Statistics.objects.filter(player__club=club)
    yield Standing.objects.filter(entry__season__competition__club=club)
    yield Seat.objects.filter(match__club=club)
    yield Decision.objects.filter(**in_seasons)
    yield Remark.objects.filter(club=club)
    yield Challenge.objects.filter(division__season__competition__club=club)
    yield SheetDraft.objects.filter(match__club=club)
    yield Match.objects.filter(club=club)
    yield Bye.objects.filter(round__stage__season__competition__club=club)
    yield Round.objects.filter(stage__season__competition__club=club)
    yield Entry.objects.filter(**in_seasons)
    yield Registration.objects.filter(**in_seasons)
    yield Division.objects.filter(**in_seasons)
    yield ScreenLink.objects.filter(**in_seasons)
    yield BoardSet.objects.filter(**in_seasons)
    yield Stage.objects.filter(**in_seasons)
    yield Season.objects.filter(competition__club=club)
    yield Competition.objects.filter(club=club)
    yield Invitation.objects.filter(club=club)
    yield JoinRequest.objects.filter(club=club)
    yield PlayerMerge.objects.filter(club=club)
    yield Player.objects.filter(club=club)
    yield Variant.objects.filter(club=club)
    yield Membership.objects.filter(club=club)
    yield Event.objects.filter(club=club)


def _delete_rows(model: type[Model], rows: list[Any]) -> None:
    """Delete these rows, and the admin site's log entries of them."""
    keys = [row.pk for row in rows]
    if model is Result:  # a match and the result that counts refer to each other
        Match.objects.filter(current__in=keys).update(status=MatchStatus.SCHEDULED, revision=0, current=None)
    elif model is Season:
        Season.objects.filter(rolled_from__in=keys).update(rolled_from=None, closed_by_rollover=False)
    kind = ContentType.objects.get_for_model(model)
    LogEntry.objects.filter(content_type=kind, object_id__in=[str(key) for key in keys]).delete()
    model._default_manager.filter(pk__in=keys).delete()


def _delete_jobs(club: Club) -> None:
    """Delete the jobs of the club, waiting or done: their arguments are ids of its rows."""
    seasons = Season.objects.filter(competition__club=club)
    ids: dict[str, set[int]] = {
        "club": {club.pk},
        "competition": set(Competition.objects.filter(club=club).values_list("pk", flat=True)),
        "season": set(seasons.values_list("pk", flat=True)),
        "challenge": set(Challenge.objects.filter(division__season__in=seasons).values_list("pk", flat=True)),
        "match": set(Match.objects.filter(club=club).values_list("pk", flat=True)),
        "submission": set(Submission.objects.filter(match__club=club).values_list("pk", flat=True)),
        "join_request": set(JoinRequest.objects.filter(club=club).values_list("pk", flat=True)),
        "invitation": set(Invitation.objects.filter(club=club).values_list("pk", flat=True)),
    }
    jobs = [
        key
        for key, arguments in Job.objects.values_list("pk", "arguments").iterator()
        if any(arguments.get(name) in known for name, known in ids.items())
    ]
    for first in range(0, len(jobs), BATCH_SIZE):
        with transaction.atomic():
            Job.objects.filter(pk__in=jobs[first : first + BATCH_SIZE]).delete()
        time.sleep(PAUSE)


def _fold_name(name: str) -> str:
    """Return the name without spaces and capitals, which are easily typed otherwise."""
    return " ".join(name.split()).casefold()
