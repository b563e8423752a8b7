"""Decisions that come with a club file, by any person, on any day (docs/reference/club-file.md, Decisions)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from league.actions.batches import BATCH_SIZE
from league.models import Club, Decision, DecisionKind, DecisionOrigin, Remark
from league.rules.records import EntryRecord

Place = tuple[int, int | None, int | None]  # the ids of a season, a player and an entry
Imported = tuple[str, dict[str, Any], str]  # kind, detail and reason


def replace_file_decisions(club: Club, entries: Mapping[Place, EntryRecord]) -> None:
    """Replace decisions from files on these entries: withdrawals and penalties.

    Decisions made here stay. Runs 5 queries at most, more only by batches of rows.
    """
    wanted = {place: _list_decisions(record) for place, record in entries.items()}
    stored: dict[Place, list[Decision]] = defaultdict(list)
    seasons = sorted({season for season, _player, _entry in wanted})
    for start in range(0, len(seasons), BATCH_SIZE):
        for decision in (
            Decision.objects.active()
            .filter(season__in=seasons[start : start + BATCH_SIZE], origin=DecisionOrigin.FILE)
            .filter(kind__in=[DecisionKind.WITHDRAWAL, DecisionKind.PENALTY])
            .select_related("remark")
            .order_by("pk")
        ):
            stored[decision.season_id, decision.player_id, decision.entry_id].append(decision)
    changed = [
        place
        for place, decisions in wanted.items()
        if decisions != [(decision.kind, decision.detail, decision.reason) for decision in stored[place]]
    ]
    outdated = [decision.pk for place in changed for decision in stored[place]]
    for start in range(0, len(outdated), BATCH_SIZE):
        batch = outdated[start : start + BATCH_SIZE]
        Remark.objects.filter(decisions__in=batch).delete()
        Decision.objects.filter(pk__in=batch).delete()
    create_file_decisions(
        club,
        [
            (Decision(season_id=season, player_id=player, entry_id=entry, kind=kind, detail=detail), reason)
            for season, player, entry in changed
            for kind, detail, reason in wanted[season, player, entry]
        ],
    )


def create_file_decisions(club: Club, decisions: Sequence[tuple[Decision, str]]) -> list[Decision]:
    """Save decisions, each with its reason, which may be empty; 2 queries at most, more only by batches of rows."""
    for decision, reason in decisions:
        decision.origin = DecisionOrigin.FILE
        decision.remark = Remark(club=club, text=reason) if reason else None
    remarks = [decision.remark for decision, _reason in decisions if decision.remark]
    Remark.objects.bulk_create(remarks, batch_size=BATCH_SIZE)
    return Decision.objects.bulk_create([decision for decision, _reason in decisions], batch_size=BATCH_SIZE)


def _list_decisions(record: EntryRecord) -> list[Imported]:
    """Return a file's decisions on an entry."""
    left: list[Imported] = (
        [(DecisionKind.WITHDRAWAL, {}, "")] if record.left and not record.decided_left else []
    )
    penalties: list[Imported] = [
        (DecisionKind.PENALTY, {"points": penalty.points, "score": penalty.score}, penalty.reason)
        for penalty in record.file_penalties
    ]
    return [*left, *penalties]
