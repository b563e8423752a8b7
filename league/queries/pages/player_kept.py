"""What is kept of a player's matches in one competition, as the page tells it: form, streaks, bids, rivals.

A job keeps it (`actions.statistics`), so it may be a moment behind the matches, and rows from before it kept so much
say nothing of some of it: what is not there is left out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext

from games import Game, fraction_text
from league.models import Statistics
from league.queries.pages import charts
from league.queries.pages.charts import BidsChart, decimal_text
from league.queries.pages.places import ordinal
from league.queries.pages.player_matches import MatchRow, Played
from league.queries.pages.record import Record, percent, record
from league.queries.pages.words import word
from league.rules.seasons.statistics import BIDS_FIELD, find_bid_field
from league.rules.standings.totals import add_up_figures

Details = Mapping[str, Any]


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
class Feat:
    """Something to be proud of, or to make good: how much, and the matches it was done in, first and last."""

    label: str
    value: int
    first: MatchRow
    last: MatchRow | None  # where it took several


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


def record_of(kept: Statistics | None, game: Game, played: Sequence[Played]) -> Record | None:
    """Over all played matches. The figures that are kept are those of the game the competition plays now; who has not
    played since it went over to that is told by the seats."""
    if kept is None:
        return None
    figures = kept.figures
    if kept.competition.game != game.key:
        own = (one for one in played if one.match.division.season.game == game.key)
        figures = add_up_figures((game.figures, one.own.figures) for one in own)
    return record(vars(kept), game, figures=figures)


def form(details: Details, rows: Mapping[str, MatchRow]) -> tuple[MatchRow, ...]:
    """The last matches, the latest last; `rows` has them by id, here and below."""
    return tuple(rows[one["match"]] for one in details.get("form", ()) if one["match"] in rows)


def places(details: Details) -> tuple[PlaceLine, ...]:
    """How often each was reached, the first place first; nothing where all tables were of two."""
    kept = sorted((int(place), told) for place, told in details.get("places", {}).items())
    return tuple(PlaceLine(ordinal(place), told["times"], told["shared"]) for place, told in kept)


def head_to_head(details: Details, names: Mapping[str, str]) -> tuple[RivalRow, ...]:
    """Everybody met, the most often met first; `names` by id, as the reader may see them. Won and lost are by place:
    with more than two, who was ahead."""
    found = [
        RivalRow(key=key, name=names[key], **told)
        for key, told in details.get("rivals", {}).items()
        if key in names
    ]
    return tuple(sorted(found, key=lambda row: (-row.played, row.name.casefold(), row.key)))


def feats(details: Details, rows: Mapping[str, MatchRow], game: Game) -> tuple[Feat, ...]:
    """The streaks, then the highest and the lowest score in the game; no streak of one match."""
    streaks, scores = details.get("streaks", {}), details.get("games", {}).get(game.key, {})
    labels = {
        "winning": gettext("Longest winning streak"),
        "current": gettext("Won in a row now"),
        "unbeaten": gettext("Longest without defeat"),
    }
    ends = {"best": gettext("Highest score"), "worst": gettext("Lowest score")}
    found = [
        (labels[name], told["matches"], told["first"], told["last"])
        for name in labels
        if (told := streaks.get(name)) and told["matches"] > 1
    ]
    if scores and scores["best"] != scores["worst"]:
        found += [(ends[name], scores[name]["score"], scores[name]["match"], "") for name in ends]
    return tuple(
        Feat(label, value, rows[first], rows.get(last))
        for label, value, first, last in found
        if first in rows
    )


def bids(details: Details, played: Sequence[Played], game: Game) -> Bids | None:
    """Every bid in matches of the game. None in a game without bids, or one that writes them down in another way."""
    kept = details.get("games", {}).get(game.key, {}).get("bids", {})
    tables = {
        (one.match.division.season_id, one.size): one for one in played if one.settings.game.key == game.key
    }
    fields = [field for one in tables.values() if (field := find_bid_field(one.settings, one.size))]
    if not fields:
        return None
    made = [int(bid) for bid, times in kept.items() for _ in range(times)]
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
        times=len(made), bids=word(game, BIDS_FIELD), lowest=min(made), highest=max(made), average=average
    )
    if game.style is None:
        return said
    styles = gettext("Above {middle} on average: {high}; below: {low}.").format(
        middle=decimal_text(game.style.middle),
        high=word(game, game.style.high),
        low=word(game, game.style.low),
    )
    return f"{said} {styles}"
