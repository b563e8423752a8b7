"""Standings as the `report` command and the club file give them (contract.md, `report --json`)."""

from collections.abc import Mapping, Sequence
from typing import Any

from games import Game, fraction_text
from league.rules.ranking import RankedEntry
from league.rules.standings import EntryTotals


def build_standing(ranked: RankedEntry, game: Game, *, movement: str | None = None) -> dict[str, Any]:
    """One row, its keys in contract order; what the game does not declare is left out."""
    row = ranked.row
    told: dict[str, Any] = {
        "rank": ranked.rank,
        "player": row.player,
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "deals": row.deals,
        "score": row.score,
        "average": fraction_text(row.average),
        **_build_level(row, game),
    }
    if game.zeros:
        told |= {"zeros": row.bids_made, "zero_rate": fraction_text(row.zero_rate)}
    told["win_rate"] = fraction_text(row.win_rate)
    if game.has_bids:
        told["bid_average"] = fraction_text(row.bid_average)
    if game.style:
        told["style"] = game.style_of(row.bid_total, row.bids)
    return told | {"movement": movement, "decided_by": ranked.decided_by}


def _build_level(row: EntryTotals, game: Game) -> dict[str, Any]:
    if not game.levels:
        return {}
    level = game.level_of(row.average)
    return {"level": level and level.name, "grade": level and level.grade}


def build_division_report(
    level: int, name: str, ranked: Sequence[RankedEntry], game: Game, movements: Mapping[str, str]
) -> dict[str, Any]:
    """`movements` are by player id; nobody has one while the season runs."""
    rows = [build_standing(row, game, movement=movements.get(row.row.player)) for row in ranked]
    return {"level": level, "name": name, "standings": rows}
