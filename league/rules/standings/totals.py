"""The result of a seat of a match, and the totals of an entry (docs/reference/ranking.md, Standings)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import add
from types import MappingProxyType
from typing import Any

from games import Figure, Text
from games.problems import _
from league.rules.records import PenaltyRecord

# Ranking keys where all tables play the same cards (docs/reference/duplicate.md, Comparison).
COMPARISONS = MATCHPOINTS, DIFFERENCE = "matchpoints", "difference"
PAIR_SIZE = 2  # seats; at a larger table places matter, not only who wins and who loses

# What any game counts of bids stands among the figures, under names that none of a game's own has.
BID_KEYS = BIDS, BIDS_MADE, BID_TOTAL = "@bids", "@bids_made", "@bid_total"


class CountsBids:
    """Something whose figures hold how many bids bound it, how many of them it made, and their sum."""

    __slots__ = ()

    @property
    def bids(self) -> int:
        return self._count(BIDS)

    @property
    def bids_made(self) -> int:
        return self._count(BIDS_MADE)

    @property
    def bid_total(self) -> int:
        return self._count(BID_TOTAL)

    def _count(self, key: str) -> int:
        figures: Mapping[str, int] = self.figures  # type: ignore[attr-defined]
        return figures.get(key, 0)


@dataclass(frozen=True, slots=True)
class SeatResult(CountsBids):
    """One seat of one finished match; `entry` is the player id of the entry that it counts for."""

    entry: str
    outcome: str = ""  # win, draw, loss; empty where the match counts for nothing
    place: int | None = None
    score: int = 0
    deals: int = 0
    absent: bool = False
    figures: Mapping[str, int] = field(default_factory=dict)  # of bids and the game's own, by key
    deal_scores: Sequence[int | None] | None = None  # of each deal; None where no sheet gave any
    points: int = 0  # in units of the rules, from the second pass (`points.score_round`)


ORDINALS = {1: _("1st"), 2: _("2nd"), 3: _("3rd")}
HIGHER_ORDINALS = {1: _("{place}st"), 2: _("{place}nd"), 3: _("{place}rd")}


def format_ordinal(place: int) -> Text:
    """Return the ordinal of a place: 1st, 12th, 21st."""
    is_teen = 10 < place % 100 < 20
    higher = _("{place}th") if is_teen else HIGHER_ORDINALS.get(place % 10, _("{place}th"))
    return Text(ORDINALS.get(place, higher), {"place": place})


# The fields of SeatResult that are stored, and compared when stored data is verified. Totals, statistics and awards
# count the first ones.
COUNTED_SEAT_COLUMNS = ("outcome", "place", "score", "deals", "absent", "points", "figures")
SEAT_COLUMNS = (*COUNTED_SEAT_COLUMNS, "deal_scores")


# Left out where there is nothing to count. Nothing shows them by a label.
BID_FIGURES = (
    Figure(BIDS, "", "sum", lambda score, seat: score.seats[seat].bids or None),
    Figure(BIDS_MADE, "", "sum", lambda score, seat: score.seats[seat].bids_made or None),
    Figure(BID_TOTAL, "", "sum", lambda score, seat: score.seats[seat].bid_total or None),
)


def unfold_bids(columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return stored columns with what is counted of bids beside the figures, by the names that differences say."""
    own = dict(columns["figures"])
    bids = {key.removeprefix("@"): own.pop(key, 0) for key in BID_KEYS}
    return {**columns, **bids, "figures": own}


def add_up_figures(own: Iterable[tuple[Sequence[Figure], Mapping[str, int]]]) -> dict[str, int]:
    """Return the totals of these figures over several seats, in order of their keys.

    Each figure is added up as its game says: as a sum, or as the highest.
    """
    totals: dict[str, int] = {}
    for figures, counted in own:
        for figure in figures:
            if figure.key in counted:
                before, value = totals.get(figure.key), counted[figure.key]
                totals[figure.key] = value if before is None else FIGURE_SUMS[figure.add](before, value)
    return dict(sorted(totals.items()))


FIGURE_SUMS: Mapping[str, Callable[[int, int], int]] = {"sum": add, "most": max}


@dataclass(frozen=True, slots=True)
class DivisionEntry:
    """An entry of a division before any match: player id, seed, and what its penalties take away.

    Penalties reduce the score and the points; a game's own figures stay as the sheets give them. `lot` is the one that
    was drawn before the player's id was replaced; empty: it follows from the id.
    """

    player: str
    seed: int
    points_off: int = 0
    score_off: int = 0
    lot: str = ""

    @classmethod
    def from_penalties(
        cls, player: str, seed: int, penalties: Iterable[PenaltyRecord], lot: str = ""
    ) -> "DivisionEntry":
        """Build an entry from the committee's penalties."""
        items = list(penalties)
        return cls(
            player,
            seed,
            points_off=sum(penalty.points for penalty in items),
            score_off=sum(penalty.score for penalty in items),
            lot=lot,
        )


HUNDREDTHS = 100  # in which the comparison stands among the figures


def add_comparison(
    rows: Sequence["EntryTotals"], key: str, means: Mapping[str, Fraction | None] | None
) -> list["EntryTotals"]:
    """Return the rows with what the comparison of the same cards gives each player among their figures, in hundredths.

    `key` is the ranking key of the comparison; without `means` the rows stay as they are.
    """
    if means is None:
        return list(rows)
    given = {player: round(mean * HUNDREDTHS) for player, mean in means.items() if mean is not None}
    return [
        replace(row, figures={**row.figures, key: given[row.player]}) if row.player in given else row
        for row in rows
    ]


# The fields of EntryTotals that are stored, and compared when stored data is verified.
TOTAL_COLUMNS = ("played", "won", "drawn", "lost", "deals", "score", "points", "figures")


@dataclass(frozen=True, slots=True)
class EntryTotals(CountsBids):
    """An entry's totals over its finished matches (docs/reference/ranking.md, Standings).

    `figures` are those of bids and the game's own that the ranking names, by key; one that no sheet gave is left out.
    Where all tables play the same cards, the comparison is among them, in hundredths. `lot` as in DivisionEntry.
    """

    player: str
    seed: int
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    deals: int = 0
    score: int = 0
    points: int = 0
    figures: Mapping[str, int] = field(default_factory=dict)
    lot: str = ""

    @property
    def average(self) -> Fraction | None:
        return Fraction(self.score, self.deals) if self.deals else None

    @property
    def win_rate(self) -> Fraction | None:
        decided = self.won + self.lost
        return Fraction(self.won, decided) if decided else None

    @property
    def zero_rate(self) -> Fraction | None:
        return Fraction(self.bids_made, self.bids) if self.bids else None

    def get_figure(self, key: str) -> int | Fraction | None:
        """Return a figure that the ranking names, the comparison of the same cards in full units."""
        value = self.figures.get(key)
        return Fraction(value, HUNDREDTHS) if value is not None and key in COMPARISONS else value

    @property
    def bid_average(self) -> Fraction | None:
        return Fraction(self.bid_total, self.bids) if self.bids else None


def compute_totals(
    places: Iterable[DivisionEntry],
    matches: Sequence[Sequence[SeatResult]],
    ranked: Sequence[Figure] = (),
    bye_points: Mapping[str, int] = MappingProxyType({}),
) -> list[EntryTotals]:
    """Return one row for each entry.

    `matches` are the finished ones, played or forfeited, with their points. `ranked` are the game's own figures
    that the ranking compares, `bye_points` are by player id.
    """
    seats: dict[str, list[SeatResult]] = {}
    for match in matches:
        for seat in match:
            seats.setdefault(seat.entry, []).append(seat)
    return [
        _add_up_entry(place, seats.get(place.player, []), ranked, bye_points.get(place.player, 0))
        for place in places
    ]


def _add_up_entry(
    place: DivisionEntry, seats: Sequence[SeatResult], ranked: Sequence[Figure], bye_points: int
) -> EntryTotals:
    won, drawn, lost = (sum(seat.outcome == outcome for seat in seats) for outcome in ("win", "draw", "loss"))
    return EntryTotals(
        player=place.player,
        seed=place.seed,
        played=len(seats),
        won=won,
        drawn=drawn,
        lost=lost,
        deals=sum(seat.deals for seat in seats),
        score=sum(seat.score for seat in seats) - place.score_off,
        points=sum(seat.points for seat in seats) + bye_points - place.points_off,
        figures=add_up_figures(((*BID_FIGURES, *ranked), seat.figures) for seat in seats),
        lot=place.lot,
    )
