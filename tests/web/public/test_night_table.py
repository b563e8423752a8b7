"""The page of a night: all players over all tables and divisions, and who won it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from league.actions.club import import_club
from league.actions.demo import LANTERN
from league.models import Club
from league.principals import CONSOLE
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_forfeited_match,
    build_played_match,
    build_season,
    encode_document,
)
from tests.rules.test_awards import WON
from tests.scenarios import scenario
from tests.web.sheets import text

NIGHT = "/lantern/skat/2/night/2026-04-22/"


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@scenario
def lantern() -> Club:
    import_club(LANTERN.read_bytes(), by=CONSOLE)
    return Club.objects.get(slug="lantern")


def list_rows(client: Client, address: str) -> list[list[str]]:
    """Return the cells of each row of the page."""
    (body,) = re.findall(r"<tbody>(.*?)</tbody>", client.get(address).content.decode(), re.DOTALL)
    return [
        [
            " ".join(re.sub(r"<[^>]+>", " ", cell).split())
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)
        ]
        for row in re.findall(r"<tr>.*?</tr>", body, re.DOTALL)
    ]


def test_players_of_all_tables_and_divisions_are_ranked_by_score(lantern: Club, client: Client) -> None:
    rows = list_rows(client, NIGHT)
    scores = [row[2] for row in rows]
    assert scores[:8] == ["264", "147", "132", "117", "92", "87", "79", "75"] and len(rows) == 14
    assert "winner Lanterns , table 2" in rows[0][1] and not any("winner" in row[1] for row in rows[1:])
    assert {"Candles" in row[1] for row in rows} == {True, False}


def test_best_of_the_figure_by_which_the_league_ranks_is_marked(lantern: Club, client: Client) -> None:
    rows = list_rows(client, NIGHT)
    most = [row for row in rows if row[3].endswith("most")]
    values = [int(row[3].removesuffix(" most").replace("\N{MINUS SIGN}", "-")) for row in rows]
    assert len(most) == 1 and int(most[0][3].removesuffix(" most")) == max(values)


def test_night_is_reached_from_the_results_of_the_season(lantern: Club, client: Client) -> None:
    assert f'href="{NIGHT}"' in client.get("/lantern/skat/2/matches/").content.decode()
    for day in ("2026-04-23", "2026-02-31", "yesterday"):
        assert client.get(f"/lantern/skat/2/night/{day}/").status_code == 404


def test_equal_scores_share_the_night_and_forfeits_count_for_nothing(db: None, client: Client) -> None:
    matches = [
        build_played_match("m1", "ann bob", WON),
        build_played_match("m2", "cleo dev", WON),
        build_forfeited_match("m3", "eva fay", "fay", played_on="2026-01-06"),
    ]
    season = build_season(build_division("ann bob cleo dev eva fay", matches))
    import_club(encode_document(build_club(build_competition(season))), by=CONSOLE)
    address = "/club/league/1/night/2026-01-06/"
    assert [row[0] for row in list_rows(client, address)] == ["1", "1", "3", "3"]
    assert "Winners: Ann, Cleo" in text(client.get(address))


def test_night_takes_as_many_queries_for_many(
    lantern: Club, client: Client, django_assert_num_queries: Any
) -> None:
    season = build_season(build_division("ann bob", [build_played_match("m1", "ann bob", WON)]))
    import_club(encode_document(build_club(build_competition(season))), by=CONSOLE)
    for address, players in ((NIGHT, 14), ("/club/league/1/night/2026-01-06/", 2)):
        with django_assert_num_queries(3):
            assert client.get(address).content.decode().count('<th scope="row">') == players
