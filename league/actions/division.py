"""Verbs of divisions: locking one, and stating its standings anew from its results."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import F

from league.models import Division, Entry, Seat, Standing
from league.models.match import Status
from league.rules import ranking, standings
from league.rules.book import Settings, parsed_settings
from league.rules.figures import FIGURES, SeatFigures
from league.rules.ranking import Ranked
from league.rules.standings import TOTALS

FINISHED = (Status.PLAYED, Status.FORFEIT)
STATED = ("rank", "decided_by", *TOTALS)


def lock(division: int) -> None:
    """Makes the division nobody else's to change until this transaction ends.

    A result locks its division, not its match: the standings of all its matches are shared. What counts is
    read afterwards, not with the lock: whoever held it before may have closed the season.
    """
    Division.objects.select_for_update(no_key=True).get(pk=division)


def settings_of(division: Division) -> Settings:
    return parsed_settings(*division.season.settings)


def restate(division: Division, settings: Settings) -> None:
    """Ranks a locked division from its seats' figures, writes what changed and raises its revision.

    4 queries, whatever the size.
    """
    entries = list(Entry.objects.filter(division=division).select_related("player", "standing"))
    ranked = ranking.rank(_contest(division, entries, settings), settings.rules.ranking)
    keep(differing(ranked, {entry.player.key: entry for entry in entries}))
    Division.objects.filter(pk=division.pk).update(revision=F("revision") + 1)


def differing(ranked: Iterable[Ranked], entries: Mapping[str, Entry]) -> list[Standing]:
    """The standings that are not kept like this already; `entries` by player id, with what is kept of them."""
    changed = []
    for row in ranked:
        entry = entries[row.row.player]
        new = _standing(entry, row)
        old = getattr(entry, "standing", None)
        if old is None or any(getattr(old, name) != getattr(new, name) for name in STATED):
            changed.append(new)
    return changed


def keep(changed: Sequence[Standing]) -> None:
    """Writes standings, in bulk."""
    Standing.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=["entry"], update_fields=STATED, batch_size=500
    )


def _standing(entry: Entry, ranked: Ranked) -> Standing:
    totals = {name: getattr(ranked.row, name) for name in TOTALS}
    return Standing(entry_id=entry.pk, rank=ranked.rank, decided_by=ranked.decided_by or "", **totals)


def _contest(division: Division, entries: Sequence[Entry], settings: Settings) -> ranking.Contest:
    players = {entry.pk: entry.player.key for entry in entries}
    matches: dict[int, list[SeatFigures]] = {}
    for seat in Seat.objects.filter(match__division=division, match__status__in=FINISHED).order_by(
        "match", "number"
    ):
        figures = {name: getattr(seat, name) for name in FIGURES}
        matches.setdefault(seat.match_id, []).append(SeatFigures(players[seat.entry_id], **figures))
    finished = list(matches.values())
    places = [standings.Place.of(entry.player.key, entry.seed, entry.penalties) for entry in entries]
    return ranking.Contest(
        standings.tally(places, finished, settings.rules.points),
        finished,
        lot=division.season.lot,
        forfeit_score=settings.rules.forfeit_score,
    )
