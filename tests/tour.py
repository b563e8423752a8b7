"""`python -m tests.tour --out FOLDER`: pictures of all pages, and a contact sheet to look at them side by side."""

import argparse
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

from tests.browser import site as sites
from tests.browser.page import Page
from tests.browser.pages import PAGES
from tests.browser.site import Site
from tests.browser.viewing import DARK, LIGHT, NARROW, WIDE, Eyes, look

TALLEST = {NARROW: 2400, WIDE: 1800}  # of a long table the beginning tells enough
VIEWS = [(width, scheme) for width in (NARROW, WIDE) for scheme in (LIGHT, DARK)]
TO_A_SHEET = 3
PAPER = 718  # A4 between its margins
PRINTED_HEIGHT = 1100
STYLE = """
body { font: 16px system-ui, sans-serif; margin: 24px; background: #8a8a8a; color: #111; }
section { background: #fff; margin: 0 0 24px; padding: 16px; }
h1, h2 { margin: 0 0 12px; font-size: 20px; }
h2 small { font-weight: normal; color: #444; }
.views { display: flex; gap: 12px; align-items: start; }
.views a { display: block; max-height: 760px; overflow: hidden; outline: 1px solid #999; }
.views img { display: block; }
.w360 img { width: 240px; } .w1280 img { width: 560px; } .w718 img { width: 360px; }
nav { columns: 4; margin-bottom: 24px; } nav a { color: #000; display: block; }
"""


@dataclass(frozen=True)
class Stop:
    """A page and its pictures, or why there are none."""

    page: Page
    said: str = ""

    def picture(self, width: int, look: str) -> str:
        return f"{self.page.id}-{width}-{look}.png"

    @property
    def views(self) -> list[tuple[int, str]]:
        """Return the width and look of each picture: of a club's public pages also as they are printed."""
        of_a_club = self.page.who == "visitor" and not self.page.path.startswith("/-/")
        return [*VIEWS, *([(PAPER, "print")] if of_a_club and not self.page.steps else [])]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=sites.ROOT / "var" / "tour", metavar="FOLDER")
    parser.add_argument("--only", default="", metavar="WORD", help="only pages with this in their name")
    arguments = parser.parse_args()
    program = sites.chromium()
    if not program:
        sys.exit("The tour needs Chromium.")
    pages = [page for page in PAGES if arguments.only in page.id]
    folder: Path = arguments.out.resolve()
    _clear(folder)
    with sites.running() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(sites.QUIET))
        eyes = Eyes(browser)
        eyes.tab.set_default_timeout(60_000)  # the machine may be busy, and nothing is tested here
        stops = [_visit(eyes, site, page, folder) for page in pages]
        eyes.close()
        index = folder / "index.html"
        index.write_text(_index(stops))
        sheets = list(_contact_sheets(browser, index, len(stops)))
        browser.close()
    size = sum(path.stat().st_size for path in folder.iterdir())
    for stop in stops:
        if stop.said:
            print(f"{stop.page.id}: {stop.said}")
    print(f"{len(stops)} pages on {len(sheets)} sheets, {size / 1_000_000:.0f} MB: {index}")
    return 1 if any(stop.said for stop in stops) else 0


def _clear(folder: Path) -> None:
    """Delete old pictures; exit if the folder has anything else in it, as it is somebody's."""
    if folder.exists():
        strangers = [path for path in folder.iterdir() if path.suffix not in {".png", ".html"}]
        if strangers:
            sys.exit(
                f"{folder} holds more than a tour ({strangers[0].name}). Choose another folder with --out."
            )
        shutil.rmtree(folder)
    folder.mkdir(parents=True)


def _visit(eyes: Eyes, site: Site, page: Page, folder: Path) -> Stop:
    print(page.id, flush=True)
    problem, stop = "", Stop(page)
    for width in (NARROW, WIDE):
        try:
            with look(eyes, site, page, width, LIGHT) as looked:
                if looked.status != page.status:
                    problem = f"answers {looked.status}, not {page.status}"
                for scheme in (LIGHT, DARK):
                    looked.tab.emulate_media(color_scheme=scheme)
                    height = looked.tab.evaluate("document.documentElement.scrollHeight")
                    # A window as high as the page: what sticks to its edges covers nothing then.
                    looked.tab.set_viewport_size({"width": width, "height": min(height, TALLEST[width])})
                    path = folder / stop.picture(width, scheme)
                    looked.tab.screenshot(path=path, animations="disabled")
                if width == WIDE and (PAPER, "print") in stop.views:
                    looked.tab.emulate_media(media="print", color_scheme=LIGHT)
                    looked.tab.set_viewport_size({"width": PAPER, "height": PRINTED_HEIGHT})
                    path = folder / stop.picture(PAPER, "print")
                    looked.tab.screenshot(path=path, animations="disabled")
        except Error as error:
            problem = f"at {width}: {str(error).splitlines()[0]}"
    return Stop(page, problem)


def _index(stops: list[Stop]) -> str:
    links = "".join(f'<a href="#{stop.page.id}">{escape(stop.page.id)}</a>' for stop in stops)
    sections = "".join(map(_section, stops))
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Boolie, all pages</title>'
        f"<style>{STYLE}</style><h1>All pages</h1><nav>{links}</nav>{sections}"
    )


def _section(stop: Stop) -> str:
    page = stop.page
    pictures = "".join(
        f'<a class="w{width}" href="{name}"><img src="{name}" alt="{width} {look}"></a>'
        for width, look in stop.views
        for name in [stop.picture(width, look)]
    )
    return (
        f'<section id="{page.id}"><h2>{page.club}: {page.name}, {page.who} '
        f"<small>{escape(page.path)} {escape(stop.said)}</small></h2>"
        f'<div class="views">{pictures}</div></section>'
    )


def _contact_sheets(browser: Browser, index: Path, count: int) -> Iterator[Path]:
    """Take pictures of the index in pieces, and yield their paths."""
    tab = browser.new_page(viewport={"width": 2096, "height": 1000})
    tab.goto(index.as_uri(), wait_until="load")
    for number, first in enumerate(range(0, count, TO_A_SHEET), 1):
        tab.evaluate(
            "([first, last]) => { document.querySelector('h1').hidden = document.querySelector('nav').hidden = true;"
            " document.querySelectorAll('section').forEach((one, at) => { one.hidden = at < first || at >= last }) }",
            [first, first + TO_A_SHEET],
        )
        sheet = index.with_name(f"sheet-{number:02}.png")
        tab.screenshot(path=sheet, full_page=True)
        yield sheet
    tab.close()


if __name__ == "__main__":
    sys.exit(main())
