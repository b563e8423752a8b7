"""Whatever people read can be translated: a language that marks each of its messages leaves nothing unmarked.

Names of people, clubs and games, and what somebody has typed, are the same in every language.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings

from games import installed
from league.models import Club, Competition, Division, Player, Season, SiteText, User, Variant
from tests.marking import CLOSE, OPEN, mark_messages
from tests.pages.figures import parse_tables
from tests.pages.visits import Site

MARKED = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
WORD = re.compile(r"[A-Za-z]{3,}")
READ_ALOUD = ("aria-label", "alt", "title", "placeholder")
NOT_READ = {"script", "style"}
NAMED: dict[Any, tuple[str, ...]] = {
    Club: ("name", "slug"),
    Competition: ("name", "slug"),
    Division: ("name",),
    Player: ("name", "key"),
    Season: ("name",),
    SiteText: ("text",),
    User: ("name", "email"),
    Variant: ("name",),
}
# What is called the same everywhere: forms of files, addresses, and the columns of a spreadsheet.
KEPT = {"Boolie", "CSV", "XLSX", "JSON", "TRF", "http", "https", "localhost", "matches"}
KEPT |= {"match", "played", "tricks"}
SECRET = re.compile(r"\b[0-9a-f]{32,}\b|\b[A-Z2-7]{32}\b")


class Texts(HTMLParser):
    """Collect what a page says: its text, and what is read aloud. What stands in <bdi> is somebody's name."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside.append(tag)
        self.texts += [value for name, value in attrs if name in READ_ALOUD and value]

    def handle_endtag(self, tag: str) -> None:
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not NOT_READ & {*self.inside} and "bdi" not in self.inside:
            self.texts.append(data)


def find_unmarked(content: str) -> Iterator[str]:
    page = Texts()
    page.feed(content)
    text = "".join(f"\x00{each}" for each in page.texts)
    while MARKED.search(text):
        text = MARKED.sub("\x01", text)
    for part in text.split("\x00"):
        if WORD.search(SECRET.sub("", part)):
            yield part.strip()


def list_names() -> Iterator[str]:
    """Yield the words of all names, which are the same in every language."""
    for name in (*available_timezones(), *dict(settings.LANGUAGES).values()):
        yield from WORD.findall(name)
    for model, fields in NAMED.items():
        for row in model._default_manager.values_list(*fields):
            for text in row:
                yield from WORD.findall(str(text))
    for game in installed():
        yield from WORD.findall(game.name)
        for variant in game.variants:
            yield from WORD.findall(variant.name)


def test_whatever_pages_say_can_be_translated(site: Site) -> None:
    known = {*KEPT, *list_names()}
    missed = {}
    with mark_messages():
        for who, path, figure in parse_tables():
            # The administration, the reference and files are in English.
            if figure == "-" or path.startswith(("/-/admin/", "/-/reference/")) or "download=" in path:
                continue
            response = site.visit(who, path, language="de").response
            if "html" not in response.headers.get("Content-Type", ""):
                continue
            for text in find_unmarked(response.content.decode()):
                if words := {*WORD.findall(SECRET.sub("", text))} - known:
                    missed[text] = f"{path} for {who} says {' '.join(words)} in every language: {text}"
    assert not missed, "\n".join(missed.values())
