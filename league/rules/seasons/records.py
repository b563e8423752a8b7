"""The records of a competition: the most that anybody reached there in a match, in a row, in a season, and over all.

Of played matches alone. They are of who sat there; only the average of a season is the entry's, as in its standings.
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

MIN_STREAK = 2  # matches: one win is none
BEST_MATCH = _("Best match")
IN_ONE_MATCH = _("{figure}, most in one match")
OVER_ALL = _("{figure}, most over all")
STREAK = _("Longest winning streak")
MATCHES = _("Most matches")
BEST_AVERAGE = _("Best average of a season")


@dataclass(frozen=True, slots=True)
class MatchSeat:
    """One seat of one played match. `player` sat there, for `entry`; both are whatever the caller knows them by."""

    season: int
    played_on: date
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
    def sort_key(self) -> tuple[date, int, int, str]:
        """What matches are put in order by."""
        return self.played_on, self.round, self.table, self.match


@dataclass(frozen=True)
class Holder:
    """Who holds a record, and the match that made it; of a streak also the match that it began with."""

    player: int
    made: MatchSeat
    since: MatchSeat | None = None


@dataclass(frozen=True)
class Record:
    """`holders`: who reached it first comes first; those who reached as much later hold it as well."""

    key: str
    kind: RecordKind
    label: Text
    value: int | Fraction
    holders: tuple[Holder, ...]


def compute_records(
    game: Game, turns: Iterable[MatchSeat], proven: Collection[tuple[int, int]]
) -> tuple[Record, ...]:
    """All that there are of these matches, which were all of this game, in the order in which they are shown.

    `proven`: by season and entry, the averages that may be compared. A sum that nobody has anything of is left out.
    """
    in_order = sorted(turns, key=lambda turn: turn.sort_key)
    if not in_order:
        return ()
    found = [
        *_find_match_records(game.figures, in_order),
        _find_longest_streak(in_order),
        _find_best_average(in_order, proven),
        _find_highest_total("matches", "matches", Text(MATCHES), ((turn, 1) for turn in in_order)),
    ]
    return tuple(record for record in found if record)


# --- in one match, and over all


def _find_match_records(figures: Sequence[Figure], turns: Sequence[MatchSeat]) -> Iterable[Record | None]:
    most = [figure for figure in figures if figure.add == "most"]
    if not any(_is_the_score(figure, turns) for figure in most):
        yield _find_highest("score", Text(BEST_MATCH), ((turn, turn.score) for turn in turns))
    for figure in most:
        yield _find_highest(figure.key, Text(figure.label), _collect_values(figure, turns))
    for figure in figures:
        if figure.add == "sum":
            label = {"figure": Text(figure.label)}
            counted = [(turn, value) for turn, value in _collect_values(figure, turns) if value > 0]
            yield _find_highest(f"{figure.key}-match", Text(IN_ONE_MATCH, label), counted)
            yield _find_highest_total(f"{figure.key}-all", "total", Text(OVER_ALL, label), counted)


def _collect_values(figure: Figure, turns: Sequence[MatchSeat]) -> list[tuple[MatchSeat, int]]:
    """What each match gave of it, where it gave any."""
    return [(turn, turn.figures[figure.key]) for turn in turns if figure.key in turn.figures]


def _is_the_score(figure: Figure, turns: Sequence[MatchSeat]) -> bool:
    """Then the game calls the best match something itself."""
    return all(turn.figures.get(figure.key) == turn.score for turn in turns)


def _find_highest(key: str, label: Text, counted: Iterable[tuple[MatchSeat, int]]) -> Record | None:
    best: int | None = None
    held: list[MatchSeat] = []
    for turn, value in counted:
        if best is None or value > best:
            best, held = value, []
        if value == best:
            held.append(turn)
    if best is None:
        return None
    return Record(key, "match", label, best, tuple(Holder(turn.player, turn) for turn in held))


def _find_highest_total(
    key: str, kind: RecordKind, label: Text, counted: Iterable[tuple[MatchSeat, int]]
) -> Record | None:
    """The highest total of anybody; what made it is the last match that added to it."""
    totals: dict[int, int] = defaultdict(int)
    last: dict[int, MatchSeat] = {}
    for turn, value in counted:
        totals[turn.player] = FIGURE_SUMS["sum"](totals[turn.player], value)
        last[turn.player] = turn
    if not totals:
        return None
    return _build_record(
        key, kind, label, totals, {player: Holder(player, turn) for player, turn in last.items()}
    )


def _build_record(
    key: str,
    kind: RecordKind,
    label: Text,
    values: Mapping[HolderKey, int] | Mapping[HolderKey, Fraction],
    holders: Mapping[HolderKey, Holder],
) -> Record:
    best = max(values.values())
    held = [holders[name] for name, value in values.items() if value == best]
    held.sort(key=lambda holder: holder.made.sort_key)
    return Record(key, kind, label, best, tuple(held))


# --- in a row


def _find_longest_streak(turns: Sequence[MatchSeat]) -> Record | None:
    """Won matches without any other between them; a forfeit is no match that was played, and ends nothing."""
    own: dict[int, list[MatchSeat]] = defaultdict(list)
    for turn in turns:
        own[turn.player].append(turn)
    runs = [run for played in own.values() for run in _split_runs(played) if len(run) >= MIN_STREAK]
    if not runs:
        return None
    best = max(map(len, runs))
    held = [Holder(run[0].player, run[-1], since=run[0]) for run in runs if len(run) == best]
    held.sort(key=lambda holder: holder.made.sort_key)
    return Record("streak", "streak", Text(STREAK), best, tuple(held))


def _split_runs(played: Sequence[MatchSeat]) -> Iterable[list[MatchSeat]]:
    run: list[MatchSeat] = []
    for turn in played:
        if turn.outcome == "win":
            run.append(turn)
        else:
            yield run
            run = []
    yield run


# --- in a season


def _find_best_average(turns: Sequence[MatchSeat], proven: Collection[tuple[int, int]]) -> Record | None:
    scores: dict[tuple[int, int], int] = defaultdict(int)
    deals: dict[tuple[int, int], int] = defaultdict(int)
    last: dict[tuple[int, int], MatchSeat] = {}
    for turn in turns:
        place = turn.season, turn.entry
        if place in proven:
            scores[place] += turn.score
            deals[place] += turn.deals
            last[place] = turn
    averages = {place: Fraction(scores[place], count) for place, count in deals.items() if count}
    if not averages:
        return None
    holders = {place: Holder(place[1], last[place]) for place in averages}
    return _build_record("average", "season", Text(BEST_AVERAGE), averages, holders)
