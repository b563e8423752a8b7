"""The page on which organisers say who is a guest, and the other pages that ask for it."""

from typing import Any

from django.test import Client

from league.actions.decisions.revocation import revoke_decision
from league.actions.registration import register_players, set_teams
from league.actions.season import close_season
from league.models import Club, Decision, Entry, Event, Player, Registration, Role, Season
from league.principals import CONSOLE
from tests.actions.clubs import make_member
from tests.actions.registrations import make_registration
from tests.actions.tournaments import NAMES, get_key, make_tournament, reread
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.registering import CHECK_IN, REGISTRATION, post
from tests.web.sheets import summary, text

GUESTS = "/riverside/spring-open/1/guests/"


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


@scenario
def season(club: Club) -> Season:
    return make_registration(club, 4)


def list_guests(season: Season) -> list[str]:
    rows = Registration.objects.filter(season=season, guest=True)
    return list(rows.order_by("player__key").values_list("player__key", flat=True))


def test_guests_are_marked_before_the_start_and_shown_at_the_door(organiser: Client, season: Season) -> None:
    ann, bob = (get_key(name) for name in NAMES[:2])
    assert "They rank with all others." in text(organiser.get(GUESTS))
    assert "Changes saved." in post(organiser, GUESTS, **{f"guests.{ann}": "on", f"guests.{bob}": "on"})
    assert list_guests(season) == sorted([ann, bob])
    for page in (CHECK_IN, REGISTRATION, "/riverside/spring-open/1/"):
        assert organiser.get(page).content.decode().count(">guest<") == 2, page
    post(organiser, GUESTS)
    assert list_guests(season) == []


def test_guest_in_a_team_is_refused_by_name(organiser: Client, season: Season) -> None:
    ann = get_key(NAMES[0])
    set_teams(season=season, teams={ann: "Archers"}, by=CONSOLE)
    answer = organiser.post(GUESTS, {f"guests.{ann}": "on"})
    assert [place for place, _said in summary(answer)] == [f"id_guests.{ann}"]
    assert f"{NAMES[0]} is in the team Archers, and guests play in no team" in text(answer)
    assert list_guests(season) == []
    register_players(season=reread(season), names=["Gast"], guests=True, by=CONSOLE)
    answer = organiser.post(REGISTRATION, {"do": "teams", "team-gast": "Archers"})
    assert "Gast is in the team Archers, and guests play in no team" in text(answer)


def test_new_names_are_registered_as_guests(organiser: Client, season: Season) -> None:
    post(organiser, REGISTRATION, do="add", names="Gast One\nGast Two", guests="on")
    assert len(list_guests(season)) == 2


def test_late_entry_may_be_a_guest(organiser: Client, club: Club) -> None:
    running = make_tournament(club, 4)
    Player.objects.create(club=club, key="gast", name="Gast")
    address = f"{running.get_absolute_url()}late-entry/"
    form = {
        "player": "gast",
        "division": running.divisions.get().pk,
        "guest": "on",
        "reason": "Came at eight.",
    }
    assert "A guest, who plays along" in text(organiser.get(address))
    organiser.post(address, form)
    assert Entry.objects.get(player__key="gast").guest
    decision, event = Decision.objects.get(), Event.objects.get(action="decide_late_entry")
    detail = {"level": 1, "matches": [], "joined": [], "guest": True}
    assert decision.detail == detail
    assert event.after and event.after["detail"] == detail
    revoke_decision(decision=decision, by=CONSOLE)
    assert not Entry.objects.filter(player__key="gast").exists()


def test_nobody_becomes_a_guest_once_the_tournament_has_ended(organiser: Client, club: Club) -> None:
    close_season(season=make_tournament(club, 4), missing="void", by=CONSOLE)
    answer = organiser.get(GUESTS, follow=True)
    assert "The tournament has ended." in text(answer) and 'name="guests.' not in answer.content.decode()


def test_takes_as_many_queries_for_many(
    organiser: Client, season: Season, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(2 + 4):
        organiser.get(GUESTS)
    register_players(season=season, names=[f"Gast {letter}" for letter in "abcdefgh"], by=CONSOLE)
    with django_assert_num_queries(2 + 4):
        organiser.get(GUESTS)
