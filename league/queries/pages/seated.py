"""Matches and people as the pages of what was decided name them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.models import Match, Player, Seat
from league.queries.pages.season_head import Viewer
from league.queries.pages.words import told_apart

Seats = Mapping[int, Sequence[Seat]]


@dataclass(frozen=True)
class Person:
    """`key`: of the page that is theirs."""

    key: str
    name: str


@dataclass(frozen=True)
class MatchPart:
    """A match, with the names of those whose places they are, whoever sits there."""

    key: str
    names: tuple[str, ...]


def person(player: Player, viewer: Viewer) -> Person:
    return Person(player.key, player.get_name_for(viewer))


def match_part(match: Match, seats: Iterable[Seat], viewer: Viewer) -> MatchPart:
    """The same whoever sits there now. No query where the seats were read with their entries' players."""
    return MatchPart(match.key, told_apart(seat.entry.player.get_name_for(viewer) for seat in seats))
