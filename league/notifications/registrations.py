"""Mails to players who had to wait for a place in a tournament, and have one now."""

from league.actions.job import enqueue
from league.models import Club, Registration, User
from league.models.notification import PLACE_FREE
from league.models.season import SeasonState
from league.notifications.switches import send_notification
from league.queries.links import build_url
from league.queries.location import locate_season
from league.queries.notifications import find_recipient

PLACE_JOB = "mail-place"


def notify_of_place(registration: Registration, *, author: User | None) -> None:
    """Create the job of a mail to the player, read with the registration, if they have an account; 1 query."""
    user = registration.player.user_id
    if user is not None and user != (author and author.pk):
        enqueue(PLACE_JOB, registration=registration.pk, season=registration.season_id, user=user)


def mail_place(*, registration: int, season: int, user: int) -> None:
    """Send the mail, unless the player has withdrawn or the tournament has started by now. At most 6 queries."""
    found = find_recipient(user, [PLACE_FREE])
    rows = Registration.objects.with_place().select_related("season__competition__club")
    current = rows.filter(
        pk=registration,
        season=season,
        season__state=SeasonState.DRAFT,
        season__competition__club__in=Club.objects.visible(),
        player__user=user,
    ).first()
    if found is None or current is None:
        return
    recipient, kinds = found
    where = locate_season(current.season)
    send_notification(
        "place_free",
        to=recipient,
        kinds=kinds,
        where=where,
        season=current.season,
        link=build_url("season", where.club, where.competition, where.season),
    )
