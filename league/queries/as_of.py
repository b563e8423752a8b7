"""A season as it was at the end of a day: without later decisions, and with those that were undone later.

Decisions from a club file have no day, and always applied.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from league.models import Decision, DecisionKind, DecisionOrigin, Entry
from league.rules.records import EntryKey, EntryRecord, MatchRecord

MIN_SEATS = 2  # of a match
NOT_YET: dict[str, Any] = {
    "status": "scheduled",
    "played_on": None,
    "sheet": None,
    "revision": 0,
    "absent": (),
}


def filter_standing(decisions: Iterable[Decision], day: date | None) -> list[Decision]:
    """Return the decisions that stood at the end of a day, or stand now; each was read with its remark.

    A decision that was undone later, and came in again with a file, is there once.
    """
    standing = [decision for decision in decisions if decision.stood_on(day)]
    for revoked in [decision for decision in standing if decision.revoked_on]:
        again = next((decision for decision in standing if _repeats(decision, revoked)), None)
        if again:
            standing.remove(again)
    return standing


def _repeats(decision: Decision, revoked: Decision) -> bool:
    content = [
        (
            (each.season_id, each.entry_id, each.match_id, each.kind, each.reason),
            {key: value for key, value in each.detail.items() if key != "after"},  # its place in a file
        )
        for each in (decision, revoked)
    ]
    return decision.origin == DecisionOrigin.FILE and not decision.revoked_on and content[0] == content[1]


class EarlierState:
    """The entries and matches of a club as they were at the end of a day, without later decisions and undoings.

    A late entry that was undone is gone for good; results know their days themselves. The decisions are all of the
    club, read with player and substitute. No queries.
    """

    def __init__(self, decisions: Iterable[Decision], day: date) -> None:
        self.about: dict[int | None, list[Decision]] = {}  # by entry; decisions about no entry are under None
        self.day = day
        for decision in decisions:
            if max(decision.on or day, decision.revoked_on or day) > day:
                self.about.setdefault(decision.entry_id, []).append(decision)
        self.sitting = self._find_sitters()

    def restore_entries(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """Yield the entries that were there, as they were; not to be saved."""
        for entry in entries:
            own = self.about.get(entry.pk, [])
            stood = [
                decision for decision in own if decision.on is None or decision.on <= self.day
            ]  # undone since
            to_come = [decision for decision in own if decision not in stood]
            if any(
                decision.kind == DecisionKind.LATE_ENTRY and not decision.revoked_on for decision in to_come
            ):
                continue
            if any(
                decision.kind == DecisionKind.WITHDRAWAL and not decision.revoked_on for decision in to_come
            ):
                entry.left = False
            if any(decision.kind == DecisionKind.WITHDRAWAL for decision in stood):
                entry.left = True
            yield entry

    def restore_match(
        self, match: MatchRecord, entries: Mapping[EntryKey, EntryRecord]
    ) -> MatchRecord | None:
        """Return the match as it was among these entries, which are those of the day; None where too few are left.

        It is without the seats of late entries, and then without a result, as it had none yet.
        """
        season, stage = match.division.season, match.division.stage
        there = [number for number, key in enumerate(match.seats) if EntryKey(season, stage, key) in entries]
        if len(there) < MIN_SEATS:
            return None
        if len(there) < len(match.seats):
            match = match.model_copy(update=NOT_YET)
        sat = match.sat or match.seats
        if match.status == "scheduled":
            sat = tuple(
                self.sitting.get((match.id, key), sitter)
                for key, sitter in zip(match.seats, sat, strict=True)
            )
        seats, sat = _pick(there, match.seats), _pick(there, sat)
        return match.model_copy(update={"seats": seats, "sat": () if sat == seats else sat})

    def _find_sitters(self) -> dict[tuple[str, str], str]:
        """Return the players who were to sit in the seats, by match and entered player, as ids.

        They are the players there before the first of these decisions was made or undone.
        """
        found: dict[tuple[str, str], tuple[datetime, str]] = {}
        for decision in (each for own in self.about.values() for each in own):
            player, substitute = decision.player, decision.substitute
            if decision.kind != DecisionKind.SUBSTITUTE or not (player and substitute):
                continue
            for match, before in decision.detail["before"].items():
                to_come = decision.on is not None and decision.on > self.day
                at, sitter = (decision.at, before) if to_come else (decision.revoked_at, substitute.key)
                known = found.get((match, player.key))
                if at and (known is None or at < known[0]):
                    found[match, player.key] = at, sitter
        return {place: sitter for place, (_at, sitter) in found.items()}


def _pick(there: Sequence[int], players: Sequence[str]) -> tuple[str, ...]:
    return tuple(players[number] for number in there)
