"""The page of a bracket: who meets whom, what is not known yet, and the reader's own way."""

import csv
import json
import re
from io import StringIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.actions.club import import_club
from league.actions.decisions.withdrawal import withdraw_entry
from league.actions.errors import ActionError
from league.actions.rounds import add_leg, finish_round, pair_next_round
from league.models import Club, Entry, Match, Player, Role, Season
from league.principals import CONSOLE
from league.queries.club import export_club_file
from tests.actions.clubs import make_member
from tests.actions.refusals import refusal
from tests.actions.submissions import enter_result
from tests.actions.test_brackets import LEVEL, WINS, play
from tests.actions.tournaments import NAMES, begin_round, make_tournament
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import text

PAGE = "/riverside/spring-open/1/bracket/"


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def six(club: Club) -> Season:
    return make_tournament(club, 6, kind="knockout")


def count_queries(client: Client, page: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(page).status_code == 200
    return len(queries)


def test_bracket_is_there_before_the_first_round(client: Client, six: Season) -> None:
    page = text(client.get(PAGE))
    assert "Quarter-finals 1: 1 Ann Archer goes on bye" in page
    assert "2: 4 Dan Dyer 5 Eve Ellis" in page
    assert "Semi-finals 5: 1 Ann Archer Winner of 2" in page
    assert "Final 7: Winner of 5 Winner of 6" in page
    assert "Third place 8: Loser of 5 Loser of 6" in page


def test_results_lead_on_and_each_tie_leads_to_its_match(client: Client, six: Season) -> None:
    begin_round(six)
    for match in Match.objects.filter(round__number=1).order_by("table"):
        enter_result(match, LEVEL, played_on=match.club.today)
    assert "2: 4 Dan Dyer 10 5 Eve Ellis 10 level" in text(client.get(PAGE))
    for table in (1, 2):
        add_leg(season=six, number=1, table=table, by=CONSOLE)
    play(six, 1, "Eve Ellis")
    page = client.get(PAGE)
    assert "2: 4 Dan Dyer 10 -4 5 Eve Ellis 10 10 goes on" in text(page).replace("−", "-")
    assert "5: 1 Ann Archer 5 Eve Ellis 6" in text(page)
    first = Match.objects.get(round__number=1, table=1, leg=1)
    assert f'href="/riverside/matches/{first.key}/"' in page.content.decode()
    finish_round(season=six, number=1, by=CONSOLE)
    assert text(client.get(PAGE))


def test_who_has_withdrawn_gives_the_opponent_a_walkover(client: Client, six: Season) -> None:
    entry = Entry.objects.select_related("player", "division__stage", "season__competition__club").get(
        season=six, player__name="Eve Ellis"
    )
    withdraw_entry(entry=entry, outcome="stand", reason="Ill", by=CONSOLE)
    page = text(client.get(PAGE))
    assert "Semi-finals 5: 1 Ann Archer 4 Dan Dyer" in page


def test_a_tie_whose_players_are_not_known_is_no_match_that_could_have_a_result(
    client: Client, six: Season
) -> None:
    begin_round(six)
    page = client.get(PAGE).content.decode()
    keys = list(Match.objects.order_by("table").values_list("key", flat=True))
    assert len(keys) == 2 and set(re.findall('href="/riverside/matches/([^/"]+)/"', page)) == set(keys)
    scorer = log_in(make_member(six.competition.club, Role.SCORER))
    assert scorer.get(f"/riverside/matches/{keys[0]}/enter/").status_code == 200
    assert scorer.get("/riverside/matches/semi-final/enter/").status_code == 404
    with pytest.raises(ActionError) as refused:
        begin_round(six)
    assert [problem.code for problem in refused.value.problems] == ["results-missing"]
    document = json.loads(export_club_file(six.competition.club))
    [season] = document["competitions"][0]["seasons"]
    season["divisions"][0]["matches"].append(
        {
            "id": "semi-final",
            "round": 2,
            "seats": ["ann-archer", "dan-dyer"],
            "status": "forfeit",
            "absent": ["dan-dyer"],
        }
    )
    with pytest.raises(ActionError) as refused:
        import_club(json.dumps(document).encode(), by=CONSOLE)
    assert [problem.code for problem in refused.value.problems] == ["not-with-state"]
    assert Match.objects.count() == 2


def test_a_field_from_a_file_that_is_too_small_has_a_page_without_a_bracket(
    client: Client, six: Season
) -> None:
    document = json.loads(export_club_file(six.competition.club))
    document["club"]["slug"] = "lakeside"
    [division] = document["competitions"][0]["seasons"][0]["divisions"]
    division["entries"] = division["entries"][:1]
    import_club(json.dumps(document).encode(), by=CONSOLE)
    page = client.get("/lakeside/spring-open/1/bracket/")
    assert page.status_code == 200 and page.context["brackets"] == []
    season = Season.objects.get(competition__club__slug="lakeside")
    assert refusal(pair_next_round, season=season, by=CONSOLE) == [("round", "bracket-size")]


def test_bracket_can_be_had_as_a_file_with_ties_that_are_not_known_yet(client: Client, six: Season) -> None:
    begin_round(six)
    play(six, 1)
    assert "?download=csv" in client.get(PAGE).content.decode()
    answer = client.get(f"{PAGE}?download=csv")
    name = "riverside-spring-open-1-bracket.csv"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'
    heads, *rows = csv.reader(StringIO(answer.content.decode(), newline=""))
    assert heads == [
        *("Division", "Bracket", "Round", "Tie"),
        *("First player", "Seed of the first player", "Score of the first player"),
        *("Second player", "Seed of the second player", "Score of the second player", "Goes on"),
    ]
    assert [row[1:] for row in rows] == [
        ["Bracket", "Quarter-finals", "1", "Ann Archer", "1", "", "bye", "", "", "Ann Archer"],
        ["Bracket", "Quarter-finals", "2", "Dan Dyer", "4", "10", "Eve Ellis", "5", "-4", "Dan Dyer"],
        ["Bracket", "Quarter-finals", "3", "Bob Baker", "2", "", "bye", "", "", "Bob Baker"],
        ["Bracket", "Quarter-finals", "4", "Cleo Carter", "3", "10", "Fay Fox", "6", "-4", "Cleo Carter"],
        ["Bracket", "Semi-finals", "5", "Ann Archer", "1", "", "Dan Dyer", "4", "", ""],
        ["Bracket", "Semi-finals", "6", "Bob Baker", "2", "", "Cleo Carter", "3", "", ""],
        ["Bracket", "Final", "7", "Winner of 5", "", "", "Winner of 6", "", "", ""],
        ["Third place", "Third place", "8", "Loser of 5", "", "", "Loser of 6", "", "", ""],
    ]


def test_rounds_that_are_drawn_by_seed_are_not_known_before(client: Client, club: Club) -> None:
    season = make_tournament(club, 8, kind="knockout", reseeding=True)
    begin_round(season)
    play(season, 1)
    page = text(client.get(PAGE))
    assert "5: 1 Ann Archer 4 Dan Dyer 6: 2 Bob Baker 3 Cleo Carter" in page
    assert "Final 7: To be drawn by seed To be drawn by seed" in page
    assert "Third place 8: Loser of 5 Loser of 6" in page
    assert '<ol class="bracket main drawn">' in client.get(PAGE).content.decode()


def test_consolation_is_shown_as_far_as_it_is_drawn(client: Client, club: Club) -> None:
    season = make_tournament(club, 8, kind="knockout", third_place=None, consolation=True)
    assert "Consolation" not in text(client.get(PAGE))
    begin_round(season)
    play(season, 1)
    page = text(client.get(PAGE))
    assert "Consolation 8: 5 Eve Ellis 8 Hal Hunt 9: 6 Fay Fox 7 Gil Grant" in page


def test_players_see_their_own_way(six: Season, club: Club) -> None:
    member = make_member(club, Role.SCORER)
    Player.objects.filter(name="Dan Dyer").update(user=member.user)
    assert log_in(member).get(PAGE).content.decode().count(" own") == 1


def test_pages_show_what_a_correction_has_changed(six: Season, club: Club) -> None:
    for number in (1, 2):
        begin_round(six)
        play(six, number)
    first = Match.objects.get(round__number=1, seats__player__name="Dan Dyer")
    fallen = Match.objects.get(round__number=2, seats__player__name="Dan Dyer")
    enter_result(first, WINS[1], base=1, why="Typed wrongly", played_on=club.today)
    organiser = log_in(make_member(club, Role.ORGANISER))
    assert "5: 1 Ann Archer 5 Eve Ellis" in text(organiser.get(PAGE))
    assert "void" in text(organiser.get(f"/riverside/matches/{fallen.key}/")).lower()
    season = "/riverside/spring-open/1/"
    for page in ("", "matches/", "rounds/2/", "rounds/2/cards/", "screen/", "run/", "grid/", "decisions/"):
        answer = organiser.get(season + page, follow=True)
        assert answer.status_code == 200, page


def test_other_tournaments_have_none(client: Client, club: Club) -> None:
    make_tournament(club, 6)
    assert client.get(PAGE).status_code == 404


def test_a_larger_bracket_needs_no_more_queries(client: Client, club: Club, six: Season) -> None:
    large = make_tournament(
        club,
        kind="double-elimination",
        name="Large",
        names=[*NAMES, *(f"Zoe {letter}" for letter in "abcdefghij")],
    )
    for season in (six, large):
        begin_round(season)
        play(season, 1)
    assert count_queries(client, PAGE) == count_queries(
        client, f"/riverside/{large.competition.slug}/1/bracket/"
    )
