"""Who plays in which division of a new season: how large the divisions are, and four ways to fill them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from games import Game, Invalid, Problem
from games.problems import _
from league.rules import movement
from league.rules.check import problem
from league.rules.movement import Next, Table
from league.rules.settings import Rules, unworkable
from league.rules.texts import letters

SMALLEST = 2  # nobody plays alone
UNDIVIDED, DIVIDED = 24, 16  # at larger tables: so many play together, more in divisions of about so many


def smallest(game: Game) -> int:
    """How many a division needs, so that it has a table."""
    return max(SMALLEST, game.min_seats)


def usual_size(players: int, table_size: int) -> int:
    """How large divisions are if nobody says so. Two by two a few matches are enough; who share tables with several
    others need more of them to meet."""
    if table_size == 2:
        return Rules().division_size
    return UNDIVIDED if players <= UNDIVIDED else DIVIDED


def too_few(path: str, players: int, least: int) -> Problem:
    """What to say of a division that is too small to be played in."""
    sentence = _("A division needs at least {least} players; this one has {size}.")
    if least > SMALLEST:
        sentence = _(
            "A division needs at least {least} players for this game; this one has {size}. "
            "Add players to it, or move them to another division."
        )
    return problem(path, "too-few-entries", sentence, least=least, size=players)


def sizes(players: int, rules: Rules, least: int = SMALLEST) -> list[int]:
    """How large the divisions for so many players are, best first.

    As near to `division_size` as can be, none smaller than `least` or more than one smaller than another, the larger
    above; each large enough for what goes up and down from it. Raises Invalid where no sizes are, with what would be
    possible.
    """
    if players < least:
        raise Invalid(
            problem(
                "players",
                "too-few-players",
                _("A division takes at least {least} players; here are {players}."),
                least=least,
                players=players,
            )
        )
    allowed = [found for found in _even(players, least) if not any(unworkable(rules, found))]
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


def _even(players: int, least: int) -> Iterator[list[int]]:
    """From one division to as many as there can be."""
    for count in range(1, players // least + 1):
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


def from_last_season(
    tables: Sequence[Table], rules: Rules, players: Sequence[str], least: int = SMALLEST
) -> list[Next]:
    """Where last season's tables send these players; whoever was not in it begins in the lowest division. Below
    the first none has fewer than `least`.

    Those who were in it and are not to play leave their places free, as if they had left.
    """
    playing = set(players)
    were_there = {place.player for table in tables for place in table.places}
    newcomers = [player for player in players if player not in were_there]
    plan = movement.plan([_without(table, playing) for table in tables], rules, newcomers, least=least)
    return [division for division in plan.divisions if division.players]


def _without(table: Table, playing: Collection[str]) -> Table:
    places = tuple(replace(place, left=place.player not in playing) for place in table.places)
    return replace(table, places=places)
