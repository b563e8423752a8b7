"""The records of a competition: the best figures in a match, in a row, in a season, and overall.

Only played matches count, for those who sat there; only the average of a season is the entry's, as in the
standings. See docs/reference/awards.md, Hall of fame.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Literal, TypeVar

from games import Figure, Game, Text
from games.problems import _
from league.rules.standings.totals import FIGURE_SUMS

RecordKind = Literal["match", "total", "streak", "matches", "season"]
HolderKey = TypeVar("HolderKey")

MIN_STREAK = 2  # matches; a single win is no streak
BEST_MATCH = _("Best match")
IN_ONE_MATCH = _("{figure}, most in one match")
OVER_ALL = _("{figure}, most over all")
STREAK = _("Longest winning streak")
MATCHES = _("Most matches")
BEST_AVERAGE = _("Best average of a season")


@dataclass(frozen=True, slots=True)
class MatchSeat:
    """A seat of a played match.

    `player` sat there, for `entry`; both are whatever the caller identifies them by.
    """

    season: int
    played_on: date
    stage: int
    round: int
    table: int
    match: str
    player: int
    entry: int
    outcome: str
    score: int
    deals: int
    figures: Mapping[str, int] = field(default_factory=dict)

    @property
    def sort_key(self) -> tuple[date, int, int, int, str]:
        """Return a key that sorts matches by time."""
        return self.played_on, self.stage, self.round, self.table, self.match


@dataclass(frozen=True)
class Holder:
    """The holder of a record, and the match that made it; of a streak also the match that began it."""

    player: int
    made: MatchSeat
    since: MatchSeat | None = None


@dataclass(frozen=True)
class Record:
    """A record with its holders.

    The first to reach it comes first; those who reached as much later hold it as well.
    """

    key: str
    kind: RecordKind
    label: Text
    value: int | Fraction
    holders: tuple[Holder, ...]


def compute_records(
    game: Game, seats: Iterable[MatchSeat], proven: Collection[tuple[int, int]]
) -> tuple[Record, ...]:
    """Return all records of these matches, all of this game, in the order in which they are shown.

    `proven` names, by season and entry, the averages that may be compared. A sum of which nobody has any is
    left out.
    """
    in_order = sorted(seats, key=lambda seat: seat.sort_key)
    if not in_order:
        return ()
    records = [
        *_find_match_records(game.figures, in_order),
        _find_longest_streak(in_order),
        _find_best_average(in_order, proven),
        _find_highest_total("matches", "matches", Text(MATCHES), ((seat, 1) for seat in in_order)),
    ]
    return tuple(record for record in records if record)


# --- in a match, and over all


def _find_match_records(figures: Sequence[Figure], seats: Sequence[MatchSeat]) -> Iterable[Record | None]:
    most = [figure for figure in figures if figure.add == "most"]
    if not any(_is_the_score(figure, seats) for figure in most):
        yield _find_highest("score", Text(BEST_MATCH), ((seat, seat.score) for seat in seats))
    for figure in most:
        yield _find_highest(figure.key, Text(figure.label), _collect_values(figure, seats))
    for figure in figures:
        if figure.add == "sum":
            label = {"figure": Text(figure.label)}
            counted = [(seat, value) for seat, value in _collect_values(figure, seats) if value > 0]
            yield _find_highest(f"{figure.key}-match", Text(IN_ONE_MATCH, label), counted)
            yield _find_highest_total(f"{figure.key}-all", "total", Text(OVER_ALL, label), counted)


def _collect_values(figure: Figure, seats: Sequence[MatchSeat]) -> list[tuple[MatchSeat, int]]:
    """Return each seat's value of a figure, where it has a value."""
    return [(seat, seat.figures[figure.key]) for seat in seats if figure.key in seat.figures]


def _is_the_score(figure: Figure, seats: Sequence[MatchSeat]) -> bool:
    """Return whether a figure is the score itself, so that the game names the best match in its own way."""
    return all(seat.figures.get(figure.key) == seat.score for seat in seats)


def _find_highest(key: str, label: Text, counted: Iterable[tuple[MatchSeat, int]]) -> Record | None:
    best: int | None = None
    best_seats: list[MatchSeat] = []
    for seat, value in counted:
        if best is None or value > best:
            best, best_seats = value, []
        if value == best:
            best_seats.append(seat)
    if best is None:
        return None
    return Record(key, "match", label, best, tuple(Holder(seat.player, seat) for seat in best_seats))


def _find_highest_total(
    key: str, kind: RecordKind, label: Text, counted: Iterable[tuple[MatchSeat, int]]
) -> Record | None:
    """Return the record of a player's highest total, made by the last match that added to it."""
    totals: dict[int, int] = defaultdict(int)
    last: dict[int, MatchSeat] = {}
    for seat, value in counted:
        totals[seat.player] = FIGURE_SUMS["sum"](totals[seat.player], value)
        last[seat.player] = seat
    if not totals:
        return None
    return _build_record(
        key, kind, label, totals, {player: Holder(player, seat) for player, seat in last.items()}
    )


def _build_record(
    key: str,
    kind: RecordKind,
    label: Text,
    values: Mapping[HolderKey, int] | Mapping[HolderKey, Fraction],
    holders: Mapping[HolderKey, Holder],
) -> Record:
    best = max(values.values())
    best_holders = [holders[name] for name, value in values.items() if value == best]
    best_holders.sort(key=lambda holder: holder.made.sort_key)
    return Record(key, kind, label, best, tuple(best_holders))


# --- in a row


def _find_longest_streak(seats: Sequence[MatchSeat]) -> Record | None:
    """Return the record of won matches in a row; a forfeit is not a played match, and ends no streak."""
    own: dict[int, list[MatchSeat]] = defaultdict(list)
    for seat in seats:
        own[seat.player].append(seat)
    runs = [run for played in own.values() for run in _split_runs(played) if len(run) >= MIN_STREAK]
    if not runs:
        return None
    best = max(map(len, runs))
    best_holders = [Holder(run[0].player, run[-1], since=run[0]) for run in runs if len(run) == best]
    best_holders.sort(key=lambda holder: holder.made.sort_key)
    return Record("streak", "streak", Text(STREAK), best, tuple(best_holders))


def _split_runs(played: Sequence[MatchSeat]) -> Iterable[list[MatchSeat]]:
    run: list[MatchSeat] = []
    for seat in played:
        if seat.outcome == "win":
            run.append(seat)
        else:
            yield run
            run = []
    yield run


# --- in a season


def _find_best_average(seats: Sequence[MatchSeat], proven: Collection[tuple[int, int]]) -> Record | None:
    scores: dict[tuple[int, int], int] = defaultdict(int)
    deals: dict[tuple[int, int], int] = defaultdict(int)
    last: dict[tuple[int, int], MatchSeat] = {}
    for seat in seats:
        entry = seat.season, seat.entry
        if entry in proven:
            scores[entry] += seat.score
            deals[entry] += seat.deals
            last[entry] = seat
    averages = {entry: Fraction(scores[entry], count) for entry, count in deals.items() if count}
    if not averages:
        return None
    holders = {entry: Holder(entry[1], last[entry]) for entry in averages}
    return _build_record("average", "season", Text(BEST_AVERAGE), averages, holders)
