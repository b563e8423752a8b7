"""A player's page knows no game: what one has no figure for is not there, and tables may seat more than two."""

from django.test import Client

from league.actions.club import import_club
from league.principals import CONSOLE
from league.tasks import run_jobs
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_season,
    encode_document,
)
from tests.web.sheets import text
from tests.web.tables import rows
from tests.web.test_other_games import ADDRESS, build_fields, pond

__all__ = ["pond"]


def test_game_without_bids_levels_and_styles_has_none_on_the_page(pond: Client) -> None:
    assert "Next match with Wes, Vic To be arranged" in text(pond.get("/pond/players/uma/"))
    pond.post(ADDRESS + "enter/", build_fields(("2", "1", "0", "9"), ("0", "7", "1", "2")))
    run_jobs()
    response = pond.get("/pond/players/uma/")
    page = text(response)
    assert "Rivals Played1 1st1 1 shared Throws2 Score1 Average0.50 Form" in page
    assert "bids" not in page.lower() and "Level" not in page and "zeros" not in page.lower()
    assert response.content.decode().count('role="img"') == 0
    assert "The chart appears after the second match." in page
    assert "Vic 1 0 1 0 1 to 11 Wes 1 0 1 0 1 to 8" in page


def test_club_and_list_of_players_show_it(pond: Client) -> None:
    assert "Rules: Cup" in text(pond.get("/pond/")) and "Position Player Score" in text(pond.get("/pond/"))
    assert "Player Division" in text(pond.get("/pond/players/"))
    assert "Level" not in text(pond.get("/pond/players/"))


def test_its_explanation_is_told(pond: Client) -> None:
    pond.post(ADDRESS + "enter/", build_fields(("2", "1", "0", "9")))
    page = text(pond.get("/pond/cup/1/why/vic/"))
    assert "Vic is 1st of 3" in page and "Shared 1st of 3 with Wes, Uma, 9" in page


def test_season_at_tables_of_two_is_told_as_of_two_though_more_could_sit_there(pond: Client) -> None:
    two, four = ({"table_size": 2, "promoted": 0}, {"promoted": 0})
    for slug, rules in (("two", two), ("four", four)):
        file = build_club(
            build_competition(build_season(build_division("uma vic")), game="pond", rules=rules)
        )
        file["club"]["slug"] = slug
        import_club(encode_document(file), by=CONSOLE)
    assert rows(pond.get("/two/league/1/"))[0][3] == "Won, drawn, lost"
    assert rows(pond.get("/four/league/1/"))[0][3:6] == ["First", "Shared first", "Not first"]
    assert "Results grid" in text(pond.get("/two/league/1/grid/"))
    assert "Pairings" in text(pond.get("/four/league/1/grid/"))
