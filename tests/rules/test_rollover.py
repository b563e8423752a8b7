"""Promotion, relegation and the next season's divisions, each rule by a league of a few players.

Rules: docs/reference/promotion.md, Movement; docs/reference/promotion.md, Next season.
"""

from league.rules.seasons.rollover import (
    DivisionStandings,
    PlayerMovement,
    RolloverPlan,
    break_boundary_ties,
    plan_rollover,
)
from league.rules.standings.ranking import RankedEntry
from league.rules.standings.tie_breaks import draw_lot
from league.rules.standings.totals import EntryTotals
from tests.rules.final_tables import (
    build_table,
    build_tables,
    list_divisions,
    list_moves,
    list_reasons,
    parse_rules,
)

THREE_DIVISIONS = ("a1 a2 a3 a4", "b1 b2 b3 b4", "c1 c2 c3 c4")


def list_movements(plan: RolloverPlan) -> dict[str, str]:
    """Return the movements of those who move."""
    return {player: movement for player, movement in plan.movements.items() if movement != "stays"}


def find_fate(plan: RolloverPlan, player: str) -> PlayerMovement:
    return next(fate for fate in plan.player_movements if fate.player == player)


# --- promotion and relegation


def test_the_last_of_the_upper_and_the_first_of_the_lower_change_places() -> None:
    plan = plan_rollover(build_tables(*THREE_DIVISIONS), parse_rules(promoted=1))
    assert list_divisions(plan) == ["a1 a2 a3 b1", "a4 b2 b3 c1", "b4 c2 c3 c4"]
    assert [division.name for division in plan.divisions] == ["A", "B", "C"]
    assert list_moves(plan) == ["b1 2-1 promoted", "a4 1-2 relegated", "c1 3-2 promoted", "b4 2-3 relegated"]
    assert list_movements(plan) == {"a4": "relegated", "b1": "promoted", "b4": "relegated", "c1": "promoted"}
    assert list_reasons(plan, "a1") == ["1st of 4 – stays up."]
    assert list_reasons(plan, "a4") == ["4th of 4 – relegated."]
    assert list_reasons(plan, "b1") == ["1st of 4 – promoted."]
    assert list_reasons(plan, "b2") == ["2nd of 4 – stays: not first and not last."]
    assert list_reasons(plan, "c2") == ["2nd of 4 – stays: not first."]


def test_each_comes_in_by_last_seasons_rank_those_from_above_first() -> None:
    plan = plan_rollover(
        build_tables("a1 a2 a3 a4 a5", "b1 b2 b3 b4 b5", "c1 c2 c3 c4 c5"),
        parse_rules(promoted=2, division_size=5),
    )
    assert list_divisions(plan) == ["a1 a2 a3 b1 b2", "a4 a5 b3 c1 c2", "b4 b5 c3 c4 c5"]
    assert list_reasons(plan, "a1") == ["1st of 5 – stays up."]
    assert list_reasons(plan, "a5") == ["5th of 5 – relegated (bottom 2)."]
    assert list_reasons(plan, "b2") == ["2nd of 5 – promoted (top 2)."]
    assert list_reasons(plan, "b3") == ["3rd of 5 – stays: not in the top 2 or bottom 2."]
    assert list_reasons(plan, "c3") == ["3rd of 5 – stays: not in the top 2."]


def test_a_league_of_one_division_has_no_up_and_no_down() -> None:
    plan = plan_rollover(build_tables("a1 a2 a3 a4"), parse_rules(promoted=1))
    assert (list_divisions(plan), list_moves(plan), list_movements(plan)) == (["a1 a2 a3 a4"], [], {})
    assert list_reasons(plan, "a1") == ["1st of 4 – no promotion or relegation."]


def test_where_nobody_is_to_go_up_nobody_goes_down() -> None:
    plan = plan_rollover(build_tables(*THREE_DIVISIONS), parse_rules(promoted=0))
    assert (list_divisions(plan), list_moves(plan)) == (list(THREE_DIVISIONS), [])
    assert list_reasons(plan, "b4") == ["4th of 4 – no promotion or relegation."]


def test_a_season_without_divisions_has_no_movement() -> None:
    assert plan_rollover([], parse_rules()) == RolloverPlan((), ())


def test_levels_may_have_gaps_and_names_are_the_clubs_own() -> None:
    plan = plan_rollover(
        [build_table(2, "a1 a2", "Gold"), build_table(7, "b1 b2", "Silver")], parse_rules(promoted=1)
    )
    assert [(division.level, division.name, division.players) for division in plan.divisions] == [
        (2, "Gold", ("a1", "b1")),
        (7, "Silver", ("a2", "b2")),
    ]
    assert list_moves(plan) == ["b1 7-2 promoted", "a2 2-7 relegated"]


# --- players with too few matches


def test_who_has_played_too_little_is_passed_over_and_the_next_rises() -> None:
    plan = plan_rollover(build_tables("a1 a2 a3", "b1:1 b2 b3"), parse_rules(promoted=1, min_played=2))
    assert list_divisions(plan) == ["a1 a2 b2", "a3 b1 b3"]
    assert list_reasons(plan, "b1") == ["1st of 3 – too few matches for promotion: 1 played, 2 needed."]
    assert list_reasons(plan, "b2") == ["2nd of 3 – promoted: a higher player has too few matches."]


def test_who_is_high_enough_anyway_goes_up_in_nobodys_place() -> None:
    plan = plan_rollover(build_tables("a1 a2 a3", "b1:1 b2 b3"), parse_rules(promoted=2, min_played=2))
    assert list_reasons(plan, "b2") == ["2nd of 3 – promoted: one of the best 2 players with enough matches."]
    assert list_reasons(plan, "b3")[0].endswith("promoted: a higher player has too few matches.")


def test_as_many_fewer_go_down_as_too_few_are_left_to_rise() -> None:
    plan = plan_rollover(
        build_tables("a1 a2 a3 a4", "b1:1 b2 b3:0 b4:1"), parse_rules(promoted=2, min_played=2)
    )
    assert list_divisions(plan) == ["a1 a2 a3 b2", "a4 b1 b3 b4"]
    assert list_reasons(plan, "a3") == [
        "3rd of 4 – stays up: too few players of the division below can be promoted."
    ]
    assert list_reasons(plan, "a4") == ["4th of 4 – relegated."]
    assert list_reasons(plan, "a2") == ["2nd of 4 – stays up."]
    assert list_reasons(plan, "b2") == ["2nd of 4 – promoted: the best player with enough matches."]
    only = plan_rollover(
        build_tables("a1 a2 a3 a4", "b1 b2:1 b3:0 b4:1"), parse_rules(promoted=2, min_played=2)
    )
    assert list_reasons(only, "b1") == ["1st of 4 – promoted."]
    nobody = plan_rollover(build_tables("a1 a2", "b1:1 b2:1"), parse_rules(promoted=1, min_played=2))
    assert (list_divisions(nobody), list_moves(nobody)) == (["a1 a2", "b1 b2"], [])


def test_just_enough_matches_are_enough() -> None:
    assert (
        list_movements(
            plan_rollover(build_tables("a1 a2", "b1:2 b2"), parse_rules(promoted=1, min_played=2))
        )["b1"]
        == "promoted"
    )


def test_who_goes_up_is_not_counted_for_going_down() -> None:
    plan = plan_rollover(
        build_tables("a1 a2", "b1:1 b2:1 b3:1 b4", "c1 c2"), parse_rules(promoted=1, min_played=2)
    )
    assert list_divisions(plan) == ["a1 b4", "a2 b1 b2 c1", "b3 c2"]
    assert list_reasons(plan, "b3") == ["3rd of 4 – relegated: the last player who isn't promoted."]
    two = plan_rollover(
        build_tables("a1 a2 a3", "b1:1 b2:1 b3:1 b4 b5", "c1 c2 c3 c4"),
        parse_rules(promoted=2, min_played=2, division_size=5),
    )
    assert list_reasons(two, "b2") == ["2nd of 5 – relegated: one of the last 2 players who aren't promoted."]
    assert list_divisions(two) == ["a1 b4 b5", "a2 a3 b1 c1 c2", "b2 b3 c3 c4"]


def test_who_is_passed_over_may_go_down() -> None:
    plan = plan_rollover(build_tables("a1 a2", "b1:1 b2", "c1 c2"), parse_rules(promoted=1, min_played=2))
    assert list_divisions(plan) == ["a1 b2", "a2 c1", "b1 c2"]


# --- vacancies


def test_who_left_keeps_the_movement_and_has_no_next_season() -> None:
    plan = plan_rollover(build_tables("a1 a2 a3", "b1-left b2 b3", "c1 c2 c3"), parse_rules(promoted=1))
    assert plan.movements["b1"] == "promoted"
    assert find_fate(plan, "b1").to is None and find_fate(plan, "b1").reason is None
    assert list_reasons(plan, "b1") == [
        "1st of 3 – promoted.",
        "Withdrawn: no place in the next season.",
    ]
    assert "b1" not in " ".join(list_divisions(plan))


def test_a_free_place_is_kept_by_the_best_of_those_who_were_to_go_down() -> None:
    plan = plan_rollover(
        build_tables("a1 a2-left a3 a4", "b1 b2 b3 b4", "c1 c2 c3 c4"), parse_rules(promoted=2)
    )
    assert list_divisions(plan) == ["a1 a3 b1 b2", "a4 b3 c1 c2", "b4 c3 c4"]
    assert plan.movements["a3"] == "stays"
    assert list_reasons(plan, "a3") == [
        "3rd of 4 – relegated (bottom 2).",
        "Stays up: fills a vacancy in division A.",
    ]
    # division B got one fewer from above: its own best of those to go down stays in turn
    assert plan.movements["b3"] == "stays" and plan.movements["b4"] == "relegated"
    assert list_moves(plan) == [
        *("b1 2-1 promoted", "b2 2-1 promoted"),
        *("a4 1-2 relegated", "c1 3-2 promoted", "c2 3-2 promoted"),
        "b4 2-3 relegated",
    ]


def test_or_the_best_below_who_was_not_promoted_rises() -> None:
    plan = plan_rollover(
        build_tables("a1 a2-left a3 a4", "b1 b2 b3 b4", "c1 c2 c3 c4"),
        parse_rules(promoted=1, vacancies="promote-more"),
    )
    assert list_divisions(plan) == ["a1 a3 b1 b2", "a4 b3 c1 c2", "b4 c3 c4"]
    assert plan.movements["b2"] == plan.movements["c2"] == "promoted"
    assert "b2 2-1 vacancy" in list_moves(plan) and "c2 3-2 vacancy" in list_moves(plan)
    assert list_reasons(plan, "b2") == [
        "2nd of 4 – stays: not first and not last.",
        "Goes up: fills a vacancy in division A.",
    ]


def test_who_was_to_go_down_may_be_the_best_there_is_to_rise() -> None:
    plan = plan_rollover(
        build_tables("a1-left a2-left a3-left a4", "b1 b2 b3-left b4", "c1 c2 c3 c4 c5 c6"),
        parse_rules(promoted=1, vacancies="promote-more"),
    )
    assert list_divisions(plan) == ["a4 b1 b2 b4", "c1 c2 c3 c4", "c5 c6"]
    assert plan.movements["b4"] == "promoted" and plan.movements["a4"] == "stays"


def test_where_nobody_was_to_go_down_somebody_rises() -> None:
    plan = plan_rollover(build_tables("a1-left a2-left a3", "b1 b2 b3 b4"), parse_rules(promoted=1))
    assert list_divisions(plan) == ["a3 b1 b2", "b3 b4"]
    assert list_moves(plan) == ["b1 2-1 promoted", "b2 2-1 vacancy"]


def test_who_has_played_too_little_does_not_fill_a_place_while_others_can() -> None:
    plan = plan_rollover(
        build_tables("a1-left a2 a3", "b1 b2:1 b3"),
        parse_rules(promoted=1, min_played=2, vacancies="promote-more"),
    )
    assert list_divisions(plan) == ["a2 b1 b3", "a3 b2"]
    other_plan = plan_rollover(
        build_tables("a1-left a2 a3", "b1 b2:1 b3:1"),
        parse_rules(promoted=1, min_played=2, vacancies="promote-more"),
    )
    assert list_divisions(other_plan) == ["a2 a3 b1", "b2 b3"]


def test_but_does_if_need_be() -> None:
    for vacancies in ("relegate-fewer", "promote-more"):
        plan = plan_rollover(
            build_tables("a1-left a2-left a3", "b1 b2:1 b3:1 b4:0"),
            parse_rules(promoted=1, min_played=2, vacancies=vacancies),
        )
        assert list_divisions(plan) == ["a3 b1 b2", "b3 b4"]
        assert list_moves(plan) == ["b1 2-1 promoted", "b2 2-1 vacancy"]


def test_the_lowest_division_takes_what_remains() -> None:
    plan = plan_rollover(build_tables("a1 a2 a3", "b1-left b2 b3-left b4-left b5"), parse_rules(promoted=1))
    assert list_divisions(plan) == ["a1 a2 a3", "b2 b5"]
    assert plan.movements["a3"] == "stays"  # who went up in their place has left


def test_a_top_division_that_is_left_almost_empty_is_as_it_is() -> None:
    """There is none above that it could be joined to."""
    plan = plan_rollover(
        build_tables("a1-left a2-left", "b1 b2-left", "c1 c2 c3 c4"), parse_rules(promoted=1)
    )
    assert list_divisions(plan) == ["b1", "c1 c2", "c3 c4"]


# --- newcomers


def test_newcomers_come_last_in_the_lowest_division() -> None:
    plan = plan_rollover(build_tables("a1-left a2 a3", "b1 b2 b3"), parse_rules(promoted=1), ["new2", "new1"])
    assert list_divisions(plan) == ["a2 a3 b1", "b2 b3 new2 new1"]
    assert list_moves(plan) == ["b1 2-1 promoted", "new2 new-2 newcomer", "new1 new-2 newcomer"]
    assert (find_fate(plan, "new1").movement, find_fate(plan, "new1").came_from) == (None, None)
    assert "new1" not in plan.movements
    assert list_reasons(plan, "new1") == ["New: starts in the lowest division."]


def test_who_left_and_comes_back_is_new() -> None:
    plan = plan_rollover(build_tables("a1-left a2 a3", "b1 b2 b3"), parse_rules(promoted=1), ["a1"])
    assert list_divisions(plan) == ["a2 a3 b1", "b2 b3 a1"]
    assert (find_fate(plan, "a1").movement, find_fate(plan, "a1").to) == ("stays", None)
    assert plan.movements["a1"] == "stays"
    assert list_moves(plan) == ["b1 2-1 promoted", "a1 new-2 newcomer"]
    assert list_reasons(plan, "a1") == ["New: starts in the lowest division."]


# --- splits


def test_a_lowest_division_that_has_become_too_large_is_split() -> None:
    plan = plan_rollover(
        build_tables("a1 a2 a3 a4", "b1 b2 b3 b4"), parse_rules(promoted=1), ["n1", "n2", "n3"]
    )
    assert list_divisions(plan) == ["a1 a2 a3 b1", "a4 b2 b3 b4", "n1 n2 n3"]
    assert [(division.level, division.name) for division in plan.divisions] == [(1, "A"), (2, "B"), (3, "C")]
    larger = plan_rollover(build_tables("a1 a2 a3 a4", "b1 b2 b3 b4"), parse_rules(promoted=1), ["n1", "n2"])
    assert list_divisions(larger)[1:] == ["a4 b2 b3", "b4 n1 n2"]
    assert list_moves(larger)[-3:] == ["b4 2-3 split", "n1 new-3 newcomer", "n2 new-3 newcomer"]
    assert larger.movements["b4"] == "stays"
    assert list_reasons(larger, "b4") == [
        "4th of 4 – stays: not first.",
        "Division B has become too large: its lower half becomes division C.",
    ]
    assert [str(text) for text in find_fate(larger, "b4").movement_reasons] == list_reasons(larger, "b4")[:1]


def test_one_more_than_the_size_is_not_too_large() -> None:
    assert list_divisions(plan_rollover(build_tables("a1 a2 a3 a4"), parse_rules(promoted=1), ["n1"])) == [
        "a1 a2 a3 a4 n1"
    ]
    assert list_divisions(
        plan_rollover(build_tables("a1 a2 a3 a4"), parse_rules(promoted=1), ["n1", "n2"])
    ) == [
        "a1 a2 a3",
        "a4 n1 n2",
    ]


def test_a_division_is_split_only_where_both_parts_have_enough_for_what_goes_up_and_down() -> None:
    def parts(size: int, *above: str, **more: int) -> list[int]:
        lowest = " ".join(f"z{number}" for number in range(size))
        plan = plan_rollover(build_tables(*above, lowest), parse_rules(division_size=4, **more))
        return [len(division.players) for division in plan.divisions[len(above) :]]

    above = "a1 a2 a3 a4"
    assert parts(6, above, promoted=2) == [6]  # 3 are too few for 2 up and 2 down
    assert parts(7, above, promoted=2) == [4, 3]
    assert parts(6, promoted=2) == [3, 3]  # the top has no up
    assert parts(7, promoted=3) == [7]  # 3 would all go up from the lower part
    assert parts(8, promoted=3) == [4, 4]
    assert parts(6, promoted=0) == [3, 3]
    assert parts(17, promoted=1) == [9, 8]  # in two, however large


def test_the_new_division_takes_the_next_letter_that_is_free() -> None:
    plan = plan_rollover(
        [build_table(1, "a1 a2", "C"), build_table(4, "b1 b2 b3 b4 b5 b6", "E")],
        parse_rules(promoted=1, division_size=4),
    )
    assert [(division.level, division.name) for division in plan.divisions] == [(1, "C"), (4, "E"), (5, "F")]


# --- divisions that are too small


def test_a_division_left_with_fewer_than_two_is_joined_to_the_one_above() -> None:
    plan = plan_rollover(build_tables("a1 a2 a3", "b1 b2-left"), parse_rules(promoted=1))
    assert list_divisions(plan) == ["a1 a2 b1 a3"]
    assert list_moves(plan) == ["b1 2-1 promoted"]
    assert plan.movements["a3"] == "relegated"  # what the table says; the division is another matter
    assert list_reasons(plan, "a3") == [
        "3rd of 3 – relegated.",
        "Division B has become too small: it becomes part of division A.",
    ]


def test_joined_divisions_may_be_joined_again() -> None:
    plan = plan_rollover(build_tables("a1 a2", "b1-left b2-left", "c1 c2-left"), parse_rules(promoted=1))
    assert list_divisions(plan) == ["a1 a2 c1"]
    assert list_moves(plan) == ["c1 3-1 joined"]
    assert plan.movements["c1"] == "promoted"
    chain = plan_rollover(
        build_tables("a1 a2", "b1-left b2-left", "c1-left c2", "d1-left d2-left"), parse_rules(promoted=1)
    )
    assert list_divisions(chain) == ["a1 a2 c2"]
    assert list_reasons(chain, "c2")[-1] == "Division B has become too small: it becomes part of division A."


def test_a_division_between_others_may_go_and_the_others_keep_their_levels() -> None:
    plan = plan_rollover(
        build_tables("a1 a2", "b1-left b2-left", "c1-left c2-left", "d1 d2 d3 d4"), parse_rules(promoted=1)
    )
    assert [(division.level, division.players) for division in plan.divisions] == [
        (1, ("a1", "a2")),
        (3, ("d1", "d2")),
        (4, ("d3", "d4")),
    ]


# --- ties at a boundary


def build_standings(level: int, entries: str) -> DivisionStandings:
    """Build standings: `a1 a2=a3` is one player and then two who share a rank."""
    ranked: list[RankedEntry] = []
    left = set()
    for group in entries.split():
        first = len(ranked) + 1
        *_others, last = players = group.split("=")
        for player in players:
            name, _, gone = player.partition("-")
            left |= {name} if gone else set()
            row = EntryTotals(name, len(ranked) + 1, played=3, won=3)
            ranked.append(RankedEntry(row, first, "average" if player == last else None))
    return DivisionStandings(level, "AB"[level - 1], tuple(ranked), frozenset(left))


def settle_standings(
    *divisions: str, lot: int = 5, **more: int | str
) -> list[list[tuple[int, str, str | None]]]:
    asked = [build_standings(level, entries) for level, entries in enumerate(divisions, 1)]
    final = break_boundary_ties(asked, parse_rules(**more), lot)
    assert break_boundary_ties(final, parse_rules(**more), lot) == final
    return [[(entry.rank, entry.row.player, entry.decided_by) for entry in part.ranked] for part in final]


def sort_by_lot(*players: str, lot: int = 5) -> list[str]:
    return sorted(players, key=lambda player: draw_lot(lot, player), reverse=True)


def list_ranks(found: list[tuple[int, str, str | None]]) -> list[int]:
    return [rank for rank, _player, _decided in found]


def test_a_tie_that_decides_who_moves_is_ordered_whole_by_lot() -> None:
    for lot in range(5):
        first, second, third = sort_by_lot("a2", "a3", "a4", lot=lot)
        top, low = settle_standings("a1 a2=a3=a4", "b1 b2 b3 b4", lot=lot, promoted=1)
        assert top == [(1, "a1", "average"), (2, first, "lot"), (3, second, "lot"), (4, third, "average")]
        assert list_ranks(low) == [1, 2, 3, 4]


def test_a_tie_that_decides_nothing_stays_one() -> None:
    top, low = settle_standings("a1=a2 a3", "b1 b2=b3", promoted=1)
    assert (list_ranks(top), list_ranks(low)) == ([1, 1, 3], [1, 2, 2])
    assert [decided for _rank, _player, decided in top] == [None, "average", "average"]


def test_a_tie_for_going_up_is_broken_too() -> None:
    _top, low = settle_standings("a1 a2 a3", "b1=b2 b3", promoted=1)
    assert [player for _rank, player, _decided in low][:2] == sort_by_lot("b1", "b2")
    assert list_ranks(low) == [1, 2, 3]


def test_a_tie_for_a_place_that_was_left_free_is_broken_too() -> None:
    top, low = settle_standings("a1-left a2 a3=a4", "b1 b2 b3 b4", promoted=2)
    assert [player for _rank, player, _decided in top][2:] == sort_by_lot("a3", "a4")
    top, low = settle_standings("a1-left a2 a3", "b1 b2=b3 b4", promoted=1, vacancies="promote-more")
    assert [player for _rank, player, _decided in low][1:3] == sort_by_lot("b2", "b3")
    assert list_ranks(low) == [1, 2, 3, 4]


def test_a_free_place_may_leave_nothing_to_decide() -> None:
    top, _low = settle_standings("a1 a2=a3", "b1-left b2 b3", promoted=1)
    assert list_ranks(top) == [1, 2, 2]  # both stay
