"""The card of a season in the admin site: what rolling over would do, and the buttons that call the actions."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from unittest.mock import patch

from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.actions import rollover
from league.actions.rollover import roll_over_season
from league.models import Entry, Event, Job, Season, User
from league.models.season import SeasonState
from league.principals import CONSOLE
from tests.actions.clubs import build_club_file, make_club
from tests.security.population import Population, fetch_stored_rows

VERBS = ("rollover", "close", "reopen", "undo")


def season(league: str, number: int = 1, club: str = "riverside") -> Season:
    return Season.objects.get(competition__club__slug=club, competition__slug=league, number=number)


def page(row: Season, what: str = "change") -> str:
    return reverse(f"admin:league_season_{what}", args=[row.pk])


def text(response: Any) -> str:
    """What stands on the page, without tags."""
    assert response.status_code == 200
    words = re.sub(r"<[^>]*>", " ", response.content.decode())
    return unescape(re.sub(r"\s+", " ", words))


def press(client: Client, row: Season, verb: str, **sent: str) -> Any:
    return client.post(page(row, verb), sent, follow=True)


def offered(client: Client, row: Season) -> set[str]:
    """The buttons on the card."""
    shown = client.get(page(row)).content.decode()
    return {verb for verb in VERBS if page(row, verb) in shown}


def seen(client: Client, row: Season) -> str:
    found = re.search(r'name="seen" value="(\w+)"', client.get(page(row)).content.decode())
    assert found
    return found[1]


def finished_club(divisions: int) -> Season:
    """A closed season of so many divisions of four, in which nothing counted."""
    file = build_club_file(slug=f"club-of-{divisions}", divisions=divisions, state="closed")
    for division in file["competitions"][0]["seasons"][0]["divisions"]:
        for match in division["matches"]:
            match["status"] = "void"
    return season("league-1", club=make_club(file).slug)


# --- what it shows


def test_card_of_a_finished_season_says_what_becomes_of_everybody(
    population: Population, administrator: Client
) -> None:
    shown = text(administrator.get(page(season("league-3"))))
    assert "Season status: closed" in shown
    assert "Season 2 can be created from it as a draft." in shown
    assert "1 promoted, 1 relegated" in shown
    for player in ("p1", "p2", "p3", "p4"):
        assert f"Player {player}" in shown
    assert offered(administrator, season("league-3")) == {"rollover", "reopen"}


def test_card_of_a_season_with_missing_matches_leads_to_who_decides_about_them(
    population: Population, administrator: Client
) -> None:
    response = administrator.get(page(season("league-1")))
    assert "4 matches have no result." in text(response)
    assert reverse("close", args=["riverside", "league-1", 1]) in response.content.decode()
    assert reverse("roll-over", args=["riverside", "league-1", 1]) not in response.content.decode()
    alone = season("league-1", club=make_club(slug="alone").slug)  # with no draft after it
    shown = administrator.get(page(alone)).content.decode()
    assert reverse("roll-over", args=["alone", "league-1", 1]) in shown
    assert offered(administrator, alone) == set()


def test_buttons_are_those_that_the_state_allows(population: Population, administrator: Client) -> None:
    assert offered(administrator, season("league-1")) == set()  # matches are missing
    assert offered(administrator, season("league-1", 2)) == set()  # made by hand
    assert offered(administrator, season("league-2")) == set()  # the next one is there
    assert offered(administrator, season("league-2", 2)) == {"undo"}
    press(administrator, season("league-3"), "reopen")
    assert offered(administrator, season("league-3")) == {"rollover", "close"}


def test_card_lists_fifty_players_at_a_fixed_number_of_queries(
    population: Population, administrator: Client
) -> None:
    counts = []
    administrator.get(page(season("league-3")))  # what Django reads once
    for divisions in (2, 14):
        row = finished_club(divisions)
        with CaptureQueriesContext(connection) as queries:
            shown = text(administrator.get(page(row)))
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert len(re.findall(r"Player p\d+", shown)) == 50
    assert "And 6 more players." in shown


def test_card_of_a_large_league_tells_all_numbers_and_makes_no_more_lines_than_it_shows(
    population: Population, administrator: Client
) -> None:
    row = finished_club(101)  # one division more than are listed
    response = administrator.get(page(row))
    shown = text(response)
    assert "100 promoted, 100 relegated" in shown
    assert len(re.findall(r"Player p\d+", shown)) == 50 and "And 354 more players." in shown
    assert "Division A" not in shown and len(response.content) < 60_000
    assert 'id="divisions-group"' not in response.content.decode()


def test_divisions_of_a_league_that_is_not_so_large_are_listed_below_it(
    population: Population, administrator: Client
) -> None:
    response = administrator.get(page(finished_club(100)))
    assert 'id="divisions-group"' in response.content.decode()


# --- what it does


def test_season_is_rolled_over_as_it_was_shown(population: Population, administrator: Client) -> None:
    row = season("league-3")
    response = press(administrator, row, "rollover", seen=seen(administrator, row))
    made = season("league-3", 2)
    assert response.redirect_chain == [(page(made), 302)]
    assert "Season 2 has been created as a draft." in text(response)
    assert "Created from season 1." in text(response)
    assert (made.state, made.rolled_from) == (SeasonState.DRAFT, row)
    assert Entry.objects.filter(season=made).count() == 4
    assert Event.objects.latest("pk").by == population.people["administrator"]


def test_preview_that_has_been_overtaken_is_not_acted_on(
    population: Population, administrator: Client
) -> None:
    row = season("league-3")
    shown = seen(administrator, row)
    Entry.objects.filter(season=row, player__key="p1").update(left=True)
    before = fetch_stored_rows()
    response = press(administrator, row, "rollover", seen=shown)
    assert "Something has changed since your preview" in text(response)
    assert fetch_stored_rows() == before


def test_second_administrator_is_told_that_it_has_been_done(
    population: Population, administrator: Client
) -> None:
    row = season("league-3")
    shown = seen(administrator, row)
    roll_over_season(season=row, by=CONSOLE)
    before = fetch_stored_rows()
    response = press(administrator, row, "rollover", seen=shown)
    assert "Season 2 has already been created from season 1." in text(response)
    assert fetch_stored_rows() == before


def test_large_league_is_left_to_a_job(
    population: Population, administrator: Client, django_capture_on_commit_callbacks: Any
) -> None:
    row = season("league-3")
    sent = {"seen": seen(administrator, row)}
    with (
        patch.object(rollover, "MAX_ENTRIES_IN_REQUEST", 3),
        django_capture_on_commit_callbacks(execute=True),
    ):
        response = administrator.post(page(row, "rollover"), sent)
    job = Job.objects.filter(kind="roll-over").latest("pk")
    there = reverse("roll-over-progress", args=["riverside", "league-3", 1, job.pk])
    assert response.headers["Location"] == there
    assert (job.state, job.result) == ("done", '{"season": 2}')
    assert season("league-3", 2).rolled_from == row


def test_rollover_is_undone_after_a_question(population: Population, administrator: Client) -> None:
    made, before = season("league-2", 2), fetch_stored_rows()
    assert "This deletes the season with its divisions" in text(administrator.get(page(made, "undo")))
    assert fetch_stored_rows() == before
    response = press(administrator, made, "undo")
    assert response.redirect_chain == [(page(season("league-2")), 302)]
    assert "Rollover undone." in text(response)
    assert not Season.objects.filter(pk=made.pk).exists()


def test_season_is_opened_again_and_closed_after_a_question(
    population: Population, administrator: Client
) -> None:
    row = season("league-3")
    for verb, question, state in (
        ("reopen", "Reopen this season?", SeasonState.OPEN),
        ("close", "Close this season?", SeasonState.CLOSED),
    ):
        before = fetch_stored_rows()
        assert question in text(administrator.get(page(row, verb)))
        assert fetch_stored_rows() == before
        press(administrator, row, verb)
        row.refresh_from_db()
        assert row.state == state


def test_refusal_is_shown_on_the_card(population: Population, administrator: Client) -> None:
    before = fetch_stored_rows()
    for league, verb, said in (
        ("league-1", "rollover", "Season 2 already exists"),
        ("league-1", "close", "no result yet"),
        ("league-1", "reopen", "Season 1 is not closed."),
        ("league-1", "undo", "Season 1 was not created from the season before."),
        ("league-2", "reopen", "Undo the rollover first"),
    ):
        assert said in text(press(administrator, season(league), verb)), (league, verb)
        assert fetch_stored_rows() == before, (league, verb)


def test_card_is_the_administrators(population: Population) -> None:
    user = User.objects.get(email="owner@example.org")
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(content_type__model="season"))
    client, row, before = population.client("owner"), season("league-3"), fetch_stored_rows()
    assert "can be created from it" not in text(client.get(page(row)))
    assert {client.post(page(row, verb)).status_code for verb in VERBS} == {403}
    assert fetch_stored_rows() == before


def test_season_that_is_none_is_not_found(population: Population, administrator: Client) -> None:
    for garbage in ("x", "_00", "-1", "9" * 30):
        for verb in VERBS:
            where = reverse(f"admin:league_season_{verb}", args=[garbage])
            assert administrator.post(where).status_code == 404, where
