"""The page of a match: who and when, the sheet, how each number came about, its versions, the players' record."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext

from games import Game, Step
from league.models import Decision, DecisionKind, Match, Result, Season, Seat, Statistics
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.permissions import can
from league.principals import Principal
from league.queries.pages.comparing import read
from league.queries.pages.decisions import READ_WITH, DecisionLine, Told, line
from league.queries.pages.places import Ending, endings
from league.queries.pages.record import Record
from league.queries.pages.record import record as record_of
from league.queries.pages.season_head import Viewer
from league.queries.pages.seated import Person, person
from league.queries.pages.sheet import LaidOut, Table
from league.queries.pages.versions import Version, of_match
from league.queries.pages.words import Together, Where, together, told_apart, where, word
from league.queries.withdrawing import expunged
from league.rules.explain.standings import explain_sheet
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings.totals import PAIR_SIZE


@dataclass(frozen=True)
class StepLine:
    """A sentence of an explanation, its number (empty where the sentence holds it), and what it follows from."""

    what: str
    value: str
    because: tuple["StepLine", ...]


@dataclass(frozen=True)
class SeatPart:
    player: Person
    stands_in_for: Person | None  # whose place it is, where somebody else sat there
    plays: str  # for them
    absent: bool
    ending: Ending
    score: int | None
    because: tuple[StepLine, ...]
    record: Record | None  # in the competition, in all its seasons


@dataclass(frozen=True)
class MatchPage:
    where: Where
    key: str
    together: Together
    two_handed: bool
    division: str
    round: int
    table: int
    status: "str | Promise"
    decisions: tuple[DecisionLine, ...]  # why it says what it says, and who sits there
    by_closing: bool  # decided for want of a result, when the season was closed
    expunged: bool  # with all matches of somebody who has left: it takes no result
    due_on: date | None
    played_on: date | None
    seats: tuple[SeatPart, ...]
    sheet: LaidOut | None
    versions: tuple[Version, ...]  # the newest first
    deals: str
    zeros: str
    has_zeros: bool
    has_style: bool
    is_open: bool
    may_report: bool  # enter the result, correct it, take a version back
    must_ask: bool  # a player of the match, whose say it is not any more
    may_move: bool  # to another day or table, while it has no result
    may_decide: bool  # who stayed away, or that it counts for nobody
    may_substitute: bool  # somebody for who sits there

    @property
    def undone(self) -> Version | None:
        """What counts again if the newest version is taken back."""
        before = self.versions[1:2]
        if not before or self.versions[0].decided or before[0].decided:
            return None  # a decision is taken back as such, and one that counts again is no correction undone
        return before[0] if before[0].same_people else None

    @property
    def record_columns(self) -> int:
        """Beside the name: played, won, drawn, lost, deals, score, average and what else the game has."""
        return 7 + self.has_zeros + self.has_style


@dataclass(frozen=True)
class Found:
    """A match with all that says where it belongs, its seats, and the table as the viewer may see it."""

    match: Match
    seats: tuple[Seat, ...]
    viewer: Viewer

    @cached_property
    def table(self) -> Table:
        """Raises games.UnknownGame: only who may see the match is to learn that."""
        players = told_apart(seat.player.get_name_for(self.viewer) for seat in self.seats)
        return Table(parse_settings(*self.season.settings), players)

    @property
    def season(self) -> Season:
        return self.match.division.season

    @property
    def where(self) -> Where:
        return where(self.season)

    @property
    def today(self) -> date:
        """Where the club is."""
        return timezone.localdate(timezone=self.where.zone)

    @property
    def is_public(self) -> bool:
        """A draft is for those who help in the club."""
        return self.season.state != SeasonState.DRAFT

    @property
    def is_open(self) -> bool:
        return self.season.state == SeasonState.OPEN


def find(club: str, key: str, *, viewer: Viewer) -> Found | None:
    """The match of that club, if there is one. 1 query."""
    seats = tuple(
        Seat.objects.filter(match__club__slug=club, match__key=key)
        .select_related(
            "match__division__season__competition__club",
            "match__current__submission",
            "player",
            "entry__player",
        )
        .order_by("number")
    )
    if not seats:
        return None
    return Found(seats[0].match, seats, viewer)


def page(found: Found, *, viewer: Viewer, by: Principal, may_report: bool, plays: bool) -> MatchPage:
    """All that the page shows. `plays`: the viewer is a player of the match.

    2 queries, and 1 more each where somebody sits for another, where an earlier version had seated others, and where
    somebody has left.
    """
    club = found.match.club_id
    helps, decides = can(by, "see-staff-pages", club), can(by, "enter-result", club) and found.is_open
    match, seats, table, season = found.match, found.seats, found.table, found.season
    results, versions = of_match(match, seats, table, found.where.zone, viewer=viewer, helps=helps)
    current = next((result for result in results if result.pk == match.current_id), None)
    records = {
        record.player_id: record
        for record in Statistics.objects.filter(
            competition=season.competition_id, player__in=[seat.player_id for seat in seats]
        )
    }
    trees = _trees(current, table.settings, len(seats))
    game = table.settings.game
    told = Told({match.pk: seats}, _sat(results, versions), {})
    decided = _decisions(match, seats, current)
    gone = bool(expunged(seat.entry for seat in seats))
    ends = endings(seats, absent=[seat.number for seat in seats if seat.absent])
    return MatchPage(
        where=found.where,
        key=match.key,
        together=together(table.players),
        two_handed=len(seats) <= PAIR_SIZE,
        division=match.division.name,
        round=match.round,
        table=match.table,
        status=MatchStatus(match.status).label,
        decisions=tuple(line(decision, season, told, viewer=viewer, by=by) for decision in decided),
        by_closing=current is not None and current.by_closing,
        expunged=gone,
        due_on=match.due_on if match.status == MatchStatus.SCHEDULED else None,
        played_on=current.played_on if current else None,
        seats=tuple(
            _seat(match, seat, name, end, tree, records.get(seat.player_id), game, viewer)
            for seat, name, end, tree in zip(seats, table.players, ends, trees, strict=True)
        ),
        sheet=read(table, current.sheet) if current and current.sheet is not None else None,
        versions=versions,
        deals=word(game, "deals"),
        zeros=word(game, "zeros"),
        has_zeros=game.zeros,
        has_style=game.style is not None,
        is_open=found.is_open,
        may_report=may_report and found.is_open and not gone,
        must_ask=plays and found.is_open and not may_report and not gone,
        may_move=can(by, "run-seasons", club) and match.status == MatchStatus.SCHEDULED,
        may_decide=decides and not gone,
        may_substitute=decides and not gone and match.status in (MatchStatus.SCHEDULED, MatchStatus.PLAYED),
    )


def _sat(results: Sequence[Result], versions: Sequence[Version]) -> dict[int, tuple[Person, ...]]:
    """Who sat there when it was decided, by decision: the first result that one made says it."""
    return {
        result.decision_id: tuple(
            Person(key, name) for key, name in zip(result.sat or result.seats, version.names, strict=True)
        )
        for result, version in zip(results, versions, strict=True)
        if result.decision_id
    }


def _decisions(match: Match, seats: Sequence[Seat], current: Result | None) -> list[Decision]:
    """The one that made what counts, and those by which somebody sits there for another. 1 query where somebody does,
    else none."""
    found = [current.decision] if current and current.decision else []
    for_others = {(seat.entry.player_id, seat.player_id) for seat in seats} - {
        (seat.player_id, seat.player_id) for seat in seats
    }
    if for_others:
        substitutes = Decision.objects.active().filter(
            Q(match=match) | Q(match=None, player__in=[entry for entry, _sat in for_others]),
            season=match.division.season_id,
            kind=DecisionKind.SUBSTITUTE,
        )
        latest = {
            (one.player_id, one.instead_id): one
            for one in substitutes.select_related(*READ_WITH).order_by("at", "pk")
        }
        kept = {one.pk for one in found}
        found += [one for pair, one in latest.items() if pair in for_others and one.pk not in kept]
    for decision in found:
        if decision.match_id == match.pk:
            decision.match = match
    return found


def explained(step: Step) -> StepLine:
    """A step in the reader's language."""
    told = step.value is None or step.value in step.what.values.values()
    return StepLine(
        what=step.what.translate(gettext),
        value="" if told else str(step.value),
        because=tuple(explained(part) for part in step.because),
    )


def _trees(current: Result | None, settings: Settings, seats: int) -> Sequence[Step | None]:
    if current is None or current.sheet is None:
        return [None] * seats
    return explain_sheet(current.sheet, settings, seats)


def _seat(
    match: Match,
    seat: Seat,
    name: str,
    ending: Ending,
    tree: Step | None,
    record: Statistics | None,
    game: Game,
    viewer: Viewer,
) -> SeatPart:
    stands_in = seat.player_id != seat.entry.player_id
    return SeatPart(
        player=Person(seat.player.key, name),
        stands_in_for=person(seat.entry.player, viewer) if stands_in else None,
        plays=_plays(match),
        absent=seat.absent,
        ending=ending,
        score=seat.score if tree else None,
        because=tuple(_reasons(tree)),
        record=record_of(vars(record), game) if record else None,
    )


def _plays(match: Match) -> str:
    """Where nobody played, they only had the place."""
    if match.status == MatchStatus.SCHEDULED:
        return gettext("plays for")
    return gettext("played for") if match.status == MatchStatus.PLAYED else gettext("in the place of")


def _reasons(tree: Step | None) -> Iterator[StepLine]:
    if tree:
        yield explained(tree)
