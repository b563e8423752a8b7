"""Who goes up and who down by rank alone, and why, in a sentence (contract.md, Promotion and relegation)."""

from collections.abc import Sequence
from dataclasses import dataclass

from games import Text
from games.problems import _
from league.rules.settings import Rules


@dataclass(frozen=True)
class FinalEntry:
    """An entry as its season ends: player id, rank, matches played, and whether it has left."""

    player: str
    rank: int
    played: int
    left: bool = False


@dataclass(frozen=True)
class FinalTable:
    """A division as its season ends, best first."""

    level: int
    name: str
    places: tuple[FinalEntry, ...]


@dataclass(frozen=True)
class PromotionPlaces:
    """What a table says of its entries, as numbers of its places from 0."""

    promoted: frozenset[int]
    relegated: frozenset[int]
    passed_over: frozenset[int]  # who would have gone up, but has played too little
    spared: frozenset[int]  # who would have gone down, had enough come up


def find_promotions(tables: Sequence[FinalTable], rules: Rules) -> list[PromotionPlaces]:
    """By table, from the top. As many go down from a division as go up from the one below; who goes up is not
    counted for going down."""
    nobody: frozenset[int] = frozenset()
    rising = [
        _find_promoted(table, rules) if index > 0 else (nobody, nobody) for index, table in enumerate(tables)
    ]
    found = []
    for index, table in enumerate(tables):
        up, passed_over = rising[index]
        lowest = index == len(tables) - 1
        others = [number for number in range(len(table.places)) if number not in up]
        down = _take_last(others, 0 if lowest else len(rising[index + 1][0]))
        in_zone = _take_last(others, 0 if lowest else rules.relegated)
        found.append(PromotionPlaces(up, down, passed_over, in_zone - down))
    return found


def _find_promoted(table: FinalTable, rules: Rules) -> tuple[frozenset[int], frozenset[int]]:
    """The first who played enough, and those above the last of them who did not."""
    up: set[int] = set()
    passed_over: set[int] = set()
    for number, place in enumerate(table.places):
        if len(up) == rules.promoted:
            break
        (up if place.played >= rules.min_played else passed_over).add(number)
    return frozenset(up), frozenset(passed_over)


def _take_last(numbers: list[int], count: int) -> frozenset[int]:
    return frozenset(numbers[max(0, len(numbers) - count) :])


def explain_movement(
    table: FinalTable, number: int, exchange: PromotionPlaces, rules: Rules, *, above: bool, below: bool
) -> Text:
    """Why the place of that number goes up, down or stays by its rank. `above`, `below`: whether there is a
    division to go to."""
    place = table.places[number]
    return Text(
        _choose_sentence(number, exchange, rules, above=above, below=below),
        {
            "rank": place.rank,
            "size": len(table.places),
            "division": table.name,
            "up": len(exchange.promoted) if number in exchange.promoted else rules.promoted,
            "down": len(exchange.relegated) if number in exchange.relegated else rules.relegated,
            "played": place.played,
            "needed": rules.min_played,
        },
    )


def _choose_sentence(
    number: int, exchange: PromotionPlaces, rules: Rules, *, above: bool, below: bool
) -> str:
    if number in exchange.promoted:
        return _explain_promotion(number, exchange, rules)
    if number in exchange.relegated:
        return _explain_relegation(number, exchange)
    if number in exchange.passed_over:
        return _(
            "Number {rank} of {size} in division {division}, but with too few matches to go up:"
            " {played} played, {needed} needed."
        )
    if number in exchange.spared:
        return _(
            "Number {rank} of {size} in division {division}: does not go down, because too few in the"
            " division below have played enough to come up."
        )
    return _explain_staying(rules, above=above and rules.promoted > 0, below=below and rules.relegated > 0)


def _explain_promotion(number: int, exchange: PromotionPlaces, rules: Rules) -> str:
    one = len(exchange.promoted) == 1
    if number >= rules.promoted:
        return _(
            "Number {rank} of {size} in division {division}: goes up in place of somebody above"
            " who has played too few matches."
        )
    if any(passed < max(exchange.promoted) for passed in exchange.passed_over):
        return (
            _("Number {rank} of {size} in division {division}: the first who has played enough goes up.")
            if one
            else _(
                "Number {rank} of {size} in division {division}: the first {up} who have played enough go up."
            )
        )
    if one:
        return _("Number {rank} of {size} in division {division}: the first goes up.")
    return _("Number {rank} of {size} in division {division}: the first {up} go up.")


def _explain_relegation(number: int, exchange: PromotionPlaces) -> str:
    one = len(exchange.relegated) == 1
    if any(up > number for up in exchange.promoted):
        return (
            _("Number {rank} of {size} in division {division}: the last of those who do not go up goes down.")
            if one
            else _(
                "Number {rank} of {size} in division {division}: the last {down} of those who do not go up"
                " go down."
            )
        )
    if one:
        return _("Number {rank} of {size} in division {division}: the last goes down.")
    return _("Number {rank} of {size} in division {division}: the last {down} go down.")


def _explain_staying(rules: Rules, *, above: bool, below: bool) -> str:
    """Neither among those who go up nor among those who go down, as far as there is an up and a down."""
    if above and below:
        return (
            _("Number {rank} of {size} in division {division}: neither the first nor the last.")
            if rules.promoted == rules.relegated == 1
            else _(
                "Number {rank} of {size} in division {division}: neither among the first {up}"
                " nor among the last {down}."
            )
        )
    if above:
        return (
            _("Number {rank} of {size} in division {division}: not the first.")
            if rules.promoted == 1
            else _("Number {rank} of {size} in division {division}: not among the first {up}.")
        )
    if below:
        return (
            _("Number {rank} of {size} in division {division}: not the last.")
            if rules.relegated == 1
            else _("Number {rank} of {size} in division {division}: not among the last {down}.")
        )
    return _("Number {rank} of {size} in division {division}: nobody goes up or down from here.")
