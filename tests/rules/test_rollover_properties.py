"""Rollovers of leagues of any shape: nobody is lost or doubled, only neighbours exchange, sizes hold."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from league.rules.names import build_division_name
from league.rules.rule_checks import find_setting_errors
from league.rules.seasons.rollover import (
    DivisionStandings,
    FinalEntry,
    FinalTable,
    RolloverPlan,
    break_boundary_ties,
    plan_rollover,
)
from league.rules.settings import Rules
from league.rules.standings.ranking import RankedEntry
from league.rules.standings.tie_breaks import draw_lot
from league.rules.standings.totals import EntryTotals
from tests.rules.final_tables import parse_rules

MAX_PLAYERS = 60
League = tuple[list[FinalTable], Rules]
LEFT = st.integers(0, 5).map(lambda number: number == 0)


@st.composite
def leagues(draw: st.DrawFn, *, leaving: bool = True, idle: bool = True) -> League:
    """Draw a league of 2 to 60 players, of any allowed sizes and numbers promoted and relegated."""
    moving = draw(st.integers(0, 5))
    needed = max(2, 2 * moving)
    count = draw(st.integers(1, 8))
    sizes: list[int] = []
    for _ in range(count):
        room = MAX_PLAYERS - sum(sizes)
        if room < needed:
            break
        sizes.append(draw(st.integers(needed, min(room, needed + 8))))
    chosen = parse_rules(
        promoted=moving,
        division_size=draw(st.integers(2, 8)),
        min_played=draw(st.integers(0, 3)) if idle else 0,
        vacancies=draw(st.sampled_from(["relegate-fewer", "promote-more"])),
    )
    assert sizes and not list(find_setting_errors(chosen, sizes))
    played = st.integers(0, 4) if idle else st.just(4)
    tables = [
        FinalTable(
            level,
            build_division_name(level),
            tuple(
                FinalEntry(
                    f"{build_division_name(level)}{rank}", rank, draw(played), left=leaving and draw(LEFT)
                )
                for rank in range(1, size + 1)
            ),
        )
        for level, size in enumerate(sizes, 1)
    ]
    return tables, chosen


NEWCOMERS = st.integers(0, 6).map(lambda count: [f"new{number}" for number in range(count)])


def list_playing(table: FinalTable) -> list[str]:
    return [place.player for place in table.places if not place.left]


def list_sizes(found: RolloverPlan) -> dict[int, int]:
    return {division.level: len(division.players) for division in found.divisions}


@given(leagues(), NEWCOMERS)
def test_nobody_is_lost_or_doubled(league: League, newcomers: list[str]) -> None:
    tables, chosen = league
    plan = plan_rollover(tables, chosen, newcomers)
    seated = [player for division in plan.divisions for player in division.players]
    assert sorted(seated) == sorted(
        [*newcomers, *(player for table in tables for player in list_playing(table))]
    )
    assert [fate.player for fate in plan.player_movements] == [
        *(place.player for table in tables for place in table.places),
        *newcomers,
    ]
    assert len({division.name for division in plan.divisions}) == len(plan.divisions)


@given(leagues(), NEWCOMERS)
def test_only_neighbours_exchange_players_but_for_splits_and_joins(
    league: League, newcomers: list[str]
) -> None:
    tables, chosen = league
    plan = plan_rollover(tables, chosen, newcomers)
    for fate in plan.player_movements:
        if fate.came_from is None or fate.to is None:
            continue
        step = fate.to - fate.came_from
        if fate.reason in ("split", "joined"):
            assert step != 0
            continue
        assert {None: 0, "promoted": -1, "vacancy": -1, "relegated": 1}[fate.reason] == step
        if fate.reason or not fate.resize_reasons:
            assert fate.movement == {-1: "promoted", 0: "stays", 1: "relegated"}[step]


@given(leagues(), NEWCOMERS)
def test_moves_are_all_who_are_elsewhere(league: League, newcomers: list[str]) -> None:
    tables, chosen = league
    plan = plan_rollover(tables, chosen, newcomers)
    before = {place.player: table.level for table in tables for place in table.places}
    assert [(move.player, move.came_from, move.to) for move in plan.moves] == [
        (player, before.get(player), division.level)
        for division in plan.divisions
        for player in division.players
        if before.get(player) != division.level
    ]


@given(leagues(), NEWCOMERS)
def test_no_division_grows_but_the_lowest_and_none_is_left_too_small(
    league: League, newcomers: list[str]
) -> None:
    tables, chosen = league
    plan = plan_rollover(tables, chosen, newcomers)
    sizes = list_sizes(plan)
    if not has_joined_divisions(tables, plan):
        assert all(sizes[table.level] <= len(table.places) for table in tables[:-1])
    assert all(size >= 2 for size in [*sizes.values()][1:])


@given(leagues(), NEWCOMERS, st.integers(2, 5))
def test_no_division_below_the_first_is_too_small_for_a_table(
    league: League, newcomers: list[str], least: int
) -> None:
    tables, chosen = league
    plan = plan_rollover(tables, chosen, newcomers, least=least)
    assert all(len(division.players) >= least for division in plan.divisions[1:])
    assert plan.movements == plan_rollover(tables, chosen, newcomers).movements
    seated = [player for division in plan.divisions for player in division.players]
    assert sorted(seated) == sorted(
        [*newcomers, *(player for table in tables for player in list_playing(table))]
    )


def has_joined_divisions(tables: list[FinalTable], found: RolloverPlan) -> bool:
    """Return whether divisions have become one."""
    return not {table.level for table in tables} <= set(list_sizes(found))


@given(leagues(leaving=False), NEWCOMERS)
def test_where_nobody_left_sizes_hold(league: League, newcomers: list[str]) -> None:
    """All divisions keep their size but the lowest, which takes the newcomers and may be split."""
    tables, chosen = league
    plan = plan_rollover(tables, chosen, newcomers)
    sizes = list_sizes(plan)
    assert [sizes.pop(table.level) for table in tables[:-1]] == [len(table.places) for table in tables[:-1]]
    parts = list(sizes.values())
    assert sum(parts) == len(tables[-1].places) + len(newcomers)
    going = Counter((move.came_from, move.to) for move in plan.moves if move.reason in MOVEMENTS)
    for upper in range(1, len(tables)):
        assert going[upper, upper + 1] == going[upper + 1, upper] <= chosen.promoted


MOVEMENTS = ("promoted", "relegated")


@given(leagues(), NEWCOMERS)
def test_the_lowest_is_split_where_and_only_where_it_may_be(league: League, newcomers: list[str]) -> None:
    tables, chosen = league
    plan = plan_rollover(tables, chosen, newcomers)
    parts = [division for division in plan.divisions if division.level >= len(tables)]
    size = sum(len(division.players) for division in parts)
    up, down = (chosen.promoted if len(tables) > 1 else 0), chosen.relegated
    halves = [(size + 1) // 2, size // 2]
    may = size > chosen.division_size + 1 and halves[0] >= up + down and halves[1] > chosen.promoted
    if parts:  # the lowest may have been joined to the one above
        assert [len(division.players) for division in parts] == (halves if may else [size])


@given(leagues(leaving=False, idle=False))
def test_plain_leagues_are_what_a_secretary_would_write_down(league: League) -> None:
    tables, chosen = league
    plan = plan_rollover(tables, chosen.model_copy(update={"division_size": 1000}))
    assert [list(division.players) for division in plan.divisions] == exchange_on_paper(
        tables, chosen.promoted
    )


def exchange_on_paper(tables: list[FinalTable], moving: int) -> list[list[str]]:
    """Cross out the last of the upper and the first of the lower; write each under the other's heading."""
    remaining = [list_playing(table) for table in tables]
    from_above: list[list[str]] = [[] for _ in tables]
    from_below: list[list[str]] = [[] for _ in tables]
    for upper in range(len(tables) - 1):
        for step in range(moving):
            from_above[upper + 1].insert(0, list_playing(tables[upper])[-1 - step])
            from_below[upper].append(list_playing(tables[upper + 1])[step])
    for sheet, gone in ((upper, set(from_above[upper + 1])) for upper in range(len(tables) - 1)):
        remaining[sheet] = [player for player in remaining[sheet] if player not in gone]
    for sheet, gone in ((upper + 1, set(from_below[upper])) for upper in range(len(tables) - 1)):
        remaining[sheet] = [player for player in remaining[sheet] if player not in gone]
    return [above + own + below for above, own, below in zip(from_above, remaining, from_below, strict=True)]


@given(leagues(), NEWCOMERS)
def test_seeds_go_by_last_seasons_divisions_then_by_rank(league: League, newcomers: list[str]) -> None:
    tables, chosen = league
    plan = plan_rollover(tables, chosen, newcomers)
    order = {place.player: (table.level, place.rank) for table in tables for place in table.places}
    if has_joined_divisions(tables, plan):  # who was in the smaller one comes last
        return
    for division in plan.divisions:
        known = [order[player] for player in division.players if player in order]
        assert known == sorted(known)
        assert all(player in order for player in division.players[: len(known)])


# --- ties


@st.composite
def tied_standings(draw: st.DrawFn) -> tuple[list[DivisionStandings], Rules]:
    """Draw final tables in which neighbours share ranks here and there."""
    tables, chosen = draw(leagues())
    divisions = []
    for table in tables:
        ranked: list[RankedEntry] = []
        for number, place in enumerate(table.places):
            level = place.played > 0 and number > 0 and bool(ranked[-1].row.played) and draw(st.booleans())
            rank = ranked[-1].rank if level else number + 1
            ranked.append(RankedEntry(EntryTotals(place.player, number + 1, played=place.played), rank, None))
        left = frozenset(place.player for place in table.places if place.left)
        divisions.append(DivisionStandings(table.level, table.name, tuple(ranked), left))
    return divisions, chosen


@given(tied_standings(), st.integers(0, 3))
def test_after_the_lots_no_tie_decides_who_moves_and_others_are_left_alone(
    league: tuple[list[DivisionStandings], Rules], lot: int
) -> None:
    before, chosen = league
    after = break_boundary_ties(before, chosen, lot)
    movements = plan_rollover([standings.table for standings in after], chosen).movements
    for old, new in zip(before, after, strict=True):
        ranks = {entry.row.player: entry.rank for entry in new.ranked}
        for rank in {entry.rank for entry in old.ranked}:
            group = [entry.row.player for entry in old.ranked if entry.rank == rank]
            shared_ranks = [ranks[player] for player in group]
            if shared_ranks == [rank] * len(group):
                assert len({movements[player] for player in group}) == 1
            else:
                by_lot = sorted(group, key=lambda player: draw_lot(lot, player), reverse=True)
                assert [ranks[player] for player in by_lot] == list(range(rank, rank + len(group)))
    assert break_boundary_ties(after, chosen, lot) == after
