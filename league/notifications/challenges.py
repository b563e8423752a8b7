"""Mails about challenges on a ladder: to who is challenged, and to whose challenge is declined or withdrawn."""

from league.actions.job import enqueue
from league.models import Challenge, Club, User
from league.models.challenge import ChallengeState
from league.models.notification import ROUND_PUBLISHED
from league.models.season import SeasonState
from league.notifications.delivery import activate_language
from league.notifications.switches import send_notification
from league.queries.links import build_url
from league.queries.location import locate_season
from league.queries.notifications import find_recipient

CHALLENGE_JOB = "mail-challenge"


def notify_of_challenge(challenge: Challenge, *, author: User | None) -> None:
    """Create the jobs of the mails to both players of a challenge, read with them, but not to the author.

    Each has the state, so that no mail announces what has changed by then. At most 2 queries.
    """
    users = {entry.player.user_id for entry in (challenge.challenger, challenge.challenged)}
    for user in sorted(user for user in users - {author and author.pk} if user is not None):
        enqueue(CHALLENGE_JOB, challenge=challenge.pk, state=str(challenge.state), user=user)


def mail_challenge(*, challenge: int, state: str, user: int) -> None:
    """Send the mail, unless the challenge has another state by now, or its ladder is not open. At most 6 queries."""
    found = find_recipient(user, [ROUND_PUBLISHED])
    rows = Challenge.objects.select_related(
        "challenger__player", "challenged__player", "match", "division__season__competition__club"
    ).filter(
        pk=challenge,
        state=state,
        division__season__state=SeasonState.OPEN,
        division__season__competition__club__in=Club.objects.visible(),
    )
    current = rows.first()
    if found is None or current is None:
        return
    recipient, kinds = found
    activate_language(recipient)
    is_challenger = current.challenger.player.user_id == user
    other = (current.challenged if is_challenger else current.challenger).player
    where = locate_season(current.division.season)
    send_notification(
        "challenge",
        to=recipient,
        kinds=kinds,
        where=where,
        state=ChallengeState(current.state).value,
        is_challenger=is_challenger,
        opponent=other.get_name_for(recipient),
        due_on=current.match.due_on if current.match else None,
        link=build_url("ladder", where.club, where.competition, where.season),
    )
