"""What is typed into the entry form of a scheduled match of the riverside club, and looking at what comes back."""

import re
from html import unescape
from typing import Any
from uuid import uuid4

MATCH = "/riverside/matches/m53/"  # dev against bob, season 3, division A
DESTINATION = MATCH + "enter/"
PRINTED = (((16, 11), (12, 13), (14, 14), (15, 15)), ((16, 16), (13, 14), (14, 13), (10, 12)))


def typed(*, base: int | str = 0, played_on: str = "2026-01-10", **cells: str) -> dict[str, str]:
    """The printed match as the browser sends it; `cells` are typed over it: deals_0_tricks_1="15"."""
    fields = {"key": str(uuid4()), "base": str(base), "played_on": played_on}
    for seat, deals in enumerate(PRINTED):
        for number, (bid, tricks) in enumerate(deals):
            fields[f"deals-{number}-bids-{seat}"] = str(bid)
            fields[f"deals-{number}-tricks-{seat}"] = str(tricks)
    return fields | {name.replace("_", "-"): text for name, text in cells.items()}


def text(response: Any) -> str:
    """What can be read on the page, in one line."""
    return plain(response.content.decode())


def cell(response: Any, name: str) -> str:
    """The opening tag of the form's field of this name."""
    (found,) = re.findall(rf'<(?:input|select)[^>]* id="{name}"[^>]*>', response.content.decode())
    return str(found)


def summary(response: Any) -> list[tuple[str, str]]:
    """What stands at the top of a refused form: where each problem leads, and its sentence."""
    top = response.content.decode().partition('<div class="problems"')[2].partition("</div>")[0]
    links = re.findall(r'<li>(?:<a href="#([^"]*)">)?(.*?)(?:</a>)?</li>', top, re.DOTALL)
    return [(place, plain(said)) for place, said in links]


def plain(html: str) -> str:
    """Without the tags, in one line."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))).strip()


def said(response: Any, id: str) -> str:
    """What is said at this place of the form."""
    found = re.search(rf'<div id="{id}-said"[^>]*>(.*?)</div>', response.content.decode(), re.DOTALL)
    assert found, id
    return plain(found[1])


def value(response: Any, name: str) -> str:
    """What the field of this name holds."""
    tag = re.search(rf'<input [^>]*name="{name}" value="([^"]*)"', response.content.decode())
    assert tag, name
    return unescape(tag[1])
