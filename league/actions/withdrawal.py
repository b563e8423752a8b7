"""The verb of an entry that leaves its season: `withdraw`."""

from django.db import transaction

from games import Problem
from games.problems import _
from league.actions import decision as decisions
from league.actions import late_entry
from league.actions.actor import Actor
from league.actions.decision import RevisedMatch
from league.actions.errors import ActionError
from league.actions.result_revisions import Revision
from league.models import Decision, DecisionKind, Entry, Season, Seat
from league.models.match import MatchStatus
from league.queries.withdrawing import OUTCOMES, Outcome, Withdrawing, forfeited_by, withdrawing
from league.rules.standings.totals import compute_empty_seats
from league.rules.validation import build_problem

NO_ENTRY = build_problem("", "no-entry", _("This entry is not there any more."))


@transaction.atomic
def withdraw_entry(*, entry: Entry, outcome: Outcome, reason: str, by: Actor, seen: str = "") -> Decision:
    """The entry plays no more: it stays in the table and has no place in the next season. `stand`: what it
    has played counts, and what it had still to play is forfeited; `expunge`: none of its matches counts.

    `seen` is the digest of the tables that were looked at (`queries.withdrawing`). Raises NotPermitted; Refused: at
    `outcome`, at `reason`, for an entry that has left, in a season that is not open, `changed-meanwhile` where the
    tables would be others now.
    """
    season = decisions.lock_open_season(entry.season, DecisionKind.WITHDRAWAL, by)
    if outcome not in OUTCOMES:
        sentence = _("Say what becomes of the matches: {choices}.")
        raise ActionError(build_problem("outcome", "choice", sentence, choices=", ".join(OUTCOMES)))
    found = withdrawing(require_entry(entry, season))
    if wrong := _check_withdrawal(found, outcome, seen):
        raise ActionError(wrong)
    entry = found.entry
    matches = found.deciding[outcome]
    made = decisions.record_decision(
        season,
        DecisionKind.WITHDRAWAL,
        by,
        reason=reason,
        player=entry.player,
        outcome=outcome,
        matches=len(matches),
    )
    entry.left = True
    entry.save(update_fields=["left"])
    seats = decisions.load_seats(matches)
    decisions.save_revisions(
        made,
        [
            RevisedMatch(match, seats[match.pk], _build_revision(found, outcome, seats[match.pk]))
            for match in matches
        ],
    )
    sitters = [seat.player_id for sitting in seats.values() for seat in sitting]
    decisions.recompute_divisions(season, [entry.division_id], sitters)
    return made


def revert(decision: Decision) -> None:
    """The entry plays on, and its matches are what they were; one that has had another result since keeps that. Raises
    Refused where the entry is gone, a match would be open again for somebody who has left since, or somebody has come
    in since who was given no match against it."""
    entry = find_entry(decision)
    if entry is None:
        raise ActionError(NO_ENTRY)
    if wrong := late_entry.check_late_entries_since(entry, decision):
        raise ActionError(*wrong)
    entry.left = False
    entry.save(update_fields=["left"])
    decisions.revert_results(decision, division_id=entry.division_id, keep_later=True)


def find_blockers(decision: Decision) -> list[Problem]:
    """What `undo` would refuse; nothing is changed. 5 queries."""
    entry = find_entry(decision)
    if entry is None:
        return [NO_ENTRY]
    return [
        *late_entry.check_late_entries_since(entry, decision),
        *decisions.find_result_blockers(decision, keep_later=True),
    ]


def require_entry(entry: Entry, season: Season) -> Entry:
    """The entry of a locked season as it is now. Raises Refused where it is gone. 1 query."""
    found = Entry.objects.select_related("player", "division").filter(pk=entry.pk, season=season).first()
    if found is None:
        raise ActionError(NO_ENTRY)
    found.season = season
    return found


def find_entry(decision: Decision) -> Entry | None:
    """The one that it is about, while it is there: the last that they reached. 1 query."""
    entries = Entry.objects.filter(season=decision.season_id, player=decision.player_id)
    return entries.order_by("-stage").first()


def _check_withdrawal(found: Withdrawing, outcome: Outcome, seen: str) -> Problem | None:
    if found.entry.left:
        player = found.entry.player.key
        return build_problem("", "left-already", _("{player} has left the season already."), player=player)
    if seen and seen != found.digest(outcome):
        sentence = _("Something has changed meanwhile: look at what would happen now.")
        return build_problem("", "changed-meanwhile", sentence)
    return None


def _build_revision(found: Withdrawing, outcome: Outcome, seats: list[Seat]) -> Revision:
    players = [seat.entry.player.key for seat in seats]
    if outcome == "expunge":
        return Revision(MatchStatus.VOID, compute_empty_seats(players), None)
    away = players.index(found.entry.player.key)
    return Revision(
        MatchStatus.FORFEIT, forfeited_by(found.entry, players, found.settings), None, absent=[away]
    )
