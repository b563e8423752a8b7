"""Writing the rounds that an import changes, in bulk, and their byes."""

from collections.abc import Collection

from league.actions.batches import BATCH_SIZE, upsert
from league.actions.fixtures import ensure_rounds
from league.actions.match_writer import RowIds
from league.models import Bye, Round
from league.rules.records import RoundKey, RoundRecord
from league.rules.snapshot import ClubSnapshot


class RoundWriter:
    """Writes the rounds that say more than their matches, before these, and their byes after them."""

    def __init__(self, snapshot: ClubSnapshot, ids: RowIds, keys: Collection[RoundKey]) -> None:
        self.ids = ids
        # In order: the database refuses a round that is paired before the one before it is finished.
        self.records = [snapshot.rounds[key] for key in sorted(keys)]

    def write_rounds(self) -> None:
        """Write the rounds, without byes: nobody may have one while they still have a match that the file moves."""
        upsert(
            Round, map(self._build_round, self.records), ["stage", "number"], ["state", "due_on", "pairings"]
        )
        if self.records:
            self.rounds = ensure_rounds(map(self._get_place, self.records))
        pks = [self.rounds[self._get_place(record)] for record in self.records]
        for start in range(0, len(pks), BATCH_SIZE):
            Bye.objects.filter(round__in=pks[start : start + BATCH_SIZE]).delete()

    def write_byes(self) -> None:
        byes = [
            Bye(
                round_id=self.rounds[self._get_place(record)],
                entry_id=self._get_entry(record, bye.entry),
                **bye.get_columns(),
            )
            for record in self.records
            for bye in record.byes
        ]
        Bye.objects.bulk_create(byes, batch_size=BATCH_SIZE)

    def _get_place(self, record: RoundRecord) -> tuple[int, int]:
        return self.ids.stages[record.season, record.stage], record.number

    def _get_entry(self, record: RoundRecord, player: str) -> int:
        return self.ids.entries[self.ids.seasons[record.season], record.stage, self.ids.players[player]]

    def _build_round(self, record: RoundRecord) -> Round:
        stage, number = self._get_place(record)
        pairings = {level: pairing.model_dump() for level, pairing in (record.pairings or {}).items()}
        return Round(stage_id=stage, number=number, pairings=pairings or None, **record.get_columns())
