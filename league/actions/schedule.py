"""Make the schedule of a draft or of an open season without results.

See docs/reference/schedule.md, Making a schedule; docs/decisions/0028-schedules-in-batches.md.
"""

import hashlib
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from itertools import chain
from uuid import UUID

from django.db.models import QuerySet

from games import Invalid, Problem, UnknownGame
from games.problems import _
from league.actions import draft
from league.actions.batches import PAUSE
from league.actions.changes import Change, change, format_season_key, log_refusals
from league.actions.errors import SEASON_GONE, ActionError
from league.actions.fixtures import (
    create_matches,
    delete_matches,
    discard_unfinished_schedule,
    load_places,
    renew_token,
    require_token,
    sort_pairings,
    split_pairings,
)
from league.models import Decision, DecisionOrigin, Match, Season, Stage
from league.models.season import SeasonState
from league.notifications.reminders import MAX_REMIND_DAYS, drop_reminders, plan_reminders
from league.permissions import require
from league.principals import Principal
from league.queries.location import get_season_title
from league.queries.schedule import choose_format, find_settings, has_active_results, list_division_players
from league.rules.pairing import fixtures as fixture_rules
from league.rules.pairing.fixtures import Fixtures, Pairing
from league.rules.pairing.nights import Dates, Deadlines, Weekly
from league.rules.pairing.schedule_source import ScheduleSource, source_to_json
from league.rules.pairing.schedules import build_table_draw
from league.rules.records import FIRST_STAGE
from league.rules.snapshot import parse_settings
from league.rules.validation import build_problem

MAX_YEARS_AWAY = 10  # to a day: more is a slip of the pen
MAX_REPLACED = 10_000  # matches of an open season, in a transaction: about two seconds on SQLite
CHANGED_SINCE_SEEN = build_problem(
    "",
    "changed-meanwhile",
    _("Something has changed since your preview. Check the new preview, then try again."),
)


def plan_fixtures(
    season: Season,
    *,
    dates: Dates | None = None,
    tables: int | None = None,
    rounds: int | None = None,
    draw_seed: int | None = None,
    starts_on: date | None = None,
    ends_on: date | None = None,
) -> Fixtures:
    """Return the fixtures that `make_schedule`, or opening without dates, would write.

    At tables for more than two they are drawn from `draw_seed`, by default the season's own, and have that
    many `rounds`, by default as many as it takes for all players to meet. Runs 2 queries for a season that was
    read with its competition and club.

    Raises ActionError at `tables`, `rounds`, `starts_on`, `ends_on`, `divisions`, and at the fields named by
    `league.rules.pairing.nights.compute_days`.
    """
    try:
        settings = parse_settings(*season.settings)
        draw = build_table_draw(
            settings, draw_seed=season.draw_seed if draw_seed is None else draw_seed, rounds=rounds
        )
        fixtures = fixture_rules.build_fixtures(
            list_division_players(season), settings.rules.meetings, dates=dates, tables=tables, drawing=draw
        )
    except UnknownGame as unknown:
        sentence = _("No game called {game} is installed.")
        raise ActionError(build_problem("game", "unknown-game", sentence, game=unknown.args[0])) from None
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from None
    wrong = [
        *_check_season_dates(fixtures, starts_on, ends_on),
        *_check_distant_days(fixtures, dates, starts_on, ends_on, season),
    ]
    if wrong:
        raise ActionError(*wrong)
    return fixtures


def compute_digest(
    fixtures: Fixtures, *, remind_days: int, starts_on: date | None, ends_on: date | None
) -> str:
    """Return the digest of a previewed schedule, which differs wherever something else would be saved."""
    return hashlib.sha256(repr((fixtures, remind_days, starts_on, ends_on)).encode()).hexdigest()


def precompute_seating(season: Season, *, rounds: int | None = None) -> None:
    """Search for the seating of a season at tables for more than two before anything is locked.

    Afterwards building the fixtures finds it in the cache, so that no change is kept waiting by a lock. Problems
    are left to be raised by the action that saves the schedule. Runs 2 queries, none for tables of two.
    """
    settings = find_settings(season)
    if settings and settings.table_size > 2:
        with suppress(ActionError):
            plan_fixtures(season, rounds=rounds)


@log_refusals("make_schedule")
def make_schedule(
    *,
    season: Season,
    dates: Dates | None,
    tables: int | None,
    remind_days: int,
    by: Principal,
    rounds: int | None = None,
    draw_seed: int | None = None,
    starts_on: date | None = None,
    ends_on: date | None = None,
    seen: str = "",
) -> None:
    """Give a season without results its matches, in place of those it has.

    `starts_on` and `ends_on` become the season's own, and so does `draw_seed` if the fixtures are drawn from
    it: a draft without a seed gets one now, an open season keeps its own. `seen` is the digest of the preview.
    Very many matches of a draft are created in several transactions, so that others can write in between; if
    a transaction fails, the draft has no schedule, and it can be made again.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError where `plan_fixtures`
    refuses, at `lot` for a draw seed that is not possible, if the season is closed, has results or active
    decisions, if it is open and has too many matches, and `changed-meanwhile` if the schedule would now be
    another, or if the draft was changed between two transactions.
    """
    require(by, "run-seasons", season.competition.club_id)
    if not 0 <= remind_days <= MAX_REMIND_DAYS:
        sentence = _("Enter 1 to {most} days, or leave blank for no reminder.")
        raise ActionError(build_problem("remind_days", "out-of-range", sentence, most=MAX_REMIND_DAYS))
    season = _load_season(season)
    source = _load_source(season)
    # Before anything is locked: this may take a second.
    fixtures = plan_fixtures(
        season,
        dates=dates,
        tables=tables,
        rounds=rounds,
        draw_seed=_choose_draw_seed(season, draw_seed),
        starts_on=starts_on,
        ends_on=ends_on,
    )
    if seen and seen != compute_digest(
        fixtures, remind_days=remind_days, starts_on=starts_on, ends_on=ends_on
    ):
        raise ActionError(CHANGED_SINCE_SEEN)
    making = ScheduleSource(dates, tables if fixtures.has_shared_room else None, rounds)
    batches = split_pairings(sort_pairings(fixtures))
    with change("make_schedule", season, permission="run-seasons", by=by) as event:
        season = event.season
        require_unclosed(season)
        _require_no_results(season)
        _require_no_decisions(season)
        if _load_source(season) != source:
            raise ActionError(CHANGED_SINCE_SEEN)
        is_open = season.state == SeasonState.OPEN
        if is_open and sum(map(len, batches)) > MAX_REPLACED:
            raise ActionError(_build_too_many_problem(season, sum(map(len, batches))))
        season.starts_on, season.ends_on, season.remind_days = starts_on, ends_on, remind_days
        season.draw_seed = season.draw_seed if fixtures.draw_seed is None else fixtures.draw_seed
        before = {"matches": 0 if season.schedule_token else filter_matches(season).count()}
        # Keys are not given again: a sheet that a user is filling in for a match must not reach another.
        reserved_keys = frozenset(filter_matches(season).values_list("key", flat=True) if is_open else ())
        Decision.objects.filter(season=season).update(match=None)  # all of them are revoked
        discard_unfinished_schedule(season)
        delete_matches(season.divisions.filter(stage__number=FIRST_STAGE))
        if is_open or len(batches) <= 1:  # a public schedule is never half there
            create_matches(load_places(season), list(chain(*batches)), reserved_keys=reserved_keys)
            _finish_schedule(event, season, fixtures, making, before)
            return
        token = renew_token(season)
    _create_in_batches(season, fixtures, batches, token, making, before, by)


def _create_in_batches(
    season: Season,
    fixtures: Fixtures,
    batches: Sequence[Sequence[Pairing]],
    token: UUID,
    making: ScheduleSource,
    before: dict[str, int],
    by: Principal,
) -> None:
    """Create the matches of a draft in several transactions, each of which expects the token of the last.

    `season` has the values from the schedule, which are saved at the end. Raises PermissionDenied; ActionError if
    something else was done with the draft in between.
    """
    places = load_places(season)
    for batch in batches:
        time.sleep(PAUSE)  # for others who wait to write
        with change("make_schedule", season, permission="run-seasons", by=by) as event:
            require_token(event.season, token)
            create_matches(places, batch)
            if batch is batches[-1]:
                _finish_schedule(event, season, fixtures, making, before)
            else:
                token = renew_token(season)


def _finish_schedule(
    event: Change, season: Season, fixtures: Fixtures, making: ScheduleSource, before: dict[str, int]
) -> None:
    """Save a schedule's values at its season and stage, plan the reminders, and record the event."""
    season.schedule_token = season.schedule_batch_at = None
    season.save(
        update_fields=[
            "starts_on",
            "ends_on",
            "remind_days",
            "draw_seed",
            "schedule_token",
            "schedule_batch_at",
        ]
    )
    save_schedule_source(season, making)
    drop_reminders(season)
    plan_reminders(season, repeat=True)
    after = {"matches": sum(1 for _pairing in fixtures.pairings), "days": len(fixtures.days)}
    event.log("season", format_season_key(season), before, after)


def save_schedule_source(season: Season, making: ScheduleSource) -> None:
    """Store the source of the schedule of a season's first stage, and its format; 1 query."""
    Stage.objects.filter(season=season, number=FIRST_STAGE).update(
        format=choose_format(find_settings(season)), making=source_to_json(making)
    )


def filter_matches(season: Season) -> QuerySet[Match]:
    """Return the matches of a season."""
    return Match.objects.filter(division__season=season)


def _load_season(season: Season) -> Season:
    """Return the season as it is now, with its competition and club; raise ActionError if it is gone."""
    found = Season.objects.select_related("competition__club").filter(pk=season.pk).first()
    if found is None:
        raise ActionError(SEASON_GONE)
    return found


def _load_source(season: Season) -> tuple[object, ...]:
    """Return the data from which a schedule follows, beside the form's; 2 queries."""
    return season.state, season.settings, season.draw_seed, list_division_players(season)


def require_unclosed(season: Season) -> None:
    """Raise ActionError if the season is closed."""
    if season.state == SeasonState.CLOSED:
        sentence = _("{season} is closed. Reopen it to change the schedule.")
        raise ActionError(build_problem("", "season-closed", sentence, season=get_season_title(season)))


def _require_no_results(season: Season) -> None:
    if has_active_results(season):
        sentence = _(
            "{season} has results, so you can't make a new schedule. You can still "
            "move single nights and matches."
        )
        raise ActionError(build_problem("season", "has-results", sentence, season=get_season_title(season)))


def _require_no_decisions(season: Season) -> None:
    # A file's decisions on entries concern no match; matches with a decision in a file have results.
    if Decision.objects.active().filter(season=season, origin=DecisionOrigin.PERSON).exists():
        sentence = _("{season} has committee decisions that a new schedule would delete. Undo them first.")
        raise ActionError(build_problem("season", "has-decisions", sentence, season=get_season_title(season)))


def _build_too_many_problem(season: Season, matches: int) -> Problem:
    sentence = _(
        "{season} is open and has {matches} matches. At most {most} can be replaced then. Move "
        "single nights or matches instead."
    )
    return build_problem(
        "season",
        "too-many-at-once",
        sentence,
        season=get_season_title(season),
        matches=f"{matches:,}",
        most=f"{MAX_REPLACED:,}",
    )


def _choose_draw_seed(season: Season, wanted: int | None) -> int:
    """Return the seed that the schedule is drawn from.

    Raises ActionError for a number out of range, and for a number other than an open season's seed, by
    which its lots are drawn as well.
    """
    if wanted is None:
        return season.draw_seed or (draft.generate_draw_seed() if season.state == SeasonState.DRAFT else 0)
    if problems := list(draft.check_draw_seed(wanted)):
        raise ActionError(*problems)
    if season.state == SeasonState.OPEN and wanted != season.draw_seed:
        sentence = _("{season} is open, so its draw number {lot} can't be changed.")
        raise ActionError(
            build_problem("lot", "lot-stays", sentence, season=get_season_title(season), lot=season.draw_seed)
        )
    return wanted


# --- checks


def _check_season_dates(
    fixtures: Fixtures, starts_on: date | None, ends_on: date | None
) -> Iterator[Problem]:
    """Yield where the season's own dates contradict each other, or the days of the fixtures."""
    if starts_on and ends_on and ends_on < starts_on:
        yield build_problem(
            "ends_on", "dates", _("The end lies before the start. Change one of the two dates.")
        )
    if not fixtures.days:
        return
    if starts_on and fixtures.days[0] < starts_on:
        sentence = _("The start can't be after the first match date, {day}.")
        yield build_problem("starts_on", "day-before-season", sentence, day=fixtures.days[0])
    if ends_on and fixtures.days[-1] > ends_on:
        sentence = _("The end can't be before the last match date, {day}.")
        yield build_problem("ends_on", "day-after-season", sentence, day=fixtures.days[-1])


def _check_distant_days(
    fixtures: Fixtures, dates: Dates | None, starts_on: date | None, ends_on: date | None, season: Season
) -> Iterator[Problem]:
    """Yield the days that are too far away, each at the field it was entered in, or that led to it."""
    yield from check_distance("starts_on", starts_on, season)
    yield from check_distance("ends_on", ends_on, season)
    if not fixtures.days:
        return
    weekly, deadlines = isinstance(dates, Weekly), isinstance(dates, Deadlines)
    first = "start" if weekly else "first" if deadlines else "days"
    wrong = list(check_distance(first, fixtures.days[0], season))
    yield from wrong or check_distance("every" if deadlines else first, fixtures.days[-1], season)


def check_distance(path: str, day: date | None, season: Season) -> Iterator[Problem]:
    """Yield why the day is too far away."""
    if day and abs(day.year - season.competition.club.today.year) > MAX_YEARS_AWAY:
        sentence = _("{day} is more than {most} years away. Choose an earlier date.")
        yield build_problem(path, "too-far", sentence, day=day, most=MAX_YEARS_AWAY)
