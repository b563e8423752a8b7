"""What a player did match by match in one competition: form, rivals, the average as it went, every bid."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from itertools import accumulate

from django.utils.translation import gettext

from games import Field, Game, fraction_text
from league.models import Match, Seat
from league.models.match import Outcome
from league.queries.pages import charts
from league.queries.pages.charts import AverageChart, BidsChart, decimal_text
from league.queries.pages.places import Ending, endings, ordinal
from league.queries.pages.record import SUMS, percent
from league.queries.pages.words import word
from league.rules.book import Settings, parsed_settings
from league.rules.figures import PAIR, added_up

FORM = 8  # the last matches, told in letters
BIDS = "bids"  # the field of a layout in which bids are written


@dataclass(frozen=True)
class Rival:
    """Somebody who sat at the same table, as the reader may see them."""

    key: str
    name: str


@dataclass(frozen=True)
class Played:
    """A played match as the player saw it: their seat, and the others'."""

    match: Match
    own: Seat
    others: tuple[Seat, ...]
    rivals: tuple[Rival, ...]  # beside `others`

    @property
    def size(self) -> int:
        """Of the table."""
        return 1 + len(self.others)

    @property
    def settings(self) -> Settings:
        return parsed_settings(*self.match.division.season.settings)

    @property
    def played_on(self) -> date | None:
        return self.match.current.played_on if self.match.current else None


@dataclass(frozen=True)
class MatchRow:
    """One line of all matches, with the average after it."""

    key: str
    played_on: date | None
    rivals: tuple[Rival, ...]
    ending: Ending
    of: int  # so many sat there
    score: int
    against: tuple[int, ...]
    average: str | None
    level: str

    @property
    def is_pair(self) -> bool:
        return self.of <= PAIR


@dataclass(frozen=True)
class RivalRow:
    """All matches with one other player: who ended ahead, and both scores."""

    key: str
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    score: int
    against: int


@dataclass(frozen=True)
class PlaceLine:
    """How often a place was reached, and how often of those it was shared."""

    said: str
    times: int
    shared: int


@dataclass(frozen=True)
class BidRow:
    bid: str
    times: int
    share: str


@dataclass(frozen=True)
class Bids:
    """The chart of all bids, what is to be seen in it, and its table."""

    chart: BidsChart
    says: str
    rows: tuple[BidRow, ...]


def sums(matches: Sequence[Played]) -> dict[str, int]:
    """What `refresh_statistics` counts of these matches."""
    seats = [match.own for match in matches]
    counted = {
        "played": len(seats),
        **{
            name: sum(seat.outcome == outcome for seat in seats)
            for name, outcome in (("won", Outcome.WIN), ("drawn", Outcome.DRAW), ("lost", Outcome.LOSS))
        },
    }
    return counted | {
        name: sum(getattr(seat, name) for seat in seats) for name in SUMS if name not in counted
    }


def figures(matches: Sequence[Played], game: Game) -> dict[str, int]:
    """What a game's own figures add up to in those of these matches in which it was played."""
    return added_up(
        (game.figures, match.own.figures) for match in matches if match.match.division.season.game == game.key
    )


def places(matches: Sequence[Played]) -> tuple[PlaceLine, ...]:
    """How often each was reached, the first place first; nothing where all tables were of two."""
    if all(match.size <= PAIR for match in matches):
        return ()
    reached = Counter(_place(match.own) for match in matches)
    shared = Counter(_place(match.own) for match in matches if _place(match.own) in map(_place, match.others))
    return tuple(PlaceLine(ordinal(place), reached[place], shared[place]) for place in sorted(reached))


def rows(matches: Sequence[Played], game: Game) -> tuple[MatchRow, ...]:
    """Every match in the order given, each with the average of all up to it."""
    told = []
    for match, average in zip(matches, running(matches), strict=True):
        level = game.level_of(average)
        told.append(
            MatchRow(
                key=match.match.key,
                played_on=match.played_on,
                rivals=match.rivals,
                ending=endings((match.own, *match.others))[0],
                of=match.size,
                score=match.own.score,
                against=tuple(seat.score for seat in match.others),
                average=fraction_text(average),
                level=gettext(level.name) if level else "",
            )
        )
    return tuple(told)


def running(matches: Sequence[Played]) -> list[Fraction | None]:
    """The average after each match, over all deals up to it; None before the first deal."""
    scores = accumulate(match.own.score for match in matches)
    deals = accumulate(match.own.deals for match in matches)
    return [Fraction(score, count) if count else None for score, count in zip(scores, deals, strict=True)]


def averages(matches: Sequence[Played], game: Game) -> AverageChart | None:
    """The average over matches, on the game's levels."""
    return charts.average_chart([value for value in running(matches) if value is not None], game.levels)


def head_to_head(matches: Sequence[Played]) -> tuple[RivalRow, ...]:
    """Everybody met, the most often met first. Won and lost are by place: with more than two, who was ahead."""
    met: dict[str, list[tuple[Rival, Seat, Seat]]] = defaultdict(list)
    for match in matches:
        for seat, rival in zip(match.others, match.rivals, strict=True):
            met[rival.key].append((rival, match.own, seat))
    found = (
        RivalRow(
            key=key,
            name=pairs[0][0].name,
            played=len(pairs),
            won=sum(_place(own) < _place(other) for _rival, own, other in pairs),
            drawn=sum(_place(own) == _place(other) for _rival, own, other in pairs),
            lost=sum(_place(own) > _place(other) for _rival, own, other in pairs),
            score=sum(own.score for _rival, own, _other in pairs),
            against=sum(other.score for _rival, _own, other in pairs),
        )
        for key, pairs in met.items()
    )
    return tuple(sorted(found, key=lambda row: (-row.played, row.name.casefold(), row.key)))


def _place(seat: Seat) -> int:
    return seat.place or 0


def bids(matches: Sequence[Played], game: Game) -> Bids | None:
    """Every bid of these matches, read from the sheets that count: what the layout's field of that key holds at the
    player's seat, deal by deal. None in a game without bids, or one that writes them down in another way."""
    ours = [match for match in matches if match.settings.game.key == game.key]
    fields = [field for match in ours if (field := _bid_field(match))]
    if not fields:
        return None
    made = [bid for match in ours for bid in _bids_of(match)]
    chart = charts.bids_chart(
        made,
        middle=game.style.middle if game.style else None,
        least=_widest(min, (field.minimum for field in fields)),
        most=_widest(max, (field.maximum for field in fields)),
    )
    if chart is None:
        return None
    told = (
        BidRow(bar.label, bar.count, percent(Fraction(bar.count, len(made))))
        for bar in chart.bars
        if bar.count
    )
    return Bids(chart, _says(made, game), tuple(told))


def _widest(pick: Callable[[Iterable[int]], int], limits: Iterable[int | None]) -> int | None:
    """What may be bid under options of several seasons; None where one of them sets no limit."""
    known = set(limits)
    return None if None in known else pick(limit for limit in known if limit is not None)


def _says(made: Sequence[int], game: Game) -> str:
    average = fraction_text(Fraction(sum(made), len(made)))
    said = gettext("{times} {bids}, from {lowest} to {highest}, {average} on average.").format(
        times=len(made), bids=word(game, BIDS), lowest=min(made), highest=max(made), average=average
    )
    if game.style is None:
        return said
    styles = gettext("Above {middle} on average: {high}; below: {low}.").format(
        middle=decimal_text(game.style.middle),
        high=word(game, game.style.high),
        low=word(game, game.style.low),
    )
    return f"{said} {styles}"


def _bid_field(match: Played) -> Field | None:
    if not match.settings.game.has_bids:
        return None
    fields = match.settings.layout(match.size).per_seat
    return next(
        (field for field in fields if (field.key, field.kind, field.several) == (BIDS, "count", 0)), None
    )


def _bids_of(match: Played) -> Iterator[int]:
    if match.match.current is None or _bid_field(match) is None:
        return
    for deal in (match.match.current.sheet or {}).get("deals", ()):
        written = deal.get(BIDS)
        if written and written[match.own.number] is not None:
            yield written[match.own.number]
