"""A match with its seats, for its page and for the forms about it; and the result of each seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.db.models import Q
from django.utils import timezone

from games import Step
from league.models import Decision, DecisionKind, Match, Player, Result, Season, Seat, Statistics
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.models.user import Viewer
from league.principals import Principal
from league.queries.confirmations import Confirmation, find_confirmation
from league.queries.decisions import READ_WITH
from league.queries.endings import Ending, describe_endings
from league.queries.location import Location, locate_season
from league.queries.players import build_totals
from league.queries.result_checks import get_usual_day
from league.queries.sheet import Table
from league.queries.table_names import tell_apart
from league.rules.explain.standings import explain_sheet
from league.rules.records import FIRST_STAGE
from league.rules.settings import BRACKETS, LADDER
from league.rules.snapshot import parse_settings
from league.rules.standings.totals import EntryTotals


@dataclass(frozen=True)
class SeatedMatch:
    """A match with its seats, and the table as the viewer may see it."""

    match: Match
    seats: tuple[Seat, ...]
    viewer: Viewer

    @cached_property
    def table(self) -> Table:
        """Raises games.UnknownGame: only users who may see the match are to learn that."""
        players = tell_apart(seat.player.get_name_for(self.viewer) for seat in self.seats)
        return Table(parse_settings(*self.season.settings), players)

    @property
    def season(self) -> Season:
        return self.match.division.season

    @cached_property
    def confirmation(self) -> Confirmation | None:
        """The confirmation of the result that was entered, or that waits to count. 1 query at most."""
        return find_confirmation(self.match, self.season, self.table.settings.rules)

    @property
    def where(self) -> Location:
        return locate_season(self.season)

    @property
    def today(self) -> date:
        """Return today's date in the club's time zone."""
        return timezone.localdate(timezone=self.where.zone)

    @property
    def usual_day(self) -> date:
        """Return the day on which it was played unless another is given: the day it was due, or today."""
        return get_usual_day(self.season, self.match) or self.today

    @property
    def is_public(self) -> bool:
        """Return whether it is public: a draft is for the club's staff."""
        return self.season.state != SeasonState.DRAFT

    @property
    def is_open(self) -> bool:
        return self.season.state == SeasonState.OPEN


@dataclass(frozen=True)
class SeatResult:
    """A seat's result in a match, and in its competition. `name` tells players of the same name at the table apart.

    `explanation` explains the score, `totals` are those of all seasons; both are empty without a result.
    """

    seat: Seat
    name: str
    ending: Ending
    explanation: tuple[Step, ...]
    totals: EntryTotals | None


def find_match(club: str, key: str, *, viewer: Viewer) -> SeatedMatch | None:
    """Return the match of that club, if it exists. 1 query, 2 if it has a result."""
    found = Seat.objects.for_page().filter(match__club__slug=club, match__key=key)
    # Sorted here, and the result apart: of so many columns Django takes long to put an order into SQL, and most matches
    # that are entered have no result yet.
    seats = tuple(sorted(found, key=lambda seat: seat.number))
    if not seats:
        return None
    match = seats[0].match
    if match.current_id:
        match.current = Result.objects.for_page().filter(pk=match.current_id).first()
        if match.current is None:  # deleted since, with its match
            return None
    for seat in seats:
        seat.match = match
        seat.share_club()
    return SeatedMatch(match, seats, viewer)


def is_arranged_by_players(match: Match) -> bool:
    """Return whether its players arrange its day and place: in a bracket or a ladder. It was read as for its page."""
    _game, _options, rules = match.division.season.settings  # also of a game that is not installed
    rules = rules if match.round.stage.number == FIRST_STAGE else rules.get("final") or {}
    return rules.get("pairing") in (*BRACKETS, LADDER)


def find_undone_result(match: Match, by: Principal) -> Result | None:
    """Return the result that they undid last, to be entered again with what was wrong corrected. 1 query."""
    undone = Result.objects.filter(
        match=match, submission__undone_by=by.user, submission__undone_at__isnull=False
    )
    return undone.order_by("-submission__undone_at").first()


def list_seat_results(match: SeatedMatch) -> list[SeatResult]:
    """Return the result of each seat, by its number. 1 query."""
    seats, settings, current = match.seats, match.table.settings, match.match.current
    trees: Sequence[tuple[Step, ...]] = [()] * len(seats)
    if current and current.sheet is not None:
        trees = [(step,) for step in explain_sheet(current.sheet, settings, len(seats))]
    stored = Statistics.objects.filter(
        competition=match.season.competition_id, player__in=[seat.player_id for seat in seats], played__gt=0
    )
    totals = {row.player_id: build_totals(vars(row)) for row in stored}
    ends = describe_endings(seats, absent=[seat.number for seat in seats if seat.absent])
    return [
        SeatResult(seat, name, ending, tree, totals.get(seat.player_id))
        for seat, name, ending, tree in zip(seats, match.table.players, ends, trees, strict=True)
    ]


def find_other_match(match: SeatedMatch, player: Player) -> Match | None:
    """Return a match that the player has, or had, the same night at another table of the club, if any. 1 query.

    Where the days are not known, it is a match of the same round.
    """
    this, day = match.match, match.match.day
    at_night = Q(match__division__season=match.season, match__round=this.round_id)
    if day:
        at_night |= Q(match__due_on=day) | Q(match__current__played_on=day)
    found = (
        Seat.objects.filter(
            at_night,
            player=player,
            match__club=this.club_id,
            match__status__in=[MatchStatus.SCHEDULED, MatchStatus.PLAYED],
        )
        .exclude(match=this)
        .select_related("match__division__season__competition", "match__round", "match__current")
        .order_by("match")
    )
    others = [seat.match for seat in found]
    return next((other for other in others if day is None or other.day in (None, day)), None)


def list_decisions(match: SeatedMatch, current: Result | None) -> list[Decision]:
    """Return the decision that made the current result, and those that named substitutes there.

    `current` was read with its decision. 1 query if there is a substitute, else none.
    """
    found = [current.decision] if current and current.decision else []
    others = {
        (seat.entry_id, seat.player_id) for seat in match.seats if seat.entry.player_id != seat.player_id
    }
    if others:
        substitutes = Decision.objects.active().filter(
            Q(match=match.match) | Q(match=None, entry__in=[entry for entry, _substitute in others]),
            kind=DecisionKind.SUBSTITUTE,
        )
        latest = {
            (decision.entry_id, decision.substitute_id): decision
            for decision in substitutes.select_related(*READ_WITH).order_by("at", "pk")
        }
        found += [decision for pair, decision in latest.items() if pair in others and decision not in found]
    for decision in found:
        if decision.match_id == match.match.pk:
            decision.match = match.match
    return found
