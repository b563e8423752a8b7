"""Score sheets to be printed: what stands on a blank one, and which are printed together."""

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games import Field, registry
from league.actions.result import submit_result
from league.models import Club, Match, Role, Season
from league.principals import CONSOLE
from league.web.public import paper
from tests.actions.clubs import PRINTED_SHEET, build_club_file, make_club, make_member
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import MATCH, text
from tests.web.test_other_games import CLUB as POND_CLUB
from tests.web.test_other_games import POND

NIGHT = "/riverside/league-1/1/paper/"
FIRST, SECOND = "2026-01-05", "2026-01-12"


def table_club(seats: int, **options: Any) -> dict[str, Any]:
    """A club with one table of Hucklebuck."""
    file = build_club_file(slug="tables", entries=2)
    ids = [f"p{number}" for number in range(1, seats + 1)]
    file["players"] = [{"id": id, "name": f"Player {id}"} for id in ids]
    file["competitions"][0] |= {"game": "hucklebuck", "options": options, "rules": {"promoted": 0}}
    file["competitions"][0]["seasons"][0]["divisions"] = [
        {"level": 1, "entries": [{"player": id} for id in ids], "matches": [{"id": "t1", "seats": ids}]}
    ]
    return file


def heads(response: Any) -> list[str]:
    """The headings of the columns."""
    return [
        text_of(cell) for cell in re.findall(r'<th scope="col[^>]*>(.*?)</th>', response.content.decode())
    ]


def text_of(html: str) -> str:
    return re.sub(r"<[^>]+>", "", html)


def rows(response: Any) -> list[str]:
    """What heads each row."""
    return re.findall(r'<th scope="row">(.*?)</th>', response.content.decode())


def names(response: Any) -> list[str]:
    """Who plays, on each of the sheets."""
    return [text_of(name) for name in re.findall(r"<h2 [^>]*-name.>(.*?)</h2>", response.content.decode())]


# --- one match


def test_sheet_says_who_where_and_when_and_has_a_line_for_each_deal(riverside: Club, client: Client) -> None:
    Match.objects.filter(key="m53").update(due_on=FIRST)
    response = client.get(MATCH + "paper/", headers={"host": "127.0.0.1:9"})
    said = text(response)
    assert names(response) == ["Dev Dhar – Bob Birch"]
    assert f"{riverside.name} · SKUCK League, season 3 · SKUCK" in said
    assert "table 1 · to be played by 5 January 2026" in said
    assert "A match has 4 games." in said
    assert f"http://localhost:8000{MATCH}" in said  # the site's own address, not the one that was asked for
    assert rows(response) == ["1", "2", "3", "4"]


def test_columns_are_the_games_fields_and_the_score_so_far(riverside: Club, client: Client) -> None:
    response = client.get(MATCH + "paper/")
    own = ["Bid", "Tricks", "Point count", "Score"]
    assert heads(response) == [
        *("Game", "Trump", "Named by", "Dev Dhar", "Bob Birch", *own, *own),
        *("Player", "Penalty", "Game"),
    ]
    said = text(response)
    assert said.count("♣ ♦ ♥ ♠ No trump") == 4
    assert "Tricks: 27 in total per game." in said
    assert "Columns in italics are optional." in said
    assert "another sheet" not in said  # a match has four games


@pytest.mark.parametrize(("seats", "scores"), [(3, ["Score", "Total"]), (7, ["Total"])])
def test_open_number_of_deals_gets_as_many_lines_as_fit(
    db: None, client: Client, seats: int, scores: list[str]
) -> None:
    make_club(table_club(seats, target=15))
    response = client.get("/tables/matches/t1/paper/")
    assert rows(response) == [str(number) for number in range(1, 21)]
    assert (
        heads(response)[1 + seats :] == ["Tricks", *scores] * seats
    )  # the total alone where columns are many
    said = text(response)
    assert "A match is won with 15 points or more." in said
    assert "Tricks: 5 in total per hand." in said
    # of three nobody may be out
    assert ("Tricks: write a dash for “out”." in said) == (seats == 7)
    assert "slanted" not in said
    assert "More than 20 hands? Continue on another sheet with hand 21." in said


@pytest.fixture
def pond(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Makes a club that plays a game nobody has heard of, with more to write down."""

    def found(*more: Field) -> None:
        usual = POND.layout(None, 3)
        layout = replace(usual, per_seat=(*usual.per_seat, *more))
        game = replace(POND, key=f"pond-and-{len(more)}", layout=lambda options, seats: layout)
        monkeypatch.setattr(registry, "BUILT_IN", (game,))
        registry._load_plugins.cache_clear()
        file: Any = deepcopy(POND_CLUB)
        file["competitions"][0]["game"] = game.key
        make_club(file)

    yield found
    registry._load_plugins.cache_clear()


def test_game_nobody_has_heard_of_is_printed_from_its_layout(pond: Any, client: Client) -> None:
    pond()
    response = client.get("/pond/matches/m1/paper/")
    assert heads(response) == [
        *("Throw", "Leader", "Weather", "Wes", "Uma", "Vic", *("Stones", "Score") * 3),
        *("Throw", "Height"),
    ]


def test_what_may_be_left_out_goes_to_the_remarks_where_columns_are_many(pond: Any, client: Client) -> None:
    pond(*(Field(f"x{number}", f"X{number}", "count", 0, 9) for number in range(4)))
    response = client.get("/pond/matches/m1/paper/")
    assert "Weather" not in heads(response)
    assert "Remarks (Weather)" in text(response)


def test_players_are_in_several_tables_where_there_is_no_room_side_by_side(pond: Any, client: Client) -> None:
    pond(*(Field(f"x{number}", f"X{number}", "count", 0, 9) for number in range(12)))
    response = client.get("/pond/matches/m1/paper/")
    page = response.content.decode()
    tables = [re.findall(r'class="player"><bdi>(.*?)</bdi>', part) for part in page.split("<thead>")[1:3]]
    assert tables == [["Wes", "Uma"], ["Vic"]]
    assert rows(response) == [str(number) for number in range(1, 11)] * 2


def test_switch_is_to_be_ticked(pond: Any, client: Client) -> None:
    pond(Field("wet", "Wet", "switch", required=False))
    assert "Wet: tick or leave empty." in text(client.get("/pond/matches/m1/paper/"))


def test_sheet_of_a_draft_is_for_those_who_help_in_the_club(db: None, client: Client) -> None:
    club = make_club(state="draft")
    helper = log_in(make_member(club, Role.SCORER))
    for address in ("/riverside/matches/c1d1-m1/paper/", NIGHT + "?round=1"):
        assert client.get(address).status_code == 404
        assert "(draft)" in text(helper.get(address))


def test_nothing_is_printed_of_what_is_not_there(club: Club, client: Client) -> None:
    for address in (
        "/riverside/matches/nothing/paper/",
        "/nowhere/matches/m53/paper/",
        "/riverside/league-1/2/paper/",
        "/riverside/nothing/1/paper/",
        "/nowhere/league-1/1/paper/",
    ):
        assert client.get(address).status_code == 404, address


# --- large print, and sheets without a match


def test_large_print_has_columns_for_what_has_to_be_written_and_two_tables_at_most(
    riverside: Club, client: Client
) -> None:
    response = client.get(MATCH + "paper/?large")
    own = ["Bid", "Tricks", "Score"]
    assert heads(response)[:9] == ["Game", "Dev Dhar", "Bob Birch", *own, *own]
    assert "Remarks (Point count, Trump, Named by)" in text(response)
    assert 'class="score-sheet large"' in response.content.decode()
    make_club(table_club(7))
    response = client.get("/tables/matches/t1/paper/?large")
    page = response.content.decode()
    tables = [re.findall(r'class="player"><bdi>(.*?)</bdi>', part) for part in page.split("<thead>")[1:]]
    assert [len(players) for players in tables] == [4, 3]
    assert rows(response) == [str(number) for number in range(1, 11)] * 2


def test_large_print_is_kept_when_another_day_is_chosen(club: Club, client: Client) -> None:
    page = client.get(f"{NIGHT}?day={SECOND}").content.decode()
    assert f'href="?day={SECOND}&amp;large="' in page and 'name="large"' not in page
    page = client.get(f"{NIGHT}?day={SECOND}&large=").content.decode()
    assert f'href="?day={SECOND}"' in page and page.count('<input type="hidden" name="large">') == 2
    assert "Each match begins a new page." in page


def test_small_sheets_are_two_to_a_page(club: Club, client: Client) -> None:
    page = client.get(NIGHT).content.decode()
    assert page.count('class="score-sheet half"') == 2 and "Two matches per page." in page
    make_club(table_club(3))
    page = client.get("/tables/league-1/1/paper/").content.decode()
    assert page.count('class="score-sheet"') == 1 and "One match per page." in page


def test_blank_sheets_have_lines_for_who_where_and_when(riverside: Club, client: Client) -> None:
    response = client.get("/riverside/skuck-league/paper/")
    said = text(response)
    assert names(response) == ["SKUCK League"] * 2  # as many as fit on the page
    assert "Division Table Played on A match has 4 games." in said
    assert heads(response)[:5] == ["Game", "Trump", "Named by", "Player 1", "Player 2"]
    assert "http://localhost:8000/riverside/skuck-league/" in said
    assert "Players at a table" not in said  # always two
    assert 'href="/riverside/skuck-league/paper/"' in client.get(MATCH + "paper/").content.decode()
    assert (
        'href="/riverside/skuck-league/paper/"'
        in client.get("/riverside/skuck-league/rules/").content.decode()
    )


def test_blank_sheets_are_for_as_many_players_as_are_asked_for(db: None, client: Client) -> None:
    make_club(table_club(4))
    address = "/tables/league-1/paper/"
    for asked, players in {"": 4, "?players=7": 7, "?players=3&large": 3}.items():
        page = client.get(address + asked).content.decode()
        assert page.count("to-name") == players, asked
        assert f"<option selected>{players}</option>" in page, asked
    for asked in ("2", "8", "x", "04", "-4", "%00", "9" * 5000):
        assert client.get(f"{address}?players={asked}").content.decode().count("to-name") == 4, asked
    assert client.get("/tables/nothing/paper/").status_code == 404


# --- a night or a round


@scenario
def club() -> Club:
    """Four players: of the three rounds of two matches, two have their night, one has no day."""
    club = make_club()
    for round, day in enumerate((FIRST, SECOND), 1):
        Match.objects.filter(round__number=round).update(due_on=day)
    return club


def play(**which: Any) -> None:
    for match in Match.objects.filter(**which):
        submit_result(match=match, sheet=PRINTED_SHEET, by=CONSOLE, key=uuid4(), base=0)


ROUNDS = {
    1: ["Player p1 – Player p4", "Player p2 – Player p3"],
    2: ["Player p4 – Player p3", "Player p1 – Player p2"],
    3: ["Player p2 – Player p4", "Player p3 – Player p1"],
}


def test_matches_of_the_day_or_round_asked_for_have_a_sheet_each(club: Club, client: Client) -> None:
    for asked, round in {
        "": 1,
        f"?day={SECOND}": 2,
        "?day=20260112": 2,
        "?round=2": 2,
        "?round=3": 3,
        "?round= 03 ": 3,
        f"?day={FIRST}&round=2": 1,
        "?page=9": 1,
        "?page=-1&round=3": 3,
        "?page=x&round=3": 3,
    }.items():
        assert names(client.get(NIGHT + asked)) == ROUNDS[round], asked


def test_next_to_be_played_are_shown_where_nothing_is_asked_for(club: Club, client: Client) -> None:
    play(round__number=1)
    response = client.get(NIGHT)
    assert names(response) == ROUNDS[2] and "Score sheets: 12 January 2026" in text(response)
    play(round__number=2)
    response = client.get(NIGHT)
    assert names(response) == ROUNDS[3] and "Score sheets: round 3" in text(response)
    play(round__number=3)
    response = client.get(NIGHT)
    assert names(response) == [] and "All matches are decided." in text(response)
    assert names(client.get(NIGHT + "?round=1")) == ROUNDS[1]


def test_day_and_round_on_which_nothing_is_played_are_told(club: Club, client: Client) -> None:
    for asked in (
        *("day=2026-01-06", "day=soon", "day=2026-02-30", "day=5", "day=%00", "day=<b>"),
        *("round=4", "round=0", "round=-1", "round=x", "round=1.0", f"round={'9' * 5000}"),
    ):
        response = client.get(f"{NIGHT}?{asked}")
        assert response.status_code == 200, asked
        assert names(response) == [], asked
        assert "No matches then: " in text(response), asked
        assert "<b>" not in response.content.decode(), asked
        assert '<option value="2026-01-05">5 January 2026</option>' in response.content.decode(), asked


def test_season_without_matches_says_so(db: None, client: Client) -> None:
    club = make_club()
    Season.objects.create(competition=club.competitions.get(), number=2, game="skuck", state="open")
    assert "There are no matches yet." in text(client.get("/riverside/league-1/2/paper/"))


def test_many_sheets_come_in_parts(club: Club, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "PAGE_SIZE", 1)
    first = client.get(NIGHT + "?round=2")
    assert names(first) == ROUNDS[2][:1] and "Sheets 1 to 1 of 2." in text(first)
    assert 'href="?round=2&amp;page=2"' in first.content.decode()
    second = client.get(NIGHT + "?round=2&page=2")
    assert names(second) == ROUNDS[2][1:] and "Sheets 2 to 2 of 2." in text(second)
    assert 'href="?round=2&amp;page=1"' in second.content.decode()
    assert 'page=2"' in client.get(f"{NIGHT}?day={FIRST}").content.decode()


@pytest.mark.parametrize("divisions", [1, 6])
def test_night_takes_as_many_queries_at_1_as_at_6_divisions(
    db: None, client: Client, django_assert_num_queries: Any, divisions: int
) -> None:
    make_club(divisions=divisions)
    client.get(NIGHT)  # a visitor's first one begins to be counted
    with django_assert_num_queries(4 + 1):
        response = client.get(NIGHT)
    assert len(names(response)) == 2 * divisions
    with django_assert_num_queries(1):
        client.get("/riverside/matches/c1d1-m1/paper/")


# --- slips on which a player writes alone

SLIP_COLUMNS = ["Game", "Bid", "Tricks", "Score"]


def list_slips(response: Any) -> list[str]:
    """The text of each slip."""
    (slips,) = re.findall(r'<ul class="slips">(.*?)</ul>', response.content.decode(), re.DOTALL)
    return [
        " ".join(re.sub(r"<[^>]+>", " ", slip).split())
        for slip in re.findall(r"<li.*?>(.*?)</li>", slips, re.DOTALL)
    ]


def test_each_player_of_a_night_has_a_slip_with_a_line_for_each_game(club: Club, client: Client) -> None:
    response = client.get(f"{NIGHT}?day={FIRST}&slips")
    slips = list_slips(response)
    assert [slip.split(" League")[0] for slip in slips] == [
        "Player p1",
        "Player p4",
        "Player p2",
        "Player p3",
    ]
    assert "round 1, table 1 Players: Player p1 – Player p4 Game Bid Tricks Score 1 2 3 4" in slips[0]
    assert heads(response) == SLIP_COLUMNS * 4
    assert "Bid slips: 5 January 2026 Eight slips per page" in text(response)
    assert list_slips(client.get(f"{NIGHT}?round=3&slips"))[0].startswith("Player p2")
    assert 'name="slips"' in response.content.decode()  # kept when another day is chosen


def test_blank_slips_and_those_of_a_match_are_found_beside_the_sheet(riverside: Club, client: Client) -> None:
    for address, slips in (("/riverside/skuck-league/paper/", 8), (MATCH + "paper/", 2)):
        assert 'href="?slips="' in client.get(address).content.decode(), address
        response = client.get(address + "?slips")
        assert len(list_slips(response)) == slips, address
        assert "score-sheet" not in response.content.decode(), address
    assert "Name Table Game Bid Tricks Score 1 2 3 4" in list_slips(
        client.get("/riverside/skuck-league/paper/?slips")
    )


def test_games_without_secrets_have_no_slips(db: None, client: Client) -> None:
    make_club(table_club(4))
    for address in ("/tables/league-1/paper/?slips", "/tables/matches/t1/paper/?slips"):
        page = client.get(address).content.decode()
        assert "score-sheet" in page and "slips" not in page.replace("slips=", "").replace("?slips", ""), (
            address
        )
