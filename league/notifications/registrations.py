"""Mails about registration for a tournament: to players who had to wait for a place, and to people without an account.

Those get the link by which they register, and no notifications that could be switched off.
"""

from dataclasses import replace
from smtplib import SMTPException

from django.core.mail import EmailMultiAlternatives

from league.actions.job import enqueue
from league.models import Club, Registration, Season, User
from league.models.notification import PLACE_FREE
from league.models.registration import RegistrationQuerySet
from league.models.season import SeasonState
from league.notifications import delivery
from league.notifications.switches import send_notification
from league.queries.links import build_url
from league.queries.location import locate_season
from league.queries.notifications import find_recipient
from league.queries.registration import build_registration_url

PLACE_JOB = "mail-place"
MAIL_PLACE_JOB = "mail-guest-place"


def send_registration_link(season: Season, email: str) -> None:
    """Send the link by which a person without an account registers.

    It goes on a thread: a job would store the address before it is used. The season was read with its club. Nothing
    that the sender of the request has typed is in the mail. Raises LimitReached, and NoSlot.
    """
    delivery.count_mail_of_site()
    delivery.send_later(_render_link_mail("registration_link", season, User.objects.normalize_email(email)))


def notify_of_place(registration: Registration, *, author: User | None) -> None:
    """Create the job of a mail to the player, read with the registration, by their account or by the link; 1 query.

    None for players with neither.
    """
    user = registration.player.user_id
    if user is not None and user != (author and author.pk):
        enqueue(PLACE_JOB, registration=registration.pk, season=registration.season_id, user=user)
    elif user is None and registration.email:
        enqueue(MAIL_PLACE_JOB, registration=registration.pk, season=registration.season_id)


def mail_place(*, registration: int, season: int, user: int) -> None:
    """Send the mail, unless the player has withdrawn or the tournament has started by now. At most 6 queries."""
    found = find_recipient(user, [PLACE_FREE])
    current = _filter_current(registration, season).filter(player__user=user).first()
    if found is None or current is None:
        return
    recipient, kinds = found
    delivery.activate_language(recipient)
    where = locate_season(current.season)
    send_notification(
        "place_free",
        to=recipient,
        kinds=kinds,
        where=where,
        season=current.season,
        link=build_url("season", where.club, where.competition, where.season),
    )


def mail_place_to_address(*, registration: int, season: int) -> None:
    """Send the mail to a guest who registered by mail, unless they have withdrawn or it has started by now. 1 query."""
    current = _filter_current(registration, season).exclude(email="").first()
    if current is None:
        return
    try:
        delivery.deliver_mail(_render_link_mail("registration_place", current.season, current.email))
    except SMTPException as error:  # its text, which the job would store, may name the address
        raise OSError(delivery.describe_error(error)) from None


def _filter_current(registration: int, season: int) -> RegistrationQuerySet:
    """Return the registration, with its season and club, if it has a place in a draft."""
    rows = Registration.objects.with_place().select_related("season__competition__club")
    return rows.filter(
        pk=registration,
        season=season,
        season__state=SeasonState.DRAFT,
        season__competition__club__in=Club.objects.visible(),
    )


def _render_link_mail(template: str, season: Season, email: str) -> EmailMultiAlternatives:
    where = locate_season(season)
    return delivery.render_mail(
        template,
        to=email,
        language=season.competition.club.language,
        where=replace(
            where,
            club_name=delivery.format_name(where.club_name),
            competition_name=delivery.format_name(where.competition_name),
            season_name=delivery.format_name(where.season_name),
        ),
        season=season,
        link=build_registration_url(season, email),
    )
