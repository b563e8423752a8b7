"""The proposal for a round: what the system gives, changed by hand until it is published.

See docs/reference/pairing.md, A round's life.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games import Invalid, Problem
from games.problems import _
from league.actions.errors import ActionError
from league.actions.round_changes import RoundChange, change_rounds
from league.models import Division, Entry, Round, Season
from league.principals import Principal
from league.queries.paired_rounds import load_histories, load_pairing_inputs
from league.rules.pairing.knockout import NO_TIE
from league.rules.pairing.movement import has_movement
from league.rules.pairing.protocol import PairingInput
from league.rules.pairing.systems import pair_round as pair_by_system
from league.rules.records import PairingRecord
from league.rules.seasons import pairing_by_hand as by_hand
from league.rules.seasons.pairing_records import build_record
from league.rules.settings import MOVEMENT
from league.rules.snapshot import Settings
from league.rules.validation import build_problem

SWISS = "club"  # by which rounds are paired where there is no movement for so many


def propose_pairings(season: Season, rounds: Sequence[Round], settings: Settings) -> dict[str, PairingRecord]:
    """Return what the system gives for each division, by its level; of brackets, for those that are not decided."""
    proposals, decided = dict[str, PairingRecord](), list[Problem]()
    for division, given in load_pairing_inputs(season, rounds, settings):
        system = _choose_system(settings, rounds, str(division.level), given)
        try:
            proposals[str(division.level)] = build_record(system, given, pair_by_system(system, given))
        except Invalid as invalid:
            if invalid.problems[0].code != NO_TIE:
                raise ActionError(*invalid.problems) from None
            decided += invalid.problems
    if not proposals:
        raise ActionError(*decided[:1])
    return proposals


def _choose_system(settings: Settings, rounds: Sequence[Round], level: str, given: PairingInput) -> str:
    """Return the system of a round: that of the rules but where there is no movement for so many as have come.

    Then all rounds are paired by scores, with the same cards.
    """
    system = str(settings.rules.pairing)
    if system != MOVEMENT:
        return system
    if given.round > 1:
        first = next(each for each in rounds if each.number == 1)
        return str(((first.pairings or {}).get(level) or {}).get("system", system))
    there = [entry for entry in given.entries if not entry.withdrawn]
    return system if has_movement(len(there)) else SWISS


def exchange_players(*, season: Season, number: int, first: str, second: str, by: Principal) -> None:
    """Exchange two players of a proposal, in their seats or with a bye; tables get the reason that it was by hand.

    `first` and `second` are ids of players. Raises PermissionDenied; ActionError where the round is not a proposal
    (any more), or they are not both in it.
    """
    with change_rounds("exchange_players", season, by) as making:
        chosen = making.require_changeable(number)
        stored = read_pairings(chosen)
        level = next((level for level, each in stored.items() if first in by_hand.list_movable(each)), None)
        if level is None or second not in by_hand.list_movable(stored[level]) or first == second:
            sentence = _("Choose two different players of this round.")
            raise ActionError(build_problem("second", "not-both-paired", sentence))
        changed = by_hand.swap(stored[level], first, second)
        stored[level] = _warn_by_hand(making.season, level, changed)
        _save_pairings(making, chosen, stored, {"exchanged": [first, second]})


def move_player(*, season: Season, number: int, player: str, table: int, by: Principal) -> None:
    """Move a player of a proposal to another table, as its last seat; a table that is left empty goes.

    `table` counts from 1; one more than there are opens a new one. Raises PermissionDenied; ActionError where the
    round is not a proposal, or where a table would have a wrong number of seats once all moves are made, which
    publishing checks.
    """
    with change_rounds("move_player", season, by) as making:
        chosen = making.require_changeable(number)
        stored = read_pairings(chosen)
        level = next((level for level, each in stored.items() if player in by_hand.list_movable(each)), None)
        if level is None or not 1 <= table <= len(stored[level].tables) + 1:
            sentence = _("Choose a player of this round and one of its tables.")
            raise ActionError(build_problem("player", "unknown-place", sentence))
        changed = by_hand.move(stored[level], player, table - 1)
        stored[level] = _warn_by_hand(making.season, level, changed)
        _save_pairings(making, chosen, stored, {"moved": player, "table": table})


def _warn_by_hand(season: Season, level: str, record: PairingRecord) -> PairingRecord:
    """Say at each table that was made by hand which pairs have met before, or are of one team. 4 queries."""
    division = Division.objects.get(season=season, stage__number=season.current_stage, level=level)
    teams = dict(Entry.objects.filter(division=division).values_list("player__key", "team"))
    return by_hand.warn(record, load_histories(pk=division.pk)[division.pk], teams)


def read_pairings(chosen: Round) -> dict[str, PairingRecord]:
    return {level: PairingRecord.model_validate(each) for level, each in (chosen.pairings or {}).items()}


def _save_pairings(
    making: RoundChange, chosen: Round, stored: Mapping[str, PairingRecord], after: Mapping[str, Any]
) -> None:
    chosen.pairings = {level: record.model_dump(mode="json") for level, record in stored.items()}
    chosen.save(update_fields=["pairings"])
    making.log(chosen.number, {}, after)


def check_proposal(
    stored: Mapping[str, PairingRecord], entries: Mapping[str, Entry], settings: Settings
) -> Iterator[Problem]:
    """Yield who of a proposal is not in the tournament any more, and tables that the game is not played at."""
    for record in stored.values():
        for number, table in enumerate(record.tables, 1):
            refusal = settings.game.wrong_seats(len(table.entries), settings.options)
            if refusal:
                sentence = _("Table {table}: {reason}")
                yield build_problem("", "seats", sentence, table=number, reason=refusal)
            for entry in table.entries:
                if entry not in entries or entries[entry].left:
                    sentence = _("{player} has withdrawn. Take the pairings back and pair again.")
                    yield build_problem("", "withdrawn", sentence, player=entry)


def compute_proposal_digest(chosen: Round) -> str:
    """Return a digest that differs wherever a proposal has other tables or byes."""
    return "-".join(
        [str(chosen.number), *(compute_tables_digest(each) for each in read_pairings(chosen).values())]
    )


def compute_tables_digest(record: PairingRecord) -> str:
    shown = ([table.entries for table in record.tables], [(bye.entry, bye.kind) for bye in record.byes])
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]
