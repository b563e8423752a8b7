"""A night's results from a spreadsheet: all of them, or nothing."""

import hashlib
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

import games
from games import Invalid, Problem, Score
from games.problems import _
from league.actions import result_revisions
from league.actions.actor import Actor
from league.actions.errors import SEASON_GONE, ActionError
from league.actions.result_revisions import EXPUNGED, Revision, SubmissionContext
from league.models import Division, Match, Season, Seat, Submission
from league.models.match import MatchStatus
from league.queries import night as nights
from league.queries.withdrawing import expunged
from league.rules.snapshot import JSON, Settings, parse_settings
from league.rules.standings.totals import compute_played_seats
from league.rules.validation import build_problem
from league.spreadsheets import import_rows
from league.spreadsheets.columns import DAY
from league.spreadsheets.reader import Row, format_position
from league.spreadsheets.row_parser import ImportedMatch


@dataclass(frozen=True)
class PlannedResult:
    """What a file says of a match, by seat. `is_new`: it has no result yet; else this is the one it has. `is_dated`:
    the file says the day. `warnings`, by row and column: what of a new result is possible, and hardly ever so."""

    seats: tuple[Seat, ...]
    day: date
    sheet: JSON
    score: Score
    is_new: bool
    is_dated: bool
    warnings: tuple[Problem, ...] = ()

    @property
    def match(self) -> Match:
        return self.seats[0].match


@dataclass(frozen=True)
class ImportPlan:
    """What a file says. `left_out` is the number of matches of which nothing is written."""

    results: tuple[PlannedResult, ...]
    left_out: int

    @property
    def new_results(self) -> tuple[PlannedResult, ...]:
        return tuple(one for one in self.results if one.is_new)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """By row."""
        return import_rows.sort_problems([found for one in self.results for found in one.warnings])

    @cached_property
    def digest(self) -> str:
        """The same as long as the same results would be there."""
        said = [[one.match.key, one.day.isoformat(), one.sheet] for one in self.results]
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def plan_import(*, season: Season, rows: Sequence[Row], by: Actor) -> ImportPlan:
    """What `enter_night` would keep for a season read with its competition and club, and what it would refuse
    (Refused, by row and column).

    Changes nothing, locks nothing. 4 queries, 1 more where somebody has left.
    """
    if problems := list(result_revisions.check_season_open(season)):
        raise ActionError(*problems)
    settings = parse_settings(*season.settings)
    read = import_rows.read_matches(rows, nights.known(season, settings, by.user))
    tables = nights.tables(season, [slip.match.id for slip in read.matches])
    gone = expunged(seat.entry for seats in tables.values() for seat in seats)
    reading = _SlipReader(season, settings, gone)
    told = [reading.plan_result(slip, tables[slip.match.id]) for slip in read.matches]
    if problems := [*read.problems, *reading.problems]:
        raise ActionError(*import_rows.sort_problems(problems))
    return ImportPlan(results=tuple(one for one in told if one), left_out=read.left_out)


@transaction.atomic
def import_results(*, season: Season, rows: Sequence[Row], by: Actor, seen: str = "") -> ImportPlan:
    """Keeps the results of a file like those that are sent in one by one. What a match has already stays; what it has
    differently is refused, and everything with it.

    `seen` is the digest of the preview that was looked at. Raises NotPermitted; Refused. 7 queries for every new
    result, 4 for its division, and no more than 10 beside.
    """
    by.require("enter-result", season.competition.club_id)
    season = _lock_season(season)
    night = plan_import(season=season, rows=rows, by=by)
    if seen and seen != night.digest:
        raise ActionError(
            build_problem(
                "", "changed-meanwhile", _("Something has changed meanwhile: look at what would be saved.")
            )
        )
    cases = [_save_result(one, by) for one in night.new_results]
    if cases:
        result_revisions.recompute_divisions(cases)
    return night


def _lock_season(season: Season) -> Season:
    """As it is now that nobody else can change it or any of its results: first the season, then its divisions."""
    seasons = Season.objects.select_for_update(of=("self",), no_key=True)
    found = seasons.select_related("competition__club").filter(pk=season.pk).first()
    if found is None:
        raise ActionError(SEASON_GONE)
    list(Division.objects.select_for_update(no_key=True).filter(season=found).order_by("pk"))
    return found


def _save_result(planned: PlannedResult, by: Actor) -> SubmissionContext:
    match = planned.match
    submission = Submission(
        match=match,
        key=uuid4(),
        by=by.account,
        at=timezone.now(),
        base=match.revision,
        content=json.dumps({"sheet": planned.sheet, "played_on": planned.day.isoformat()}),
    )
    case = SubmissionContext(match, submission, is_repeat=False, seats=list(planned.seats))
    figures = compute_played_seats(case.settings.game, case.entered_players, planned.score)
    result_revisions.save_revision(
        case, "submit_result", Revision(MatchStatus.PLAYED, figures, planned.day, planned.sheet)
    )
    return case


class _SlipReader:
    """Scores the slips of a season, and collects what is wrong with them. `gone`: the entries none of whose matches
    counts since they left."""

    def __init__(self, season: Season, settings: Settings, expunged_entries: Collection[int]) -> None:
        self.season, self.settings, self.expunged_entries = season, settings, expunged_entries
        self.today = timezone.localdate(timezone=season.competition.club.tzinfo)
        self.problems: list[Problem] = []

    def plan_result(self, slip: ImportedMatch, seats: Sequence[Seat]) -> PlannedResult | None:
        """None where something is wrong with it."""
        match = seats[0].match
        day = slip.day or (match.current.played_on if match.current else None) or self._get_usual_day(slip)
        before = len(self.problems)
        if match.status == MatchStatus.SCHEDULED:
            self.problems += self._check_day(slip, day)
        try:
            score, sheet = result_revisions.score_sheet(slip.sheet, self.settings, len(seats))
        except Invalid as invalid:
            self.problems += filter(None, map(slip.locate_problem, invalid.problems))
            return None
        if _has_result(match, sheet, day):
            pass  # twice does no harm
        elif any(seat.entry_id in self.expunged_entries for seat in seats):
            self.problems.append(replace(EXPUNGED, path=format_position(slip.first_row)))
        elif match.status != MatchStatus.SCHEDULED:
            sentence = _("Match {match} has another result already: correct it on its page.")
            self.problems.append(
                build_problem(format_position(slip.first_row), "other-result", sentence, match=match.key)
            )
        if slip.problems or len(self.problems) > before:
            return None
        is_new = match.status == MatchStatus.SCHEDULED
        return PlannedResult(
            tuple(seats),
            day,
            sheet,
            score,
            is_new,
            is_dated=slip.day is not None,
            warnings=tuple(self._find_warnings(slip, len(seats))) if is_new else (),
        )

    def _find_warnings(self, slip: ImportedMatch, seats: int) -> Iterator[Problem]:
        game, options = self.settings.game, self.settings.options
        if game.unlikely:
            parsed = games.parse(game, slip.sheet, options, seats)
            yield from filter(None, map(slip.locate_problem, games.warnings(game, parsed, options, seats)))

    def _get_usual_day(self, slip: ImportedMatch) -> date:
        return slip.match.guess_day(self.season.starts_on, self.today) or self.today

    def _check_day(self, slip: ImportedMatch, day: date) -> Iterator[Problem]:
        at = format_position(slip.day_row or slip.first_row, DAY)
        for found in result_revisions.check_played_on(self.season, day, self.today):
            yield Problem(at, found.code, found.message)


def _has_result(match: Match, sheet: JSON, day: date) -> bool:
    """Whether the result that counts says the same."""
    kept = match.current
    return (
        kept is not None
        and kept.status == MatchStatus.PLAYED
        and (kept.sheet, kept.played_on) == (sheet, day)
    )
