"""Pagination of long lists: the requested page, and the links to others."""

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
    """A link to a page of the list; without a number it stands for pages that are left out."""

    number: int | None
    address: str = ""


@dataclass(frozen=True)
class Pages:
    """A page's position in a long list. Pages and rows are counted from 1; there is always a first page."""

    number: int
    last: int
    first_row: int
    last_row: int
    total: int
    links: tuple[PageLink, ...]
    here: str  # addresses: of this page, and of its neighbours, empty if there is none
    previous: str
    next: str

    @property
    def is_part(self) -> bool:
        return self.last > 1


def parse_page(sent: Mapping[str, str], name: str = "page") -> int:
    """Return the page number in an address; 1 without a valid number."""
    return parse_number(sent, name) or 1


def parse_number(sent: Mapping[str, str], name: str) -> int | None:
    """Return a number in an address; None without a valid number."""
    number = sent.get(name, "")
    return int(number) if NUMBER.fullmatch(number) else None


def find_page(before: "QuerySet[Row]") -> int:
    """Return the number of the page with the row that has these rows before it. 1 query."""
    return before.count() // PAGE_SIZE + 1


def paginate(
    rows: "QuerySet[Row]", number: int, *, name: str = "page", **kept: str
) -> tuple[Pages, Sequence[Row]]:
    """Return a page of the rows; the last page if there are fewer. 2 queries.

    `name` is the page's parameter in the address; `kept` are other parameters of the links.
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
