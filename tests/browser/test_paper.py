"""Score sheets on paper: each match is one page, or half of one, on A4 and on letter."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.actions.clubs import build_club_file, make_club

LONG_NAME = "Maximiliana Featherstonehaugh-Cholmondeley von und zu der Langen Strasse am Berg"


def tables() -> dict[str, Any]:
    """A match for two, and tables of three, five and seven, with a name as long as a name may be."""
    file = build_club_file(entries=2)
    ids = [f"p{number}" for number in range(1, 8)]
    file["players"] = [{"id": id, "name": LONG_NAME if id == "p2" else f"Player {id}"} for id in ids]
    played = file["competitions"]
    played.append({**played[0], "slug": "tables", "game": "hucklebuck", "rules": {"promoted": 0}})
    played[1]["seasons"] = [
        {
            "number": number,
            "state": "open",
            "divisions": [
                {
                    "level": 1,
                    "entries": [{"player": id} for id in ids[:seats]],
                    "matches": [{"id": f"table-of-{seats}", "seats": ids[:seats]}],
                }
            ],
        }
        for number, seats in enumerate((3, 5, 7), 1)
    ]
    return file


PAGES = {
    **{f"matches/{match}/paper/": 1 for match in ("c1d1-m1", "table-of-3", "table-of-5", "table-of-7")},
    "league-1/1/paper/": 1,
    "league-1/paper/": 1,  # two sheets
    "league-1/paper/?large": 1,
    "matches/table-of-7/paper/?large": 2,
    "league-1/1/paper/?slips": 1,  # two matches
    "league-1/paper/?slips": 1,  # eight slips
}
SMALLEST_LETTERS = """Math.min(...[...document.querySelectorAll('.score-sheet *')]
    .filter(part => [...part.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .map(part => parseFloat(getComputedStyle(part).fontSize)))"""


@pytest.mark.django_db(transaction=True)
def test_sheets_take_one_page_and_large_ones_two_at_most(live_server: Any, chromium: Browser) -> None:
    make_club(tables())
    tab = chromium.new_page()
    tab.emulate_media(media="print")
    for path, pages in PAGES.items():
        tab.goto(f"{live_server.url}/riverside/{path}")
        for size in ("A4", "Letter"):
            paper = tab.pdf(format=size)
            assert len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) == pages, (path, size)
        if "large" in path:
            assert tab.evaluate(SMALLEST_LETTERS) >= 24, path  # px, which is 18 points
    tab.close()
