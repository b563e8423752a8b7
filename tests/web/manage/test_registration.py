"""Registration for a tournament, as organisers open it and see it."""

from typing import Any

import pytest
from django.test import Client

from league.actions.registration import limit_registration, register_players, set_teams
from league.models import Club, Competition, Entry, Player, Registration, Role, Season
from league.principals import CONSOLE
from tests.actions.clubs import make_club, make_member
from tests.actions.registrations import list_states, make_registration, register_from_mail
from tests.actions.tournaments import NAMES, get_key, reread
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.manage.test_tournament import FOUR_QUESTIONS, NEW
from tests.web.registering import CHECK_IN, PAGE, REGISTRATION, post
from tests.web.sheets import summary, text


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside", timezone="Europe/Berlin")


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


@scenario
def season(club: Club) -> Season:
    """Four players with a place, one place free."""
    return make_registration(club, 4, limit=5)


def test_registration_is_open_one_click_after_the_proposal(organiser: Client) -> None:
    sent = FOUR_QUESTIONS | {"names": "", "expected": "8"}
    assert "Swiss: each round pairs players with equal scores – 3 rounds" in text(organiser.post(NEW, sent))
    said = post(organiser, NEW, **sent | {"plan": "swiss-3", "register": ""})
    assert "Registration is open." in said
    season = Season.objects.get()
    assert season.is_draft and season.registration_open and not Entry.objects.exists()
    assert "Spring Open" in text(Client().get(PAGE))


@pytest.mark.parametrize("players", [1, 7])
def test_names_that_were_typed_are_registered(organiser: Client, players: int) -> None:
    sent = {"names": "\n".join(NAMES[:players]), "expected": "7", "plan": "swiss-4", "register": ""}
    post(organiser, NEW, **FOUR_QUESTIONS | sent)
    assert list(list_states(Season.objects.get())) == [get_key(name) for name in NAMES[:players]]


def test_without_names_no_tournament_starts(organiser: Client) -> None:
    answer = organiser.post(
        NEW, FOUR_QUESTIONS | {"names": "", "expected": "8", "plan": "swiss-3", "start": ""}
    )
    assert "At least 2 players are needed." in str(summary(answer))
    assert not Season.objects.exists()
    answer = organiser.post(NEW, FOUR_QUESTIONS | {"names": "", "expected": ""})
    assert "At least 2 players are needed." in str(summary(answer))


def test_organiser_registers_by_name_and_by_picking(season: Season, organiser: Client, club: Club) -> None:
    Player.objects.create(club=club, key="zoe", name="Zoe")
    assert "Registered." in post(organiser, REGISTRATION, do="add", players=["zoe"], names="1. New Person\n")
    page = text(organiser.get(REGISTRATION))
    assert "5 registered, 0 places left, 1 waiting" in page
    answer = organiser.post(REGISTRATION, {"do": "add", "names": f"Yan\n{NAMES[0]}"})
    assert f"Line 2, {NAMES[0]}: {NAMES[0]} is registered already." in text(answer)
    assert "Please fill this in." in text(organiser.post(REGISTRATION, {"do": "add", "names": " "}))
    assert "Please make a choice." in text(organiser.post(REGISTRATION, {"names": ""}))


def test_organiser_sets_limit_and_closing_time_where_the_club_is(season: Season, organiser: Client) -> None:
    post(organiser, REGISTRATION, do="limits", limit="12", closes_at="2030-03-06T18:00")
    changed = reread(season)
    assert changed.registration_limit == 12 and changed.registration_closes_at
    assert changed.registration_closes_at.isoformat() == "2030-03-06T17:00:00+00:00"
    assert 'value="2030-03-06T18:00"' in organiser.get(REGISTRATION).content.decode()
    answer = organiser.post(REGISTRATION, {"do": "limits", "limit": "12", "closes_at": "tomorrow"})
    assert "Not a valid date and time." in str(summary(answer))
    answer = organiser.post(REGISTRATION, {"do": "limits", "limit": "0", "closes_at": ""})
    assert "Enter a number from 1 to" in str(summary(answer))


def test_organiser_closes_registration_and_opens_it_again(season: Season, organiser: Client) -> None:
    assert "Players can't register any more." in post(organiser, REGISTRATION, do="end")
    assert Client().get(PAGE).status_code == 200
    assert "the tournament's page is hidden" in post(organiser, REGISTRATION, do="close")
    assert "Everyone can see the tournament's page." in post(organiser, REGISTRATION, do="open")
    assert reread(season).takes_registrations


def test_organiser_names_teams_and_withdraws_players(season: Season, organiser: Client) -> None:
    ann, bob = map(get_key, NAMES[:2])
    post(organiser, REGISTRATION, do="teams", **{f"team-{ann}": "Archers", f"team-{bob}": "Archers"})
    teams = dict(Registration.objects.values_list("player__key", "team"))
    assert teams[ann] == teams[bob] == "Archers"
    assert "Archers" in text(Client().get(PAGE))
    assert f"{NAMES[1]} is not registered any more." in post(organiser, REGISTRATION, remove=bob)
    assert list_states(season)[bob] == "withdrawn"
    answer = organiser.post(REGISTRATION, {"do": "teams", f"team-{ann}": "x" * 81})
    assert answer.status_code == 200 and teams == dict(
        Registration.objects.values_list("player__key", "team")
    )


def test_organiser_can_write_to_guests(season: Season, organiser: Client) -> None:
    register_from_mail(season, "Zoe")
    assert 'href="mailto:zoe@guests.example"' in organiser.get(REGISTRATION).content.decode()


def test_set_up_starts_those_who_are_registered(season: Season, organiser: Client) -> None:
    page = text(organiser.get(PAGE + "set-up/"))
    assert "Registration" in page and "4 players" in page and "Visible to organisers only" not in page
    post(organiser, CHECK_IN, player=get_key(NAMES[0]), do="there")
    assert "1 there. Only those who are there will play." in text(organiser.get(PAGE + "set-up/"))
    for name in NAMES[1:3]:
        post(organiser, CHECK_IN, player=get_key(name), do="there")
    assert "has started. Pair round 1." in post(organiser, PAGE + "set-up/")
    assert Entry.objects.filter(season=season).count() == 3
    assert "registration is over" in text(organiser.get(REGISTRATION, follow=True))


def test_set_up_says_how_many_are_missing_and_names_no_divisions(club: Club, organiser: Client) -> None:
    make_registration(club)
    page = text(organiser.get(PAGE + "set-up/"))
    assert "Divisions" not in page and "No players yet." in page
    post(organiser, REGISTRATION, do="add", names=NAMES[0])
    page = text(organiser.get(PAGE + "set-up/"))
    assert "Divisions" not in page and "1 player" in page
    assert "Before you can start the tournament:" in page


def test_pages_of_a_league_have_no_registration(organiser: Client, club: Club) -> None:
    by = make_member(make_club(slug="lakeside", state="draft"), Role.ORGANISER)
    for page in ("registration", "check-in"):
        answer = log_in(by).get(f"/lakeside/league-1/1/{page}/", follow=True)
        assert "for tournaments only" in text(answer)


@pytest.mark.parametrize("more", [0, 30])
def test_queries_of_the_page_do_not_grow(
    season: Season, organiser: Client, more: int, django_assert_num_queries: Any
) -> None:
    limit_registration(season=season, limit=None, closes_at=None, by=CONSOLE)
    if more:
        register_players(season=season, names=[f"Player {number}" for number in range(more)], by=CONSOLE)
    organiser.get(REGISTRATION)
    with django_assert_num_queries(8):
        organiser.get(REGISTRATION)


def test_set_up_names_teams_with_fewer_players_than_count(season: Season, organiser: Client) -> None:
    competition = season.competition
    Competition.objects.filter(pk=competition.pk).update(rules={**competition.rules, "team_counts": 2})
    set_teams(season=season, teams={get_key("Ann Archer"): "East"}, by=CONSOLE)
    page = text(organiser.get("/riverside/spring-open/1/set-up/"))
    assert "The team East has fewer players than count: 1 of 2." in page
    set_teams(season=reread(season), teams={get_key("Bob Baker"): "East"}, by=CONSOLE)
    assert "The team East has" not in text(organiser.get("/riverside/spring-open/1/set-up/"))
