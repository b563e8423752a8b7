"""Entering a match night: where it begins, what stands beside the sheet, and how it goes on."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from league.models import Club, Match, Player, User
from tests.views.sheets import DESTINATION, MATCH, text, typed

BEGIN = "/riverside/-/enter/"


def open_matches(club: Club) -> Any:
    return Match.objects.filter(club=club, status="scheduled").order_by("round", "table", "key")


def schedule(club: Club, *days: int) -> list[str]:
    """Give the first open matches these days, counted from today, and take them from the others."""
    matches = list(open_matches(club))
    open_matches(club).update(due_on=None)
    for match, days_on in zip(matches, days, strict=False):
        Match.objects.filter(pk=match.pk).update(due_on=club.today + timedelta(days_on))
    return [match.key for match in matches]


def lead(client: Client, path: str = BEGIN) -> str:
    answer = client.get(path)
    assert answer.status_code == 302, answer.status_code
    return answer.headers["Location"]


# --- where it begins


@pytest.mark.parametrize(
    ("days", "first"),
    [((-14, -7, -7, 7), 1), ((7, 14, 0), 2), ((7, 3, 14), 1), ((), 0)],
    ids=["the last night", "tonight", "the next night", "no days"],
)
def test_it_begins_with_the_night_that_is_missing(
    scorer: Client, riverside: Club, days: tuple[int, ...], first: int
) -> None:
    keys = schedule(riverside, *days)
    assert lead(scorer) == f"/riverside/matches/{keys[first]}/enter/"


def test_a_day_has_an_address(scorer: Client, riverside: Club) -> None:
    keys = schedule(riverside, 7, 14, 14)
    day = riverside.today + timedelta(14)
    assert lead(scorer, f"{BEGIN}{day}/") == f"/riverside/matches/{keys[1]}/enter/"
    Match.objects.filter(key=keys[1]).update(table=99)
    assert lead(scorer, f"{BEGIN}{day}/") == f"/riverside/matches/{keys[2]}/enter/"


def test_nothing_to_enter_leads_to_what_there_is_to_do(scorer: Client, riverside: Club) -> None:
    riverside.competitions.get().seasons.update(state="closed")
    assert lead(scorer) == "/-/my/#enter-riverside"


@pytest.mark.parametrize("day", ["2026-02-30", "tomorrow", "0001-01-01", "99999-01-01"])
def test_other_days_are_not_found(scorer: Client, day: str) -> None:
    assert scorer.get(f"{BEGIN}{day}/").status_code == 404


def test_it_is_for_those_who_enter_all_results(client: Client, riverside: Club) -> None:
    assert lead(client).startswith("/-/log-in/")
    user = User.objects.create_user("dev@example.org", "a good long pass phrase", name="Dev")
    Player.objects.filter(club=riverside, key="dev").update(user=user)
    client.force_login(user)
    assert client.get(BEGIN).status_code == 404
    page = text(client.get(DESTINATION))
    assert "Save result" in page and "Save and next" not in page


# --- how it goes on


def test_tables_of_the_night_stand_beside_the_sheet(scorer: Client, riverside: Club) -> None:
    open_matches(riverside).update(due_on=riverside.today)
    night = open_matches(riverside).count()
    page = scorer.get(DESTINATION).content.decode()
    rows = re.findall(r'<li( class="here")?>\s*<a href="/riverside/matches/[\w-]+/enter/"', page)
    assert len(rows) == night and rows.count(' class="here"') == 1
    assert f"0 of {night} played" in text(scorer.get(DESTINATION)) and "Save and next" in page


def test_saving_leads_to_the_next_table_until_all_are_in(scorer: Client, riverside: Club) -> None:
    open_matches(riverside).exclude(key__in=["m53", "m54"]).update(due_on=riverside.today)
    answer = scorer.post(DESTINATION, typed() | {"then": "next"})
    assert answer.headers["Location"] == "/riverside/matches/m54/enter/"
    page = text(scorer.get(answer.headers["Location"]))
    assert "Result saved. Dev Dhar – Bob Birch" in page and "1 of 2 played" in page
    answer = scorer.post("/riverside/matches/m54/enter/", typed() | {"then": "next"})
    assert answer.headers["Location"] == "/riverside/matches/m54/"


def test_save_alone_leads_to_the_match_and_names_the_next(scorer: Client) -> None:
    assert scorer.post(DESTINATION, typed()).headers["Location"] == MATCH
    assert "Next:" in text(scorer.get(MATCH))


def test_refused_sheet_goes_nowhere(scorer: Client) -> None:
    answer = scorer.post(DESTINATION, typed(deals_0_bids_0="40") | {"then": "next"})
    assert answer.status_code == 200 and 'name="then"' in answer.content.decode()


# --- in the place of the sheet before

IN_PLACE = {"HX-Request": "true", "HX-Target": "content"}


def test_main_part_of_the_page_comes_alone_where_it_is_asked_for(scorer: Client, riverside: Club) -> None:
    whole = scorer.get(DESTINATION)
    part = scorer.get(DESTINATION, headers=IN_PLACE)
    assert {"HX-Request", "HX-Target"} <= set(part.headers["Vary"].split(", "))
    assert whole.headers["Vary"] == part.headers["Vary"]
    assert "<html" not in part.content.decode() and "<title>Dev Dhar" in part.content.decode()
    _title, _mark, read = text(part).partition(" – Bob Birch ")
    assert "Save and next" in read and read in text(whole)


def test_refused_sheet_does_not_change_the_address(scorer: Client) -> None:
    answer = scorer.post(DESTINATION, typed(deals_0_bids_0="40"), headers=IN_PLACE)
    assert answer.headers["HX-Push-Url"] == "false" and "<html" not in answer.content.decode()


@pytest.mark.parametrize("method", ["get", "post"])
def test_log_in_is_not_put_in_the_place_of_a_sheet(client: Client, riverside: Club, method: str) -> None:
    answer = getattr(client, method)(DESTINATION, headers=IN_PLACE)
    assert (answer.status_code, answer.content) == (204, b"")
    assert "log-in" in answer.headers["HX-Trigger"]
