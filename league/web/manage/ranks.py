"""A division's table as something would leave it, against the table as it is: who is moved by it, and how far."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.text import capfirst

from league.queries.game_words import get_metric_name
from league.rules.seasons.rollover import DivisionStandings
from league.rules.snapshot import Settings
from league.rules.standings.ranking import RankedEntry
from league.rules.standings.totals import EntryTotals

NOTHING = "–"
Figure = Fraction | int | None


@dataclass(frozen=True)
class RankRow:
    """`moved`: so many places up, or down where it is less than 0. `figure` is what ranks."""

    key: str
    name: str
    left: bool
    theirs: bool  # whom it is all about
    rank: int
    moved: int
    played: int
    figure: Figure

    @property
    def places(self) -> int:
        return abs(self.moved)


@dataclass(frozen=True)
class RankTable:
    """`head` is what ranks first."""

    head: str
    rows: tuple[RankRow, ...]


# What a row says by itself; other keys need those it is tied with, or are a figure of the game's own.
FIGURES: Mapping[str, Callable[[EntryTotals], Figure]] = {
    "average": lambda row: row.average,
    "score": lambda row: row.score,
    "wins": lambda row: row.won,
    "points": lambda row: row.points,
    "zeros": lambda row: row.bids_made,
    "win_rate": lambda row: row.win_rate,
    "played": lambda row: row.played,
}


def rank_table(
    after: DivisionStandings,
    *,
    now: DivisionStandings,
    settings: Settings,
    names: Mapping[str, str],
    theirs: str,
) -> RankTable:
    """Return the table as it would be; `names` are what everybody is called, by id."""
    before = {entry.row.player: entry.rank for entry in now.ranked}
    key = first_key(settings)
    return RankTable(
        head=capfirst(get_metric_name(settings.game, key)),
        rows=tuple(
            RankRow(
                key=entry.row.player,
                name=names[entry.row.player],
                left=entry.row.player in after.left,
                theirs=entry.row.player == theirs,
                rank=entry.rank,
                moved=before.get(entry.row.player, entry.rank) - entry.rank,
                played=entry.row.played,
                figure=figure(entry, key),
            )
            for entry in after.ranked
        ),
    )


def first_key(settings: Settings) -> str:
    """Return the first key of the ranking that a row has a figure for by itself."""
    own = {figure.key for figure in settings.ranked_figures}
    keys: Sequence[str] = settings.rules.ranking
    return next((key for key in keys if key in FIGURES or key in own), "average")


def figure(entry: RankedEntry, key: str) -> Figure:
    """Return what a row says of a key."""
    return FIGURES[key](entry.row) if key in FIGURES else entry.row.figures.get(key)
