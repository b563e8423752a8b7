"""Make and revoke links to the screen in the hall."""

from django.utils import timezone

from games.problems import _
from league.actions.changes import change, format_season_key, log_refusals
from league.actions.errors import ActionError
from league.models import ScreenLink, Season
from league.permissions import require
from league.principals import Principal
from league.rules.validation import build_problem

MAX_SCREEN_LINKS = 20  # of a season


@log_refusals("make_screen_link")
def make_screen_link(*, season: Season, by: Principal) -> ScreenLink:
    """Make a link that shows a season's screen without a log-in.

    Locks the club. Raises PermissionDenied; ActionError where the season has as many as it may.
    """
    require(by, "run-seasons", season.competition.club_id)
    with change("make_screen_link", season, permission="run-seasons", by=by) as event:
        if ScreenLink.objects.filter(season=event.season).count() >= MAX_SCREEN_LINKS:
            sentence = _("There are {most} links already. Revoke one first.")
            raise ActionError(build_problem("", "too-many", sentence, most=MAX_SCREEN_LINKS))
        link = ScreenLink.objects.create(season=event.season, made_at=timezone.now(), by=event.by.user)
        event.log("season", format_season_key(event.season), after={"link": link.pk})
        return link


@log_refusals("revoke_screen_link")
def revoke_screen_link(*, season: Season, link: int, by: Principal) -> None:
    """Have a link, by its number, lead nowhere from now on; nothing happens to a link that is gone already.

    Locks the club. Raises PermissionDenied.
    """
    require(by, "run-seasons", season.competition.club_id)
    with change("revoke_screen_link", season, permission="run-seasons", by=by) as event:
        if ScreenLink.objects.filter(season=event.season, pk=link).delete()[0]:
            event.log("season", format_season_key(event.season), before={"link": link})
