"""What all decisions of a committee share: recording one, applying it to results, and reverting it.

See docs/reference/ranking.md, Taking decisions back; docs/decisions/0014-decisions-can-be-undone.md.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any
from uuid import uuid4

from django.utils import timezone
from pydantic import AfterValidator

from games import Strict, complaint
from games.problems import _
from league.actions import result_revisions, standings
from league.actions.batches import BATCH_SIZE
from league.actions.changes import Change, change, format_season_key
from league.actions.errors import ActionError, validate
from league.actions.job import enqueue
from league.actions.notice import Cause, notify_players
from league.actions.reminder import plan_reminders
from league.actions.result_revisions import MAX_REASON_LENGTH, Revision
from league.models import (
    Decision,
    DecisionKind,
    Division,
    Entry,
    Match,
    Player,
    Result,
    Season,
    Seat,
    Submission,
)
from league.models.match import MatchStatus
from league.models.result import Verdict
from league.permissions import DECISION_PERMISSIONS
from league.principals import Principal
from league.queries.result_checks import check_season_open
from league.queries.revocation import (
    NO_ENTRY,
    check_results_since,
    load_decided_matches,
    load_previous_results,
)
from league.rules.field_types import Remark
from league.rules.snapshot import Settings, parse_settings
from league.rules.standings.totals import SEAT_COLUMNS, SeatResult, compute_empty_seats
from league.rules.validation import build_problem


def _validate_reason(text: str) -> str:
    if not text.strip():
        raise complaint("reason-missing", _("Say why: it stands on the page, and in the records."))
    if len(text) > MAX_REASON_LENGTH:
        raise complaint("too-long", _("Must have at most {longest} characters."), longest=MAX_REASON_LENGTH)
    return text.strip()


class ReasonInput(Strict):
    reason: Annotated[Remark, AfterValidator(_validate_reason)]


@dataclass(frozen=True)
class RevisedMatch:
    """A match and its next revision.

    The match was read with its division. The seats are in order of their numbers and were read with entry and
    player; the players at them may have been changed.
    """

    match: Match
    seats: Sequence[Seat]
    revision: Revision


@contextmanager
def decide(season: Season, kind: DecisionKind, by: Principal, *, permission: str = "") -> Iterator[Change]:
    """Decide something about an open season; locks its club, the season and its divisions.

    The permission is by default the one that the kind of decision takes. Raises PermissionDenied; ActionError if
    the season is not open, or gone.
    """
    action = f"decide_{kind.replace('-', '_')}"
    with change(action, season, permission=permission or DECISION_PERMISSIONS[kind], by=by) as event:
        if problems := list(check_season_open(event.season)):
            raise ActionError(*problems)
        yield event


def load_unchanged_match(match: Match, season: Season, base: int) -> tuple[Match, list[Seat]]:
    """Return a match of a locked season as it is now, with its seats.

    `base` is the revision that the user saw. Raises ActionError if the match is gone, or has changed
    meanwhile. Runs 2 queries.
    """
    current = (
        Match.objects.select_related("division", "current")
        .filter(pk=match.pk, division__season=season)
        .first()
    )
    if current is None:
        raise ActionError(build_problem("", "no-match", _("The match is not there any more.")))
    if current.revision != base:
        raise ActionError(
            build_problem(
                "", "changed-meanwhile", _("The match has changed meanwhile: look at what it says now.")
            )
        )
    return current, load_seats([current])[current.pk]


def require_entry(entry: Entry, season: Season) -> Entry:
    """Return the entry of a locked season as it is now; raise ActionError if it is gone. 1 query."""
    current = Entry.objects.select_related("player", "division").filter(pk=entry.pk, season=season).first()
    if current is None:
        raise ActionError(NO_ENTRY)
    current.season = season
    return current


def load_seats(matches: Sequence[Match]) -> dict[int, list[Seat]]:
    """Return the seats of these matches by match id, in order, with entries and players; 1 query."""
    seats_by_match: dict[int, list[Seat]] = {match.pk: [] for match in matches}
    seats = Seat.objects.filter(match__in=seats_by_match).select_related("entry__player", "player")
    for seat in seats.order_by("match", "number"):
        seats_by_match[seat.match_id].append(seat)
    return seats_by_match


def record_decision(
    event: Change,
    kind: DecisionKind,
    *,
    reason: str,
    player: Player | None = None,
    match: Match | None = None,
    substitute: Player | None = None,
    **detail: Any,
) -> Decision:
    """Save a decision in a locked season, and the event in the audit log.

    Raises ActionError at `reason`. Runs 3 queries.
    """
    why = validate(ReasonInput, reason=reason).reason
    season, now = event.season, timezone.now()
    decision = Decision.objects.create(
        season=season,
        kind=kind,
        player=player,
        match=match,
        instead=substitute,
        detail=detail,
        reason=why,
        by=event.by.user,
        at=now,
        on=season.competition.club.today,
    )
    event.log("season", format_season_key(season), after=_build_event_data(decision), why=why, at=now)
    return decision


def mark_revoked(event: Change, decision: Decision) -> None:
    """Mark a locked decision as revoked, and record that; 3 queries.

    What the decision did is put right afterwards.
    """
    decision.undone_at, decision.undone_by = timezone.now(), event.by.user
    decision.undone_on = decision.season.competition.club.today
    decision.save(update_fields=["undone_at", "undone_by", "undone_on"])
    before = _build_event_data(decision)
    event.log("season", format_season_key(decision.season), before, at=decision.undone_at)


def save_revisions(decision: Decision, revised: Sequence[RevisedMatch]) -> None:
    """Save the next result of each of these matches in a locked season.

    Runs 4 queries, 1 more if it overrules results, and more only by batches of rows.
    """
    overruled = [item.match.current_id for item in revised]
    submissions = Submission.objects.bulk_create(
        [
            Submission(
                match=item.match,
                key=uuid4(),
                by=decision.by,
                at=decision.at,
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
    for item, result in zip(revised, results, strict=True):
        item.match.status, item.match.revision, item.match.current = result.status, result.number, result
    apply_revisions(revised)
    notify_players(
        decision.season.competition.club_id,
        Cause.DECISION,
        decision.pk,
        overruled=overruled,
        author=decision.by,
    )


def apply_revisions(revised: Sequence[RevisedMatch]) -> None:
    """Save what these matches say now, and what that gives their seats.

    Runs 2 queries, more only by batches of rows.
    """
    seats = []
    for item in revised:
        for seat, seat_result in zip(item.seats, item.revision.seat_results, strict=True):
            seats.append(set_seat_result(seat, seat_result))
    Match.objects.bulk_update(
        [item.match for item in revised], ["status", "revision", "current", "series"], batch_size=BATCH_SIZE
    )
    Seat.objects.bulk_update(seats, [*SEAT_COLUMNS, "player"], batch_size=BATCH_SIZE)


def set_seat_result(seat: Seat, seat_result: SeatResult) -> Seat:
    for name in SEAT_COLUMNS:
        setattr(seat, name, getattr(seat_result, name))
    return seat


def recompute_after_decision(season: Season, division_ids: Iterable[int], player_ids: Iterable[int]) -> None:
    """Recompute the standings of these divisions, and enqueue the statistics of these players.

    Runs 5 queries for each division; a decision concerns one.
    """
    settings = parse_settings(*season.settings)
    for division in Division.objects.filter(pk__in=set(division_ids)).select_related("season__competition"):
        standings.recompute_standings(division, settings)
    if sitters := sorted(set(player_ids)):
        enqueue("refresh-statistics", competition=season.competition_id, players=sitters)


def _build_result(revised: RevisedMatch, decision: Decision, submission: Submission) -> Result:
    entries = [seat.entry.player.key for seat in revised.seats]
    seated = [seat.player.key for seat in revised.seats]
    return Result(
        match=revised.match,
        series=revised.match.series,
        number=revised.match.revision + 1,
        decision=decision,
        submission=submission,
        status=revised.revision.status,
        played_on=revised.revision.played_on,
        sheet=revised.revision.sheet,
        seats=entries,
        absent=revised.revision.absent,
        sat=[] if seated == entries else seated,
        counts_from=decision.on,
    )


def _build_content(revised: RevisedMatch, decision: Decision) -> dict[str, Any]:
    """Return what stands for a sheet: the values of a club file, with the reason."""
    absent = [revised.seats[number].entry.player.key for number in revised.revision.absent]
    return {"status": revised.revision.status.value, "absent": absent, "why": decision.reason}


def _build_event_data(decision: Decision) -> dict[str, Any]:
    """Return what the audit log says of a decision: ids and no names, so that a person can be forgotten."""
    return {
        "decision": decision.pk,
        "kind": decision.kind,
        "player": decision.player.key if decision.player else None,
        "match": decision.match.key if decision.match else None,
        "instead": decision.instead.key if decision.instead else None,
        "detail": decision.detail,
    }


def revert_results(
    decision: Decision, *, division_id: int | None = None, keep_later: bool = False
) -> list[Match]:
    """Let the results count again that counted before a decision, and return the matches.

    The decision is marked as revoked already. The standings of `division_id` are recomputed even if the
    decision gave no results there. With `keep_later`, a match that has had another result since keeps that.
    Raises ActionError if such a result would be lost, or if somebody who sits there has left since. Runs at
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
        match.series += 1
        match.current, match.revision = result, result.number if result else 0
        match.status = result.status if result else MatchStatus.SCHEDULED
        if result:
            _reseat_players(match_seats, result, players)
            sitters |= {seat.player_id for seat in match_seats}
        revised.append(
            RevisedMatch(match, match_seats, _build_previous_revision(result, match_seats, settings))
        )
    apply_revisions(revised)
    notify_players(
        season.competition.club_id,
        Cause.REVOCATION,
        decision.pk,
        overruled=overruled,
        author=decision.undone_by,
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
    keys = {key for result in results for key in (result.sat or result.seats)}
    return {
        player.key: player
        for player in Player.objects.filter(club=decision.season.competition.club_id, key__in=keys)
    }


def _reseat_players(seats: Sequence[Seat], result: Result, players: dict[str, Player]) -> None:
    for seat, key in zip(seats, result.sat or result.seats, strict=True):
        seat.player = players[key]


def _build_previous_revision(result: Result | None, seats: Sequence[Seat], settings: Settings) -> Revision:
    """Return what the match says without the decision."""
    entries = [seat.entry.player.key for seat in seats]
    if result is None:
        return Revision(MatchStatus.SCHEDULED, compute_empty_seats(entries), None)
    return Revision(
        MatchStatus(result.status),
        result_revisions.compute_seat_results(result, entries, settings),
        result.played_on,
        result.sheet,
    )
