"""Who plays in which division of a new season: how large the divisions are, and four ways to fill them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from games import Game, Invalid, Problem
from games.problems import _
from league.rules.field_types import build_division_name
from league.rules.seasons import rollover
from league.rules.seasons.rollover import FinalTable, PlannedDivision
from league.rules.settings import Rules, find_setting_errors
from league.rules.validation import build_problem

MIN_DIVISION_SIZE = 2  # nobody plays alone
MAX_UNDIVIDED_SIZE, DEFAULT_DIVIDED_SIZE = (
    24,
    16,
)  # at larger tables: so many play together, more in divisions of about so many


def get_min_division_size(game: Game) -> int:
    """How many a division needs, so that it has a table."""
    return max(MIN_DIVISION_SIZE, game.min_seats)


def compute_default_size(players: int, table_size: int) -> int:
    """How large divisions are if nobody says so. Two by two a few matches are enough; who share tables with several
    others need more of them to meet."""
    if table_size == 2:
        return Rules().division_size
    return MAX_UNDIVIDED_SIZE if players <= MAX_UNDIVIDED_SIZE else DEFAULT_DIVIDED_SIZE


def build_too_few_problem(path: str, players: int, least: int) -> Problem:
    """What to say of a division that is too small to be played in."""
    sentence = _("A division needs at least {least} players; this one has {size}.")
    if least > MIN_DIVISION_SIZE:
        sentence = _(
            "A division needs at least {least} players for this game; this one has {size}. "
            "Add players to it, or move them to another division."
        )
    return build_problem(path, "too-few-entries", sentence, least=least, size=players)


def compute_division_sizes(players: int, rules: Rules, least: int = MIN_DIVISION_SIZE) -> list[int]:
    """How large the divisions for so many players are, best first.

    As near to `division_size` as can be, none smaller than `least` or more than one smaller than another, the larger
    above; each large enough for what goes up and down from it. Raises Invalid where no sizes are, with what would be
    possible.
    """
    if players < least:
        raise Invalid(
            build_problem(
                "players",
                "too-few-players",
                _("A division takes at least {least} players; here are {players}."),
                least=least,
                players=players,
            )
        )
    allowed = [
        found for found in _list_even_sizes(players, least) if not any(find_setting_errors(rules, found))
    ]
    if not allowed:
        raise Invalid(*find_setting_errors(rules, [players]))
    if len(allowed) == 1 and players > rules.division_size + 1:
        raise Invalid(
            build_problem(
                "rules.promoted",
                "too-many-move",
                _(
                    "{players} players are too few for {up} to go up and {down} to go down between divisions:"
                    " {most} is the most that can. Or make one division of {players}."
                ),
                players=players,
                up=rules.promoted,
                down=rules.relegated,
                most=players // 2,
            )
        )
    return min(allowed, key=lambda found: abs(Fraction(players, len(found)) - rules.division_size))


def _list_even_sizes(players: int, least: int) -> Iterator[list[int]]:
    """From one division to as many as there can be."""
    for count in range(1, players // least + 1):
        smaller, larger = divmod(players, count)
        yield [smaller + 1] * larger + [smaller] * (count - larger)


def divide_in_order(players: Sequence[str], sizes: Sequence[int]) -> list[PlannedDivision]:
    """The players as they come, from the top; `sizes` have room for all of them."""
    rest = iter(players)
    return [
        PlannedDivision(level, build_division_name(level), tuple(islice(rest, size)))
        for level, size in enumerate(sizes, 1)
    ]


def sort_by_number(players: Sequence[str], numbers: Mapping[str, int]) -> list[str]:
    """By the numbers that somebody gave them, low first; whoever has none comes last, in order of the list."""
    return sorted(players, key=lambda player: (player not in numbers, numbers.get(player, 0)))


def sort_by_average(players: Sequence[str], averages: Mapping[str, Fraction]) -> list[str]:
    """The best average first; whoever has none comes last, in order of the list."""
    return sorted(players, key=lambda player: (player not in averages, -averages.get(player, Fraction(0))))


def divide_by_last_season(
    tables: Sequence[FinalTable], rules: Rules, players: Sequence[str], least: int = MIN_DIVISION_SIZE
) -> list[PlannedDivision]:
    """Where last season's tables send these players; whoever was not in it begins in the lowest division. Below
    the first none has fewer than `least`.

    Those who were in it and are not to play leave their places free, as if they had left.
    """
    playing = set(players)
    were_there = {place.player for table in tables for place in table.places}
    newcomers = [player for player in players if player not in were_there]
    plan = rollover.plan_rollover(
        [_mark_left(table, playing) for table in tables], rules, newcomers, least=least
    )
    return [division for division in plan.divisions if division.players]


def _mark_left(table: FinalTable, playing: Collection[str]) -> FinalTable:
    places = tuple(replace(place, left=place.player not in playing) for place in table.places)
    return replace(table, places=places)
