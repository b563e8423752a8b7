"""Verbs of matches that nobody plays as they should: `forfeit_match`, a walkover where somebody came and a double
forfeit where nobody did; `void_match`, which counts for nobody."""

from collections.abc import Collection

from django.db import transaction

from games import Problem
from games.problems import _
from league.actions import decision as decisions
from league.actions.actor import Actor
from league.actions.decision import Revised
from league.actions.errors import Refused
from league.actions.returning import return_results
from league.actions.revising import Revision
from league.models import Decided, Decision, Match, Season, Seat
from league.models.match import Status
from league.rules.book import parsed_settings
from league.rules.check import problem
from league.rules.figures import of_forfeit, of_nothing


@transaction.atomic
def forfeit_match(*, match: Match, absent: Collection[int], reason: str, by: Actor, base: int) -> Decision:
    """Whoever sits in the seats of these numbers stayed away and loses; whoever is there alone wins (contract.md,
    `report`). `base` is the revision of the match that was looked at.

    Raises NotPermitted; Refused: at `absent`, at `reason`, where the match has changed meanwhile or the season is not
    open.
    """
    season = decisions.opened(match.division.season, Decided.FORFEIT, by)
    match, seats = _found(match, season, base)
    if wrong := list(_wrong_seats(absent, seats)):
        raise Refused(*wrong)
    settings = parsed_settings(*season.settings)
    away = sorted(set(absent))
    figures = of_forfeit(
        [seat.entry.player.key for seat in seats],
        away,
        forfeit_score=settings.rules.forfeit_score,
        deals=settings.deals,
    )
    made = decisions.made(season, Decided.FORFEIT, by, reason=reason, match=match, absent=away)
    _decide(made, match, seats, Revision(Status.FORFEIT, figures, None, absent=away))
    return made


@transaction.atomic
def void_match(*, match: Match, reason: str, by: Actor, base: int) -> Decision:
    """The match counts for nobody: as if it had never been arranged. Raises as `forfeit_match` does."""
    season = decisions.opened(match.division.season, Decided.VOID, by)
    match, seats = _found(match, season, base)
    if match.status == Status.VOID:
        raise Refused(problem("", "void-already", _("This match counts for nobody already.")))
    figures = of_nothing([seat.entry.player.key for seat in seats])
    made = decisions.made(season, Decided.VOID, by, reason=reason, match=match)
    _decide(made, match, seats, Revision(Status.VOID, figures, None))
    return made


def undo(decision: Decision) -> None:
    return_results(decision)


def _decide(made: Decision, match: Match, seats: list[Seat], revision: Revision) -> None:
    decisions.revise(made, [Revised(match, seats, revision)])
    decisions.restated(made.season, [match.division_id], [seat.player_id for seat in seats])


def _found(match: Match, season: Season, base: int) -> tuple[Match, list[Seat]]:
    """As it is now that nobody else can change it. Raises Refused."""
    found = Match.objects.select_related("division").filter(pk=match.pk, division__season=season).first()
    if found is None:
        raise Refused(problem("", "no-match", _("The match is not there any more.")))
    if found.revision != base:
        raise Refused(
            problem("", "changed-meanwhile", _("The match has changed meanwhile: look at what it says now."))
        )
    return found, decisions.seated([found])[found.pk]


def _wrong_seats(absent: Collection[int], seats: list[Seat]) -> "list[Problem]":
    if not absent:
        return [problem("absent", "nobody-absent", _("Say who stayed away."))]
    if any(number not in range(len(seats)) for number in absent):
        return [problem("absent", "no-seat", _("The match has no such seat."))]
    return []
