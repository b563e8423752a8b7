"""Who plays in which division of a new season: how large the divisions are, and four ways to fill them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from games import Invalid
from games.problems import _
from league.rules import movement
from league.rules.check import problem
from league.rules.movement import Next, Table
from league.rules.settings import Rules, unworkable
from league.rules.texts import letters

SMALLEST = 2  # nobody plays alone


def sizes(players: int, rules: Rules) -> list[int]:
    """How large the divisions for so many players are, best first.

    As near to `division_size` as can be, none more than one smaller than another, the larger above; each large enough
    for what goes up and down from it. Raises Invalid where no sizes are, with what would be possible.
    """
    if players < SMALLEST:
        raise Invalid(
            problem(
                "players",
                "too-few-players",
                _("A division takes at least {least} players; here are {players}."),
                least=SMALLEST,
                players=players,
            )
        )
    allowed = [found for found in _even(players) if not any(unworkable(rules, found))]
    if not allowed:
        raise Invalid(*unworkable(rules, [players]))
    if len(allowed) == 1 and players > rules.division_size + 1:
        raise Invalid(
            problem(
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


def _even(players: int) -> Iterator[list[int]]:
    """From one division to as many as there can be."""
    for count in range(1, players // SMALLEST + 1):
        smaller, larger = divmod(players, count)
        yield [smaller + 1] * larger + [smaller] * (count - larger)


def in_order(players: Sequence[str], sizes: Sequence[int]) -> list[Next]:
    """The players as they come, from the top; `sizes` have room for all of them."""
    rest = iter(players)
    return [Next(level, letters(level), tuple(islice(rest, size))) for level, size in enumerate(sizes, 1)]


def by_number(players: Sequence[str], numbers: Mapping[str, int]) -> list[str]:
    """By the numbers that somebody gave them, low first; whoever has none comes last, in order of the list."""
    return sorted(players, key=lambda player: (player not in numbers, numbers.get(player, 0)))


def by_average(players: Sequence[str], averages: Mapping[str, Fraction]) -> list[str]:
    """The best average first; whoever has none comes last, in order of the list."""
    return sorted(players, key=lambda player: (player not in averages, -averages.get(player, Fraction(0))))


def from_last_season(tables: Sequence[Table], rules: Rules, players: Sequence[str]) -> list[Next]:
    """Where last season's tables send these players; whoever was not in it begins in the lowest division.

    Those who were in it and are not to play leave their places free, as if they had left.
    """
    playing = set(players)
    were_there = {place.player for table in tables for place in table.places}
    newcomers = [player for player in players if player not in were_there]
    plan = movement.plan([_without(table, playing) for table in tables], rules, newcomers)
    return [division for division in plan.divisions if division.players]


def _without(table: Table, playing: Collection[str]) -> Table:
    places = tuple(replace(place, left=place.player not in playing) for place in table.places)
    return replace(table, places=places)
