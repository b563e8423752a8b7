"""Roll a season over into the next, and take that back: at once, or in a job where a league is large."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import transaction

from games import Problem
from games.problems import _
from league.actions import closure
from league.actions import standings as divisions
from league.actions.actor import CONSOLE, Actor, NotPermitted
from league.actions.audit_log import record_event
from league.actions.batches import BATCH_SIZE
from league.actions.club import invalidate_pages
from league.actions.draft import MAX_SEASON_NUMBER, delete_divisions
from league.actions.errors import SEASON_GONE, ActionError, problems_to_json
from league.actions.job import LEASE, enqueue, run_now
from league.models import Division, Entry, Job, Player, Season, User
from league.models.competition import CompetitionKind
from league.models.job import JobState
from league.models.season import SeasonState
from league.queries.drafted import has_results
from league.queries.ending import Deciding, Ending, ending, running
from league.rules.seasons.rollover import RolloverPlan
from league.rules.validation import build_problem

STEP_COUNT = 4
Progress = Callable[[int, int], None]  # steps done, of so many


def plan_rollover(
    *, season: Season, missing: Deciding | None = None, newcomers: Sequence[str] = ()
) -> tuple[Ending, RolloverPlan]:
    """What `roll_over` would do with a season read with its competition, and what it would refuse (Refused).

    Changes nothing, locks nothing. 5 queries, and 1 for newcomers.
    """
    found = _get_ending(season, missing)
    closure.require_decided(found)
    _get_players(found, newcomers)
    plan = found.plan(newcomers)
    _require_players(season, plan)
    return found, plan


@transaction.atomic
def roll_over_season(
    *,
    season: Season,
    by: Actor,
    missing: Deciding | None = None,
    newcomers: Sequence[str] = (),
    seen: str = "",
    progress: Progress = lambda done, of: None,
) -> Season:
    """Makes the next season as a draft, and closes this one if that has not been done; gives the new one.

    `newcomers` are ids of players who are not in it; `seen` is the digest of the preview that was looked at.
    Raises NotPermitted; Refused: `rolled-over` where a later season is there already, `changed-meanwhile` where the
    preview would be another one now, `missing` as in `close_season`, `nobody-left` where nobody would play on.
    """
    season = closure.lock_season(season, by)
    found = _get_ending(season, missing)
    closure.require_unchanged(found, seen, newcomers)
    closure.require_decided(found)
    players = _get_players(found, newcomers)
    plan = found.plan(newcomers)
    _require_players(season, plan)
    progress(1, STEP_COUNT)
    was = season.state
    if was == SeasonState.OPEN:
        closure.finalise(found, by)
    progress(2, STEP_COUNT)
    made = Season.objects.create(
        competition=season.competition,
        number=season.number + 1,
        rolled_from=season,
        closed_before=was == SeasonState.OPEN,
    )
    _create_entries(made, plan, players)
    progress(3, STEP_COUNT)
    divisions.save_season_standings(made, running(made))
    progress(STEP_COUNT, STEP_COUNT)
    before = {"season": season.number, "state": was}
    invalidate_pages(season.competition.club)
    record_event(
        season.competition.club,
        by,
        "roll_over",
        "season",
        closure.format_season_key(made),
        before,
        _build_event_data(found, plan),
    )
    return made


@transaction.atomic
def undo_rollover(*, season: Season, by: Actor) -> Season:
    """Takes back the rolling over that made this season; gives the one before, opened again where it was open.

    Raises NotPermitted; Refused where the season was not made so, has results, or is not the latest.
    """
    keys = [season.pk] if season.rolled_from_id is None else [season.pk, season.rolled_from_id]
    season, *others = closure.lock_seasons(*keys, club=season.competition.club_id, by=by)
    if not others:
        raise ActionError(
            build_problem(
                "season",
                "not-rolled-over",
                _("Season {season} was not made out of the one before."),
                season=season.number,
            )
        )
    (before,) = others
    if problems := list(_check_undo(season)):
        raise ActionError(*problems)
    delete_divisions(season)
    season.delete()
    if season.closed_before:
        closure.reopen(before)
    if season.state != SeasonState.DRAFT:
        enqueue("refresh-statistics", competition=season.competition_id)  # its players had a line there
    club = before.competition.club
    invalidate_pages(club)
    was, now = {"state": season.state}, {"season": before.number, "state": before.state}
    record_event(club, by, "undo_roll_over", "season", closure.format_season_key(season), was, now)
    return before


# --- what speaks against it


def _get_ending(season: Season, missing: Deciding | None) -> Ending:
    """How the season ends. Raises Refused where no other can come out of it. 5 queries."""
    if season.competition.kind != CompetitionKind.LEAGUE:
        raise ActionError(
            build_problem("competition", "not-a-league", _("Only a league goes on from season to season."))
        )
    if season.state == SeasonState.DRAFT:
        raise ActionError(
            build_problem(
                "season", "not-opened", _("Season {season} has not been opened yet."), season=season.number
            )
        )
    _require_latest(season)
    found = ending(season, deciding=missing)
    if not found.standings:
        raise ActionError(build_problem("divisions", "no-divisions", _("Nobody is entered in the season.")))
    return found


def _require_latest(season: Season) -> None:
    after = Season.objects.filter(competition=season.competition_id, number__gt=season.number)
    latest = after.order_by("number").first()
    if latest:
        raise ActionError(
            build_problem(
                "season",
                "rolled-over",
                _("Season {next} has been made out of season {season} already.")
                if latest.rolled_from_id == season.pk
                else _("Season {next} is there already: season {season} is not the latest."),
                season=season.number,
                next=latest.number,
            )
        )
    if season.number >= MAX_SEASON_NUMBER:
        raise ActionError(
            build_problem("season", "no-more-seasons", _("No season can have a higher number."))
        )


def _check_undo(season: Season) -> Iterator[Problem]:
    latest = Season.objects.filter(competition=season.competition_id).order_by("-number")[0]
    if latest.number > season.number:
        yield build_problem(
            "season",
            "not-the-latest",
            _("Season {later} has come after season {season}."),
            later=latest.number,
            season=season.number,
        )
    if has_results(season):
        yield build_problem(
            "season",
            "has-results",
            _("Results have been entered in season {season}, and they are kept for good."),
            season=season.number,
        )


def _require_players(season: Season, plan: RolloverPlan) -> None:
    if not any(division.players for division in plan.divisions):
        raise ActionError(
            build_problem(
                "season",
                "nobody-left",
                _("All who are in season {season} have left: nobody would play in the next one."),
                season=season.number,
            )
        )


def _get_players(found: Ending, newcomers: Sequence[str]) -> dict[str, int]:
    """All who can be in the next season, by id. Raises Refused for newcomers that are none. 1 query for newcomers."""
    players = {key: player.pk for key, player in found.players.items()}
    if not newcomers:
        return players
    known = dict(Player.objects.filter(club=found.season.competition.club_id).values_list("key", "pk"))
    problems = []
    seen: set[str] = set()
    for index, player in enumerate(newcomers):
        if player not in known:
            code, sentence = "unknown-player", _("The club has no player with the id {player}.")
        elif player in players:
            code, sentence = "already-entered", _("{player} is entered in season {season} already.")
        elif player in seen:
            code, sentence = "twice", _("{player} stands here for the second time.")
        else:
            seen.add(player)
            continue
        path = f"newcomers.{index}"
        problems.append(build_problem(path, code, sentence, player=player, season=found.season.number))
    if problems:
        raise ActionError(*problems)
    return players | {player: known[player] for player in newcomers}


# --- what is written


def _create_entries(made: Season, plan: RolloverPlan, players: Mapping[str, int]) -> None:
    """The divisions and everybody's place in them, in bulk."""
    homes = Division.objects.bulk_create(
        [Division(season=made, level=one.level, name=one.name) for one in plan.divisions],
        batch_size=BATCH_SIZE,
    )
    Entry.objects.bulk_create(
        [
            Entry(season=made, division=home, player_id=players[player], seed=seed)
            for home, one in zip(homes, plan.divisions, strict=True)
            for seed, player in enumerate(one.players, 1)
        ],
        batch_size=BATCH_SIZE,
    )


def _build_event_data(found: Ending, plan: RolloverPlan) -> dict[str, int]:
    """What a record says of it: numbers, nobody's name."""
    entered = sum(len(one.players) for one in plan.divisions)
    moved = Counter[str](move.reason for move in plan.moves)
    return {
        "divisions": len(plan.divisions),
        "entries": entered,
        **moved,
        **closure.count_decided_matches(found),
    }


ROLLOVER_JOB = "roll-over"
MAX_ENTRIES_IN_REQUEST = 2_000  # entries: with more, it is a job


def is_large(season: Season) -> bool:
    """Whether rolling it over is to be left to `start`. 1 query."""
    return Entry.objects.filter(season=season).count() > MAX_ENTRIES_IN_REQUEST


@transaction.atomic
def enqueue_rollover(
    *,
    season: Season,
    by: Actor,
    missing: Deciding | None = None,
    newcomers: Sequence[str] = (),
    seen: str = "",
) -> Job:
    """Leaves the job, or wakes the one that this person has left for the same already; what it comes to is the
    job's to say. Like `roll_over` in all else. Raises NotPermitted."""
    by.require("run-seasons", season.competition.club_id)
    wanted: dict[str, Any] = {
        "season": season.pk,
        "by": by.account.pk if by.account else None,
        "missing": missing,
        "newcomers": list(newcomers),
        "seen": seen,
    }
    under_way = Job.objects.filter(kind=ROLLOVER_JOB, state__in=[JobState.WAITING, JobState.RUNNING])
    found = under_way.filter(arguments=wanted).first()
    if found is None:
        return enqueue(ROLLOVER_JOB, **wanted)
    run_now(found)
    return found


def retry_rollover(*, season: Season, job_id: int, by: Actor) -> None:
    """Has the season's job that waits for its next attempt taken up at once. Raises NotPermitted."""
    by.require("run-seasons", season.competition.club_id)
    if found := Job.objects.filter(pk=job_id, kind=ROLLOVER_JOB, arguments__season=season.pk).first():
        run_now(found)


def run_rollover(
    *, season: int, by: int | None, missing: Deciding | None, newcomers: Sequence[str], seen: str
) -> dict[str, Any]:
    """Rolls over; answers with the number of the season that was made, or with what stands in the way."""
    found = Season.objects.filter(pk=season).first()
    if found is None:
        return _build_refusal(SEASON_GONE)
    try:
        made = roll_over_season(
            season=found,
            by=CONSOLE if by is None else Actor(User.objects.filter(pk=by).first() or AnonymousUser()),
            missing=missing,
            newcomers=newcomers,
            seen=seen,
            progress=lambda done, of: cache.set(_get_progress_key(season), (done, of), LEASE.total_seconds()),
        )
    except ActionError as refused:
        return _build_refusal(*refused.problems)
    except NotPermitted:
        return _build_refusal(build_problem("", "not-permitted", _("You may not do this any more.")))
    finally:
        cache.delete(_get_progress_key(season))
    return {"season": made.number}


def get_progress(season: Season) -> tuple[int, int]:
    """How much of rolling it over is done, and of how much; (0, 0) where that is not known.

    Told by way of the cache: what a transaction has written is not seen from outside before its end.
    """
    done, of = cache.get(_get_progress_key(season.pk), (0, 0))
    return done, of


def _get_progress_key(season_id: int) -> str:
    return f"rolling-over-{season_id}"


def _build_refusal(*problems: Problem) -> dict[str, Any]:
    return {"problems": problems_to_json(problems)}
