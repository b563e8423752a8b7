"""What importing a match night's results from a spreadsheet would save: shown by page and command, done by the action.

See docs/reference/commands.md, import_results.
"""

import hashlib
import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

import games
from games import Invalid, Problem, Score
from games.problems import _
from league.models import Match, Season, Seat, User
from league.models.match import MatchStatus
from league.queries import night as nights
from league.queries.result_checks import EXPUNGED, check_played_on, check_season_open
from league.queries.withdrawing import expunged
from league.rules.snapshot import JSON, Settings, parse_settings
from league.rules.validation import build_problem, score_sheet
from league.spreadsheets import import_rows
from league.spreadsheets.columns import DAY
from league.spreadsheets.reader import Row, format_position
from league.spreadsheets.row_parser import ImportedMatch


@dataclass(frozen=True)
class PlannedResult:
    """What a file says of a match, by seat.

    `is_new`: the match has no result yet; otherwise this is the one it has. `is_dated`: the file gives the
    day. `warnings`, by row and column, name what is possible in a new result, but hardly ever happens.
    """

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
    """What a file says; `left_out` is the number of matches of which nothing is written."""

    results: tuple[PlannedResult, ...]
    left_out: int

    @property
    def new_results(self) -> tuple[PlannedResult, ...]:
        return tuple(result for result in self.results if result.is_new)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The warnings of all results, by row."""
        return import_rows.sort_problems([warning for result in self.results for warning in result.warnings])

    @cached_property
    def digest(self) -> str:
        """A digest that is the same as long as the same results would be there."""
        content = [[result.match.key, result.day.isoformat(), result.sheet] for result in self.results]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def plan_import(*, season: Season, rows: Sequence[Row], user: User | None) -> ImportPlan:
    """Return what `import_results` would save, and raise Invalid for what it would refuse.

    The season was read with its competition and club. Problems are at rows and columns. Changes nothing and
    locks nothing. Runs 4 queries, and 1 more if somebody has left.
    """
    if problems := list(check_season_open(season)):
        raise Invalid(*problems)
    settings = parse_settings(*season.settings)
    read = import_rows.read_matches(rows, nights.known(season, settings, user))
    tables = nights.tables(season, [imported.match.id for imported in read.matches])
    expunged_entries = expunged(seat.entry for seats in tables.values() for seat in seats)
    planner = _ResultPlanner(season, settings, expunged_entries)
    planned = [planner.plan_result(imported, tables[imported.match.id]) for imported in read.matches]
    if problems := [*read.problems, *planner.problems]:
        raise Invalid(*import_rows.sort_problems(problems))
    return ImportPlan(results=tuple(result for result in planned if result), left_out=read.left_out)


class _ResultPlanner:
    """Plans the results of a file, and collects the problems.

    `expunged_entries` are those none of whose matches counts since they left.
    """

    def __init__(self, season: Season, settings: Settings, expunged_entries: Collection[int]) -> None:
        self.season, self.settings, self.expunged_entries = season, settings, expunged_entries
        self.today = season.competition.club.today
        self.problems: list[Problem] = []

    def plan_result(self, imported: ImportedMatch, seats: Sequence[Seat]) -> PlannedResult | None:
        """Return what the file says of the match, or None if something is wrong with it."""
        match = seats[0].match
        day = (
            imported.day
            or (match.current.played_on if match.current else None)
            or self._get_usual_day(imported)
        )
        before = len(self.problems)
        if match.status == MatchStatus.SCHEDULED:
            self.problems += self._check_day(imported, day)
        try:
            score, sheet = score_sheet(imported.sheet, self.settings, len(seats))
        except Invalid as invalid:
            self.problems += filter(None, map(imported.locate_problem, invalid.problems))
            return None
        if _has_result(match, sheet, day):
            pass  # the same result twice does no harm
        elif any(seat.entry_id in self.expunged_entries for seat in seats):
            self.problems.append(replace(EXPUNGED, path=format_position(imported.first_row)))
        elif match.status != MatchStatus.SCHEDULED:
            sentence = _("Match {match} has another result already: correct it on its page.")
            self.problems.append(
                build_problem(format_position(imported.first_row), "other-result", sentence, match=match.key)
            )
        if imported.problems or len(self.problems) > before:
            return None
        is_new = match.status == MatchStatus.SCHEDULED
        return PlannedResult(
            tuple(seats),
            day,
            sheet,
            score,
            is_new,
            is_dated=imported.day is not None,
            warnings=tuple(self._find_warnings(imported, len(seats))) if is_new else (),
        )

    def _find_warnings(self, imported: ImportedMatch, seats: int) -> Iterator[Problem]:
        game, options = self.settings.game, self.settings.options
        if game.unlikely:
            parsed = games.parse(game, imported.sheet, options, seats)
            yield from filter(
                None, map(imported.locate_problem, games.warnings(game, parsed, options, seats))
            )

    def _get_usual_day(self, imported: ImportedMatch) -> date:
        return imported.match.guess_day(self.season.starts_on, self.today) or self.today

    def _check_day(self, imported: ImportedMatch, day: date) -> Iterator[Problem]:
        at = format_position(imported.day_row or imported.first_row, DAY)
        for problem in check_played_on(self.season, day, self.today):
            yield Problem(at, problem.code, problem.message)


def _has_result(match: Match, sheet: JSON, day: date) -> bool:
    """Return whether the result that counts says the same."""
    result = match.current
    return (
        result is not None
        and result.status == MatchStatus.PLAYED
        and (result.sheet, result.played_on) == (sheet, day)
    )
