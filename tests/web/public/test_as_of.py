"""Standings as of a day, computed from the sheets that counted then."""

import json
from datetime import date
from typing import Any

import pytest
from django.test import Client

from league.actions.demo import RIVERSIDE
from league.models import Club, Competition
from league.queries.season import read_season_report
from tests.web.sheets import text
from tests.web.tables import as_read, rows

SEASON = "/riverside/skuck-league/3/"
CLOSED = "/riverside/skuck-league/2/"


def standings(response: Any) -> list[tuple[str, str, str, str]]:
    """Rank, name, played and average of every row, whatever its division."""
    heads, *found = rows(response)
    average = heads.index("Average")
    return [(row[0].rpartition(" ")[2], row[1], row[2], row[average]) for row in found if row[0] != "Rank"]


@pytest.mark.parametrize("day", ["2025-07-07", "2025-07-08", "2025-07-20", "2030-01-01"])
def test_standings_of_a_day_are_what_the_report_says_of_it(riverside: Club, client: Client, day: str) -> None:
    report: Any = read_season_report(
        Competition.objects.get(slug="skuck-league"), season=3, as_of=date.fromisoformat(day)
    )
    names = {player["id"]: player["name"] for player in json.loads(RIVERSIDE.read_text())["players"]}
    assert standings(client.get(f"{SEASON}?as_of={day}")) == [
        (str(row["rank"]), names[row["player"]], str(row["played"]), as_read(row["average"] or "–"))
        for division in report["divisions"]
        for row in division["standings"]
    ]


def test_page_says_which_day_it_shows_and_leads_back(riverside: Club, client: Client) -> None:
    response = client.get(SEASON + "?as_of=2025-07-08")
    assert "As of 8 July 2025, from the results recorded by the end of that day." in text(response)
    assert '<a class="no-print" href=".">Back to current standings</a>' in response.content.decode()
    assert 'type="date" value="2025-07-08"' in response.content.decode()
    assert standings(response) != standings(client.get(SEASON))
    assert "Standings · as of 8 July 2025 · printed" in text(response)
    assert "/why/" not in response.content.decode()  # that tells of the present standings
    assert "As of" not in text(client.get(SEASON)).replace("Standings as of", "")


def test_today_shows_the_present_standings(riverside: Club, client: Client) -> None:
    today = riverside.competitions.get().seasons.get(number=3).ends_on
    assert standings(client.get(f"{SEASON}?as_of={today}")) == standings(client.get(SEASON))


def test_closed_season_was_open_while_it_ran(riverside: Club, client: Client) -> None:
    assert "Finished" in text(client.get(CLOSED))
    page = text(client.get(CLOSED + "?as_of=2025-05-01"))
    assert "In progress" in page and "If the season ended today" in page


def test_day_before_the_season_shows_that_it_had_not_begun(riverside: Club, client: Client) -> None:
    response = client.get(SEASON + "?as_of=2025-07-06")
    assert response.status_code == 200 and rows(response) == []
    assert "This season hadn't started by then." in text(response) and "Draft" in text(response)


def test_day_that_is_none_comes_back_with_the_present_standings(riverside: Club, client: Client) -> None:
    present = standings(client.get(SEASON))
    garbage = ("2026-02-30", "31.01.2026", "2026-13-01", "0000-00-00", "\x00", '"><b>', "9" * 5000)
    for typed in ("yesterday", *garbage):
        response = client.get(SEASON, {"as_of": typed})
        assert response.status_code == 200, typed
        assert "Not a valid date." in text(response), typed
        page = response.content.decode()
        assert 'aria-invalid="true" aria-describedby="as-of-said"' in page, typed
        assert "<b>" not in page, typed
        assert standings(response) == present, typed
        if typed.isalpha():
            assert f'name="as_of" value="{typed}"' in page


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_first_and_last_days_of_all_are_days(riverside: Club, client: Client, day: str) -> None:
    assert client.get(SEASON, {"as_of": day}).status_code == 200


def test_day_takes_a_fixed_number_of_queries(
    riverside: Club, client: Client, scorer: Client, django_assert_num_queries: Any
) -> None:
    for address in (SEASON, CLOSED):
        client.get(address + "?as_of=2025-07-08")  # a visitor's first one begins to be counted
        with django_assert_num_queries(1 + 15 + 1):
            client.get(address + "?as_of=2025-07-08")
        with django_assert_num_queries(1 + 15 + 3):
            scorer.get(address + "?as_of=2025-07-08")
