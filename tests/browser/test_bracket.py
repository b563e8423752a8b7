"""A bracket as a picture: on a telephone one round at a time, on a desktop, in the dark, and on paper."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from league.models import Club
from league.rules.seasons.tournament_plans import PlanKind
from tests.actions.test_brackets import play
from tests.actions.tournaments import begin_round, make_tournament
from tests.browser.conftest import visiting
from tests.browser.test_print import count_pages

BRACKET = "/club/spring-open/1/bracket/"
TELEPHONE, DESKTOP = 390, 1366
FIRST = ("Ann", "Bartholomew", "Cleo", "Dan", "Evangeline", "Fay", "Gil", "Hal")
LAST = ("Archer", "Baker", "Carter-Whitfield", "Dyer", "Ellis", "Fox", "Grant", "Hunt")
SIZES = [
    pytest.param(8, marks=pytest.mark.full),
    pytest.param(16, marks=pytest.mark.full),
    32,
    pytest.param(64, marks=pytest.mark.full),
]
CUT_OFF = """() => [...document.querySelectorAll(".tie bdi")].filter(name => {
  const inside = name.getBoundingClientRect(), box = name.closest("li").getBoundingClientRect();
  return name.scrollWidth > name.clientWidth + 1 || inside.right > box.right || inside.bottom > box.bottom + 1;
}).map(name => name.textContent)"""


def make_bracket(players: int, kind: PlanKind = "knockout") -> None:
    """Make a bracket whose first round has been played, and whose second one is published."""
    club = Club.objects.create(slug="club", name="The Club")
    names = [f"{first} {last}" for last in LAST for first in FIRST]
    season = make_tournament(club, names=names[:players], kind=kind)
    play(season, begin_round(season))
    begin_round(season)


def test_one_round_is_shown_at_a_time_on_a_telephone(
    transactional_db: None, tabs: dict[bool, Page], live_server: Any
) -> None:
    make_bracket(8)
    with visiting(tabs[True], live_server.url, width=TELEPHONE) as visit:
        page = visit.page
        visit.open(BRACKET)
        rounds = page.locator(".main > li")
        assert rounds.count() == 3

        def expect_only(number: int) -> None:
            for other, each in enumerate(rounds.all()):
                ties = each.locator(".tie > ul").first
                if other == number:
                    expect(ties).to_be_in_viewport(ratio=0.95)
                else:
                    expect(ties).not_to_be_in_viewport(ratio=0.2)

        expect_only(0)
        for number, title in ((2, "Final"), (1, "Semi-finals"), (0, "Quarter-finals")):
            page.get_by_role("link", name=title, exact=True).click()
            expect_only(number)
        # a swipe that ends between two rounds goes on to one of them
        page.locator(".wide").first.evaluate("area => area.scrollTo({left: area.clientWidth * 0.7})")
        expect_only(1)


@pytest.mark.parametrize("players", SIZES)
def test_a_bracket_is_a_page_of_a4_with_all_names(
    transactional_db: None, tabs: dict[bool, Page], live_server: Any, players: int, tmp_path: Path
) -> None:
    make_bracket(players)
    with visiting(tabs[True], live_server.url, width=DESKTOP) as visit:
        visit.open(BRACKET)
        paper = visit.page.pdf(format="A4", prefer_css_page_size=True)
        (tmp_path / "bracket.pdf").write_bytes(paper)
        assert count_pages(paper) == 1
        visit.page.emulate_media(media="print")
        assert visit.page.locator(".tie bdi").count() == players + players // 2
        assert visit.page.evaluate(CUT_OFF) == []
        visit.page.emulate_media(media="null")


@pytest.mark.full
@pytest.mark.parametrize("players", [8, 16, 32, 64])
@pytest.mark.parametrize("kind", ["knockout", "double-elimination"])
def test_names_are_shown_in_full_on_telephones_and_desktops(
    transactional_db: None,
    tabs: dict[bool, Page],
    live_server: Any,
    players: int,
    kind: PlanKind,
    tmp_path: Path,
) -> None:
    """Its pictures are kept for a while where pytest keeps its files: to look at."""
    make_bracket(players, kind)
    with visiting(tabs[True], live_server.url, width=TELEPHONE) as visit:
        visit.open(BRACKET)
        for width in (TELEPHONE, DESKTOP):
            visit.page.set_viewport_size({"width": width, "height": 900})
            assert visit.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
            assert visit.page.evaluate(CUT_OFF) == []
            for scheme in ("light", "dark"):
                visit.page.emulate_media(color_scheme=scheme)
                visit.page.screenshot(path=tmp_path / f"{width}-{scheme}.png", full_page=True)
        visit.page.emulate_media(color_scheme="light")
