"""Explain what a season's end means for a player: promoted, relegated, or neither.

While the season runs, what it would mean if the season ended now (docs/reference/commands.md, explain).
"""

from collections.abc import Mapping

from games import Step, Text
from games.problems import _
from league.rules.records import SeasonRecord
from league.rules.seasons import report
from league.rules.seasons.report import SeasonStandings
from league.rules.seasons.rollover import DivisionStandings, Movement
from league.rules.snapshot import ClubSnapshot
from league.rules.standings.ranking import RankedEntry

MOVEMENT_SENTENCES: Mapping[Movement, str] = {
    "promoted": _("{player} is promoted"),
    "relegated": _("{player} is relegated"),
    "stays": _("{player} stays in division {division}"),
}
PROJECTED_SENTENCES: Mapping[Movement, str] = {
    "promoted": _("If the season ended now, {player} would be promoted"),
    "relegated": _("If the season ended now, {player} would be relegated"),
    "stays": _("If the season ended now, {player} would stay in division {division}"),
}
LOTS_DRAWN = _(
    "No tie-break separated these players, and not all of them could go the same way: lots were drawn."
)
LOTS_WOULD_DECIDE = _(
    "No tie-break separates these players, and not all of them can go the same way: lots would be drawn."
)


def explain_player_movement(
    snapshot: ClubSnapshot,
    season: SeasonRecord,
    standings: SeasonStandings,
    own: DivisionStandings,
    mine: RankedEntry,
) -> tuple[Step, ...]:
    """Return a step for the player of `mine`, who is in the division `own`; none where no player moves."""
    end = standings if standings.plan else _project_season_end(snapshot, season, standings, own)
    if end is None or end.plan is None:
        return ()
    player = mine.row.player
    found = next(movement for movement in end.plan.player_movements if movement.player == player)
    sentences, lots = (
        (MOVEMENT_SENTENCES, LOTS_DRAWN) if standings.plan else (PROJECTED_SENTENCES, LOTS_WOULD_DECIDE)
    )
    lots_reason = [Text(lots)] if _is_drawn_on_closing(snapshot, season, end, player) else []
    return (
        Step(
            Text(
                sentences[found.movement or "stays"],
                {"player": snapshot.players[player].name, "division": own.name},
            ),
            found.movement,
            is_said=True,
            because=tuple(Step(text) for text in (*lots_reason, *found.movement_reasons)),
        ),
    )


def _project_season_end(
    snapshot: ClubSnapshot, season: SeasonRecord, standings: SeasonStandings, own: DivisionStandings
) -> SeasonStandings | None:
    """Return the final standings as they would be if the open season of a league ended now.

    Returns None for any other season, while the division has not begun, and where no player would move.
    """
    is_league = snapshot.competitions[season.competition].kind == "league"
    has_begun = any(ranked.row.played for ranked in own.ranked)
    if not is_league or season.state != "open" or not has_begun:
        return None
    end = report.compute_final_standings(standings.divisions, snapshot.get_settings(season), season.lot or 0)
    return end if set(end.movements.values()) > {"stays"} else None


def _is_drawn_on_closing(
    snapshot: ClubSnapshot, season: SeasonRecord, end: SeasonStandings, player: str
) -> bool:
    """Return whether lots are drawn on closing for the player's rank; never if the rules rank by lot."""
    mine = next(
        ranked for division in end.divisions for ranked in division.ranked if ranked.row.player == player
    )
    ranking = snapshot.get_settings(season).rules.ranking
    return bool(mine.steps) and mine.steps[-1].key == "lot" and "lot" not in ranking
