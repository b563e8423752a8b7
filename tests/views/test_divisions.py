"""Who plays where in a draft: one form that saves nothing until it is told to, and what it is refused for."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.actions.club import import_club
from league.actions.draft import DivisionAssignment, assign_divisions
from league.actions.schedule import make_schedule
from league.models import Club, Competition, Entry, Match, Membership, Player, Role, Season
from league.permissions import can
from league.principals import CONSOLE, Principal
from tests.actions.clubs import build_club_file, make_club, make_member
from tests.scenarios import scenario
from tests.views.log_ins import log_in
from tests.views.placing import PAGE, Typed, a_draft, filled, saved, typed
from tests.views.sheets import text

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    return a_draft()


@scenario
def organiser(season: Season) -> Client:
    return log_in(make_member(season.competition.club, Role.ORGANISER))


# --- divisions and their names


def test_there_is_always_one_more_division_to_choose(organiser: Client) -> None:
    form = typed(filled(organiser, "list"))
    page = organiser.post(PAGE.format(1), form | {"division-p1": "3", "show": "1"})
    assert typed(page)["name-4"] == "D"
    more = organiser.post(PAGE.format(1), form | {"more": "1"})
    assert typed(more)["name-4"] == "D"


def test_a_division_that_nobody_is_in_is_left_out(organiser: Client, season: Season) -> None:
    form = {f"division-p{number}": "1" if number < 5 else "3" for number in range(1, 9)}
    names = {"name-1": "Top", "name-2": "Middle", "name-3": "Bottom"}
    organiser.post(PAGE.format(1), form | names | {"save": "1"})
    assert saved(season) == [("Top", "p1 p2 p3 p4"), ("Bottom", "p5 p6 p7 p8")]


def test_without_numbers_the_order_of_the_list_counts(organiser: Client, season: Season) -> None:
    form = {"name-1": "A", "division-p3": "1", "division-p1": "1", "division-p2": "1", "number-p2": "4"}
    organiser.post(PAGE.format(1), form | {"save": "1"})
    assert saved(season) == [("A", "p2 p1 p3")]


# --- what is refused comes back at its place


@pytest.mark.parametrize(
    ("wrong", "said", "field"),
    [
        ({"division-p1": "0"}, "Plays, but is in no division yet.", "division-p1"),
        ({"division-p1": "77"}, "There is no such division: they are numbered from 1 to 3.", "division-p1"),
        ({"division-p1": "A"}, "There is no such division", "division-p1"),
        ({"division-p1": "9" * 500}, "There is no such division", "division-p1"),
        ({"division-p1": "\0"}, "There is no such division", "division-p1"),
        ({"number-p1": "first"}, "A place is a number like 1, 2 or 3.", "number-p1"),
        ({"number-p1": "9" * 500}, "A place is a number", "number-p1"),
        ({"number-p1": "-1"}, "A place is a number", "number-p1"),
        ({"name-2": ""}, "A name has 1 to 80 characters, not 0.", "name-2"),
        ({"name-2": "x" * 81}, "A name has 1 to 80 characters, not 81.", "name-2"),
        ({"name-2": "\0"}, "Must not contain control characters", "name-2"),
        ({"division-p1": "3"}, "A division takes at least 2 players; here are 1.", "name-3"),
    ],
)
def test_what_cannot_be_saved_comes_back_with_the_reason(
    organiser: Client, season: Season, wrong: Typed, said: str, field: str
) -> None:
    form = typed(filled(organiser, "list")) | {"number-p4": "44"} | wrong
    page = organiser.post(PAGE.format(1), form | {"save": "1"})
    assert page.status_code == 200
    assert "Please correct the following" in text(page) and said in text(page)
    assert f'href="#{field}"'.encode() in page.content and f'id="{field}"'.encode() in page.content
    assert saved(season) == []
    assert typed(page)["number-p4"] == "44"


def test_names_come_out_escaped(organiser: Client) -> None:
    page = filled(organiser, "list", **{"name-1": "<b>A"})
    assert b"<b>A" not in page.content and b"&lt;b&gt;A" in page.content


def test_sizes_that_the_rules_cannot_play_are_told_and_saved(season: Season, organiser: Client) -> None:
    Competition.objects.update(rules={"promoted": 3, "relegated": 3})
    form = {"name-1": "Top", "name-2": "B", **{f"division-p{n}": "12"[n > 2] for n in range(1, 6)}}
    page = organiser.post(PAGE.format(1), form | {"show": "1"})
    assert "It can be saved like this, but not be opened:" in text(page)
    assert "Division Top: 0 go up and 3 go down from this division, which has only 2 entries." in text(page)
    organiser.post(PAGE.format(1), form | {"save": "1"})
    assert saved(season) == [("Top", "p1 p2"), ("B", "p3 p4 p5")]


def test_a_schedule_that_no_longer_fits_is_told_before_it_goes() -> None:
    club = make_club(state="draft")
    client = log_in(make_member(club, Role.ORGANISER))
    page = client.get(PAGE.format(1))
    assert "There is a schedule already." in text(page)
    client.post(PAGE.format(1), typed(page) | {"division-p1": "", "save": "1"})
    assert not Match.objects.exists()
    assert "There is a schedule already." not in text(client.get(PAGE.format(1)))


# --- what the form does not say, and what it could not know


@scenario
def two() -> Season:
    """A draft of two divisions, p1 to p4 and p5 to p8, with its schedule."""
    return Season.objects.get(competition__club=make_club(state="draft", divisions=2))


@scenario
def runs_two(two: Season) -> Client:
    return log_in(make_member(two.competition.club, Role.ORGANISER))


BEFORE = [("Division 1", "p1 p2 p3 p4"), ("Division 2", "p5 p6 p7 p8")]


def test_whoever_a_form_says_nothing_of_keeps_the_place_they_have(two: Season, runs_two: Client) -> None:
    form = typed(runs_two.get(PAGE.format(1)))
    part = {name: form[name] for name in ("seen", "division-p1", "number-p1", "number-p2")}
    runs_two.post(PAGE.format(1), part | {"save": "1"})
    assert saved(two) == BEFORE
    runs_two.post(PAGE.format(1), part | {"division-p1": "2", "number-p1": "7", "save": "1"})
    assert saved(two) == [("Division 1", "p2 p3 p4"), ("Division 2", "p5 p6 p1 p7 p8")]


def test_who_came_into_the_club_meanwhile_does_not_play_unless_somebody_says_so(
    season: Season, organiser: Client
) -> None:
    form = typed(filled(organiser, "list"))
    Player.objects.create(club=season.competition.club, key="late", name="Lena Late")
    assert organiser.post(PAGE.format(1), form | {"save": "1"}).status_code == 302
    assert [players for _name, players in saved(season)] == ["p1 p2 p3 p4 p5", "p6 p7 p8 substitute"]


@pytest.mark.parametrize("sent", [{}, {"name-1": "A", "size": "4"}, {"number-p1": "3"}])
def test_a_form_without_a_single_player_saves_nothing(two: Season, runs_two: Client, sent: Typed) -> None:
    page = runs_two.post(PAGE.format(1), sent | {"save": "1"})
    assert "The form came in without its players, so nothing was saved." in text(page)
    assert saved(two) == BEFORE and Match.objects.exists()


def test_what_somebody_else_saved_meanwhile_is_told_before_it_goes(two: Season, runs_two: Client) -> None:
    form = typed(runs_two.get(PAGE.format(1))) | {"division-p1": "2", "number-p1": "8", "name-1": "Top"}
    theirs = [
        DivisionAssignment("Theirs", ("p1", "p2", "p3", "p8")),
        DivisionAssignment("B", ("p5", "p6", "p7", "p4")),
    ]
    assign_divisions(season=two, divisions=theirs, by=CONSOLE)
    # Filling in or showing it again does not make it any newer.
    form = typed(runs_two.post(PAGE.format(1), form | {"show": "1"}))
    page = runs_two.post(PAGE.format(1), form | {"save": "1"})
    assert "Not saved yet: something else is saved there meanwhile" in text(page)
    assert saved(two)[0] == ("Theirs", "p1 p2 p3 p8")
    again = typed(page)
    assert {name for name in form if again[name] != form[name]} == {"seen", "csrfmiddlewaretoken"}
    runs_two.post(PAGE.format(1), typed(page) | {"save": "1"})
    assert saved(two) == [("Top", "p2 p3 p4"), ("Division 2", "p5 p6 p7 p1 p8")]


def test_a_schedule_that_was_made_meanwhile_is_told_before_it_goes(season: Season, organiser: Client) -> None:
    assign_divisions(season=season, divisions=[DivisionAssignment("A", ("p1", "p2", "p3"))], by=CONSOLE)
    form = typed(organiser.get(PAGE.format(1))) | {"division-p1": ""}
    make_schedule(season=season, dates=None, tables=None, remind_days=0, by=CONSOLE)
    page = organiser.post(PAGE.format(1), form | {"save": "1"})
    assert "something else is saved there meanwhile" in text(page)
    assert "There is a schedule already." in text(page) and Match.objects.count() == 3
    assert organiser.post(PAGE.format(1), typed(page) | {"save": "1"}).status_code == 302
    assert saved(season) == [("A", "p2 p3")] and not Match.objects.exists()


def test_sent_in_twice_it_is_saved_once(two: Season, runs_two: Client) -> None:
    form = typed(runs_two.get(PAGE.format(1))) | {"division-p1": "", "save": "1"}
    for _time in range(2):
        assert runs_two.post(PAGE.format(1), form).status_code == 302
    assert saved(two)[0] == ("Division 1", "p2 p3 p4")


def test_without_its_game_there_is_no_form_but_a_reason(two: Season, runs_two: Client) -> None:
    form = typed(runs_two.get(PAGE.format(1))) | {"division-p1": "", "save": "1"}
    Competition.objects.update(game="whist")
    for page in (runs_two.get(PAGE.format(1)), runs_two.post(PAGE.format(1), form)):
        assert page.status_code == 200 and "No game called whist is installed." in text(page)
        assert 'href="/riverside/league-1/1/set-up/"' in page.content.decode()
    assert saved(two) == BEFORE


# --- who may, and when


def test_of_a_season_that_has_been_opened_there_is_no_such_form() -> None:
    club = make_club()
    client = log_in(make_member(club, Role.ORGANISER))
    for answer in (client.get(PAGE.format(1)), client.post(PAGE.format(1), {"save": "1"})):
        assert (answer.status_code, answer["Location"]) == (302, "/riverside/league-1/1/")


@pytest.mark.parametrize("role", [Role.SCORER, Role.PLAYER])
def test_for_those_who_do_not_run_seasons_there_is_no_such_page(season: Season, role: Role) -> None:
    client = log_in(make_member(season.competition.club, role))
    assert client.get(PAGE.format(1)).status_code == 404
    assert client.post(PAGE.format(1), {"save": "1"}).status_code == 404


def test_who_lost_the_right_meanwhile_saves_nothing(
    season: Season, organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = typed(filled(organiser, "list"))

    def lose_it(by: Principal, verb: str, club: Any) -> bool:
        allowed = can(by, verb, club)
        Membership.objects.filter(role=Role.ORGANISER).delete()
        return allowed

    monkeypatch.setattr("league.views.running.can", lose_it)
    assert organiser.post(PAGE.format(1), form | {"save": "1"}).status_code == 404
    assert saved(season) == []


# --- large clubs


def test_a_large_club_takes_as_many_queries_as_a_small_one(organiser: Client) -> None:
    file = build_club_file(slug="large", divisions=20)
    file["competitions"][0]["seasons"][0]["state"] = "draft"
    del file["competitions"][0]["seasons"][0]["lot"]
    import_club(json.dumps(file).encode(), by=CONSOLE)
    Membership.objects.update_or_create(
        club=Club.objects.get(slug="large"), user=Membership.objects.get().user, role=Role.ORGANISER
    )
    counts = []
    for slug in ("riverside", "large"):
        with CaptureQueriesContext(connection) as queries:
            assert organiser.get(f"/{slug}/league-1/1/set-up/divisions/").status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1], counts


def test_where_there_are_very_many_divisions_they_are_typed_by_number() -> None:
    club = make_club(state="draft", divisions=75)
    client = log_in(make_member(club, Role.ORGANISER))
    page = client.get(PAGE.format(1))
    assert b"<select" not in page.content
    assert "Type the division’s number" in text(page)
    form = typed(page)
    assert (form["division-p300"], form["number-p300"]) == ("75", "300")
    answer = client.post(PAGE.format(1), form | {"division-p300": "1", "save": "1"})
    assert answer.status_code == 302
    assert Entry.objects.get(player__key="p300").division.level == 1


@pytest.mark.full
def test_two_thousand_players_fit_into_the_form() -> None:
    club = make_club(state="draft", divisions=1)
    Player.objects.bulk_create(
        [Player(club=club, key=f"x{number}", name=f"Player {number}") for number in range(2000)]
    )
    client = log_in(make_member(club, Role.ORGANISER))
    form = typed(client.get(PAGE.format(1)))
    assert len(form) > 4000
    answer = client.post(PAGE.format(1), form | {"everybody": "1", "fill": "list"})
    form = typed(answer)
    assert client.post(PAGE.format(1), form | {"save": "1"}).status_code == 302
    assert Entry.objects.count() == 2005


def test_more_players_than_a_form_holds_are_told_so() -> None:
    club = make_club(state="draft")
    Player.objects.bulk_create(
        [Player(club=club, key=f"x{number}", name=f"Player {number}") for number in range(4000)]
    )
    page = log_in(make_member(club, Role.ORGANISER)).get(PAGE.format(1))
    assert "This club has too many players for one form." in text(page)
