"""Open a draft, close a season and reopen it (docs/reference/promotion.md, States of a season)."""

from django.contrib.auth.models import AnonymousUser
from django.db import transaction

import games
from games.problems import _
from league.actions import closure, draft, standings
from league.actions.boards import ensure_boards
from league.actions.challenge_states import start_ladders
from league.actions.changes import Change, change, format_season_key, log_refusals
from league.actions.errors import ActionError
from league.actions.fixtures import create_matches, is_schedule_large, load_places, sort_pairings
from league.actions.job import enqueue
from league.actions.registration import enter_registered
from league.actions.rounds import count_announced, plan_rounds
from league.actions.schedule import make_schedule, plan_fixtures, precompute_seating, save_schedule_source
from league.models import Match, Registration, Season, StageFormat
from league.models.competition import CompetitionKind
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.notifications.reminders import plan_reminders
from league.notifications.seasons import notify_of_season
from league.permissions import require
from league.principals import Principal
from league.queries.draw import find_draw
from league.queries.location import get_season_title
from league.queries.opening import find_opening_blockers
from league.queries.paired_rounds import is_ladder, is_paired, needs_schedule
from league.queries.season_end import Deciding, compute_current_standings, compute_season_end
from league.rules.pairing.schedule_source import ScheduleSource
from league.rules.records import FIRST_STAGE
from league.rules.validation import build_problem


@log_refusals("open_season")
def open_season(*, season: Season, by: Principal) -> None:
    """Open a draft: from now on results can be entered, and its game, options and rules are fixed.

    The players of a tournament become those who are registered, if any are. The season gets a seed for drawing lots,
    and a schedule if it has none; very many matches are created before it
    is opened, in several transactions. Locks the club, the season and its divisions. Raises PermissionDenied;
    ActionError with every problem that `league.queries.opening.find_opening_blockers` finds.
    """
    require(by, "run-seasons", season.competition.club_id)
    if season.state == SeasonState.DRAFT and needs_schedule(season) and not _has_schedule(season):
        _prepare_schedule(season, by)
    with change("open_season", season, permission="run-seasons", by=by) as event:
        season = event.season
        draft.require_draft(season)
        if problems := find_opening_blockers(season):
            raise ActionError(*problems)
        # Before the groups and the schedule, which may be drawn from it.
        draft.prepare_draw(season)
        season.draw_seed = season.draw_seed or draft.generate_draw_seed()
        if season.competition.kind == CompetitionKind.TOURNAMENT:
            enter_registered(season, by=by)
            Registration.objects.filter(season=season).forget_addresses()
        if is_paired(season):
            season.stages.filter(number=FIRST_STAGE).update(format=StageFormat.PAIRED)
            plan_rounds(season, count_announced(season))
            ensure_boards(event)
        elif is_ladder(season):
            season.stages.filter(number=FIRST_STAGE).update(format=StageFormat.LADDER)
            start_ladders(season)
        elif not _has_schedule(season):
            create_matches(load_places(season), sort_pairings(plan_fixtures(season)))
            save_schedule_source(season, ScheduleSource(None, None))
        if season.competition.kind == CompetitionKind.TOURNAMENT and season.starts_on == season.ends_on:
            of_that_day = Match.objects.filter(division__season=season, due_on=None)
            of_that_day.update(due_on=season.starts_on)
        season.game, options, season.rules = season.settings
        game = games.get(season.game)
        season.game_version = game.version
        season.options = games.dump_in_full(games.parse_options(game, options))
        season.state, season.opened_on = SeasonState.OPEN, season.competition.club.today
        season.registration_open = False
        season.save(
            update_fields=[
                "game",
                "game_version",
                "options",
                "rules",
                "draw_seed",
                "state",
                "opened_on",
                "registration_open",
            ]
        )
        standings.save_season_standings(season, compute_current_standings(season))
        plan_reminders(season)
        if not is_paired(season):  # else each round tells its players where they sit
            notify_of_season(season, author=by.user)
        enqueue("refresh-statistics", competition=season.competition_id)  # results of a draft did not count
        draw = find_draw(season, reader=AnonymousUser())
        _record_state(event, SeasonState.DRAFT, **({"draw": draw.digest} if draw else {}))


def close_season(*, season: Season, by: Principal, missing: Deciding | None = None, seen: str = "") -> None:
    """Close an open season: its standings are final, and promotion and relegation are fixed.

    `missing` decides the matches without a result, as forfeits of all their players, or as void;
    `seen` is the digest of the standings in the preview. See docs/reference/promotion.md, Closing.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError: `changed-meanwhile` if the
    preview would now show other standings, and `missing`, a problem for each such match, if nothing decides them.
    """
    with change("close_season", season, permission="run-seasons", by=by) as event:
        season = event.season
        if season.state != SeasonState.OPEN:
            raise ActionError(
                build_problem(
                    "season", "not-open", _("{season} is not open."), season=get_season_title(season)
                )
            )
        season_end = compute_season_end(season, deciding=missing)
        closure.require_unchanged(season_end, seen)
        closure.finalise(season_end, by)
        _record_state(event, SeasonState.OPEN, **closure.count_decided_matches(season_end))


def reopen_season(*, season: Season, by: Principal) -> None:
    """Reopen a closed season: movements are revoked, and matches that closing decided are to be played.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError while there is a season that
    was made out of it, or a later season has results. See docs/reference/promotion.md, Reopening.
    """
    with change("reopen_season", season, permission="run-seasons", by=by) as event:
        season = event.season
        if season.state != SeasonState.CLOSED:
            raise ActionError(
                build_problem(
                    "season", "not-closed", _("{season} is not closed."), season=get_season_title(season)
                )
            )
        _require_last(season)
        closure.reopen(season)
        _record_state(event, SeasonState.CLOSED)


def _prepare_schedule(season: Season, by: Principal) -> None:
    """Do slow work before anything is locked: search for the seating, or make a large schedule."""
    if problems := find_opening_blockers(season):
        raise ActionError(*problems)
    if season.competition.is_tournament:
        _enter_players(season, by)
    if is_schedule_large(season):
        make_schedule(
            season=season,
            dates=None,
            tables=None,
            remind_days=season.remind_days,
            starts_on=season.starts_on,
            ends_on=season.ends_on,
            by=by,
        )
    else:
        precompute_seating(season)


def _enter_players(season: Season, by: Principal) -> None:
    """Enter who is registered, in groups if there are to be any: the schedule follows from the divisions."""
    with transaction.atomic():
        draft.prepare_draw(season)
        season.draw_seed = season.draw_seed or draft.generate_draw_seed()
        Season.objects.filter(pk=season.pk, draw_seed=0).update(draw_seed=season.draw_seed)
        enter_registered(season, by=by)


def _has_schedule(season: Season) -> bool:
    return Match.objects.filter(division__season=season).exists()


def _require_last(season: Season) -> None:
    """Raise ActionError if a later season depends on this season.

    Later matches were played by players whom this season placed there.
    """
    successor = Season.objects.filter(rolled_from=season).first()
    if successor:
        raise ActionError(
            build_problem(
                "season",
                "rolled-over",
                _("Season {next} was created from it. Undo the rollover first."),
                next=successor.number,
            )
        )
    later_results = Match.objects.filter(
        division__season__competition=season.competition_id, division__season__number__gt=season.number
    ).exclude(status=MatchStatus.SCHEDULED)
    first = later_results.order_by("division__season__number").select_related("division__season").first()
    if first:
        raise ActionError(
            build_problem(
                "season",
                "later-results",
                _("{later} already has results, so this one can't be reopened."),
                later=get_season_title(first.division.season),
            )
        )


def _record_state(event: Change, before: SeasonState, **more: int | str) -> None:
    after = {"state": event.season.state, **more}
    event.log("season", format_season_key(event.season), {"state": before}, after)
