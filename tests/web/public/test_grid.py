"""The grid: in each division everyone against everyone."""

import json
from datetime import date
from typing import Any

import pytest
from django.test import Client

from league.actions.club import import_club
from league.actions.demo import RIVERSIDE
from league.models import Club, Match
from league.principals import CONSOLE
from league.queries import crosstable
from league.templatetags.pages import initials
from tests.web.large import ADDRESS, long_club
from tests.web.sheets import text
from tests.web.tables import rows

GRID = "/riverside/skuck-league/3/grid/"


def cell(response: Any, row: str, column: str) -> str:
    """What the one in the row has against the one in the column, in their division."""
    table: list[list[str]] = []
    for line in rows(response):
        table = [line] if line[0] == "Player" else [*table, line]
        if line[0] == row and column in table[0]:
            return line[table[0].index(column)]
    raise AssertionError(row, column)


def test_cell_says_score_and_outcome_as_the_row_has_them(riverside: Club, client: Client) -> None:
    response = client.get(GRID)
    assert cell(response, "Finn Foley", "Bob Birch") == "−10 to −11 W"
    assert cell(response, "Bob Birch", "Finn Foley") == "−11 to −10 L"
    assert (
        cell(response, "Ann Archer", "Eva Engel") == cell(response, "Eva Engel", "Ann Archer") == "−7 to −7 D"
    )
    page = response.content.decode()
    assert page.count('<td class="self">') == 16
    assert 'aria-label="Finn Foley won −10 to −11 against Bob Birch" class="win"' in page
    assert 'aria-label="Ann Archer drew −7 to −7 against Eva Engel" class="draw"' in page
    assert '<a href="/riverside/matches/m53/" aria-label="Dev Dhar against Bob Birch, scheduled">' in page


def test_match_to_be_played_shows_its_day_or_that_it_is_scheduled(riverside: Club, client: Client) -> None:
    Match.objects.filter(key="m53").update(due_on=date(2025, 9, 1))
    response = client.get(GRID)
    assert cell(response, "Dev Dhar", "Bob Birch") == "1 Sep"
    assert 'aria-label="Dev Dhar against Bob Birch, by 1 September"' in response.content.decode()
    client.get("/")  # the page is kept until something changes
    Match.objects.filter(key="m53").update(due_on=None)
    riverside.revision += 1
    riverside.save()
    assert cell(client.get(GRID), "Dev Dhar", "Bob Birch") == ""  # a dash; the link has a name


def test_several_meetings_share_a_cell_and_a_forfeit_says_so(db: None, client: Client) -> None:
    document = json.loads(RIVERSIDE.read_text())
    season = document["competitions"][0]["seasons"][2]
    matches = season["divisions"][0]["matches"]
    again = {"seats": ["bob", "finn"], "round": 4}
    matches += [
        {"id": "again1", "status": "forfeit", "absent": ["bob"], **again, "table": 1},
        {"id": "again2", "status": "void", **again, "table": 2},
    ]
    season.pop("report", None)
    import_club(json.dumps(document).encode(), by=CONSOLE, recompute=True)
    response = client.get(GRID)
    assert cell(response, "Finn Foley", "Bob Birch") == "−10 to −11 Wforfeit Wvoid"
    page = response.content.decode()
    assert '/again1/" aria-label="Finn Foley won by forfeit against Bob Birch"' in page
    assert '/again2/" aria-label="Bob Birch against Finn Foley, void"' in page


def test_heads_are_short_and_read_out_in_full(riverside: Club, client: Client) -> None:
    page = client.get(GRID).content.decode()
    head = '<abbr title="Jo Jansen" aria-hidden="true"><bdi>Jo</bdi></abbr>'
    assert head + '<span class="unseen"> <bdi>Jo Jansen</bdi></span>' in page


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Ann Archer", "AA"),
        ("Ann van den Berg", "AB"),
        ("明", "明"),
        ("\u202eback wards", "bw"),
        ("E\u0301va", "E\u0301"),
        ("(Bo) ~ 'X", "BX"),
        ("...", ""),
        ("", ""),
    ],
)
def test_initials(name: str, short: str) -> None:
    assert initials(name) == short


def test_division_of_many_still_has_its_grid_but_not_a_senseless_one(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_club(40)
    response = client.get(ADDRESS + "grid/")
    assert len(rows(response)) == 41 and {len(row) for row in rows(response)} == {41}
    monkeypatch.setattr(crosstable, "MAX_ENTRIES", 39)
    Club.objects.update(revision=99)
    assert "Too many players for a grid." in text(client.get(ADDRESS + "grid/"))
