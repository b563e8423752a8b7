"""What follows from changed results: later rounds of a bracket, matches of its ties, standings and statistics."""

from collections.abc import Iterable, Sequence

from league.actions import brackets, legs, standings
from league.actions.job import enqueue
from league.actions.submissions import SubmissionContext
from league.models import Division


def recompute_divisions(contexts: Sequence[SubmissionContext], also: Iterable[int] = ()) -> None:
    """Recompute the standings of each division concerned once, and enqueue the players' statistics.

    The contexts are all of the same competition; `also` are the ids of players who sat there before.
    """
    players = [*also, *(seat.player_id for context in contexts for seat in context.seats)]
    for context in {context.match.division_id: context for context in contexts}.values():
        players += recompute_division(context.match.division)
    enqueue(
        "refresh-statistics",
        competition=contexts[0].match.division.season.competition_id,
        players=list(dict.fromkeys(players)),
    )


def recompute_division(division: Division) -> list[int]:
    """Recompute the standings of a locked division, after who meets whom in its bracket.

    Returns the ids of players whose other matches have changed. It was read with its season and competition.
    """
    players = sorted(brackets.fit_later_rounds(division))
    legs.fit_legs(division)
    standings.recompute_standings(division)
    return players
