"""Registering for a tournament without an account: the form that mails a link, and the page behind the link."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.actions.draft import delete_draft
from league.actions.registration import close_registration, limit_registration, register_players
from league.actions.season import open_season
from league.models import Club, Job, Player, Registration, Role, Season, Usage, User
from league.principals import CONSOLE
from league.queries.registration import build_mail_token
from league.web.account import mails
from league.web.public import mail_registration
from tests.actions.clubs import make_club, make_member
from tests.actions.registrations import (
    list_addresses,
    list_states,
    make_account,
    make_registration,
    register_from_mail,
)
from tests.actions.tournaments import NAMES, get_key, reread
from tests.log_lines import LogLines
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.registering import BY_MAIL, PAGE, post
from tests.web.sheets import summary, text

ZOE = "zoe@guests.example"


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside", timezone="Europe/Berlin")


@scenario
def season(club: Club) -> Season:
    """Four players with a place, one place free."""
    return make_registration(club, 4, limit=5)


@pytest.fixture
def link(season: Season) -> str:
    return get_link(season)


def get_link(season: Season, email: str = ZOE) -> str:
    token = build_mail_token(season, email)
    return reverse("mail-registration", args=["riverside", "spring-open", 1, token])


# --- the form that mails a link


def test_visitor_registers_by_a_mailed_link(season: Season) -> None:
    visitor = Client(enforce_csrf_checks=True)
    page = visitor.get(PAGE)
    assert "Log in to register" in text(page) and "Register by e-mail" in text(page)
    token = visitor.cookies["csrftoken"].value
    answer = visitor.post(BY_MAIL, {"email": "Zoe@Guests.Example", "csrfmiddlewaretoken": token}, follow=True)
    assert "We have sent a link to Zoe@Guests.Example. Open it to register." in text(answer)
    assert answer.redirect_chain == [(PAGE, 302)]
    (message,) = mail.outbox
    link = "/" + str(message.body).partition("http://")[2].split()[0].partition("/")[2]
    other = Client()
    assert "You are registered." in post(other, link, do="register", name="Zoe Zed")
    assert "You are registered as Zoe Zed." in text(other.get(link))
    assert "Zoe Zed" in text(visitor.get(PAGE)) and "guests.example" not in text(visitor.get(PAGE)).lower()


def test_answer_does_not_tell_who_has_an_account(season: Season, club: Club) -> None:
    User.objects.create_user(ZOE)
    register_from_mail(season, "Yan")
    said = {
        post(Client(), BY_MAIL, email=email).replace(email, "")
        for email in (ZOE, "yan@guests.example", "xia@guests.example")
    }
    assert len(said) == 1 and len(mail.outbox) == 3


def test_whose_account_is_no_player_registers_by_mail_too(season: Season, club: Club) -> None:
    stranger = log_in(make_member(make_club(slug="another"), Role.OWNER))
    page = text(stranger.get(PAGE))
    assert "Your account is not linked to a player of this club." in page and "Register by e-mail" in page
    assert "We have sent a link" in post(stranger, BY_MAIL, email=ZOE)
    Player.objects.create(club=club, key="zoe", name="Zoe")
    assert "Register by e-mail" not in text(log_in(make_account("zoe")).get(PAGE))


def test_mistyped_address_stays_and_counts_for_nothing(season: Season) -> None:
    answer = Client().post(BY_MAIL, {"email": "zoe@guests"})
    assert "Enter an e-mail address like name@example.org." in str(summary(answer))
    assert 'value="zoe@guests"' in answer.content.decode()
    assert not mail.outbox and not Usage.objects.exists()


def test_closed_registration_has_no_form_and_refuses_with_what_was_typed(season: Season) -> None:
    limit_registration(season=season, limit=None, closes_at=timezone.now(), by=CONSOLE)
    assert "Register by e-mail" not in text(Client().get(PAGE))
    answer = Client().post(BY_MAIL, {"email": ZOE})
    assert "Registration closed at" in str(summary(answer))
    assert f'value="{ZOE}"' in answer.content.decode()
    close_registration(season=season, by=CONSOLE)
    assert Client().post(BY_MAIL, {"email": ZOE}).status_code == 404
    assert not mail.outbox and not Usage.objects.exists()


def test_tournament_that_has_started_leads_to_its_page(season: Season) -> None:
    open_season(season=reread(season), by=CONSOLE)
    answer = Client().post(BY_MAIL, {"email": ZOE})
    assert ZOE in text(answer) and "The tournament has started: registration is over." in text(answer)
    assert Client().get(BY_MAIL).headers["Location"] == PAGE
    assert not mail.outbox


def test_links_are_limited_as_other_mails_to_any_address(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _again in range(5):
        assert Client().post(BY_MAIL, {"email": ZOE}).status_code == 302
    refused = Client().post(BY_MAIL, {"email": ZOE.upper()})
    assert refused.status_code == 429 and "we send only a few of these e-mails" in text(refused)
    assert Client().post(BY_MAIL, {"email": "yan@guests.example"}).status_code == 302
    monkeypatch.setattr(mails, "MAILS_FOR_VISITOR", replace(mails.MAILS_FOR_VISITOR, most=8))
    codes = [Client().post(BY_MAIL, {"email": f"{number}@guests.example"}).status_code for number in range(2)]
    assert codes == [302, 429] and len(mail.outbox) == 7


def test_nothing_is_stored_before_the_link_is_used(season: Season) -> None:
    post(Client(), BY_MAIL, email=ZOE)
    assert not Job.objects.exists() and not list_addresses(season)
    assert ZOE not in str(list(Usage.objects.values()))


def test_neither_address_nor_token_is_logged(season: Season, link: str, log_lines: LogLines) -> None:
    visitor = Client()
    post(visitor, BY_MAIL, email=ZOE)
    post(visitor, link, do="register", name="Zoe")
    assert visitor.post(link, {"do": "register", "name": "Zoe"}).status_code == 200
    visitor.get(link + "x/")
    written = "\n".join(log_lines.texts)
    assert "link to register" in written and "registered-already" in written
    for word in ("guests.example", link.split("/")[-2], "Zoe"):
        assert word not in written


# --- the page behind the link


def test_opening_the_link_changes_nothing(season: Season, link: str) -> None:
    before = list_states(season)
    for _again in range(2):
        page = Client().get(link)
        assert page.status_code == 200 and "no-store" in page.headers["Cache-Control"]
        assert 'content="noindex"' in page.content.decode()
    assert list_states(season) == before and "Your name" in text(page)


def test_address_of_the_page_is_in_no_link_but_that_to_log_in_on_a_phone(link: str) -> None:
    page = Client().get(link).content.decode()
    token = link.split("/")[-2]
    assert page.count(token) == 1 and 'class="bar"' in page.partition(token)[0]


@pytest.mark.parametrize(
    ("privacy", "said"),
    [
        ("public", "Everyone can see it on the tournament's page."),
        ("short-names", "Everyone can see a short form of it (“Ann A.”) on the tournament's page."),
        ("members", "The club's members can see it."),
    ],
)
def test_guest_is_told_who_sees_the_name(
    season: Season, club: Club, link: str, privacy: str, said: str
) -> None:
    Club.objects.update(privacy=privacy)
    reader = log_in(make_member(club, Role.ORGANISER))
    page = text(reader.get(link))
    assert said in page and page.count(" can see ") == 1


def test_guest_waits_withdraws_and_registers_again(season: Season, link: str) -> None:
    register_players(season=season, names=["Yan"], by=CONSOLE)
    visitor = Client()
    assert "Join the waiting list" in text(visitor.get(link))
    said = post(visitor, link, do="register", name="Zoe")
    assert "You are on the waiting list. We will e-mail you when you have a place." in said
    assert f"You are on the waiting list as Zoe. When a place is free we send an e-mail to {ZOE}." in said
    assert "You are not registered any more." in post(visitor, link, do="withdraw")
    assert list_states(season)[get_key("Zoe")] == "withdrawn"
    assert "You are on the waiting list as Zoe." in post(visitor, link, do="register", name="zoe")


def test_refusals_are_shown_at_the_name(season: Season, club: Club, link: str) -> None:
    visitor = Client()
    taken = visitor.post(link, {"do": "register", "name": NAMES[0]})
    assert f"{NAMES[0]} is registered already." in str(summary(taken))
    assert f'value="{NAMES[0]}"' in taken.content.decode()
    make_account(get_key(NAMES[0]))
    known = visitor.post(link, {"do": "register", "name": NAMES[0]})
    assert "A player of this name is in the club: log in to register, or ask an organiser." in text(known)
    assert "Please fill this in." in text(visitor.post(link, {"do": "register", "name": " "}))
    assert "Please make a choice." in text(visitor.post(link, {"name": "Zoe"}))
    assert "You are not registered." in text(visitor.post(link, {"do": "withdraw"}))
    post(visitor, link, do="register", name="Zoe")
    again = text(visitor.post(link, {"do": "register", "name": "Zoe"}))
    assert "Zoe is registered already." in again and "You are registered as Zoe." in again


def test_guest_withdraws_when_registration_is_closed_and_hidden(season: Season, link: str) -> None:
    post(Client(), link, do="register", name="Zoe")
    limit_registration(season=season, limit=None, closes_at=timezone.now() - timedelta(minutes=1), by=CONSOLE)
    other = get_link(season, "yan@guests.example")
    assert "Registration is closed." in text(Client().get(other))
    assert "Registration closed at" in text(Client().post(other, {"do": "register", "name": "Yan"}))
    close_registration(season=season, by=CONSOLE)
    page = Client().get(link)
    assert "You are registered as Zoe." in text(page) and f'href="{PAGE}"' not in page.content.decode()
    assert "You are not registered any more." in post(Client(), link, do="withdraw")
    assert "Registration is closed." in text(Client().get(link))


def test_link_of_who_has_not_registered_leads_into_no_club_for_members(
    season: Season, club: Club, link: str
) -> None:
    other = get_link(season, "yan@guests.example")
    post(Client(), link, do="register", name="Zoe")
    Club.objects.update(privacy="members")
    assert Client().get(other).status_code == 404
    Client().post(other, {"do": "register", "name": "Yan"})
    assert not Player.objects.filter(name="Yan").exists()
    page = Client().get(link).content.decode()
    assert "You are registered as" in page
    led_to = set(re.findall(r'href="(/riverside/[^"]*)"', page))
    assert not led_to, "nothing of the club is there for the guest"
    assert "You are not registered any more." in post(Client(), link, do="withdraw")
    assert Client().get(link).status_code == 404


def test_link_is_over_when_the_tournament_starts_or_is_deleted(season: Season, link: str) -> None:
    post(Client(), link, do="register", name="Zoe")
    open_season(season=reread(season), by=CONSOLE)
    for answer in (Client().get(link), Client().post(link, {"do": "withdraw"})):
        assert answer.status_code == 410
        assert "The tournament has started: registration is over." in text(answer)
    other = make_registration(season.competition.club, name="Autumn Open")
    link = reverse("mail-registration", args=["riverside", "autumn-open", 1, build_mail_token(other, ZOE)])
    delete_draft(season=reread(other), by=CONSOLE)
    answer = Client().get(link)
    assert answer.status_code == 410 and "The tournament has been deleted." in text(answer)


@pytest.mark.parametrize("spoil", [lambda token: token[:-1], lambda token: f"x{token}", lambda token: "x.y"])
def test_link_that_was_never_made_is_not_found(season: Season, spoil: Any) -> None:
    link = reverse(
        "mail-registration", args=["riverside", "spring-open", 1, spoil(build_mail_token(season, ZOE))]
    )
    for answer in (Client().get(link), Client().post(link, {"do": "register", "name": "Zoe"})):
        assert answer.status_code == 404 and "Part of the link may be missing" in text(answer)
    assert not Player.objects.filter(name="Zoe").exists()


def test_link_counts_at_the_address_of_its_own_tournament_only(season: Season, link: str) -> None:
    make_registration(Club.objects.create(slug="another", name="Another"))
    Club.objects.filter(slug="riverside").update(deleted_at=timezone.now())
    assert Client().get(link).status_code == 404
    elsewhere = link.replace("riverside", "another")
    answer = Client().post(elsewhere, {"do": "register", "name": "Zoe"})
    assert answer.status_code == 410 and not Registration.objects.exclude(email="").exists()


def test_address_registers_only_a_few_times_a_day(
    season: Season, link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = replace(mail_registration.REGISTRATIONS_BY_MAIL, most=2)
    monkeypatch.setattr(mail_registration, "REGISTRATIONS_BY_MAIL", few)
    visitor = Client()
    for name in ("Zoe", "Yan"):
        visitor.post(link, {"do": "register", "name": "x" * 81})
        post(visitor, link, do="register", name=name)
        post(visitor, link, do="withdraw")
    refused = visitor.post(link, {"do": "register", "name": "Xia"})
    assert refused.status_code == 429 and "You have registered too often today." in text(refused)
    assert not Player.objects.filter(name="Xia").exists()


def test_names_of_players_are_guessed_only_a_few_times_a_day(
    season: Season, link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = replace(mail_registration.REGISTRATIONS_BY_MAIL, most=2)
    monkeypatch.setattr(mail_registration, "REGISTRATIONS_BY_MAIL", few)
    make_account(get_key(NAMES[1]))
    for name in NAMES[:2]:
        assert Client().post(link, {"do": "register", "name": name}).status_code == 200
    assert Client().post(link, {"do": "register", "name": NAMES[2]}).status_code == 429


def test_no_public_page_shows_the_address(season: Season, club: Club) -> None:
    register_from_mail(season, "Zoe")
    Player.objects.create(club=club, key="yan", name="Yan")
    organiser = log_in(make_member(club, Role.ORGANISER))
    for reader in (Client(), log_in(make_account("yan")), organiser):
        for page in (PAGE, f"/riverside/players/{get_key('Zoe')}/", "/riverside/players/"):
            assert "guests.example" not in reader.get(page).content.decode()


@pytest.mark.parametrize("more", [0, 30])
def test_queries_of_the_page_do_not_grow(
    season: Season, link: str, more: int, django_assert_num_queries: Any
) -> None:
    limit_registration(season=season, limit=None, closes_at=None, by=CONSOLE)
    if more:
        register_players(season=season, names=[f"Player {number}" for number in range(more)], by=CONSOLE)
    Client().get(link)
    with django_assert_num_queries(4):
        Client().get(link)
