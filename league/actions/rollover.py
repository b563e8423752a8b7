"""Roll a season over into the next, and undo that: in the request, or in a job where a league is large.

See docs/reference/promotion.md, Rolling over; docs/reference/promotion.md, Undo.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction

from games import Problem
from games.problems import _
from league.actions import closure, standings
from league.actions.batches import BATCH_SIZE
from league.actions.changes import change, format_season_key, log_refusals
from league.actions.draft import MAX_SEASON_NUMBER, delete_divisions
from league.actions.errors import SEASON_GONE, ActionError
from league.actions.job import LEASE, enqueue, run_now
from league.models import Division, Entry, Job, Player, Remark, Season, Stage
from league.models.competition import CompetitionKind
from league.models.job import JobState
from league.models.season import SeasonState
from league.permissions import require
from league.principals import Principal, read_principal, write_principal
from league.queries.draft import has_results
from league.queries.rollover_job import ROLLOVER_JOB, build_progress_key, open_progress_cache
from league.queries.schedule import choose_format, find_settings
from league.queries.season_end import Deciding, SeasonEnd, compute_current_standings, compute_season_end
from league.rules.problem_json import problems_to_json
from league.rules.seasons.rollover import RolloverPlan
from league.rules.validation import build_problem

STEP_COUNT = 4
Progress = Callable[[int, int], None]  # steps done, of so many


def preview_rollover(
    *, season: Season, missing: Deciding | None = None, newcomers: Sequence[str] = ()
) -> tuple[SeasonEnd, RolloverPlan]:
    """Return the outcome of `roll_over_season`, and raise ActionError if it would refuse.

    The season was read with its competition. Changes nothing and locks nothing. Runs 5 queries, and 1 for
    newcomers.
    """
    season_end = _get_ending(season, missing)
    closure.require_decided(season_end)
    _get_players(season_end, newcomers)
    plan = season_end.plan(newcomers)
    _require_players(season, plan)
    return season_end, plan


def roll_over_season(
    *,
    season: Season,
    by: Principal,
    missing: Deciding | None = None,
    newcomers: Sequence[str] = (),
    seen: str = "",
    progress: Progress = lambda done, of: None,
) -> Season:
    """Create the next season as a draft, closing this season if it is open; return the draft.

    `newcomers` are ids of players who are not in it; `seen` is the digest of the preview. `progress` is
    called with the number of steps done, and of all steps.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError: `rolled-over` if there is a
    later season already, `changed-meanwhile` if the preview would now be another, `missing` as in
    `close_season`, `nobody-left` if no player would play on.
    """
    with change("roll_over", season, permission="run-seasons", by=by) as event:
        season = event.season
        season_end = _get_ending(season, missing)
        closure.require_unchanged(season_end, seen, newcomers)
        closure.require_decided(season_end)
        players = _get_players(season_end, newcomers)
        plan = season_end.plan(newcomers)
        _require_players(season, plan)
        progress(1, STEP_COUNT)
        was = season.state
        if was == SeasonState.OPEN:
            closure.finalise(season_end, by)
        progress(2, STEP_COUNT)
        new_season = Season.objects.create(
            competition=season.competition,
            number=season.number + 1,
            rolled_from=season,
            closed_by_rollover=was == SeasonState.OPEN,
        )
        _create_entries(new_season, plan, players)
        progress(3, STEP_COUNT)
        standings.save_season_standings(new_season, compute_current_standings(new_season))
        progress(STEP_COUNT, STEP_COUNT)
        before = {"season": season.number, "state": was}
        event.log(
            "season",
            format_season_key(new_season),
            before,
            _build_event_data(season_end, plan),
        )
        return new_season


def undo_rollover(*, season: Season, by: Principal) -> Season:
    """Undo the rollover that made this season; return the season before, reopened if the rollover closed it.

    Locks the club, both seasons and their divisions. Raises PermissionDenied; ActionError if the season was not made
    by a rollover, has results, or is not the latest.
    """
    made_from = [] if season.rolled_from_id is None else [season.rolled_from_id]
    with change("undo_roll_over", season, permission="run-seasons", by=by, also=made_from) as event:
        season, *others = event.seasons
        if not others:
            raise ActionError(
                build_problem(
                    "season",
                    "not-rolled-over",
                    _("Season {season} was not created from the season before."),
                    season=season.number,
                )
            )
        (before,) = others
        if problems := list(_check_undo(season)):
            raise ActionError(*problems)
        Remark.objects.filter(decisions__season=season).delete()
        delete_divisions(season.divisions.all())
        season.delete()
        if season.closed_by_rollover:
            closure.reopen(before)
        if season.state != SeasonState.DRAFT:
            enqueue("refresh-statistics", competition=season.competition_id)  # its players had a row for it
        was, now = {"state": season.state}, {"season": before.number, "state": before.state}
        event.log("season", format_season_key(season), was, now)
        return before


# --- checks


def _get_ending(season: Season, missing: Deciding | None) -> SeasonEnd:
    """Return how the season ends; raise ActionError if it cannot be rolled over. 5 queries."""
    if season.competition.kind != CompetitionKind.LEAGUE:
        raise ActionError(build_problem("competition", "not-a-league", _("Only leagues have a next season.")))
    if season.state == SeasonState.DRAFT:
        raise ActionError(
            build_problem(
                "season", "not-opened", _("Season {season} hasn't started yet."), season=season.number
            )
        )
    _require_latest(season)
    season_end = compute_season_end(season, deciding=missing)
    if not season_end.standings:
        raise ActionError(build_problem("divisions", "no-divisions", _("The season has no players.")))
    return season_end


def _require_latest(season: Season) -> None:
    after = Season.objects.filter(competition=season.competition_id, number__gt=season.number)
    latest = after.order_by("number").first()
    if latest:
        raise ActionError(
            build_problem(
                "season",
                "rolled-over",
                _("Season {next} has already been created from season {season}.")
                if latest.rolled_from_id == season.pk
                else _("Season {next} already exists, so season {season} is not the latest."),
                season=season.number,
                next=latest.number,
            )
        )
    if season.number >= MAX_SEASON_NUMBER:
        raise ActionError(
            build_problem("season", "no-more-seasons", _("Seasons can't have a higher number than this."))
        )


def _check_undo(season: Season) -> Iterator[Problem]:
    latest = Season.objects.filter(competition=season.competition_id).order_by("-number")[0]
    if latest.number > season.number:
        yield build_problem(
            "season",
            "not-the-latest",
            _("Season {later} came after season {season}."),
            later=latest.number,
            season=season.number,
        )
    if has_results(season):
        yield build_problem(
            "season",
            "has-results",
            _("Season {season} has results, so its rollover can't be undone."),
            season=season.number,
        )


def _require_players(season: Season, plan: RolloverPlan) -> None:
    if not any(division.players for division in plan.divisions):
        raise ActionError(
            build_problem(
                "season",
                "nobody-left",
                _("All players of season {season} have withdrawn. Add new players to the next season."),
                season=season.number,
            )
        )


def _get_players(season_end: SeasonEnd, newcomers: Sequence[str]) -> dict[str, int]:
    """Return the ids of all who can be in the next season, by key; 1 query if there are newcomers.

    Raises ActionError for newcomers who cannot come in.
    """
    players = {key: player.pk for key, player in season_end.players.items()}
    if not newcomers:
        return players
    known = dict(Player.objects.filter(club=season_end.season.competition.club_id).values_list("key", "pk"))
    problems = []
    seen: set[str] = set()
    for index, player in enumerate(newcomers):
        if player not in known:
            code, sentence = "unknown-player", _("The club has no player with the ID {player}.")
        elif player in players:
            code, sentence = "already-entered", _("{player} is already in season {season}.")
        elif player in seen:
            code, sentence = "twice", _("{player} is listed twice.")
        else:
            seen.add(player)
            continue
        path = f"newcomers.{index}"
        problems.append(build_problem(path, code, sentence, player=player, season=season_end.season.number))
    if problems:
        raise ActionError(*problems)
    return players | {player: known[player] for player in newcomers}


# --- writing the draft


def _create_entries(new_season: Season, plan: RolloverPlan, players: Mapping[str, int]) -> None:
    """Create the divisions of the new season and their entries, in bulk."""
    stage = Stage.objects.create(season=new_season, format=choose_format(find_settings(new_season)))
    new_divisions = Division.objects.bulk_create(
        [
            Division(season=new_season, stage=stage, level=division.level, name=division.name)
            for division in plan.divisions
        ],
        batch_size=BATCH_SIZE,
    )
    Entry.objects.bulk_create(
        [
            Entry(season=new_season, stage=stage, division=division, player_id=players[player], seed=seed)
            for division, planned in zip(new_divisions, plan.divisions, strict=True)
            for seed, player in enumerate(planned.players, 1)
        ],
        batch_size=BATCH_SIZE,
    )


def _build_event_data(season_end: SeasonEnd, plan: RolloverPlan) -> dict[str, int]:
    """Return the audit log's data on the rollover: numbers, and no names."""
    entered = sum(len(division.players) for division in plan.divisions)
    moved = Counter[str](move.reason for move in plan.moves)
    return {
        "divisions": len(plan.divisions),
        "entries": entered,
        **moved,
        **closure.count_decided_matches(season_end),
    }


MAX_ENTRIES_IN_REQUEST = 2_000  # with more, it is a job


def is_large(season: Season) -> bool:
    """Return whether the rollover is to be left to `enqueue_rollover`; 1 query."""
    return Entry.objects.filter(season=season).count() > MAX_ENTRIES_IN_REQUEST


@log_refusals("enqueue_rollover")
@transaction.atomic
def enqueue_rollover(
    *,
    season: Season,
    by: Principal,
    missing: Deciding | None = None,
    newcomers: Sequence[str] = (),
    seen: str = "",
) -> Job:
    """Enqueue the rollover, or run at once the same job that the user has enqueued before.

    The arguments are those of `roll_over_season`; its refusals are the result of the job. Raises PermissionDenied.
    """
    require(by, "run-seasons", season.competition.club_id)
    wanted: dict[str, Any] = {
        "season": season.pk,
        "by": write_principal(by),
        "missing": missing,
        "newcomers": list(newcomers),
        "seen": seen,
    }
    under_way = Job.objects.filter(
        kind=ROLLOVER_JOB, state__in=[JobState.WAITING, JobState.RUNNING], arguments__season=season.pk
    )
    existing = next((job for job in under_way if job.arguments | wanted == job.arguments), None)
    if existing is None:
        return enqueue(ROLLOVER_JOB, **wanted)
    run_now(existing)
    return existing


@log_refusals("retry_rollover")
def retry_rollover(*, season: Season, job_id: int, by: Principal) -> None:
    """Run the season's job now if it waits for its next attempt. Raises PermissionDenied."""
    require(by, "run-seasons", season.competition.club_id)
    if job := Job.objects.filter(pk=job_id, kind=ROLLOVER_JOB, arguments__season=season.pk).first():
        run_now(job)


def run_rollover(
    *,
    season: int,
    by: int | str | None,
    missing: Deciding | None,
    newcomers: Sequence[str],
    seen: str,
    shown: str = "",  # which jobs of earlier versions have
) -> dict[str, Any]:
    """Roll the season over, and return the number of the new season, or the problems in the way."""
    old_season = Season.objects.filter(pk=season).first()
    if old_season is None:
        return _build_refusal(SEASON_GONE)
    progress = open_progress_cache()
    try:
        new_season = roll_over_season(
            season=old_season,
            by=read_principal(by),
            missing=missing,
            newcomers=newcomers,
            seen=seen,
            progress=lambda done, of: progress.set(
                build_progress_key(season), (done, of), LEASE.total_seconds()
            ),
        )
    except ActionError as refused:
        return _build_refusal(*refused.problems)
    except PermissionDenied:
        return _build_refusal(
            build_problem(
                "", "not-permitted", _("The person who started this no longer has the right to do it.")
            )
        )
    finally:
        progress.delete(build_progress_key(season))
    return {"season": new_season.number}


def _build_refusal(*problems: Problem) -> dict[str, Any]:
    return {"problems": problems_to_json(problems)}
