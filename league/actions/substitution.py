"""Name a substitute for one match, or for the rest of a season (docs/reference/ranking.md, Substitutes).

A match that has been played keeps its sheet: it gets a new result, in which the substitute sat there. In a
match that is still to be played only its seat changes.
"""

from collections.abc import Sequence

from games import Problem
from games.problems import _
from league.actions import decision as decisions
from league.actions.batches import BATCH_SIZE
from league.actions.decision import RevisedMatch, revert_results
from league.actions.errors import ActionError
from league.actions.job import enqueue
from league.actions.reminder import plan_reminders
from league.actions.result_revisions import Revision
from league.models import Decision, DecisionKind, Entry, Match, Player, Result, Season, Seat
from league.models.match import MatchStatus
from league.principals import Principal
from league.queries import substitute as queries
from league.queries.revocation import plan_reseating
from league.queries.substitute import Waiting
from league.rules.standings.totals import SEAT_COLUMNS, SeatResult
from league.rules.validation import build_problem


def substitute_player(
    *, match: Match, seat: int, substitute: Player, reason: str, by: Principal, base: int
) -> Decision:
    """Name who sits, or sat, in a seat for the player whose entry it is.

    The deals count on the substitute's page, the result counts for the entry. To end a substitution, name the
    entry's own player. `seat` is a number; `base` is the revision of the match that the user saw. The
    substitute may sit at another table of the same round, because one cannot change who played on an evening
    that is over.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError at `seat`, `instead` (the
    substitute) or `reason`, if the match was not played and will not be, if it has changed meanwhile, or if the
    season is not open.
    """
    with decisions.decide(match.division.season, DecisionKind.SUBSTITUTE, by) as event:
        season = event.season
        match, seats = decisions.load_unchanged_match(match, season, base)
        if seat not in range(len(seats)):
            raise ActionError(build_problem("seat", "no-seat", _("The match has no such seat.")))
        if match.status not in (MatchStatus.SCHEDULED, MatchStatus.PLAYED):
            sentence = _("Nobody sat at this table: the match was not played, and will not be.")
            raise ActionError(build_problem("", "not-played", sentence))
        substitute = _get_club_player(substitute, season)
        own_seat = seats[seat]
        if problems := list(_check_substitute(substitute, own_seat, seats)):
            raise ActionError(*problems)
        previous = own_seat.player
        decision = decisions.record_decision(
            event,
            DecisionKind.SUBSTITUTE,
            reason=reason,
            player=own_seat.entry.player,
            match=match,
            substitute=substitute,
            before={match.key: previous.key},
        )
        own_seat.player = substitute
        if match.current:
            decisions.save_revisions(
                decision, [RevisedMatch(match, seats, _copy_revision(match.current, seats))]
            )
        else:
            own_seat.save(update_fields=["player"])
            plan_reminders(season, repeat=True)
        # the others' statistics too: they have played against somebody else
        decisions.recompute_after_decision(
            season, [match.division_id], [previous.pk, *(other.player_id for other in seats)]
        )
        return decision


def substitute_rest_of_season(*, entry: Entry, substitute: Player, reason: str, by: Principal) -> Decision:
    """Name who plays for the player of this entry from now on.

    The substitute gets the seat wherever a match is still to be played, but not against themselves, and not
    in a round in which they sit at another table (`league.queries.substitute`). Those matches are left out,
    and the decision's detail lists them as `left_out`. To end the substitutions, name the entry's own player.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError at `instead` (the substitute)
    or `reason`, if nothing is left that could change, or if the season is not open. Runs at most 25 queries, more
    only by batches of rows.
    """
    with decisions.decide(entry.season, DecisionKind.SUBSTITUTE, by, permission="run-seasons") as event:
        season = event.season
        current = Entry.objects.select_related("player").filter(pk=entry.pk, season=season).first()
        if current is None:
            raise ActionError(build_problem("", "gone", _("The entry is not there any more.")))
        substitute = _get_club_player(substitute, season)
        waiting = queries.waiting(current, substitute)
        changed = [item.own for item in waiting if not item.engaged and item.own.player_id != substitute.pk]
        left_out = [item for item in waiting if item.engaged]
        if not changed:
            raise ActionError(_build_nothing_left_problem(substitute, left_out))
        decision = decisions.record_decision(
            event,
            DecisionKind.SUBSTITUTE,
            reason=reason,
            player=current.player,
            substitute=substitute,
            before={seat.match.key: seat.player.key for seat in changed},
            left_out=[item.match.key for item in left_out],
        )
        previous_players = [seat.player_id for seat in changed]
        for seat in changed:
            seat.player = substitute
        Seat.objects.bulk_update(changed, ["player"], batch_size=BATCH_SIZE)
        plan_reminders(season, repeat=True)
        decisions.recompute_after_decision(season, [current.division_id], [*previous_players, substitute.pk])
        return decision


def revert(decision: Decision) -> None:
    """Seat again whoever sat there before.

    Raises ActionError if the match has been played since, or somebody else has been named for it.
    """
    if decision.results.exists():
        matches = revert_results(decision)
        season, substitute = decision.season, decision.instead
        if matches and substitute:
            enqueue("refresh-statistics", competition=season.competition_id, players=[substitute.pk])
        return
    _revert_seats(decision)


# --- in a match that has been played


def _copy_revision(result: Result, seats: Sequence[Seat]) -> Revision:
    """Return a revision of a played match in which only the players differ.

    The sheet is the same, and so is what it gives each seat.
    """
    seat_results = tuple(
        SeatResult(seat.entry.player.key, **{name: getattr(seat, name) for name in SEAT_COLUMNS})
        for seat in seats
    )
    return Revision(MatchStatus.PLAYED, seat_results, result.played_on, result.sheet)


# --- in matches that are still to be played


def _revert_seats(decision: Decision) -> None:
    """Give the seats of matches still to be played back; at most 17 queries, more only by batches of rows."""
    season = decision.season
    seats, problems = plan_reseating(decision)
    if problems:
        raise ActionError(*problems)
    Seat.objects.bulk_update(seats, ["player"], batch_size=BATCH_SIZE)
    plan_reminders(season, repeat=True)
    decisions.recompute_after_decision(
        season,
        [seat.match.division_id for seat in seats],
        [
            *(seat.player_id for seat in seats),
            *([decision.instead_id] if decision.instead_id else []),
        ],
    )


# --- checks


def _get_club_player(player: Player, season: Season) -> Player:
    """Return the player as they are now; raise ActionError if the club has no such player."""
    current = Player.objects.filter(pk=player.pk, club=season.competition.club_id).first()
    if current is None:
        raise ActionError(build_problem("instead", "unknown-player", _("The club has no such player.")))
    return current


def _check_substitute(substitute: Player, own: Seat, seats: Sequence[Seat]) -> list[Problem]:
    if substitute.pk == own.player_id:
        sentence = _("{player} sits there already.")
        return [build_problem("instead", "sits-there", sentence, player=substitute.key)]
    if substitute.pk in queries.others(own, seats):
        sentence = _("{player} has another seat at this table.")
        return [build_problem("instead", "seated-already", sentence, player=substitute.key)]
    return []


def _build_nothing_left_problem(substitute: Player, left_out: Sequence[Waiting]) -> Problem:
    matches = ", ".join(waiting.match.key for waiting in left_out)
    if any(waiting.engaged == "other-table" for waiting in left_out):
        sentence = _("In the round of every match that is left, {player} has a seat already: {matches}.")
        return build_problem("instead", "seated-elsewhere", sentence, player=substitute.key, matches=matches)
    if left_out:
        sentence = _("{player} has another seat at the table of every match that is left: {matches}.")
        return build_problem("instead", "seated-already", sentence, player=substitute.key, matches=matches)
    sentence = _("There is no match still to be played in which {player} does not sit there already.")
    return build_problem("instead", "nothing-left", sentence, player=substitute.key)
