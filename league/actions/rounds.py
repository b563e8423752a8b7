"""A tournament's rounds: pair the next one, publish it, finish it, and take each step back.

See docs/reference/pairing.md, A round's life.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from django.db.models import Count, Q

from games import Invalid, Text
from games.problems import _
from league.actions.batches import BATCH_SIZE
from league.actions.boards import ensure_boards
from league.actions.changes import format_season_key
from league.actions.errors import ActionError
from league.actions.fixtures import generate_match_keys
from league.actions.legs import create_leg, delete_matches
from league.actions.proposals import check_proposal, compute_proposal_digest, propose_pairings, read_pairings
from league.actions.round_changes import BY_BRACKET, RoundChange, change_rounds
from league.actions.standings import recompute_standings
from league.models import Bye, Decision, DecisionKind, Division, Entry, Match, Round, Season, Seat
from league.models.match import MatchStatus
from league.models.round import ByeKind, ByeOrigin, RoundState
from league.notifications.reminders import plan_reminders
from league.notifications.rounds import notify_of_round
from league.principals import Principal
from league.queries.boards import are_boards_public
from league.queries.confirmations import has_waiting
from league.queries.game_words import get_round_word, name_round
from league.queries.paired_rounds import find_level_tables, find_next_round
from league.queries.schedule import get_stage_settings
from league.rules.pairing.knockout import NO_TIE
from league.rules.pairing.movement import count_rounds as count_movement_rounds
from league.rules.records import PairingRecord
from league.rules.seasons.paired_rounds import count_rounds
from league.rules.settings import MAX_ROUNDS, MOVEMENT
from league.rules.snapshot import Settings
from league.rules.validation import build_problem


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
        proposals = propose_pairings(making.season, making.rounds, making.settings)
        chosen.pairings = {level: record.model_dump(mode="json") for level, record in proposals.items()}
        digests = {level: record.digest for level, record in proposals.items()}
        making.set_state(chosen, RoundState.PAIRED, digests=digests)
        return chosen


def publish_round(*, season: Season, number: int, by: Principal, seen: str = "") -> None:
    """Publish a proposal: its matches are made, byes count, and all players see where they sit.

    `seen` is the digest of the proposal that was shown. Raises PermissionDenied; ActionError where the round is not a
    proposal any more, where it was changed meanwhile, where a player has withdrawn since, and where a table has not
    as many seats as the game is played with.
    """
    with change_rounds("publish_round", season, by) as making:
        chosen = making.require_state(number, RoundState.PAIRED)
        stored = read_pairings(chosen)
        if seen and seen != compute_proposal_digest(chosen):
            sentence = _("The pairings were changed after you opened this page. Check them, then publish.")
            raise ActionError(build_problem("", "changed-meanwhile", sentence))
        entries = _load_entries(making.season)
        if problems := list(check_proposal(stored, entries, making.settings)):
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

    Raises PermissionDenied; ActionError where there is a result, or one that waits to be confirmed, and where something
    that was decided about a match stands.
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
    """Return how many rounds a season has that is about to start, or a bracket without a second final. 1 query.

    Raises ActionError where a division is too small or too large: players may have come in late, or by a file.
    """
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
    """Delete the matches of a round and the byes of its pairing.

    Raises ActionError where a match has a result, or where what was decided about it still stands.
    """
    matches = Match.objects.filter(round=chosen)
    decided = matches.exclude(status=MatchStatus.SCHEDULED) | matches.filter(has_waiting())
    if found := decided.order_by("table").first():
        name = name_round(chosen.stage.season, chosen.number, begins=False)
        sentence = _("Table {table} of {name} has a result. Undo it first.")
        raise ActionError(build_problem("round", "has-results", sentence, table=found.table, name=name))
    if found := _find_decided_about(matches.order_by("table"), chosen.stage.season):
        name = name_round(chosen.stage.season, chosen.number, begins=False)
        sentence = _("Something has been decided about table {table} of {name}. Undo that first.")
        raise ActionError(build_problem("round", "has-decisions", sentence, table=found.table, name=name))
    delete_matches(matches.values_list("pk", flat=True))
    Bye.objects.filter(round=chosen, origin=ByeOrigin.SYSTEM).delete()


def _find_decided_about(matches: Iterable[Match], season: Season) -> Match | None:
    """Return the first match about which something has been decided that stands. 2 queries.

    A substitute for the rest of the season was seated in several.
    """
    standing = Decision.objects.active().filter(season=season)
    about = set(standing.exclude(match=None).values_list("match", flat=True))
    seated = {
        key
        for detail in standing.filter(kind=DecisionKind.SUBSTITUTE).values_list("detail", flat=True)
        for key in detail.get("before", ())
    }
    return next((match for match in matches if match.pk in about or match.key in seated), None)


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
        propose_pairings(making.season, making.rounds, making.settings)
    except ActionError as refused:
        return refused.problems[0].code == NO_TIE
    return False


def _plan_second_final(making: RoundChange, last: Round) -> None:
    """Plan another round after the last one, if there is still a tie to play."""
    with suppress(ActionError):
        propose_pairings(making.season, making.rounds, making.settings)
        Round.objects.create(
            stage=last.stage, number=last.number + 1, state=RoundState.PLANNED, due_on=last.due_on
        )


def _recompute(season: Season) -> None:
    for division in Division.objects.filter(season=season).select_related("stage"):
        division.season = season
        recompute_standings(division)
