"""The ranking of a year of evenings, of each player the best so many.

See docs/reference/ranking.md, A year of evenings.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import Any

from league.rules.settings import YearRules
from league.rules.snapshot import Settings
from league.rules.standings.teams import build_measure, list_team_keys, list_values

Values = tuple[int, ...]


@dataclass(frozen=True)
class YearRow:
    """A player's year; `values` are what counts, by the keys of `list_team_keys`, as sums.

    `evenings` are the values of each evening by its place among all, `counted` the places of those that count. `rank`
    is None for who ranks apart. `needed` is what the next evening has to bring of the first key to gain a place; None
    for the first, and where it isn't known.
    """

    player: str
    rank: int | None
    values: Values
    evenings: Mapping[int, Values]
    counted: frozenset[int]
    needed: int | None = None

    @property
    def average(self) -> Fraction:
        """Return what an evening that counts has brought of the first key on average."""
        return Fraction(self.values[0], len(self.counted))


def rank_year(
    evenings: Sequence[Mapping[str, Any]], settings: Settings, guests: Collection[str] = ()
) -> list[YearRow]:
    """Return the players of these evenings, best first; those that nothing separates share the rank, by id.

    Each evening holds the rows of its standings by player id. Who rank apart come last: those who came to few
    evenings, and `guests`, unless these rank with all. Guests who are not ranked are left out.
    """
    if settings.rules.guests == "unranked":
        evenings = [
            {player: row for player, row in evening.items() if player not in guests} for evening in evenings
        ]
    rules, keys = settings.rules.evenings or YearRules(), list_team_keys(settings)
    sign = build_measure(keys, settings)
    own: dict[str, dict[int, Values]] = {}
    for number, evening in enumerate(evenings):
        for player, row in evening.items():
            own.setdefault(player, {})[number] = list_values(row, keys)

    rows = [_count_evenings(player, played, rules, sign) for player, played in sorted(own.items())]

    def measure(row: YearRow) -> tuple[Any, ...]:
        number = len(row.counted) if rules.by == "average" else 1
        return tuple(Fraction(value, number) for value in sign(row.values))

    def ranks_apart(row: YearRow) -> bool:
        is_guest = settings.rules.guests is not None and row.player in guests
        return is_guest or len(row.evenings) < rules.least

    ranked = sorted((row for row in rows if not ranks_apart(row)), key=measure, reverse=True)
    apart = sorted(filter(ranks_apart, rows), key=measure, reverse=True)
    order = [measure(row) for row in ranked]
    placed = [
        replace(row, rank=order.index(own_value) + 1) for row, own_value in zip(ranked, order, strict=True)
    ]
    can_tell = keys[0] not in settings.fewest_figures
    return [
        *(
            replace(row, needed=_find_needed(row, placed[: (row.rank or 1) - 1], rules)) if can_tell else row
            for row in placed
        ),
        *apart,
    ]


def _count_evenings(player: str, played: Mapping[int, Values], rules: YearRules, sign: Any) -> YearRow:
    best_first = sorted(played, key=lambda number: sign(played[number]), reverse=True)
    counted = best_first[: rules.best] if rules.best else best_first
    values = tuple(map(sum, zip(*(played[number] for number in counted), strict=True)))
    return YearRow(player, None, values, played, frozenset(counted))


def _find_needed(row: YearRow, above: Sequence[YearRow], rules: YearRules) -> int | None:
    """Return what the next evening has to bring to stand above the last of these, by the first key alone."""
    if not above:
        return None
    is_full = rules.best is not None and len(row.counted) >= rules.best
    replaced = min(row.evenings[number][0] for number in row.counted) if is_full else 0
    if rules.by == "average":
        count = len(row.counted) + (0 if is_full else 1)  # of the evenings that count then
        return floor(above[-1].average * count) - row.values[0] + replaced + 1
    return above[-1].values[0] - row.values[0] + replaced + 1
