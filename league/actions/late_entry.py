"""Enter a player in a season that is already open (docs/reference/schedule.md, Late entries)."""

from collections.abc import Collection, Sequence

from games import Invalid
from games.problems import _
from league.actions import decision as decisions
from league.actions.batches import BATCH_SIZE
from league.actions.errors import ActionError
from league.actions.fixtures import generate_match_keys
from league.actions.reminder import plan_reminders
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
    Standing,
    Submission,
)
from league.principals import Principal
from league.queries import late
from league.queries.late import PlannedMatch
from league.queries.revocation import ENTRY_GONE, check_dependants, find_entry, list_matches
from league.rules.validation import build_problem


def add_late_entry(
    *, division: Division, player: Player, reason: str, by: Principal, seen: str = ""
) -> Decision:
    """Enter a player in a division of an open season, last by seed, with matches (`league.queries.late`).

    `seen` is the digest of the preview. Runs at most 31 queries, more only by batches of rows.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError at `player` or `reason`, if
    nobody is left to meet, if no table has a free place, if the season is not open, and `changed-meanwhile` if they
    would now get other matches.
    """
    with decisions.decide(division.season, DecisionKind.LATE_ENTRY, by) as event:
        season = event.season
        current = Division.objects.filter(pk=division.pk, season=season).first()
        if current is None:
            raise ActionError(build_problem("", "gone", _("The division is not there any more.")))
        current.season = season
        try:
            plan = late.planned(current, player)
        except Invalid as invalid:
            raise ActionError(*invalid.problems) from None
        if seen and seen != plan.digest:
            sentence = _("Something has changed meanwhile: look at what it would be now.")
            raise ActionError(build_problem("", "changed-meanwhile", sentence))
        new_matches = [planned for planned in plan.matches if not planned.joins]
        keys = [
            key
            for key, _one in zip(
                generate_match_keys(season.competition.club_id, ()), new_matches, strict=False
            )
        ]
        decision = decisions.record_decision(
            event,
            DecisionKind.LATE_ENTRY,
            reason=reason,
            player=player,
            level=current.level,
            matches=keys,
            joined=[planned.joins for planned in plan.matches if planned.joins],
        )
        entry = Entry.objects.create(
            season=season, stage=current.stage, division=current, player=player, seed=plan.seed
        )
        _create_matches(current, keys, new_matches)
        _join_tables(season, entry, decision.detail["joined"])
        plan_reminders(season, repeat=True)
        decisions.recompute_after_decision(season, [current.pk], [player.pk])
        return decision


def revert(decision: Decision) -> None:
    """Remove the entry with its matches, their refused submissions, and its seats at other tables.

    Raises ActionError if one of its matches has a result, or something has been decided about it since. Runs
    at most 30 queries, more only by batches of rows.
    """
    entry = find_entry(decision)
    if entry is None:
        raise ActionError(ENTRY_GONE)
    matches = list_matches(entry)
    if problems := list(check_dependants(decision, entry, matches)):
        raise ActionError(*problems)
    joined = set(decision.detail["joined"])
    shared = [match for match in matches if match.key in joined]
    _delete_matches([match for match in matches if match.key not in joined])
    if shared:
        _leave_tables(shared, entry)
    Standing.objects.filter(entry=entry).delete()
    Entry.objects.filter(pk=entry.pk).delete()
    decisions.recompute_after_decision(decision.season, [entry.division_id], [entry.player_id])


# --- matches and seats


def _create_matches(division: Division, keys: Sequence[str], planned: Sequence[PlannedMatch]) -> None:
    """Create matches for two; 3 queries, more only by batches of rows."""
    entries = {
        entered.player.key: entered
        for entered in Entry.objects.filter(division=division).select_related("player")
    }
    matches = Match.objects.bulk_create(
        [
            Match(
                club_id=division.season.competition.club_id,
                division=division,
                key=key,
                round=fixture.round,
                table=fixture.table,
                due_on=fixture.due_on,
            )
            for key, fixture in zip(keys, planned, strict=True)
        ],
        batch_size=BATCH_SIZE,
    )
    Seat.objects.bulk_create(
        [
            Seat(match=match, number=number, entry=entries[player], player_id=entries[player].player_id)
            for match, fixture in zip(matches, planned, strict=True)
            for number, player in enumerate(fixture.players)
        ],
        batch_size=BATCH_SIZE,
    )


def _join_tables(season: Season, entry: Entry, joined: Collection[str]) -> None:
    """Add the entry in the last seat of each of these tables; 2 queries."""
    matches = list(Match.objects.filter(club=season.competition.club_id, key__in=joined))
    seated = decisions.load_seats(matches)
    Seat.objects.bulk_create(
        [
            Seat(match=match, number=len(seated[match.pk]), entry=entry, player_id=entry.player_id)
            for match in matches
        ],
        batch_size=BATCH_SIZE,
    )


def _delete_matches(matches: Sequence[Match]) -> None:
    """Delete matches whose results were all revoked, which the database triggers permit.

    Runs 4 queries, and those by which Django looks for related rows.
    """
    Result.objects.filter(match__in=matches).delete()
    Submission.objects.filter(match__in=matches).delete()
    Seat.objects.filter(match__in=matches).delete()
    Match.objects.filter(pk__in=[match.pk for match in matches]).delete()


def _leave_tables(matches: Sequence[Match], entry: Entry) -> None:
    """Delete the entry's seats; whoever joined the table later moves up.

    Revoked results in which the entry's player has a place are deleted, with their submissions: nobody of
    that name has a place in the match any more.
    """
    player = entry.player_id
    key = Player.objects.values_list("key", flat=True).get(pk=player)
    outdated = [
        (result.pk, result.submission_id)
        for result in Result.objects.filter(match__in=matches)
        if key in result.seats
    ]
    Result.objects.filter(pk__in=[result for result, _submission in outdated]).delete()
    Submission.objects.filter(pk__in=[submission for _result, submission in outdated]).delete()
    seated = decisions.load_seats(matches)
    Seat.objects.filter(match__in=matches).delete()
    Seat.objects.bulk_create(
        [
            Seat(match=match, number=number, entry_id=seat.entry_id, player_id=seat.player_id)
            for match in matches
            for number, seat in enumerate(seat for seat in seated[match.pk] if seat.entry_id != entry.pk)
        ],
        batch_size=BATCH_SIZE,
    )
