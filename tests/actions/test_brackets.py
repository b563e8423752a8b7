"""A knockout and a double elimination from the first round to the last, and what is refused in them."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from league.actions import proposals, rounds
from league.actions.decisions.forfeit import forfeit_match
from league.actions.decisions.late_entry import add_late_entry
from league.actions.decisions.revocation import revoke_decision
from league.actions.decisions.substitution import substitute_player
from league.actions.decisions.void import void_match
from league.actions.decisions.withdrawal import withdraw_entry
from league.actions.errors import ActionError
from league.actions.result import undo_result
from league.actions.season import close_season
from league.models import Club, Division, Entry, Match, Player, Round, Season, Standing
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from tests.actions.refusals import refusal
from tests.actions.submissions import enter_result
from tests.actions.tournaments import (
    begin_round,
    get_key,
    list_byes,
    list_tables,
    make_tournament,
    reread,
)
from tests.commands.console import run_on_file
from tests.scenarios import scenario

# Who wins makes every bid, who loses misses one trick in each; where both make theirs they are level.
WINS = (
    {"deals": [{"bids": [14, 12], "tricks": [14, 13]}] * 4},
    {"deals": [{"bids": [13, 13], "tricks": [14, 13]}] * 4},
)
LEVEL = {"deals": [{"bids": [14, 13], "tricks": [14, 13]}] * 4}


@scenario
def six(club: Club) -> Season:
    """A knockout of six, with a match for the third place."""
    return make_tournament(club, 6, kind="knockout")


@scenario
def double(club: Club) -> Season:
    return make_tournament(club, 4, kind="double-elimination", name="Double")


def play(season: Season, number: int, *winners: str) -> None:
    """Enter a result for each match of a round that has none: these players win, else who is first at the table."""
    wanted = set(map(get_key, winners))
    for match in Match.objects.filter(division__season=season, round__number=number, status="scheduled"):
        seats = list(match.seats.order_by("number").values_list("entry__player__key", flat=True))
        seat = 1 if seats[1] in wanted else 0
        enter_result(match, WINS[seat], played_on=match.club.today)


def begin(season: Season) -> list[list[str]]:
    """Publish the next round; return who meets, by name."""
    number = begin_round(season)
    return [[get_name(player) for player in table] for table in list_tables(season, number)]


def get_name(player: str) -> str:
    return Player.objects.values_list("name", flat=True).get(key=player)


def list_standings(season: Season) -> list[tuple[int, str]]:
    rows = Standing.objects.filter(entry__season=season).order_by("rank", "entry__seed")
    return list(rows.values_list("rank", "entry__player__name"))


def list_states(season: Season) -> list[str]:
    return list(Round.objects.filter(stage__season=season).order_by("number").values_list("state", flat=True))


def test_knockout_from_the_first_round_to_the_match_for_the_third_place(six: Season) -> None:
    assert list_states(six) == ["planned"] * 3
    assert begin(six) == [["Dan Dyer", "Eve Ellis"], ["Cleo Carter", "Fay Fox"]]
    assert list_byes(six, 1) == {get_key(name): ("pairing", 2) for name in ("Ann Archer", "Bob Baker")}
    play(six, 1, "Fay Fox")
    assert begin(six) == [["Ann Archer", "Dan Dyer"], ["Bob Baker", "Fay Fox"]]
    play(six, 2, "Fay Fox")
    assert begin(six) == [["Ann Archer", "Fay Fox"], ["Bob Baker", "Dan Dyer"]]
    play(six, 3, "Fay Fox", "Dan Dyer")
    rounds.finish_round(season=six, number=3, by=CONSOLE)
    assert list_states(six) == ["finished"] * 3
    names = ["Fay Fox", "Ann Archer", "Dan Dyer", "Bob Baker"]
    assert list_standings(six)[:4] == list(enumerate(names, 1))
    assert {name for _rank, name in list_standings(six)[4:]} == {"Cleo Carter", "Eve Ellis"}
    assert refusal(rounds.pair_next_round, season=six, by=CONSOLE) == [("round", "no-round")]
    close_season(season=reread(six), by=CONSOLE)


def test_second_final_is_announced_only_where_it_is_needed(double: Season) -> None:
    assert list_states(double) == ["planned"] * 4
    for number in (1, 2, 3):
        begin(double)
        play(double, number)
    assert begin(double) == [["Ann Archer", "Bob Baker"]]
    play(double, 4, "Bob Baker")
    rounds.finish_round(season=double, number=4, by=CONSOLE)
    assert list_states(double)[4:] == ["planned"]
    rounds.resume_round(season=double, number=4, by=CONSOLE)
    assert len(list_states(double)) == 4
    rounds.finish_round(season=double, number=4, by=CONSOLE)
    assert begin(double) == [["Ann Archer", "Bob Baker"]]
    play(double, 5, "Bob Baker")
    rounds.finish_round(season=double, number=5, by=CONSOLE)
    assert list_states(double) == ["finished"] * 5
    rounds.resume_round(season=double, number=5, by=CONSOLE)
    assert list_states(double)[4:] == ["published"]
    rounds.finish_round(season=double, number=5, by=CONSOLE)
    assert [name for _rank, name in list_standings(double)[:2]] == ["Bob Baker", "Ann Archer"]


def test_players_who_are_level_play_another_match_in_turned_seats(six: Season) -> None:
    begin(six)
    for match in Match.objects.filter(round__number=1).order_by("table"):
        enter_result(match, LEVEL if match.table == 1 else WINS[0], played_on=match.club.today)
    assert refusal(rounds.finish_round, season=six, number=1, by=CONSOLE) == [("round", "tie-level")]
    assert refusal(rounds.pair_next_round, season=six, by=CONSOLE) == [("round", "tie-level")]
    assert refusal(rounds.add_leg, season=six, number=1, table=2, by=CONSOLE) == [("table", "not-level")]
    added = rounds.add_leg(season=six, number=1, table=1, by=CONSOLE)
    assert (added.table, added.leg) == (1, 2)
    seats = added.seats.order_by("number").values_list("player__name", flat=True)
    assert list(seats) == ["Eve Ellis", "Dan Dyer"]
    assert refusal(rounds.add_leg, season=six, number=1, table=1, by=CONSOLE) == [("table", "not-level")]
    play(six, 1, "Eve Ellis")
    assert ["Ann Archer", "Eve Ellis"] in begin(six)
    assert list(verify_club(six.competition.club)) == []


def test_withdrawn_player_lets_the_opponent_go_on_and_the_bracket_can_be_made_again(six: Season) -> None:
    begin(six)
    play(six, 1)
    ann = Entry.objects.get(season=six, player__name="Ann Archer")
    withdraw_entry(entry=ann, outcome="stand", reason="ill", by=CONSOLE)
    assert begin(six) == [["Bob Baker", "Cleo Carter"]]
    assert list_byes(six, 2) == {get_key("Dan Dyer"): ("pairing", 2)}
    play(six, 2)
    assert begin(six) == [["Bob Baker", "Dan Dyer"]]
    assert list_byes(six, 3) == {get_key("Cleo Carter"): ("pairing", 2)}
    assert list(verify_club(six.competition.club)) == []
    exported = json.loads(export_club_file(six.competition.club))
    assert exported["competitions"][0]["seasons"][0]["rounds"][1]["pairings"]["1"]["settings"][
        "withdrawn"
    ] == [get_key("Ann Archer")]


def test_changed_pair_of_a_bracket_is_found_without_a_database(six: Season) -> None:
    begin(six)
    play(six, 1)
    begin(six)
    club_file = json.loads(export_club_file(six.competition.club))
    pairing = club_file["competitions"][0]["seasons"][0]["rounds"][1]["pairings"]["1"]
    tables = pairing["tables"]
    tables[0]["entries"], tables[1]["entries"] = tables[1]["entries"], tables[0]["entries"]
    printed = run_on_file("verify", club_file).out
    assert "tables.0.entries" in printed


def test_what_is_refused_in_a_bracket(six: Season) -> None:
    assert refusal(rounds.announce_rounds, season=six, rounds=5, by=CONSOLE) == [("round", "bracket")]
    rounds.pair_next_round(season=six, by=CONSOLE)
    ann, bob = get_key("Ann Archer"), get_key("Bob Baker")
    moves: list[tuple[Callable[..., object], dict[str, Any]]] = [
        (proposals.exchange_players, {"first": ann, "second": bob}),
        (proposals.move_player, {"player": ann, "table": 2}),
    ]
    for action, more in moves:
        assert refusal(action, season=six, number=1, by=CONSOLE, **more) == [("round", "bracket")]
    newcomer = Player.objects.create(club=six.competition.club, key="zed", name="Zed Zander")
    division = Division.objects.get(season=six)
    late = refusal(add_late_entry, division=division, player=newcomer, reason="late", by=CONSOLE)
    assert late == [("", "bracket-begun")]


def test_results_of_who_withdraws_from_a_bracket_stand(six: Season) -> None:
    begin(six)
    play(six, 1)
    dan = Entry.objects.get(season=six, player__name="Dan Dyer")
    gone = refusal(withdraw_entry, entry=dan, outcome="expunge", reason="ill", by=CONSOLE)
    assert gone == [("outcome", "bracket")]


def test_late_entry_before_the_first_round_makes_the_bracket_larger(club: Club) -> None:
    four = make_tournament(club, 4, kind="knockout")
    newcomer = Player.objects.create(club=club, key="zed", name="Zed Zander")
    add_late_entry(division=Division.objects.get(season=four), player=newcomer, reason="late", by=CONSOLE)
    assert begin(four) == [["Dan Dyer", "Zed Zander"]]
    assert list_states(four) == ["published", "planned", "planned"]


def test_void_match_has_to_be_decided(six: Season) -> None:
    begin(six)
    play(six, 1)
    match = Match.objects.get(round__number=1, table=1)
    void_match(match=match, base=1, reason="wrong", by=CONSOLE)
    assert refusal(rounds.pair_next_round, season=six, by=CONSOLE) == [("round", "tie-void")]


def test_too_large_a_bracket_is_refused_at_the_start(club: Club) -> None:
    with pytest.raises(ActionError) as refused:
        make_tournament(club, kind="knockout", names=[f"Player Number{number}" for number in range(129)])
    assert [problem.code for problem in refused.value.problems] == ["bracket-size"]


# --- ties of several matches


@scenario
def four(club: Club) -> Season:
    """A knockout of four whose final is best of three."""
    return make_tournament(club, 4, kind="knockout", third_place=None, best_of=[3])


def begin_final(season: Season) -> None:
    begin(season)
    play(season, 1)
    assert begin(season) == [["Ann Archer", "Bob Baker"]]


def list_legs(season: Season) -> list[tuple[int, list[str], str]]:
    """Return the matches of the final: the leg, who sits there, and whether it was played."""
    matches = Match.objects.filter(division__season=season, round__number=2).order_by("leg")
    return [
        (
            match.leg,
            list(match.seats.order_by("number").values_list("player__name", flat=True)),
            match.status,
        )
        for match in matches
    ]


def enter_leg(season: Season, leg: int, sheet: dict[str, Any], **more: Any) -> Match:
    match = Match.objects.get(division__season=season, round__number=2, leg=leg)
    enter_result(match, sheet, played_on=match.club.today, **more)
    return Match.objects.get(pk=match.pk)


def test_next_match_of_a_tie_comes_up_by_itself_until_it_is_won(four: Season) -> None:
    begin_final(four)
    enter_leg(four, 1, WINS[0])
    ann, bob = "Ann Archer", "Bob Baker"
    assert list_legs(four)[1:] == [(2, [bob, ann], "scheduled")]
    assert refusal(rounds.finish_round, season=four, number=2, by=CONSOLE) == [("round", "results-missing")]
    enter_leg(four, 2, WINS[0])
    assert list_legs(four)[2:] == [(3, [ann, bob], "scheduled")]
    enter_leg(four, 3, LEVEL)
    assert list_legs(four)[3:] == [(4, [bob, ann], "scheduled")]
    enter_leg(four, 4, WINS[1])
    assert [leg for leg, _names, _status in list_legs(four)] == [1, 2, 3, 4]
    rounds.finish_round(season=four, number=2, by=CONSOLE)
    assert list_standings(four)[:2] == [(1, ann), (2, bob)]
    assert list(verify_club(four.competition.club)) == []
    close_season(season=reread(four), by=CONSOLE)


def test_match_that_is_not_needed_any_more_goes_unless_it_had_a_result(four: Season) -> None:
    begin_final(four)
    first = enter_leg(four, 1, WINS[0])
    undo_result(match=first, by=CONSOLE, base=1)
    assert [leg for leg, _names, _status in list_legs(four)] == [1]
    first = enter_leg(four, 1, WINS[0])
    second = enter_leg(four, 2, WINS[0])
    enter_leg(four, 2, WINS[1], base=1, why="Typed wrongly")
    assert [status for *_leg, status in list_legs(four)] == ["played", "played"]
    undo_result(match=second, by=CONSOLE, base=2)
    assert [status for *_leg, status in list_legs(four)] == ["played", "played", "scheduled"]
    third = enter_leg(four, 3, WINS[0])
    enter_leg(four, 2, WINS[1], base=1, why="Typed wrongly")
    undo_result(match=third, by=CONSOLE, base=1)
    assert [status for *_leg, status in list_legs(four)] == ["played", "played", "scheduled"]
    void_match(match=third, base=0, reason="not needed", by=CONSOLE)
    rounds.finish_round(season=four, number=2, by=CONSOLE)


def test_match_that_is_not_needed_any_more_stays_while_a_substitute_is_named_for_it(four: Season) -> None:
    begin_final(four)
    first = enter_leg(four, 1, WINS[0])
    second = Match.objects.get(division__season=four, round__number=2, leg=2)
    zoe = Player.objects.create(club=four.competition.club, key="zoe", name="Zoe Zander")
    named = substitute_player(match=second, seat=0, substitute=zoe, reason="Is ill", base=0, by=CONSOLE)
    undo_result(match=first, by=CONSOLE, base=1)
    assert [status for *_leg, status in list_legs(four)] == ["scheduled", "scheduled"]
    revoke_decision(decision=named, by=CONSOLE)
    first = enter_leg(four, 1, WINS[0])
    undo_result(match=first, by=CONSOLE, base=first.revision)
    assert [leg for leg, *_rest in list_legs(four)] == [1]


def test_no_show_and_void_match_lead_to_another_match_and_back(four: Season) -> None:
    begin_final(four)
    first = Match.objects.get(round__number=2)
    forfeit = forfeit_match(match=first, absent=[0], base=0, reason="late", by=CONSOLE)
    assert [leg for leg, *_rest in list_legs(four)] == [1, 2]
    revoke_decision(decision=forfeit, by=CONSOLE)
    assert [leg for leg, *_rest in list_legs(four)] == [1]
    enter_leg(four, 1, WINS[0])
    second = enter_leg(four, 2, WINS[0])
    void_match(match=second, base=1, reason="wrong deck", by=CONSOLE)
    assert [status for *_leg, status in list_legs(four)] == ["played", "void", "scheduled"]


def test_who_withdraws_from_a_tie_that_goes_on_loses_it(four: Season) -> None:
    begin_final(four)
    enter_leg(four, 1, WINS[0])
    ann = Entry.objects.get(season=four, player__name="Ann Archer")
    withdraw_entry(entry=ann, outcome="stand", reason="ill", by=CONSOLE)
    assert [status for *_leg, status in list_legs(four)] == ["played", "forfeit"]
    rounds.finish_round(season=four, number=2, by=CONSOLE)
    assert list_standings(four)[0] == (1, "Bob Baker")
    assert list(verify_club(four.competition.club)) == []


# --- the consolation


def test_consolation_is_played_beside_the_bracket_and_takes_another_round_if_it_has_to(club: Club) -> None:
    season = make_tournament(club, 6, kind="knockout", third_place=None, consolation=True)
    begin(season)
    play(season, 1)
    assert begin(season) == [
        ["Ann Archer", "Dan Dyer"],
        ["Bob Baker", "Cleo Carter"],
        ["Eve Ellis", "Fay Fox"],
    ]
    play(season, 2, "Dan Dyer", "Cleo Carter")
    assert begin(season) == [["Cleo Carter", "Dan Dyer"], ["Bob Baker", "Eve Ellis"]]
    assert list_byes(season, 3) == {get_key("Ann Archer"): ("pairing", 2)}
    play(season, 3)
    rounds.finish_round(season=season, number=3, by=CONSOLE)
    assert list_states(season)[3:] == ["planned"]
    assert begin(season) == [["Ann Archer", "Bob Baker"]]
    play(season, 4)
    rounds.finish_round(season=season, number=4, by=CONSOLE)
    names = ["Cleo Carter", "Dan Dyer", "Ann Archer", "Bob Baker", "Eve Ellis", "Fay Fox"]
    assert list_standings(season) == list(enumerate(names, 1))
    assert list(verify_club(season.competition.club)) == []
    close_season(season=reread(season), by=CONSOLE)
