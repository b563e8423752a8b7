"""What it would mean if an entry left its season: both outcomes, each with the standings that follow from it."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from league.models import Decision, DecisionKind, Entry, Match, Seat
from league.models.match import MatchStatus
from league.queries.contest import Matches, contest, finished
from league.rules.seasons.rollover import DivisionStandings
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings import ranking
from league.rules.standings.totals import SeatResult, compute_forfeit_seats

Outcome = Literal["stand", "expunge"]
OUTCOMES: tuple[Outcome, ...] = ("stand", "expunge")


@dataclass(frozen=True)
class Withdrawing:
    """`stand`: what was played counts, and each match that is still to be played is forfeited. `expunge`: none of its
    matches counts for anybody.

    `matches` are those of the entry that are not void, `played` so many of them have a sheet. `now` and `after` are
    the standings of its division; `deciding` are the matches that are given a result.
    """

    entry: Entry
    settings: Settings
    played: int
    matches: int
    now: DivisionStandings
    after: Mapping[Outcome, DivisionStandings]
    deciding: Mapping[Outcome, tuple[Match, ...]]

    @property
    def proposed(self) -> Outcome:
        """Too little to count: fewer than half of its matches have been played."""
        return "expunge" if self.played * 2 < self.matches else "stand"

    @property
    def decided(self) -> Mapping[Outcome, int]:
        """How many matches are forfeited, or do not count any more."""
        return {outcome: len(matches) for outcome, matches in self.deciding.items()}

    def digest(self, outcome: Outcome) -> str:
        """Another one wherever other tables, or other numbers of matches, would be shown."""
        keys = [match.key for match in self.deciding[outcome]]
        tables = [_told(one) for one in (self.now, self.after[outcome])]
        shown = (self.entry.pk, outcome, self.played, self.matches, keys, tables)
        return hashlib.sha256(repr(shown).encode()).hexdigest()


def withdrawing(entry: Entry) -> Withdrawing:
    """What follows for an entry that was read with its player, division, season and competition, and is in it still. 3
    queries."""
    season = entry.season
    settings = parse_settings(*season.settings)
    entries = list(Entry.objects.filter(division=entry.division_id).select_related("player"))
    players = {one.pk: one.player.key for one in entries}
    counting = finished(Seat.objects.filter(match__division=entry.division_id), players, settings)[
        entry.division_id
    ]
    seated = _seated(entry)
    open_matches = [match for match in seated if match.status == MatchStatus.SCHEDULED]
    not_void = [match for match in seated if match.status != MatchStatus.VOID]

    def standings(matches: Matches, *, left: bool) -> DivisionStandings:
        ranked = ranking.rank_entries(
            contest(entries, matches, settings, draw_seed=season.lot), settings.rules.ranking
        )
        gone = {one.player.key for one in entries if one.left or (left and one.pk == entry.pk)}
        return DivisionStandings(entry.division.level, entry.division.name, tuple(ranked), frozenset(gone))

    forfeited = [
        list(forfeited_by(entry, [players[seat] for seat in seated[match]], settings))
        for match in open_matches
    ]
    others = [match for match in counting if all(seat.entry != entry.player.key for seat in match)]
    return Withdrawing(
        entry,
        settings,
        played=sum(match.status == MatchStatus.PLAYED for match in seated),
        matches=len(not_void),
        now=standings(counting, left=False),
        after={
            "stand": standings([*counting, *forfeited], left=True),
            "expunge": standings(others, left=True),
        },
        deciding={"stand": tuple(open_matches), "expunge": tuple(not_void)},
    )


def expunged(entries: Iterable[Entry]) -> frozenset[int]:
    """Those of these entries of one season, by primary key, none of whose matches counts since they left. 1 query
    where somebody has left, else none."""
    left = {entry.player_id: entry for entry in entries if entry.left}
    if not left:
        return frozenset()
    withdrawals = Decision.objects.active().filter(
        season=next(iter(left.values())).season_id,
        kind=DecisionKind.WITHDRAWAL,
        player__in=left,
        detail__outcome="expunge",
    )
    return frozenset(left[player].pk for player in withdrawals.values_list("player", flat=True) if player)


def forfeited_by(entry: Entry, players: Sequence[str], settings: Settings) -> tuple[SeatResult, ...]:
    """What a match of these player ids, by seat, gives where this entry stays away."""
    return compute_forfeit_seats(
        players,
        [players.index(entry.player.key)],
        forfeit_score=settings.rules.forfeit_score,
        deals=settings.deals,
    )


def _seated(entry: Entry) -> dict[Match, list[int]]:
    """The matches of the entry, with the entries at their seats. 1 query."""
    seated: dict[Match, list[int]] = {}
    for seat in (
        Seat.objects.filter(match__seats__entry=entry)
        .select_related("match")
        .order_by("match__round", "match__table", "match__key", "number")
    ):
        seated.setdefault(seat.match, []).append(seat.entry_id)
    return seated


def _told(one: DivisionStandings) -> object:
    return sorted(one.left), [(row.row, row.rank, row.decided_by) for row in one.ranked]
