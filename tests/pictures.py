"""`python -m tests.pictures`: the pictures of the documents, and the icon as PNG, made anew."""

import sys
from base64 import b64decode
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser import site as sites
from tests.browser import steps
from tests.browser.page import Page
from tests.browser.site import Site
from tests.browser.viewing import LIGHT, WIDE, Eyes, look

PICTURES = sites.ROOT / "docs" / "pictures"
ICON = sites.ROOT / "league" / "static" / "league" / "icon.svg"
ICON_SIZE = 512
GREEN = "#123f2f"  # the icon's: telephones round its corners themselves
DESKTOP, PHONE = (1200, 750), (390, 760)
QUALITY = 75


@dataclass(frozen=True)
class Picture:
    name: str
    page: Page
    size: tuple[int, int] = DESKTOP


def _show(name: str, club: str, who: str, path: str, **more: object) -> Picture:
    size = more.pop("size", DESKTOP)
    return Picture(name, Page(name, f"/{club}/{path}", who, club, **more), size)  # type: ignore[arg-type]


SHOWN = [
    _show("standings", "riverside", "visitor", "skuck-league/3/"),
    _show("standings-phone", "riverside", "visitor", "skuck-league/3/", size=PHONE),
    _show("match", "riverside", "visitor", "matches/m50/"),
    _show("enter-result", "riverside", "scorer", "matches/m53/enter/", steps=steps.begin),
    _show("set-up", "autumn", "organiser", "sundays/1/set-up/"),
    _show("next-season", "autumn", "organiser", "mondays/1/roll-over/"),
]


def main() -> int:
    program = sites.chromium()
    if not program:
        sys.exit("The pictures need Chromium.")
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.glob("*.webp"):
        old.unlink()
    with sites.running() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(sites.QUIET))
        paths = [draw_icon(browser)]
        eyes = Eyes(browser)
        eyes.tab.set_default_timeout(60_000)  # the machine may be busy, and nothing is tested here
        paths += [take_picture(eyes, site, picture) for picture in SHOWN]
        eyes.close()
        browser.close()
    for path in paths:
        print(f"{path.relative_to(sites.ROOT)}: {path.stat().st_size:,} bytes")
    return 0


def take_picture(eyes: Eyes, site: Site, picture: Picture) -> Path:
    """Take a picture of the beginning of a page, as WebP, which only the browser's own protocol writes."""
    with look(eyes, site, picture.page, WIDE, LIGHT) as looked:
        if looked.status != picture.page.status:
            sys.exit(f"{picture.page.path} answers {looked.status}.")
        width, height = picture.size
        looked.tab.set_viewport_size({"width": width, "height": height})
        looked.tab.evaluate("document.activeElement.blur(); scrollTo(0, 0); document.fonts.ready")
        protocol = looked.tab.context.new_cdp_session(looked.tab)
        taken = protocol.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        protocol.detach()
    path = PICTURES / f"{picture.name}.webp"
    path.write_bytes(b64decode(taken["data"]))
    return path


def draw_icon(browser: Browser) -> Path:
    """Draw the icon for what shows no SVG: the preview of a link, the home screen of a telephone."""
    tab = browser.new_page(viewport={"width": ICON_SIZE, "height": ICON_SIZE})
    tab.set_content(f'<body style="margin: 0; background: {GREEN}">{ICON.read_text()}')
    path = ICON.with_suffix(".png")
    tab.screenshot(path=path)
    tab.close()
    return path


if __name__ == "__main__":
    sys.exit(main())
