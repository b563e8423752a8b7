"""The results that a decision gives to matches: saving them, and letting those count again that counted before.

See docs/reference/ranking.md, Taking decisions back.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from uuid import uuid4

from django.db.models import Q

from games import Problem
from games.problems import Text, _
from league.actions import result_revisions
from league.actions.batches import BATCH_SIZE, update_rows
from league.actions.decisions.common import Facts, load_seats, recompute_after_decision
from league.actions.errors import ActionError
from league.actions.result_revisions import Revision
from league.actions.sheet_draft import delete_sheet_drafts
from league.actions.waiting_results import overtake_waiting
from league.models import (
    Decision,
    DecisionKind,
    DecisionOrigin,
    Match,
    Player,
    Result,
    Seat,
    Submission,
)
from league.models.match import MatchStatus
from league.models.result import Verdict
from league.notifications.reminders import plan_reminders
from league.notifications.results import Cause, notify_players
from league.rules.settings import Rules
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings.points import compute_empty_seats, score_round
from league.rules.standings.totals import SEAT_COLUMNS
from league.rules.validation import build_problem


@dataclass(frozen=True)
class RevisedMatch:
    """A match and its next revision.

    The match was read with its division. The seats are in order of their numbers and were read with entry and
    player; the players at them may have been changed.
    """

    match: Match
    seats: Sequence[Seat]
    revision: Revision


def save_revisions(decision: Decision, revised: Sequence[RevisedMatch]) -> None:
    """Save the next result of each of these matches in a locked season.

    Runs 5 queries, 1 more if it overrules results, and more only by batches of rows.
    """
    overruled = [item.match.current_id for item in revised]
    is_no_show = decision.kind == DecisionKind.FORFEIT
    entered = [item.match.pk for item in revised if is_no_show and item.match.current_id is None]
    rules = parse_settings(*decision.season.settings).rules
    if rules.unconfirmed_results_wait:
        overtake_waiting([item.match.pk for item in revised])
    submissions = Submission.objects.bulk_create(
        [
            Submission(
                match=item.match,
                key=uuid4(),
                by=decision.by,
                at=cast(datetime, decision.at),  # only decisions from a file have none
                base=item.match.revision,
                content=json.dumps(_build_content(item, decision)),
                verdict=Verdict.ACCEPTED,
            )
            for item in revised
        ],
        batch_size=BATCH_SIZE,
    )
    results = Result.objects.bulk_create(
        [
            _build_result(item, decision, submission)
            for item, submission in zip(revised, submissions, strict=True)
        ],
        batch_size=BATCH_SIZE,
    )
    delete_sheet_drafts([item.match.pk for item in revised])
    for item, result in zip(revised, results, strict=True):
        item.match.status, item.match.revision, item.match.current = result.status, result.number, result
    apply_revisions(revised, rules)
    notify_players(
        decision.season.competition.club_id,
        Cause.DECISION,
        decision.pk,
        overruled=overruled,
        entered=entered,
        author=decision.by,
    )


def save_and_recompute(decision: Decision, revised: RevisedMatch) -> None:
    """Save the next result of a match, and the standings and statistics that follow."""
    save_revisions(decision, [revised])
    sitters = [seat.player_id for seat in revised.seats]
    recompute_after_decision(decision.season, [revised.match.division_id], sitters)


def apply_revisions(revised: Sequence[RevisedMatch], rules: Rules) -> None:
    """Save the new results of these matches, and those of their seats.

    Runs 2 statements.
    """
    seats = []
    scored = score_round([item.revision.seat_results for item in revised], rules.points)
    for item, seat_results in zip(revised, scored, strict=True):
        for seat, seat_result in zip(item.seats, seat_results, strict=True):
            for name in SEAT_COLUMNS:
                setattr(seat, name, getattr(seat_result, name))
            seats.append(seat)
    update_rows([item.match for item in revised], ["status", "revision", "current", "generation"])
    update_rows(seats, [*SEAT_COLUMNS, "player"])


def _build_result(revised: RevisedMatch, decision: Decision, submission: Submission) -> Result:
    entries = [seat.entry.player.key for seat in revised.seats]
    seated = [seat.player.key for seat in revised.seats]
    return Result(
        match=revised.match,
        generation=revised.match.generation,
        number=revised.match.revision + 1,
        decision=decision,
        submission=submission,
        status=revised.revision.status,
        played_on=revised.revision.played_on,
        sheet=revised.revision.sheet,
        seats=entries,
        absent=revised.revision.absent,
        seated_players=[] if seated == entries else seated,
        effective_from=decision.on,
    )


def _build_content(revised: RevisedMatch, decision: Decision) -> dict[str, Any]:
    """Return the equivalent of a sheet: the values of a club file."""
    absent = [revised.seats[number].entry.player.key for number in revised.revision.absent]
    return {"status": revised.revision.status.value, "absent": absent}


# --- undoing


def find_result_blockers(decision: Decision, *, keep_later: bool = False) -> list[Problem]:
    """Return the problems with which `revert_results` would refuse, without changing anything; 3 queries."""
    matches, overtaken = load_decided_matches(decision)
    before = load_previous_results(decision, matches)
    return check_results_since(decision, matches, [] if keep_later else overtaken, before)


def describe_result_revert(decision: Decision, facts: Facts) -> list[Text]:
    """Return nothing: all that follows from `revert_results` stands at the matches."""
    return []


def check_results_since(
    decision: Decision, matches: Sequence[Match], overtaken: Sequence[Match], before: Collection[int]
) -> list[Problem]:
    """Return a problem for each overtaken result that would be lost, and for each later withdrawal; 1 query."""
    return [*_check_later_results(overtaken), *_check_left_since(decision, matches, before)]


def load_decided_matches(decision: Decision) -> tuple[list[Match], list[Match]]:
    """Return the matches where the decision's result counts, and those where another counts since; 1 query."""
    matches = Match.objects.filter(pk__in=decision.results.values("match"))
    counting: list[Match] = []
    overtaken: list[Match] = []
    for match in matches.select_related("current", "division").order_by("pk"):
        counts = match.current is not None and match.current.decision_id == decision.pk
        (counting if counts else overtaken).append(match)
    return counting, overtaken


def _check_later_results(overtaken: Sequence[Match]) -> Iterator[Problem]:
    for match in overtaken:
        sentence = _("Match {match} has been given another result since, which would be lost.")
        later = match.current.decision_id if match.current else None
        yield build_problem("", "later-result", sentence, match=match.key, decision=later or 0)


def _check_left_since(decision: Decision, matches: Sequence[Match], before: Collection[int]) -> list[Problem]:
    """Return a problem for each later withdrawal that passed over a match because of the decision.

    Without the decision such a match, among `matches`, would be open again, as it had not been played
    `before`, or it would count though none of that entry's matches is to count. Runs 1 query.
    """
    later = Q(pk__gt=decision.pk) | Q(origin=DecisionOrigin.FILE)  # a file holds all at once
    withdrawals = Decision.objects.active().filter(later, kind=DecisionKind.WITHDRAWAL)
    seats = Seat.objects.filter(match__in=matches)
    passed_over = withdrawals.filter(
        Q(entry__in=seats.exclude(match__in=list(before)).values("entry"))
        | Q(entry__in=seats.values("entry"), detail__outcome="expunge")
    )
    sentence = _(
        "{player} has withdrawn since, and a match of this player would be "
        "restored. Undo the withdrawal first."
    )
    return [
        build_problem("", "left-since", sentence, player=withdrawal.player.key, decision=withdrawal.pk)
        for withdrawal in passed_over.select_related("player").order_by("pk")
        if withdrawal.player
    ]


def load_previous_results(decision: Decision, matches: Sequence[Match]) -> dict[int, Result]:
    """Return the result that counts in each match without the decision; 1 query."""
    results = Result.objects.active().filter(match__in=matches).exclude(decision=decision)
    return {result.match_id: result for result in results.order_by("generation", "number")}


def revert_results(
    decision: Decision, *, division_id: int | None = None, keep_later: bool = False
) -> list[Match]:
    """Let the results count again that counted before a decision, and return the matches.

    The decision is marked as revoked already. The standings of `division_id` are recomputed even if the
    decision gave no results there. With `keep_later`, a match that has had another result since keeps that.
    Raises ActionError if such a result would be lost, or if a player there has left since. Runs at
    most 17 queries, more only by batches of rows.
    """
    season = decision.season
    settings = parse_settings(*season.settings)
    matches, overtaken = load_decided_matches(decision)
    before = load_previous_results(decision, matches)
    if problems := [
        *check_results_since(decision, matches, [] if keep_later else overtaken, before),
    ]:
        raise ActionError(*problems)
    overruled = [match.current_id for match in matches]
    seats = load_seats(matches)
    players = _load_players(decision, before.values())
    sitters = {seat.player_id for match_seats in seats.values() for seat in match_seats}
    revised = []
    for match in matches:
        result, match_seats = before.get(match.pk), seats[match.pk]
        match.generation += 1
        match.current, match.revision = result, result.number if result else 0
        match.status = result.status if result else MatchStatus.SCHEDULED
        if result:
            for seat, key in zip(match_seats, result.seated_players or result.seats, strict=True):
                seat.player = players[key]
                sitters.add(seat.player_id)
        revised.append(
            RevisedMatch(match, match_seats, _build_previous_revision(result, match_seats, settings))
        )
    apply_revisions(revised, settings.rules)
    notify_players(
        season.competition.club_id,
        Cause.REVOCATION,
        decision.pk,
        overruled=overruled,
        author=decision.revoked_by,
    )
    if len(before) < len(matches):
        plan_reminders(season, repeat=True)  # some are to be played after all
    divisions_of_matches = [match.division_id for match in matches]
    recompute_after_decision(
        season, divisions_of_matches if division_id is None else [*divisions_of_matches, division_id], sitters
    )
    return matches


def _load_players(decision: Decision, results: Iterable[Result]) -> dict[str, Player]:
    """Return the players who sat there, by key; 1 query."""
    keys = {key for result in results for key in (result.seated_players or result.seats)}
    return {
        player.key: player
        for player in Player.objects.filter(club=decision.season.competition.club_id, key__in=keys)
    }


def _build_previous_revision(result: Result | None, seats: Sequence[Seat], settings: Settings) -> Revision:
    """Return the revision of the match without the decision."""
    entries = [seat.entry.player.key for seat in seats]
    if result is None:
        return Revision(MatchStatus.SCHEDULED, compute_empty_seats(entries), None)
    return Revision(
        MatchStatus(result.status),
        result_revisions.compute_seat_results(result, entries, settings),
        result.played_on,
        result.sheet,
    )
