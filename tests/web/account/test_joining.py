"""“This is me” on a player's page, “Ask to join” on the club's, and the organisers' answer."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.actions.join_request import ask_to_join, refuse_join_request, withdraw_join_request
from league.actions.proof import mark_proved
from league.models import Club, JoinRequest, Player, User, Visibility
from league.principals import CONSOLE, Person
from league.web.account import joining
from tests.security.population import Population
from tests.web.sheets import text

PAGE = "/riverside/-/join/"
LIST = "/riverside/-/requests/"


def make_stranger(population: Population) -> Person:
    stranger = population.people["stranger"]
    assert stranger
    mark_proved(stranger)
    return Person(stranger)


def get_asked() -> JoinRequest:
    """Return the stranger's latest request: there is another person's in the club."""
    return JoinRequest.objects.filter(user__email="stranger@example.org").latest("pk")


def get_player(key: str) -> Player:
    return Player.objects.get(club__slug="riverside", key=key)


def test_person_asks_by_a_button_and_an_organiser_links_them(population: Population) -> None:
    make_stranger(population)
    stranger, organiser = population.client("stranger"), population.client("organiser")
    asking = f"{PAGE}?player=p2"
    assert asking in stranger.get("/riverside/players/p2/").content.decode()
    shown = text(stranger.get(asking))
    assert "stranger@example.org" in shown and "Yes, this is me" in shown
    answer = stranger.post(asking, follow=True)
    assert "is waiting for an organiser" in text(answer)
    assert "waiting for an organiser" in text(stranger.get("/-/my/"))
    manage = organiser.get("/riverside/-/manage/").content.decode()
    assert LIST in manage and '<span class="chip">2</span>' in manage
    asked = get_asked()
    assert f"{LIST}{asked.pk}/" in organiser.get(LIST).content.decode()
    assert "stranger@example.org" in text(organiser.get(f"{LIST}{asked.pk}/"))
    organiser.post(f"{LIST}{asked.pk}/", {"approve": "1"})
    assert get_player("p2").user == population.people["stranger"]
    assert "p2" in stranger.get("/-/my/").content.decode()
    assert asking not in stranger.get("/riverside/players/p3/").content.decode()


def test_person_without_a_record_asks_on_the_page_of_the_club(population: Population) -> None:
    make_stranger(population)
    stranger, organiser = population.client("stranger"), population.client("organiser")
    assert PAGE in stranger.get("/riverside/").content.decode()
    assert PAGE in population.client("visitor").get("/riverside/").content.decode()
    assert "Please fill this in" in text(stranger.post(PAGE, {"name": ""}))
    stranger.post(PAGE, {"name": "Sue Strange"})
    asked = get_asked()
    page = f"{LIST}{asked.pk}/"
    assert "New player: Sue Strange" in text(organiser.get(page))
    assert "Say why you refuse" in text(organiser.post(page, {"refuse": "1"}))
    organiser.post(page, {"refuse": "1", "reason": "We are full."})
    assert "refused: We are full." in text(stranger.get("/-/my/"))
    stranger.post(PAGE, {"name": "Sue Strange"})
    organiser.post(f"{LIST}{get_asked().pk}/", {"approve": "1"})
    assert Player.objects.get(name="Sue Strange").user == population.people["stranger"]
    assert PAGE not in stranger.get("/riverside/").content.decode()


def test_player_of_the_same_name_is_offered_first(population: Population) -> None:
    there = get_player("p3")
    ask_to_join(club=population.club, name=there.name, by=make_stranger(population))
    page = f"{LIST}{get_asked().pk}/"
    organiser = population.client("organiser")
    assert f'<option value="{there.pk}" selected' in organiser.get(page).content.decode()
    again = organiser.post(page, {"approve": "1", "player": ""})
    assert "These are two different people" in text(again)
    organiser.post(page, {"approve": "1", "player": "", "namesakes": "on"})
    assert Player.objects.filter(club=population.club, name=there.name).count() == 2


def test_request_is_withdrawn_on_the_page_where_it_was_made(population: Population) -> None:
    make_stranger(population)
    stranger = population.client("stranger")
    stranger.post(PAGE, {"name": "Sue Strange"})
    page = f"{LIST}{get_asked().pk}/"
    assert "Withdraw request" in text(stranger.get(PAGE))
    stranger.post(PAGE, {"withdraw": "1"})
    assert get_asked().state == "withdrawn"
    late = population.client("organiser").post(page, {"approve": "1"}, follow=True)
    assert "This request has been withdrawn." in text(late)


def test_request_is_withdrawn_though_the_club_has_closed_its_pages(population: Population) -> None:
    ask_to_join(club=population.club, name="Sue Strange", by=make_stranger(population))
    Club.objects.filter(slug="riverside").update(privacy="members")
    stranger = population.client("stranger")
    assert PAGE in stranger.get("/-/my/").content.decode()
    for answer in (
        stranger.get(PAGE),
        stranger.get(f"{PAGE}?withdraw=1"),
        stranger.post(PAGE, {"name": "Sue"}),
    ):
        assert answer.status_code == 404
    assert "Request withdrawn." in text(stranger.post(PAGE, {"withdraw": "1"}, follow=True))
    assert get_asked().state == "withdrawn"
    assert stranger.post(PAGE, {"withdraw": "1"}).status_code == 404
    assert PAGE not in stranger.get("/-/my/").content.decode()


def test_request_that_is_answered_while_it_is_withdrawn(
    population: Population, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The club is for members by then: its pages would say that there is none."""
    asked = ask_to_join(club=population.club, name="Sue Strange", by=make_stranger(population))
    Club.objects.filter(slug="riverside").update(privacy="members")

    def refuse_before(**given: Any) -> None:
        refuse_join_request(join_request=asked, reason="No", by=CONSOLE)
        withdraw_join_request(**given)

    monkeypatch.setattr(joining, "withdraw_join_request", refuse_before)
    answer = population.client("stranger").post(PAGE, {"withdraw": "1"})
    assert "This request has already been refused." in text(answer)
    assert 'href="/-/my/">Continue' in answer.content.decode()


def test_second_organiser_is_told_that_the_first_has_answered(population: Population) -> None:
    asked = ask_to_join(club=population.club, name="Sue", by=make_stranger(population))
    page = f"{LIST}{asked.pk}/"
    refuse_join_request(join_request=asked, reason="No", by=CONSOLE)
    for sent in ({"approve": "1"}, {"refuse": "1", "reason": "Nobody knows you."}):
        late = text(population.client("owner").post(page, sent, follow=True))
        assert "This request has already been refused." in late
    assert "already been refused" in text(population.client("owner").get(page, follow=True))


def test_button_is_only_where_it_leads_on(population: Population) -> None:
    def has_button(who: str, key: str) -> bool:
        answer = population.client(who).get(f"/riverside/players/{key}/")
        return "This is me" in answer.content.decode()

    assert has_button("stranger", "p2") and has_button("scorer", "p2")
    assert not has_button("visitor", "p2") and not has_button("organiser", "p2")
    assert not has_button("player", "p2")  # who has a player
    assert not has_button("stranger", "p1")  # who has an account


def test_nobody_asks_for_a_player_without_a_page_or_in_a_club_for_members(population: Population) -> None:
    make_stranger(population)
    stranger = population.client("stranger")
    for visibility in (Visibility.HIDDEN, Visibility.MINOR):
        Player.objects.filter(key="p2").update(visibility=visibility)
        for key in ("p2", get_player("p2").public_key, "none", "_99999999", "%00"):
            for answer in (stranger.get(f"{PAGE}?player={key}"), stranger.post(f"{PAGE}?player={key}")):
                assert answer.status_code == 404
    Club.objects.filter(slug="riverside").update(privacy="members")
    for who in ("stranger", "visitor"):
        client: Client = population.client(who)
        for method in (client.get, client.post):
            here, nowhere = method(PAGE), method("/riverbank/-/join/")
            assert (here.status_code, here.headers.get("Location", "").replace("riverside", "riverbank")) == (
                nowhere.status_code,
                nowhere.headers.get("Location", ""),
            )
    assert population.client("scorer").get(PAGE).status_code == 200
    assert JoinRequest.objects.count() == 1


def test_account_without_a_proved_address_is_told_what_to_do(population: Population) -> None:
    stranger = population.client("stranger")
    for answer in (stranger.get(PAGE), stranger.post(PAGE, {"name": "Sue"})):
        assert "First confirm your e-mail address" in text(answer)
    assert JoinRequest.objects.count() == 1


def test_short_name_stays_short_for_who_asks(population: Population) -> None:
    Player.objects.filter(key="p2", club=population.club).update(name="Xaviera Quigley", visibility="short")
    make_stranger(population)
    stranger = population.client("stranger")
    asking = f"{PAGE}?player={get_player('p2').public_key}"
    answers: list[Any] = [stranger.get(asking), stranger.post(asking, follow=True), stranger.get("/-/my/")]
    assert "Xaviera Q." in text(answers[0])
    assert not any("Quigley" in answer.content.decode() for answer in answers)
    assert "Xaviera Quigley" in text(population.client("organiser").get(LIST))
    assert User.objects.filter(email="stranger@example.org", join_requests__state="open").exists()
