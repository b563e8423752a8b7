"""Notices of corrections by mail to the players of the match who have an account, except whoever made it."""

from collections.abc import Iterable, Sequence

from django.utils import timezone

from league.actions.job import notify_after_commit
from league.actions.mail import deliver_mail, render_mail
from league.models import Job, Match, Result, Seat, User
from league.queries.links import build_url
from league.queries.pages import match as matches
from league.queries.pages.versions import Version, of_match

CORRECTION_JOB = "mail-correction"


def notify_players(result: Result, seats: Iterable[Seat]) -> None:
    """Create a job, with ids only, for each player to be notified; 1 query, or none if there is nobody."""
    users = _get_user_ids(seats) - {result.submission.by_id}
    if not users:
        return
    now = timezone.now()
    jobs = Job.objects.bulk_create(
        Job(
            kind=CORRECTION_JOB,
            arguments={"match": result.match_id, "number": result.number, "user": user},
            created_at=now,
            due_at=now,
        )
        for user in sorted(users)
    )
    notify_after_commit(jobs)


def mail_correction(*, match: int, number: int, user: int) -> None:
    """Send the notice as things are now.

    Nobody gets it who has left, is no player of the match any more, or has no address, or if the club is suspended.
    """
    recipient = User.objects.filter(pk=user, is_active=True).first()
    stored = Match.objects.select_related("club").filter(pk=match).first()
    if not (recipient and recipient.email and stored) or stored.club.is_hidden:
        return
    details = matches.find(stored.club.slug, stored.key, viewer=recipient)
    if details is None or user not in _get_user_ids(details.seats):
        return
    _results, versions = of_match(
        details.match, details.seats, details.table, details.where.zone, viewer=recipient, helps=False
    )
    before, now = _get_previous_and_version(versions, number)
    subject, text = render_mail(
        "correction.txt",
        recipient=recipient,
        match=details.match,
        players=" – ".join(now.names),
        where=details.where,
        before=before,
        now=now,
        replaced=number != details.match.revision,
        link=build_url("match", details.where.club, details.match.key),
    )
    deliver_mail(to=recipient.email, subject=subject, text=text)


def _get_user_ids(seats: Iterable[Seat]) -> set[int]:
    """Return the accounts of those who sat there, and of those whose entries the seats are."""
    return {
        player.user_id
        for seat in seats
        for player in (seat.player, seat.entry.player)
        if player.user_id is not None
    }


def _get_previous_and_version(versions: Sequence[Version], number: int) -> tuple[Version, Version]:
    """Return the version before this number, and the version of this number."""
    index = next(index for index, version in enumerate(versions) if version.number == number)
    return versions[index + 1], versions[index]
