"""What pages weigh on the wire, compressed as they are sent."""

import gzip
import re
from urllib.parse import urljoin
from urllib.request import Request, urlopen

import pytest

from tests.browser.page import Page
from tests.browser.pages import PAGES
from tests.browser.site import Site

BY_ID = {page.id: page for page in PAGES}
STYLE_AND_SCRIPT = 60_000
LONG_SEASON = 100_000
PUBLIC_PAGE = 40_000  # with its style sheets and scripts, and the font
RULES = 55_000  # a page of text, with what is not in the source
FONT = 15_000  # at most (tests/commands/test_build_fonts.py); names in other letters load more
LARGE = "large-100"
REQUESTS = 6
FONT_AND_ICON = 2


@pytest.mark.parametrize("language", ["en", "de"])
def test_public_pages_are_light_and_need_few_requests(site: Site, language: str) -> None:
    files: dict[str, int] = {}
    heavy = []
    for page in PAGES:
        if not is_to_be_read(page):
            continue
        weight, html = fetch(site, page.path.format(**site.facts), language=language)
        linked = list_files(html)
        files |= {path: fetch(site, path)[0] for path in linked if path not in files}
        weights = {path: files[path] for path in linked}
        assert any("league/style.css" in path for path in weights), page.id
        if weight + sum(weights.values()) + FONT >= (
            RULES if "rules" in page.name else PUBLIC_PAGE
        ) or 1 + len(weights) + FONT_AND_ICON > REQUESTS + has_own_sheet(linked):
            heavy.append((page.id, weight, weights))
    assert not heavy and files, heavy


def has_own_sheet(linked: list[str]) -> bool:
    """Return whether a page has style that few others need: it is asked for beside that of all pages."""
    sheets = {path.partition("?")[0].rpartition("/")[2] for path in linked if ".css" in path}
    return bool(sheets - {"style.css", "fonts.css"})


def is_to_be_read(page: Page) -> bool:
    """Return whether a page is one of a club's or the home page, for everybody: no log-in, no sheet to print."""
    asks = page.path.startswith("/-/") or "/enter/" in page.path or "/count/" in page.path
    return (
        page.who == "visitor"
        and page.status == 200
        and page.club != LARGE
        and not asks
        and "paper" not in page.name
        and page.name not in ("screen", "table-clock")  # they have style and scripts of their own
    )


def test_style_and_script_of_a_form_are_few_and_light(site: Site) -> None:
    page = BY_ID["riverside-enter-scorer"]
    _weight, html = fetch(site, page.path, who=page.who)
    weights = weigh_files(site, html, page.who)
    assert len([part for part in weights if "fonts.css" not in part]) == 9
    assert sum(weights.values()) < STYLE_AND_SCRIPT, weights


@pytest.mark.parametrize(
    ("part", "row", "rows"), [("", "<tr", 400), ("grid/", "<tr", 400), ("matches/", "<li", 600)]
)
def test_season_of_400_players_is_light(site: Site, part: str, row: str, rows: int) -> None:
    weight, html = fetch(site, f"/large-400/league/1/{part}")
    assert html.count(row) >= rows
    assert weight < LONG_SEASON


def weigh_files(site: Site, html: str, who: str) -> dict[str, int]:
    """Return the bytes on the wire of each style sheet and script that a page links."""
    return {path: fetch(site, path, who)[0] for path in list_files(html)}


def list_files(html: str) -> list[str]:
    """Return the addresses of the style sheets and scripts that a page links."""
    parts = re.findall(r'<script[^>]* src="([^"]+)"|<link rel="stylesheet" href="([^"]+)"', html)
    return [script or style for script, style in parts]


def fetch(site: Site, path: str, who: str = "visitor", language: str = "en") -> tuple[int, str]:
    """Bytes on the wire, and what they say."""
    own = {one["name"]: one["value"] for one in site.cookies(who, "riverside")} | {"language": language}
    cookies = "; ".join(f"{name}={value}" for name, value in own.items())
    request = Request(  # noqa: S310  (the site that was started here)
        urljoin(site.url, path), headers={"Accept-Encoding": "gzip", "Cookie": cookies}
    )
    with urlopen(request, timeout=30) as response:  # noqa: S310
        body = response.read()
        assert response.headers["Content-Encoding"] == "gzip", path
    return len(body), gzip.decompress(body).decode()
