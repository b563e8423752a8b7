"""Tables as files: what is shown, as CSV, XLSX and JSON, with nothing in it that a spreadsheet would run."""

import csv
import json
from dataclasses import replace
from datetime import date
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.test import Client
from tablib import Dataset

from league.models import Club, Player
from league.web import limits
from tests.scenarios import scenario
from tests.web.large import ADDRESS, long_club
from tests.web.tables import as_read, column

FORMULAS = {
    "p1": "=1+1",
    "p2": "+cmd",
    "p3": "-2",
    "p4": "@SUM(A1)",
    "p5": 'Ann, "the" Archer',
    "p6": "سارة العلي",
}
MATCHES = "/riverside/skuck-league/3/matches/"


@scenario
def long() -> None:
    long_club(24, names=FORMULAS)


def as_csv(response: Any) -> list[dict[str, str]]:
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(StringIO(response.content.decode(), newline="")))


def as_xlsx(response: Any) -> list[dict[str, Any]]:
    return list(Dataset().load(BytesIO(response.content), "xlsx").dict)


def test_file_holds_the_standings_under_the_heads_of_the_page(long: None, client: Client) -> None:
    response = client.get(ADDRESS + "?download=csv")
    assert response.headers["Content-Disposition"] == 'attachment; filename="long-league-1.csv"'
    told = as_csv(response)
    assert list(told[0]) == [
        *("Division", "Rank", "Player", "Played", "Won", "Drawn", "Lost", "Games", "Score", "Average"),
        *("Level", "Zeros", "Style", "Tie-break used"),
    ]
    page = client.get(ADDRESS)
    for title in ("Rank", "Score", "Zeros", "Style"):
        assert [as_read(row[title]) for row in told] == column(page, title)
    averages = {row["Average"]: shown for row, shown in zip(told, column(page, "Average"), strict=True)}
    assert averages["0.1667"] == "0.17"


def test_file_holds_what_is_shown_in_its_order(long: None, client: Client) -> None:
    told = as_csv(client.get(ADDRESS + "?find=a&sort=-score&download=csv"))
    assert 0 < len(told) < 24 and all("a" in row["Player"].lower() or row["Player"] for row in told)
    assert len(told) == len(column(client.get(ADDRESS + "?find=a"), "Player"))
    told = as_csv(client.get(ADDRESS + "?sort=-score&download=csv"))
    scores = [int(row["Score"]) for row in told]
    assert scores == sorted(scores, reverse=True)


def test_as_of_a_day_stands_in_the_name_of_the_file(long: None, client: Client) -> None:
    response = client.get(ADDRESS + "?as_of=2026-01-20&download=json")
    assert 'filename="long-league-1-2026-01-20.json"' in response.headers["Content-Disposition"]
    assert max(row["Played"] for row in json.loads(response.content)) == 2
    assert json.loads(client.get(ADDRESS + "?as_of=2025-01-01&download=json").content)[0]["Rank"] is None


def test_formulas_are_defused_and_numbers_are_numbers(long: None, client: Client) -> None:
    names = {"'=1+1", "'+cmd", "'-2", "'@SUM(A1)", 'Ann, "the" Archer', "سارة العلي"}
    told = as_csv(client.get(ADDRESS + "?download=csv"))
    assert names < {row["Player"] for row in told}
    assert any(row["Average"].startswith("-") for row in told)
    sheet = as_xlsx(client.get(ADDRESS + "?download=xlsx"))
    assert names < {row["Player"] for row in sheet}
    assert all(isinstance(row["Average"], int | float) and isinstance(row["Score"], int) for row in sheet)
    assert [str(row["Score"]) for row in sheet] == [row["Score"] for row in told]


def test_json_is_left_as_it_is(long: None, client: Client) -> None:
    told = json.loads(client.get(ADDRESS + "?download=json").content)
    assert set(FORMULAS.values()) < {row["Player"] for row in told}
    assert isinstance(told[0]["Score"], int) and isinstance(told[0]["Average"], str)


@pytest.mark.parametrize("format", ["csv", "xlsx", "json"])
def test_what_a_file_cannot_hold_costs_no_error(long: None, client: Client, format: str) -> None:
    """No such name is ever imported; but a table must not depend on it."""
    for number, name in enumerate(["a\x0bb", "\x01", "\t=1", "\ufffe\uffff", "\ud7ff\U0010ffff" * 40]):
        Player.objects.filter(key=f"p{number + 7}").update(name=name)
    for address in (ADDRESS, ADDRESS + "matches/"):
        response = client.get(address, {"download": format})
        assert response.status_code == 200
    if format == "xlsx":
        assert "a\ufffdb" in {row["Player"] for row in as_xlsx(client.get(ADDRESS, {"download": format}))}


@pytest.mark.parametrize("download", ["pdf", "xls", "__class__", "CSV", "\x00", "csv,json"])
def test_file_of_another_kind_is_not_found(long: None, client: Client, download: str) -> None:
    for address in (ADDRESS, ADDRESS + "matches/"):
        assert client.get(address, {"download": download}).status_code == 404


def test_nothing_found_is_an_empty_file(long: None, client: Client) -> None:
    for format in ("csv", "xlsx", "json"):
        assert client.get(ADDRESS, {"find": "nobody at all", "download": format}).status_code == 200
        assert (
            client.get(ADDRESS + "matches/", {"find": "nobody at all", "download": format}).status_code == 200
        )


def test_season_of_many_divisions_downloads_as_one_table(db: None, client: Client) -> None:
    long_club(24, divisions=6)
    assert 'href="?download=xlsx"' in client.get(ADDRESS).content.decode()
    told = as_csv(client.get(ADDRESS + "?download=csv"))
    assert [row["Division"] for row in told] == [name for name in "ABCDEF" for _ in range(4)]
    assert [row["Rank"] for row in told] == ["1", "2", "3", "4"] * 6


def test_matches_download_with_a_column_for_each_seat(riverside: Club, client: Client) -> None:
    assert 'href="?download=csv"' in client.get(MATCHES).content.decode()
    response = client.get(MATCHES + "?status=scheduled&download=csv")
    assert 'filename="riverside-skuck-league-3-matches.csv"' in response.headers["Content-Disposition"]
    waiting = as_csv(response)
    assert len(waiting) == 8 and {row["Score 1"] for row in waiting} == {""}
    sheet = as_xlsx(client.get(MATCHES + "?download=xlsx"))
    played = next(row for row in sheet if row["Player 1"] == "Finn Foley" and row["Player 2"] == "Bob Birch")
    assert (played["Division"], played["Round"], played["Score 1"], played["Score 2"]) == ("A", 1, -10, -11)
    assert played["Date"].date() == date(2025, 7, 8) and played["Status"] == "played"


def test_files_for_visitors_are_limited(long: None, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UNCACHED_READS", replace(limits.UNCACHED_READS, most=2))
    statuses = [client.get(ADDRESS, {"download": format}).status_code for format in ("csv", "xlsx", "json")]
    assert statuses == [200, 200, 429]
