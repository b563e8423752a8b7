"""What other sites and programs show of a link to a page: its title, a sentence and the icon."""

import re
import struct
from html import unescape

from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.test import Client

from league.models import Club

PAGES = {
    "/": "League tables for card clubs. Enter the score sheets – Boolie does the rest.",
    "/riverside/": "Riverside Card Club: standings, fixtures, results and players.",
    "/riverside/players/": "The players of Riverside Card Club and their records.",
    "/riverside/players/ann/": "Ann Archer at Riverside Card Club: record, results and awards.",
    "/riverside/skuck-league/3/": "Standings of SKUCK League, season 3, at Riverside Card Club.",
    "/riverside/skuck-league/3/grid/": "Results grid of SKUCK League, season 3, at Riverside Card Club.",
    "/riverside/skuck-league/3/matches/": "Fixtures and results of SKUCK League, season 3, at Riverside Card Club.",
    "/riverside/skuck-league/2/awards/": "Awards of SKUCK League, season 2, at Riverside Card Club.",
    "/riverside/skuck-league/hall-of-fame/": "Champions and records of SKUCK League at Riverside Card Club.",
    "/riverside/skuck-league/rules/": "The rules of SKUCK as Riverside Card Club plays it, with worked examples.",
    "/riverside/matches/m50/": "SKUCK League, season 3, division A, round 1: Dev Dhar",
    "/riverside/matches/m53/": "SKUCK League, season 3, division A, round 3",
    "/riverside/skuck-league/3/why/ann/": "Ann Archer is ",
}


def find_metas(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', page)
    return {name: " ".join(unescape(said).split()) for name, said in found}


def test_link_to_a_public_page_has_a_title_a_sentence_and_the_icon(riverside: Club, client: Client) -> None:
    said = {}
    for path in PAGES:
        page = client.get(path).content.decode()
        metas, title = find_metas(page), page.partition("<title>")[2].partition("</title>")[0]
        assert metas["og:title"] == " ".join(unescape(title).split()) != "", path
        assert metas["og:description"] == metas["description"], path
        assert metas["og:image"] == settings.SITE_URL + static("league/icon.png"), path
        assert metas["og:site_name"] == "Boolie" and metas["twitter:card"] == "summary"
        said[path] = metas["description"]
    assert {path: said[path] for path, start in PAGES.items() if not said[path].startswith(start)} == {}


def test_name_of_a_club_cannot_leave_its_place(riverside: Club, client: Client) -> None:
    Club.objects.filter(pk=riverside.pk).update(name='Six" <b>&amp; Seven')
    page = client.get("/riverside/").content.decode()
    assert find_metas(page)["og:title"] == 'Six" <b>&amp; Seven'
    assert find_metas(page)["description"].startswith('Six" <b>&amp; Seven: ')


def test_page_for_somebody_who_has_logged_in_says_nothing_to_other_sites(scorer: Client) -> None:
    assert "og:" not in scorer.get("/riverside/").content.decode()


def test_icon_is_a_square_picture(client: Client) -> None:
    path = finders.find("league/icon.png")
    assert path
    with open(path, "rb") as file:
        head = file.read(24)
    assert head[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", head[16:]) == (512, 512)
