"""Withdraw an entry from its season (docs/reference/ranking.md, Withdrawals)."""

from games import Problem
from games.problems import _
from league.actions import decision as decisions
from league.actions.decision import RevisedMatch
from league.actions.errors import ActionError
from league.actions.result_revisions import Revision
from league.models import Decision, DecisionKind, Entry, Seat
from league.models.match import MatchStatus
from league.principals import Principal
from league.queries.revocation import NO_ENTRY, check_late_entries_since, find_entry
from league.queries.withdrawing import OUTCOMES, Outcome, Withdrawing, forfeited_by, withdrawing
from league.rules.standings.totals import compute_empty_seats
from league.rules.validation import build_problem


def withdraw_entry(*, entry: Entry, outcome: Outcome, reason: str, by: Principal, seen: str = "") -> Decision:
    """Withdraw the entry: it stays in the standings and has no place in the next season.

    With the outcome `stand`, what it has played counts, and what it had still to play is forfeited; with
    `expunge`, none of its matches counts. `seen` is the digest of the standings in the preview
    (`league.queries.withdrawing`).

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError at `outcome` or `reason`, if
    the entry has left already, if the season is not open, and `changed-meanwhile` if the preview would now show
    other standings.
    """
    with decisions.decide(entry.season, DecisionKind.WITHDRAWAL, by) as event:
        season = event.season
        if outcome not in OUTCOMES:
            sentence = _("Say what becomes of the matches: {choices}.")
            raise ActionError(build_problem("outcome", "choice", sentence, choices=", ".join(OUTCOMES)))
        preview = withdrawing(decisions.require_entry(entry, season))
        if problem := _check_withdrawal(preview, outcome, seen):
            raise ActionError(problem)
        entry = preview.entry
        matches = preview.deciding[outcome]
        decision = decisions.record_decision(
            event,
            DecisionKind.WITHDRAWAL,
            reason=reason,
            player=entry.player,
            outcome=outcome,
            matches=len(matches),
        )
        entry.left = True
        entry.save(update_fields=["left"])
        seats = decisions.load_seats(matches)
        decisions.save_revisions(
            decision,
            [
                RevisedMatch(match, seats[match.pk], _build_revision(preview, outcome, seats[match.pk]))
                for match in matches
            ],
        )
        sitters = [seat.player_id for match_seats in seats.values() for seat in match_seats]
        decisions.recompute_after_decision(season, [entry.division_id], sitters)
        return decision


def revert(decision: Decision) -> None:
    """Let the entry play on, and restore its matches; one that has had another result since keeps that.

    Raises ActionError if the entry is gone, if a match would be open again for somebody who has left since,
    or if somebody has come in since who was given no match against it.
    """
    entry = find_entry(decision)
    if entry is None:
        raise ActionError(NO_ENTRY)
    if problems := check_late_entries_since(entry, decision):
        raise ActionError(*problems)
    entry.left = False
    entry.save(update_fields=["left"])
    decisions.revert_results(decision, division_id=entry.division_id, keep_later=True)


def _check_withdrawal(preview: Withdrawing, outcome: Outcome, seen: str) -> Problem | None:
    if preview.entry.left:
        player = preview.entry.player.key
        return build_problem("", "left-already", _("{player} has left the season already."), player=player)
    if seen and seen != preview.digest(outcome):
        sentence = _("Something has changed meanwhile: look at what would happen now.")
        return build_problem("", "changed-meanwhile", sentence)
    return None


def _build_revision(preview: Withdrawing, outcome: Outcome, seats: list[Seat]) -> Revision:
    players = [seat.entry.player.key for seat in seats]
    if outcome == "expunge":
        return Revision(MatchStatus.VOID, compute_empty_seats(players), None)
    absent_seat = players.index(preview.entry.player.key)
    return Revision(
        MatchStatus.FORFEIT,
        forfeited_by(preview.entry, players, preview.settings),
        None,
        absent=[absent_seat],
    )
