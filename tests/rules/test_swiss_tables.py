"""The system `club` for more than two at a table: close scores together, few repeats, teams apart."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from statistics import mean

import pytest

from games import Invalid
from league.rules.pairing.protocol import (
    PairedTable,
    Pairing,
    PairingEntry,
    PairingInput,
    PastBye,
    PastRound,
    PastTable,
)
from league.rules.pairing.swiss_tables import pair_tables_by_standings
from league.rules.pairing.tables import compute_tournament_sizes
from tests.rules.conftest import Sample
from tests.rules.table_rounds import (
    Points,
    build_input,
    check_round,
    count_meetings,
    count_repeats,
    list_groupings,
    play_all,
    play_round,
)


def draw_points(seed: int) -> Points:
    """Return points that are random, but the same for the same round and entry."""
    return lambda number, entry, _seat: Random(f"{seed} {number} {entry}").randrange(20)


def count_points(given: PairingInput) -> dict[str, Fraction]:
    points = {entry.id: Fraction(0) for entry in given.entries}
    for past in given.history:
        for table in past.tables:
            for entry, gained in zip(table.entries, table.points, strict=True):
                points[entry] += gained or 0
        for entry, bye in past.byes.items():
            points[entry] += bye.points
    return points


def measure_spread(given: PairingInput, tables: list[tuple[str, ...]]) -> Fraction:
    points = count_points(given)
    return sum(
        (abs(points[one] - points[other]) for table in tables for one, other in combinations(table, 2)),
        Fraction(0),
    )


def get_tables(pairing: Pairing) -> list[tuple[str, ...]]:
    return [table.entries for table in pairing.tables]


def list_codes(table: PairedTable) -> list[str]:
    return [reason.code for reason in table.reasons]


@pytest.mark.parametrize(("players", "rounds"), [(8, 3), (13, 4), (20, 4), (60, 3)])
def test_everybody_sits_once_a_round_and_large_fields_never_repeat(players: int, rounds: int) -> None:
    given = play_all(build_input(players, rounds), pair_tables_by_standings, draw_points(1))
    met = count_meetings(given)
    if players >= 20:
        assert set(met.values()) == {1}
    assert max(met.values()) <= 3


def test_first_round_spreads_the_best_over_the_tables() -> None:
    pairing = pair_tables_by_standings(build_input(16, 3))
    assert all(
        sum(entry in {"e1", "e2", "e3", "e4"} for entry in table) == 1 for table in get_tables(pairing)
    )
    assert list_codes(pairing.tables[0]) == ["by-seed"]


def test_close_scores_sit_together_with_the_highest_at_the_first_table() -> None:
    given = build_input(40, 3)
    given = play_round(given, pair_tables_by_standings(given), draw_points(2))
    pairing = pair_tables_by_standings(given)
    points = count_points(given)
    average = [mean(points[entry] for entry in table) for table in get_tables(pairing)]
    assert average[0] > average[4] > average[-1]
    everybody = [tuple(entry.id for entry in given.entries)]
    of_all = measure_spread(given, everybody) / (40 * 39 // 2)
    assert measure_spread(given, get_tables(pairing)) / (10 * 6) < of_all / 4
    reason = pairing.tables[0].reasons[0]
    assert reason.code == "close-scores"
    assert reason.values == {
        "most": str(max(points[entry] for entry in pairing.tables[0].entries)),
        "least": str(min(points[entry] for entry in pairing.tables[0].entries)),
    }


def test_nothing_repeats_that_can_be_avoided_and_then_scores_are_as_close_as_can_be(sample: Sample) -> None:
    """Every round of small fields is compared with all there are."""
    chance = Random(9)
    for players in sample([6, 7, 8, 9, 10] * 4):
        given = build_input(players, 5, wanted=3 if players == 9 else 4)
        for _round in range(chance.randrange(1, 4)):
            pairing = pair_tables_by_standings(given)
            given = play_round(given, pairing, draw_points(chance.randrange(1000)))
        found = get_tables(pair_tables_by_standings(given))
        met = count_meetings(given)
        small = Counter(
            entry
            for past in given.history
            for table in past.tables
            if len(table.entries) == 3
            for entry in table.entries
        )

        def rate(
            tables: list[tuple[str, ...]],
            given: PairingInput = given,
            met: Counter = met,
            small: Counter = small,
        ):
            squares = Counter({pair: times * times for pair, times in met.items()})
            uneven = sum(small[entry] for table in tables if len(table) == 3 for entry in table)
            alike = len(set(given.table_sizes)) == 1
            return count_repeats(squares, tables), 0 if alike else uneven, measure_spread(given, tables)

        everybody = [entry.id for entry in given.entries]
        assert rate(found) == min(map(rate, list_groupings(everybody, given.table_sizes))), given


def test_teams_are_kept_apart_before_anything_else() -> None:
    given = build_input(16, 3)
    given = replace(
        given, entries=tuple(replace(entry, team=f"t{(entry.seed - 1) // 4}") for entry in given.entries)
    )
    team = {entry.id: entry.team for entry in given.entries}
    given = play_all(given, pair_tables_by_standings, draw_points(3))
    assert not [pair for pair in count_meetings(given) if len({team[entry] for entry in pair}) == 1]


def test_team_that_can_not_be_kept_apart_and_repeats_are_said() -> None:
    given = build_input(8, 3)
    given = replace(given, entries=tuple(replace(entry, team="all") for entry in given.entries))
    given = play_round(given, pair_tables_by_standings(given), draw_points(4))
    pairing = pair_tables_by_standings(given)
    assert {reason.code: reason.values["pairs"] for reason in pairing.warnings} == {
        "repeats": 4,
        "same-teams": 12,
    }
    repeats = [reason for table in pairing.tables for reason in table.reasons if reason.code == "repeat"]
    assert [reason.values["rounds"] for reason in repeats] == [["1"]] * 4


def test_forbidden_pair_never_meets_and_is_refused_where_it_must() -> None:
    forbidden = frozenset({frozenset({"e1", "e2"}), frozenset({"e1", "e3"})})
    given = replace(build_input(8, 4), forbidden=forbidden)
    met = count_meetings(play_all(given, pair_tables_by_standings, draw_points(5)))
    assert not forbidden & set(met)
    everybody = frozenset(frozenset({"e1", f"e{other}"}) for other in range(2, 9))
    with pytest.raises(Invalid, match="all forbidden pairs are apart"):
        pair_tables_by_standings(replace(given, forbidden=everybody))


def test_bye_goes_to_the_lowest_who_had_fewest() -> None:
    given = replace(build_input(7, 4), table_sizes=(3, 3))
    given = play_all(given, pair_tables_by_standings, draw_points(6))
    assert len({entry for past in given.history for entry in past.byes}) == 4
    first = pair_tables_by_standings(replace(given, history=()))
    assert [bye.entry for bye in first.byes] == ["e7"]
    assert [reason.code for reason in first.byes[0].reasons] == ["fewest-byes"]


def test_nobody_is_sent_to_a_smaller_table_twice_before_all_have_been() -> None:
    given = build_input(15, 5)  # 4, 4, 4, 3
    given = play_all(given, pair_tables_by_standings, draw_points(7))
    small = Counter(
        entry
        for past in given.history
        for table in past.tables
        if len(table.entries) == 3
        for entry in table.entries
    )
    assert max(small.values()) <= 2
    pairing = pair_tables_by_standings(given)
    assert "smaller-table" in list_codes(pairing.tables[-1])


def test_seats_are_shared_out() -> None:
    given = play_all(build_input(20, 4), pair_tables_by_standings, draw_points(8))
    had = Counter(
        (entry, seat)
        for past in given.history
        for table in past.tables
        for seat, entry in enumerate(table.entries)
    )
    assert max(had.values()) <= 2


def test_late_arrival_withdrawal_and_fractions_of_points() -> None:
    given = build_input(12, 4)
    given = play_round(given, pair_tables_by_standings(given), lambda _round, _entry, seat: seat)
    halves = PastRound(
        tuple(
            PastTable(table.entries, (Fraction(1, 2), Fraction(1, 3), None, Fraction(2)))
            for table in given.history[0].tables
        ),
        {"late": PastBye("zero", Fraction(0))},
    )
    given = replace(
        given,
        history=(halves,),
        entries=(
            *(replace(entry, withdrawn=entry.seed == 5) for entry in given.entries),
            PairingEntry("late", 13),
        ),
    )
    check_round(given, pair_tables_by_standings(given))


def test_everybody_has_met_everybody_is_no_reason_to_refuse() -> None:
    given = play_all(build_input(4, 3), pair_tables_by_standings, draw_points(9))
    pairing = pair_tables_by_standings(given)
    assert [reason.values["pairs"] for reason in pairing.warnings] == [6]


@pytest.mark.parametrize("there", [0, 1, 3])
def test_too_few_for_the_tables_are_refused(there: int) -> None:
    given = build_input(4, 3)
    entries = tuple(replace(entry, withdrawn=entry.seed > there) for entry in given.entries)
    with pytest.raises(Invalid, match=f"{there} players are too few"):
        pair_tables_by_standings(replace(given, entries=entries))


@pytest.mark.full
def test_thousand_players_are_paired_without_repeats() -> None:
    given = replace(build_input(999, 4), table_sizes=compute_tournament_sizes(999, 4, 3, 7))
    given = play_round(given, pair_tables_by_standings(given), draw_points(10))
    pairing = pair_tables_by_standings(given)
    check_round(given, pairing)
    assert not pairing.warnings


def test_same_input_gives_the_same_round() -> None:
    given = build_input(13, 4)
    given = play_round(given, pair_tables_by_standings(given), draw_points(11))
    assert pair_tables_by_standings(given) == pair_tables_by_standings(given)
