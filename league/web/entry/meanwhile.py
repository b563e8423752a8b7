"""What has happened to a match while its sheet is typed."""

import hashlib
from dataclasses import dataclass

from league.queries.match import SeatedMatch


@dataclass(frozen=True)
class Changes:
    """What is no longer as the form says."""

    is_saved: bool = False
    is_moved: bool = False
    has_other_players: bool = False
    is_closed: bool = False

    @property
    def is_any(self) -> bool:
        return any(vars(self).values())


def describe_stand(found: SeatedMatch) -> str:
    """Return where and by whom the match is played, for `find_changes` to tell whether that is still so."""
    match = found.match
    place = (match.due_on, match.table, match.round.number, match.division_id)
    return f"{_fingerprint(place)}-{_fingerprint(found.table.players)}"


def find_changes(found: SeatedMatch, *, stood: str, base: int) -> Changes:
    """Return what has changed since the match `stood` like this and its revision was `base`; no queries."""
    place, _hyphen, players = stood.partition("-")
    place_now, _hyphen, players_now = describe_stand(found).partition("-")
    return Changes(
        is_saved=found.match.revision != base,
        is_moved=place != place_now,
        has_other_players=players != players_now,
        is_closed=not found.is_open,
    )


def _fingerprint(parts: tuple[object, ...]) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]
