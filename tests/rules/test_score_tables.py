"""The system `score`: series of Skat, drawn at first, then seated by score, teams apart, smaller tables in turn."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from games import get
from league.rules.pairing.protocol import ByeKind, PairingEntry, PairingInput
from league.rules.pairing.swiss_tables import pair_tables_by_score
from league.rules.pairing.systems import pair_round
from league.rules.pairing.tables import compute_tournament_sizes
from league.rules.rule_checks import parse_rules
from league.rules.seasons.tournament_plans import propose_plans
from tests.rules.conftest import Sample
from tests.rules.table_rounds import build_input, check_round, list_groupings, play_round
from tests.rules.test_swiss_tables import count_points, draw_points, get_tables, list_codes, measure_spread

TEAMS = {f"e{number}": "NESW"[number % 4] for number in range(1, 24)}  # 5, 6, 6 and 6 players


def put_in_teams(given: PairingInput) -> PairingInput:
    entries = tuple(replace(entry, team=TEAMS[entry.id]) for entry in given.entries)
    return replace(given, entries=entries)


def test_first_round_is_drawn_by_lot_and_the_same_for_the_same_number() -> None:
    given = build_input(16, 3)
    drawn = pair_tables_by_score(given)
    assert get_tables(drawn) == get_tables(pair_tables_by_score(given))
    assert get_tables(drawn) != get_tables(pair_tables_by_score(replace(given, draw_seed=8)))
    assert {code for table in drawn.tables for code in list_codes(table)} == {"by-lot"}
    together = Counter(
        frozenset(pair)
        for seed in range(60)
        for table in get_tables(pair_tables_by_score(replace(given, draw_seed=seed)))
        for pair in combinations(table, 2)
    )
    assert len(together) == 16 * 15 / 2 and max(together.values()) < 30  # 12 on average


def test_later_rounds_put_the_highest_together_whoever_has_met() -> None:
    given = play_round(build_input(16, 3), pair_tables_by_score(build_input(16, 3)), draw_points(2))
    points = count_points(given)
    pairing = pair_tables_by_score(given)
    tables = [sorted((points[entry] for entry in table), reverse=True) for table in get_tables(pairing)]
    in_order = sorted(points.values(), reverse=True)
    assert [score for table in tables for score in table] == in_order
    again = play_round(given, pairing, lambda _number, entry, _seat: int(points[entry]))
    repeated = pair_tables_by_score(again)
    assert [set(table) for table in get_tables(repeated)] == [set(table) for table in get_tables(pairing)]
    assert not repeated.warnings and "repeat" in list_codes(repeated.tables[0])


def test_small_fields_are_seated_as_closely_as_can_be(sample: Sample) -> None:
    """Compared with every round there is: teammates first, then earlier visits to the table of three, then scores."""
    for seed in sample(range(8)):
        given = build_input(7, 3, draw_seed=seed)
        entries = tuple(replace(entry, team="N" if entry.seed <= 2 else "") for entry in given.entries)
        given = replace(given, entries=entries)
        for _round in range(1 + seed % 2):
            given = play_round(given, pair_tables_by_score(given), draw_points(seed))
        every_round = list_groupings([entry.id for entry in given.entries], (4, 3))
        best = min(measure_cost(given, tables) for tables in every_round)
        assert measure_cost(given, get_tables(pair_tables_by_score(given))) == best


def measure_cost(given: PairingInput, tables: list[tuple[str, ...]]) -> tuple[object, ...]:
    threes = [table.entries for past in given.history for table in past.tables if len(table.entries) == 3]
    teams = sum({"e1", "e2"} <= set(table) for table in tables)
    visits = sum(
        sum(entry in past for past in threes) for table in tables if len(table) == 3 for entry in table
    )
    return teams, visits, measure_spread(given, tables)


@pytest.mark.parametrize("seed", range(3))
def test_three_series_of_four_teams_keep_these_apart_and_take_turns_at_tables_of_three(seed: int) -> None:
    """22 players, as one comes late; then 23; then 22, as one has left."""
    given, chance = put_in_teams(build_input(23, 3, draw_seed=seed)), Random(seed)
    threes: Counter[str] = Counter()
    for number in range(3):
        absent: dict[str, ByeKind] = {}
        if number != 1:
            absent["e23" if number == 0 else "e5"] = "zero"
        sizes = compute_tournament_sizes(23 - len(absent), 4, 3, 4)
        assert sizes.count(3) == -(23 - len(absent)) % 4
        given = replace(given, absences=absent, table_sizes=sizes)
        pairing = pair_tables_by_score(given)
        check_round(given, pairing)
        for table in get_tables(pairing):
            teams = [TEAMS[entry] for entry in table]
            assert len(set(teams)) == len(teams), (number, table)
            threes.update(table if len(table) == 3 else ())
        given = play_round(given, pairing, lambda _number, _entry, _seat: chance.randrange(-200, 1500))
    assert max(threes.values()) == 1


def test_team_that_can_not_be_kept_apart_is_said_so_in_each_series() -> None:
    given = build_input(8, 2)
    given = replace(given, entries=tuple(replace(entry, team="N") for entry in given.entries))
    for number in (1, 2):
        pairing = pair_tables_by_score(given)
        (warning,) = pairing.warnings
        assert (warning.code, warning.values["round"], warning.values["pairs"]) == ("same-teams", number, 12)
        assert list_codes(pairing.tables[0]).count("same-team") == 6
        given = play_round(given, pairing, draw_points(number))


def test_system_is_for_more_than_two_at_a_table() -> None:
    given = build_input(8, 3)
    assert get_tables(pair_round("score", given)) == get_tables(pair_tables_by_score(given))


def test_late_comer_is_no_reason_to_draw_again() -> None:
    given = play_round(build_input(8, 3), pair_tables_by_score(build_input(8, 3)), draw_points(4))
    late = replace(given, entries=(*given.entries, PairingEntry("e9", 9)), table_sizes=(3, 3, 3))
    assert list_codes(pair_tables_by_score(late).tables[0])[0] == "close-scores"


def test_skat_is_proposed_in_series_by_tournament_totals() -> None:
    first, *others = propose_plans(get("international-skat"), {"deals": 12, "deals_each": True}, 23, 6 * 60)
    assert (first.kind, first.rounds, first.minutes) == ("series", 3, 360)
    assert first.rules["ranking"] == ["points", "games_won", "games_lost", "lot"]
    assert parse_rules(first.rules, get("international-skat")).points.figure == "seeger_fabian"
    assert {"standings", "even"} <= {plan.kind for plan in others}
    (long_day, *_others) = propose_plans(get("north-american-skat"), {"deals": 24}, 8, 1000)
    assert long_day.rounds == 4 and long_day.rules["points"] == {"figure": "score"}
    assert parse_rules(long_day.rules, get("north-american-skat")).pairing == "score"
