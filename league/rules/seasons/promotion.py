"""Promotion and relegation by rank alone, with reasons (docs/reference/promotion.md, Movement)."""

from collections.abc import Sequence
from dataclasses import dataclass

from games import Text
from games.problems import _
from league.rules.settings import Rules
from league.rules.standings.totals import format_ordinal


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
    """Who is promoted and relegated in a table, by index of its entries."""

    promoted: frozenset[int]
    relegated: frozenset[int]
    passed_over: frozenset[int]  # who would have gone up, but has played too little
    spared: frozenset[int]  # who would have gone down, had enough come up


def find_promotions(tables: Sequence[FinalTable], rules: Rules) -> list[PromotionPlaces]:
    """Return the promotions and relegations of each table, from the top.

    As many are relegated from a division as are promoted from the division below. Those who are promoted are left
    out when relegation is counted.
    """
    nobody: frozenset[int] = frozenset()
    rising = [
        _find_promoted(table, rules) if index > 0 else (nobody, nobody) for index, table in enumerate(tables)
    ]
    places = []
    for index, table in enumerate(tables):
        up, passed_over = rising[index]
        lowest = index == len(tables) - 1
        others = [number for number in range(len(table.places)) if number not in up]
        down = _take_last(others, 0 if lowest else len(rising[index + 1][0]))
        in_zone = _take_last(others, 0 if lowest else rules.relegated)
        places.append(PromotionPlaces(up, down, passed_over, in_zone - down))
    return places


def _find_promoted(table: FinalTable, rules: Rules) -> tuple[frozenset[int], frozenset[int]]:
    """Return the first who played enough, and those above the last of them who did not."""
    up: set[int] = set()
    passed_over: set[int] = set()
    for number, entry in enumerate(table.places):
        if len(up) == rules.promoted:
            break
        (up if entry.played >= rules.min_played else passed_over).add(number)
    return frozenset(up), frozenset(passed_over)


def _take_last(numbers: list[int], count: int) -> frozenset[int]:
    return frozenset(numbers[max(0, len(numbers) - count) :])


def explain_movement(
    table: FinalTable, number: int, places: PromotionPlaces, rules: Rules, *, above: bool, below: bool
) -> Text:
    """Return why the entry of that index is promoted, relegated or stays by its rank.

    `above` and `below` say whether there is a division to move to.
    """
    entry = table.places[number]
    return Text(
        _choose_sentence(number, places, rules, above=above, below=below),
        {
            "rank": entry.rank,
            "place": format_ordinal(entry.rank),
            "size": len(table.places),
            "division": table.name,
            "up": len(places.promoted) if number in places.promoted else rules.promoted,
            "down": len(places.relegated) if number in places.relegated else rules.relegated,
            "played": entry.played,
            "needed": rules.min_played,
        },
    )


def _choose_sentence(number: int, places: PromotionPlaces, rules: Rules, *, above: bool, below: bool) -> str:
    if number in places.promoted:
        return _explain_promotion(number, places, rules)
    if number in places.relegated:
        return _explain_relegation(number, places)
    if number in places.passed_over:
        return _("{place} of {size} – too few matches for promotion: {played} played, {needed} needed.")
    if number in places.spared:
        return _("{place} of {size} – stays up: too few players of the division below can be promoted.")
    return _explain_staying(rules, above=above and rules.promoted > 0, below=below and rules.relegated > 0)


def _explain_promotion(number: int, places: PromotionPlaces, rules: Rules) -> str:
    is_single = len(places.promoted) == 1
    if number >= rules.promoted:
        return _("{place} of {size} – promoted: a higher player has too few matches.")
    if any(passed < max(places.promoted) for passed in places.passed_over):
        return (
            _("{place} of {size} – promoted: the best player with enough matches.")
            if is_single
            else _("{place} of {size} – promoted: one of the best {up} players with enough matches.")
        )
    return _("{place} of {size} – promoted.") if is_single else _("{place} of {size} – promoted (top {up}).")


def _explain_relegation(number: int, places: PromotionPlaces) -> str:
    is_single = len(places.relegated) == 1
    if any(up > number for up in places.promoted):
        return (
            _("{place} of {size} – relegated: the last player who isn't promoted.")
            if is_single
            else _("{place} of {size} – relegated: one of the last {down} players who aren't promoted.")
        )
    return (
        _("{place} of {size} – relegated.")
        if is_single
        else _("{place} of {size} – relegated (bottom {down}).")
    )


def _explain_staying(rules: Rules, *, above: bool, below: bool) -> str:
    """Return that an entry is in neither zone, as far as promotion and relegation are possible."""
    if above and below:
        return (
            _("{place} of {size} – stays: not first and not last.")
            if rules.promoted == rules.relegated == 1
            else _("{place} of {size} – stays: not in the top {up} or bottom {down}.")
        )
    if above:
        return (
            _("{place} of {size} – stays: not first.")
            if rules.promoted == 1
            else _("{place} of {size} – stays: not in the top {up}.")
        )
    if below:
        return _("{place} of {size} – stays up.")
    return _("{place} of {size} – no promotion or relegation.")
