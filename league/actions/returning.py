"""Gives matches back what counted before a decision was made, which is being taken back."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from django.db.models import Q

from games import Problem
from games.problems import _
from league.actions import decision as decisions
from league.actions import revising
from league.actions.decision import RevisedMatch
from league.actions.errors import ActionError
from league.actions.reminder import plan_reminders
from league.actions.revising import Revision
from league.models import Decision, DecisionKind, Match, Player, Result, Seat
from league.models.match import MatchStatus
from league.rules.book import Settings, parse_settings
from league.rules.check import build_problem
from league.rules.figures import compute_empty_seats


def revert_results(
    decision: Decision, *, division_id: int | None = None, keep_later: bool = False
) -> list[Match]:
    """What counted before the decision, which is marked as taken back, counts again; gives those matches. The
    standings of `division` are stated anew even if there are none. At most 16 queries, more only by bulk chunks.

    `leaves_later`: a match that has had another result since keeps that. Raises Refused where it would be lost; where
    somebody who sits there has left since.
    """
    season = decision.season
    settings = parse_settings(*season.settings)
    matches, overtaken = _load_decided_matches(decision)
    before = _load_previous_results(decision, matches)
    if wrong := [
        *_check_later_results([] if keep_later else overtaken),
        *_check_left_since(decision, matches, before),
    ]:
        raise ActionError(*wrong)
    seats = decisions.load_seats(matches)
    players = _load_players(decision, before.values())
    sitters = {seat.player_id for sitting in seats.values() for seat in sitting}
    returned = []
    for match in matches:
        result, sitting = before.get(match.pk), seats[match.pk]
        match.series += 1
        match.current, match.revision = result, result.number if result else 0
        match.status = result.status if result else MatchStatus.SCHEDULED
        if result:
            _reseat_players(sitting, result, players)
            sitters |= {seat.player_id for seat in sitting}
        returned.append(RevisedMatch(match, sitting, _build_previous_revision(result, sitting, settings)))
    decisions.apply_revisions(returned)
    if len(before) < len(matches):
        plan_reminders(season, repeat=True)  # some are to be played after all
    homes = [match.division_id for match in matches]
    decisions.recompute_divisions(season, homes if division_id is None else [*homes, division_id], sitters)
    return matches


def find_result_blockers(decision: Decision, *, keep_later: bool = False) -> list[Problem]:
    """What `return_results` would refuse; nothing is changed. 3 queries."""
    matches, overtaken = _load_decided_matches(decision)
    before = _load_previous_results(decision, matches)
    return [
        *_check_later_results([] if keep_later else overtaken),
        *_check_left_since(decision, matches, before),
    ]


def _load_decided_matches(decision: Decision) -> tuple[list[Match], list[Match]]:
    """The matches that it gave results: those in which they count, and those that have had another since. 1 query."""
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
    """Whose withdrawal, decided later, passed over a match because of this decision: one that would be open again, as
    it was not played `before`, or that would count though none of theirs is to. 1 query."""
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


def _load_previous_results(decision: Decision, matches: Sequence[Match]) -> dict[int, Result]:
    """What counts in each when the decision does not. 1 query."""
    standing = Result.objects.active().filter(match__in=matches).exclude(decision=decision)
    return {result.match_id: result for result in standing.order_by("series", "number")}


def _load_players(decision: Decision, results: Iterable[Result]) -> dict[str, Player]:
    """Who sat there, by id. 1 query."""
    keys = {key for result in results for key in (result.sat or result.seats)}
    return {
        player.key: player
        for player in Player.objects.filter(club=decision.season.competition.club_id, key__in=keys)
    }


def _reseat_players(seats: Sequence[Seat], result: Result, players: dict[str, Player]) -> None:
    for seat, key in zip(seats, result.sat or result.seats, strict=True):
        seat.player = players[key]


def _build_previous_revision(result: Result | None, seats: Sequence[Seat], settings: Settings) -> Revision:
    """What the match says then."""
    entries = [seat.entry.player.key for seat in seats]
    if result is None:
        return Revision(MatchStatus.SCHEDULED, compute_empty_seats(entries), None)
    return Revision(
        MatchStatus(result.status),
        revising.compute_figures(result, entries, settings),
        result.played_on,
        result.sheet,
    )
