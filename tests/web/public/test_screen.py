"""The screen in the hall: what it shows at each stage of a tournament, to everyone, in pages of twelve rows."""

from typing import Any

import pytest
from django.test import Client

from league.actions import rounds
from league.actions.final import begin_final
from league.actions.result import undo_result
from league.actions.season import close_season
from league.actions.tournament import create_tournament
from league.models import Club, Match, Player, Role, Season
from league.principals import CONSOLE
from league.rules.seasons.tournament_plans import PlanKind
from league.web.public.screen import MAX_ROWS
from tests.actions.clubs import make_member
from tests.actions.submissions import enter_result
from tests.actions.test_brackets import LEVEL, WINS, play
from tests.actions.test_final import play_all
from tests.actions.tournaments import NAMES, begin_round, get_key, make_tournament, play_round, reread
from tests.scenarios import scenario
from tests.web import tables
from tests.web.log_ins import log_in
from tests.web.sheets import text

SCREEN = "/riverside/spring-open/1/screen/"


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def seven(club: Club) -> Season:
    """A tournament of seven in three rounds, before the first."""
    return make_tournament(club, 7)


def read_rows(client: Client) -> list[list[Any]]:
    """Return the rows of each page."""
    pages = client.get(SCREEN).context["pages"]
    assert all(len(page.rows) <= MAX_ROWS for page in pages)
    return [page.rows for page in pages]


def test_before_the_first_round_it_tells_how_many_play(seven: Season, client: Client) -> None:
    page = text(client.get(SCREEN))
    assert f"Spring Open {seven.competition.club.today.year}" in page and "7 players" in page
    rounds.pair_next_round(season=seven, by=CONSOLE)
    assert "7 players" in text(client.get(SCREEN)), "a proposal is for organisers only"


def test_a_published_round_is_shown_by_name(seven: Season, client: Client) -> None:
    begin_round(seven)
    [rows] = read_rows(client)
    names = [name for name, _match in rows]
    assert names == sorted(names) and len(names) == 7
    tables = [match.table if match else None for _name, match in rows]
    assert sorted(filter(None, tables)) == [1, 1, 2, 2, 3, 3] and None in tables
    page = text(client.get(SCREEN))
    assert "Round 1 of 3" in page and "table 3" in page and "bye" in page


def test_results_are_shown_as_they_come(seven: Season, client: Client) -> None:
    begin_round(seven)
    play_round(seven, 1, tables=[2])
    [rows] = read_rows(client)
    assert [getattr(row, "table", None) for row in rows] == [1, 2, 3, None]
    seats = Match.objects.get(division__season=seven, table=2).seats.order_by("number")
    first, second = (str(seat.score).replace("-", "−") for seat in seats)
    assert f"{first} : {second}" in text(client.get(SCREEN))


def test_standings_follow_the_end_of_a_round_and_of_the_tournament(seven: Season, client: Client) -> None:
    for number in (1, 2, 3):
        begin_round(seven)
        play_round(seven, number)
        if number == 1:
            assert "Round 1 of 3" in text(client.get(SCREEN)), "until the round is finished"
            rounds.finish_round(season=seven, number=1, by=CONSOLE)
            assert "Standings after round 1 of 3" in text(client.get(SCREEN))
    close_season(season=reread(seven), by=CONSOLE)
    page = client.get(SCREEN)
    assert "Final standings" in text(page) and page.context["head"] == "Points"
    rows = page.context["pages"][0].rows
    assert [rank for rank, _name, _points in rows] == list(range(1, 8))
    points = [int(points) for _rank, _name, points in rows]
    assert points == sorted(points, reverse=True) and sum(points) == 3 * 3 * 2 + 3 * 2


@pytest.mark.parametrize(
    ("game", "kind", "key", "head"),
    [
        ("skuck", "swiss", "score", "Score"),
        ("skuck", "swiss", "zeros", "Zeros"),
        ("hucklebuck", "standings", "zeros", "Bids made"),
    ],
)
def test_standings_show_what_ranks_first_whatever_it_is(
    club: Club, client: Client, game: str, kind: PlanKind, key: str, head: str
) -> None:
    season = make_tournament(club, 4, 1, game=game, kind=kind, ranking=[key, "lot"])
    begin_round(season)
    play_round(season, 1)
    rounds.finish_round(season=season, number=1, by=CONSOLE)
    assert client.get(SCREEN).context["head"] == head
    assert head in tables.rows(client.get(season.get_absolute_url()))[0]


def test_large_fields_have_pages_and_no_table_is_torn_apart(club: Club, client: Client) -> None:
    season = make_tournament(club, 13, game="hucklebuck", kind="standings")
    begin_round(season)
    assert [len(rows) for rows in read_rows(client)] == [12, 1]
    play_round(season, 1)
    pages = read_rows(client)
    assert [[len(match.seats) for match in rows] for rows in pages] == [[4, 3, 3], [3]]


def test_a_round_robin_shows_the_first_round_with_a_match_to_play(club: Club, client: Client) -> None:
    season = make_tournament(club, 4, kind="round-robin")
    page = text(client.get(SCREEN))
    assert "Round 1 of 3" in page and "table 2" in page
    play_round(season, 1)
    assert "Round 2 of 3" in text(client.get(SCREEN))
    for number in (2, 3):
        play_round(season, number)
    page = text(client.get(SCREEN))
    assert "Standings" in page and "Round" not in page


def test_a_draft_is_for_the_staff_only(club: Club, client: Client) -> None:
    rules = make_tournament(club, 4).competition.rules
    create_tournament(club=club, name="Autumn Open", game="skuck", rules=rules, names=NAMES[:4], by=CONSOLE)
    draft = "/riverside/autumn-open/1/screen/"
    assert client.get(draft).status_code == 404
    assert "4 players" in text(log_in(make_member(club, Role.ORGANISER)).get(draft))


def test_tournament_without_a_draw_shows_what_it_shows_otherwise(seven: Season, client: Client) -> None:
    page = client.get(f"{SCREEN}?draw")
    assert "7 players" in text(page) and "data-draw" not in page.content.decode()


def test_names_are_escaped(seven: Season, client: Client) -> None:
    Player.objects.filter(key=get_key("Ann Archer")).update(name="<b>Ann</b> & Co")
    begin_round(seven)
    for step in (None, play_round):
        if step:
            step(seven, 1)
        page = client.get(SCREEN).content.decode()
        assert "&lt;b&gt;Ann&lt;/b&gt; &amp; Co" in page and "<b>Ann" not in page


def test_a_screen_that_is_up_to_date_is_told_so(
    seven: Season, client: Client, django_assert_num_queries: Any
) -> None:
    begin_round(seven)
    version = client.get(SCREEN).headers["ETag"]
    with django_assert_num_queries(1):
        answer = client.get(SCREEN, headers={"If-None-Match": version})
    assert answer.status_code == 304
    play_round(seven, 1, tables=[1])
    assert client.get(SCREEN, headers={"If-None-Match": version}).status_code == 200


@pytest.mark.parametrize("players", [6, 12])
def test_queries_do_not_grow(club: Club, django_assert_num_queries: Any, players: int) -> None:
    """1 of each is for the version of the page."""
    season = make_tournament(club, players, rounds=2)

    def assert_queries(number: int) -> None:
        with django_assert_num_queries(number):
            assert Client().get(SCREEN).status_code == 200

    assert_queries(1 + 3)
    begin_round(season)
    assert_queries(1 + 6)
    play_round(season, 1)
    assert_queries(1 + 6)
    rounds.finish_round(season=season, number=1, by=CONSOLE)
    assert_queries(1 + 8)


# --- brackets


def read_ties(client: Client) -> list[tuple[str, list[tuple[int, list[str], list[int]]]]]:
    """Return the title of each page, with number, names and score of its ties."""
    page = client.get(SCREEN)
    assert page.context["what"] == "ties"
    return [
        (
            shown.title,
            [
                (
                    tie.number,
                    [side.name or side.waiting.translate(str) for side in tie.sides],
                    list(tie.score),
                )
                for tie in shown.rows
            ],
        )
        for shown in page.context["pages"]
    ]


def test_a_bracket_shows_its_ties_from_the_first_result_on(club: Club, client: Client) -> None:
    season = make_tournament(club, 6, kind="knockout")
    begin_round(season)
    assert client.get(SCREEN).context["what"] == "pairings"
    match = Match.objects.get(table=1)
    enter_result(match, WINS[0], played_on=match.club.today)
    ann, bob, cleo, dan, eve, fay = NAMES[:6]
    assert read_ties(client) == [
        (
            "Quarter-finals",
            [
                (1, [ann, "bye"], []),
                (2, [dan, eve], [10, -4]),
                (3, [bob, "bye"], []),
                (4, [cleo, fay], []),
            ],
        ),
        ("Semi-finals", [(5, [ann, dan], []), (6, [bob, "Winner of 4"], [])]),
    ]
    assert "Semi-finals" in text(client.get(SCREEN)) and "10 : −4" in text(client.get(SCREEN))
    play(season, 1)
    rounds.finish_round(season=season, number=1, by=CONSOLE)
    assert read_ties(client) == [("Semi-finals", [(5, [ann, dan], []), (6, [bob, cleo], [])])]


def test_ties_of_several_matches_show_who_has_won_how_many(club: Club, client: Client) -> None:
    season = make_tournament(club, 4, kind="knockout", best_of=[3, 3])
    begin_round(season)
    for sheet in (WINS[0], WINS[0], LEVEL):
        match = Match.objects.filter(table=1).order_by("-leg")[0]
        enter_result(match, sheet, played_on=match.club.today)
    (title, [semi_final, other]), *_later = read_ties(client)
    assert (title, semi_final[2], other[2]) == ("Semi-finals", [1, 1], [])


def test_tie_that_a_correction_has_opened_again_is_shown_too(club: Club, client: Client) -> None:
    season = make_tournament(club, 4, kind="knockout", third_place=None)
    begin_round(season)
    play(season, 1)
    begin_round(season)
    play(season, 2)
    first = Match.objects.get(round__number=1, table=1)
    undo_result(match=first, by=CONSOLE, base=1)
    assert [(title, [row[0] for row in rows]) for title, rows in read_ties(client)] == [
        ("Semi-finals", [1]),
        ("Final", [3]),
    ]


def test_pages_of_a_large_bracket_have_twelve_rows_and_a_decided_one_leads_to_the_standings(
    club: Club, client: Client
) -> None:
    names = [f"Zoe {letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    season = make_tournament(club, kind="double-elimination", names=names)
    begin_round(season)
    play(season, 1)
    titles = [(title, len(rows)) for title, rows in read_ties(client)]
    assert titles[:2] == [("Round of 32", 11), ("Round of 32", 5)]
    assert all(1 <= rows < MAX_ROWS for _title, rows in titles)
    assert ("Losers' bracket · Round 1", 8) in titles
    small = make_tournament(club, 2, kind="knockout", name="Small")
    begin_round(small)
    play(small, 1)
    rounds.finish_round(season=small, number=1, by=CONSOLE)
    assert "Standings after round 1 of 1" in text(client.get("/riverside/small/1/screen/"))


@pytest.mark.parametrize("players", [4, 12])
def test_queries_of_a_bracket_do_not_grow(club: Club, django_assert_num_queries: Any, players: int) -> None:
    """1 of each is for the version of the page."""
    season = make_tournament(club, players, kind="knockout")

    def assert_queries(number: int) -> None:
        with django_assert_num_queries(number):
            assert Client().get(SCREEN).status_code == 200

    begin_round(season)
    assert_queries(1 + 7)
    play(season, 1)
    assert_queries(1 + 8)
    rounds.finish_round(season=season, number=1, by=CONSOLE)
    assert_queries(1 + 7)
    for number in range(2, (players - 1).bit_length() + 1):
        begin_round(season)
        play(season, number)
    rounds.finish_round(season=season, number=number, by=CONSOLE)
    assert_queries(1 + 13)


def test_ties_of_a_final_and_tables_of_its_groups_take_turns(
    club: Club, client: Client, django_assert_num_queries: Any
) -> None:
    names = [f"Player {number:02}" for number in range(1, 17)]
    final = {"pairing": "knockout", "from_each": 2, "third_place": True}
    season = make_tournament(club, names=names, kind="round-robin", groups=4, final=final)
    play_all(season)
    begin_final(season=reread(season), by=CONSOLE)

    def list_pages(shown: Any) -> list[tuple[str, str, int]]:
        return [(page.what or shown["what"], page.title, len(page.rows)) for page in shown["pages"]]

    groups = [("standings", f"Group {letter}", 4) for letter in "ABCD"]
    assert list_pages(client.get(SCREEN).context) == [("ties", "Quarter-finals", 4), *groups]
    begin_round(reread(season))
    match = Match.objects.filter(division__stage__number=2, table=1).get()
    enter_result(match, WINS[0], played_on=match.club.today)
    a, b, c, d = groups
    with django_assert_num_queries(1 + 14):
        page = client.get(SCREEN)
    assert list_pages(page.context) == [("ties", "Quarter-finals", 4), a, ("ties", "Semi-finals", 1), b, c, d]
    text = page.content.decode()
    assert text.count('<table class="standings">') == 4 and text.count('<table class="ties">') == 2
    assert "Player 16" in text
