"""Score sheets on paper: each match is one page, on A4 and on letter, and nothing but black and white."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.actions.clubs import build_club_file, make_club

LONGEST = "Maximiliana Featherstonehaugh-Cholmondeley von und zu der Langen Strasse am Berg"


def tables() -> dict[str, Any]:
    """A match for two, and tables of three, five and seven, with a name as long as a name may be."""
    file = build_club_file(entries=2)
    ids = [f"p{number}" for number in range(1, 8)]
    file["players"] = [{"id": id, "name": LONGEST if id == "p2" else f"Player {id}"} for id in ids]
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


@pytest.mark.django_db(transaction=True)
def test_each_match_is_one_page(live_server: Any, chromium: Browser) -> None:
    make_club(tables())
    tab = chromium.new_page()
    for match in ("c1d1-m1", "table-of-3", "table-of-5", "table-of-7"):
        tab.goto(f"{live_server.url}/riverside/matches/{match}/paper/")
        for size in ("A4", "Letter"):
            paper = tab.pdf(format=size)
            assert len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) == 1, (match, size)
    tab.goto(f"{live_server.url}/riverside/league-1/1/paper/")
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", tab.pdf(format="A4"))) == 1
    tab.close()
