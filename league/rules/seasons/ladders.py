"""The ladder of a division, from a club file's records (docs/reference/pairing.md, Ladder)."""

from league.rules.pairing.ladder import LadderChallenge, LadderInput, LadderPlayer, compute_deadline
from league.rules.records import ChallengeRecord, DivisionKey, EntryRecord
from league.rules.snapshot import Settings
from league.rules.standings.points import compute_seats
from league.rules.validation import CheckedSnapshot


def build_ladder_input(checked: CheckedSnapshot, division: DivisionKey) -> LadderInput:
    """Return what the order of a ladder follows from, for the day for which its standings hold."""
    snapshot = checked.snapshot
    season = snapshot.seasons[division.season]
    settings = snapshot.get_settings(season)
    return LadderInput(
        tuple(_build_player(entry) for entry in snapshot.get_entries(division)),
        tuple(_build_challenge(checked, record, settings) for record in snapshot.get_challenges(division)),
        settings.rules.ladder_rules,
        season.starts_on,
        snapshot.divisions[division].as_of,
    )


def _build_player(entry: EntryRecord) -> LadderPlayer:
    return LadderPlayer(entry.player, entry.seed, entry.joined_on, entry.left, entry.left_on)


def _build_challenge(
    checked: CheckedSnapshot, record: ChallengeRecord, settings: Settings
) -> LadderChallenge:
    match = checked.snapshot.matches.get(record.match or "")
    given = LadderChallenge(
        number=record.number,
        challenger=record.challenger,
        challenged=record.challenged,
        made_on=record.made_on,
        due_on=(match and match.due_on) or compute_deadline(record.made_on, settings.rules.ladder_rules),
        state=record.state,
        settled_on=record.settled_on,
    )
    if match is None:
        return given
    seats = compute_seats(checked, match) if match.is_finished else ()
    return given.with_result(
        match.status, match.played_on, [(seat.entry, seat.outcome, seat.absent) for seat in seats]
    )
