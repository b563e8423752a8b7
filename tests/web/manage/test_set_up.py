"""A draft season before it is opened: making one, looking at it, what is missing, opening it."""

import re
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.actions.draft import DivisionAssignment, assign_divisions
from league.actions.schedule import make_schedule
from league.models import Club, Competition, Entry, Match, Membership, Player, Role, Season
from league.permissions import can
from league.principals import CONSOLE, Principal
from league.web.manage import draft as draft_page
from tests.actions.clubs import build_club_file, make_club, make_member
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import text

pytestmark = pytest.mark.django_db
LEAGUE = "/riverside/league-1/"
NEW = LEAGUE + "new-season/"
PAGE = LEAGUE + "1/set-up/"


def organiser_of(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


@scenario
def draft() -> Club:
    """A club of four with a draft and its schedule."""
    return make_club(state="draft")


@scenario
def organiser(draft: Club) -> Client:
    return organiser_of(draft)


def save_others() -> None:
    """Put the players into other divisions with somebody new, and make another schedule."""
    season = Season.objects.get()
    Player.objects.create(club=season.competition.club, key="late", name="Player late")
    divisions = [DivisionAssignment("A", ("p3", "late")), DivisionAssignment("B", ("p2", "p1", "p4"))]
    assign_divisions(season=season, divisions=divisions, by=CONSOLE)
    make_schedule(season=season, dates=None, tables=None, remind_days=0, by=CONSOLE)


def with_seasons(*states: str) -> Club:
    """Numbered from 1, each with its own matches."""
    file = build_club_file()
    (competition,) = file["competitions"]
    (season,) = competition["seasons"]
    (division,) = season["divisions"]
    competition["seasons"] = [
        {
            "number": number,
            "state": state,
            **({} if state == "draft" else {"lot": number}),
            "divisions": [
                division | {"matches": [_of(match, number, state) for match in division["matches"]]}
            ],
        }
        for number, state in enumerate(states, 1)
    ]
    return make_club(file)


def _of(match: dict[str, Any], number: int, state: str) -> dict[str, Any]:
    void = {"status": "void"} if state == "closed" else {}
    return match | {"id": f"s{number}-{match['id']}"} | void


# --- a new season


def test_it_asks_before_it_makes_an_empty_season() -> None:
    club = with_seasons()
    client = organiser_of(club)
    page = client.get(NEW)
    assert "Set up season 1?" in text(page) and "Season 1 is created, with no players yet." in text(page)
    assert not Season.objects.exists()
    answer = client.post(NEW)
    assert (answer.status_code, answer["Location"]) == (302, PAGE + "divisions/")
    assert Season.objects.get().state == "draft"


@pytest.mark.parametrize(("state", "told"), [("closed", False), ("open", True)])
def test_after_another_season_it_proposes_what_follows_from_that(state: str, told: bool) -> None:
    client = organiser_of(with_seasons("closed", state))
    page = client.get(NEW)
    assert f'href="{LEAGUE}2/roll-over/"' in page.content.decode()
    assert ("The season is still open: this closes it, too." in text(page)) is told
    assert client.post(NEW)["Location"] == LEAGUE + "3/set-up/divisions/"


def test_a_tournament_has_nothing_that_follows() -> None:
    club = with_seasons("closed")
    Competition.objects.update(kind="tournament")
    assert "roll-over" not in organiser_of(club).get(NEW).content.decode()


def test_beside_a_draft_no_other_is_made() -> None:
    client = organiser_of(with_seasons("closed", "draft"))
    page = client.get(NEW)
    assert (
        "Season 2 is still a draft. Start it before you create the next one." in text(page)
        and b"<form method" not in page.content.split(b"<main")[1].split(b"</main>")[0]
    )
    assert f'href="{LEAGUE}2/set-up/"' in page.content.decode()
    refused = client.post(NEW)
    assert refused.status_code == 200 and "Not created" in text(refused)
    assert Season.objects.count() == 2


# --- looking at it


def test_it_shows_who_plays_where_and_when() -> None:
    club = make_club(state="draft", divisions=2)
    Match.objects.filter(key="c1d1-m1").update(due_on="2026-02-03")
    said = text(organiser_of(club).get(PAGE))
    assert "8 players in 2 divisions." in said and "12 matches in 3 rounds." in said
    assert "Division Division 1" in said and "Player p1 Player p2 Player p3 Player p4" in said
    assert "Round 1 · 3 February 2026" in said
    assert "Player p1 – Player p4 Division 1, table 1" in said
    assert "One more round" in said
    assert "Each pair of a division plays once." in said


@pytest.mark.parametrize("read", ["list_divisions", "list_matches", "find_seats", "find_opening_blockers"])
def test_what_somebody_else_saves_while_it_is_read_does_not_harm_it(organiser: Client, read: str) -> None:
    read_first = getattr(draft_page, read)

    def read_then_save(*asked: Any) -> Any:
        found = read_first(*asked)
        save_others()
        return found

    with patch.object(draft_page, read, read_then_save):
        assert organiser.get(PAGE).status_code == 200
    assert "Player late" in text(organiser.get(PAGE))


def test_who_is_free_in_a_round_is_told() -> None:
    page = organiser_of(make_club(state="draft", entries=3)).get(PAGE)
    assert len(re.findall("Byes: Player p[123]", text(page))) == 3


def test_how_fair_the_schedule_is_is_told() -> None:
    page = organiser_of(make_club(state="draft", entries=5)).get(PAGE)
    fair = page.content.decode().split('id="schedule"')[1].split('class="rounds"')[0]
    assert len(re.findall("<li>.+?</li>", fair)) >= 2


def test_names_link_to_players_and_come_out_escaped(organiser: Client) -> None:
    Player.objects.filter(key="p1").update(name="<i>Ann")
    page = organiser.get(PAGE).content.decode()
    assert '<a href="/riverside/players/p1/"><bdi>&lt;i&gt;Ann</bdi></a>' in page and "<i>Ann" not in page


def test_out_of_another_season_it_shows_who_came_from_where_and_the_way_back() -> None:
    club = with_seasons("closed", "draft")
    first, second = Season.objects.order_by("number")
    assign_divisions(
        season=second,
        divisions=[
            DivisionAssignment("A", ("p1", "p2", "substitute")),
            DivisionAssignment("B", ("p3", "p4")),
        ],
        by=CONSOLE,
    )
    Season.objects.filter(pk=second.pk).update(rolled_from=first)
    page = organiser_of(club).get(LEAGUE + "2/set-up/")
    said = text(page)
    assert "Created from season 1. Undo rollover" in said
    assert f'href="{LEAGUE}2/undo/"' in page.content.decode()
    assert "Player p3 from Division 1" in said and "Player p4 from Division 1" in said
    assert "Player substitute new" in said and "Player p1 Player p2 Player substitute" in said
    assert page.content.decode().count('class="chip down"') == 2


def test_one_that_was_begun_by_hand_came_from_nowhere() -> None:
    page = organiser_of(with_seasons("closed", "draft")).get(LEAGUE + "2/set-up/")
    assert "Created from season" not in text(page) and 'class="chip down"' not in page.content.decode()


# --- what is missing


def test_an_empty_draft_says_what_comes_first() -> None:
    client = organiser_of(with_seasons())
    client.post(NEW)
    page = client.get(PAGE)
    assert "No players yet." in text(page) and "Before you can start the season:" in text(page)
    assert f'href="{PAGE}divisions/"' in page.content.decode()
    assert f'href="{PAGE}schedule/"' in page.content.decode()
    assert f'href="{LEAGUE}settings/"' in page.content.decode()
    assert "Open season 1" not in text(page)


def test_divisions_that_the_rules_cannot_play_are_told_by_their_name() -> None:
    club = make_club(state="draft", divisions=3, entries=3)
    Competition.objects.update(rules={"promoted": 2, "relegated": 2})
    page = organiser_of(club).get(PAGE)
    assert "Division Division 2: 2 promoted and 2 relegated, but this division has only 3 players." in text(
        page
    )
    assert "done" not in text(page).split("Checklist")[1].split("Divisions")[1].split("Schedule")[0]


def test_opening_what_is_not_ready_is_refused_with_the_reasons() -> None:
    club = make_club(state="draft", divisions=3, entries=3)
    Competition.objects.update(rules={"promoted": 2, "relegated": 2})
    page = organiser_of(club).post(PAGE)
    assert page.status_code == 200
    assert "The season hasn't started" in text(
        page
    ) and "the bottom 2 of the division above are relegated" in text(page)
    assert Season.objects.get().state == "draft"


def test_without_its_game_it_can_only_be_looked_at(organiser: Client) -> None:
    Competition.objects.update(game="whist")
    for page in (organiser.get(PAGE), organiser.post(PAGE)):
        assert page.status_code == 200 and "No game called whist is installed." in text(page)
        html = page.content.decode()
        assert "Player p1" in text(page) and "Delete draft" in text(page)
        assert f"{PAGE}divisions/" not in html and f"{PAGE}schedule/" not in html
        assert "Open season 1" not in text(page)
    assert Season.objects.get().state == "draft"


def test_matches_without_days_are_told_before_it_is_opened(organiser: Client) -> None:
    page = organiser.get(PAGE)
    steps = text(page).split("Checklist")[1].split("Start season")[0]
    assert "No dates – players arrange their own." in steps
    assert "done" not in steps.split("Schedule")[1].split("Rules")[0]
    link = f'<a class="button plain" href="{PAGE}schedule/">Add dates first</a>'
    assert "No dates – players arrange their own." in text(page) and link in page.content.decode()
    first = Match.objects.order_by("pk").first()
    assert first
    Match.objects.filter(pk=first.pk).update(due_on="2026-02-03")
    page = organiser.get(PAGE)
    assert "No dates – players arrange their own." not in text(page) and "Add dates first" not in text(page)
    assert "Schedule: done" in text(page)


# --- opening


def test_it_is_opened_by_one_button(organiser: Client) -> None:
    assert "Start season 1" in text(organiser.get(PAGE))
    answer = organiser.post(PAGE, follow=True)
    assert answer.redirect_chain == [(LEAGUE + "1/", 302)]
    assert "Season 1 started. You can enter results now." in text(answer)
    assert Season.objects.get().state == "open"


def test_without_a_schedule_it_gets_one_when_it_is_opened(organiser: Client) -> None:
    season = Season.objects.get()
    assign_divisions(season=season, divisions=[DivisionAssignment("A", ("p1", "p2", "p3"))], by=CONSOLE)
    assert (
        "Not created yet. Create it now with dates, or start the season and we create one without dates."
        in text(organiser.get(PAGE))
    )
    organiser.post(PAGE)
    assert Match.objects.filter(division__season=season).count() == 3


def test_a_season_that_has_been_opened_is_shown_as_it_is() -> None:
    client = organiser_of(make_club())
    for answer in (client.get(PAGE), client.post(PAGE)):
        assert (answer.status_code, answer["Location"]) == (302, LEAGUE + "1/")


# --- who may


def test_for_those_who_do_not_run_seasons_there_are_no_such_pages(draft: Club) -> None:
    for role in (Role.SCORER, Role.PLAYER):
        client = log_in(make_member(draft, role))
        for address in (PAGE, NEW):
            assert client.get(address).status_code == 404, (role, address)
            assert client.post(address).status_code == 404, (role, address)
    assert Season.objects.get().state == "draft"


@pytest.mark.parametrize("address", [PAGE, NEW])
def test_who_lost_the_right_meanwhile_changes_nothing(
    organiser: Client, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_it(by: Principal, verb: str, club: Any) -> bool:
        allowed = can(by, verb, club)
        Membership.objects.filter(role=Role.ORGANISER).delete()
        return allowed

    monkeypatch.setattr("league.web.manage.access.can", lose_it)
    assert organiser.post(address).status_code == 404
    assert Season.objects.get().state == "draft"


def test_there_is_nothing_of_another_club_here() -> None:
    lakeside = make_club(slug="lakeside", state="draft", competitions=2)
    client = organiser_of(lakeside)
    make_club(state="draft")
    assert client.get("/lakeside/league-2/1/set-up/").status_code == 200
    for address in (PAGE, NEW, LEAGUE + "9/set-up/", "/lakeside/league-9/new-season/"):
        assert client.get(address).status_code == 404


def test_a_large_league_takes_as_many_queries_as_a_small_one_and_a_page_of_bounded_length() -> None:
    counts, lengths = [], []
    for slug, divisions in (("small", 2), ("large", 80)):
        client = organiser_of(make_club(slug=slug, state="draft", divisions=divisions))
        with CaptureQueriesContext(connection) as queries:
            page = client.get(f"/{slug}/league-1/1/set-up/")
        counts.append(len(queries))
        lengths.append(page.content.count(b"table 1"))
    assert counts[0] == counts[1], counts
    assert Entry.objects.filter(season__competition__club__slug="large").count() == 320
    assert "and 120 more matches" in text(page)
    assert lengths[1] <= 80
