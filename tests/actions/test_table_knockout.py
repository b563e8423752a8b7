"""A knockout at tables of four from the first round to the last table."""

from __future__ import annotations

import json

import pytest
from django.test import Client

import games
from games import Invalid
from league.actions import rounds
from league.actions.club import import_club
from league.actions.decisions.forfeit import forfeit_match
from league.actions.decisions.late_entry import add_late_entry
from league.actions.decisions.withdrawal import withdraw_entry
from league.actions.errors import ActionError
from league.actions.season import close_season
from league.models import Club, Division, Entry, Match, Player, Round, Season, Standing
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.rules.rule_checks import parse_rules
from league.rules.seasons.tournament_plans import propose_plans
from tests.actions.refusals import refusal
from tests.actions.test_brackets import list_states
from tests.actions.tournaments import (
    NAMES,
    begin_round,
    get_key,
    list_tables,
    make_tournament,
    play_round,
    reread,
)
from tests.scenarios import scenario
from tests.web.sheets import text

PAGE = "/riverside/spring-open/1/"


@scenario
def thirteen(club: Club) -> Season:
    """Thirteen at Hucklebuck: tables of 4, 3, 3 and 3, of which two go on."""
    return make_tournament(club, 13, game="hucklebuck", kind="table-knockout")


def play_to_the_cut(season: Season, number: int) -> None:
    """Play a round; where it is level who goes on, add matches until it is not."""
    play_round(season, number, seed=1)
    for turn in range(20):
        try:
            rounds.finish_round(season=season, number=number, by=CONSOLE)
        except ActionError as refused:
            [problem] = refused.problems
            assert problem.code == "tie-level"
            table = int(str(problem.message.values["table"]))
            rounds.add_leg(season=season, number=number, table=table, by=CONSOLE)
            play_round(season, number, seed=2 + turn)
        else:
            return


def test_from_the_first_round_to_the_last_table(thirteen: Season, client: Client) -> None:
    assert list_states(thirteen) == ["planned"] * 3
    page = text(client.get(PAGE + "bracket/"))
    assert "Tables of 4, 3, 3, 3, if everyone stays" in page and "Last table" in page
    before = set(map(get_key, NAMES))
    for number, sizes in ((1, [4, 3, 3, 3]), (2, [4, 4]), (3, [4])):
        assert begin_round(thirteen) == number
        tables = list_tables(thirteen, number)
        assert [len(table) for table in tables] == sizes
        seated = {player for table in tables for player in table}
        assert seated <= before
        before = seated
        play_to_the_cut(thirteen, number)
    assert list_states(thirteen) == ["finished"] * 3
    assert refusal(rounds.pair_next_round, season=thirteen, by=CONSOLE) == [("round", "no-round")]
    ranked = Standing.objects.filter(entry__season=thirteen).order_by("rank")
    last = set(list_tables(thirteen, 3)[0])
    assert {standing.entry.player.key for standing in ranked[:4]} == last
    page = text(client.get(PAGE + "bracket/"))
    assert page.count("goes on") == 12 and "wins" in page
    why = text(client.get(f"{PAGE}why/{ranked[1].entry.player.key}/"))
    assert "Rounds survived: 2." in why and "on rounds survived (2.10 against 2.05)" in why, why
    close_season(season=reread(thirteen), by=CONSOLE)
    club = thirteen.competition.club
    assert verify_club(club) == []
    written = export_club_file(club)
    copy = written.replace(b'"riverside"', b'"copy"', 1)
    import_club(copy, by=CONSOLE)
    assert export_club_file(Club.objects.get(slug="copy")) == copy


def test_other_players_in_a_later_round_are_found(thirteen: Season) -> None:
    begin_round(thirteen)
    play_to_the_cut(thirteen, 1)
    begin_round(thirteen)
    assert verify_club(thirteen.competition.club) == []
    chosen = Round.objects.get(stage__season=thirteen, number=2)
    assert chosen.pairings
    tables = chosen.pairings["1"]["tables"]
    tables[0]["entries"][0], tables[1]["entries"][0] = tables[1]["entries"][0], tables[0]["entries"][0]
    chosen.save(update_fields=["pairings"])
    assert verify_club(thirteen.competition.club)


def test_withdrawals_end_it_earlier(thirteen: Season) -> None:
    begin_round(thirteen)
    play_to_the_cut(thirteen, 1)
    rounds.pair_next_round(season=thirteen, by=CONSOLE)
    pairings = Round.objects.get(number=2).pairings
    assert pairings
    going = [player for table in pairings["1"]["tables"] for player in table["entries"]]
    rounds.unpair_round(season=thirteen, number=2, by=CONSOLE)
    for player in going[:4]:
        entry = Entry.objects.select_related("season__competition").get(player__key=player)
        assert refusal(withdraw_entry, entry=entry, outcome="expunge", reason="Left", by=CONSOLE) == [
            ("outcome", "bracket")
        ]
        withdraw_entry(entry=entry, outcome="stand", reason="Left", by=CONSOLE)
    assert begin_round(thirteen) == 2
    assert [set(table) for table in list_tables(thirteen, 2)] == [set(going[4:])]
    play_to_the_cut(thirteen, 2)
    assert list_states(thirteen) == ["finished", "finished"]
    rounds.resume_round(season=thirteen, number=2, by=CONSOLE)
    assert list_states(thirteen) == ["finished", "published", "planned"]
    assert verify_club(thirteen.competition.club) == []


def test_what_is_refused(thirteen: Season, club: Club) -> None:
    begin_round(thirteen)
    assert refusal(rounds.announce_rounds, season=thirteen, rounds=5, by=CONSOLE) == [("round", "bracket")]
    assert refusal(rounds.pair_next_round, season=thirteen, by=CONSOLE) == [("round", "results-missing")]
    late = Player.objects.create(club=club, key="late", name="Late Comer")
    division = Division.objects.select_related("season__competition__club", "stage").get(season=thirteen)
    assert refusal(add_late_entry, division=division, player=late, reason="", by=CONSOLE) == [
        ("", "bracket-begun")
    ]
    assert Match.objects.filter(division=division).count() == 4


def test_rules_that_fit_only_such_a_knockout() -> None:
    game = games.get("hucklebuck")
    plans = {plan.kind: plan for plan in propose_plans(game, {}, 13, 600)}
    rules = plans["table-knockout"].rules
    assert plans["table-knockout"].rounds == 3 and "go_on" not in parse_rules(rules, game).model_dump()
    for change, code in (
        ({"go_on": 4}, "go-on"),
        ({"rounds": 3}, "rounds"),
        ({"points": {"win": 2}}, "bracket-points"),
        ({"ranking": ["points", "bracket"]}, "bracket-first"),
        ({"pairing": "club", "rounds": 3, "go_on": 2, "ranking": ["points"]}, "not-a-knockout"),
    ):
        with pytest.raises(Invalid) as refused:
            parse_rules(rules | change, game)
        assert code in [problem.code for problem in refused.value.problems], change
    with pytest.raises(Invalid):
        parse_rules(rules, games.get("skuck"))
    assert json.dumps(rules)


def test_after_a_no_show_the_others_go_on_by_their_seats(thirteen: Season) -> None:
    begin_round(thirteen)
    play_round(thirteen, 1, tables=[2, 3, 4], seed=1)
    first = Match.objects.get(round__number=1, table=1)
    seats = list(first.seats.order_by("number").values_list("entry__player__key", flat=True))
    forfeit_match(match=first, absent=[0], reason="Missed the bus", by=CONSOLE, base=0)
    play_to_the_cut(thirteen, 1)
    begin_round(thirteen)
    seated = {player for table in list_tables(thirteen, 2) for player in table}
    assert seated & set(seats) == set(seats[1:3])
    assert verify_club(thirteen.competition.club) == []
