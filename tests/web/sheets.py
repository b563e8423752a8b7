"""What is typed into the entry form of a scheduled match of the riverside club, and looking at what comes back."""

import re
from html import unescape
from typing import Any
from uuid import uuid4

MATCH = "/riverside/matches/m53/"  # dev against bob, season 3, division A
DESTINATION = MATCH + "enter/"
WHY = "Typed wrongly"
PRINTED = (((16, 11), (12, 13), (14, 14), (15, 15)), ((16, 16), (13, 14), (14, 13), (10, 12)))


def build_fields(
    *, base: int | str = 0, played_on: str = "2025-09-25", why: str = WHY, **cells: str
) -> dict[str, str]:
    """The printed match as the browser sends it; `cells` are typed over it: deals_0_tricks_1="15". The reason is
    asked for where there is something to be corrected.
    """
    fields = {"key": str(uuid4()), "base": str(base), "played_on": played_on}
    if base:
        fields["why"] = why
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
    (found,) = re.findall(rf'<(?:input|select|span)[^>]* id="{name}"[^>]*>', response.content.decode())
    return str(found)


def summary(response: Any) -> list[tuple[str, str]]:
    """What stands at the top of a refused form: where each problem leads, and its sentence."""
    top = response.content.decode().partition('<div class="problems"')[2].partition("</div>")[0]
    links = re.findall(r'<li>(?:<a href="#([^"]*)">)?(.*?)(?:</a>)?</li>', top, re.DOTALL)
    return [(place, plain(said)) for place, said in links]


def plain(html: str) -> str:
    """Without the tags, in one line."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))).strip()


def differences(response: Any) -> list[list[str]]:
    """What the page says is different from what was looked at, line by line."""
    table = response.content.decode().partition('id="differs"')[2].partition("</table>")[0]
    rows = re.findall(r"<tr>(.*?)</tr>", table.partition("<tbody>")[2], re.DOTALL)
    return [[plain(one) for one in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in rows]


def get_message(response: Any, id: str) -> str:
    """The messages at this place of the form."""
    found = re.search(rf'<div id="{id}-said"[^>]*>(.*?)</div>', response.content.decode(), re.DOTALL)
    assert found, id
    return plain(found[1])


def value(response: Any, name: str) -> str:
    """What the field of this name holds."""
    tag = re.search(rf'<input [^>]*name="{name}" value="([^"]*)"', response.content.decode())
    assert tag, name
    return unescape(tag[1])


def marks(response: Any) -> list[str]:
    """The names of the cells that are marked as wrong, as they stand on the page."""
    tags = re.findall(r"<(?:input|select|span)[^>]*>", response.content.decode())
    return [re.findall(r' id="([^"]*)"', tag)[0] for tag in tags if 'aria-invalid="true"' in tag]


def sent_again(response: Any) -> dict[str, str]:
    """What a browser would send if the form were sent as it came back, without what is empty."""
    page = response.content.decode()
    form = page.partition("novalidate")[2].partition("</form>")[0]
    inputs = re.findall(r'<input [^>]*name="([^"]*)" value="([^"]*)"([^>]*)>', form)
    boxes = [box for box in re.findall(r"<input [^>]*>", form) if re.search('type="(?:checkbox|radio)"', box)]
    ticked = {re.findall(r'name="([^"]*)"', box)[0] for box in boxes}
    fields = {
        name: value for name, value, rest in inputs if name not in ticked or re.search(r"\bchecked\b", rest)
    }
    for name, options in re.findall(r'<select [^>]*name="([^"]*)"[^>]*>(.*?)</select>', form, re.DOTALL):
        (fields[name],) = re.findall(r'<option value="([^"]*)" selected>', options)
    fields.pop("csrfmiddlewaretoken")
    return filled({name: unescape(text) for name, text in fields.items()})


def filled(fields: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in fields.items() if text}
