"""Detecting changes to a match while its sheet is typed."""

import hashlib
from dataclasses import dataclass

from league.queries.match import SeatedMatch


@dataclass(frozen=True)
class Changes:
    """What has changed since the form was shown."""

    is_saved: bool = False
    is_moved: bool = False
    has_other_players: bool = False
    is_closed: bool = False

    @property
    def is_any(self) -> bool:
        return any(vars(self).values())


def describe_stand(found: SeatedMatch) -> str:
    """Return a fingerprint of the match's place and players, which `find_changes` compares."""
    match = found.match
    place = (match.due_on, match.table, match.round.number, match.division_id)
    return f"{_fingerprint(place)}-{_fingerprint(found.table.players)}"


def find_changes(found: SeatedMatch, *, stood: str, base: int) -> Changes:
    """Return what has changed since the match had the fingerprint `stood` and the revision `base`; no queries."""
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
