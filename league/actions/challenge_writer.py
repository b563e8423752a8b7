"""Writing the challenges of ladders that an import changes, in bulk, once their matches are there."""

from collections.abc import Collection, Mapping

from league.actions.batches import BATCH_SIZE, upsert
from league.actions.match_writer import RowIds
from league.models import Challenge
from league.models.challenge import ChallengeState
from league.rules.challenge_validation import is_open
from league.rules.records import ChallengeKey, ChallengeRecord
from league.rules.snapshot import ClubSnapshot


def write_challenges(
    snapshot: ClubSnapshot, ids: RowIds, matches: Mapping[str, int], keys: Collection[ChallengeKey]
) -> None:
    """Write these challenges of a checked snapshot; `matches` are the ids of matches by key."""
    rows = [_build_challenge(snapshot, ids, matches, snapshot.challenges[key]) for key in sorted(keys)]
    for division in {row.division_id for row in rows}:  # else two that exchange matches would collide
        numbers = [row.number for row in rows if row.division_id == division]
        for start in range(0, len(numbers), BATCH_SIZE):
            these = numbers[start : start + BATCH_SIZE]
            Challenge.objects.filter(division=division, number__in=these).delete()
    upsert(
        Challenge,
        rows,
        ["division", "number"],
        ["challenger", "challenged", "made_on", "state", "settled_on", "match"],
    )


def _build_challenge(
    snapshot: ClubSnapshot, ids: RowIds, matches: Mapping[str, int], record: ChallengeRecord
) -> Challenge:
    key = record.division
    rules = snapshot.get_settings(snapshot.seasons[key.season]).rules.ladder_rules
    match = snapshot.matches.get(record.match or "")
    state: str = record.state
    if state == ChallengeState.OPEN and not is_open(record, match, snapshot.divisions[key], rules):
        state = ChallengeState.ENDED

    def find_entry(player: str) -> int:
        return ids.entries[ids.seasons[key.season], key.stage, ids.players[player]]

    return Challenge(
        division_id=ids.divisions[key],
        challenger_id=find_entry(record.challenger),
        challenged_id=find_entry(record.challenged),
        state=state,
        match_id=matches[record.match] if record.match else None,
        **record.get_columns(),
    )
