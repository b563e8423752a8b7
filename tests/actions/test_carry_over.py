"""A final in which everyone plays everyone, with results of the groups carried over."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

import games
from games import Invalid
from league.actions.club import import_club
from league.actions.decisions.withdrawal import withdraw_entry
from league.actions.final import begin_final, undo_final
from league.actions.result import undo_result
from league.actions.season import close_season
from league.models import Club, Entry, Match, Role, Round, Season, Standing
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.queries.final import plan_final
from league.rules.rule_checks import parse_rules
from league.rules.seasons.carry_over import build_final_rounds
from league.rules.seasons.tournament_plans import build_rules
from tests.actions.clubs import make_member
from tests.actions.refusals import refusal
from tests.actions.submissions import enter_result
from tests.actions.test_brackets import WINS
from tests.actions.test_final import NAMES, play_all
from tests.actions.tournaments import begin_round, make_tournament, play_round, reread
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import text

PAGE = "/riverside/spring-open/1/"
FINAL = {"pairing": "round-robin", "from_each": 2, "carry_over": True}


@scenario
def played(club: Club) -> Season:
    """Two groups of four, all of whose matches have been played."""
    season = make_tournament(club, names=NAMES[:8], kind="round-robin", groups=2, final=FINAL)
    play_all(season)
    return reread(season)


def list_final(season: Season) -> list[tuple[int, str, int, int]]:
    """Return rank, player, points and matches of the final."""
    rows = Standing.objects.filter(entry__season=season, entry__stage__number=2).order_by("rank")
    return list(rows.values_list("rank", "entry__player__key", "points", "played"))


def get_carried(season: Season) -> list[Match]:
    players = set(Entry.objects.filter(season=season, stage__number=2).values_list("player__key", flat=True))
    return [
        match
        for match in Match.objects.filter(division__season=season, division__stage__number=1)
        if set(match.seats.values_list("entry__player__key", flat=True)) <= players
    ]


def test_those_who_have_met_do_not_meet_again_and_their_result_counts(played: Season) -> None:
    plan = plan_final(played)
    assert (len(plan.met), plan.number_to_play) == (2, 4)
    begin_final(season=played, seen=plan.digest, by=CONSOLE)
    season = reread(played)
    to_play = Match.objects.filter(division__season=season, status="scheduled")
    assert to_play.count() == 4 and Round.objects.filter(stage__number=2).count() == 2
    carried = get_carried(season)
    assert len(carried) == 2
    points: dict[str, int] = {}
    for match in carried:
        points |= dict(match.seats.values_list("entry__player__key", "points"))
    assert {player: own for _rank, player, own, _played in list_final(season)} == points
    assert {count for *_row, count in list_final(season)} == {1}
    play_all(season)
    assert {count for *_row, count in list_final(season)} == {3}
    assert verify_club(season.competition.club) == []
    close_season(season=reread(season), by=CONSOLE)
    assert verify_club(season.competition.club) == []


def test_a_correction_in_a_group_changes_the_final(played: Season) -> None:
    begin_final(season=played, by=CONSOLE)
    season = reread(played)
    match = get_carried(season)[0]
    loser = match.seats.exclude(outcome="win").order_by("number").first()
    assert loser
    before = {player: points for _rank, player, points, _count in list_final(season)}
    sheet = WINS[loser.number]
    enter_result(match, sheet, why="Misread", base=match.revision, played_on=match.club.today)
    after = {player: points for _rank, player, points, _count in list_final(season)}
    assert after[loser.entry.player.key] == 2 and before[loser.entry.player.key] < 2
    assert verify_club(season.competition.club) == []
    undo_result(match=Match.objects.get(pk=match.pk), by=CONSOLE, base=match.revision + 1)
    assert verify_club(season.competition.club) == []


def test_it_is_undone_until_a_match_has_a_result(played: Season) -> None:
    begin_final(season=played, by=CONSOLE)
    undo_final(season=reread(played), by=CONSOLE)
    assert Match.objects.count() == 12 and not Entry.objects.filter(stage__number=2).exists()
    begin_final(season=reread(played), by=CONSOLE)
    match = Match.objects.filter(status="scheduled").earliest("pk")
    enter_result(match, WINS[0], played_on=match.club.today)
    assert refusal(undo_final, season=reread(played), by=CONSOLE) == [("season", "final-paired")]


def test_who_withdraws_keeps_what_was_carried_over(played: Season) -> None:
    begin_final(season=played, by=CONSOLE)
    entry = Entry.objects.select_related("season__competition", "division__stage").filter(stage__number=2)[0]
    withdraw_entry(entry=entry, outcome="expunge", reason="Left", by=CONSOLE)
    assert verify_club(played.competition.club) == []


def test_without_it_everyone_plays_everyone(club: Club) -> None:
    final = {"pairing": "round-robin", "from_each": 2}
    season = make_tournament(club, names=NAMES[:8], kind="round-robin", groups=2, final=final)
    play_all(season)
    begin_final(season=season, by=CONSOLE)
    assert Match.objects.filter(status="scheduled").count() == 6
    assert {points for _rank, _player, points, _played in list_final(season)} == {0}
    play_all(reread(season))
    assert verify_club(club) == []


def test_rounds_of_a_swiss_are_carried_over_too(club: Club) -> None:
    final = {"pairing": "round-robin", "from_each": 4, "carry_over": True}
    season = make_tournament(club, names=NAMES[:8], rounds=2, final=final)
    for _round in range(2):
        number = begin_round(reread(season))
        play_round(season, number)
    plan = plan_final(reread(season))
    begin_final(season=reread(season), by=CONSOLE)
    assert Match.objects.filter(status="scheduled").count() == 6 - len(plan.met) == plan.number_to_play
    assert verify_club(club) == []
    play_all(reread(season))
    assert {count for *_row, count in list_final(season)} == {3}
    assert verify_club(club) == []


def test_club_file_carries_it(played: Season) -> None:
    begin_final(season=played, by=CONSOLE)
    play_all(reread(played))
    club = played.competition.club
    written = export_club_file(club)
    copy = written.replace(b'"riverside"', b'"copy"', 1)
    import_club(copy, by=CONSOLE)
    assert export_club_file(Club.objects.get(slug="copy")) == copy
    assert verify_club(Club.objects.get(slug="copy")) == []


def test_pages_say_what_is_carried_over(played: Season, client: Client) -> None:
    organiser = log_in(make_member(played.competition.club, Role.ORGANISER))
    page = text(organiser.get(PAGE + "final/"))
    assert "4 matches are to be played. 2 results among these players are carried over" in page
    answer = organiser.post(PAGE + "final/", {"do": "begin", "seen": ""}, follow=True)
    assert "The final has begun: its matches are there." in text(answer)
    assert "Matches to play" in text(organiser.get(PAGE + "final/"))
    player = list_final(played)[0][1]
    assert "Carried over from the groups: what was played against" in text(client.get(f"{PAGE}why/{player}/"))
    assert "Results among those who go on are carried over." in text(
        client.get("/riverside/spring-open/rules/")
    )
    for address in ("", "matches/", "grid/", "prizes/", "final/rounds/1/", "screen/"):
        assert client.get(PAGE + address).status_code == 200, address


def test_rules_that_go_with_it() -> None:
    game = games.get("skuck")
    rules: dict[str, Any] = build_rules(game, "groups", 0, 4)
    for final, code in (
        ({"pairing": "knockout", "carry_over": True}, "not-a-round-robin"),
        ({"pairing": "round-robin", "best_of": [3]}, "not-a-bracket"),
        ({"pairing": "round-robin", "third_place": True}, "not-a-knockout"),
        ({"pairing": "double-elimination", "reseeding": True}, "not-a-knockout"),
        ({"pairing": "double-elimination", "consolation": False}, "not-a-knockout"),
    ):
        with pytest.raises(Invalid) as refused:
            parse_rules(rules | {"final": final}, game)
        assert [problem.code for problem in refused.value.problems] == [code], final
    parsed = parse_rules(rules | {"final": FINAL}, game)
    assert parsed.for_stage(2).pairing is None and "bracket" not in parsed.for_stage(2).ranking


def test_rounds_leave_out_who_has_met() -> None:
    met = {frozenset("ab"), frozenset("cd")}
    rounds = build_final_rounds("abcd", 1, met)
    pairs = [frozenset(pair) for pairs in rounds for pair in pairs]
    assert len(pairs) == len(set(pairs)) == 4 and not met & set(pairs)
    assert len(build_final_rounds("abcde", 2, ())) == 10
