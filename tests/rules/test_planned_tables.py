"""The system `tables`: the plan goes on while it can, and else the next round is found from what has happened."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from games import Invalid
from league.rules.pairing.planned_tables import pair_planned_tables
from league.rules.pairing.protocol import ByeKind, Pairing, PairingEntry, PairingInput, Reason
from league.rules.pairing.tables import compute_tournament_sizes
from tests.rules.conftest import Sample
from tests.rules.table_rounds import (
    build_input,
    check_round,
    count_meetings,
    count_repeats,
    list_groupings,
    play_all,
    play_round,
)


def no_points(_round: int, _entry: str, _seat: int) -> int:
    return 0


def list_codes(reasons: tuple[Reason, ...]) -> list[str]:
    return [reason.code for reason in reasons]


# --- as planned


def test_whole_tournament_follows_its_plan() -> None:
    given = play_all(build_input(20, 5), pair_planned_tables, no_points)
    assert set(count_meetings(given).values()) == {1}
    for seat in range(4):
        counted = Counter(table.entries[seat] for past in given.history for table in past.tables)
        assert max(counted.values()) <= 2


def test_plan_goes_on_whoever_changed_seats_or_stayed_away_in_an_earlier_round() -> None:
    given = build_input(16, 5)
    first = pair_planned_tables(given)
    given = play_round(given, first, no_points)
    as_planned = pair_planned_tables(given)
    past = given.history[0]
    turned = replace(past.tables[0], entries=past.tables[0].entries[::-1], played=False)
    other = replace(given, history=(replace(past, tables=(turned, *past.tables[1:])),))
    assert pair_planned_tables(other) == as_planned
    assert list_codes(as_planned.tables[0].reasons) == ["planned"]
    assert as_planned.tables[0].reasons[0].values == {"round": 2, "rounds": 5}


def test_same_input_gives_the_same_round_and_another_seed_another() -> None:
    given = build_input(13, 4)
    assert pair_planned_tables(given) == pair_planned_tables(given)
    assert pair_planned_tables(given) != pair_planned_tables(replace(given, draw_seed=8))


def test_byes_go_round_where_the_game_has_one_size() -> None:
    given = replace(build_input(7, 7), table_sizes=(3, 3))
    given = play_all(given, pair_planned_tables, no_points)
    assert Counter(entry for past in given.history for entry in past.byes) == {
        entry.id: 1 for entry in given.entries
    }


# --- not as planned


def test_byes_go_round_after_a_swap_by_hand() -> None:
    given = replace(build_input(10, 10, draw_seed=1), table_sizes=(3, 3, 3))
    first = pair_planned_tables(given)
    one, other, last = first.tables
    swapped = (
        replace(one, entries=(other.entries[0], *one.entries[1:])),
        replace(other, entries=(one.entries[0], *other.entries[1:])),
        last,
    )
    given = play_round(given, replace(first, tables=swapped), no_points)
    given = play_all(given, pair_planned_tables, no_points)
    assert Counter(entry for past in given.history for entry in past.byes) == {
        entry.id: 1 for entry in given.entries
    }


def test_late_arrival_and_withdrawal_leave_a_round_without_repeats_where_there_is_one() -> None:
    given = build_input(20, 5)
    for number in range(1, 6):
        if number == 2:
            entries = (*given.entries, PairingEntry("late", 21))
            given = replace(given, entries=entries, table_sizes=compute_tournament_sizes(21, 4, 3, 7))
        if number == 4:
            entries = tuple(replace(entry, withdrawn=entry.id == "e3") for entry in given.entries)
            given = replace(given, entries=entries, table_sizes=compute_tournament_sizes(20, 4, 3, 7))
        pairing = pair_planned_tables(given)
        check_round(given, pairing)
        assert list_codes(pairing.tables[0].reasons)[0] == ("planned" if number == 1 else "searched")
        given = play_round(given, pairing, no_points)
        if number < 4:
            assert set(count_meetings(given).values()) == {1}
    assert sum(times - 1 for times in count_meetings(given).values()) <= 4


def test_swap_by_hand_is_taken_into_account() -> None:
    given = build_input(16, 5)
    given = play_round(given, pair_planned_tables(given), no_points)
    first, second, *others = given.history[0].tables
    swapped = (
        replace(first, entries=(second.entries[0], *first.entries[1:])),
        replace(second, entries=(first.entries[0], *second.entries[1:])),
        *others,
    )
    given = replace(given, history=(replace(given.history[0], tables=swapped),))
    pairing = pair_planned_tables(given)
    assert list_codes(pairing.tables[0].reasons) == ["searched"]
    assert count_repeats(count_meetings(given), [table.entries for table in pairing.tables]) == 0


def test_no_repeat_while_one_can_be_avoided_by_trying_everything(sample: Sample) -> None:
    chance = Random(5)
    for players in sample([6, 7, 8, 9, 10] * 6):
        given = build_input(players, 4)
        for _round in range(chance.randrange(1, 4)):  # rounds by hand, so nothing is as planned
            entries = [entry.id for entry in given.entries]
            chance.shuffle(entries)
            pairing = pair_planned_tables(given)
            tables = []
            for table in pairing.tables:
                tables.append(replace(table, entries=tuple(entries[: len(table.entries)])))
                del entries[: len(table.entries)]
            given = play_round(given, replace(pairing, tables=tuple(tables)), no_points)
        pairing = pair_planned_tables(given)
        check_round(given, pairing)
        met = count_meetings(given)
        repeats = count_repeats(met, [table.entries for table in pairing.tables])
        everybody = [entry.id for entry in given.entries]
        best = min(count_repeats(met, groups) for groups in list_groupings(everybody, given.table_sizes))
        assert repeats == best, given
        said = [reason.values["pairs"] for reason in pairing.warnings]
        assert said == [len({pair for pair in met if is_at_a_table(pair, pairing)})] * bool(repeats)


def is_at_a_table(pair: frozenset[str], pairing: Pairing) -> bool:
    return any(pair <= set(table.entries) for table in pairing.tables)


def test_newcomer_does_not_go_to_the_smaller_tables_until_having_caught_up() -> None:
    given = build_input(18, 6)  # 4, 4, 4, 3, 3
    for _round in range(4):
        given = play_round(given, pair_planned_tables(given), no_points)
    given = replace(
        given,
        entries=(*given.entries, PairingEntry("late", 19)),
        table_sizes=compute_tournament_sizes(19, 4, 3, 7),
    )
    small = Counter[str]()
    for _round in range(2):
        pairing = pair_planned_tables(given)
        small.update(entry for table in pairing.tables if len(table.entries) == 3 for entry in table.entries)
        given = play_round(given, pairing, no_points)
    assert small["late"] <= 1


# --- who is to be kept apart


def test_teams_are_apart_where_the_plan_has_room_for_them() -> None:
    given = build_input(20, 5)
    teams = tuple(replace(entry, team=f"t{entry.seed % 4}") for entry in given.entries)  # five in each
    given = play_all(replace(given, entries=teams), pair_planned_tables, no_points)
    team = {entry.id: entry.team for entry in given.entries}
    assert not [pair for pair in count_meetings(given) if len({team[entry] for entry in pair}) == 1]
    assert set(count_meetings(given).values()) == {1}


def test_forbidden_pair_never_meets_though_everybody_else_does() -> None:
    given = replace(build_input(16, 5), forbidden=frozenset({frozenset({"e1", "e2"})}))
    given = play_all(given, pair_planned_tables, no_points)
    met = count_meetings(given)
    assert frozenset({"e1", "e2"}) not in met
    assert max(met.values()) <= 2


def test_team_that_can_not_be_kept_apart_is_said_so() -> None:
    given = build_input(8, 2)
    given = replace(given, entries=tuple(replace(entry, team="all") for entry in given.entries))
    pairing = pair_planned_tables(given)
    (warning,) = pairing.warnings
    assert warning.code == "same-teams"
    assert (warning.values["round"], warning.values["pairs"]) == (1, 12)
    assert list_codes(pairing.tables[0].reasons)[1:] == ["same-team"] * 6


def test_forbidden_pairs_that_can_not_be_kept_apart_are_refused() -> None:
    everybody = frozenset(frozenset({"e1", f"e{other}"}) for other in range(2, 7))
    with pytest.raises(Invalid, match="all forbidden pairs are apart"):
        pair_planned_tables(replace(build_input(6, 2), forbidden=everybody))


# --- refusals and odd input


@pytest.mark.parametrize("there", [0, 1, 5])
def test_too_few_for_the_tables_are_refused(there: int) -> None:
    given = build_input(8, 3)
    absences: dict[str, ByeKind] = {entry.id: "zero" for entry in given.entries[there:]}
    with pytest.raises(Invalid, match="too few"):
        pair_planned_tables(PairingInput(given.entries, (), 3, 1, absences, table_sizes=given.table_sizes))


def test_who_is_absent_has_the_bye_asked_for() -> None:
    given = replace(build_input(9, 3), absences={"e4": "half"}, table_sizes=(4, 4))
    pairing = pair_planned_tables(given)
    check_round(given, pairing)
    (bye,) = pairing.byes
    assert (bye.entry, bye.kind, list_codes(bye.reasons)) == ("e4", "half", ["bye-asked"])


def test_round_beyond_those_announced_is_paired_too() -> None:
    given = play_all(build_input(8, 2), pair_planned_tables, no_points)
    check_round(given, pair_planned_tables(given))


def test_repeats_that_can_not_be_avoided_are_said_before() -> None:
    given = play_all(build_input(16, 6), pair_planned_tables, no_points)
    before = replace(given, history=given.history[:5])
    pairing = pair_planned_tables(before)
    (warning,) = pairing.warnings
    assert (warning.code, warning.values["round"], warning.values["pairs"]) == ("repeats", 6, 24)
    reason = pairing.tables[0].reasons[1]
    pair, numbers = set(get_list(reason, "entries")), get_list(reason, "rounds")
    assert reason.code == "repeat" and pair <= set(pairing.tables[0].entries)
    assert any(pair <= set(table.entries) for table in before.history[int(numbers[0]) - 1].tables)


def get_list(reason: Reason, name: str) -> list[str]:
    values = reason.values[name]
    assert isinstance(values, list)
    return values
