"""Tables that sort: what is asked of one in the address, and its columns; templates/components/column_heads.html."""

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any
from urllib.parse import urlencode

import django_tables2
from django.utils.functional import Promise

MANY = 20  # a table with more rows sorts, filters and downloads


@dataclass(frozen=True)
class TableQuery:
    """Each as it stands in the address; empty where nothing is asked, or where there is no such order."""

    sort: str = ""  # a column; with a minus from the highest down
    find: str = ""
    as_of: str = ""
    download: str = ""
    division: str = ""
    status: str = ""

    @classmethod
    def parse(cls, given: Mapping[str, str], *, sorts: Collection[str] = ()) -> "TableQuery":
        """Read what a request's GET asks for."""
        values = {name: given.get(name, "").strip() for name in cls.__dataclass_fields__}
        if values["sort"].removeprefix("-") not in sorts:
            values["sort"] = ""
        return cls(**values)

    @property
    def variant(self) -> str | None:
        """Return by what the page is cached; None where there is no end to what may be asked."""
        return self.sort if self == TableQuery(sort=self.sort) else None

    def but(self, **changed: str) -> "TableQuery":
        return replace(self, **changed)

    def address(self, **changed: str) -> str:
        """Return the address of the same page with this asked, and nothing else that stood in the address."""
        values = {name: value for name, value in asdict(self.but(**changed)).items() if value}
        return f"?{urlencode(values)}" if values else "."

    @property
    def day(self) -> date | None:
        """Return the day asked for; None where it is none."""
        try:
            return date.fromisoformat(self.as_of)
        except ValueError:
            return None

    def finds(self, name: str) -> bool:
        """Return whether a name, as the reader sees it, has in it what is looked for."""
        return _fold(self.find) in _fold(name)


def _fold(text: str) -> str:
    """Return a text without case and accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


class Column(django_tables2.Column):
    """A column with a class for its head; `short` stands there instead of the title, which is still read out."""

    def __init__(
        self, title: "str | Promise", *, short: "str | Promise" = "", classes: str = "", **options: Any
    ) -> None:
        super().__init__(title, **options)
        self.short, self.classes = short, classes


class Number(Column):
    """A column that is sorted from the highest down when first asked."""

    def __init__(self, title: "str | Promise", *, classes: str = "number", **options: Any) -> None:
        super().__init__(title, classes=classes, initial_sort_descending=True, **options)


class SortedTable(django_tables2.Table):
    """A table whose rows come by the column `given_order`, and stay so if it does not have the one that is asked for.

    Without `sort` they are in no order that a head could tell of.
    """

    given_order: str

    def __init__(self, rows: Sequence[Any], *, sort: str | None = None, **options: Any) -> None:
        super().__init__(rows, **options)
        if sort is not None:
            self.order_by = sort if sort.removeprefix("-") in self.columns.names() else self.given_order
