"""A tournament's rounds: pair the next one, change the proposal by hand, publish it, and take each step back.

See docs/reference/pairing.md, A round's life.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, Q

from games import Invalid, Problem, Text
from games.problems import _
from league.actions.batches import BATCH_SIZE
from league.actions.boards import ensure_boards
from league.actions.changes import Change, change, format_season_key
from league.actions.errors import ActionError
from league.actions.fixtures import generate_match_keys
from league.actions.legs import create_leg, delete_matches
from league.actions.standings import recompute_standings
from league.models import Bye, Division, Entry, Match, Round, Season, Seat
from league.models.match import MatchStatus
from league.models.round import ByeKind, ByeOrigin, RoundState
from league.models.season import SeasonState
from league.notifications.reminders import plan_reminders
from league.notifications.rounds import notify_of_round
from league.principals import Principal
from league.queries.boards import are_boards_public
from league.queries.confirmations import has_waiting
from league.queries.game_words import get_round_word, name_round
from league.queries.paired_rounds import (
    find_level_tables,
    find_next_round,
    load_histories,
    load_pairing_inputs,
)
from league.queries.rounds import build_event_key
from league.queries.schedule import get_stage_settings
from league.rules.pairing.knockout import NO_TIE
from league.rules.pairing.movement import count_rounds as count_movement_rounds
from league.rules.pairing.movement import has_movement
from league.rules.pairing.protocol import PairingInput
from league.rules.pairing.systems import pair_round as pair_by_system
from league.rules.records import PairingRecord
from league.rules.seasons import pairing_by_hand as by_hand
from league.rules.seasons.paired_rounds import count_rounds
from league.rules.seasons.pairing_records import build_record
from league.rules.settings import MAX_ROUNDS, MOVEMENT
from league.rules.snapshot import Settings
from league.rules.validation import build_problem

BY_BRACKET = build_problem(
    "round", "bracket", _("In a bracket the pairs follow from the seeds and the results.")
)
BOARDS_PUBLIC = build_problem(
    "rounds", "boards-public", _("All rounds were over, so the cards of all deals can be worked out.")
)
SWISS = "club"  # by which rounds are paired where there is no movement for so many
BY_MOVEMENT = build_problem(
    "round", "movement", _("In a movement the pairs are fixed, so that everyone meets everyone.")
)
NOT_PAIRED = build_problem("season", "not-paired", _("The rounds aren't paired one after the other."))


@dataclass(frozen=True)
class RoundChange:
    """A change of a season's rounds that is being made."""

    event: Change
    settings: Settings
    rounds: Sequence[Round]  # by number

    @property
    def season(self) -> Season:
        return self.event.season

    def name(self, number: int, *, begins: bool = True) -> Text:
        return name_round(self.season, number, begins=begins)

    def get(self, number: int) -> Round:
        """Return a round; raise ActionError where there is none."""
        found = next((each for each in self.rounds if each.number == number), None)
        if found is None:
            sentence = _("There is no {name}.")
            name = self.name(number, begins=False)
            raise ActionError(build_problem("round", "unknown-round", sentence, name=name))
        return found

    def require_state(self, number: int, *states: str) -> Round:
        """Return a round that is in one of these states; raise ActionError where it isn't, by now."""
        found = self.get(number)
        if found.state not in states:
            sentence = _("{name} is {state} by now.")
            state = str(RoundState(found.state).label)
            raise ActionError(
                build_problem("round", "round-state", sentence, name=self.name(number), state=state)
            )
        return found

    def require_changeable(self, number: int) -> Round:
        """Return a round that is a proposal, and may be changed by hand; raise ActionError otherwise."""
        if self.settings.rules.is_knockout:
            raise ActionError(BY_BRACKET)
        chosen = self.require_state(number, RoundState.PAIRED)
        if any(each["system"] == MOVEMENT for each in (chosen.pairings or {}).values()):
            raise ActionError(BY_MOVEMENT)
        return chosen

    def require_secret_boards(self) -> None:
        """Raise ActionError where all tables play the same cards, and those of rounds to come have been public."""
        if self.settings.rules.same_cards and (are_boards_public(self.rounds) or self.season.closure_history):
            raise ActionError(BOARDS_PUBLIC)

    def set_state(self, changed: Round, state: str, *, action: str = "", **after: Any) -> None:
        """Write a round's state and its event, of this action or of another one. Its clock goes."""
        before, changed.state = changed.state, state
        changed.clock_ends_at = changed.clock_left = None
        changed.save(update_fields=["state", "pairings", "clock_ends_at", "clock_left"])
        self.log(changed.number, {"state": before}, {"state": state, **after}, action=action)

    def log(
        self, number: int, before: Mapping[str, Any], after: Mapping[str, Any], *, action: str = ""
    ) -> None:
        key = build_event_key(self.season, number)
        event = replace(self.event, action=action or self.event.action)
        event.log("round", key, dict(before), dict(after))


@contextmanager
def change_rounds(action: str, season: Season, by: Principal) -> Iterator[RoundChange]:
    """Change the rounds of an open season that are paired one after the other; club, season, divisions are locked."""
    with change(action, season, permission="run-seasons", by=by) as event:
        settings = get_stage_settings(event.season)
        if not settings.rules.pairs_rounds:
            raise ActionError(NOT_PAIRED)
        if event.season.state != SeasonState.OPEN:
            sentence = _("Rounds can be changed while the tournament is open.")
            raise ActionError(build_problem("season", "not-open", sentence))
        rounds = list(
            Round.objects.filter(stage__season=event.season, stage__number=event.season.current_stage)
        )
        yield RoundChange(event, settings, sorted(rounds, key=lambda each: each.number))


def pair_next_round(*, season: Season, by: Principal) -> Round:
    """Pair the next round from what stands before it; the proposal can be changed until it is published.

    The round before is finished first, if all of its matches are decided. Locks the club, the season and its
    divisions. Raises PermissionDenied; ActionError where a round is paired already, where results are missing, where
    all announced rounds have been paired, and where the system finds no round.
    """
    with change_rounds("pair_round", season, by) as making:
        running = [each for each in making.rounds if each.state == RoundState.PAIRED]
        if running:
            sentence = _("{name} is paired already.")
            raise ActionError(
                build_problem("round", "paired-already", sentence, name=making.name(running[0].number))
            )
        chosen = find_next_round(making.rounds)
        if chosen is None:
            sentence = _("All {rounds} {word} have been paired.")
            word = Text(get_round_word(making.season, "rounds"))
            raise ActionError(
                build_problem("round", "no-round", sentence, rounds=len(making.rounds), word=word)
            )
        making.require_secret_boards()
        if making.settings.rules.is_knockout and chosen.number == 1:  # with the players there are by now
            plan_rounds(making.season, count_announced(making.season))
        before = next((each for each in making.rounds if each.number == chosen.number - 1), None)
        if before and before.state != RoundState.FINISHED:
            _finish(making, before)
        proposals = _propose(making.season, making.rounds, making.settings)
        chosen.pairings = {level: record.model_dump(mode="json") for level, record in proposals.items()}
        digests = {level: record.digest for level, record in proposals.items()}
        making.set_state(chosen, RoundState.PAIRED, digests=digests)
        return chosen


def _propose(season: Season, rounds: Sequence[Round], settings: Settings) -> dict[str, PairingRecord]:
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
        stored = _read_pairings(chosen)
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
        stored = _read_pairings(chosen)
        level = next((level for level, each in stored.items() if player in by_hand.list_movable(each)), None)
        if level is None or not 1 <= table <= len(stored[level].tables) + 1:
            sentence = _("Choose a player of this round and one of its tables.")
            raise ActionError(build_problem("player", "unknown-place", sentence))
        changed = by_hand.move(stored[level], player, table - 1)
        stored[level] = _warn_by_hand(making.season, level, changed)
        _save_pairings(making, chosen, stored, {"moved": player, "table": table})


def publish_round(*, season: Season, number: int, by: Principal, seen: str = "") -> None:
    """Publish a proposal: its matches are made, byes count, and everybody sees where they sit.

    `seen` is the digest of the proposal that was shown. Raises PermissionDenied; ActionError where the round is not a
    proposal any more, where it was changed meanwhile, where somebody has withdrawn since, and where a table has not
    as many seats as the game is played with.
    """
    with change_rounds("publish_round", season, by) as making:
        chosen = making.require_state(number, RoundState.PAIRED)
        stored = _read_pairings(chosen)
        if seen and seen != compute_proposal_digest(chosen):
            sentence = _("The pairings were changed after you opened this page. Check them, then publish.")
            raise ActionError(build_problem("", "changed-meanwhile", sentence))
        entries = _load_entries(making.season)
        if problems := list(_check_proposal(stored, entries, making.settings)):
            raise ActionError(*problems)
        Bye.objects.filter(
            round=chosen, entry__left=True
        ).delete()  # asked for, by players who have withdrawn
        _create_matches(making, chosen, stored, entries)
        _create_byes(making, chosen, stored, entries)
        if number == 1:
            ensure_boards(making.event)  # the file of an open season may have had none
        making.set_state(chosen, RoundState.PUBLISHED)
        _recompute(making.season)
        notify_of_round(chosen, author=by.user)
        if chosen.due_on:
            plan_reminders(making.season, repeat=True)


def unpair_round(*, season: Season, number: int, by: Principal) -> None:
    """Take back a proposal, or a published round that has no result yet; byes that were asked for stay.

    Raises PermissionDenied; ActionError where there is a result, or one that waits to be confirmed.
    """
    with change_rounds("unpair_round", season, by) as making:
        chosen = making.require_state(number, RoundState.PAIRED, RoundState.PUBLISHED)
        was_published = chosen.state == RoundState.PUBLISHED
        if was_published:
            _delete_matches(chosen)
        chosen.pairings = None
        making.set_state(chosen, RoundState.PLANNED)
        if was_published:
            _recompute(making.season)


def finish_round(*, season: Season, number: int, by: Principal) -> None:
    """Finish a published round, all of whose matches are decided; the next one can be paired then.

    Raises PermissionDenied; ActionError where a match has no result.
    """
    with change_rounds("finish_round", season, by) as making:
        _finish(making, making.require_state(number, RoundState.PUBLISHED))


def resume_round(*, season: Season, number: int, by: Principal) -> None:
    """Take back that a round was finished.

    Raises PermissionDenied; ActionError once the next one is paired, and where the seed of its deals is public.
    """
    with change_rounds("resume_round", season, by) as making:
        chosen = making.require_state(number, RoundState.FINISHED)
        making.require_secret_boards()
        later = [each for each in making.rounds if each.number > number and each.state != RoundState.PLANNED]
        if later:
            sentence = _("{name} is paired already: take that back first.")
            raise ActionError(
                build_problem("round", "later-round", sentence, name=making.name(later[0].number))
            )
        making.set_state(chosen, RoundState.PUBLISHED)
        if (
            making.settings.rules.is_knockout
        ):  # a second final may not be needed any more, others may be again
            last = max(number, count_announced(making.season))
            plan_rounds(making.season, last)
            Round.objects.filter(stage=chosen.stage, number__gt=last).delete()


def announce_rounds(*, season: Season, rounds: int, by: Principal) -> None:
    """Announce more rounds, or fewer: those that are planned and not paired yet come or go.

    Raises PermissionDenied; ActionError at `rounds` where that many can't be.
    """
    with change_rounds("announce_rounds", season, by) as making:
        if making.settings.rules.is_knockout:
            raise ActionError(BY_BRACKET)
        making.require_secret_boards()
        begun = [each.number for each in making.rounds if each.state != RoundState.PLANNED]
        least, most = max(begun, default=1), MAX_ROUNDS
        if making.settings.rules.pairing == MOVEMENT:  # after its last round all have met
            most = count_movement_rounds(count_movement_entries(making.season))
        if not least <= rounds <= most:
            sentence = _("Enter a number from {least} to {most}.")
            problem = build_problem("rounds", "out-of-range", sentence, least=least, most=most)
            raise ActionError(problem)
        if making.settings.rules.same_cards and are_boards_public(
            [each for each in making.rounds if each.number <= rounds]
        ):
            sentence = _(
                "All of these are finished: the cards of all deals would be public. End the tournament instead."
            )
            raise ActionError(build_problem("rounds", "nothing-left", sentence))
        before = len(making.rounds)
        gone = [each for each in making.rounds if each.number > rounds]
        Bye.objects.filter(round__in=gone).delete()
        Round.objects.filter(pk__in=[each.pk for each in gone]).delete()
        plan_rounds(making.season, rounds)
        making.event.log("season", format_season_key(making.season), {"rounds": before}, {"rounds": rounds})


def count_movement_entries(season: Season) -> int:
    """Return how many entries have or had a place in the movement: not those who left before it began. 1 query."""
    there = Q(left=False) | Q(seats__isnull=False) | Q(byes__isnull=False)
    return Entry.objects.filter(there, season=season).distinct().count()


def plan_rounds(season: Season, rounds: int) -> None:
    """Create the planned rounds of a season up to this number, as far as they are missing; 2 queries.

    Those of a tournament of one day are due on it.
    """
    stage = season.stages.get(number=season.current_stage)
    day = season.starts_on if season.starts_on == season.ends_on else None
    Round.objects.bulk_create(
        [
            Round(stage=stage, number=number, state=RoundState.PLANNED, due_on=day)
            for number in range(1, rounds + 1)
        ],
        batch_size=BATCH_SIZE,
        ignore_conflicts=True,
    )


def count_announced(season: Season) -> int:
    """Return how many rounds a season has that is about to start, or a bracket without a second final. 1 query."""
    settings = get_stage_settings(season)
    entries = Entry.objects.filter(season=season, stage__number=season.current_stage)
    sizes = entries.order_by().values("division").annotate(size=Count("pk")).values_list("size", flat=True)
    try:
        return max(count_rounds(size, settings) for size in sizes)
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from None


def add_leg(*, season: Season, number: int, table: int, by: Principal) -> Match:
    """Add a match at a table of a bracket's round whose players are level, in turned seats; it decides.

    The round may be finished, as a correction may have made them level. Raises PermissionDenied; ActionError where the
    round is not published, where the table has no result yet, and where one of its players is ahead.
    """
    with change_rounds("add_leg", season, by) as making:
        chosen = making.require_state(number, RoundState.PUBLISHED, RoundState.FINISHED)
        if not making.settings.rules.is_knockout or table not in find_level_tables(chosen, making.settings):
            sentence = _("Only players of a bracket who are level play another match.")
            raise ActionError(build_problem("table", "not-level", sentence))
        last = Match.objects.filter(round=chosen, table=table).order_by("-leg")[0]
        added = create_leg(last, chosen)
        making.log(number, {}, {"table": table, "leg": added.leg})
        _recompute(making.season)
        return added


def give_bye(*, season: Season, number: int, player: str, kind: str, by: Principal) -> None:
    """Leave a player out of a round that is not paired yet, with a bye of this kind; an empty kind takes it back.

    Raises PermissionDenied; ActionError at `player` or `kind`, and where the round is paired by now.
    """
    with change_rounds("give_bye", season, by) as making:
        chosen = making.require_state(number, RoundState.PLANNED)
        of_stage = Entry.objects.filter(season=making.season, stage__number=making.season.current_stage)
        entry = of_stage.filter(player__key=player, left=False).first()
        if entry is None:
            sentence = _("{player} doesn't play in this tournament.")
            raise ActionError(build_problem("player", "not-entered", sentence, player=player))
        if kind and kind not in (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO):
            choices = ", ".join((ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO))
            sentence = _("Must be one of these: {choices}.")
            raise ActionError(build_problem("kind", "choice", sentence, choices=choices))
        Bye.objects.filter(round=chosen, entry=entry).delete()
        if kind:
            points = _compute_bye_points(making.settings, kind)
            Bye.objects.create(round=chosen, entry=entry, kind=kind, origin=ByeOrigin.REQUEST, points=points)
        making.log(number, {}, {"player": player, "bye": kind})


def compute_proposal_digest(chosen: Round) -> str:
    """Return a digest that differs wherever a proposal has other tables or byes."""
    return "-".join(
        [str(chosen.number), *(compute_tables_digest(each) for each in _read_pairings(chosen).values())]
    )


def compute_tables_digest(record: PairingRecord) -> str:
    shown = ([table.entries for table in record.tables], [(bye.entry, bye.kind) for bye in record.byes])
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


# --- proposals


def _read_pairings(chosen: Round) -> dict[str, PairingRecord]:
    return {level: PairingRecord.model_validate(each) for level, each in (chosen.pairings or {}).items()}


def _save_pairings(
    making: RoundChange, chosen: Round, stored: Mapping[str, PairingRecord], after: Mapping[str, Any]
) -> None:
    chosen.pairings = {level: record.model_dump(mode="json") for level, record in stored.items()}
    chosen.save(update_fields=["pairings"])
    making.log(chosen.number, {}, after)


def _warn_by_hand(season: Season, level: str, record: PairingRecord) -> PairingRecord:
    """Say at each table that was made by hand which pairs have met before, or are of one team. 4 queries."""
    division = Division.objects.get(season=season, stage__number=season.current_stage, level=level)
    teams = dict(Entry.objects.filter(division=division).values_list("player__key", "team"))
    return by_hand.warn(record, load_histories(pk=division.pk)[division.pk], teams)


def _check_proposal(
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


# --- matches and byes


def _load_entries(season: Season) -> dict[str, Entry]:
    entries = Entry.objects.filter(season=season, stage__number=season.current_stage).select_related("player")
    return {entry.player.key: entry for entry in entries}


def _create_matches(
    making: RoundChange, chosen: Round, stored: Mapping[str, PairingRecord], entries: Mapping[str, Entry]
) -> None:
    """Create the matches of a round, at tables that are numbered through all divisions; 6 queries."""
    club = making.season.competition.club_id
    divisions = dict(
        Division.objects.filter(season=making.season, stage__number=making.season.current_stage).values_list(
            "level", "pk"
        )
    )
    tables = [
        (divisions[int(level)], table.entries)
        for level, record in sorted(stored.items(), key=lambda each: int(each[0]))
        for table in record.tables
    ]
    matches = Match.objects.bulk_create(
        [
            Match(
                club_id=club,
                division_id=division,
                key=key,
                round=chosen,
                table=number,
                paired=True,
                due_on=chosen.due_on,
            )
            for number, ((division, _players), key) in enumerate(
                zip(tables, generate_match_keys(club, ()), strict=False), 1
            )
        ],
        batch_size=BATCH_SIZE,
    )
    Seat.objects.bulk_create(
        [
            Seat(
                match=match,
                number=number,
                round=chosen,
                entry=entries[player],
                player_id=entries[player].player_id,
            )
            for match, (_division, players) in zip(matches, tables, strict=True)
            for number, player in enumerate(players)
        ],
        batch_size=BATCH_SIZE,
    )


def _create_byes(
    making: RoundChange, chosen: Round, stored: Mapping[str, PairingRecord], entries: Mapping[str, Entry]
) -> None:
    """Create the byes that the pairing gives; those that were asked for are there."""
    there = set(Bye.objects.filter(round=chosen).values_list("entry", flat=True))
    Bye.objects.bulk_create(
        [
            Bye(
                round=chosen,
                entry=entries[bye.entry],
                kind=bye.kind,
                points=_compute_bye_points(making.settings, bye.kind),
            )
            for record in stored.values()
            for bye in record.byes
            if bye.entry in entries and entries[bye.entry].pk not in there
        ],
        batch_size=BATCH_SIZE,
    )


def _compute_bye_points(settings: Settings, kind: str) -> int:
    return settings.rules.points.compute_bye_points(kind, settings.table_size)


def _delete_matches(chosen: Round) -> None:
    """Delete the matches of a round and the byes of its pairing; raise ActionError where one has a result."""
    matches = Match.objects.filter(round=chosen)
    decided = matches.exclude(status=MatchStatus.SCHEDULED) | matches.filter(has_waiting())
    if found := decided.order_by("table").first():
        name = name_round(chosen.stage.season, chosen.number, begins=False)
        sentence = _("Table {table} of {name} has a result. Undo it first.")
        raise ActionError(build_problem("round", "has-results", sentence, table=found.table, name=name))
    delete_matches(matches.values_list("pk", flat=True))
    Bye.objects.filter(round=chosen, origin=ByeOrigin.SYSTEM).delete()


def _finish(making: RoundChange, chosen: Round) -> None:
    """Finish a round; raise ActionError where one of its matches is not decided, or it isn't published."""
    making.require_state(chosen.number, RoundState.PUBLISHED)
    missing = Match.objects.filter(round=chosen, status=MatchStatus.SCHEDULED).order_by("table")
    if tables := list(missing.values_list("table", flat=True)):
        sentence = _("{name} isn't finished: no result yet at table {tables}.")
        listed = ", ".join(map(str, tables))
        raise ActionError(
            build_problem(
                "round", "results-missing", sentence, name=making.name(chosen.number), tables=listed
            )
        )
    if making.settings.rules.is_knockout and (level := find_level_tables(chosen, making.settings)):
        sentence = _("Table {table} of {name} ended level: add a match that decides.")
        name = making.name(chosen.number, begins=False)
        raise ActionError(build_problem("round", "tie-level", sentence, table=min(level), name=name))
    making.set_state(chosen, RoundState.FINISHED, action="finish_round")  # also where it is paired on
    if making.settings.rules.is_knockout and chosen.number == len(making.rounds):
        _plan_second_final(making, chosen)
    elif making.settings.rules.is_table_knockout and _is_decided(making):
        Round.objects.filter(stage=chosen.stage, number__gt=chosen.number, state=RoundState.PLANNED).delete()


def _is_decided(making: RoundChange) -> bool:
    """Return whether nothing is left to play: players have withdrawn, and fewer rounds were needed."""
    try:
        _propose(making.season, making.rounds, making.settings)
    except ActionError as refused:
        return refused.problems[0].code == NO_TIE
    return False


def _plan_second_final(making: RoundChange, last: Round) -> None:
    """Plan another round after the last one, if there is still a tie to play."""
    with suppress(ActionError):
        _propose(making.season, making.rounds, making.settings)
        Round.objects.create(
            stage=last.stage, number=last.number + 1, state=RoundState.PLANNED, due_on=last.due_on
        )


def _recompute(season: Season) -> None:
    for division in Division.objects.filter(season=season).select_related("stage"):
        division.season = season
        recompute_standings(division)
