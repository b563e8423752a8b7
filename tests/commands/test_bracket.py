"""`bracket`: the ties of a tournament in which losers go out, for people and for programs."""

from typing import Any

from league.actions.rounds import add_leg
from league.models import Club, Match, Season
from league.principals import CONSOLE
from league.queries.club import export_club_file
from tests.actions.submissions import enter_result
from tests.actions.test_brackets import LEVEL, begin, play
from tests.actions.tournaments import get_key, make_tournament
from tests.commands.console import run_command, run_on_file
from tests.scenarios import scenario
from tests.trf.lines import SMALL, join_lines

SPRING_OPEN = "riverside/spring-open"


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def three(club: Club) -> Season:
    return make_tournament(club, 3, kind="knockout")


def list_ties(name: str = SPRING_OPEN, *flags: str) -> list[dict[str, Any]]:
    ties: list[dict[str, Any]] = run_command("bracket", "--json", *flags, name).json["ties"]
    return ties


def test_ties_are_known_before_the_first_round(three: Season) -> None:
    ann, bob, cleo = map(get_key, ("Ann Archer", "Bob Baker", "Cleo Carter"))
    assert [
        (tie["tie"], tie["section"], tie["round"], tie["sides"], tie["state"]) for tie in list_ties()
    ] == [
        (1, "main", 1, [{"player": ann}, {}], "finished"),
        (2, "main", 1, [{"player": bob}, {"player": cleo}], "ready"),
        (3, "main", 2, [{"player": ann}, {"winner_of": 2}], "waiting"),
        (4, "third", 2, [{}, {"loser_of": 2}], "waiting"),
    ]


def test_matches_of_a_tie_are_listed_with_scores_and_winner(three: Season) -> None:
    begin(three)
    match = Match.objects.get()
    enter_result(match, LEVEL, played_on=match.club.today)
    add_leg(season=three, number=1, table=1, by=CONSOLE)
    (tie,) = [tie for tie in list_ties() if tie["tie"] == 2]
    assert (tie["state"], tie["winner"]) == ("running", None)
    assert [each["scores"] for each in tie["matches"]] == [[10, 10], [None, None]]
    play(three, 1, "Cleo Carter")
    (tie,) = [tie for tie in list_ties() if tie["tie"] == 2]
    assert (tie["state"], tie["winner"]) == ("finished", get_key("Cleo Carter"))
    assert tie["matches"][1]["scores"] == [-4, 10]


def test_people_get_a_line_for_each_tie_from_a_file_too(three: Season) -> None:
    begin(three)
    play(three, 1)
    lines = [
        "Round 1, tie 1 (main): Ann Archer – bye; finished, Ann Archer goes on",
        "Round 1, tie 2 (main): Bob Baker – Cleo Carter; finished, Bob Baker goes on; 10 : -4",
        "Round 2, tie 3 (main): Ann Archer – Bob Baker; ready",
        "Round 2, tie 4 (third): no opponent – Cleo Carter; finished, Cleo Carter goes on",
    ]
    assert run_command("bracket", SPRING_OPEN).out.splitlines() == lines
    assert run_on_file("bracket", export_club_file(three.competition.club)).out.splitlines() == lines


def test_second_final_is_left_out_where_it_is_not_needed(club: Club) -> None:
    double = make_tournament(club, 2, kind="double-elimination", name="Double")
    assert [tie["section"] for tie in list_ties("riverside/double")] == ["main", "final", "decider"]
    for number in (1, 2):
        begin(double)
        play(double, number)
    assert [tie["section"] for tie in list_ties("riverside/double")] == ["main", "final"]


def test_other_tournaments_are_refused(club: Club) -> None:
    make_tournament(club, 4)
    assert run_command("bracket", SPRING_OPEN).lines == ["competition: This competition has no bracket."]
    assert run_on_file("bracket", join_lines(*SMALL)).lines[0].endswith("A TRF file has no bracket.")
