"""The page that takes a night's results in from a spreadsheet: files to write them in, and what a file says."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from django.utils.formats import date_format
from django.utils.translation import gettext

from games import Problem
from league.models import Match, Season
from league.queries.import_plan import ImportPlan, PlannedResult
from league.queries.night import fixtures_of, people_in
from league.queries.pages.differing import Differences, Line, find_differences, pack
from league.queries.pages.places import endings
from league.queries.pages.season_head import Viewer
from league.queries.pages.words import Where, where, word
from league.queries.result_checks import check_season_open
from league.rules.snapshot import parse_settings
from league.spreadsheets.columns import DAY, DEAL, MATCH, Column, build_columns, format_player_heading
from league.spreadsheets.match_lookup import SeasonMatch
from league.spreadsheets.reader import Row, parse_position

MANY_DEALS = 12  # to be filled in, where a match may have any number
MOST_PREPARED = 1000  # rows of a whole season: more may be too many to come back at once
MOST_SAID = 100
LONGEST_ROW = 160


@dataclass(frozen=True)
class Some:
    """Matches that are to be played: those due on a day, those of a round, or, with neither, all."""

    day: date | None = None
    round: int | None = None

    @property
    def query(self) -> str:
        if self.day:
            return f"day={self.day.isoformat()}"
        return f"round={self.round}" if self.round else "all=1"

    def of(self, fixtures: Iterable[SeasonMatch]) -> list[SeasonMatch]:
        return [
            one
            for one in fixtures
            if one.waits and self.day in (None, one.due_on) and self.round in (None, one.round)
        ]


@dataclass(frozen=True)
class Prepared:
    """A file in which nothing is written yet but who meets."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]


@dataclass(frozen=True)
class ImportPage:
    """`against` says why the season takes no results; `meanings` what is written below headings, of those of one
    player for all; `some` are what files are offered for; `deal` and `deals` are
    the game's words; `dashes`: a cell may say that somebody is out, or nobody meant; `several`: a cell may hold more
    than one thing; `at_times`: not every deal has everything."""

    where: Where
    against: tuple[str, ...]
    headings: tuple[str, ...]
    meanings: tuple[tuple[str, str], ...]
    deal: str
    deals: str
    dashes: bool
    several: bool
    at_times: bool
    some: tuple[Some, ...]


@dataclass(frozen=True)
class Side:
    name: str
    score: int
    ending: str


@dataclass(frozen=True)
class NightLine:
    """What the file says of a match. `is_dated`: it says the day, too, or there is one already."""

    match: str
    division: str
    round: int
    table: int
    sides: tuple[Side, ...]
    day: date
    is_new: bool
    is_dated: bool


@dataclass(frozen=True)
class SaidOfRow:
    """What is wrong, at its place in words, with what the row says; `match` is one that is to be looked at."""

    place: str
    text: str
    row: str
    match: str


@dataclass(frozen=True)
class Preview:
    lines: tuple[NightLine, ...]
    new: int
    unchanged: int
    left_out: int
    undated: bool
    digest: str
    shown: str  # what the form carries of it, to say what differs if that changes
    differences: Differences | None
    warnings: tuple[SaidOfRow, ...]
    more_warnings: int  # than are shown


def page(season: Season) -> ImportPage:
    """Of a season read with its competition and club. 2 queries."""
    stands = where(season)
    fixtures = fixtures_of(season)
    settings = parse_settings(*season.settings)
    seats = max((len(one.seats) for one in fixtures), default=settings.table_size)
    waiting = Some().of(fixtures)
    there = build_columns(settings.layout(seats), seats)
    fields = [column.field for column in there if column.field]
    return ImportPage(
        where=stands,
        against=tuple(found.message.translate(gettext) for found in check_season_open(season)),
        headings=tuple(column.name for column in there),
        meanings=tuple(_meanings(there)),
        deal=word(settings.game, "deal"),
        deals=word(settings.game, "deals"),
        dashes=any(field.get_out_label(seats) for field in fields),
        several=any(field.several for field in fields),
        at_times=any(field.given for field in fields),
        some=tuple(_offered(waiting, settings.deals or MANY_DEALS, stands.today)),
    )


def _meanings(there: Iterable[Column]) -> Iterator[tuple[str, str]]:
    """What the headings of a game's fields mean: the same key may stand for the deal's and for each player's."""
    for column in there:
        if column.field and not column.seat and not column.is_of_list:
            label = gettext(column.field.label)
            of_one = gettext("{label} of player 1").format(label=label)
            yield column.name, label if column.seat is None else of_one


def coming(season: Season) -> Some:
    """What is to be played first: the night or round whose score sheets are printed unless another is asked for.
    2 queries."""
    return next(_nights(Some().of(fixtures_of(season)), where(season).today), Some())


def _offered(waiting: Sequence[SeasonMatch], deals: int, today: date) -> Iterator[Some]:
    yield from _nights(waiting, today)
    if 0 < len(waiting) * deals <= MOST_PREPARED:
        yield Some()


def _nights(waiting: Sequence[SeasonMatch], today: date) -> Iterator[Some]:
    """The first night, the last that has been and the next one, as far as something waits; without days the first
    round."""
    days = sorted({one.due_on for one in waiting if one.due_on})
    been, to_come = [day for day in days if day < today], [day for day in days if day >= today]
    for day in sorted({*days[:1], *been[-1:], *to_come[:1]}):
        yield Some(day=day)
    if waiting and not days:
        yield Some(round=min(one.round for one in waiting))


def prepared(season: Season, some: Some, *, viewer: Viewer) -> Prepared:
    """A row for each deal of these matches, with who meets, and once the day, where that has been. 3 queries."""
    settings = parse_settings(*season.settings)
    fixtures = some.of(fixtures_of(season))
    seats = max((len(one.seats) for one in fixtures), default=settings.table_size)
    headings = tuple(column.name for column in build_columns(settings.layout(seats), seats))
    people = people_in(fixtures, season, viewer)
    today = where(season).today
    rows = []
    for one in fixtures:
        players = {format_player_heading(seat): people.shorten_name(id) for seat, id in enumerate(one.sat)}
        day = one.guess_day(season.starts_on, today)
        for deal in range(1, (settings.deals or MANY_DEALS) + 1):
            cells: dict[str, str | int] = {MATCH: one.id, DEAL: deal, **players}
            if day and deal == 1:
                cells[DAY] = day.isoformat()
            rows.append(tuple(cells.get(name, "") for name in headings))
    return Prepared(headings, tuple(rows))


def preview(
    season: Season, night: ImportPlan, rows: Iterable[Row], *, viewer: Viewer, shown_before: str = ""
) -> Preview:
    """What a file says, for reading, and what differs from what a page showed before. No queries."""
    lines, about = _build_lines(night), f"import.{season.pk}"
    matches = {one.match.key: one.match for one in night.results}
    return Preview(
        lines=tuple(_line(one, viewer) for one in night.results),
        new=len(night.new_results),
        unchanged=len(night.results) - len(night.new_results),
        left_out=night.left_out,
        undated=any(one.is_new and not one.is_dated for one in night.results),
        digest=night.digest,
        shown=pack(lines, about=about),
        differences=find_differences(
            shown_before, lines, about=about, name=partial(_name, matches), tell=_tell
        ),
        warnings=said(night.warnings, rows),
        more_warnings=max(0, len(night.warnings) - MOST_SAID),
    )


def _build_lines(night: ImportPlan) -> dict[str, Line]:
    """What each match came to, and when it was played."""
    return {
        one.match.key: (one.day.isoformat(), *(seat.score for seat in one.score.seats))
        for one in night.results
    }


def _name(matches: Mapping[str, Match], key: str) -> str:
    """The name of a line that differs; a match that is not in the file now has the id that the file gave it."""
    if key not in matches:
        return key
    match = matches[key]
    said = gettext("Division {name}, round {number}, table {table}")
    return said.format(name=match.division.name, number=match.round, table=match.table)


def _tell(line: Line) -> str:
    day, *scores = line
    return f"{' : '.join(map(str, scores))} · {date_format(date.fromisoformat(str(day)), 'j F Y')}"


def _line(told: PlannedResult, viewer: Viewer) -> NightLine:
    match, seats = told.match, told.score.seats
    return NightLine(
        match=match.key,
        division=match.division.name,
        round=match.round,
        table=match.table,
        sides=tuple(
            Side(seat.player.get_name_for(viewer), worth.score, str(ending.said))
            for seat, worth, ending in zip(told.seats, seats, endings(seats), strict=True)
        ),
        day=told.day,
        is_new=told.is_new,
        is_dated=told.is_dated or not told.is_new,
    )


def said(problems: Sequence[Problem], rows: Iterable[Row]) -> tuple[SaidOfRow, ...]:
    """The first of the problems, each with its row."""
    texts = {row.number: " · ".join(filter(None, row.cells)) for row in rows}
    return tuple(_said(problem, texts) for problem in problems[:MOST_SAID])


def _said(problem: Problem, texts: dict[int, str]) -> SaidOfRow:
    row, column = parse_position(problem.path) or (0, "")
    at = gettext("Row {row}, {column}") if column else gettext("Row {row}")
    return SaidOfRow(
        place=at.format(row=row, column=column) if row else "",
        text=problem.message.translate(gettext),
        row=texts.get(row, "")[:LONGEST_ROW],
        match=str(problem.message.values["match"]) if problem.code == "other-result" else "",
    )
