"""In which language a page and a mail are: the account's, else the cookie's, else the browser's."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.utils.translation import override

from league.actions.invitation import invite_member
from league.models import Club, Round, Season, Seat, User
from league.notifications.rounds import mail_round
from league.principals import Person
from league.tasks import run_jobs
from league.web.formats import format_figure
from tests.marking import OPEN, mark_messages
from tests.security.population import Population

PAGE = "/riverside/league-1/1/"
GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


@pytest.fixture(autouse=True)
def _nothing_is_kept_and_german_is_marked() -> Any:
    cache.clear()
    with mark_messages():
        yield


def get_language(client: Client, path: str = PAGE, **headers: str) -> str:
    response = client.get(path, headers=headers)
    assert response.status_code == 200
    [language] = {"de" if OPEN in response.content.decode() else "en", response.headers["Content-Language"]}
    assert f'<html lang="{language}"' in response.content.decode()
    return language


def choose(client: Client, language: str, **headers: str) -> Any:
    return client.post("/-/language/", {"language": language}, headers=headers)


def test_browser_decides_until_a_reader_has_chosen(population: Population) -> None:
    visitor = population.client("visitor")
    assert get_language(visitor) == "en"
    assert get_language(visitor, **GERMAN) == "de"
    assert get_language(visitor, **{"Accept-Language": "fr"}) == "en"
    answer = choose(visitor, "en", Referer=f"http://testserver{PAGE}", **GERMAN)
    assert (answer.status_code, answer.url) == (302, f"http://testserver{PAGE}")
    assert get_language(visitor, **GERMAN) == "en"


def test_page_is_kept_for_readers_of_its_language_only(population: Population) -> None:
    visitor = population.client("visitor")
    english = visitor.get(PAGE)
    german = visitor.get(PAGE, headers=GERMAN)
    assert english.headers["ETag"] != german.headers["ETag"]
    for headers, etag in ((GERMAN, english.headers["ETag"]), ({}, german.headers["ETag"])):
        assert visitor.get(PAGE, headers={**headers, "If-None-Match": etag}).status_code == 200
    assert get_language(visitor) == "en" and get_language(visitor, **GERMAN) == "de"
    assert "Accept-Language" in german.headers["Vary"]


def test_account_has_its_language_on_every_browser(population: Population) -> None:
    here, elsewhere = population.client("player"), population.client("player")
    choose(here, "de")
    assert get_language(elsewhere) == "de"
    choose(elsewhere, "en")
    assert get_language(here, **GERMAN) == "en"


@pytest.mark.django_db(transaction=True)
def test_account_chooses_its_language_in_a_transaction_of_its_own() -> None:
    """PostgreSQL locks the account's row in a transaction only."""
    user = User.objects.create_user("ann@example.org", name="Ann")
    client = Client()
    client.force_login(user)
    assert choose(client, "de").status_code == 302
    user.refresh_from_db()
    assert user.language == "de"


def test_first_log_in_keeps_the_language_of_its_page(population: Population) -> None:
    population.client("visitor")
    User.objects.filter(email="player@example.org").update(language="")
    user = User.objects.get(email="player@example.org")
    user.set_password("a pass phrase of six words here")
    user.save()
    browser = Client(headers=GERMAN)
    browser.post("/-/log-in/", {"login": user.email, "password": "a pass phrase of six words here"})
    user.refresh_from_db()
    assert user.language == "de"


@pytest.mark.parametrize(
    ("language", "headers"),
    [("tlh", {}), ("", {}), ("de", {"Origin": "https://elsewhere.example"})],
    ids=["unknown", "none", "elsewhere"],
)
def test_wrong_request_for_a_language_changes_nothing(
    population: Population, language: str, headers: dict[str, str]
) -> None:
    player = population.client("player")
    answer = choose(player, language, **headers)
    assert answer.status_code == 400 and settings.LANGUAGE_COOKIE_NAME not in answer.cookies
    assert get_language(player) == "en"


@pytest.mark.parametrize(
    ("origin", "status", "language"),
    [
        ("http://testserver", 302, "de"),
        ("", 403, "en"),
        ("null", 403, "en"),
        ("https://testserver", 403, "en"),
        ("https://elsewhere.example", 403, "en"),
    ],
)
def test_page_from_before_the_log_in_changes_the_language_as_well(
    population: Population, origin: str, status: int, language: str
) -> None:
    """It was kept for all visitors, so its button has no token."""
    player = population.client("player", enforce_csrf_checks=True)
    answer = choose(player, "de", **({"Origin": origin} if origin else {}))
    assert answer.status_code == status
    assert get_language(player) == language


def test_reader_is_led_to_no_other_site(population: Population) -> None:
    assert choose(population.client("visitor"), "de", Referer="https://elsewhere.example/").url == "/"


def test_invitation_is_in_the_language_of_its_club(population: Population, mailoutbox: list[Any]) -> None:
    owner = population.people["owner"]
    assert owner
    Club.objects.filter(pk=population.club.pk).update(language="de")
    population.club.refresh_from_db()
    address = f"{uuid4()}@example.org"
    invite_member(club=population.club, email=address, role="scorer", by=Person(owner))
    run_jobs()
    assert [OPEN in mail.subject for mail in mailoutbox if mail.to == [address]] == [True]


def test_club_chooses_the_language_of_its_invitations(population: Population) -> None:
    form = {"name": population.club.name, "timezone": population.club.timezone}
    owner = population.client("owner")
    owner.post("/riverside/-/settings/", {**form, "language": "de"})
    assert Club.objects.get(pk=population.club.pk).language == "de"
    owner.post("/riverside/-/settings/", form)
    assert Club.objects.get(pk=population.club.pk).language == "de"


def test_mail_says_everything_in_the_language_of_its_recipient(
    population: Population, mailoutbox: list[Any]
) -> None:
    """The name of a round is put together before the mail is, by a job of whoever changed something."""
    player = population.people["player"]
    assert player
    User.objects.filter(pk=player.pk).update(language="de")
    season = Season.objects.get(competition__club=population.club, competition__slug="cup")
    published = Round.objects.filter(stage__season=season, state="published").first()
    assert published
    seats = Seat.objects.filter(round=published, player__user=player)
    turn = sorted({seat.match_id for seat in Seat.objects.filter(round=published)})[:1]
    assert seats
    mail_round(round=published.pk, turn=turn, user=player.pk)
    with override("en"):
        [mail] = mailoutbox
    assert f"{OPEN}{OPEN}round" in mail.subject or f"{OPEN}round" in mail.body, mail.body


def test_file_is_the_same_in_every_language(population: Population) -> None:
    visitor, file = population.client("visitor"), f"{PAGE}?download=json"
    english = visitor.get(file).content
    assert english == visitor.get(file, headers=GERMAN).content and OPEN.encode() not in english


def test_sign_stays_before_its_number_among_words_from_the_right(settings: Any) -> None:
    assert format_figure(-3) == "\N{MINUS SIGN}3"
    settings.LANGUAGES_BIDI = ["de"]
    with override("de"):
        assert format_figure(-3) == "\N{LEFT-TO-RIGHT MARK}\N{MINUS SIGN}3"
        assert format_figure(3) == "3"
