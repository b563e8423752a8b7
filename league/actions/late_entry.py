"""The verb of somebody who comes in when the season runs already: `enter_late`."""

from collections.abc import Collection, Iterator, Sequence

from django.db import transaction
from django.db.models import Q

from games import Invalid, Problem
from games.problems import _
from league.actions import decision as decisions
from league.actions.actor import Actor
from league.actions.batches import BATCH_SIZE
from league.actions.errors import ActionError
from league.actions.reminder import plan_reminders
from league.actions.schedule import generate_match_keys
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
from league.queries import late
from league.queries.late import PlannedMatch
from league.rules.snapshot import parse_settings
from league.rules.validation import build_problem

ENTRY_GONE = build_problem("", "gone", _("The entry is not there any more."))


@transaction.atomic
def add_late_entry(*, division: Division, player: Player, reason: str, by: Actor, seen: str = "") -> Decision:
    """Enters a player in a division of an open season, last by seed, and gives them their matches (`queries.late`).
    `seen` is the digest of the plan that was looked at. At most 31 queries, more only by bulk chunks.

    Raises NotPermitted; Refused: at `player`, at `reason`, where nobody is left to meet, no table has a place, or the
    season is not open; `changed-meanwhile` where they would get other matches now.
    """
    season = decisions.lock_open_season(division.season, DecisionKind.LATE_ENTRY, by)
    found = Division.objects.filter(pk=division.pk, season=season).first()
    if found is None:
        raise ActionError(build_problem("", "gone", _("The division is not there any more.")))
    found.season = season
    try:
        plan = late.planned(found, player)
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from None
    if seen and seen != plan.digest:
        sentence = _("Something has changed meanwhile: look at what it would be now.")
        raise ActionError(build_problem("", "changed-meanwhile", sentence))
    own = [one for one in plan.matches if not one.joins]
    keys = [key for key, _one in zip(generate_match_keys(season.competition.club_id, ()), own, strict=False)]
    made = decisions.record_decision(
        season,
        DecisionKind.LATE_ENTRY,
        by,
        reason=reason,
        player=player,
        level=found.level,
        matches=keys,
        joined=[one.joins for one in plan.matches if one.joins],
    )
    entry = Entry.objects.create(
        season=season, stage=found.stage, division=found, player=player, seed=plan.seed
    )
    _create_matches(found, entry, keys, own)
    _join_tables(season, entry, made.detail["joined"])
    plan_reminders(season, repeat=True)
    decisions.recompute_divisions(season, [found.pk], [player.pk])
    return made


def find_blockers(decision: Decision) -> list[Problem]:
    """What `undo` would refuse; nothing is changed. 4 queries."""
    entry = _find_entry(decision)
    return [ENTRY_GONE] if entry is None else list(_check_dependants(decision, entry, _list_matches(entry)))


def _find_entry(decision: Decision) -> Entry | None:
    entries = Entry.objects.filter(season=decision.season_id, player=decision.player_id)
    return entries.select_related("division").first()


def _list_matches(entry: Entry) -> list[Match]:
    return list(Match.objects.filter(seats__entry=entry).order_by("round", "table", "pk"))


def revert(decision: Decision) -> None:
    """The entry goes, with its matches, what was sent in for them in vain, and its seats at other tables. At most 30
    queries, more only by bulk chunks.

    Raises Refused where one of its matches has a result, or something was decided about it since.
    """
    entry = _find_entry(decision)
    if entry is None:
        raise ActionError(ENTRY_GONE)
    matches = _list_matches(entry)
    if wrong := list(_check_dependants(decision, entry, matches)):
        raise ActionError(*wrong)
    joined = set(decision.detail["joined"])
    shared = [match for match in matches if match.key in joined]
    _delete_matches([match for match in matches if match.key not in joined])
    if shared:
        _leave_tables(shared, entry)
    Standing.objects.filter(entry=entry).delete()
    Entry.objects.filter(pk=entry.pk).delete()
    decisions.recompute_divisions(decision.season, [entry.division_id], [entry.player_id])


# --- matches and seats


def _create_matches(
    division: Division, entry: Entry, keys: Sequence[str], planned: Sequence[PlannedMatch]
) -> None:
    """Matches of two. 3 queries, more only by bulk chunks."""
    entries = {
        one.player.key: one for one in Entry.objects.filter(division=division).select_related("player")
    }
    matches = Match.objects.bulk_create(
        [
            Match(
                club_id=division.season.competition.club_id,
                division=division,
                key=key,
                round=one.round,
                table=one.table,
                due_on=one.due_on,
            )
            for key, one in zip(keys, planned, strict=True)
        ],
        batch_size=BATCH_SIZE,
    )
    Seat.objects.bulk_create(
        [
            Seat(match=match, number=number, entry=entries[player], player_id=entries[player].player_id)
            for match, one in zip(matches, planned, strict=True)
            for number, player in enumerate(one.players)
        ],
        batch_size=BATCH_SIZE,
    )


def _join_tables(season: Season, entry: Entry, joined: Collection[str]) -> None:
    """The last seat at each of these tables. 2 queries."""
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
    """What stood in them was taken back: the triggers let it go. 4 queries, and those in which the database is asked
    what hangs on them."""
    Result.objects.filter(match__in=matches).delete()
    Submission.objects.filter(match__in=matches).delete()
    Seat.objects.filter(match__in=matches).delete()
    Match.objects.filter(pk__in=[match.pk for match in matches]).delete()


def _leave_tables(matches: Sequence[Match], entry: Entry) -> None:
    """Frees the entry's seats; whoever joined the table later moves up. What stood there with them, and was taken
    back, goes: nobody of that name has a place in it."""
    player = entry.player_id
    key = Player.objects.values_list("key", flat=True).get(pk=player)
    gone = [
        (result.pk, result.submission_id)
        for result in Result.objects.filter(match__in=matches)
        if key in result.seats
    ]
    Result.objects.filter(pk__in=[result for result, _submission in gone]).delete()
    Submission.objects.filter(pk__in=[submission for _result, submission in gone]).delete()
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


# --- what is in the way of taking back: a withdrawal from before it, and itself


def check_late_entries_since(entry: Entry, withdrawal: Decision) -> list[Problem]:
    """Who came into the division of this entry once it had left, and so was given no match against it: both would be
    owed one, if it played on. Larger tables owe nobody a match. 1 query."""
    season = withdrawal.season
    if parse_settings(*season.settings).table_size != late.PAIR:
        return []
    met = Seat.objects.filter(match__seats__entry=entry).values("entry__player")
    since = Decision.objects.active().filter(
        season=season,
        kind=DecisionKind.LATE_ENTRY,
        pk__gt=withdrawal.pk,
        player__entries__division=entry.division_id,
    )
    sentence = _(
        "{player} came in since, and was given no match against them: take that late entry back first."
    )
    return [
        build_problem("", "later-entry", sentence, player=decision.player.key, decision=decision.pk)
        for decision in since.exclude(player__in=met).select_related("player").order_by("pk")
        if decision.player
    ]


def _check_dependants(decision: Decision, entry: Entry, matches: Sequence[Match]) -> Iterator[Problem]:
    """What would be lost with it. 2 queries."""
    keys = {match.pk: match.key for match in matches}
    standing = Result.objects.active().filter(match__in=matches)
    for match in sorted(set(standing.values_list("match", flat=True)), key=list(keys).index):
        sentence = _("Match {match} has a result: that would be lost.")
        yield build_problem("", "later-result", sentence, match=keys[match])
    own = [match for match in matches if match.key not in decision.detail["joined"]]  # which go with it
    others = Decision.objects.active().filter(season=decision.season, pk__gt=decision.pk)
    others = others.filter(Q(player=decision.player) | Q(kind=DecisionKind.SUBSTITUTE, match__in=own))
    later = others.order_by("-pk").values_list("pk", flat=True).first()
    if later or entry.left or entry.penalties:
        sentence = _(
            "Something else was decided about this entry since, or a match of it: take that back first."
        )
        yield build_problem("", "later-decision", sentence, decision=later or 0)
    mine = {*decision.detail["matches"], *decision.detail["joined"]}
    for key in keys.values():
        if key not in mine:
            sentence = _("Match {match} came with a club file since: that would be lost.")
            yield build_problem("", "other-match", sentence, match=key)
