"""Verbs of seasons: opening a draft, closing, opening again."""

from django.db import transaction

from games.problems import _
from league.actions import closure, draft
from league.actions import standings as divisions
from league.actions.actor import Actor
from league.actions.audit_log import record_event
from league.actions.club import invalidate_pages
from league.actions.errors import ActionError
from league.actions.job import enqueue
from league.actions.reminder import plan_reminders
from league.actions.schedule import create_matches, plan_fixtures, precompute_seating
from league.models import Match, Season
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.queries.ending import Deciding, ending, running
from league.queries.opening import against_opening
from league.rules.validation import build_problem


def open_season(*, season: Season, by: Actor) -> None:
    """Opens a draft: from now on its results can be entered, and it keeps its game, options and rules.

    It gets the number that lots are drawn from, and a schedule if it has none. Raises NotPermitted; Refused, with
    all that `queries.opening.against_opening` finds.
    """
    by.require("run-seasons", season.competition.club_id)
    if season.state == SeasonState.DRAFT and not _has_schedule(season):
        precompute_seating(season)
    with transaction.atomic():
        season = closure.lock_season(season, by)
        if season.state != SeasonState.DRAFT:
            raise ActionError(
                build_problem(
                    "season", "not-a-draft", _("Season {season} has been opened."), season=season.number
                )
            )
        if problems := against_opening(season):
            raise ActionError(*problems)
        season.lot = (
            season.lot or draft.generate_draw_seed()
        )  # before the schedule, which may be drawn from it
        if not _has_schedule(season):
            create_matches(season, plan_fixtures(season))
        season.game, season.options, season.rules = season.settings
        season.state, season.opened_on = SeasonState.OPEN, closure.get_club_date(season)
        season.save(update_fields=["game", "options", "rules", "lot", "state", "opened_on"])
        divisions.save_season_standings(season, running(season))
        plan_reminders(season)
        enqueue("refresh-statistics", competition=season.competition_id)  # what a draft had did not count
        _record_event(season, by, "open_season", SeasonState.DRAFT)


@transaction.atomic
def close_season(*, season: Season, by: Actor, missing: Deciding | None = None, seen: str = "") -> None:
    """Closes an open season: its standings are final, and who goes up or down is fixed.

    `missing` decides the matches without a result: as forfeits of all who should have been there, or as void; `seen`
    is the digest of the tables that were looked at. Raises NotPermitted; Refused: `changed-meanwhile` where they would
    be others now, `missing` (a problem each) while there are such matches and nothing decides them.
    """
    season = closure.lock_season(season, by)
    if season.state != SeasonState.OPEN:
        raise ActionError(
            build_problem("season", "not-open", _("Season {season} is not open."), season=season.number)
        )
    found = ending(season, deciding=missing)
    closure.require_unchanged(found, seen)
    closure.finalise(found, by)
    _record_event(season, by, "close_season", SeasonState.OPEN, **closure.count_decided_matches(found))


@transaction.atomic
def reopen_season(*, season: Season, by: Actor) -> None:
    """Opens a closed season again: movements are taken back, and what closing decided is to be played.

    Raises NotPermitted; Refused while a season that came out of it is there, or a later one has results.
    """
    season = closure.lock_season(season, by)
    if season.state != SeasonState.CLOSED:
        raise ActionError(
            build_problem("season", "not-closed", _("Season {season} is not closed."), season=season.number)
        )
    _require_last(season)
    closure.reopen(season)
    _record_event(season, by, "reopen_season", SeasonState.CLOSED)


def _has_schedule(season: Season) -> bool:
    return Match.objects.filter(division__season=season).exists()


def _require_last(season: Season) -> None:
    """What has been played since was played by people whom this season sent there."""
    successor = Season.objects.filter(rolled_from=season).first()
    if successor:
        raise ActionError(
            build_problem(
                "season",
                "rolled-over",
                _("Season {next} has been made out of it: take it back first."),
                next=successor.number,
            )
        )
    later_results = Match.objects.filter(
        division__season__competition=season.competition_id, division__season__number__gt=season.number
    ).exclude(status=MatchStatus.SCHEDULED)
    first = later_results.order_by("division__season__number").values_list("division__season__number").first()
    if first:
        raise ActionError(
            build_problem(
                "season",
                "later-results",
                _("Season {later} has results already: season {season} stays as it is."),
                later=first[0],
                season=season.number,
            )
        )


def _record_event(season: Season, by: Actor, action: str, before: SeasonState, **more: int) -> None:
    club = season.competition.club
    invalidate_pages(club)
    after = {"state": season.state, **more}
    record_event(club, by, action, "season", closure.format_season_key(season), {"state": before}, after)
