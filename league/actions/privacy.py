"""Who sees a club's pages, and how players are named to those who are not of the club."""

from games.problems import _
from league.actions.changes import change, log_refusals
from league.actions.errors import ActionError
from league.models import Club, Player, Visibility
from league.models.club import Privacy
from league.permissions import require
from league.principals import Principal
from league.rules.validation import build_problem

OF_PLAYER = (Visibility.NAME, Visibility.MINOR, Visibility.HIDDEN)  # what an organiser chooses for one player


def shorten_names(club: Club) -> None:
    """Give the players of a club the short or full names that its privacy says, but for those with another; 1 query.

    The caller has locked the club.
    """
    before, after = Visibility.SHORT, Visibility.NAME
    if club.privacy == Privacy.SHORT_NAMES:
        before, after = after, before
    Player.objects.filter(club=club, visibility=before).update(visibility=after)


@log_refusals("change_visibility")
def change_visibility(*, player: Player, visibility: str, by: Principal) -> None:
    """Say what those see of a player who are not of the club, as the player or a parent has asked.

    `visibility` is one of OF_PLAYER; `name` is what the club's privacy says. Locks the club. Raises PermissionDenied;
    ActionError for another value.
    """
    require(by, "change-club", player.club_id)
    if visibility not in OF_PLAYER:
        raise ActionError(build_problem("visibility", "choice", _("Choose one of the options.")))
    with change("change_visibility", player.club_id, permission="change-club", by=by) as event:
        player = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
        is_short = event.club.privacy == Privacy.SHORT_NAMES and visibility == Visibility.NAME
        wanted = Visibility.SHORT if is_short else Visibility(visibility)
        if player.visibility == wanted:
            return
        before, player.visibility = player.visibility, wanted
        player.save(update_fields=["visibility"])
        event.log("player", player.key, {"visibility": before}, {"visibility": wanted.value})
