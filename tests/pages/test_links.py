"""No link leads nowhere, and each says where it leads, whoever follows it."""

from collections import deque
from html.parser import HTMLParser
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from django.urls import Resolver404

from tests.pages.visits import Site, find_name

CLUBS = ("riverside", "autumn")  # a league as most are, and a season in every state
MIN_FOLLOWED = 40


class Links(HTMLParser):
    """The links of a page with what they are called, and the places in it that a link may name."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.places: set[str] = set()
        self._href: str | None = None
        self._said: list[str] = []
        self._hidden: list[str] = []  # what is open since something that is not read aloud began
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        self.places |= {values["id"]} if "id" in values else set()
        if tag == "a" and "href" in values:
            self._href, self._said = values["href"], []
        self._said += [values.get("aria-label", ""), values.get("alt", "")]
        if self._hidden or values.get("aria-hidden") == "true":
            self._hidden.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Such as a line of an icon: it holds nothing."""

    def handle_endtag(self, tag: str) -> None:
        if tag in self._hidden:
            while self._hidden.pop() != tag:
                pass
        if tag == "a" and self._href is not None:
            self.found.append((self._href, " ".join("".join(self._said).split())))
            self._href = None

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self._said.append(data)


# An owner sees nearly everything that an organiser and a player do.
@pytest.mark.parametrize(
    "who",
    ["visitor", "owner", *(pytest.param(who, marks=pytest.mark.full) for who in ("player", "organiser"))],
)
def test_every_link_has_a_name_and_leads_somewhere(site: Site, who: str) -> None:
    """Of links of the same kind, from the same kind of page to the same kind of page, one is followed in each club."""
    wrong, followed = crawl(site, who)
    assert followed > MIN_FOLLOWED
    assert wrong == []


def crawl(site: Site, who: str) -> tuple[list[str], int]:
    """Return what is wrong with links, beginning at the home page and at some clubs, and how many pages were seen."""
    queue = deque(["/", *(f"/{club}/" for club in CLUBS)] + (["/-/my/"] if who != "visitor" else []))
    known, kinds, wrong = set(queue), set(), []
    while queue:
        path = queue.popleft()
        response = site.visit(who, path).response
        links = []
        if response.status_code in (301, 302):
            links.append((response.headers["Location"], "led on"))
        elif response.status_code != 200:
            wrong.append(f"{path} answers {response.status_code}")
        elif response.headers["Content-Type"].startswith("text/html"):
            page = Links(response.content.decode())
            links = page.found
            wrong += [f"{path}: {href} has no name" for href, name in links if not name]
            wrong += [
                f"{path}: nothing is called {href}"
                for href, _name in links
                if href.startswith("#") and href[1:] not in page.places
            ]
        for href, _name in links:
            target = urlsplit(urljoin(path, href))
            if target.netloc not in ("", "testserver") or target.scheme not in ("", "http"):
                continue
            try:
                kind = (
                    find_name(path),
                    find_name(target.path),
                    *parse_qs(target.query),
                    target.path.split("/")[1],
                )
            except Resolver404:
                wrong.append(f"{path}: there is no page {href}")
                continue
            where = f"{target.path}?{target.query}".rstrip("?")
            if kind not in kinds and where not in known and kind[-1] in (*CLUBS, "-", ""):
                kinds.add(kind)
                known.add(where)
                queue.append(where)
    return wrong, len(known)


def test_link_is_called_what_is_read_aloud() -> None:
    page = Links(
        '<a href="/a/"><svg aria-hidden="true"><path/></svg></a><a href="/b/" aria-label="Search"><svg></svg></a>'
        '<a id="c" href="#c"><i aria-hidden="true">x</i> See <b>more</b></a><a href="/d/"><img alt="Icon"></a>'
    )
    assert page.found == [("/a/", ""), ("/b/", "Search"), ("#c", "See more"), ("/d/", "Icon")]
    assert page.places == {"c"}
