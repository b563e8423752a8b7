"""What a player did match by match in one competition, the average as it went, and what does not count any more."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import accumulate

from django.utils.translation import gettext

import games
from games import Game, Invalid, Score, UnknownGame, fraction_text
from league.models import Match, Player, Result, Seat
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.queries.pages import charts
from league.queries.pages.charts import AverageChart
from league.queries.pages.places import NOTHING, Ending, endings
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings.totals import PAIR_SIZE


@dataclass(frozen=True)
class Rival:
    """Somebody who sat at the same table, as the reader may see them."""

    key: str
    name: str


@dataclass(frozen=True)
class Played:
    """A match as the player saw it: their seat, the others', and the result: that which counts, or, in a match whose
    play does not count any more, the last one that did."""

    match: Match
    own: Seat
    others: tuple[Seat, ...]
    rivals: tuple[Rival, ...]  # beside `others`
    result: Result | None

    @property
    def size(self) -> int:
        """Of the table."""
        return 1 + len(self.others)

    @property
    def settings(self) -> Settings:
        return parse_settings(*self.match.division.season.settings)

    @property
    def played_on(self) -> date | None:
        return self.result.played_on if self.result else None

    @property
    def order(self) -> tuple[date, int, int, str]:
        """As `rules.seasons.statistics` sorts matches."""
        return self.played_on or date.min, self.match.round, self.match.table, self.match.key


@dataclass(frozen=True)
class Uncounted:
    """Why the play of a match does not count any more: as somebody decided, with their reason, or as it came in."""

    said: str
    reason: str


@dataclass(frozen=True)
class MatchRow:
    """One line of all matches, with the average after it."""

    number: int | None  # among those that count
    key: str
    season: int
    played_on: date | None
    rivals: tuple[Rival, ...]
    ending: Ending
    of: int  # so many sat there
    score: int | None
    against: tuple[int, ...]
    average: str | None
    level: str
    uncounted: Uncounted | None = None

    @property
    def is_pair(self) -> bool:
        return self.of <= PAIR_SIZE


def played_for_nothing(player: Player) -> dict[int, Result]:
    """By match, the last sheet of those that were played and are void or forfeited now. 1 query."""
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
        for result in results.order_by("series", "number")
        if player.key in (result.sat or result.seats)
    }


def rows(matches: Sequence[Played], game: Game, *, uncounted: Sequence[Played] = ()) -> tuple[MatchRow, ...]:
    """Every match in order, each that counts with the average of all of these up to it."""
    told = [
        *((match.order, row) for match, row in zip(matches, _counted(matches, game), strict=True)),
        *((match.order, _uncounted(match)) for match in uncounted),
    ]
    return tuple(row for _order, row in sorted(told, key=lambda one: one[0]))


def _counted(matches: Sequence[Played], game: Game) -> Iterator[MatchRow]:
    for number, (match, average) in enumerate(zip(matches, running(matches), strict=True), 1):
        level = game.level_of(average)
        yield MatchRow(
            number=number,
            key=match.match.key,
            season=match.match.division.season.number,
            played_on=match.played_on,
            rivals=match.rivals,
            ending=endings((match.own, *match.others))[0],
            of=match.size,
            score=match.own.score,
            against=tuple(seat.score for seat in match.others),
            average=fraction_text(average),
            level=gettext(level.name) if level else "",
        )


def _uncounted(match: Played) -> MatchRow:
    """With what the sheet gave: the seats hold nothing of it any more."""
    score = _score(match)
    seats = [score.seats[seat.number] for seat in (match.own, *match.others)] if score else []
    return MatchRow(
        number=None,
        key=match.match.key,
        season=match.match.division.season.number,
        played_on=match.played_on,
        rivals=match.rivals,
        ending=endings(seats)[0] if seats else NOTHING,
        of=match.size,
        score=seats[0].score if seats else None,
        against=tuple(seat.score for seat in seats[1:]),
        average=None,
        level="",
        uncounted=_why(match.match),
    )


def _score(match: Played) -> Score | None:
    """None where nobody can read the sheet any more."""
    if match.result is None:
        return None
    try:
        settings = match.settings
        sheet = games.parse(settings.game, match.result.sheet, settings.options, match.size)
    except (UnknownGame, Invalid):
        return None
    return settings.game.calculate(sheet, settings.options, match.size)


def _why(match: Match) -> Uncounted:
    said = gettext("does not count")
    if match.status == MatchStatus.FORFEIT:
        said = gettext("counts as a forfeit")
    decision = match.current.decision if match.current else None
    return Uncounted(said, decision.reason if decision else "")


def running(matches: Sequence[Played]) -> list[Fraction | None]:
    """The average after each match, over all deals up to it; None before the first deal."""
    scores = accumulate(match.own.score for match in matches)
    deals = accumulate(match.own.deals for match in matches)
    return [Fraction(score, count) if count else None for score, count in zip(scores, deals, strict=True)]


def averages(matches: Sequence[Played], game: Game) -> AverageChart | None:
    """The average over matches, on the game's levels."""
    return charts.average_chart([value for value in running(matches) if value is not None], game.levels)
