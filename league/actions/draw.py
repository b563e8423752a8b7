"""Draw the groups of a tournament again, and show its draw on the screen in the hall.

See docs/reference/pairing.md, Showing the draw.
"""

from django.utils import timezone

from games.problems import _
from league.actions.changes import Change, change, format_season_key
from league.actions.draft import divide_players, generate_draw_seed, lock_draft
from league.actions.errors import ActionError, check_reason
from league.models import Entry, Season
from league.models.season import SeasonState
from league.principals import Principal
from league.queries.draw import has_begun, has_draw
from league.rules.records import FIRST_STAGE
from league.rules.seasons.groups import compute_draw_digest, list_pots
from league.rules.snapshot import parse_settings
from league.rules.validation import build_problem


def draw_again(*, season: Season, why: str, by: Principal) -> None:
    """Draw the groups of a draft again, with another number; the event has the reason, and both digests.

    The pots stay as they are: only who of each comes into which group is drawn. Locks the club, the season and its
    divisions. Raises PermissionDenied; ActionError without a reason, where groups are not drawn, or were not, and as
    `assign_divisions`.
    """
    with change("draw_again", season, permission="run-seasons", by=by) as event:
        problems = (
            check_reason(why) if why.strip() else [build_problem("why", "missing", _("Enter a reason."))]
        )
        if problems:
            raise ActionError(*problems)
        locked = lock_draft(event.season)
        groups = _list_groups(locked)
        if not parse_settings(*event.season.settings).rules.draw_groups or len(groups) < 2:
            sentence = _("The groups of this tournament have not been drawn by lot.")
            raise ActionError(build_problem("season", "not-drawn", sentence))
        before = compute_draw_digest(locked.groups_seed, groups)
        event.season.draw = {"seed": generate_draw_seed()}
        event.season.save(update_fields=["draw"])
        players = [player for pot in list_pots(groups) for _group, player in pot]
        divide_players(season=event.season, players=players, by=by)
        after = compute_draw_digest(event.season.groups_seed, _list_groups(locked))
        event.log("season", format_season_key(season), {"digest": before}, {"digest": after}, why)


def show_draw(*, season: Season, by: Principal) -> None:
    """Have the screen in the hall show the draw, name by name, from its beginning.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError where nothing was drawn, where
    the season is not open, and once a match of the stage has a result.
    """
    with change("show_draw", season, permission="run-seasons", by=by) as event:
        _require_open(event)
        if has_begun(event.season):
            sentence = _("A match has a result: the screen shows what is played.")
            raise ActionError(build_problem("season", "has-results", sentence))
        _save(event, is_shown=True)


def hide_draw(*, season: Season, by: Principal) -> None:
    """Have the screen in the hall show what is played again; nothing happens if it does. Raises as `show_draw`."""
    with change("hide_draw", season, permission="run-seasons", by=by) as event:
        _require_open(event)
        _save(event, is_shown=False)


def _require_open(event: Change) -> None:
    if not has_draw(event.season):
        raise ActionError(build_problem("season", "no-draw", _("This tournament has no draw to show.")))
    if event.season.state != SeasonState.OPEN:
        sentence = _("The draw is shown while the tournament is open.")
        raise ActionError(build_problem("season", "not-open", sentence))


def _save(event: Change, *, is_shown: bool) -> None:
    season = event.season
    before = season.draw_shown_at is not None
    if not (before or is_shown):
        return
    season.draw_shown_at = timezone.now() if is_shown else None
    season.save(update_fields=["draw_shown_at"])
    data = {"stage": season.current_stage}
    event.log("season", format_season_key(season), {**data, "shown": before}, {**data, "shown": is_shown})


def _list_groups(season: Season) -> list[list[str]]:
    """Return the players of each group of a draft, by seed. 1 query."""
    groups: dict[int, list[str]] = {}
    entries = Entry.objects.filter(season=season, stage__number=FIRST_STAGE)
    for level, player in entries.order_by("division__level", "seed", "pk").values_list(
        "division__level", "player__key"
    ):
        groups.setdefault(level, []).append(player)
    return list(groups.values())
