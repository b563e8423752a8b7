"""What the commands of a season's life share: which season is meant, what becomes of missing matches, what is told."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.management.base import CommandParser
from django.db.models import QuerySet

from games import Invalid
from games.problems import _
from league.models import Competition, Player, Season
from league.models.season import SeasonState
from league.queries.ending import Ending
from league.rules.seasons.rollover import PlannedDivision, PlayerMovement, RolloverPlan
from league.rules.snapshot import JSON
from league.rules.validation import build_problem


def add_missing_arguments(parser: CommandParser) -> None:
    """The flags that say what becomes of matches without a result."""
    missing = parser.add_mutually_exclusive_group()
    missing.add_argument(
        "--forfeit-missing",
        dest="missing",
        action="store_const",
        const="forfeit",
        help="matches without a result count as lost by all who should have been there",
    )
    missing.add_argument(
        "--void-missing",
        dest="missing",
        action="store_const",
        const="void",
        help="matches without a result count for nobody",
    )


def find_lowest_season(competition: Competition, state: SeasonState) -> Season:
    """Raises games.Invalid where no season is in that state."""
    found = _filter_seasons(competition, state=state).order_by("number").first()
    if found is None:
        raise Invalid(
            build_problem("season", "no-draft", _("There is no draft that could be opened."))
            if state == SeasonState.DRAFT
            else build_problem("season", "no-open-season", _("No season is open."))
        )
    return found


def find_latest_opened_season(competition: Competition) -> Season:
    """Raises games.Invalid where no season has been opened."""
    found = (
        _filter_seasons(competition, state__in=[SeasonState.OPEN, SeasonState.CLOSED])
        .order_by("number")
        .last()
    )
    if found is None:
        raise Invalid(build_problem("season", "no-season", _("No season has been opened yet.")))
    return found


def find_latest_rolled_over_season(competition: Competition) -> Season:
    """The last that came out of rolling over. Raises games.Invalid where none did."""
    found = _filter_seasons(competition, rolled_from__isnull=False).order_by("number").last()
    if found is None:
        raise Invalid(
            build_problem("season", "not-rolled-over", _("No season has been made by rolling over."))
        )
    return found


def _filter_seasons(competition: Competition, **filters: Any) -> QuerySet[Season]:
    return Season.objects.filter(competition=competition, **filters).select_related("competition__club")


# --- what is told


def format_headline(document: JSON) -> str:
    return f"{document['competition']}, season {document['season']} ({document['state']})"


def format_entries(document: JSON) -> Iterator[str]:
    """Who plays where, by id."""
    for division in document["divisions"]:
        yield f"Division {division['name']}: {', '.join(division['entries'])}"


def format_final_standings(ending: Ending) -> Iterator[str]:
    """Every player of a season that has ended, best first, with why they go up, down or stay."""
    fates = {fate.player: fate for fate in ending.plan().player_movements} if ending.can_move else {}
    for standings in ending.standings:
        yield from ("", f"Division {standings.name}")
        for one in standings.ranked:
            name = _format_player(ending.players[one.row.player])
            yield (
                f"{one.rank}. {name}: {_format_reasons(fates[one.row.player])}"
                if fates
                else f"{one.rank}. {name}"
            )


def format_moves(ending: Ending, plan: RolloverPlan, newcomers: Sequence[Player]) -> Iterator[str]:
    """Every player of the next season by division, then those who are in it no more: from, to and why."""
    players = {**ending.players, **{player.key: player for player in newcomers}}
    before = {standings.level: standings.name for standings in ending.standings}
    fates = {fate.player: fate for fate in plan.player_movements}
    for division in plan.divisions:
        yield from ("", f"Division {division.name}")
        for player in division.players:
            fate = fates[player]
            yield f"{_format_player(players[player])}, {_format_move(fate, division, before)}: {_format_reasons(fate)}"
    if gone := [fate for fate in plan.player_movements if fate.to is None]:
        yield from ("", "Not in it any more")
        for fate in gone:
            yield f"{_format_player(players[fate.player])}: {_format_reasons(fate)}"


def _format_move(fate: PlayerMovement, division: PlannedDivision, before: Mapping[int, str]) -> str:
    if fate.came_from is None:
        return f"new in {division.name}"
    if fate.came_from == division.level:
        return f"stays in {division.name}"
    return f"from {before[fate.came_from]} to {division.name}"


def _format_player(player: Player) -> str:
    return f"{player.get_name_for(None)} ({player.key})"


def _format_reasons(fate: PlayerMovement) -> str:
    return " ".join(str(text) for text in fate.because)
