"""Reading the tables of a page."""

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from tests.web.sheets import plain


def as_read(text: str) -> str:
    """A text of a program's with its numbers as people read them, where no two have to be told apart."""

    def round_half_up(found: re.Match[str]) -> str:
        return str(Decimal(found[0]).quantize(Decimal("0.01"), ROUND_HALF_UP))

    return re.sub(r"(?<![\w-])-(?=\d)", "−", re.sub(r"\d+\.\d{4}", round_half_up, text))


def rows(response: Any) -> list[list[str]]:
    """The tables' rows as text, but for what opens them; of a head or cell that is shortened, what is read out."""
    html = re.sub(
        r"<(\w+)[^>]* (?:aria-hidden=\"true\"|class=\"opens\")[^>]*>.*?</\1>",
        "",
        response.content.decode(),
        flags=re.DOTALL,
    )
    found = re.findall(r"<tr[^>]*>(.*?)</tr>", html, re.DOTALL)
    return [
        [plain(cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL)] for row in found
    ]


def classes(response: Any) -> dict[str, str]:
    """The class of each player's row."""
    found = re.findall(
        r'<tr(?: class="([^"]*)")?>(?:(?!</tr>).)*?players/([\w-]+)/', response.content.decode(), re.DOTALL
    )
    return {player: kind for kind, player in found}


def column(response: Any, title: str) -> list[str]:
    """What stands in the first table below a head."""
    head, *body = rows(response)
    at = head.index(title)
    return [row[at] for row in body if row != head]
