"""The page of a match: who and when, the sheet, how each number came about, earlier revisions, the players' record."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext

from games import Game, Step, fraction_text
from league.models import Match, Player, Result, Season, Seat, Statistics
from league.models.match import Outcome, Status
from league.models.season import State
from league.queries.pages.laying_out import for_reading, lay_out
from league.queries.pages.season import Viewer
from league.queries.pages.sheet import LaidOut, Table, typed_of
from league.queries.pages.words import Where, where, word
from league.rules.book import Settings, parsed_settings
from league.rules.explain import explain_sheet
from league.rules.standings import Row


@dataclass(frozen=True)
class StepLine:
    """A sentence of an explanation, its number (empty where the sentence holds it), and what it follows from."""

    what: str
    value: str
    because: tuple["StepLine", ...]


@dataclass(frozen=True)
class Record:
    """What a player did in the competition, in all its seasons."""

    played: int
    won: int
    drawn: int
    lost: int
    deals: int
    score: int
    average: str | None
    zeros: int
    style: str


@dataclass(frozen=True)
class SeatPart:
    name: str
    stands_in_for: str  # whose place it is, where somebody else sat there
    absent: bool
    outcome: "str | Promise"
    score: int | None
    because: tuple[StepLine, ...]
    record: Record | None


@dataclass(frozen=True)
class RevisionPart:
    number: int
    at: datetime  # club time
    by: str | None  # only for those who help in the club
    played_on: date | None
    status: "str | Promise"
    sheet: LaidOut | None


@dataclass(frozen=True)
class MatchPage:
    where: Where
    key: str
    players: tuple[str, ...]
    division: str
    round: int
    table: int
    status: "str | Promise"
    due_on: date | None
    played_on: date | None
    seats: tuple[SeatPart, ...]
    sheet: LaidOut | None
    revisions: tuple[RevisionPart, ...]  # the newest first
    deals: str
    zeros: str
    has_zeros: bool
    has_style: bool
    may_enter: bool


@dataclass(frozen=True)
class Found:
    """A match with all that says where it belongs, its seats, and the table as the viewer may see it."""

    match: Match
    seats: tuple[Seat, ...]
    table: Table

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
        return self.season.state != State.DRAFT

    @property
    def is_open(self) -> bool:
        return self.season.state == State.OPEN


def find(club: str, key: str, *, viewer: Viewer) -> Found | None:
    """The match of that club, if there is one. 1 query."""
    seats = tuple(
        Seat.objects.filter(match__club__slug=club, match__key=key)
        .select_related("match__division__season__competition__club", "player", "entry__player")
        .order_by("number")
    )
    if not seats:
        return None
    match = seats[0].match
    settings = parsed_settings(*match.division.season.settings)
    return Found(match, seats, Table(settings, tuple(seat.player.shown_to(viewer) for seat in seats)))


def page(found: Found, *, viewer: Viewer, helps: bool) -> MatchPage:
    """All that the page shows; `helps`: the viewer has a role in the club.

    2 queries, and 1 more where an earlier revision had seated others.
    """
    match, seats, table, season = found.match, found.seats, found.table, found.season
    results = list(Result.objects.filter(match=match).select_related("submission__by").order_by("-number"))
    current = next((result for result in results if result.pk == match.current_id), None)
    names = _names(match, seats, results, viewer)
    records = {
        record.player_id: record
        for record in Statistics.objects.filter(
            competition=season.competition_id, player__in=[seat.player_id for seat in seats]
        )
    }
    trees = _trees(current, table.settings, len(seats))
    game, place = table.settings.game, found.where
    return MatchPage(
        where=place,
        key=match.key,
        players=table.players,
        division=match.division.name,
        round=match.round,
        table=match.table,
        status=Status(match.status).label,
        due_on=match.due_on,
        played_on=current.played_on if current else None,
        seats=tuple(
            _seat(seat, tree, records.get(seat.player_id), game, viewer)
            for seat, tree in zip(seats, trees, strict=True)
        ),
        sheet=_sheet(current, table) if current else None,
        revisions=tuple(
            _revision(result, _table_then(result, table, names), place.zone, helps) for result in results
        ),
        deals=word(game, "deals"),
        zeros=word(game, "zeros"),
        has_zeros=game.zeros,
        has_style=game.style is not None,
        may_enter=helps and found.is_open,
    )


def explained(step: Step) -> StepLine:
    """A step in the reader's language."""
    told = step.value is None or step.value in step.what.values.values()
    return StepLine(
        what=step.what.translated(gettext),
        value="" if told else str(step.value),
        because=tuple(explained(part) for part in step.because),
    )


def changed_by(result: Result) -> str:
    """Who sent a result in, for those who help in the club."""
    return str(result.submission.by) if result.submission.by else gettext("a club file")


def changed_at(result: Result, zone: ZoneInfo) -> datetime:
    """When it came in, club time."""
    return timezone.localtime(result.submission.at, zone)


def _trees(current: Result | None, settings: Settings, seats: int) -> Sequence[Step | None]:
    if current is None or current.sheet is None:
        return [None] * seats
    return explain_sheet(current.sheet, settings, seats)


def _seat(seat: Seat, tree: Step | None, record: Statistics | None, game: Game, viewer: Viewer) -> SeatPart:
    stands_in = seat.player_id != seat.entry.player_id
    return SeatPart(
        name=seat.player.shown_to(viewer),
        stands_in_for=seat.entry.player.shown_to(viewer) if stands_in else "",
        absent=seat.absent,
        outcome=Outcome(seat.outcome).label if seat.outcome else "",
        score=seat.score if tree else None,
        because=tuple(_reasons(tree)),
        record=_record(record, game) if record and record.played else None,
    )


def _reasons(tree: Step | None) -> Iterator[StepLine]:
    if tree:
        yield explained(tree)


def _record(kept: Statistics, game: Game) -> Record:
    names = ("played", "won", "drawn", "lost", "deals", "score", "bids", "bids_made", "bid_total")
    row = Row("", 0, **{name: getattr(kept, name) for name in names})
    style = game.style_of(row.bid_total, row.bids)
    return Record(
        played=row.played,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        deals=row.deals,
        score=row.score,
        average=fraction_text(row.average),
        zeros=row.bids_made,
        style=word(game, style) if style else "",
    )


def _sheet(result: Result, table: Table) -> LaidOut | None:
    if result.sheet is None:
        return None
    typed = typed_of(table, result.sheet)
    return lay_out(table, typed, for_reading(table, typed))


def _names(match: Match, seats: Sequence[Seat], results: Sequence[Result], viewer: Viewer) -> dict[str, str]:
    """The names, by id, of everybody who sat there in any revision."""
    players = {player.key: player for seat in seats for player in (seat.player, seat.entry.player)}
    others = {key for result in results for key in (result.sat or result.seats)} - set(players)
    if others:
        players |= {
            player.key: player for player in Player.objects.filter(club=match.club_id, key__in=others)
        }
    return {key: player.shown_to(viewer) for key, player in players.items()}


def _table_then(result: Result, table: Table, names: Mapping[str, str]) -> Table:
    """Who sat there when that revision was made: a later one may have seated others."""
    return Table(table.settings, tuple(names[key] for key in result.sat or result.seats))


def _revision(result: Result, table: Table, zone: ZoneInfo, helps: bool) -> RevisionPart:
    return RevisionPart(
        number=result.number,
        at=changed_at(result, zone),
        by=changed_by(result) if helps else None,
        played_on=result.played_on,
        status=Status(result.status).label,
        sheet=_sheet(result, table),
    )
