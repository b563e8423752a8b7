"""What an action refused, or would refuse, with the names of matches and players where the action says ids."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from games import Problem
from league.models import Match, Player
from league.queries.pages.decisions import seats_of
from league.queries.pages.season_head import Viewer
from league.queries.pages.seated import MatchPart, match_part

MOST_SAID = 10  # of what may stand in the way of a hundred matches


@dataclass(frozen=True)
class Obstacle:
    """`match` stands in the way, `first` is the number of the decision that has to be taken back before."""

    said: str
    match: MatchPart | None
    first: int | None


def obstacles(problems: Sequence[Problem], club: int, viewer: Viewer) -> tuple[Obstacle, ...]:
    """The first of them. 3 queries where there are any, else none."""
    if not problems:
        return ()
    problems = problems[:MOST_SAID]
    parts = _matches(_values(problems, "match"), club, viewer)
    players = Player.objects.filter(club=club, key__in=_values(problems, "player"))
    names = {player.key: player.get_name_for(viewer) for player in players}
    called = {key: " – ".join(part.names) for key, part in parts.items()}
    return tuple(
        Obstacle(
            said=one.message.translate(gettext),
            match=parts.get(str(problem.message.values.get("match"))),
            first=_number(problem.message.values.get("decision")),
        )
        for problem, one in zip(problems, named(problems, players=names, matches=called), strict=True)
    )


def named(
    problems: Iterable[Problem], *, players: Mapping[str, str], matches: Mapping[str, str]
) -> list[Problem]:
    """The same, with names for the ids that are known."""
    known = {"player": players, "match": matches}
    return [
        replace(
            problem,
            message=replace(
                problem.message,
                values={
                    key: known[key].get(str(value), value) if key in known else value
                    for key, value in problem.message.values.items()
                },
            ),
        )
        for problem in problems
    ]


def _values(problems: Iterable[Problem], key: str) -> set[str]:
    return {str(problem.message.values[key]) for problem in problems if key in problem.message.values}


def _matches(keys: Collection[str], club: int, viewer: Viewer) -> dict[str, MatchPart]:
    """2 queries."""
    found = list(Match.objects.filter(club=club, key__in=keys))
    seats = seats_of((), also=[match.pk for match in found])
    return {match.key: match_part(match, seats[match.pk], viewer) for match in found}


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and value else None
