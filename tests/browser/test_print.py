"""On paper: what hangs on the club's wall is one page."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize

from league.models import Player, Season
from tests.browser.pages import PAGES
from tests.browser.site import Site
from tests.browser.viewing import DARK, LIGHT, NARROW, WIDE, Eyes, Scheme, look
from tests.web.public.test_year import YEAR, make_year

BY_ID = {page.id: page for page in PAGES}


def count_pages(paper: bytes) -> int:
    """Return how many pages a PDF has."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", paper))


@pytest.mark.parametrize(
    ("id", "width", "scheme"),
    [
        ("riverside-season-visitor", NARROW, DARK),
        ("riverside-fixtures-visitor", WIDE, LIGHT),
        # the same two on paper, from the other screen
        pytest.param("riverside-season-visitor", WIDE, LIGHT, marks=pytest.mark.full),
        pytest.param("riverside-fixtures-visitor", NARROW, DARK, marks=pytest.mark.full),
    ],
)
def test_standings_and_fixtures_of_a_season_are_one_page_each(
    eyes: Eyes, site: Site, id: str, width: int, scheme: Scheme
) -> None:
    with look(eyes, site, BY_ID[id], width, scheme) as looked:
        looked.tab.emulate_media(media="print")
        columns = looked.tab.get_by_role("table").first.get_by_role("columnheader")
        assert all(column.is_visible() for column in columns.all())
        paper = looked.tab.pdf(format="A4", prefer_css_page_size=True)
        assert looked.status == 200
        assert count_pages(paper) == 1
        assert looked.tab.evaluate(
            "[document.body, document.querySelector('h1')].every(part => {"
            " const [red, green, blue] = getComputedStyle(part).color.match(/[\\d.]+/g).map(Number);"
            " return red + green + blue < 240 })"
        ), "ink on paper is dark, whatever the screen"


def test_names_that_take_several_lines_stay_in_their_rows(eyes: Eyes, site: Site) -> None:
    with look(eyes, site, BY_ID["riverside-season-visitor"], WIDE, LIGHT) as looked:
        looked.tab.emulate_media(media="print")
        name = looked.tab.locator("tbody th > a").first
        name.evaluate("link => link.textContent = 'Bartholomew '.repeat(20)")
        assert name.evaluate(
            "link => link.getBoundingClientRect().top >= link.closest('tr').getBoundingClientRect().top"
        )


def test_four_cards_for_tables_are_a_page(eyes: Eyes, site: Site) -> None:
    with look(eyes, site, BY_ID["riverside-table-cards-paper-visitor"], WIDE, LIGHT) as looked:
        cards = looked.tab.get_by_role("heading", name="Table", level=2).count()
        assert count_pages(looked.tab.pdf(format="A4", prefer_css_page_size=True)) == -(-cards // 4)


def test_a_ladder_is_a_page_without_its_buttons(eyes: Eyes, site: Site) -> None:
    with look(eyes, site, BY_ID["harbour-ladder-organiser"], WIDE, LIGHT) as looked:
        looked.tab.emulate_media(media="print")
        assert looked.tab.locator(".quiet tbody tr").count() == 8
        assert not looked.tab.get_by_role("button").all()
        assert count_pages(looked.tab.pdf(format="A4", prefer_css_page_size=True)) == 1


def test_hall_of_fame_names_its_club_and_all_who_share_a_record(eyes: Eyes, site: Site) -> None:
    """What is folded on the screen cannot be opened on paper."""
    with look(eyes, site, BY_ID["riverside-hall-of-fame-visitor"], WIDE, LIGHT) as looked:
        folded = looked.tab.locator("#record-matches details li > a").last
        club = looked.tab.locator(".page-head").get_by_text("Riverside Card Club")
        assert not folded.is_visible() and not club.is_visible()
        looked.tab.emulate_media(media="print")
        assert folded.is_visible() and club.is_visible()


@pytest.mark.parametrize(("id", "drawings"), [("riverside-rules-visitor", 1), ("lantern-rules-visitor", 3)])
def test_drawings_of_the_rules_are_on_paper_in_its_colours(
    eyes: Eyes, site: Site, id: str, drawings: int
) -> None:
    with look(eyes, site, BY_ID[id], NARROW, DARK) as looked:
        looked.tab.emulate_media(media="print")
        looked.tab.set_viewport_size({"width": 703, "height": 1040})
        pictures = looked.tab.locator("main figure svg, main svg[role='img']")
        assert pictures.count() >= drawings
        for picture in pictures.all():
            box = picture.bounding_box()
            assert picture.is_visible() and box and box["x"] + box["width"] <= 703 and box["height"] <= 1040
            ink = picture.evaluate("part => getComputedStyle(part).color.match(/[\\d.]+/g).map(Number)")
            assert sum(ink[:3]) < 240


ACROSS: ViewportSize = {"width": 1032, "height": 710}  # A4, without the margins


def get_sizes(paper: bytes) -> set[tuple[int, int]]:
    """Return the sizes of the pages of a PDF, in points."""
    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", paper)
    return {(round(float(width)), round(float(height))) for width, height in boxes}


def test_year_of_twelve_evenings_is_not_cut_on_paper(
    transactional_db: None, chromium: Browser, live_server: Any
) -> None:
    make_year(best=8, least=3)
    for player in Player.objects.all():
        Player.objects.filter(pk=player.pk).update(name=f"{player.name} Charlotte Wolfenstein-Hagenbeck")
    page = chromium.new_page(viewport=ACROSS)
    page.goto(live_server.url + YEAR)
    page.emulate_media(media="print")
    columns = page.get_by_role("table").first.get_by_role("columnheader")
    assert columns.count() == 4 + 12 + 1 and all(column.is_visible() for column in columns.all())
    edges = page.locator("table").evaluate_all(
        "tables => tables.map(table => table.getBoundingClientRect().right)"
    )
    assert max(edges) <= ACROSS["width"]
    paper = page.pdf(format="A4", prefer_css_page_size=True)
    assert get_sizes(paper) == {(842, 595)} and count_pages(paper) <= 2
    page.close()


def test_year_of_more_evenings_than_fit_leaves_single_ones_to_the_file(
    transactional_db: None, chromium: Browser, live_server: Any
) -> None:
    make_year(best=8)
    season = Season.objects.get(number=24)
    for number in range(25, 40):
        season.pk, season.number, season.name, season.rolled_from = None, number, f"Evening {number}", None
        season.save(force_insert=True)
    page = chromium.new_page(viewport=ACROSS)
    page.goto(live_server.url + YEAR)
    evening = page.locator(".evening").first
    note = page.get_by_text("On paper without the 27 single evenings")
    assert evening.is_visible() and not note.is_visible()
    page.emulate_media(media="print")
    assert note.is_visible() and not evening.is_visible()
    assert page.get_by_role("table").first.get_by_role("columnheader").count() == 5
    page.close()
