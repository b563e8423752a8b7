"""The divisions of a new season: their sizes, and four ways to assign players to them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from games import Game, Invalid, Problem
from games.problems import _
from league.rules.names import build_division_name
from league.rules.rule_checks import find_setting_errors
from league.rules.seasons import rollover
from league.rules.seasons.rollover import FinalTable, PlannedDivision
from league.rules.settings import MIN_DIVISION_SIZE, Rules
from league.rules.validation import build_problem

# Of games for more than two at a table: up to MAX_UNDIVIDED_SIZE players stay in one division, more are split into
# divisions of about DEFAULT_DIVIDED_SIZE.
MAX_UNDIVIDED_SIZE, DEFAULT_DIVIDED_SIZE = 24, 16


def get_min_division_size(game: Game) -> int:
    """Return how many players a division needs to fill a table."""
    return max(MIN_DIVISION_SIZE, game.min_seats)


def compute_default_size(players: int, table_size: int) -> int:
    """Return how large divisions are by default.

    At tables of two a few matches are enough; players who share a table with several others need a larger
    division to meet different players.
    """
    if table_size == 2:
        return Rules().division_size
    return MAX_UNDIVIDED_SIZE if players <= MAX_UNDIVIDED_SIZE else DEFAULT_DIVIDED_SIZE


def build_too_few_problem(
    path: str, players: int, least: int, *, is_group: bool = False, is_whole_field: bool = False
) -> Problem:
    """Build the problem of a division that is too small to be played in, or of a tournament's group or whole field."""
    if least > MIN_DIVISION_SIZE:
        sentence = (
            _(
                "A group needs at least {least} players for this game; this one has {size}. "
                "Add players to it, or move them to another group."
            )
            if is_group
            else _(
                "A division needs at least {least} players for this game; this one has {size}. "
                "Add players to it, or move them to another division."
            )
        )
    elif is_group:
        sentence = _("A group needs at least {least} players; this one has {size}.")
    else:
        sentence = _("A division needs at least {least} players; this one has {size}.")
    if is_whole_field:
        sentence = _("This tournament needs at least {least} players; it has {size}.")
    return build_problem(path, "too-few-entries", sentence, least=least, size=players)


def compute_division_sizes(players: int, rules: Rules, least: int = MIN_DIVISION_SIZE) -> list[int]:
    """Return the sizes of the divisions for so many players, best first.

    They are as near to `division_size` as possible, none smaller than `least`, and differ by one at most, the
    larger first; each is large enough for the promotions and relegations of its division. Raises
    games.Invalid where no sizes are possible, with possible sizes, and where only one division is, with more
    than `division_size` + 1 players.
    """
    if players < least:
        raise Invalid(
            build_problem(
                "players",
                "too-few-players",
                _("A division needs at least {least} players; this one has {players}."),
                least=least,
                players=players,
            )
        )
    allowed = [
        sizes for sizes in _list_even_sizes(players, least) if not any(find_setting_errors(rules, sizes))
    ]
    if not allowed:
        raise Invalid(*find_setting_errors(rules, [players]))
    if len(allowed) == 1 and players > rules.division_size + 1:
        raise Invalid(
            build_problem(
                "rules.promoted",
                "too-many-move",
                _(
                    "{players} players are too few to promote {up} and relegate {down} per division: at most {most}."
                    " Or make one division of {players}."
                ),
                players=players,
                up=rules.promoted,
                down=rules.relegated,
                most=players // 2,
            )
        )
    return min(allowed, key=lambda sizes: abs(Fraction(players, len(sizes)) - rules.division_size))


def _list_even_sizes(players: int, least: int) -> Iterator[list[int]]:
    """Yield even sizes, from one division up to the most possible."""
    for count in range(1, players // least + 1):
        smaller, larger = divmod(players, count)
        yield [smaller + 1] * larger + [smaller] * (count - larger)


def divide_in_order(players: Sequence[str], sizes: Sequence[int]) -> list[PlannedDivision]:
    """Assign the players in order, from the first division down; `sizes` must have room for all of them."""
    rest = iter(players)
    return [
        PlannedDivision(level, build_division_name(level), tuple(islice(rest, size)))
        for level, size in enumerate(sizes, 1)
    ]


def sort_by_number(players: Sequence[str], numbers: Mapping[str, int]) -> list[str]:
    """Sort by the numbers given to the players, low first.

    Those without a number come last, in order of the list.
    """
    return sorted(players, key=lambda player: (player not in numbers, numbers.get(player, 0)))


def sort_by_average(players: Sequence[str], averages: Mapping[str, Fraction]) -> list[str]:
    """Sort by average, the best first.

    Those without an average come last, in order of the list.
    """
    return sorted(players, key=lambda player: (player not in averages, -averages.get(player, Fraction(0))))


def divide_by_last_season(
    tables: Sequence[FinalTable], rules: Rules, players: Sequence[str], least: int = MIN_DIVISION_SIZE
) -> list[PlannedDivision]:
    """Assign players by promotion and relegation from last season.

    Players who were not in it begin in the lowest division. Players of last season who are not to play leave
    their places free, as if they had left. Below the first division none has fewer than `least` players.
    """
    playing = set(players)
    former_players = {place.player for table in tables for place in table.places}
    newcomers = [player for player in players if player not in former_players]
    plan = rollover.plan_rollover(
        [_mark_left(table, playing) for table in tables], rules, newcomers, least=least
    )
    return [division for division in plan.divisions if division.players]


def _mark_left(table: FinalTable, playing: Collection[str]) -> FinalTable:
    places = tuple(replace(place, left=place.player not in playing) for place in table.places)
    return replace(table, places=places)
