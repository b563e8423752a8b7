"""The published rounds of divisions as pairing systems and tie-breaks see them, from the seats: no sheet is read.

`league.rules.seasons.paired_rounds` builds the same from a club file.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, cast

from django.db.models import Count

from league.models import Bye, Decision, DecisionKind, Division, Entry, Round, Season, Seat
from league.models.decision import is_ruling_in_force, order_ruling
from league.models.match import MatchStatus
from league.models.round import RoundState
from league.models.season import DECIDED
from league.queries.schedule import find_settings
from league.rules.duplicate.rounds import build_table_deals
from league.rules.pairing.bracket import find_leader, find_winner
from league.rules.pairing.knockout import build_bracket
from league.rules.pairing.protocol import (
    ByeKind,
    PairingEntry,
    PairingInput,
    PastBye,
    PastRound,
    PastTable,
    TableDeals,
)
from league.rules.pairing.table_knockout import count_going_on, is_clear
from league.rules.pairing.tie_keys import TieKey
from league.rules.seasons.paired_rounds import build_input, join_legs, take_rounds
from league.rules.snapshot import Settings

PUBLISHED = (RoundState.PUBLISHED, RoundState.FINISHED)


SEAT_COLUMNS = (
    "match__division",
    "match__round__number",
    "match",
    "match__status",
    "entry__player__key",
    "points",
)
TIE_COLUMNS = ("score", "figures", "entry__seed")  # read, too, where a key decides level ties
SEAT_ORDER = ("match__round__number", "match__table", "match__leg", "match", "number")
_SeatOfTable = tuple[
    str, Fraction | None, bool, int | None
]  # entry, points, whether it was played, tie value
_read_points = cache(Fraction)  # few different values, which are read for each seat


def is_paired(season: Season) -> bool:
    """Return whether rounds are paired one after the other, in the stage that a season has reached.

    It was read with its competition.
    """
    settings = find_settings(season)
    return bool(settings and settings.for_stage(season.current_stage).rules.pairs_rounds)


def is_ladder(season: Season) -> bool:
    """Return whether a season, read with its competition, is a ladder."""
    settings = find_settings(season)
    return bool(settings and settings.rules.is_ladder)


def needs_schedule(season: Season) -> bool:
    """Return whether all matches of a season, read with its competition, are made before it starts."""
    return not is_paired(season) and not is_ladder(season)


def load_histories(
    tie_key: TieKey | None = None,
    deals: Mapping[int, TableDeals] = MappingProxyType({}),
    **divisions: Any,
) -> Mapping[int, Sequence[PastRound]]:
    """Return the published rounds by division, of those that these conditions select; 2 queries.

    The conditions are of a division, such as `pk` or `season`; `tie_key` decides their level ties.
    """
    seats = Seat.objects.filter(**{f"match__division__{name}": value for name, value in divisions.items()})
    columns = (*SEAT_COLUMNS, *TIE_COLUMNS) if tie_key else SEAT_COLUMNS
    in_order = seats.order_by(*SEAT_ORDER)
    return build_histories(in_order.values_list(*columns), tie_key, deals, **divisions)


def load_table_deals(**divisions: Any) -> Mapping[int, TableDeals]:
    """Return what is compared of each decided match of these divisions, as for `load_histories`; 2 queries."""
    conditions = {f"match__division__{name}": value for name, value in divisions.items()}
    rulings: dict[int, list[tuple[list[int], list[int] | None]]] = {}
    made = Decision.objects.active().filter(kind=DecisionKind.DEALS, **conditions)
    in_order = sorted(
        made.values_list("pk", "origin", "detail", "match", "match__status"),
        key=lambda each: order_ruling(*each[:3]),
    )
    for _pk, _origin, detail, match, status in in_order:
        if is_ruling_in_force(detail, status):
            rulings.setdefault(match, []).append((detail["deals"], detail["shares"]))
    seats: dict[int, list[tuple[list[int | None] | None, bool]]] = {}
    decided = Seat.objects.filter(match__status__in=DECIDED, **conditions).order_by("match", "number")
    for match, scores, absent in decided.values_list("match", "deal_scores", "absent"):
        seats.setdefault(match, []).append((scores, absent))
    return {match: build_table_deals(of_match, rulings.get(match, ())) for match, of_match in seats.items()}


def build_histories(
    seats: Iterable[tuple[Any, ...]],
    tie_key: TieKey | None = None,
    deals: Mapping[int, TableDeals] = MappingProxyType({}),
    **divisions: Any,
) -> Mapping[int, Sequence[PastRound]]:
    """Return the published rounds by division from SEAT_COLUMNS of their seats in SEAT_ORDER; 1 query, of the byes.

    With a `tie_key` TIE_COLUMNS follow on them. Void matches are no tables: their players have not met. `deals` is what
    `load_table_deals` returns, where all tables play the same cards.
    """
    tables: dict[int, dict[int, dict[int, list[_SeatOfTable]]]] = {}
    void: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for division, number, match, status, entry, points, *of_tie in seats:
        if status == MatchStatus.VOID:
            void[division, number].add(entry)
            continue
        given = _read_points(points or 0) if status in DECIDED else None
        of_match = tables.setdefault(division, {}).setdefault(number, {}).setdefault(match, [])
        value = tie_key.measure(*of_tie) if tie_key and status == MatchStatus.PLAYED else None
        of_match.append((entry, given, status != MatchStatus.FORFEIT, value))
    byes: dict[int, dict[int, dict[str, PastBye]]] = {}
    given_byes = Bye.objects.filter(
        **{f"entry__division__{name}": value for name, value in divisions.items()},
        round__state__in=PUBLISHED,
    )
    for division, number, entry, kind, points in given_byes.values_list(
        "entry__division", "round__number", "entry__player__key", "kind", "points"
    ):
        bye = PastBye(cast(ByeKind, kind), Fraction(points))
        byes.setdefault(division, {}).setdefault(number, {})[entry] = bye
    histories: defaultdict[int, Sequence[PastRound]] = defaultdict(tuple)
    for division in tables.keys() | byes.keys():
        of_division, resting = tables.get(division, {}), byes.get(division, {})
        last = max([*of_division, *resting])
        histories[division] = tuple(
            PastRound(
                tuple(
                    join_legs(
                        (
                            _build_table(of_match, deals.get(match), has_values=bool(tie_key))
                            for match, of_match in of_division.get(number, {}).items()
                        ),
                        tie_key,
                    )
                ),
                resting.get(number, {}),
                frozenset(void[division, number]),
            )
            for number in range(1, last + 1)
        )
    return histories


@dataclass
class RunningTie:
    """A table of a round of a bracket, with the points of each player, by entry, in each match that is not void.

    The matches are in order of their legs; None for one without a result. `has_left`: a player has withdrawn.
    `was_played`: a match of it was, and not decided by a no-show. `values` are those of the `tie_key` in each match
    that was played.
    """

    round: Round
    table: int
    division: int
    legs: dict[int, dict[int, int] | None] = field(default_factory=dict)
    keys: dict[int, str] = field(default_factory=dict)  # of the matches
    has_left: bool = False
    was_played: bool = False
    tie_key: TieKey | None = None
    values: dict[int, dict[int, int | None]] = field(default_factory=dict)

    @property
    def open_keys(self) -> list[str]:
        """Return the ids of the matches without a result."""
        return [self.keys[match] for match in self.open_legs]

    @property
    def open_legs(self) -> list[int]:
        return [match for match, points in self.legs.items() if points is None]

    def find_winner(self, best_of: int) -> int | None:
        """Return the entry that has won by the matches with results; None while neither has."""
        points = [each for each in self.legs.values() if each]
        if not points:
            return None
        total: Counter[int] = Counter(dict.fromkeys(points[0], 0))
        if best_of == 1:
            for each in points:
                total.update(each)
            return find_leader(total) or self._find_leader_by_key()
        total.update(winner for each in points if (winner := find_leader(each)) is not None)
        winner = find_winner(total, best_of)
        if winner is None and self.values and len(points) == len(self.legs) >= best_of and not self.has_left:
            return find_leader(total) or self._find_leader_by_key()
        return winner

    @property
    def key_values(self) -> dict[int, int]:
        """The values of each entry by the key that decides level ties; none where it says nothing."""
        if not (self.tie_key and self.values):
            return {}
        entries = list(next(iter(self.values.values())))
        added = self.tie_key.add_up([[each[entry] for entry in entries] for each in self.values.values()])
        values = {entry: value for entry, value in zip(entries, added, strict=True) if value is not None}
        return values if len(values) == len(entries) else {}

    def _find_leader_by_key(self) -> int | None:
        values = {} if self.open_legs else self.key_values
        return find_leader(values) if values else None

    def is_cut_clear(self, go_on: int, *, is_final: bool) -> bool:
        """Return whether it is clear who of a larger table goes on, or has won the last one."""
        total: Counter[int] = Counter()
        for each in self.legs.values():
            total.update(each or {})
        number, values = 1 if is_final else count_going_on(len(total), go_on), self.key_values
        ranks = sorted(((points, values.get(entry, 0)) for entry, points in total.items()), reverse=True)
        return not self.was_played or is_clear(ranks, number)


def load_running_ties(rounds: Sequence[Round], tie_key: TieKey | None) -> list[RunningTie]:
    """Return the ties of rounds, by round and table; `tie_key` decides those that end level. 1 query."""
    by_id, ties = {chosen.pk: chosen for chosen in rounds}, dict[tuple[int, int], RunningTie]()
    seats = Seat.objects.filter(match__round__in=by_id).order_by(
        "match__round__number", "match__table", "match__leg", "number"
    )
    for number, table, division, match, key, status, entry, points, left, *of_tie in seats.values_list(
        "match__round",
        "match__table",
        "match__division",
        "match",
        "match__key",
        "match__status",
        "entry",
        "points",
        "entry__left",
        *(TIE_COLUMNS if tie_key else ()),
    ):
        tie = ties.setdefault((number, table), RunningTie(by_id[number], table, division, tie_key=tie_key))
        if status == MatchStatus.VOID:
            continue
        tie.has_left |= left
        tie.was_played |= status == MatchStatus.PLAYED
        tie.keys[match] = key
        leg = tie.legs.setdefault(match, {} if status in DECIDED else None)
        if leg is not None:
            leg[entry] = points or 0
        if tie_key and status == MatchStatus.PLAYED:
            tie.values.setdefault(match, {})[entry] = tie_key.measure(*of_tie)
    return list(ties.values())


def find_best_of(rounds: Sequence[Round], settings: Settings) -> Mapping[tuple[int, int], int]:
    """Return of how many matches a tie is at most, by number of the round and division.

    1 query where some are of several.
    """
    best_of: defaultdict[tuple[int, int], int] = defaultdict(lambda: 1)
    if settings.rules.best_of and rounds:
        entries = Entry.objects.filter(stage=rounds[0].stage_id).order_by()
        for division, size in entries.values_list("division").annotate(Count("pk")):
            bracket = build_bracket(str(settings.rules.pairing), size, settings.rules.bracket_options)
            for chosen in rounds:
                best_of[chosen.number, division] = bracket.get_best_of(chosen.number)
    return best_of


def list_unsettled(rounds: Sequence[Round], settings: Settings) -> list[RunningTie]:
    """Return the ties of published rounds of a bracket that go on, or whose players are level. At most 2 queries.

    So, too, the tables of a knockout at larger tables at which it is level who goes on.
    """
    best_of, cut = find_best_of(rounds, settings), settings.table_cut
    ties = load_running_ties(rounds, settings.tie_key)
    tables = Counter((tie.round.pk, tie.division) for tie in ties)

    def is_settled(tie: RunningTie) -> bool:
        if cut:
            return tie.is_cut_clear(cut.go_on, is_final=tables[tie.round.pk, tie.division] == 1)
        longest = best_of[tie.round.number, tie.division]
        return tie.find_winner(longest) is not None or (tie.has_left and longest > 1)

    return [tie for tie in ties if tie.open_legs or (tie.legs and not is_settled(tie))]


def find_level_tables(chosen: Round, settings: Settings) -> list[int]:
    """Return the tables of a round of a bracket whose matches are decided, but not their ties. At most 2 queries."""
    return [tie.table for tie in list_unsettled([chosen], settings) if not tie.open_legs]


def _build_table(seats: Sequence[_SeatOfTable], deals: TableDeals | None, *, has_values: bool) -> PastTable:
    entries, points, played, values = zip(*seats, strict=True)
    is_measured = has_values and played[0] and None not in points
    return PastTable(entries, points, played[0], tie_values=values if is_measured else (), deals=deals)


def find_next_round(rounds: Sequence[Round]) -> Round | None:
    """Return the first round that is neither paired nor published; None where there is none."""
    planned = (each for each in rounds if each.state == RoundState.PLANNED)
    return min(planned, key=lambda each: each.number, default=None)


def load_pairing_inputs(
    season: Season, rounds: Sequence[Round], settings: Settings
) -> list[tuple[Division, PairingInput]]:
    """Return what the next round is paired from, for each division; 5 queries.

    Absent are those who have a bye in it already.
    """
    chosen = find_next_round(rounds)
    absences: dict[str, ByeKind] = {}
    for entry, kind in Bye.objects.filter(round=chosen).values_list("entry__player__key", "kind"):
        absences[entry] = cast(ByeKind, kind)
    entries: dict[int, list[PairingEntry]] = {}
    entered = Entry.objects.filter(season=season, stage__number=season.current_stage).order_by("seed", "pk")
    for division, key, seed, team, left in entered.values_list(
        "division", "player__key", "seed", "team", "left"
    ):
        entries.setdefault(division, []).append(PairingEntry(key, seed, team, withdrawn=left))
    histories = load_histories(settings.tie_key, season=season)
    divisions = Division.objects.filter(season=season, stage__number=season.current_stage).order_by("level")
    return [
        (
            division,
            build_input(
                entries.get(division.pk, []),
                take_rounds(histories[division.pk], chosen.number - 1 if chosen else len(rounds)),
                settings,
                absences=absences,
                rounds=len(rounds),
                draw_seed=season.draw_seed,
            ),
        )
        for division in divisions
    ]
