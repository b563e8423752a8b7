"""Recompute and save standings from results."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import F

from league.actions.batches import BATCH_SIZE
from league.actions.challenge_states import update_challenges
from league.models import Division, Entry, Season, Standing
from league.queries.schedule import get_division_settings
from league.queries.standings_input import load_division_standings
from league.rules.records import FINAL_STAGE, FIRST_STAGE
from league.rules.seasons.carry_over import carries_over
from league.rules.seasons.rollover import DivisionStandings
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings.ranking import RankedEntry
from league.rules.standings.totals import TOTAL_COLUMNS

STANDING_FIELDS = ("rank", "decided_by", "movement", *TOTAL_COLUMNS)


def get_settings(division: Division) -> Settings:
    return get_division_settings(division, division.season)


def recompute_standings(division: Division) -> None:
    """Rank a locked division from the figures of its seats, write changed standings and raise its revision.

    It was read with its season and competition. Runs 4 queries, whatever the size (docs/reference/ranking.md,
    Standings). The ladder of an open season is ranked as of today, with 5 to 10 more; a final into which results of a
    group are carried over follows, with 7 more.
    """
    if get_settings(division).rules.is_ladder and division.season.is_open:
        division.as_of = division.season.competition.club.today
        update_challenges([division.pk], division.as_of)
        Division.objects.filter(pk=division.pk).update(as_of=division.as_of)
    results = load_division_standings(division, division.season)
    entries = {entry.player.key: entry for entry in results.entries}
    save_standings(find_changed_standings(results.rank(), entries))
    bump_revision(division.pk)
    _recompute_final(division)


def _recompute_final(group: Division) -> None:
    """Rank the divisions of a final in which results of this group count; they are locked after it, as ids rise."""
    season = group.season
    if season.current_stage == FIRST_STAGE or group.stage.number != FIRST_STAGE:
        return
    if not carries_over(parse_settings(*season.settings).rules, FINAL_STAGE):
        return
    of_final = Division.objects.filter(season=season, stage__number=FINAL_STAGE).select_related("stage")
    list(of_final.select_for_update(of=("self",), no_key=True).order_by("pk").values_list("pk", flat=True))
    for division in of_final.order_by("pk"):
        division.season = season
        recompute_standings(division)


def bump_revision(division_id: int) -> None:
    """Raise the revision of a locked division: pages about it are made anew."""
    Division.objects.filter(pk=division_id).update(revision=F("revision") + 1)


def save_season_standings(
    season: Season, standings: Iterable[DivisionStandings], movements: Mapping[str, str] | None = None
) -> None:
    """Write the changed standings of a season whose divisions are locked, and raise the divisions' revisions.

    `movements` is as in `find_changed_standings`. Runs 2 queries, and one more for every 500 rows that
    changed.
    """
    entries = Entry.objects.filter(season=season).select_related("player", "standing", "stage")
    by_stage: dict[int, dict[str, Entry]] = defaultdict(dict)
    for entry in entries:
        by_stage[entry.stage.number][entry.player.key] = entry
    save_standings(
        [
            changed
            for division in standings
            for changed in find_changed_standings(division.ranked, by_stage[division.stage], movements)
        ]
    )
    Division.objects.filter(season=season).update(revision=F("revision") + 1)


def find_changed_standings(
    ranked: Iterable[RankedEntry], entries: Mapping[str, Entry], movements: Mapping[str, str] | None = None
) -> list[Standing]:
    """Return the standings that differ from the stored standings.

    `entries`, by player id, were read with their stored standings. `movements`, by player id, are those of a
    season that has ended; while a season runs there are none.
    """
    changed = []
    for row in ranked:
        entry = entries[row.row.player]
        new = _build_standing(entry, row, (movements or {}).get(row.row.player, ""))
        old = getattr(entry, "standing", None)
        if old is None or any(getattr(old, name) != getattr(new, name) for name in STANDING_FIELDS):
            changed.append(new)
    return changed


def save_standings(changed: Sequence[Standing]) -> None:
    Standing.objects.bulk_create(
        changed,
        update_conflicts=True,
        unique_fields=["entry"],
        update_fields=STANDING_FIELDS,
        batch_size=BATCH_SIZE,
    )


def _build_standing(entry: Entry, ranked: RankedEntry, movement: str) -> Standing:
    totals = {name: getattr(ranked.row, name) for name in TOTAL_COLUMNS}
    return Standing(
        entry_id=entry.pk,
        rank=ranked.rank,
        decided_by=ranked.decided_by or "",
        movement=movement,
        **totals,
    )
