"""The list of a club's players, through its address."""

import csv
import io
import json
import re
from typing import Any

import pytest
from django.test import Client

from league.actions.changes import invalidate_pages
from league.actions.club import import_club
from league.actions.demo import RIVERSIDE
from league.demo.large import build_club_file
from league.models import Club, Player, Season, Seat, Stage, Statistics, User
from league.principals import CONSOLE
from league.tasks import run_jobs
from tests.scenarios import scenario
from tests.web.sheets import plain, text

PLAYERS = "/riverside/players/"
LARGE = "/large-24/players/"


@scenario
def large() -> None:
    import_club(build_club_file(24), by=CONSOLE)


def names(response: Any) -> list[str]:
    """In the order of the rows."""
    return [plain(head) for head in re.findall(r'<th scope="row">(.*?)</th>', response.content.decode())]


def test_everybody_stands_there_with_division_and_record(riverside: Club, client: Client) -> None:
    response = client.get(PLAYERS)
    assert names(response) == sorted(names(response)) and len(names(response)) == 16
    assert "Ann Archer B 8 4 −1.06 Very Good (A)" in text(response)
    page = response.content.decode()
    assert 'href="/riverside/players/ann/"' in page and 'href="/riverside/skuck-league/3/"' in page


def test_who_never_played_or_left_stands_there_too(riverside: Club, client: Client) -> None:
    nora = Player.objects.create(club=riverside, key="new", name="New Nora")
    invalidate_pages(riverside)
    assert "New Nora – 0 0 –" in text(client.get(PLAYERS))
    competition = riverside.competitions.get()
    season = Season.objects.create(competition=competition, number=4, state="open", game="skuck")
    stage = Stage.objects.create(season=season)
    division = season.divisions.create(stage=stage, level=1, name="Z")
    season.entries.create(stage=stage, division=division, player=nora, seed=1)
    invalidate_pages(riverside)
    page = text(client.get(PLAYERS))
    assert "New Nora Z 0 0 –" in page
    assert "Ann Archer – 8 4 −1.06" in page  # not in the latest season


def test_results_of_a_draft_are_nobodys_business_yet(db: None, client: Client) -> None:
    document = json.loads(RIVERSIDE.read_text())
    seasons = document["competitions"][0]["seasons"]
    settled = {"lot", "report", "game", "options", "rules"}
    seasons[-1] = {name: said for name, said in seasons[-1].items() if name not in settled}
    seasons[-1]["state"] = "draft"
    import_club(json.dumps(document).encode(), by=CONSOLE)
    run_jobs()
    drafts = Seat.objects.filter(match__status="played", match__division__season__state="draft")
    assert drafts.filter(player__key="ann").count() == 2
    counted = Statistics.objects.get(player__key="ann")
    assert counted.played == 6
    assert re.search(rf"Ann Archer [A-D] 6 {counted.won} ", text(client.get(PLAYERS)))
    assert f"Played6 Won – drawn – lost{counted.won}–" in text(client.get("/riverside/players/ann/"))


def test_player_of_two_competitions_has_a_row_for_each(db: None, client: Client) -> None:
    document = json.loads(RIVERSIDE.read_text())
    document["competitions"].append(
        {
            "slug": "cup",
            "name": "Cup",
            "game": "skuck",
            "rules": {"promoted": 0},
            "seasons": [
                {
                    "number": 1,
                    "state": "open",
                    "divisions": [
                        {"level": 1, "name": "X", "entries": [{"player": "ann"}, {"player": "bob"}]}
                    ],
                }
            ],
        }
    )
    import_club(json.dumps(document).encode(), by=CONSOLE)
    page = text(client.get(PLAYERS))
    assert "Player Competition Division" in page
    assert "Ann Archer Cup X 0 0 – Ann Archer SKUCK League B 8 4" in page


def test_reader_finds_their_own_row(riverside: Club, client: Client) -> None:
    user = User.objects.create_user("ann@example.org", "a good long pass phrase")
    riverside.players.filter(key="ann").update(user=user)
    assert '<tr class="me">' not in client.get(PLAYERS).content.decode()
    client.force_login(user)
    assert client.get(PLAYERS).content.decode().count('<tr class="me">') == 1


def test_short_list_neither_sorts_nor_filters_nor_downloads(riverside: Club, client: Client) -> None:
    page = client.get(PLAYERS).content.decode()
    assert "sort=" not in page and "download=" not in page and 'name="find"' not in page
    assert client.get(PLAYERS, {"download": "csv"}).headers["Content-Type"].startswith("text/html")
    assert len(names(client.get(PLAYERS, {"find": "ann"}))) == 16


def test_long_list_sorts_by_any_column(large: None, client: Client) -> None:
    def averages(sort: str) -> list[float]:
        cells = re.findall(r'<td class="number">(-?\d\.\d{4})</td>', _page(client, sort=sort))
        return [float(cell) for cell in cells]

    assert averages("-average") == sorted(averages("name"), reverse=True)
    assert averages("average") == sorted(averages("name"))
    assert 'aria-sort="descending"' in _page(client, sort="-average")
    by_name = names(client.get(LARGE, {"sort": "-name"}))
    assert by_name == names(client.get(LARGE))[::-1]
    assert client.get(LARGE, {"sort": "nothing"}).content == client.get(LARGE).content


def _page(client: Client, **asked: str) -> str:
    return client.get(LARGE, asked).content.decode()


def test_long_list_is_filtered_by_name(large: None, client: Client) -> None:
    assert names(client.get(LARGE, {"find": "ADA"})) == ["Ada Abel"]
    nobody = client.get(LARGE, {"find": "<b>"})
    assert "No players found for “&lt;b&gt;”" in text(nobody).replace("<", "&lt;").replace(">", "&gt;")
    assert "<b>" not in nobody.content.decode()


@pytest.mark.parametrize("format", ["csv", "xlsx", "json"])
def test_what_is_shown_is_taken_away(large: None, client: Client, format: str) -> None:
    response = client.get(LARGE, {"download": format})
    assert f"large-24-players.{format}" in response.headers["Content-Disposition"]
    assert response.content


def test_file_holds_the_rows_in_their_order_and_no_formula(large: None, client: Client) -> None:
    Player.objects.filter(key="p1").update(name="=1+1")
    response = client.get(LARGE, {"download": "csv", "sort": "-average"})
    rows = list(csv.reader(io.StringIO(response.content.decode())))
    assert rows[0] == ["Player", "Division", "Played", "Won", "Average", "Level"]
    assert len(rows) == 25 and [float(row[4]) for row in rows[1:]] == sorted(
        (float(row[4]) for row in rows[1:]), reverse=True
    )
    assert "'=1+1" in {row[0] for row in rows}


def test_club_without_players_says_so(db: None, client: Client) -> None:
    Club.objects.create(slug="empty", name="Empty Club")
    assert "No players yet." in text(client.get("/empty/players/"))
    assert client.get("/nowhere/players/").status_code == 404


@pytest.mark.parametrize("players", [4, 100])
def test_players_take_as_many_queries_at_4_as_at_100(
    db: None, client: Client, django_assert_num_queries: Any, players: int
) -> None:
    import_club(build_club_file(players), by=CONSOLE)
    with django_assert_num_queries(1 + 5):
        response = client.get(f"/large-{players}/players/")
    assert len(names(response)) == players
    with django_assert_num_queries(1):
        client.get(f"/large-{players}/players/")


def test_club_that_is_not_there_has_no_players(client: Client, db: None) -> None:
    assert client.get("/nowhere/players/").status_code == 404


def test_file_of_an_unknown_kind_is_not_there(large: None, client: Client) -> None:
    assert client.get(f"{LARGE}?download=pdf").status_code == 404
