"""Long lists, a page of them at a time: which page is asked for, and the links to the others."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Model, QuerySet

PAGE_SIZE = 50
NUMBER = re.compile("[1-9][0-9]{0,8}")

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class PageLink:
    """A link to a page of the list; without a number it stands for those that are left out."""

    number: int | None
    address: str = ""


@dataclass(frozen=True)
class Pages:
    """Where a reader is in a long list. Pages are counted from 1, rows too; there is always a first page."""

    number: int
    last: int
    first_row: int
    last_row: int
    total: int
    links: tuple[PageLink, ...]
    here: str  # addresses: its own, and of the pages beside it, empty where it is the first or the last
    previous: str
    next: str

    @property
    def is_part(self) -> bool:
        return self.last > 1


def parse_page(sent: Mapping[str, str], name: str = "page") -> int:
    """Return which page an address asks for: 1 where there is none, or what stands there is no number."""
    return parse_number(sent, name) or 1


def parse_number(sent: Mapping[str, str], name: str) -> int | None:
    """Return a number in an address; None where there is none that a row or a page can have."""
    number = sent.get(name, "")
    return int(number) if NUMBER.fullmatch(number) else None


def find_page(before: "QuerySet[Row]") -> int:
    """Return the number of the page on which a row stands that has these before it. 1 query."""
    return before.count() // PAGE_SIZE + 1


def paginate(
    rows: "QuerySet[Row]", number: int, *, name: str = "page", **kept: str
) -> tuple[Pages, Sequence[Row]]:
    """Return a page of the rows; the last one where there are not so many. 2 queries.

    `name` is what the page is called in the address; `kept` is what else stays in the links.
    """
    paginator = Paginator(rows, PAGE_SIZE)
    page = paginator.get_page(number)

    def address(number: int) -> str:
        query = {key: value for key, value in (kept | {name: str(number)}).items() if value not in ("", "1")}
        return f"?{urlencode(query)}" if query else "."

    return Pages(
        number=page.number,
        last=paginator.num_pages,
        first_row=page.start_index(),
        last_row=page.end_index(),
        total=paginator.count,
        links=tuple(
            PageLink(other, address(other)) if isinstance(other, int) else PageLink(None)
            for other in paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1)
        ),
        here=address(page.number),
        previous=address(page.number - 1) if page.has_previous() else "",
        next=address(page.number + 1) if page.has_next() else "",
    ), list(page.object_list)
