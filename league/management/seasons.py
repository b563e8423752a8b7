"""What the commands that open, close and roll over seasons share: arguments, looking seasons up, output."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.management.base import CommandParser
from django.db.models import QuerySet

from games import Invalid
from games.problems import _
from league.models import Competition, Player, Season
from league.models.season import SeasonState
from league.queries.season_end import SeasonEnd
from league.rules.seasons.rollover import PlannedDivision, PlayerMovement, RolloverPlan
from league.rules.snapshot import JSON
from league.rules.validation import build_problem


def add_missing_arguments(parser: CommandParser) -> None:
    """Add the flags that say what becomes of matches without a result."""
    missing = parser.add_mutually_exclusive_group()
    missing.add_argument(
        "--forfeit-missing",
        dest="missing",
        action="store_const",
        const="forfeit",
        help="matches without a result: all players forfeit",
    )
    missing.add_argument(
        "--void-missing",
        dest="missing",
        action="store_const",
        const="void",
        help="matches without a result are void",
    )


def find_lowest_season(competition: Competition, state: SeasonState) -> Season:
    """Return the season in this state with the lowest number.

    Raises games.Invalid if there is none.
    """
    season = _filter_seasons(competition, state=state).order_by("number").first()
    if season is None:
        raise Invalid(
            build_problem("season", "no-draft", _("There is no draft to start."))
            if state == SeasonState.DRAFT
            else build_problem("season", "no-open-season", _("No season is open."))
        )
    return season


def find_latest_opened_season(competition: Competition) -> Season:
    """Return the latest season that is not a draft.

    Raises games.Invalid if none has been opened.
    """
    season = (
        _filter_seasons(competition, state__in=[SeasonState.OPEN, SeasonState.CLOSED])
        .order_by("number")
        .last()
    )
    if season is None:
        raise Invalid(build_problem("season", "no-season", _("No season has started yet.")))
    return season


def find_latest_rolled_over_season(competition: Competition) -> Season:
    """Return the latest season that was made by rolling over.

    Raises games.Invalid if there is none.
    """
    season = _filter_seasons(competition, rolled_from__isnull=False).order_by("number").last()
    if season is None:
        raise Invalid(
            build_problem("season", "not-rolled-over", _("No season has been created by a rollover."))
        )
    return season


def _filter_seasons(competition: Competition, **filters: Any) -> QuerySet[Season]:
    return Season.objects.filter(competition=competition, **filters).select_related("competition__club")


# --- output


def format_headline(document: JSON) -> str:
    """Return a line that names a season and its state."""
    name = document.get("name") or f"season {document['season']}"
    return f"{document['competition']}, {name} ({document['state']})"


def format_entries(document: JSON) -> Iterator[str]:
    """Yield a line for each division with the ids of its players."""
    for division in document["divisions"]:
        yield f"Division {division['name']}: {', '.join(division['entries'])}"


def format_final_standings(ending: SeasonEnd) -> Iterator[str]:
    """Yield a closed season's divisions and players, best first.

    In a league the reasons follow why a player is promoted, relegated or stays.
    """
    movements = (
        {movement.player: movement for movement in ending.plan().player_movements} if ending.can_move else {}
    )
    for standings in ending.standings:
        yield from ("", f"Division {standings.name}")
        for ranked in standings.ranked:
            name = _format_player(ending.players[ranked.row.player])
            yield (
                f"{ranked.rank}. {name}: {_format_reasons(movements[ranked.row.player])}"
                if movements
                else f"{ranked.rank}. {name}"
            )


def format_moves(ending: SeasonEnd, plan: RolloverPlan, newcomers: Sequence[Player]) -> Iterator[str]:
    """Yield every player of the next season by division, then those who leave the league.

    Each line says where from, where to and why.
    """
    players = {**ending.players, **{player.key: player for player in newcomers}}
    before = {standings.level: standings.name for standings in ending.standings}
    movements = {movement.player: movement for movement in plan.player_movements}
    for division in plan.divisions:
        yield from ("", f"Division {division.name}")
        for player in division.players:
            movement = movements[player]
            name = _format_player(players[player])
            yield f"{name}, {_format_move(movement, division, before)}: {_format_reasons(movement)}"
    if leavers := [movement for movement in plan.player_movements if movement.to is None]:
        yield from ("", "Not in it any more")
        for movement in leavers:
            yield f"{_format_player(players[movement.player])}: {_format_reasons(movement)}"


def _format_move(movement: PlayerMovement, division: PlannedDivision, before: Mapping[int, str]) -> str:
    if movement.came_from is None:
        return f"new in {division.name}"
    if movement.came_from == division.level:
        return f"stays in {division.name}"
    return f"from {before[movement.came_from]} to {division.name}"


def _format_player(player: Player) -> str:
    return f"{player.get_name_for(None)} ({player.key})"


def _format_reasons(movement: PlayerMovement) -> str:
    return " ".join(str(text) for text in movement.because)
