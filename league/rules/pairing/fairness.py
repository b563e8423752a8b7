"""How evenly a schedule treats the players: byes, seats, tables, and how often pairs meet.

See docs/reference/schedule.md, Evenness.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games import Text
from games.problems import _
from league.rules.pairing import tables
from league.rules.pairing.fixtures import DivisionPlayers, Pairing
from league.rules.pairing.tables import TableFairness, TableRound


@dataclass(frozen=True)
class Spread:
    """The least and the most that any player has; `worst` is the largest difference within a division."""

    least: int
    most: int
    worst: int


@dataclass(frozen=True)
class Fairness:
    """How even a round robin is.

    `tables` is the largest difference, over all players, between visits to the table where a player sits most
    and to the one where they sit least. It is None where there is no room, or only one table.
    """

    named_first: Spread
    byes: Spread
    tables: int | None

    @property
    def sentences(self) -> list[Text]:
        """Return sentences for the preview of the schedule."""
        named = _format_spread(
            self.named_first,
            _("Each player is listed first {often}."),
            _("Each player is listed first {often} (at most {worst} apart in a division)."),
        )
        byes = _format_spread(
            self.byes,
            _("Each player has a bye {often}."),
            _("Each player has a bye {often} (at most {worst} apart in a division)."),
        )
        return [
            named,
            byes if self.byes.most else Text(_("No byes.")),
            *self._format_tables(),
        ]

    def _format_tables(self) -> list[Text]:
        if self.tables is None:
            return []
        if self.tables == 0:
            return [Text(_("Each player plays equally often at each table."))]
        if self.tables == 1:
            return [Text(_("Each player plays equally often at each table, give or take one."))]
        sentence = _("Each player's numbers of matches at the tables differ by at most {worst}.")
        return [Text(sentence, {"worst": self.tables})]


def _format_spread(spread: Spread, even: str, apart: str) -> Text:
    template = even if spread.most - spread.least <= 1 else apart
    return Text(template, {"often": _format_range([spread.least, spread.most]), "worst": spread.worst})


def measure_fairness(
    groups: Sequence[DivisionPlayers], pairings: Iterable[Pairing], *, has_shared_room: bool
) -> Fairness:
    """Measure a round robin; with `has_shared_room` the tables are those of one room, of all divisions."""
    by_level: dict[int, list[Pairing]] = defaultdict(list)
    for pairing in pairings:
        by_level[pairing.level].append(pairing)
    rounds = {level: len({pairing.round for pairing in matches}) for level, matches in by_level.items()}
    first = {level: Counter(pairing.players[0] for pairing in matches) for level, matches in by_level.items()}
    played = {
        level: Counter(player for pairing in matches for player in pairing.players)
        for level, matches in by_level.items()
    }
    return Fairness(
        _measure_spread(
            [
                [first[group.level][player] for player in group.players]
                for group in groups
                if group.level in first
            ]
        ),
        _measure_spread(
            [
                [rounds[group.level] - played[group.level][player] for player in group.players]
                for group in groups
                if group.level in rounds
            ]
        ),
        _measure_tables(by_level) if has_shared_room else None,
    )


def have_own_tables(pairings: Iterable[Pairing]) -> bool:
    """Return whether every match has a day, and no two have the same table on one.

    One match that was moved to a taken table, or has no day, is enough for False: then visits to tables of a room
    cannot be counted.
    """
    matches = list(pairings)
    return all(pairing.day for pairing in matches) and len(
        {(pairing.day, pairing.table) for pairing in matches}
    ) == len(matches)


def _measure_spread(divisions: Sequence[Sequence[int]]) -> Spread:
    counts = [count for division in divisions for count in division]
    worst = max((max(division) - min(division) for division in divisions if division), default=0)
    return Spread(min(counts, default=0), max(counts, default=0), worst)


def _measure_tables(by_level: Mapping[int, Sequence[Pairing]]) -> int | None:
    """Measure visits to the tables that are in use on a division's own nights."""
    in_use: dict[object, set[int]] = defaultdict(set)
    for matches in by_level.values():
        for pairing in matches:
            in_use[pairing.day].add(pairing.table)
    worst: list[int] = []
    for matches in by_level.values():
        known = set().union(*(in_use[day] for day in {pairing.day for pairing in matches}))
        visits: dict[str, Counter[int]] = defaultdict(Counter)
        for pairing in matches:
            for player in pairing.players:
                visits[player][pairing.table] += 1
        if len(known) > 1:
            worst += [
                max(tables.values()) - (min(tables.values()) if len(tables) == len(known) else 0)
                for tables in visits.values()
            ]
    return max(worst, default=None)


@dataclass(frozen=True)
class MeetingCount:
    """How many `pairs` meet so many times, and how many would at best; None if that is unknown."""

    times: int
    pairs: int
    at_best: int | None

    @property
    def often(self) -> Text:
        return _format_times(self.times)


@dataclass(frozen=True)
class MeetingStats:
    """How evenly the players of a schedule of larger tables meet, sit and rest.

    `meetings` are over all divisions together. `uneven_pairs` is, by name of the division, the number of
    pairs that meet more or less often than need be. `crowded` says that there are divisions that would be
    more even with more tables; they are not counted in `uneven_pairs`. The rest is the worst of any division;
    `smaller` is None where all tables are alike, and `free` where nobody is ever free.
    """

    meetings: tuple[MeetingCount, ...]
    uneven_pairs: Mapping[str, int]
    crowded: bool
    seats: int
    smaller: int | None
    free: int | None

    @property
    def sentences(self) -> list[Text]:
        """Return sentences for the preview of the schedule."""
        return [
            *self._format_meetings(),
            _format_difference(
                self.seats,
                _("Each player sits equally often in each seat."),
                _("Each player sits equally often in each seat, give or take one."),
                _("Each player's numbers of matches in the seats differ by at most {worst}."),
            ),
            *self._format_sizes(),
            self._format_byes(),
        ]

    def _format_meetings(self) -> Iterable[Text]:
        """Yield sentences on pairs that meet too often or too seldom, and where most of them are."""
        if not self.meetings:
            return
        often = _format_range([count.times for count in self.meetings if count.pairs])
        if self.crowded:
            yield Text(_("Each pair meets {often}."), {"often": often})
            yield Text(
                _(
                    "A division with fewer tables than seats at a table is uneven: the same players meet again, "
                    "some more often than others."
                )
            )
        else:
            best = _format_range([count.times for count in self.meetings if count.at_best])
            sentence = _("Each pair meets {often}; the ideal is {best}.")
            yield Text(sentence, {"often": often, "best": best})
        off = sum(self.uneven_pairs.values())
        if not off:
            return
        worst = max(self.uneven_pairs, key=lambda division: self.uneven_pairs[division])
        sentence = _("{off} of {pairs} pairs meet more or less often than ideal.")
        if len(self.uneven_pairs) > 1 and 2 * self.uneven_pairs[worst] > off:
            sentence = _(
                "{off} of {pairs} pairs meet more or less often than ideal, "
                "most of them in division {division}."
            )
        pairs = sum(count.pairs for count in self.meetings)
        yield Text(sentence, {"off": off, "pairs": pairs, "division": worst})

    def _format_sizes(self) -> Iterable[Text]:
        if self.smaller is not None:
            yield _format_difference(
                self.smaller,
                _("Players of a division play equally often at its smaller tables."),
                _("Players of a division play equally often at its smaller tables, give or take one."),
                _("Matches at smaller tables differ by at most {worst} between players of a division."),
            )

    def _format_byes(self) -> Text:
        if self.free is None:
            return Text(_("No byes."))
        return _format_difference(
            self.free,
            _("Players of a division have equally many byes."),
            _("Players of a division have equally many byes, give or take one."),
            _("Byes differ by at most {worst} between players of a division."),
        )


def _format_difference(worst: int, same: str, nearly: str, apart: str) -> Text:
    return Text(same if worst == 0 else nearly if worst == 1 else apart, {"worst": worst})


def _format_range(times: Sequence[int]) -> Text:
    least, most = min(times, default=0), max(times, default=0)
    if least == most:
        return _format_times(least)
    if most == least + 1 and most <= 2:
        return Text(_("{least} or {most}"), {"least": _format_times(least), "most": _format_times(most)})
    template = _("{least} or {most} times") if most == least + 1 else _("{least} to {most} times")
    return Text(template, {"least": least, "most": most})


def _format_times(times: int) -> Text:
    words = {0: _("never"), 1: _("once"), 2: _("twice")}
    return Text(words.get(times, _("{times} times")), {"times": times})


def compute_meeting_stats(groups: Sequence[DivisionPlayers], pairings: Iterable[Pairing]) -> MeetingStats:
    """Measure the schedule of the divisions that have any matches."""
    by_level: dict[int, dict[int, list[Pairing]]] = defaultdict(lambda: defaultdict(list))
    for pairing in pairings:
        by_level[pairing.level][pairing.round].append(pairing)
    played = {
        group: _build_rounds(group, by_level[group.level]) for group in groups if group.level in by_level
    }
    fairness_by_group = {
        group: tables.measure_table_fairness(len(group.players), rounds) for group, rounds in played.items()
    }
    met, best = Counter[int](), Counter[int]()
    off = Counter[str]()
    crowded = False
    for group, fairness in fairness_by_group.items():
        met.update(fairness.meetings)
        best.update(fairness.ideal)
        if _count_uneven_pairs(fairness) and _has_fewer_tables_than_seats(played[group]):
            crowded = True
        else:
            off[group.name] += _count_uneven_pairs(fairness)
    sized = [fairness_by_group[group].smaller for group, rounds in played.items() if _has_two_sizes(rounds)]
    freed = [
        fairness_by_group[group].free
        for group, rounds in played.items()
        if any(table_round.free for table_round in rounds)
    ]
    return MeetingStats(
        tuple(
            MeetingCount(times, met[times], None if crowded else best[times])
            for times in sorted({*+met} if crowded else {*+met, *+best})
        ),
        off,
        crowded,
        max((fairness.seats for fairness in fairness_by_group.values()), default=0),
        max(sized, default=None),
        max(freed, default=None),
    )


def _build_rounds(group: DivisionPlayers, by_round: Mapping[int, Sequence[Pairing]]) -> list[TableRound]:
    """Return a division's rounds, with the players as seeds from 1."""
    seeds = {player: seed for seed, player in enumerate(group.players, 1)}
    rounds = []
    for number in sorted(by_round):
        seated = [tuple(seeds[player] for player in pairing.players) for pairing in by_round[number]]
        playing = {seed for table in seated for seed in table}
        free = tuple(seed for seed in seeds.values() if seed not in playing)
        rounds.append(TableRound(tuple(sorted(seated, key=len, reverse=True)), free))
    return rounds


def _count_uneven_pairs(fairness: TableFairness) -> int:
    """Count the pairs that meet more or less often than any would at best."""
    ideal = [times for times, pairs in fairness.ideal.items() if pairs]
    return sum(pairs for times, pairs in fairness.meetings.items() if not min(ideal) <= times <= max(ideal))


def _has_fewer_tables_than_seats(rounds: Sequence[TableRound]) -> bool:
    """Return whether some round has fewer tables than its largest table has seats.

    Players of one table then cannot all be at different ones in the next round. What is best is not known in
    that case: usually it is not that all pairs meet equally often.
    """
    return any(len(table_round.tables) < len(table_round.tables[0]) for table_round in rounds)


def _has_two_sizes(rounds: Sequence[TableRound]) -> bool:
    return len({len(table) for table_round in rounds for table in table_round.tables}) > 1


def measure_schedule(
    groups: Sequence[DivisionPlayers], pairings: Sequence[Pairing], *, has_shared_room: bool
) -> Fairness | MeetingStats | None:
    """Measure a schedule: as a round robin if all its tables are for two; None without any matches."""
    if not pairings:
        return None
    if all(len(pairing.players) == 2 for pairing in pairings):
        return measure_fairness(groups, pairings, has_shared_room=has_shared_room)
    return compute_meeting_stats(groups, pairings)
