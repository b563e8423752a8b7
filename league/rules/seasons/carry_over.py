"""Results of the groups that count in a final in which everyone plays everyone.

See docs/reference/pairing.md, Groups and final.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from league.rules.pairing.round_robin import build_round_robin
from league.rules.records import FIRST_STAGE, DivisionKey, MatchRecord
from league.rules.settings import Rules
from league.rules.snapshot import ClubSnapshot
from league.rules.standings.totals import SeatResult


def carries_over(rules: Rules, stage: int) -> bool:
    """Return whether results of the first stage count in this one, by the rules of the tournament."""
    return stage > FIRST_STAGE and rules.final is not None and bool(rules.final.carry_over)


def pick_carried(
    matches: Iterable[Sequence[SeatResult]], players: Collection[str]
) -> list[Sequence[SeatResult]]:
    """Return those of the first stage's finished matches whose players are all in a division of the final."""
    there = set(players)
    return [match for match in matches if all(seat.entry in there for seat in match)]


def list_carried(snapshot: ClubSnapshot, division: DivisionKey) -> list[MatchRecord]:
    """Return the finished matches of the first stage that count in a division of the final; none of any other."""
    if not carries_over(snapshot.get_settings(snapshot.seasons[division.season]).rules, division.stage):
        return []
    players = {entry.player for entry in snapshot.get_entries(division)}
    return [
        match
        for first in snapshot.get_divisions(division.season)
        if first.stage == FIRST_STAGE
        for match in snapshot.get_matches(first.key)
        if match.is_finished and players.issuperset(match.seats)
    ]


def build_final_rounds(
    players: Sequence[str], meetings: int, met: Collection[frozenset[str]]
) -> list[list[tuple[str, str]]]:
    """Return the rounds in which all meet who have not met, by seed; a round without a match is left out."""
    rounds = [
        [
            pair
            for first, second in pairs
            if frozenset(pair := (players[first - 1], players[second - 1])) not in met
        ]
        for pairs in build_round_robin(len(players), meetings)
    ]
    return [pairs for pairs in rounds if pairs]


def find_met(
    groups: Mapping[int, Sequence[str]], matches: Sequence[Sequence[SeatResult]]
) -> Iterator[tuple[int, frozenset[str]]]:
    """Yield who of each division of the final, by level, has met in these matches."""
    for level, players in groups.items():
        for match in pick_carried(matches, players):
            yield level, frozenset(seat.entry for seat in match)
