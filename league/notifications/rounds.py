"""Mails to the players of a round that is published: where each of them sits, and against whom."""

from django.utils.translation import gettext

from league.actions.job import enqueue, enqueue_for_users
from league.models import Bye, Club, Job, Round, Seat, User
from league.models.notification import ROUND_PUBLISHED
from league.models.round import RoundState
from league.notifications.delivery import activate_language
from league.notifications.switches import send_notification
from league.queries.game_words import name_round
from league.queries.links import build_url
from league.queries.location import locate_season
from league.queries.notifications import find_recipient
from league.rules.records import FIRST_STAGE

ROUND_JOB, ROUND_MAIL_JOB = "notify-of-round", "mail-round"


def notify_of_round(published: Round, *, author: User | None) -> None:
    """Create the job that finds the recipients of mails about a round that was just published; 1 query.

    Each has another `turn`, so that no mail announces pairings that were taken back.
    """
    turn = sorted(Seat.objects.filter(round=published).values_list("match", flat=True))[:1]
    enqueue(ROUND_JOB, round=published.pk, turn=turn, author=author.pk if author else None)


def plan_round_mails(*, round: int, turn: list[int], author: int | None) -> None:  # noqa: A002  (a job's argument)
    """Create a mail job for each player of the round with an account, once, however often it runs; not for the author.

    Locks the round: two concurrent jobs would both mail all players. Runs 4 queries, more only by batches of rows.
    """
    list(Round.objects.select_for_update(no_key=True).filter(pk=round).values_list("pk", flat=True))
    planned = Job.objects.filter(
        kind=ROUND_MAIL_JOB, arguments__round=round, arguments__turn=turn
    ).values_list("arguments__user", flat=True)
    left_out = {author, *planned}
    seated = Seat.objects.filter(round=round, player__user__isnull=False)
    resting = Bye.objects.filter(round=round, entry__player__user__isnull=False)
    users = {
        *seated.values_list("player__user", flat=True),
        *resting.values_list("entry__player__user", flat=True),
    } - left_out
    enqueue_for_users(ROUND_MAIL_JOB, users, round=round, turn=turn)


def mail_round(*, round: int, turn: list[int], user: int) -> None:  # noqa: A002
    """Send the mail, unless the round was taken back, or finished, by then. At most 7 queries."""
    found = find_recipient(user, [ROUND_PUBLISHED])
    rounds = Round.objects.select_related("stage__season__competition__club").filter(
        pk=round,
        state=RoundState.PUBLISHED,
        stage__season__competition__club__in=Club.objects.visible(),
    )
    published = rounds.first()
    if found is None or published is None:
        return
    recipient, kinds = found
    activate_language(recipient)
    seats = list(Seat.objects.filter(round=round).select_related("match", "player").order_by("number"))
    if turn != sorted({seat.match_id for seat in seats})[:1]:
        return
    own = next((seat for seat in seats if seat.player.user_id == user), None)
    bye = Bye.objects.filter(round=round, entry__player__user=user).first()
    if own is None and bye is None:
        return
    season = published.stage.season
    where = locate_season(season)
    others = [seat for seat in seats if own and seat.match_id == own.match_id and seat != own]
    page = "round" if published.stage.number == FIRST_STAGE else "final-round"
    send_notification(
        "round",
        to=recipient,
        kinds=kinds,
        where=where,
        round=name_round(season, published.number, begins=False).translate(gettext),
        is_final=page == "final-round",
        table=own.match.table if own else None,
        opponents=", ".join(seat.player.get_name_for(recipient) for seat in others),
        bye=bye,
        link=build_url(page, where.club, where.competition, where.season, published.number),
    )
