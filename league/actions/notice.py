"""Notice of a correction: each player of the match who has an account gets a mail, except whoever made it."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils import timezone

from league.actions.job import notify_worker
from league.actions.mail import build_url, deliver_mail, render_mail
from league.models import Job, Match, Result, Seat, User
from league.queries.pages import match as matches
from league.queries.pages.versions import Version, of_match

CORRECTION_JOB = "mail-correction"


def notify_players(result: Result, seats: Iterable[Seat]) -> None:
    """Leaves a job for each of them, with ids only. 1 query, or none where nobody is to be told."""
    users = _get_user_ids(seats) - {result.submission.by_id}
    if not users:
        return
    now = timezone.now()
    Job.objects.bulk_create(
        Job(
            kind=CORRECTION_JOB,
            arguments={"match": result.match_id, "number": result.number, "user": user},
            created_at=now,
            due_at=now,
        )
        for user in sorted(users)
    )
    transaction.on_commit(lambda: notify_worker(CORRECTION_JOB), robust=True)


def mail_correction(*, match: int, number: int, user: int) -> None:
    """Sends it, as things are now: to nobody who has left, is no player of the match any more or has no address."""
    recipient = User.objects.filter(pk=user, is_active=True).first()
    kept = Match.objects.select_related("club").filter(pk=match).first()
    if not (recipient and recipient.email and kept):
        return
    found = matches.find(kept.club.slug, kept.key, viewer=recipient)
    if found is None or user not in _get_user_ids(found.seats):
        return
    _results, versions = of_match(
        found.match, found.seats, found.table, found.where.zone, viewer=recipient, helps=False
    )
    before, now = _get_version_and_previous(versions, number)
    subject, text = render_mail(
        "correction.txt",
        recipient=recipient,
        match=found.match,
        players=" – ".join(now.names),
        where=found.where,
        before=before,
        now=now,
        replaced=number != found.match.revision,
        link=build_url("match", found.where.club, found.match.key),
    )
    deliver_mail(to=recipient.email, subject=subject, text=text)


def _get_user_ids(seats: Iterable[Seat]) -> set[int]:
    """The accounts of who sat there, and of those whose place it is."""
    return {
        player.user_id
        for seat in seats
        for player in (seat.player, seat.entry.player)
        if player.user_id is not None
    }


def _get_version_and_previous(versions: Sequence[Version], number: int) -> tuple[Version, Version]:
    """The version of that number and the one before it."""
    place = next(place for place, version in enumerate(versions) if version.number == number)
    return versions[place + 1], versions[place]
