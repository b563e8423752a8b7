"""Mails to the players of a season that has started or been closed, one for each person with an account.

They wait a while, and are not sent if the season has been reopened, or closed again, by then.
"""

from typing import Any

from django.db.models import Count
from django.utils import timezone

from league.actions.job import enqueue, enqueue_for_users
from league.models import Club, Entry, Job, Match, Season, User
from league.models.match import MatchStatus
from league.models.notification import SEASON_CLOSED, SEASON_OPENED
from league.models.season import SeasonState
from league.notifications.delivery import activate_language
from league.notifications.reminders import DueMatch, build_due_match
from league.notifications.results import QUIET
from league.notifications.switches import send_notification
from league.queries.compared_deals import list_compared_deals
from league.queries.links import build_url
from league.queries.location import Location, locate_season
from league.queries.notifications import find_recipient
from league.queries.own_clubs import NEXT_FIRST
from league.queries.schedule import find_settings
from league.queries.snapshot import build_ranked_entry

SEASON_JOB, SEASON_MAIL_JOB = "notify-of-season", "mail-season"
MAX_MATCHES = 5
KINDS = {SeasonState.OPEN: SEASON_OPENED, SeasonState.CLOSED: SEASON_CLOSED}


def notify_of_season(season: Season, *, author: User | None) -> None:
    """Create the job that finds the recipients of mails about a season that has started or been closed; 1 query."""
    enqueue(
        SEASON_JOB,
        season=season.pk,
        state=season.state,
        closings=len(season.closure_history),
        author=author.pk if author else None,
    )


def plan_season_mails(*, season: int, state: str, closings: int, author: int | None) -> None:
    """Create a mail job for each player with an account, once, however often it runs; not for the author.

    Locks the season: two concurrent jobs would both mail all players. `closings` tells one closing of a season
    from the next. Runs 4 queries, more only by batches of rows.
    """
    list(Season.objects.select_for_update(no_key=True).filter(pk=season).values_list("pk", flat=True))
    turn = {"season": season, "state": state, "closings": closings}
    planned = Job.objects.filter(
        kind=SEASON_MAIL_JOB, **{f"arguments__{name}": value for name, value in turn.items()}
    )
    left_out = {author, *planned.values_list("arguments__user", flat=True)}
    entries = Entry.objects.filter(season=season, left=False, player__user__isnull=False)
    users = set(entries.values_list("player__user", flat=True)) - left_out
    enqueue_for_users(SEASON_MAIL_JOB, users, due_at=timezone.now() + QUIET, **turn)


def mail_season(*, season: int, state: str, closings: int, user: int) -> None:
    """Send the mail, unless the season's state has changed or the recipient has left it. At most 8 queries.

    8 more where all tables play the same cards.
    """
    found = find_recipient(user, [KINDS[SeasonState(state)]])
    seasons = Season.objects.select_related("competition__club").filter(pk=season, state=state)
    current = seasons.filter(competition__club__in=Club.objects.visible()).first()
    if found is None or current is None or len(current.closure_history) != closings:
        return
    recipient, kinds = found
    activate_language(recipient)
    size = Count("division__entries")
    own = Entry.objects.filter(season=season, player__user=user).annotate(size=size)
    entry = own.select_related("division", "standing", "player").order_by("-stage__number").first()
    if entry is None or entry.left:
        return
    entry.division.season = current  # with its competition, by which divisions are called
    where = locate_season(current)
    send_notification(
        "season_opened" if state == SeasonState.OPEN else "season_closed",
        to=recipient,
        kinds=kinds,
        where=where,
        entry=entry,
        matches=_list_first_matches(current, recipient) if state == SeasonState.OPEN else [],
        **_list_deals(current, entry, recipient, where),
        link=build_url("season", where.club, where.competition, where.season),
    )


def _list_deals(season: Season, entry: Entry, viewer: User, where: Location) -> dict[str, Any]:
    """Return what a user's deals gave them, where a tournament has ended in which all tables play the same cards."""
    settings = find_settings(season)
    if not season.is_closed or settings is None or not settings.rules.same_cards:
        return {}
    address = build_url("deals", where.club, where.competition, where.season)
    return {
        "deals": list_compared_deals(season, viewer=viewer, player=entry.player.key),
        "comparison": settings.rules.ranking[0],
        "mean": build_ranked_entry(entry.standing).row.get_figure(settings.rules.ranking[0]),
        "deals_link": f"{address}?player={entry.player.public_key}",
    }


def _list_first_matches(season: Season, viewer: User) -> list[DueMatch]:
    """Return a user's first matches in a season; 2 queries."""
    own = Match.objects.filter(
        division__season=season, seats__player__user=viewer, status=MatchStatus.SCHEDULED
    )
    first = (
        own.select_related("division__season__competition")
        .prefetch_related("seats__player")
        .order_by(*NEXT_FIRST)
    )
    return [build_due_match(match, season.competition.club.slug, viewer) for match in first[:MAX_MATCHES]]
