"""What opening, closing and rolling over answer: a season's divisions, and who moved.

See docs/reference/commands.md, Answer of a season.
"""

from collections.abc import Iterable, Iterator, Sequence

from league.models import Division, Entry, Season
from league.models.season import SeasonState
from league.queries.ending import Ending, ending
from league.rules.seasons.rollover import Move, PlannedDivision, PlayerMovement, Reason, RolloverPlan
from league.rules.snapshot import JSON


def answer(season: Season) -> JSON:
    """The document of a season that was read with its competition and club. 7 queries.

    Who moved follows from how the season before ended: nothing is kept of it.
    """
    groups: dict[int, list[str]] = {}
    entries = Entry.objects.filter(season=season).values_list("division", "seed", "player__key")
    for division, _seed, player in sorted(entries):  # ids here: each database has its own order of letters
        groups.setdefault(division, []).append(player)
    divisions = [
        PlannedDivision(division.level, division.name, tuple(groups.get(division.pk, ())))
        for division in Division.objects.filter(season=season).order_by("level")
    ]
    return _document(season, season.number, season.state, divisions, _moves(season, divisions))


def answer_before(found: Ending, plan: RolloverPlan) -> JSON:
    """The document that `answer` gives of the season which rolling over makes. No queries."""
    return _document(found.season, found.season.number + 1, SeasonState.DRAFT, plan.divisions, plan.moves)


def _document(
    season: Season, number: int, state: str, divisions: Iterable[PlannedDivision], moves: Iterable[Move]
) -> JSON:
    competition = season.competition
    arrived: dict[int, list[JSON]] = {}
    for move in moves:
        told = {"player": move.player, "from": move.came_from, "to": move.to, "reason": move.reason}
        arrived.setdefault(move.to, []).append(told)
    return {
        "competition": f"{competition.club.slug}/{competition.slug}",
        "season": number,
        "state": state,
        "divisions": [
            {
                "level": division.level,
                "name": division.name,
                "entries": list(division.players),
                "moves": arrived.get(division.level, []),
            }
            for division in divisions
        ],
    }


def _moves(season: Season, divisions: Sequence[PlannedDivision]) -> Iterator[Move]:
    """By division and seed. 5 queries, or 1 where no closed season of the league came before."""
    before = (
        Season.objects.filter(
            competition=season.competition_id, number=season.number - 1, state=SeasonState.CLOSED
        )
        .select_related("competition")
        .first()
    )
    found = before and ending(before)
    if not (found and found.can_move):
        return
    newcomers = [
        player for division in divisions for player in division.players if player not in found.players
    ]
    fates = {fate.player: fate for fate in found.plan(newcomers).player_movements}
    for division in divisions:
        for player in division.players:
            fate = fates.get(player)
            if reason := _reason(fate, division.level):
                yield Move(player, fate.came_from if fate else None, division.level, reason)


def _reason(fate: PlayerMovement | None, level: int) -> Reason | None:
    """Why somebody is there; by direction where an organiser put them elsewhere than they were sent."""
    if fate is None or fate.came_from is None:
        return "newcomer"
    if level == fate.to:
        return fate.reason
    if level == fate.came_from:
        return None
    return "promoted" if level < fate.came_from else "relegated"
