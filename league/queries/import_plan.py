"""The plan of importing results from a spreadsheet: shown by page and command, carried out by the action.

See docs/reference/commands.md, import_results.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from django.db.models import Count
from django.utils.translation import gettext

import games
from games import Invalid, Problem, Score
from games.problems import _
from league.models import Match, Season, Seat, User
from league.models.match import MatchStatus
from league.queries.overtaken import PossibleEnd, build_questions, list_overtaken
from league.queries.result_checks import (
    EXPUNGED,
    check_played_on,
    check_season_open,
    find_expunged_entries,
    get_usual_day,
)
from league.rules.snapshot import JSON, Settings, parse_settings
from league.rules.validation import build_problem, score_sheet
from league.spreadsheets.columns import DAY, MATCH, Column, build_all_columns, has_headings_of
from league.spreadsheets.import_rows import ImportedMatch, Table, group_rows, sort_problems
from league.spreadsheets.reader import Row, format_position


@dataclass(frozen=True)
class PlannedResult:
    """A match's result in a file, by seat.

    `is_new`: the match has no result yet; otherwise this is the result it has. `is_dated`: the file gives the
    day. `warnings`, by row and column, name values of a new result that are possible but unlikely.
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
    """The results in a file; `left_out` is the number of matches without any value.

    `questions` say which later matches of a bracket the new results overtake.
    """

    results: tuple[PlannedResult, ...]
    left_out: int
    questions: tuple[Problem, ...] = ()

    @property
    def new_results(self) -> tuple[PlannedResult, ...]:
        return tuple(result for result in self.results if result.is_new)

    @property
    def unchanged(self) -> int:
        """Return how many results the matches have already."""
        return len(self.results) - len(self.new_results)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The warnings of all results, by row."""
        return sort_problems(warning for result in self.results for warning in result.warnings)

    @cached_property
    def digest(self) -> str:
        """A digest that is the same as long as the same results would be there."""
        content: list[object] = [
            [result.match.key, result.day.isoformat(), result.sheet] for result in self.results
        ]
        content += [question.as_json() for question in self.questions]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def list_table_sizes(season: Season, settings: Settings) -> Collection[int]:
    """Return how many sit at a table of the season; before it has matches, as many as usual. 1 query."""
    by_match = Seat.objects.filter(match__division__season=season).values("match").annotate(seats=Count("pk"))
    return set(by_match.order_by().values_list("seats", flat=True)) or {settings.table_size}


@dataclass(frozen=True)
class FileForm:
    """What the rows of a file are: `by_deal` each a deal, else each a match in the game's short form."""

    layout: Callable[[int], games.Layout]
    sizes: Collection[int]  # of tables
    by_deal: bool = True

    @property
    def columns(self) -> tuple[Column, ...]:
        return build_all_columns(self.layout, self.sizes, by_deal=self.by_deal)


def find_short_form(settings: Settings, sizes: Collection[int]) -> FileForm | None:
    """Return the form of files with a row for each match; None where the game has no short form of sheets."""
    if settings.short_layout(min(sizes)) is None:
        return None
    return FileForm(lambda seats: settings.short_layout(seats) or games.Layout(), sizes, by_deal=False)


def choose_form(settings: Settings, sizes: Collection[int], heading: Row) -> FileForm:
    """Return the form of a file: the short one where a heading is of it alone."""
    usual, short = FileForm(settings.layout, sizes), find_short_form(settings, sizes)
    return short if short and has_headings_of(heading, short.columns, usual.columns) else usual


def plan_import(*, season: Season, rows: Sequence[Row], user: User | None) -> ImportPlan:
    """Return the results that `import_results` would save; raise Invalid for a file that it would refuse.

    The season was read with its competition and club. Problems are at rows and columns. Changes nothing and
    locks nothing. Runs 2 queries, 1 more if a player has left, and at most 7 for each division with a bracket.
    """
    if problems := list(check_season_open(season)):
        raise Invalid(*problems)
    settings = parse_settings(*season.settings)
    form = choose_form(settings, list_table_sizes(season, settings), rows[0])
    read = group_rows(rows, form.layout, form.sizes, by_deal=form.by_deal)
    tables = _get_tables(season, read.lines)
    expunged_entries = find_expunged_entries(seat.entry for seats in tables.values() for seat in seats)
    planner = _ResultPlanner(season, settings, expunged_entries)
    planned = []
    for key, lines in read.lines.items():
        if key in tables:
            imported = ImportedMatch(_build_table(settings, form, tables[key], user), lines)
            planned.append(planner.plan_result(imported, tables[key]))
        else:
            at, sentence = (
                format_position(lines[0].number, MATCH),
                _("There is no match {match} here."),
            )
            planner.problems.append(build_problem(at, "no-match", sentence, match=key))
    if problems := [*read.problems, *planner.problems]:
        raise Invalid(*sort_problems(problems))
    results = tuple(result for result in planned if result)
    questions = tuple(_question_later_matches(results, settings, user))
    return ImportPlan(results=results, left_out=read.left_out, questions=questions)


def _question_later_matches(
    results: Iterable[PlannedResult], settings: Settings, user: User | None
) -> Iterator[Problem]:
    """Yield what new results change in later rounds of a bracket."""
    ends: dict[int, dict[int, PossibleEnd]] = defaultdict(dict)
    divisions = {result.match.division_id: result.match.division for result in results}
    for result in results:
        if result.is_new:
            end = PossibleEnd(MatchStatus.PLAYED, result.sheet)
            ends[result.match.division_id][result.match.pk] = end
    for pk, of_division in ends.items():
        yield from build_questions(list_overtaken(divisions[pk], of_division, settings, viewer=user))


def _get_tables(season: Season, keys: Collection[str]) -> Mapping[str, Sequence[Seat]]:
    """Return the seats of these matches, by their ids, with everything that a result of theirs needs. 1 query."""
    tables: dict[str, list[Seat]] = defaultdict(list)
    for seat in (
        Seat.objects.filter(match__division__season=season, match__key__in=keys)
        .order_by("match", "number")
        .select_related(
            *("match__division__season__competition__club", "match__division__stage"),
            *("match__current", "match__round"),
            *("entry__player", "player"),
        )
    ):
        tables[seat.match.key].append(seat)
    return tables


def _build_table(settings: Settings, form: FileForm, seats: Sequence[Seat], user: User | None) -> Table:
    """Return a table with the names of its players, and of those they sit for, as this user may read them."""
    return Table(
        form.layout(len(seats)),
        [
            [
                text
                for player in (seat.player, seat.entry.player)
                for text in (player.get_name_for(user), player.get_name_in_files_for(user), player.key)
            ]
            for seat in seats
        ],
        deal=settings.game.words.get("deal", "deal"),
        translate=gettext,
        by_deal=form.by_deal,
    )


class _ResultPlanner:
    """Plans the results of a file, and collects the problems.

    `expunged_entries` have left, and none of their matches counts.
    """

    def __init__(self, season: Season, settings: Settings, expunged_entries: Collection[int]) -> None:
        self.season, self.settings, self.expunged_entries = season, settings, expunged_entries
        self.today = season.competition.club.today
        self.problems: list[Problem] = []

    def plan_result(self, imported: ImportedMatch, seats: Sequence[Seat]) -> PlannedResult | None:
        """Return the match's result in the file, or None if it has problems."""
        match, first_row = seats[0].match, format_position(imported.first_row)
        is_new = match.status == MatchStatus.SCHEDULED
        day = imported.day or (match.current.played_on if match.current else None)
        day = day or get_usual_day(self.season, match) or self.today
        problems = list(imported.problems)
        if is_new:
            at = format_position(imported.day_row or imported.first_row, DAY)
            problems += [replace(found, path=at) for found in check_played_on(self.season, day, self.today)]
        try:
            score, sheet = score_sheet(imported.sheet, self.settings, len(seats))
        except Invalid as invalid:
            self.problems += [*problems, *filter(None, map(imported.locate_problem, invalid.problems))]
            return None
        if _has_result(match, sheet, day):
            pass  # the same result twice does no harm
        elif any(seat.entry_id in self.expunged_entries for seat in seats):
            problems.append(replace(EXPUNGED, path=first_row))
        elif not is_new:
            sentence = _("Match {match} already has another result: edit it on its page.")
            problems.append(build_problem(first_row, "other-result", sentence, match=match.key))
        self.problems += problems
        if problems:
            return None
        warnings = tuple(self._find_warnings(imported, len(seats))) if is_new else ()
        return PlannedResult(
            tuple(seats), day, sheet, score, is_new, is_dated=imported.day is not None, warnings=warnings
        )

    def _find_warnings(self, imported: ImportedMatch, seats: int) -> Iterator[Problem]:
        game, options = self.settings.game, self.settings.options
        if game.unlikely:
            parsed = games.parse(game, imported.sheet, options, seats)
            yield from filter(
                None, map(imported.locate_problem, games.warnings(game, parsed, options, seats))
            )


def _has_result(match: Match, sheet: JSON, day: date) -> bool:
    """Return whether the result that counts is the same."""
    result = match.current
    return (
        result is not None
        and result.status == MatchStatus.PLAYED
        and (result.sheet, result.played_on) == (sheet, day)
    )
