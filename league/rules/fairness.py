"""How evenly a schedule treats the players: who is named first, who has byes, who sits where."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games import Text
from games.problems import _
from league.rules.fixtures import DivisionPlayers, Pairing


@dataclass(frozen=True)
class Spread:
    """The least and the most that anybody has; `worst` is the largest difference within a division."""

    least: int
    most: int
    worst: int


@dataclass(frozen=True)
class Fairness:
    """`tables`: of all players the largest difference between their visits to the table they sit at most and to the
    one they sit at least. None where there is no room, or but one table."""

    named_first: Spread
    byes: Spread
    tables: int | None

    @property
    def sentences(self) -> list[Text]:
        """For whoever looks at the schedule before it is kept."""
        named = _format_spread(
            self.named_first,
            _("Everybody is named first equally often ({most})."),
            _("Everybody is named first {least} or {most} times."),
            _(
                "Everybody is named first {least} to {most} times, in the same division with a difference of {worst}."
            ),
        )
        byes = _format_spread(
            self.byes,
            _("Everybody is free equally often ({most})."),
            _("Everybody is free {least} or {most} times."),
            _(
                "Everybody is free {least} to {most} times, in the same division with a difference of {worst}."
            ),
        )
        return [
            named,
            byes if self.byes.most else Text(_("Nobody is free in any round.")),
            *self._format_tables(),
        ]

    def _format_tables(self) -> list[Text]:
        if self.tables is None:
            return []
        if self.tables == 0:
            return [Text(_("Everybody sits at each table equally often."))]
        if self.tables == 1:
            return [Text(_("Everybody sits at each table equally often, or once more or less."))]
        sentence = _("How often somebody sits at one table and at another differs by {worst} at most.")
        return [Text(sentence, {"worst": self.tables})]


def _format_spread(spread: Spread, same: str, nearly: str, apart: str) -> Text:
    difference = spread.most - spread.least
    template = same if difference == 0 else nearly if difference == 1 else apart
    return Text(template, {"least": spread.least, "most": spread.most, "worst": spread.worst})


def measure_fairness(
    groups: Sequence[DivisionPlayers], pairings: Iterable[Pairing], *, room: bool
) -> Fairness:
    """`room`: the tables are those of one room, shared by all divisions."""
    by_level: dict[int, list[Pairing]] = defaultdict(list)
    for pairing in pairings:
        by_level[pairing.level].append(pairing)
    rounds = {level: len({one.round for one in matches}) for level, matches in by_level.items()}
    first = {level: Counter(one.players[0] for one in matches) for level, matches in by_level.items()}
    played = {
        level: Counter(player for one in matches for player in one.players)
        for level, matches in by_level.items()
    }
    return Fairness(
        _measure_spread(
            [[first[group.level][one] for one in group.players] for group in groups if group.level in first]
        ),
        _measure_spread(
            [
                [rounds[group.level] - played[group.level][one] for one in group.players]
                for group in groups
                if group.level in rounds
            ]
        ),
        _measure_tables(by_level) if room else None,
    )


def _measure_spread(divisions: Sequence[Sequence[int]]) -> Spread:
    counts = [count for division in divisions for count in division]
    worst = max((max(division) - min(division) for division in divisions if division), default=0)
    return Spread(min(counts, default=0), max(counts, default=0), worst)


def _measure_tables(by_level: Mapping[int, Sequence[Pairing]]) -> int | None:
    """Of the tables that are in use on a division's own nights."""
    in_use: dict[object, set[int]] = defaultdict(set)
    for matches in by_level.values():
        for one in matches:
            in_use[one.day].add(one.table)
    worst: list[int] = []
    for matches in by_level.values():
        known = set().union(*(in_use[day] for day in {one.day for one in matches}))
        visits: dict[str, Counter[int]] = defaultdict(Counter)
        for one in matches:
            for player in one.players:
                visits[player][one.table] += 1
        if len(known) > 1:
            worst += [
                max(tables.values()) - (min(tables.values()) if len(tables) == len(known) else 0)
                for tables in visits.values()
            ]
    return max(worst, default=None)


def has_shared_room(pairings: Iterable[Pairing]) -> bool:
    """Whether the tables of a schedule that is kept are those of one room: each day numbers them through all its
    matches, and nobody is left at table 1 for good, as the Berger tables do with the last seed."""
    matches = list(pairings)
    tables: dict[str, set[int]] = defaultdict(set)
    for one in matches:
        for player in one.players:
            tables[player].add(one.table)
    return (
        all(one.day for one in matches)
        and len({(one.day, one.table) for one in matches}) == len(matches)
        and (len({one.level for one in matches}) > 1 or {1} not in tables.values())
    )
