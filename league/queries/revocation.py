"""What stands in the way of undoing a decision. Nothing is changed: a page asks first, and the action asks again.

See docs/reference/ranking.md, Taking decisions back.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from django.db.models import Q

from games import Problem
from games.problems import _
from league.models import Decision, DecisionKind, Entry, Match, Player, Result, Seat
from league.models.match import MatchStatus
from league.queries import late
from league.queries.result_checks import check_season_open
from league.rules.snapshot import parse_settings
from league.rules.validation import build_problem

NO_ENTRY = build_problem("", "no-entry", _("This entry is not there any more."))
ENTRY_GONE = build_problem("", "gone", _("The entry is not there any more."))


def find_blockers(decision: Decision) -> list[Problem]:
    """Return why the decision could not be undone now, for a page that asks first.

    The problems' `values` may name a match, a player, and a `decision` to be undone first. The decision was
    read with its season. Runs at most 5 queries.
    """
    return [*check_season_open(decision.season)] or [*BLOCKERS[decision.kind](decision)]


# --- results


def find_result_blockers(decision: Decision, *, keep_later: bool = False) -> list[Problem]:
    """Return what `revert_results` would refuse, without changing anything; 3 queries."""
    matches, overtaken = load_decided_matches(decision)
    before = load_previous_results(decision, matches)
    return check_results_since(decision, matches, [] if keep_later else overtaken, before)


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
        sentence = _("Match {match} has had another result since: that one counts, and would be lost.")
        later = match.current.decision_id if match.current else None
        yield build_problem("", "later-result", sentence, match=match.key, decision=later or 0)


def _check_left_since(decision: Decision, matches: Sequence[Match], before: Collection[int]) -> list[Problem]:
    """Return a problem for each later withdrawal that passed over a match because of the decision.

    Without the decision such a match, one of `matches`, would be open again, as it had not been played
    `before`, or it would count though none of that entry's matches is to count. Runs 1 query.
    """
    withdrawals = Decision.objects.active().filter(
        season=decision.season, kind=DecisionKind.WITHDRAWAL, pk__gt=decision.pk
    )
    seats = Seat.objects.filter(match__in=matches)
    passed_over = withdrawals.filter(
        Q(player__in=seats.exclude(match__in=list(before)).values("entry__player"))
        | Q(player__in=seats.values("entry__player"), detail__outcome="expunge")
    )
    sentence = _("{player}, whose match would count again, has left since: take that back first.")
    return [
        build_problem("", "left-since", sentence, player=withdrawal.player.key, decision=withdrawal.pk)
        for withdrawal in passed_over.select_related("player").order_by("pk")
        if withdrawal.player
    ]


def load_previous_results(decision: Decision, matches: Sequence[Match]) -> dict[int, Result]:
    """Return what counts in each match without the decision; 1 query."""
    results = Result.objects.active().filter(match__in=matches).exclude(decision=decision)
    return {result.match_id: result for result in results.order_by("series", "number")}


# --- entries


def find_entry(decision: Decision) -> Entry | None:
    """Return the decision's entry in the last stage it reached, or None if it is gone; 1 query."""
    entries = Entry.objects.filter(season=decision.season_id, player=decision.player_id)
    return entries.order_by("-stage").first()


def find_penalty_blockers(decision: Decision) -> list[Problem]:
    """Return what `revoke_decision` would refuse, without changing anything; 1 query."""
    return [] if find_entry(decision) else [NO_ENTRY]


def find_withdrawal_blockers(decision: Decision) -> list[Problem]:
    """Return what `revoke_decision` would refuse, without changing anything; 5 queries."""
    entry = find_entry(decision)
    if entry is None:
        return [NO_ENTRY]
    return [
        *check_late_entries_since(entry, decision),
        *find_result_blockers(decision, keep_later=True),
    ]


def check_late_entries_since(entry: Entry, withdrawal: Decision) -> list[Problem]:
    """Return a problem for each late entry into the division since this entry left it.

    The two were given no match against each other, and would be owed one if this entry played on. Larger
    tables owe nobody a match. Runs 1 query.
    """
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


def find_late_entry_blockers(decision: Decision) -> list[Problem]:
    """Return what `revoke_decision` would refuse, without changing anything; 4 queries."""
    entry = find_entry(decision)
    return [ENTRY_GONE] if entry is None else list(check_dependants(decision, entry, list_matches(entry)))


def list_matches(entry: Entry) -> list[Match]:
    """Return the matches in which an entry has a seat, in order; 1 query."""
    return list(Match.objects.filter(seats__entry=entry).order_by("round", "table", "pk"))


def check_dependants(decision: Decision, entry: Entry, matches: Sequence[Match]) -> Iterator[Problem]:
    """Yield a problem for each thing that would be lost with the late entry; 2 queries."""
    keys = {match.pk: match.key for match in matches}
    results = Result.objects.active().filter(match__in=matches)
    for match in sorted(set(results.values_list("match", flat=True)), key=list(keys).index):
        sentence = _("Match {match} has a result: that would be lost.")
        yield build_problem("", "later-result", sentence, match=keys[match])
    own = [match for match in matches if match.key not in decision.detail["joined"]]  # deleted with it
    others = Decision.objects.active().filter(season=decision.season, pk__gt=decision.pk)
    others = others.filter(Q(player=decision.player) | Q(kind=DecisionKind.SUBSTITUTE, match__in=own))
    later = others.order_by("-pk").values_list("pk", flat=True).first()
    if later or entry.left or entry.penalties:
        sentence = _(
            "Something else was decided about this entry since, or a match of it: take that back first."
        )
        yield build_problem("", "later-decision", sentence, decision=later or 0)
    own_keys = {*decision.detail["matches"], *decision.detail["joined"]}
    for key in keys.values():
        if key not in own_keys:
            sentence = _("Match {match} came with a club file since: that would be lost.")
            yield build_problem("", "other-match", sentence, match=key)


# --- seats


def find_substitution_blockers(decision: Decision) -> list[Problem]:
    """Return what `revoke_decision` would refuse, without changing anything; at most 5 queries."""
    return find_result_blockers(decision) if decision.results.exists() else plan_reseating(decision)[1]


def plan_reseating(decision: Decision) -> tuple[list[Seat], list[Problem]]:
    """Return the seats that the decision changed, with their previous players, and what is in the way.

    Nothing is saved. Runs 4 queries.
    """
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
    # A match that is not there any more belonged to a late entry that has been revoked.
    later = Decision.objects.active().filter(season=season, kind=DecisionKind.SUBSTITUTE, pk__gt=decision.pk)
    last = later.filter(player=decision.player_id).order_by("-pk").values_list("pk", flat=True).first()
    if problems := [problem for seat in seats if (problem := _check_seat(seat, decision, last))]:
        return seats, problems
    players = {
        player.key: player for player in Player.objects.filter(club=club, key__in=set(before.values()))
    }
    for seat in seats:
        seat.player = players[before[seat.match.key]]
    return seats, _check_seated_twice(seats)


def _check_seat(seat: Seat, decision: Decision, later_id: int | None) -> Problem | None:
    """Return the problem if something was built on the substitute.

    `later_id` is the latest active substitution since for the same player.
    """
    if seat.match.status == MatchStatus.PLAYED:
        sentence = _("Match {match} has been played since: say on its page who sat there instead.")
        return build_problem("", "played-since", sentence, match=seat.match.key)
    if seat.match.status != MatchStatus.SCHEDULED:
        sentence = _("Match {match} has a result since: take that back first.")
        decision_id = seat.match.current.decision_id if seat.match.current else None
        return build_problem("", "later-result", sentence, match=seat.match.key, decision=decision_id or 0)
    if seat.player_id != decision.instead_id:
        sentence = _("Somebody else has been named for match {match} since.")
        return build_problem("", "later-substitute", sentence, match=seat.match.key, decision=later_id or 0)
    return None


def _check_seated_twice(seats: Sequence[Seat]) -> list[Problem]:
    """Return a problem for each match at which a returning player already sits, for somebody else."""
    seats_by_match = {seat.match_id: seat for seat in seats}
    beside = Seat.objects.filter(match__in=seats_by_match).exclude(pk__in=[seat.pk for seat in seats])
    return [
        build_problem(
            "",
            "seated-already",
            _("{player} sits at the table of match {match} already."),
            player=seats_by_match[match].player.key,
            match=seats_by_match[match].match.key,
        )
        for match, player in beside.order_by("match", "number").values_list("match", "player")
        if player == seats_by_match[match].player_id
    ]


BLOCKERS: Mapping[str, Callable[[Decision], Sequence[Problem]]] = {
    DecisionKind.FORFEIT: find_result_blockers,
    DecisionKind.VOID: find_result_blockers,
    DecisionKind.WITHDRAWAL: find_withdrawal_blockers,
    DecisionKind.PENALTY: find_penalty_blockers,
    DecisionKind.SUBSTITUTE: find_substitution_blockers,
    DecisionKind.LATE_ENTRY: find_late_entry_blockers,
}
