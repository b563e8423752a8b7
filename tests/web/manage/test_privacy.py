"""The settings of a club and of a player that say what visitors see."""

from __future__ import annotations

import re

from django.test import Client

from league.models import Club, Player
from tests.web.sheets import text

SETTINGS, EDIT = "/riverside/-/settings/", "/riverside/-/players/ann/edit/"
SENT = {"name": "Riverside", "timezone": "Europe/London"}


def get_ann() -> Player:
    return Player.objects.get(club__slug="riverside", key="ann")


def test_organiser_hides_a_name_and_shows_it_again(organiser: Client, client: Client) -> None:
    page = text(organiser.post(EDIT, {"name": "Ann Archer", "visibility": "minor"}, follow=True))
    assert "Ann Archer" in page and "for visitors: Ann A." in page
    assert "Ann A." in text(client.get("/riverside/players/"))
    assert client.get("/riverside/players/ann/").status_code == 404
    assert client.get(get_ann().get_absolute_url()).status_code == 404
    assert organiser.get(get_ann().get_absolute_url()).status_code == 200
    organiser.post(EDIT, {"name": "Ann Archer"})  # a form without the field
    assert get_ann().visibility == "minor"
    assert 'value="minor" selected' in organiser.get(EDIT).content.decode()
    organiser.post(EDIT, {"name": "Ann Archer", "visibility": "name"})
    assert "Ann Archer" in text(client.get("/riverside/players/ann/"))


def test_organiser_chooses_who_sees_the_club_and_whom_to_write_to(organiser: Client, client: Client) -> None:
    sent = SENT | {"privacy": "short-names", "privacy_email": "names@riverside.example"}
    assert organiser.post(SETTINGS, sent).status_code == 302
    page = client.get("/riverside/players/").content.decode()
    assert "Ann A." in page and "Archer" not in page and "mailto:names@riverside.example" in page
    page = client.get(get_ann().get_absolute_url()).content.decode()
    assert "Ann A." in page and "mailto:names@riverside.example" in page
    organiser.post(SETTINGS, SENT)  # a form without the fields
    club = Club.objects.get(slug="riverside")
    assert (club.privacy, club.privacy_email) == ("short-names", "names@riverside.example")
    assert "privacy_email" in organiser.post(SETTINGS, sent | {"privacy_email": "x"}).content.decode()
    organiser.post(SETTINGS, sent | {"privacy": "members", "privacy_email": ""})
    assert client.get("/riverside/").status_code == 404
    page = client.get("/riverside/").content.decode()
    assert "/-/log-in/?next=/riverside/" in page


def test_parent_is_told_whom_to_ask_where_the_club_names_no_address(riverside: Club, client: Client) -> None:
    for page in ("/riverside/players/", get_ann().get_absolute_url()):
        shown = client.get(page)
        assert "your child's name" in text(shown)
        [link] = re.findall(r'href="(/-/report/\?page=[^"]+)" rel="nofollow">write', shown.content.decode())
        assert page in client.get(link).content.decode()
