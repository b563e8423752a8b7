"""The reference as pages of the site: its links, anchors and tables, escaped and without queries of its own."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from league.actions.club import import_club
from league.principals import CONSOLE
from league.web.public.reference import FOLDER, build_anchor, render_document
from tests.web.public.test_rules import club
from tests.web.sheets import text

NAMES = sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != "README")
HREF = re.compile(r'<a [^>]*?href="([^"]*)"')


def list_ids(html: str) -> list[str]:
    return re.findall(r' id="([^"]+)"', html)


@pytest.mark.django_db
def test_each_page_is_there_and_each_link_of_it_leads_somewhere(client: Client) -> None:
    pages = {f"/-/reference/{name}/": client.get(f"/-/reference/{name}/") for name in NAMES}
    pages["/-/reference/"] = client.get("/-/reference/")
    ids = {}
    for address, page in pages.items():
        assert page.status_code == 200
        ids[address] = list_ids(page.content.decode())
        assert len(ids[address]) == len(set(ids[address]))
    inner = 0
    for here, page in pages.items():
        for href in HREF.findall(page.content.decode().partition("<article")[2].partition("</article>")[0]):
            address, _hash, anchor = href.partition("#")
            if not address.startswith("https://"):
                inner += 1
                assert (address or here) in pages and (not anchor or anchor in ids[address or here]), href
    assert inner > 300
    assert {f"/-/reference/{name}/" for name in NAMES} < set(
        HREF.findall(pages["/-/reference/"].content.decode())
    )


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["nothing", "README", "..", "board-vectors", "board-vectors.json"])
def test_what_is_no_page_of_it_is_not_there(name: str, client: Client) -> None:
    assert client.get(f"/-/reference/{name}/").status_code == 404


def test_text_is_escaped_and_files_that_are_not_served_are_no_links() -> None:
    document = render_document(
        "# One <b>\n\nContents: [Two](#two)\n\n## Two\n\n* **R7 Three.** <script> `<i>`\n\n"
        "[four](../four.md#a) [ranking.md](ranking.md) [the lot](ranking.md#lots) [five](javascript:six)\n"
    )
    assert (document.title, document.headings) == ("One <b>", (("two", "Two"),))
    assert "Contents" not in document.html and "<script" not in document.html and "&lt;i&gt;" in document.html
    assert '<li id="ruling-R7">' in document.html
    assert "<span>four</span>" in document.html and "javascript:six" not in "".join(
        HREF.findall(document.html)
    )
    assert '<a href="/-/reference/ranking/">Standings and ranking</a>' in document.html
    assert '<a href="/-/reference/ranking/#lots">the lot</a>' in document.html


def test_headings_of_the_same_name_have_anchors_of_their_own() -> None:
    taken: set[str] = set()
    anchors = [
        build_anchor(heading, taken) for heading in ("Rulings", "`add_member`", "A round's life", "Rulings")
    ]
    assert anchors == ["rulings", "add_member", "a-rounds-life", "rulings-1"]


@pytest.mark.django_db
def test_rules_lead_to_it(client: Client, django_assert_num_queries: Callable) -> None:
    import_club(club(), by=CONSOLE)
    page = client.get("/other/league/rules/")
    assert "Every rule in full: how sheets are scored, how players are ranked, the whole reference" in text(
        page
    )
    assert {"/-/reference/", "/-/reference/scoring/", "/-/reference/ranking/"} < set(
        HREF.findall(page.content.decode())
    )
    with django_assert_num_queries(0):
        client.get("/-/reference/awards/")
