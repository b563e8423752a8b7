"""Verbs of who plays for somebody else: `substitute` in one match, `substitute_rest` in all that is still to be played.

A match that has been played keeps its sheet: it gets a new result, in which somebody else sat there. In one that is
still to be played nothing but its seat changes.
"""

from collections.abc import Sequence

from django.db import transaction

from games import Problem
from games.problems import _
from league.actions import decision as decisions
from league.actions.actor import Actor
from league.actions.batches import BATCH_SIZE
from league.actions.decision import RevisedMatch, revert_results
from league.actions.errors import ActionError
from league.actions.job import enqueue
from league.actions.reminder import plan_reminders
from league.actions.result_revisions import Revision
from league.models import Decision, DecisionKind, Entry, Match, Player, Result, Season, Seat
from league.models.match import MatchStatus
from league.queries import substitute as queries
from league.queries.substitute import Waiting
from league.rules.standings.totals import SEAT_COLUMNS, SeatResult
from league.rules.validation import build_problem


@transaction.atomic
def substitute_player(
    *, match: Match, seat: int, substitute: Player, reason: str, by: Actor, base: int
) -> Decision:
    """Somebody sits, or sat, in the seat of this number for the player whose place it is: the deals are on their page,
    the result is the entry's. Who names the player whose place it is takes a substitute away. `base` is the revision
    of the match that was looked at. They may sit at another table of the round too: evenings that were played are what
    they are.

    Raises NotPermitted; Refused: at `seat`, at `instead`, at `reason`, where the match was not and will not be played,
    has changed meanwhile, or the season is not open.
    """
    season = decisions.lock_open_season(match.division.season, DecisionKind.SUBSTITUTE, by)
    match, seats = decisions.load_unchanged_match(match, season, base)
    if seat not in range(len(seats)):
        raise ActionError(build_problem("seat", "no-seat", _("The match has no such seat.")))
    if match.status not in (MatchStatus.SCHEDULED, MatchStatus.PLAYED):
        sentence = _("Nobody sat at this table: the match was not played, and will not be.")
        raise ActionError(build_problem("", "not-played", sentence))
    substitute = _get_club_player(substitute, season)
    sitting = seats[seat]
    if wrong := list(_check_substitute(substitute, sitting, seats)):
        raise ActionError(*wrong)
    before = sitting.player
    made = decisions.record_decision(
        season,
        DecisionKind.SUBSTITUTE,
        by,
        reason=reason,
        player=sitting.entry.player,
        match=match,
        substitute=substitute,
        before={match.key: before.key},
    )
    sitting.player = substitute
    if match.current:
        decisions.save_revisions(made, [RevisedMatch(match, seats, _copy_revision(match.current, seats))])
    else:
        sitting.save(update_fields=["player"])
        plan_reminders(season, repeat=True)
    # the others too: they have played against somebody else
    decisions.recompute_divisions(season, [match.division_id], [before.pk, *(one.player_id for one in seats)])
    return made


@transaction.atomic
def substitute_rest_of_season(*, entry: Entry, substitute: Player, reason: str, by: Actor) -> Decision:
    """From now on somebody plays for the player of this entry: wherever a match is still to be played, but not against
    themselves, and not in a round in which they sit at another table already (`queries.substitute`). Those matches are
    left out, and stand in the decision's detail as `left_out`. Who names the entry's own player takes the substitutes
    away. At most 25 queries, more only by bulk chunks.

    Raises NotPermitted; Refused: at `instead`, at `reason`, where nothing is left that could change, or the season is
    not open.
    """
    season = decisions.lock_open_season(entry.season, DecisionKind.SUBSTITUTE, by, permission="run-seasons")
    found = Entry.objects.select_related("player").filter(pk=entry.pk, season=season).first()
    if found is None:
        raise ActionError(build_problem("", "gone", _("The entry is not there any more.")))
    substitute = _get_club_player(substitute, season)
    waiting = queries.waiting(found, substitute)
    changed = [one.own for one in waiting if not one.engaged and one.own.player_id != substitute.pk]
    left_out = [one for one in waiting if one.engaged]
    if not changed:
        raise ActionError(_build_nothing_left_problem(substitute, left_out))
    made = decisions.record_decision(
        season,
        DecisionKind.SUBSTITUTE,
        by,
        reason=reason,
        player=found.player,
        substitute=substitute,
        before={seat.match.key: seat.player.key for seat in changed},
        left_out=[one.match.key for one in left_out],
    )
    before = [seat.player_id for seat in changed]
    for seat in changed:
        seat.player = substitute
    Seat.objects.bulk_update(changed, ["player"], batch_size=BATCH_SIZE)
    plan_reminders(season, repeat=True)
    decisions.recompute_divisions(season, [found.division_id], [*before, substitute.pk])
    return made


def revert(decision: Decision) -> None:
    """Whoever sat there before sits there again. Raises Refused where the match has been played since, or somebody
    else sits there by now."""
    if decision.results.exists():
        matches = revert_results(decision)
        season, instead = decision.season, decision.instead
        if matches and instead:
            enqueue("refresh-statistics", competition=season.competition_id, players=[instead.pk])
        return
    _revert_seats(decision)


def find_blockers(decision: Decision) -> list[Problem]:
    """What `undo` would refuse; nothing is changed. At most 5 queries."""
    return (
        decisions.find_result_blockers(decision) if decision.results.exists() else _plan_revert(decision)[1]
    )


# --- in a match that has been played


def _copy_revision(result: Result, seats: Sequence[Seat]) -> Revision:
    """What a played match says, whoever sat there: its sheet is the same, and so is what it gives each place."""
    figures = tuple(
        SeatResult(seat.entry.player.key, **{name: getattr(seat, name) for name in SEAT_COLUMNS})
        for seat in seats
    )
    return Revision(MatchStatus.PLAYED, figures, result.played_on, result.sheet)


# --- in matches that are still to be played


def _revert_seats(decision: Decision) -> None:
    """At most 17 queries, more only by bulk chunks."""
    season = decision.season
    seats, wrong = _plan_revert(decision)
    if wrong:
        raise ActionError(*wrong)
    Seat.objects.bulk_update(seats, ["player"], batch_size=BATCH_SIZE)
    plan_reminders(season, repeat=True)
    decisions.recompute_divisions(
        season,
        [seat.match.division_id for seat in seats],
        [
            *(seat.player_id for seat in seats),
            *([decision.instead_id] if decision.instead_id else []),
        ],
    )


def _plan_revert(decision: Decision) -> tuple[list[Seat], list[Problem]]:
    """The seats that it changed, with who sat there before, not saved yet; and why that cannot be. 4 queries."""
    season, before = decision.season, decision.detail["before"]
    club = season.competition.club_id
    seats = list(
        Seat.objects.filter(
            match__club=club,
            match__key__in=list(before),
            match__division__season=season,
            entry__player=decision.player,
        )
        .select_related("match__current", "player")
        .order_by("match__round", "match__table", "match")
    )
    # A match that is not there any more was a late entry's, which has been taken back.
    later = Decision.objects.active().filter(season=season, kind=DecisionKind.SUBSTITUTE, pk__gt=decision.pk)
    last = later.filter(player=decision.player_id).order_by("-pk").values_list("pk", flat=True).first()
    if wrong := [found for seat in seats if (found := _check_seat(seat, decision, last))]:
        return seats, wrong
    players = {one.key: one for one in Player.objects.filter(club=club, key__in=set(before.values()))}
    for seat in seats:
        seat.player = players[before[seat.match.key]]
    return seats, _check_seated_twice(seats)


def _check_seat(seat: Seat, decision: Decision, later_id: int | None) -> Problem | None:
    """What was built on the substitute; `later` is the last such decision about the same player."""
    if seat.match.status == MatchStatus.PLAYED:
        sentence = _("Match {match} has been played since: say on its page who sat there instead.")
        return build_problem("", "played-since", sentence, match=seat.match.key)
    if seat.match.status != MatchStatus.SCHEDULED:
        sentence = _("Match {match} has a result since: take that back first.")
        made = seat.match.current.decision_id if seat.match.current else None
        return build_problem("", "later-result", sentence, match=seat.match.key, decision=made or 0)
    if seat.player_id != decision.instead_id:
        sentence = _("Somebody else has been named for match {match} since.")
        return build_problem("", "later-substitute", sentence, match=seat.match.key, decision=later_id or 0)
    return None


def _check_seated_twice(seats: Sequence[Seat]) -> list[Problem]:
    """Where whoever comes back sits at the table already, for somebody else."""
    wanted = {seat.match_id: seat for seat in seats}
    beside = Seat.objects.filter(match__in=wanted).exclude(pk__in=[seat.pk for seat in seats])
    return [
        build_problem(
            "",
            "seated-already",
            _("{player} sits at the table of match {match} already."),
            player=wanted[match].player.key,
            match=wanted[match].match.key,
        )
        for match, player in beside.order_by("match", "number").values_list("match", "player")
        if player == wanted[match].player_id
    ]


# --- what cannot be


def _get_club_player(player: Player, season: Season) -> Player:
    """As they are now. Raises Refused."""
    found = Player.objects.filter(pk=player.pk, club=season.competition.club_id).first()
    if found is None:
        raise ActionError(build_problem("instead", "unknown-player", _("The club has no such player.")))
    return found


def _check_substitute(substitute: Player, own: Seat, seats: Sequence[Seat]) -> list[Problem]:
    if substitute.pk == own.player_id:
        sentence = _("{player} sits there already.")
        return [build_problem("instead", "sits-there", sentence, player=substitute.key)]
    if substitute.pk in queries.others(own, seats):
        sentence = _("{player} has another seat at this table.")
        return [build_problem("instead", "seated-already", sentence, player=substitute.key)]
    return []


def _build_nothing_left_problem(substitute: Player, left_out: Sequence[Waiting]) -> Problem:
    matches = ", ".join(one.match.key for one in left_out)
    if any(one.engaged == "other-table" for one in left_out):
        sentence = _("In the round of every match that is left, {player} has a seat already: {matches}.")
        return build_problem("instead", "seated-elsewhere", sentence, player=substitute.key, matches=matches)
    if left_out:
        sentence = _("{player} has another seat at the table of every match that is left: {matches}.")
        return build_problem("instead", "seated-already", sentence, player=substitute.key, matches=matches)
    sentence = _("There is no match still to be played in which {player} does not sit there already.")
    return build_problem("instead", "nothing-left", sentence, player=substitute.key)
