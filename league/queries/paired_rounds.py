"""The published rounds of divisions as pairing systems and tie-breaks see them, from the seats: no sheet is read.

`league.rules.seasons.paired_rounds` builds the same from a club file.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, cast

from league.models import Bye, Division, Entry, Round, Season, Seat
from league.models.match import MatchStatus
from league.models.round import RoundState
from league.models.season import DECIDED
from league.queries.schedule import find_settings
from league.rules.pairing.protocol import (
    ByeKind,
    PairingEntry,
    PairingInput,
    PastBye,
    PastRound,
    PastTable,
)
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
SEAT_ORDER = ("match__round__number", "match__table", "match__leg", "match", "number")
_read_points = cache(Fraction)  # few different ones, which are read for each seat


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


def load_histories(**divisions: Any) -> Mapping[int, Sequence[PastRound]]:
    """Return the published rounds by division, of those that these conditions select; 2 queries.

    The conditions are of a division, such as `pk` or `season`. Void matches are left out: their players have not met.
    """
    seats = Seat.objects.filter(**{f"match__division__{name}": value for name, value in divisions.items()})
    in_order = seats.exclude(match__status=MatchStatus.VOID).order_by(*SEAT_ORDER)
    return build_histories(in_order.values_list(*SEAT_COLUMNS), **divisions)


def build_histories(
    seats: Iterable[tuple[int, int, int, str, str, int | None]], **divisions: Any
) -> Mapping[int, Sequence[PastRound]]:
    """Return the published rounds by division from SEAT_COLUMNS of their seats in SEAT_ORDER; 1 query, of the byes."""
    tables: dict[int, dict[int, dict[int, list[tuple[str, Fraction | None, bool]]]]] = {}
    for division, number, match, status, entry, points in seats:
        given = _read_points(points or 0) if status in DECIDED else None
        of_match = tables.setdefault(division, {}).setdefault(number, {}).setdefault(match, [])
        of_match.append((entry, given, status != MatchStatus.FORFEIT))
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
                tuple(join_legs(map(_build_table, of_division.get(number, {}).values()))),
                resting.get(number, {}),
            )
            for number in range(1, last + 1)
        )
    return histories


def list_level_tables(chosen: Round) -> list[int]:
    """Return the tables of a round whose matches are decided and whose players have equal points. 1 query."""
    points: dict[int, dict[int, int]] = {}
    undecided = set[int]()
    seats = Seat.objects.filter(match__round=chosen).exclude(match__status=MatchStatus.VOID)
    for table, status, entry, given in seats.values_list("match__table", "match__status", "entry", "points"):
        if status not in DECIDED:
            undecided.add(table)
        of_table = points.setdefault(table, {})
        of_table[entry] = of_table.get(entry, 0) + (given or 0)
    return sorted(
        table
        for table, of_table in points.items()
        if table not in undecided and len(set(of_table.values())) == 1
    )


def _build_table(seats: Sequence[tuple[str, Fraction | None, bool]]) -> PastTable:
    entries, points, played = zip(*seats, strict=True)
    return PastTable(entries, points, played[0])


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
    histories = load_histories(season=season)
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
