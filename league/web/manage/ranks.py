"""A division's table after a change, compared with the current one: how far each player moves."""

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
    """`moved` is the number of places up, negative for down; `figure` is the value that ranks first."""

    key: str
    name: str
    left: bool
    theirs: bool  # the player whom the change is about
    rank: int
    moved: int
    played: int
    figure: Figure

    @property
    def places(self) -> int:
        return abs(self.moved)


@dataclass(frozen=True)
class RankTable:
    """`head` is the name of the criterion that ranks first."""

    head: str
    rows: tuple[RankRow, ...]


# Keys that a row has by itself; others need the tied group, or are the game's own figures.
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
    """Return the table after the change; `names` are the players' names by id."""
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
    """Return the first ranking key for which a row has a figure by itself."""
    own = {figure.key for figure in settings.ranked_figures}
    keys: Sequence[str] = settings.rules.ranking
    return next((key for key in keys if key in FIGURES or key in own), "average")


def figure(entry: RankedEntry, key: str) -> Figure:
    """Return a row's figure for a key."""
    return FIGURES[key](entry.row) if key in FIGURES else entry.row.figures.get(key)
