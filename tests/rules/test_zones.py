"""Who stands in the promotion and relegation zones."""

from dataclasses import replace

from league.rules.seasons.rollover import DivisionStandings, FinalTable
from league.rules.seasons.zones import compute_zones
from league.rules.standings.ranking import RankedEntry
from league.rules.standings.tie_breaks import draw_lot
from league.rules.standings.totals import EntryTotals
from tests.rules.final_tables import build_table, parse_rules


def build_standings(table: FinalTable) -> DivisionStandings:
    places = table.places
    ranked = (
        RankedEntry(EntryTotals(place.player, 1, played=place.played), place.rank, None) for place in places
    )
    left = frozenset(place.player for place in places if place.left)
    return DivisionStandings(table.level, table.name, tuple(ranked), left)


def list_zones(played: list[list[int]], **more: int) -> list[str]:
    """Return a letter an entry: u for promotion, d for relegation, or a dot."""
    entries = [
        [f"p{level}{number}:{count}" for number, count in enumerate(counts)]
        for level, counts in enumerate(played)
    ]
    final_tables: list[FinalTable] = [
        build_table(level, " ".join(words)) for level, words in enumerate(entries, 1)
    ]
    zones = compute_zones(
        [build_standings(table) for table in final_tables], parse_rules(**{"promoted": 2, **more}), 5
    )
    return ["".join(zones[place.player][:1] or "." for place in table.places) for table in final_tables]


def test_first_go_up_last_go_down_but_nobody_out_of_the_league() -> None:
    assert list_zones([[3, 3, 3, 3], [3, 3, 3, 3, 3], [3, 3, 3]]) == ["..dd", "uu.dd", "uu."]


def test_single_division_has_no_zones() -> None:
    assert list_zones([[3, 3, 3, 3]]) == ["...."]
    assert list_zones([[3, 3], [3, 3]], promoted=0) == ["..", ".."]


def test_who_has_played_too_little_is_passed_over_and_the_next_rises() -> None:
    assert list_zones([[3, 3, 3, 3], [1, 3, 1, 3]], min_played=2) == ["..dd", ".u.u"]


def test_as_many_fewer_go_down_as_too_few_may_rise() -> None:
    assert list_zones([[3, 3, 3, 3], [1, 3, 1, 1]], min_played=2) == ["...d", ".u.."]
    assert list_zones([[3, 3, 3, 3], [1, 1, 1, 1]], min_played=2) == ["....", "...."]


def test_who_goes_up_is_not_counted_for_going_down() -> None:
    assert list_zones([[3] * 4, [1, 1, 1, 3], [3, 3]], min_played=2, promoted=1) == ["...d", "..du", "u."]


def test_where_nothing_has_been_played_there_is_no_zone_yet() -> None:
    assert list_zones([[0, 0, 0, 0], [0, 0, 0, 0]]) == ["....", "...."]
    assert list_zones([[1, 1, 0, 0], [0, 0, 0, 0]]) == ["..dd", "...."]


def test_a_place_left_free_is_filled_as_it_will_be() -> None:
    top, low = build_table(1, "ann bob-left cleo dev"), build_table(2, "eva finn gus hana")
    zones = compute_zones([build_standings(top), build_standings(low)], parse_rules(promoted=1), 5)
    assert {player for player, zone in zones.items() if zone} == {"eva"}
    assert zones["dev"] == "" and zones["bob"] == ""


def test_of_those_who_share_a_rank_they_go_whom_the_lot_will_send() -> None:
    for lot in range(5):
        top, low = (
            build_standings(table) for table in (build_table(1, "ann bob"), build_table(2, "cleo dev eva"))
        )
        shared = replace(low, ranked=tuple(replace(entry, rank=1) for entry in low.ranked))
        zones = compute_zones([top, shared], parse_rules(promoted=1), lot)
        highest = max(("cleo", "dev", "eva"), key=lambda player: draw_lot(lot, player))
        assert {player: zone for player, zone in zones.items() if zone} == {"bob": "down", highest: "up"}
