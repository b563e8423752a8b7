"""Names in any script and of any length stand on the pages as they are, and never as markup."""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from league.actions.changes import invalidate_pages
from league.actions.club import import_club
from league.actions.demo import RIVERSIDE
from league.actions.errors import ActionError
from league.models import Club, Division
from league.principals import CONSOLE
from tests.web.sheets import DESTINATION, MATCH

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


def pages(reader: Client, *addresses: str) -> dict[str, str]:
    return {address: reader.get(address).content.decode() for address in addresses}


def test_name_is_shown_as_text_and_kept_apart_from_what_stands_around_it(
    riverside: Club, client: Client
) -> None:
    document: Any = json.loads(renamed(NAMES[0]))
    for player, name in zip(document["players"], NAMES, strict=False):
        player["name"] = name
    import_club(json.dumps(document).encode(), by=CONSOLE)
    season = "/riverside/skuck-league/3/"
    for address, page in pages(client, season, season + "grid/", season + "matches/").items():
        for name in NAMES:
            assert f"<bdi>{escape(name)}</bdi>" in page, (address, name)
            assert "<" not in name or name not in page, (address, name)


def test_names_around_a_match_are_text_and_kept_apart(
    riverside: Club, client: Client, scorer: Client
) -> None:
    for name in NAMES:
        riverside.players.filter(key="dev").update(name=name)
        riverside.competitions.update(name=name)
        Division.objects.filter(season__number=3, level=1).update(name=name)
        Club.objects.update(name=name)
        invalidate_pages(riverside)
        found = pages(client, "/", MATCH) | pages(scorer, DESTINATION)
        for address, page in found.items():
            assert f"<bdi>{escape(name)}</bdi>" in page, (address, name)
            assert "<" not in name or name not in page, (address, name)


@pytest.mark.parametrize("name", ["", "x" * 81, "a\x00b", "a\nb", "\x7f"])
def test_name_that_is_none_never_gets_in(db: None, name: str) -> None:
    with pytest.raises(ActionError):
        import_club(renamed(name), by=CONSOLE)
