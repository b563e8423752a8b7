"""Guests, who have no account and register for a tournament by a mailed link: who they are, and for how long."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.actions.account import delete_account
from league.actions.club import import_club
from league.actions.errors import ActionError
from league.actions.player import forget_player
from league.actions.registration import (
    close_registration,
    limit_registration,
    register_by_mail,
    register_players,
    register_self,
    withdraw_by_mail,
    withdraw_registration,
)
from league.actions.season import open_season
from league.models import Club, Event, Player, Season, Visibility
from league.principals import CONSOLE
from league.queries.club import export_club_file
from league.queries.registration import build_mail_token, read_mail_token
from tests.actions.clubs import make_club
from tests.actions.registrations import (
    list_addresses,
    list_states,
    make_account,
    make_registration,
    register_from_mail,
)
from tests.actions.tournaments import NAMES, get_key, make_tournament, reread
from tests.scenarios import scenario

pytestmark = pytest.mark.django_db

ZOE = "zoe@guests.example"


@scenario
def season(club: Club) -> Season:
    """Four players registered, with five places."""
    return make_registration(club, 4, limit=5)


def find_problem(act: Callable[..., Any], **arguments: Any) -> tuple[str, str]:
    with pytest.raises(ActionError) as refused:
        act(**arguments)
    (problem,) = refused.value.problems
    return problem.path, problem.code


# --- who they are


def test_guest_is_a_new_player_and_has_the_next_place(season: Season, club: Club) -> None:
    assert register_from_mail(season, "Zoe Zed", " Zoe@Guests.Example").state == "entered"
    zoe = Player.objects.get(club=club, name="Zoe Zed")
    assert zoe.user is None and list_states(season)[zoe.key] == "entered"
    assert list_addresses(season) == {zoe.key: ZOE}
    assert register_from_mail(season, "Yan").state == "waiting"


def test_guest_is_the_only_player_of_that_name_without_an_account(season: Season, club: Club) -> None:
    Player.objects.create(club=club, key="zed", name="Zoe Zed")
    register_from_mail(season, " zoe  ZED ")
    assert list_addresses(season) == {"zed": ZOE} and Player.objects.filter(club=club).count() == 5


def test_name_that_may_be_of_another_person_is_refused(season: Season, club: Club) -> None:
    zoe, _other = (Player.objects.create(club=club, key=key, name="Zoe Zed") for key in ("zoe", "zed"))
    refused = ("name", "known-player")
    assert find_problem(register_from_mail, season=season, name="Zoe Zed") == refused
    Player.objects.filter(key="zed").update(name="Yan")
    make_account("zed")
    assert find_problem(register_from_mail, season=season, name="yan") == refused
    forget_player(player=zoe, by=CONSOLE)
    assert find_problem(register_from_mail, season=season, name="Former player 1") == refused
    assert not list_addresses(season) and Player.objects.filter(club=club).count() == 6


@pytest.mark.parametrize("visibility", [Visibility.SHORT, Visibility.MINOR, Visibility.HIDDEN])
@pytest.mark.parametrize("has_account", [True, False])
def test_name_that_not_everyone_may_read_is_a_new_name(
    season: Season, club: Club, visibility: Visibility, has_account: bool
) -> None:
    known = Player.objects.create(club=club, key="zoe-zed", name="Zoe Zed", visibility=visibility)
    if has_account:
        make_account("zoe-zed")
    register_from_mail(season, "Zoe Zed")
    new = Player.objects.exclude(pk=known.pk).get(name="Zoe Zed")
    assert list_addresses(season) == {new.key: ZOE}
    register_from_mail(season, "Yan", "yan@guests.example")
    assert [new.key, get_key("Yan")] == ["p1", "p2"]  # ids from names would tell that one is taken


def test_name_is_a_name(season: Season) -> None:
    assert find_problem(register_from_mail, season=season, name="x" * 81) == ("name", "name-length")
    assert find_problem(register_from_mail, season=season, name=" ", email=ZOE) == ("name", "name-blank")


def test_who_is_registered_is_not_registered_again(season: Season, club: Club) -> None:
    again = ("name", "registered-already")
    assert find_problem(register_from_mail, season=season, name=NAMES[0]) == again
    register_from_mail(season, "Zoe")
    assert find_problem(register_from_mail, season=season, name="Zoe") == again
    assert find_problem(register_from_mail, season=season, name="Zoe", email="yan@guests.example") == again
    assert find_problem(register_from_mail, season=season, name="Yan", email=ZOE.upper()) == again
    assert list_addresses(season) == {get_key("Zoe"): ZOE} and not Player.objects.filter(name="Yan").exists()


def test_address_registers_for_each_tournament_by_itself(season: Season, club: Club) -> None:
    other = make_registration(club, 2, name="Autumn Open")
    for each in (season, other):
        register_from_mail(each, "Zoe")
    withdraw_by_mail(season=other, email=ZOE)
    assert list_addresses(season) and not list_addresses(other)


# --- until when


def test_guest_comes_too_late_as_players_do(season: Season, club: Club) -> None:
    limit_registration(season=season, limit=None, closes_at=timezone.now() - timedelta(minutes=1), by=CONSOLE)
    assert find_problem(register_from_mail, season=season, name="Zoe") == ("season", "too-late")
    close_registration(season=season, by=CONSOLE)
    assert find_problem(register_from_mail, season=season, name="Zoe") == ("season", "registration-closed")
    running = make_tournament(club, 4, name="Autumn Open")
    for act, more in ((register_by_mail, {"name": "Zoe"}), (withdraw_by_mail, {})):
        assert find_problem(act, season=running, email=ZOE, **more) == ("season", "started")


def test_league_takes_no_guests() -> None:
    make_club(state="draft")
    found = find_problem(register_from_mail, season=Season.objects.get(), name="Zoe")
    assert found == ("season", "not-a-tournament")


@pytest.mark.parametrize(
    ("field", "more", "code"),
    [
        ("suspended_at", {"suspension_reason": "Abuse"}, "club-suspended"),
        ("deleted_at", {}, "club-deleted"),
    ],
)
def test_club_that_is_hidden_takes_no_guests(
    season: Season, field: str, more: dict[str, str], code: str
) -> None:
    register_from_mail(season, "Zoe")
    Club.objects.update(**{field: timezone.now()}, **more)
    assert find_problem(register_from_mail, season=season, name="Yan") == ("club", code)
    assert find_problem(withdraw_by_mail, season=season, email=ZOE) == ("club", code)


# --- withdrawing


def test_guest_withdraws_even_after_the_closing_time_and_the_next_moves_up(season: Season) -> None:
    for name in ("Zoe", "Yan"):
        register_from_mail(season, name)
    limit_registration(season=season, limit=5, closes_at=timezone.now(), by=CONSOLE)
    withdraw_by_mail(season=season, email=ZOE.upper())
    zoe, yan = map(get_key, ("Zoe", "Yan"))
    assert list_states(season) | {zoe: "withdrawn", yan: "entered"} == list_states(season)
    assert list_addresses(season) == {yan: "yan@guests.example"}
    assert find_problem(withdraw_by_mail, season=season, email=ZOE) == ("player", "not-registered")


def test_guest_registers_again_behind_the_others(season: Season) -> None:
    register_from_mail(season, "Zoe")
    withdraw_by_mail(season=season, email=ZOE)
    register_from_mail(season, "Yan")
    assert register_from_mail(season, "Zoe").state == "waiting"
    assert list(list_states(season))[-1] == get_key("Zoe")


# --- the address


def test_address_is_deleted_when_an_organiser_withdraws_the_guest(season: Season) -> None:
    register_from_mail(season, "Zoe")
    withdraw_registration(season=season, player=get_key("Zoe"), by=CONSOLE)
    assert not list_addresses(season)


def test_addresses_are_deleted_when_the_tournament_starts(season: Season) -> None:
    for name in ("Zoe", "Yan"):
        register_from_mail(season, name)
    open_season(season=reread(season), by=CONSOLE)
    assert list_states(season)[get_key("Yan")] == "waiting" and not list_addresses(season)


def test_addresses_are_deleted_when_a_file_starts_the_tournament(season: Season, club: Club) -> None:
    register_from_mail(season, "Zoe")
    content = export_club_file(club)
    import_club(content, by=CONSOLE)
    assert list_addresses(season) and b"guests.example" not in content
    file = json.loads(content)
    file["competitions"][0]["seasons"][0] |= {"state": "open"}
    import_club(json.dumps(file).encode(), by=CONSOLE)
    assert not list_addresses(season)


def test_address_is_deleted_with_the_name_of_the_player_and_with_an_account_that_has_it(
    season: Season, club: Club
) -> None:
    for name in ("Zoe", "Yan"):
        register_from_mail(season, name)
    forget_player(player=Player.objects.get(name="Zoe"), by=CONSOLE)
    assert list_addresses(season) == {get_key("Yan"): "yan@guests.example"}
    user = make_account(get_key(NAMES[0])).user
    type(user).objects.filter(pk=user.pk).update(email="yan@guests.example")
    delete_account(user=type(user).objects.get(pk=user.pk), by=CONSOLE)
    assert not list_addresses(season)


def test_events_name_the_link_and_no_address(season: Season) -> None:
    register_from_mail(season, "Zoe")
    withdraw_by_mail(season=season, email=ZOE)
    events = Event.objects.filter(principal="mailed link").order_by("pk")
    assert [event.action for event in events] == ["add_players", "register", "withdraw_registration"]
    for event in events:
        assert event.by is None and "guests" not in json.dumps([event.key, event.before, event.after])


def test_guest_with_an_account_since_registers_and_withdraws_by_it(season: Season) -> None:
    register_from_mail(season, "Zoe")
    zoe = make_account(get_key("Zoe"))
    assert find_problem(register_self, season=season, by=zoe) == ("player", "registered-already")
    withdraw_registration(season=season, player=get_key("Zoe"), by=zoe)
    assert not list_addresses(season)


def test_names_of_organisers_and_guests_do_not_meet_twice(season: Season) -> None:
    register_from_mail(season, "Zoe")
    found = find_problem(register_players, season=season, names=["Zoe"], by=CONSOLE)
    assert found == ("names.0", "registered-already")


# --- the link


def test_token_holds_the_tournament_and_the_address_but_shows_neither(season: Season) -> None:
    token = build_mail_token(season, ZOE)
    assert read_mail_token(token) == (season.pk, ZOE)
    assert "zoe" not in token and "@" not in token and ":" not in token
    for wrong in ("", "x", token[:-1], f"x{token}", token.replace(".", "")):
        assert read_mail_token(wrong) is None
