"""Names in any script and of any length stand on the pages as they are, and never as markup."""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from league.actions.actor import CONSOLE
from league.actions.club import import_club
from league.actions.demo import RIVERSIDE
from league.actions.errors import Refused

NAMES = [
    '<b onclick="x">Ann</b> & Söhne',
    "{{ 7|add:7 }}{% url 'home' %}",
    "سارة العلي",
    "\N{RIGHT-TO-LEFT OVERRIDE}reversed",
    "明",
    "W" * 40,
    "Ann Archer " * 7 + "Ann",
    "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{ROCKET}" * 26,
]


def renamed(name: str) -> bytes:
    """The riverside club with this name for its player dev, its club, its competition and a division."""
    document: Any = json.loads(RIVERSIDE.read_text())
    next(player for player in document["players"] if player["id"] == "dev")["name"] = name
    document["club"]["name"] = document["competitions"][0]["name"] = name
    document["competitions"][0]["seasons"][2]["divisions"][0]["name"] = name
    return json.dumps(document).encode()


@pytest.mark.parametrize("name", NAMES)
def test_name_is_shown_as_text_and_kept_apart_from_what_stands_around_it(
    db: None, client: Client, scorer: Client, name: str
) -> None:
    import_club(renamed(name), by=CONSOLE)
    shown = f"<bdi>{escape(name)}</bdi>"
    season = "/riverside/skuck-league/3/"
    for address in ("/", season, season + "grid/", season + "matches/", "/riverside/matches/m53/"):
        assert shown in client.get(address).content.decode(), address
    page = scorer.get("/riverside/matches/m53/enter/").content.decode()
    assert shown in page
    if "<" in name:
        assert name not in page


@pytest.mark.parametrize("name", ["", "x" * 81, "a\x00b", "a\nb", "\x7f"])
def test_name_that_is_none_never_gets_in(db: None, name: str) -> None:
    with pytest.raises(Refused):
        import_club(renamed(name), by=CONSOLE)
