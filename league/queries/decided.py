"""A season as it was on a day: what has been decided since is left out, what has been taken back since is there again.
What came in with a file has no day, and was always there."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from django.db.models import Q

from league.models import Club, Decision, DecisionKind, Entry
from league.rules.snapshot import EntryKey, EntryRecord, MatchRecord

FEWEST = 2  # seats of a match
NOT_YET: dict[str, Any] = {
    "status": "scheduled",
    "played_on": None,
    "sheet": None,
    "revision": 0,
    "absent": (),
}


class Since:
    """What has been decided in a club, or taken back, since the end of a day. 1 query. A late entry that was taken
    back is gone for good; results know their days themselves."""

    def __init__(self, club: Club, day: date) -> None:
        self.about: dict[tuple[int, int | None], list[Decision]] = {}  # by season and player
        self.day = day
        for decision in (
            Decision.objects.filter(Q(on__gt=day) | Q(undone_on__gt=day), season__competition__club=club)
            .select_related("player", "instead")
            .order_by("pk")
        ):
            self.about.setdefault((decision.season_id, decision.player_id), []).append(decision)
        self.sitting = self._sitting()

    def entries(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Those that were there, as they were; not to be saved."""
        for entry in entries:
            own = self.about.get((entry.season_id, entry.player_id), [])
            stood = [one for one in own if one.on <= self.day]  # taken back since
            to_come = [one for one in own if one.on > self.day]
            if any(one.kind == DecisionKind.LATE_ENTRY and not one.undone_on for one in to_come):
                continue
            if any(one.kind == DecisionKind.WITHDRAWAL and not one.undone_on for one in to_come):
                entry.left = False
            if any(one.kind == DecisionKind.WITHDRAWAL for one in stood):
                entry.left = True
            entry.penalties = _penalties(entry.penalties, stood, {one.pk for one in to_come})
            yield entry

    def match(self, match: MatchRecord, entries: Mapping[EntryKey, EntryRecord]) -> MatchRecord | None:
        """As it was among these entries, which are those of the day: without the seats of whoever came in later, and
        then without a result, which was none yet. None where too few are left."""
        season = match.division.season
        there = [number for number, key in enumerate(match.seats) if EntryKey(season, key) in entries]
        if len(there) < FEWEST:
            return None
        if len(there) < len(match.seats):
            match = replace(match, **NOT_YET)
        sat = match.sat or match.seats
        if match.status == "scheduled":
            sat = tuple(
                self.sitting.get((match.id, key), sitter)
                for key, sitter in zip(match.seats, sat, strict=True)
            )
        seats, sat = _only(there, match.seats), _only(there, sat)
        return replace(match, seats=seats, sat=() if sat == seats else sat)

    def _sitting(self) -> dict[tuple[str, str], str]:
        """Who was to sit where: what the first of these decisions to be made or taken back found there. By match and
        player, as ids."""
        found: dict[tuple[str, str], tuple[datetime, str]] = {}
        for decision in (one for own in self.about.values() for one in own):
            player, instead = decision.player, decision.instead
            if decision.kind != DecisionKind.SUBSTITUTE or not (player and instead):
                continue
            for match, before in decision.detail["before"].items():
                to_come = decision.on > self.day
                at, sitter = (decision.at, before) if to_come else (decision.undone_at, instead.key)
                known = found.get((match, player.key))
                if at and (known is None or at < known[0]):
                    found[match, player.key] = at, sitter
        return {place: sitter for place, (_at, sitter) in found.items()}


def _only(there: Sequence[int], players: Sequence[str]) -> tuple[str, ...]:
    return tuple(players[number] for number in there)


def _penalties(
    now: Sequence[dict[str, Any]], stood: Iterable[Decision], to_come: set[int]
) -> list[dict[str, Any]]:
    """Those of a file first, then by decision, in the order in which they were given."""
    kept = [one for one in now if one.get("decision") not in to_come]
    penalties = (one for one in stood if one.kind == DecisionKind.PENALTY)
    back = [
        penalty(one) for one in penalties if not one.detail.get("replaced")
    ]  # by a file, which has no day
    return sorted([*kept, *back], key=lambda one: one.get("decision", 0))


def penalty(decision: Decision) -> dict[str, Any]:
    """What stands at the entry while the decision stands."""
    taken = {name: decision.detail[name] for name in ("points", "score")}
    return {**taken, "reason": decision.reason, "decision": decision.pk}
