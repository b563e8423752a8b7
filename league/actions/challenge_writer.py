"""Writing the challenges of ladders that an import changes, in bulk, once their matches are there."""

from collections.abc import Collection, Mapping

from league.actions.batches import BATCH_SIZE
from league.actions.match_writer import RowIds
from league.models import Challenge
from league.models.challenge import ChallengeState
from league.rules.challenge_validation import is_open
from league.rules.records import ChallengeKey, ChallengeRecord
from league.rules.snapshot import ClubSnapshot


def write_challenges(
    snapshot: ClubSnapshot, ids: RowIds, matches: Mapping[str, int], keys: Collection[ChallengeKey]
) -> None:
    """Write all challenges of the divisions of these challenges, from a checked snapshot; `matches` are ids by key.

    They are replaced: which of them are open also changes with matches, and two may exchange these.
    """
    divisions = {key.division for key in keys}
    for division in divisions:
        Challenge.objects.filter(division=ids.divisions[division]).delete()
    rows = [
        _build_challenge(snapshot, ids, matches, record)
        for division in sorted(divisions)
        for record in snapshot.get_challenges(division)
    ]
    Challenge.objects.bulk_create(rows, batch_size=BATCH_SIZE)


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
