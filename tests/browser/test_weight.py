"""What pages weigh on the wire, compressed as they are sent."""

import gzip
import re
from urllib.parse import urljoin
from urllib.request import Request, urlopen

import pytest

from tests.browser.pages import PAGES
from tests.browser.site import Site

BY_ID = {page.id: page for page in PAGES}
STYLE_AND_SCRIPT = 60_000
LONG_SEASON = 100_000
PUBLIC_PAGE = 30_000  # with its style sheets
REQUESTS = 6
FONT_AND_ICON = 2


@pytest.mark.parametrize(
    "id",
    [
        "riverside-club-visitor",
        "riverside-season-visitor",
        "riverside-match-visitor",
        "riverside-rules-visitor",
    ],
)
def test_public_page_is_light_and_needs_few_requests(site: Site, id: str) -> None:
    weight, html = fetch(site, BY_ID[id].path)
    weights = weigh_files(site, html, "visitor")
    assert any("league/style.css" in part for part in weights)
    assert weight + sum(weights.values()) < PUBLIC_PAGE, (weight, weights)
    assert 1 + len(weights) + FONT_AND_ICON <= REQUESTS, weights


def test_style_and_script_of_a_form_are_few_and_light(site: Site) -> None:
    page = BY_ID["riverside-enter-scorer"]
    _weight, html = fetch(site, page.path, who=page.who)
    weights = weigh_files(site, html, page.who)
    assert len([part for part in weights if "fonts.css" not in part]) == 5
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
    parts = re.findall(r'<script[^>]* src="([^"]+)"|<link rel="stylesheet" href="([^"]+)"', html)
    return {part: fetch(site, part, who)[0] for script, style in parts for part in [script or style]}


def fetch(site: Site, path: str, who: str = "visitor") -> tuple[int, str]:
    """Bytes on the wire, and what they say."""
    cookies = "; ".join(f"{one['name']}={one['value']}" for one in site.cookies(who, "riverside"))
    request = Request(  # noqa: S310  (the site that was started here)
        urljoin(site.url, path), headers={"Accept-Encoding": "gzip", "Cookie": cookies}
    )
    with urlopen(request, timeout=30) as response:  # noqa: S310
        body = response.read()
        assert response.headers["Content-Encoding"] == "gzip", path
    return len(body), gzip.decompress(body).decode()
