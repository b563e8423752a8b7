"""The next season's divisions of a game for three and more: none is too small for a table."""

from league.rules.seasons.rollover import plan_rollover
from tests.rules.final_tables import build_tables, list_divisions, list_reasons, parse_rules


def test_a_game_for_three_is_split_only_where_the_lower_part_has_a_table() -> None:
    lowest = [" ".join(f"z{number}" for number in range(size)) for size in (5, 6)]
    few, many = (
        plan_rollover(build_tables(division), parse_rules(division_size=3, promoted=0), least=3)
        for division in lowest
    )
    assert (list_divisions(few), list_divisions(many)) == ([lowest[0]], ["z0 z1 z2", "z3 z4 z5"])


def test_a_game_for_three_leaves_no_two_by_themselves() -> None:
    plan = plan_rollover(build_tables("a1 a2 a3 a4", "b1-left b2 b3"), parse_rules(promoted=1), least=3)
    assert list_divisions(plan) == ["a1 a2 a3 a4 b2 b3"]
    assert list_reasons(plan, "b3")[-1] == "Division B has become too small: it becomes part of division A."
    assert list_divisions(
        plan_rollover(build_tables("a1 a2 a3 a4", "b1-left b2 b3"), parse_rules(promoted=1))
    ) == [
        "a1 a2 a3 a4",
        "b2 b3",
    ]
