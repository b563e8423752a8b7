"""What follows from changed results: further matches of ties, standings and statistics."""

from collections.abc import Iterable, Sequence

from league.actions import legs, standings
from league.actions.job import enqueue
from league.actions.submissions import SubmissionContext
from league.models import Division


def recompute_divisions(contexts: Sequence[SubmissionContext], also: Iterable[int] = ()) -> None:
    """Recompute the standings of each division concerned once, and enqueue the players' statistics.

    The contexts are all of the same competition; `also` are the ids of players who sat there before.
    """
    players = [*also, *(seat.player_id for context in contexts for seat in context.seats)]
    for context in {context.match.division_id: context for context in contexts}.values():
        recompute_division(context.match.division)
    enqueue(
        "refresh-statistics",
        competition=contexts[0].match.division.season.competition_id,
        players=list(dict.fromkeys(players)),
    )


def recompute_division(division: Division) -> None:
    """Recompute the standings of a locked division, which was read with its season and competition."""
    legs.fit_legs(division)
    standings.recompute_standings(division)
