"""Sortable tables: their parameters in the address, and their columns; templates/components/column_heads.html."""

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
    """The parameters of a table in the address; empty without a parameter, or for an unknown order."""

    sort: str = ""  # a column; with a minus in descending order
    find: str = ""
    as_of: str = ""
    download: str = ""
    division: str = ""
    status: str = ""

    @classmethod
    def parse(cls, given: Mapping[str, str], *, sorts: Collection[str] = ()) -> "TableQuery":
        """Return the parameters of a request's GET."""
        values = {name: given.get(name, "").strip() for name in cls.__dataclass_fields__}
        if values["sort"].removeprefix("-") not in sorts:
            values["sort"] = ""
        return cls(**values)

    @property
    def variant(self) -> str | None:
        """Return the variant by which the page is cached; None for parameters with any number of values."""
        return self.sort if self == TableQuery(sort=self.sort) else None

    def but(self, **changed: str) -> "TableQuery":
        return replace(self, **changed)

    def address(self, **changed: str) -> str:
        """Return the address of the same page with changed table parameters and no others."""
        values = {name: value for name, value in asdict(self.but(**changed)).items() if value}
        return f"?{urlencode(values)}" if values else "."

    @property
    def day(self) -> date | None:
        """Return the requested day; None without a valid day."""
        try:
            return date.fromisoformat(self.as_of)
        except ValueError:
            return None

    def finds(self, name: str) -> bool:
        """Return whether a name, as the reader sees it, contains the search text."""
        return _fold(self.find) in _fold(name)


def _fold(text: str) -> str:
    """Return a text without case and accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


class Column(django_tables2.Column):
    """A column with a class for its head; `short` is shown instead of the title, which screen readers still read."""

    def __init__(
        self, title: "str | Promise", *, short: "str | Promise" = "", classes: str = "", **options: Any
    ) -> None:
        super().__init__(title, **options)
        self.short, self.classes = short, classes


class Number(Column):
    """A column that is first sorted in descending order."""

    def __init__(self, title: "str | Promise", *, classes: str = "number", **options: Any) -> None:
        super().__init__(title, classes=classes, initial_sort_descending=True, **options)


class SortedTable(django_tables2.Table):
    """A table whose rows are given in the order of the column `given_order`, kept if the requested column is missing.

    Without `sort` the rows are in the order of no column.
    """

    given_order: str

    def __init__(self, rows: Sequence[Any], *, sort: str | None = None, **options: Any) -> None:
        super().__init__(rows, **options)
        if sort is not None:
            self.order_by = sort if sort.removeprefix("-") in self.columns.names() else self.given_order
