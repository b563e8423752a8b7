"""Create a tournament with its first running, and another one."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction

from games import Problem
from games.problems import _
from league.actions.changes import log_refusals
from league.actions.competition import create_competition
from league.actions.draft import create_season, divide_players
from league.actions.errors import ActionError
from league.actions.player import add_players, normalize_name
from league.models import Club, Player, Season
from league.models.competition import CompetitionKind
from league.permissions import require
from league.principals import Principal
from league.rules.snapshot import JSON
from league.rules.validation import build_problem


@log_refusals("create_tournament")
@transaction.atomic
def create_tournament(
    *,
    club: Club,
    name: str,
    game: str,
    rules: JSON,
    names: Sequence[str],
    by: Principal,
    options: Mapping[str, Any] | None = None,
    starts_on: date | None = None,
) -> Season:
    """Create a tournament and its first running, a draft with these people; who isn't in the club yet is added.

    The running has the name of the tournament, with the year unless the name ends in a year. Seeds are in the order of
    the names; without any, players are to be registered. Locks the club. Raises PermissionDenied; ActionError at
    `name`, at `names.N` for a bad name and one that stands there twice, and where
    `league.actions.competition.create_competition` refuses.
    """
    require(by, "run-seasons", club)
    players = find_or_add_players(club=club, names=names, by=by)
    competition = create_competition(
        club=club, name=name, game=game, rules=rules, options=options, by=by, kind=CompetitionKind.TOURNAMENT
    )
    season = create_season(competition=competition, by=by, starts_on=starts_on)
    if players:
        divide_players(season=season, players=players, by=by)
    return season


def find_or_add_players(*, club: Club, names: Sequence[str], by: Principal) -> list[str]:
    """Return the ids of players by their names, and add those whom the club hasn't.

    Raises ActionError at `names.N` for a name that stands there twice, that several players have, or that is no name.
    """
    there: dict[str, list[str]] = {}
    for key, name in Player.objects.filter(club=club).order_by("pk").values_list("key", "name"):
        there.setdefault(normalize_name(name), []).append(key)
    wanted = [normalize_name(name) for name in names]
    problems = []
    for number, name in enumerate(wanted):
        if name in wanted[:number]:
            problem: Problem | None = build_problem(
                f"names.{number}", "twice", _("This name is listed twice.")
            )
        elif len(there.get(name, ())) > 1:
            sentence = _("The club has several players of this name. Enter the players first, then choose.")
            problem = build_problem(f"names.{number}", "several", sentence)
        else:
            problem = None
        if problem:
            problems.append(problem)
    if problems:
        raise ActionError(*problems)
    new = [number for number, name in enumerate(wanted) if name not in there]
    try:
        added = (
            add_players(club=club, names=[names[number] for number in new], namesakes=True, by=by)
            if new
            else []
        )
    except ActionError as refused:
        raise ActionError(*(_renumber(problem, new) for problem in refused.problems)) from None
    for number, player in zip(new, added, strict=True):
        there[wanted[number]] = [player.key]
    return [there[name][0] for name in wanted]


def _renumber(problem: Problem, new: Sequence[int]) -> Problem:
    """Return a problem of a new player at its place among all names."""
    head, _dot, number = problem.path.partition(".")
    if not number.isdecimal():
        return problem
    return Problem(f"{head}.{new[int(number)]}", problem.code, problem.message)
