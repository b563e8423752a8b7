"""A player's matches, played and next; and played matches that do not count any more."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import accumulate
from typing import Any

import games
from games import Game, Invalid, Level, Score, UnknownGame
from league.models import Match, Player, Result, Season, Seat
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings.totals import PAIR_SIZE

MAX_NEXT = 10  # matches still to be played


@dataclass
class PlayerMatch:
    """A match as a player saw it: their seat, the others', and the result that counts.

    Of a match whose play does not count any more it is the last result that did, and `score` is that of its sheet:
    the seats hold nothing of it.
    """

    match: Match
    seat: Seat
    others: Sequence[Seat]
    result: Result | None
    score: Score | None = None
    number: int | None = None  # among the matches that count
    average: Fraction | None = None  # over all deals up to it
    level: Level | None = None

    @property
    def size(self) -> int:
        """Return how many sit at the table."""
        return 1 + len(self.others)

    @property
    def is_pair(self) -> bool:
        return self.size <= PAIR_SIZE

    @property
    def season(self) -> Season:
        return self.match.division.season

    @property
    def settings(self) -> Settings:
        return parse_settings(*self.season.settings)

    @property
    def played_on(self) -> date | None:
        return self.result.played_on if self.result else None

    @property
    def is_overdue(self) -> bool:
        return self.match.due_on is not None and self.match.due_on < self.match.club.today

    @property
    def counts(self) -> bool:
        return self.match.status == MatchStatus.PLAYED

    @property
    def seats(self) -> Sequence[Any]:
        """Return the score of each seat, the player's own first; empty if the sheet can't be read any more."""
        if self.counts:
            return [self.seat, *self.others]
        if self.score is None:
            return []
        return [self.score.seats[seat.number] for seat in (self.seat, *self.others)]

    @property
    def sort_key(self) -> tuple[date, int, int, int, str]:
        """Return a key that sorts matches as `rules.seasons.statistics` does."""
        of_round = self.match.round
        day = self.played_on or date.min
        return day, of_round.stage.number, of_round.number, self.match.table, self.match.key


def list_matches(player: Player) -> list[PlayerMatch]:
    """Return the matches where the player sits or sat, also as a substitute, in the order they were played. 3 queries.

    Only matches that do not count any more have sheets; only played matches have results.
    """
    seats = (
        Seat.objects.filter(player=player)
        .exclude(match__division__season__state=SeasonState.DRAFT)
        .select_related(
            "match__current__decision__remark", "match__round__stage", "match__division__season__competition"
        )
        .defer("match__current__sheet")
        .order_by(
            *("match__current__played_on", "match__round__stage__number", "match__round__number"),
            *("match__table", "match__key"),
        )
    )
    others: dict[int, list[Seat]] = defaultdict(list)
    for seat in (
        Seat.objects.filter(match__seats__player=player)
        .exclude(player=player)
        .select_related("player")
        .order_by("match", "number")
    ):
        seat.player.club = player.club  # of all of them, and of their matches
        others[seat.match_id].append(seat)
    uncounted = _find_uncounted_results(player)
    matches = []
    for seat in seats:
        seat.match.club = seat.match.division.season.competition.club = player.club
        counts = seat.match.status == MatchStatus.PLAYED
        result = seat.match.current if counts else uncounted.get(seat.match_id)
        match = PlayerMatch(seat.match, seat, others.get(seat.match_id, ()), result)
        if not counts and result:
            match.score = _read_score(match, result)
        matches.append(match)
    return matches


def _find_uncounted_results(player: Player) -> dict[int, Result]:
    """Return the last sheet of matches that were played and are void or forfeited now, by match. 1 query."""
    results = (
        Result.objects.active()
        .filter(
            match__seats__player=player,
            match__status__in=(MatchStatus.VOID, MatchStatus.FORFEIT),
            status=MatchStatus.PLAYED,
        )
        .exclude(match__division__season__state=SeasonState.DRAFT)
    )
    return {
        result.match_id: result
        for result in results.order_by("generation", "number")
        if player.key in (result.seated_players or result.seats)
    }


def _read_score(match: PlayerMatch, result: Result) -> Score | None:
    """Return the score of a sheet; None if it can't be read any more."""
    try:
        settings = match.settings
        sheet = games.parse(settings.game, result.sheet, settings.options, match.size)
    except (UnknownGame, Invalid):
        return None
    return settings.score(sheet, match.size)


def choose_next(matches: Iterable[PlayerMatch]) -> Sequence[PlayerMatch]:
    """Return matches of open seasons without a result: by day, those without a day last."""
    waiting = [
        match for match in matches if match.match.status == MatchStatus.SCHEDULED and match.season.is_open
    ]
    waiting.sort(key=lambda match: (match.match.due_on or date.max, *match.sort_key[1:]))
    return waiting[:MAX_NEXT]


def add_running_averages(counted: Sequence[PlayerMatch], game: Game) -> None:
    """Set the numbers of the matches that count, and give each the average over all deals up to it."""
    scores = accumulate(match.seat.score for match in counted)
    deals = accumulate(match.seat.deals for match in counted)
    for number, (match, score, count) in enumerate(zip(counted, scores, deals, strict=True), 1):
        match.number = number
        match.average = Fraction(score, count) if count else None
        match.level = game.level_of(match.average)
