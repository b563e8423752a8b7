"""The page on which a match is given another day or table."""

from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext

from league.models.match import MatchStatus
from league.queries.pages.match import Found
from league.queries.pages.words import Where


@dataclass(frozen=True)
class MovingPage:
    where: Where
    key: str
    players: tuple[str, ...]
    division: str
    round: int
    table: int
    due_on: date | None
    obstacle: str  # why it cannot be moved; empty where it can


def page(found: Found) -> MovingPage:
    """Of a found match. No query."""
    match = found.match
    decided = match.status != MatchStatus.SCHEDULED
    return MovingPage(
        where=found.where,
        key=match.key,
        players=found.table.players,
        division=match.division.name,
        round=match.round,
        table=match.table,
        due_on=match.due_on,
        obstacle=gettext("This match has a result: it keeps its day and its table.") if decided else "",
    )
