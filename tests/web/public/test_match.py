"""A match's page, through its address."""

import json
import re
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from league.actions.changes import invalidate_pages
from league.actions.club import import_club
from league.actions.demo import RIVERSIDE
from league.actions.statistics import refresh_statistics
from league.demo.large import build_club_file
from league.models import Club, Match, Statistics
from league.principals import CONSOLE
from tests.web.sheets import DESTINATION, MATCH, build_fields, text

PRINTED_MATCH = "/riverside/matches/m1/"


def test_played_match_shows_its_sheet_and_how_each_number_came_about(riverside: Club, client: Client) -> None:
    page = text(client.get(PRINTED_MATCH))
    assert "Division A · Round 1 · 7 January 2025 · Table 1 Ann Archer −3 win Dev Dhar −3" in page
    assert "Game 1 16 11 −5 16 16 0 Game 2 12 13 −1 13 14 −1" in page
    assert "Bonus +3 +1 Penalties 0 0 Total −3 −3" in page
    assert "Final score −3 Game 1: bid 16, took 11, 5 off: −5 Game 2: bid 12, took 13, one off: −1" in page
    assert "2 zeros earn a bonus of 3 Place 1: equal scores, more zeros, 2 to 1" in page


def test_word_of_the_players_stands_at_its_deal_and_opens_what_it_means(
    riverside: Club, client: Client
) -> None:
    page = client.get(PRINTED_MATCH).content.decode()
    sheet = page.partition('id="sheet"')[2].partition("</section>")[0]
    second, third = sheet.partition("Game 2")[2].split("Game 3")
    assert "<summary>Hail Mary time</summary><p>Being 5 or more behind, " in second
    assert "<summary>Hail Mary time</summary>" in third and "<summary>" not in sheet.partition("Game 2")[0]


def test_scheduled_match_says_that_it_has_no_result(riverside: Club, client: Client) -> None:
    page = text(client.get(MATCH))
    assert "This match has no result yet." in page and "Scheduled" in page
    assert "Score sheet" not in page


def test_only_those_who_may_enter_are_led_to_the_form(
    riverside: Club, client: Client, scorer: Client, stranger: Client
) -> None:
    assert f'href="{DESTINATION}"' in scorer.get(MATCH).content.decode()
    assert f'href="{DESTINATION}"' not in client.get(MATCH).content.decode()
    assert f'href="{DESTINATION}"' not in stranger.get(MATCH).content.decode()
    closed = scorer.get(PRINTED_MATCH).content.decode()
    assert "m1/enter/" not in closed


def test_record_is_what_the_job_keeps(riverside: Club, client: Client) -> None:
    assert "Dev Dhar No matches yet." in text(client.get(MATCH))
    refresh_statistics(competition=riverside.competitions.get().pk)
    Statistics.objects.filter(player__key="dev").update(played=9, won=4, drawn=2, lost=3, deals=36, score=-9)
    invalidate_pages(riverside)
    assert "Dev Dhar 9 4 2 3 36 −9 −0.25" in text(client.get(MATCH))


def test_earlier_version_keeps_the_names_of_those_who_sat_there_then(riverside: Club, client: Client) -> None:
    document = json.loads(RIVERSIDE.read_bytes())
    division = document["competitions"][0]["seasons"][0]["divisions"][0]
    match = division["matches"][0]
    match |= {"seats": ["ann", "bob"], "revision": 2}
    import_club(json.dumps(document).encode(), by=CONSOLE)
    page = text(client.get(PRINTED_MATCH))
    now, then = page.split("Version 1", 1)
    assert "Ann ArcherBob Birch" in now and "Dev Dhar" not in now
    assert "Ann ArcherDev Dhar" in then


def test_earlier_versions_tell_helpers_who_changed_it_and_others_only_when(
    riverside: Club, client: Client, scorer: Client, stranger: Client
) -> None:
    scorer.post(DESTINATION, build_fields())
    scorer.post(DESTINATION, build_fields(base=1, deals_0_bids_0="15"))
    told, untold = text(scorer.get(MATCH)), text(client.get(MATCH))
    assert told.count("by Sam Scorer") == 2
    assert "Version 2" in untold and "Version 1" in untold and "current" in untold
    assert "Game 1 16 11 −5 16 16 0" in untold  # the earlier sheet
    for page in (untold, text(stranger.get(MATCH))):
        assert "Sam" not in page


def test_versions_say_why_to_everybody_and_mark_what_differs_from_the_one_before(
    client: Client, scorer: Client
) -> None:
    scorer.post(DESTINATION, build_fields())
    scorer.post(DESTINATION, build_fields(base=1, deals_0_bids_0="15", why="Misread <on> the sheet"))
    response = client.get(MATCH)
    page = text(response)
    assert "Reason: Misread <on> the sheet" in page
    assert "Game 1, Dev Dhar, Bid: was 16 → is 15" in page
    assert re.findall(r"<mark>(.*?)<", response.content.decode()) == ["15"]
    newest, oldest = page.split("Version 1, ", 1)
    assert "Dev Dhar −2 (win), Bob Birch −3 (loss)" in newest
    assert "Dev Dhar −3 (win), Bob Birch −3 (loss)" in oldest


def test_more_than_three_differences_are_counted_and_marked_on_the_sheet(
    client: Client, scorer: Client
) -> None:
    scorer.post(DESTINATION, build_fields())
    other = {f"deals_{deal}_bids_0": "1" for deal in range(3)}
    scorer.post(DESTINATION, build_fields(base=1, **other))
    assert text(client.get(MATCH)).count("was 1") == 3
    scorer.post(DESTINATION, build_fields(base=2, deals_3_bids_0="1"))
    assert "4 numbers changed from the previous version (marked on the sheet)" in text(client.get(MATCH))


def test_sheets_that_stand_on_one_page_are_told_apart_by_their_names(client: Client, scorer: Client) -> None:
    scorer.post(DESTINATION, build_fields())
    scorer.post(DESTINATION, build_fields(base=1, deals_0_bids_0="15"))
    late = scorer.post(DESTINATION, build_fields(base=1, deals_0_bids_0="14"))
    for response in (scorer.get(MATCH), scorer.get(f"{MATCH}restore/1/"), late):
        names = re.findall(r'role="region" aria-label="(.*?)"', response.content.decode())
        assert len(set(names)) == len(names) >= 2


def test_players_and_season_are_led_to(riverside: Club, client: Client) -> None:
    page = client.get(PRINTED_MATCH).content.decode()
    for address in ("/riverside/players/ann/", "/riverside/players/dev/", "/riverside/skuck-league/1/"):
        assert f'<a href="{address}">' in page


def test_times_are_the_clubs(riverside: Club, client: Client, scorer: Client) -> None:
    with patch("django.utils.timezone.now", return_value=datetime(2026, 7, 2, 1, 30, tzinfo=UTC)):
        scorer.post(DESTINATION, build_fields())
    assert "recorded on 1 July 2026, 21:30" in text(client.get(MATCH))


def test_asking_whether_a_match_has_changed_takes_one_query(
    riverside: Club, client: Client, scorer: Client, django_assert_num_queries: Any
) -> None:
    etag = client.get(MATCH).headers["ETag"]
    with django_assert_num_queries(1):
        assert client.get(MATCH, headers={"If-None-Match": etag}).status_code == 304
    scorer.post(DESTINATION, build_fields())
    newer = client.head(MATCH).headers["ETag"]
    assert newer != etag
    refresh_statistics(competition=riverside.competitions.get().pk)
    with patch("django.utils.timezone.now", return_value=datetime(2027, 7, 2, 1, 30, tzinfo=UTC)):
        assert client.head(MATCH).headers["ETag"] != newer


def test_what_organisers_do_is_in_a_menu_and_players_are_told_whom_to_ask(
    client: Client, scorer: Client
) -> None:
    scorer.post(DESTINATION, build_fields())
    page, public = text(scorer.get(MATCH)), text(client.get(MATCH))
    assert "Manage Edit result Undo result Add a substitute Overrule the result Print a score sheet" in page
    assert "Looks wrong?" not in page and "Manage" not in public
    assert "Looks wrong? Ask a scorer or organiser of the club to correct this result." in public


def test_match_is_found_only_under_its_own_club(riverside: Club, client: Client, scorer: Client) -> None:
    import_club(build_club_file(4), by=CONSOLE)
    assert client.get("/large-4/matches/d1r1t1/").status_code == 200
    for match in (
        "/riverside/matches/nothing/",
        "/riverside/matches/d1r1t1/",  # another club's
        "/large-4/matches/m53/",
        "/nowhere/matches/m53/",
        "/riverside/matches/M53/",
    ):
        for address in (match, match + "enter/"):
            assert client.get(address).status_code == scorer.get(address).status_code == 404, address


@pytest.mark.parametrize("players", [4, 100])
def test_match_page_takes_as_many_queries_at_1_as_at_25_divisions(
    client: Client, db: None, django_assert_num_queries: Any, players: int
) -> None:
    import_club(build_club_file(players), by=CONSOLE)
    with django_assert_num_queries(4 + 1):  # the version
        client.get(f"/large-{players}/matches/d1r1t1/")


def test_correcting_a_match_keeps_its_page_at_the_same_queries(
    riverside: Club, client: Client, scorer: Client, django_assert_num_queries: Any
) -> None:
    for base in range(3):
        scorer.post(DESTINATION, build_fields(base=base))
    assert Match.objects.get(key="m53").revision == 3
    with django_assert_num_queries(4 + 1):
        client.get(MATCH)
    with django_assert_num_queries(4 + 4):  # the session, the user and their roles
        scorer.get(MATCH)
