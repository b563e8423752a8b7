"""The answers of commands that open, close and roll over a season: its divisions, and who moved.

See docs/reference/commands.md, Answer of a season.
"""

from collections.abc import Iterable, Iterator, Sequence

from league.models import Division, Entry, Season
from league.models.season import SeasonState
from league.queries.season_end import SeasonEnd, compute_season_end
from league.rules.seasons.rollover import Move, PlannedDivision, PlayerMovement, Reason, RolloverPlan
from league.rules.snapshot import JSON


def build_answer(season: Season) -> JSON:
    """Return the answer about a season that was read with its competition and club. 7 queries.

    Who moved follows from how the season before ended: nothing of it is stored.
    """
    groups: dict[int, list[str]] = {}
    entries = Entry.objects.filter(season=season).values_list("division", "seed", "player__key")
    for division, _seed, player in sorted(entries):  # ids here: each database has its own order of letters
        groups.setdefault(division, []).append(player)
    divisions = [
        PlannedDivision(division.level, division.name, tuple(groups.get(division.pk, ())))
        for division in Division.objects.filter(season=season).order_by("level")
    ]
    return _build_document(season, season.number, season.state, divisions, _list_moves(season, divisions))


def build_rollover_answer(found: SeasonEnd, plan: RolloverPlan) -> JSON:
    """Return the answer about the season that rolling over would make. No queries."""
    return _build_document(
        found.season, found.season.number + 1, SeasonState.DRAFT, plan.divisions, plan.moves
    )


def _build_document(
    season: Season, number: int, state: str, divisions: Iterable[PlannedDivision], moves: Iterable[Move]
) -> JSON:
    competition = season.competition
    arrived: dict[int, list[JSON]] = {}
    for move in moves:
        row = {"player": move.player, "from": move.came_from, "to": move.to, "reason": move.reason}
        arrived.setdefault(move.to, []).append(row)
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


def _list_moves(season: Season, divisions: Sequence[PlannedDivision]) -> Iterator[Move]:
    """Yield who moved, by division and seed. 5 queries, or 1 where no closed season of the league came before."""
    before = (
        Season.objects.filter(
            competition=season.competition_id, number=season.number - 1, state=SeasonState.CLOSED
        )
        .select_related("competition")
        .first()
    )
    found = before and compute_season_end(before)
    if not (found and found.can_move):
        return
    newcomers = [
        player for division in divisions for player in division.players if player not in found.players
    ]
    fates = {fate.player: fate for fate in found.plan(newcomers).player_movements}
    for division in divisions:
        for player in division.players:
            fate = fates.get(player)
            if reason := _find_reason(fate, division.level):
                yield Move(player, fate.came_from if fate else None, division.level, reason)


def _find_reason(fate: PlayerMovement | None, level: int) -> Reason | None:
    """Return why a player is there; by direction if an organiser has put them in another division than planned."""
    if fate is None or fate.came_from is None:
        return "newcomer"
    if level == fate.to:
        return fate.reason
    if level == fate.came_from:
        return None
    return "promoted" if level < fate.came_from else "relegated"
