"""Gives matches back what counted before a decision was made, which is being taken back."""

from collections.abc import Iterable, Sequence

from games.problems import _
from league.actions import decision as decisions
from league.actions import revising
from league.actions.decision import Revised
from league.actions.errors import Refused
from league.actions.revising import Revision
from league.models import Decision, Match, Player, Result, Seat
from league.models.match import Status
from league.rules.book import Settings, parsed_settings
from league.rules.check import problem
from league.rules.figures import of_nothing


def return_results(decision: Decision) -> list[Match]:
    """What counted before the decision, which is marked as taken back, counts again; gives its matches. At most 9
    queries, more only by bulk chunks.

    Raises Refused where another result came in since, which would be lost.
    """
    settings = parsed_settings(*decision.season.settings)
    matches = list(
        Match.objects.filter(results__decision=decision).select_related("current", "division").order_by("pk")
    )
    for match in matches:
        if match.current is None or match.current.decision_id != decision.pk:
            raise Refused(
                problem(
                    "",
                    "later-result",
                    _("Match {match} has had another result since: that one counts, and would be lost."),
                    match=match.key,
                )
            )
    before = _before(matches)
    seats = decisions.seated(matches)
    players = _players(decision, before.values())
    returned = []
    for match in matches:
        result, sitting = before.get(match.pk), seats[match.pk]
        match.series += 1
        match.current, match.revision = result, result.number if result else 0
        match.status = result.status if result else Status.SCHEDULED
        if result:
            _reseat(sitting, result, players)
        returned.append(Revised(match, sitting, _said(result, sitting, settings)))
    decisions.count(returned)
    decisions.restated(
        decision.season,
        [match.division_id for match in matches],
        [seat.player_id for sitting in seats.values() for seat in sitting],
    )
    return matches


def _before(matches: Sequence[Match]) -> dict[int, Result]:
    """What counts in each, now that the decision does not. 1 query."""
    standing = Result.objects.standing().filter(match__in=matches)
    return {result.match_id: result for result in standing.order_by("series", "number")}


def _players(decision: Decision, results: Iterable[Result]) -> dict[str, Player]:
    """Who sat there, by id. 1 query."""
    keys = {key for result in results for key in (result.sat or result.seats)}
    return {
        player.key: player
        for player in Player.objects.filter(club=decision.season.competition.club_id, key__in=keys)
    }


def _reseat(seats: Sequence[Seat], result: Result, players: dict[str, Player]) -> None:
    for seat, key in zip(seats, result.sat or result.seats, strict=True):
        seat.player = players[key]


def _said(result: Result | None, seats: Sequence[Seat], settings: Settings) -> Revision:
    """What the match says then."""
    entries = [seat.entry.player.key for seat in seats]
    if result is None:
        return Revision(Status.SCHEDULED, of_nothing(entries), None)
    return Revision(
        Status(result.status), revising.worth(result, entries, settings), result.played_on, result.sheet
    )
