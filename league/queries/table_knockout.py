"""A knockout at larger tables as its page shows it: round by round, who sat together and who went on."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from league.models import Division, Entry, Match, Season, User
from league.queries.paired_rounds import load_histories
from league.queries.schedule import get_stage_settings
from league.rules.pairing.protocol import PastRound, TableCut
from league.rules.pairing.table_knockout import (
    choose_size,
    count_going_on,
    find_sizes,
    is_final_round,
    play_tables,
)
from league.rules.pairing.tie_keys import TieKey


@dataclass(frozen=True)
class TablePlayer:
    player: str
    name: str
    points: int | None  # None without a result
    goes_on: bool
    tie_value: int | None = None  # by the key that has decided who of those with as many points goes on


@dataclass(frozen=True)
class KnockoutTable:
    """A table of a round that was published, best first; `match` is the id of its first match."""

    match: str
    number: int
    players: Sequence[TablePlayer]
    is_level: bool


@dataclass(frozen=True)
class KnockoutRound:
    """A round with its tables; `sizes` are how large those will be that are not known yet, if nobody withdraws."""

    number: int
    is_last: bool
    tables: Sequence[KnockoutTable] = ()
    byes: Sequence[str] = ()  # names
    sizes: Sequence[int] = ()


@dataclass(frozen=True)
class DivisionRounds:
    division: Division
    rounds: Sequence[KnockoutRound]


def list_table_knockouts(season: Season, *, reader: User | AnonymousUser) -> list[DivisionRounds]:
    """Return the rounds of each division of a knockout at larger tables; none of anything else. 5 queries."""
    settings = get_stage_settings(season)
    cut = settings.table_cut
    if cut is None:
        return []
    names: defaultdict[int, dict[str, str]] = defaultdict(dict)
    entries = Entry.objects.filter(season=season, stage__number=season.current_stage)
    for entry in entries.select_related("player").order_by("seed", "pk"):
        names[entry.division_id][entry.player.key] = entry.player.get_name_for(reader)
    histories = load_histories(settings.tie_key, season=season)
    matches = {
        (division, number, frozenset(players)): (key, table)
        for (division, number, table, key), players in _load_tables(season).items()
    }
    return [
        DivisionRounds(
            division,
            _list_rounds(
                division.pk, names[division.pk], histories[division.pk], matches, settings.tie_key, cut
            ),
        )
        for division in season.divisions.filter(stage__number=season.current_stage).order_by("level")
    ]


def _load_tables(season: Season) -> dict[tuple[int, int, int, str], list[str]]:
    """Return the players of each first match of a table, by division, round, table and id. 1 query."""
    tables: defaultdict[tuple[int, int, int, str], list[str]] = defaultdict(list)
    of_stage = Match.objects.filter(
        division__season=season, division__stage__number=season.current_stage, leg=1
    )
    for division, number, table, key, player in of_stage.values_list(
        "division", "round__number", "table", "key", "seats__entry__player__key"
    ):
        tables[division, number, table, key].append(player)
    return tables


def _list_rounds(
    division: int,
    names: Mapping[str, str],
    history: Sequence[PastRound],
    matches: Mapping[tuple[int, int, frozenset[str]], tuple[str, int]],
    tie_key: TieKey | None,
    cut: TableCut,
) -> list[KnockoutRound]:
    rounds = []
    for number, (past, state) in enumerate(zip(history, play_tables(history, cut.go_on), strict=True), 1):
        tables = []
        for table, played in zip(past.tables, state.tables, strict=True):
            points = dict(zip(table.entries, table.points, strict=True))
            key, place = matches.get((division, number, frozenset(table.entries)), ("", 0))
            players = [
                TablePlayer(
                    entry,
                    names.get(entry, entry),
                    None if points[entry] is None else int(points[entry] or 0),
                    entry in (played.going or ()),
                    tie_key.format(played.tie_values[entry])
                    if tie_key and entry in played.tie_values
                    else None,
                )
                for entry in played.entries
            ]
            tables.append(KnockoutTable(key, place, players, played.is_level))
        is_last = any(table.is_final for table in state.tables)
        byes = [names.get(entry, entry) for entry in state.byes]
        rounds.append(KnockoutRound(number, is_last, sorted(tables, key=lambda each: each.number), byes))
    if rounds and rounds[-1].is_last:
        return rounds
    return [*rounds, *_list_coming(len(names), history, cut)]


def _list_coming(players: int, history: Sequence[PastRound], cut: TableCut) -> list[KnockoutRound]:
    """Return the rounds that are to come, as large as they are if nobody withdraws."""
    coming, left = list[KnockoutRound](), players
    if history:
        last = history[-1]
        sizes: tuple[int, ...] = tuple(len(table.entries) for table in last.tables)
        byes = sum(bye.kind == "pairing" for bye in last.byes.values())
        left = choose_size(_count_going(sizes, cut) + byes, sum(sizes) + byes, cut) or 0
    number = len(history)
    while sizes := find_sizes(left, cut) or ():
        number += 1
        is_last = is_final_round(sizes, left)
        coming.append(KnockoutRound(number, is_last, sizes=sizes))
        if is_last:
            break
        left = choose_size(_count_going(sizes, cut) + left - sum(sizes), left, cut) or 0
    return coming


def _count_going(sizes: Sequence[int], cut: TableCut) -> int:
    return sum(count_going_on(size, cut.go_on) for size in sizes)
