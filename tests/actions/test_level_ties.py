"""Ties that end level and are decided by the key of the rules: who goes on, on pages, in files and by commands."""

import json

from django.test import Client

from league.actions import rounds
from league.actions.club import import_club
from league.actions.decisions.forfeit import forfeit_match
from league.models import Club, Match, Season, Standing
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from tests.actions.refusals import refusal
from tests.actions.submissions import enter_result
from tests.actions.test_brackets import LEVEL, WINS, begin, play
from tests.actions.tournaments import begin_round, get_key, make_tournament, play_round, reread
from tests.commands.console import run_command, run_on_file
from tests.scenarios import scenario
from tests.web.sheets import text

PAGE = "/riverside/spring-open/1/"
# Both have the same score, and the first has more zeros: 2, 4 and 3 tricks off, and the bonuses 3 and 1.
BY_ZEROS = {
    "deals": [
        {"bids": [bid, other], "tricks": [14, 13]} for bid, other in ((14, 13), (14, 14), (18, 15), (17, 15))
    ]
}
MISSED = {"deals": [{"bids": [14, 13], "tricks": [15, 12]}] * 4}  # each deal by one trick, by both


@scenario
def four(club: Club) -> Season:
    """A knockout of four in which the better seed goes on from a tie that ends level."""
    return make_tournament(club, 4, kind="knockout", third_place=None, tie_key="seed")


def enter(season: Season, number: int, *sheets: object) -> None:
    """Enter these sheets at the tables of a round that have no result."""
    waiting = Match.objects.filter(division__season=season, round__number=number, status="scheduled")
    for match, sheet in zip(waiting.order_by("table", "leg"), sheets, strict=True):
        enter_result(match, sheet, played_on=match.club.today)


def test_better_seed_goes_on_without_another_match(four: Season, client: Client) -> None:
    assert begin(four) == [["Ann Archer", "Dan Dyer"], ["Bob Baker", "Cleo Carter"]]
    enter(four, 1, LEVEL, WINS[1])
    assert refusal(rounds.add_leg, season=four, number=1, table=1, by=CONSOLE) == [("table", "not-level")]
    assert begin(four) == [["Ann Archer", "Cleo Carter"]]
    page = text(client.get(PAGE + "bracket/"))
    assert "1: 1 Ann Archer 10 goes on 4 Dan Dyer 10 decided by seed 1 : 4" in page
    assert "Ties that end level are decided by seed." in text(client.get("/riverside/spring-open/rules/"))
    assert list(verify_club(four.competition.club)) == []
    document = json.loads(export_club_file(four.competition.club))
    assert document["competitions"][0]["rules"]["tie_key"] == "seed"
    ties = run_on_file("bracket", document, "--json").json["ties"]
    assert [tie.get("decided_by") for tie in ties] == [{"key": "seed", "values": [1, 4]}, None, None]
    assert "level, decided by seed: 1 : 4" in run_command("bracket", "riverside/spring-open").out
    why = run_command("explain", "riverside/spring-open", get_key("Dan Dyer")).out
    assert "Round 1: level with Ann Archer, decided by seed: 4 against 1" in why


def test_bracket_says_that_equal_scores_were_decided_by_zeros(four: Season, client: Client) -> None:
    begin(four)
    enter(four, 1, BY_ZEROS, WINS[0])
    page = text(client.get(PAGE + "bracket/")).replace("−", "-")
    assert "1: 1 Ann Archer -4 goes on 4 Dan Dyer -4 decided by zeros 2 : 1 2:" in page


def test_key_is_counted_over_all_matches_and_equal_values_take_another_one(
    club: Club, client: Client
) -> None:
    season = make_tournament(club, 2, kind="knockout", third_place=None, best_of=[3], tie_key="score")
    begin(season)
    for sheet in (LEVEL, WINS[0], WINS[0]):  # seats turn: each wins one by the same score
        enter(season, 1, sheet)
    assert "10 10" in text(client.get(PAGE + "bracket/"))
    legs = Match.objects.filter(division__season=season)
    assert (legs.count(), legs.filter(status="scheduled").count()) == (4, 1)
    enter(season, 1, MISSED)
    assert legs.count() == 5
    enter(season, 1, WINS[0])
    assert legs.count() == 5
    rounds.finish_round(season=season, number=1, by=CONSOLE)
    assert list(verify_club(club)) == []


def test_tie_of_several_matches_ends_after_the_last_by_wins_or_else_by_the_key(
    club: Club, client: Client
) -> None:
    season = make_tournament(club, 4, kind="knockout", third_place=None, best_of=[3, 3], tie_key="zeros")
    begin(season)
    enter(season, 1, LEVEL, LEVEL)
    enter(season, 1, LEVEL, BY_ZEROS)  # Cleo is first in turned seats
    enter(season, 1, WINS[1], WINS[0])  # Dan has won one of three; Bob and Cleo have won one each
    assert not Match.objects.filter(status="scheduled").exists()
    assert begin(season) == [["Bob Baker", "Dan Dyer"]]
    page = text(client.get(PAGE + "bracket/"))
    assert "Match 2: decided by zeros 1 : 2" in page
    assert "decided by zeros 9 : 6" in page
    assert list(verify_club(club)) == []


def test_correction_of_a_level_tie_leads_to_other_matches(four: Season) -> None:
    begin(four)
    enter(four, 1, LEVEL, WINS[0])
    assert begin(four) == [["Ann Archer", "Bob Baker"]]
    match = Match.objects.get(round__number=1, table=1)
    enter_result(match, WINS[1], base=match.revision, why="Typed wrongly", played_on=match.club.today)
    tables = Match.objects.filter(round__number=2).exclude(status="void")
    assert list(tables.values_list("seats__player__name", flat=True)) == ["Bob Baker", "Dan Dyer"]
    match.refresh_from_db()
    enter_result(match, LEVEL, base=match.revision, why="Right at first", played_on=match.club.today)
    assert list(tables.all().values_list("seats__player__name", flat=True)) == ["Ann Archer", "Bob Baker"]
    assert list(verify_club(four.competition.club)) == []


def test_no_show_of_both_is_not_decided_by_the_key(four: Season) -> None:
    begin(four)
    match = Match.objects.get(round__number=1, table=1)
    forfeit_match(match=match, absent=[0, 1], reason="Storm", by=CONSOLE, base=0)
    play(four, 1)
    assert refusal(rounds.pair_next_round, season=reread(four), by=CONSOLE) == [("round", "tie-level")]


def test_level_players_at_larger_tables_are_ordered_by_the_key(club: Club, client: Client) -> None:
    season = make_tournament(club, 13, game="hucklebuck", kind="table-knockout", tie_key="seed")
    for number in (1, 2, 3):
        begin_round(season)
        play_round(season, number, seed=5)
        rounds.finish_round(season=season, number=number, by=CONSOLE)  # none of them level
    assert "(seed " in text(client.get(PAGE + "bracket/"))
    why = run_command("explain", "riverside/spring-open", get_key("Jon Jay")).out
    assert "Round 2: level with Cleo Carter, decided by seed: 10 against 3" in why
    assert "If players are level, seed decides who goes on." in text(
        client.get("/riverside/spring-open/rules/")
    )
    assert Standing.objects.filter(entry__season=season, rank=1).count() == 1
    assert list(verify_club(club)) == []
    written = export_club_file(club)
    copy = written.replace(b'"riverside"', b'"copy"', 1)
    import_club(copy, by=CONSOLE)
    assert export_club_file(Club.objects.get(slug="copy")) == copy
