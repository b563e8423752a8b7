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
from league.actions import revising
from league.actions.actor import Actor
from league.actions.errors import SEASON_GONE, Refused
from league.actions.revising import EXPUNGED, Case, Revision
from league.models import Division, Match, Season, Seat, Submission
from league.models.match import Status
from league.queries import night as nights
from league.queries.withdrawing import expunged
from league.rules import slips
from league.rules.book import JSON, Settings, parse_settings
from league.rules.check import build_problem
from league.rules.columns import DAY
from league.rules.figures import compute_played_seats
from league.rules.slip import ImportedMatch
from league.rules.spreadsheet import Row, format_position


@dataclass(frozen=True)
class Told:
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
class Night:
    """What a file says. `left_out` is the number of matches of which nothing is written."""

    told: tuple[Told, ...]
    left_out: int

    @property
    def new(self) -> tuple[Told, ...]:
        return tuple(one for one in self.told if one.is_new)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """By row."""
        return slips.sort_problems([found for one in self.told for found in one.warnings])

    @cached_property
    def digest(self) -> str:
        """The same as long as the same results would be there."""
        said = [[one.match.key, one.day.isoformat(), one.sheet] for one in self.told]
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def planned(*, season: Season, rows: Sequence[Row], by: Actor) -> Night:
    """What `enter_night` would keep for a season read with its competition and club, and what it would refuse
    (Refused, by row and column).

    Changes nothing, locks nothing. 4 queries, 1 more where somebody has left.
    """
    if problems := list(revising.against_season(season)):
        raise Refused(*problems)
    settings = parse_settings(*season.settings)
    read = slips.read_matches(rows, nights.known(season, settings, by.user))
    tables = nights.tables(season, [slip.match.id for slip in read.matches])
    gone = expunged(seat.entry for seats in tables.values() for seat in seats)
    reading = _Reading(season, settings, gone)
    told = [reading.told(slip, tables[slip.match.id]) for slip in read.matches]
    if problems := [*read.problems, *reading.problems]:
        raise Refused(*slips.sort_problems(problems))
    return Night(told=tuple(one for one in told if one), left_out=read.left_out)


@transaction.atomic
def enter_night(*, season: Season, rows: Sequence[Row], by: Actor, seen: str = "") -> Night:
    """Keeps the results of a file like those that are sent in one by one. What a match has already stays; what it has
    differently is refused, and everything with it.

    `seen` is the digest of the preview that was looked at. Raises NotPermitted; Refused. 7 queries for every new
    result, 4 for its division, and no more than 10 beside.
    """
    by.must("enter-result", season.competition.club_id)
    season = _locked(season)
    night = planned(season=season, rows=rows, by=by)
    if seen and seen != night.digest:
        raise Refused(
            build_problem(
                "", "changed-meanwhile", _("Something has changed meanwhile: look at what would be saved.")
            )
        )
    cases = [_keep(one, by) for one in night.new]
    if cases:
        revising.restated(cases)
    return night


def _locked(season: Season) -> Season:
    """As it is now that nobody else can change it or any of its results: first the season, then its divisions."""
    seasons = Season.objects.select_for_update(of=("self",), no_key=True)
    found = seasons.select_related("competition__club").filter(pk=season.pk).first()
    if found is None:
        raise Refused(SEASON_GONE)
    list(Division.objects.select_for_update(no_key=True).filter(season=found).order_by("pk"))
    return found


def _keep(told: Told, by: Actor) -> Case:
    match = told.match
    submission = Submission(
        match=match,
        key=uuid4(),
        by=by.account,
        at=timezone.now(),
        base=match.revision,
        content=json.dumps({"sheet": told.sheet, "played_on": told.day.isoformat()}),
    )
    case = Case(match, submission, known=False, seats=list(told.seats))
    figures = compute_played_seats(case.settings.game, case.entries, told.score)
    revising.recorded(case, "submit_result", Revision(Status.PLAYED, figures, told.day, told.sheet))
    return case


class _Reading:
    """Scores the slips of a season, and collects what is wrong with them. `gone`: the entries none of whose matches
    counts since they left."""

    def __init__(self, season: Season, settings: Settings, gone: Collection[int]) -> None:
        self.season, self.settings, self.gone = season, settings, gone
        self.today = timezone.localdate(timezone=season.competition.club.zone)
        self.problems: list[Problem] = []

    def told(self, slip: ImportedMatch, seats: Sequence[Seat]) -> Told | None:
        """None where something is wrong with it."""
        match = seats[0].match
        day = slip.day or (match.current.played_on if match.current else None) or self._usual_day(slip)
        before = len(self.problems)
        if match.status == Status.SCHEDULED:
            self.problems += self._against(slip, day)
        try:
            score, sheet = revising.checked_sheet(slip.sheet, self.settings, len(seats))
        except Invalid as invalid:
            self.problems += filter(None, map(slip.locate_problem, invalid.problems))
            return None
        if _is_kept(match, sheet, day):
            pass  # twice does no harm
        elif any(seat.entry_id in self.gone for seat in seats):
            self.problems.append(replace(EXPUNGED, path=format_position(slip.first_row)))
        elif match.status != Status.SCHEDULED:
            sentence = _("Match {match} has another result already: correct it on its page.")
            self.problems.append(
                build_problem(format_position(slip.first_row), "other-result", sentence, match=match.key)
            )
        if slip.problems or len(self.problems) > before:
            return None
        is_new = match.status == Status.SCHEDULED
        return Told(
            tuple(seats),
            day,
            sheet,
            score,
            is_new,
            is_dated=slip.day is not None,
            warnings=tuple(self._unlikely(slip, len(seats))) if is_new else (),
        )

    def _unlikely(self, slip: ImportedMatch, seats: int) -> Iterator[Problem]:
        game, options = self.settings.game, self.settings.options
        if game.unlikely:
            parsed = games.parse(game, slip.sheet, options, seats)
            yield from filter(None, map(slip.locate_problem, games.warnings(game, parsed, options, seats)))

    def _usual_day(self, slip: ImportedMatch) -> date:
        return slip.match.guess_day(self.season.starts_on, self.today) or self.today

    def _against(self, slip: ImportedMatch, day: date) -> Iterator[Problem]:
        at = format_position(slip.day_row or slip.first_row, DAY)
        for found in revising.against_day(self.season, day, self.today):
            yield Problem(at, found.code, found.message)


def _is_kept(match: Match, sheet: JSON, day: date) -> bool:
    """Whether the result that counts says the same."""
    kept = match.current
    return kept is not None and kept.status == Status.PLAYED and (kept.sheet, kept.played_on) == (sheet, day)
