"""A table of typed rows with our own markup (templates/tables/table.html), which sorts where it is long."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import django_tables2
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString

from league.tables.asked import MANY, Asked


class Column(django_tables2.Column):
    """`short` stands at the head instead of the title, which is still read out; `minor` may go on a narrow page, and
    what is `rare` goes first."""

    def __init__(
        self,
        title: "str | Promise",
        *,
        short: "str | Promise" = "",
        numeric: bool = False,
        minor: bool = False,
        rare: bool = False,
        names_row: bool = False,
        **more: Any,
    ) -> None:
        super().__init__(title, **more)
        self.short, self.names_row = short, names_row
        self.classes = " ".join([*["number"] * numeric, *["minor"] * (minor or rare), *["rare"] * rare])

    def __deepcopy__(self, memo: Any) -> "Column":
        """Itself: it holds nothing of one table, and a page may have a hundred."""
        return self


class Number(Column):
    """Sorted from the highest down when first asked."""

    def __init__(self, title: "str | Promise", **more: Any) -> None:
        super().__init__(title, numeric=True, initial_sort_descending=True, **more)


@dataclass(frozen=True)
class Head:
    """Of a column: `direction` is what aria-sort says, `address` sorts by it; both empty where nothing is sorted."""

    title: str
    short: str
    classes: str
    direction: str
    address: str


@lru_cache(maxsize=32)
def rendered(heads: tuple[Head, ...]) -> SafeString:
    """A page may have a hundred tables with the same heads."""
    return render_to_string("tables/_heads.html", {"heads": heads})


class Table(django_tables2.Table):
    """`label` is the id of the heading that names it. Sorts if it has more than 20 rows, as `asked` says."""

    given_order = ""  # the column by which the rows come

    def __init__(
        self, rows: Sequence[Any], *, asked: Asked | None = None, label: str = "", **more: Any
    ) -> None:
        sorts = asked is not None and len(rows) > MANY
        super().__init__(rows, orderable=sorts, order_by=asked.sort if asked and sorts else None, **more)
        self.asked, self.label = asked, label

    @property
    def heads(self) -> SafeString:
        """The row of column heads."""
        return rendered(tuple(self._head(column) for column in self.columns))

    def _head(self, column: Any) -> Head:
        sorts = column.orderable
        return Head(
            title=str(column.header),
            short=str(column.column.short),
            classes=column.column.classes,
            direction=self._direction(column) if sorts else "",
            address=self._address(column) if sorts else "",
        )

    def _order(self, column: Any) -> str:
        """How the rows stand by this column: its name, its name with a minus, or nothing."""
        present = self.order_by or (self.given_order,)
        return next((alias for alias in present if alias.lstrip("-") == column.name), "")

    def _direction(self, column: Any) -> str:
        order = self._order(column)
        return ("descending" if order.startswith("-") else "ascending") if order else ""

    def _address(self, column: Any) -> str:
        """Turns the order round where it is by this column already."""
        order = self._order(column)
        falls = column.column.initial_sort_descending if not order else not order.startswith("-")
        wanted = f"-{column.name}" if falls else column.name
        return self.asked.address(sort="" if wanted == self.given_order else wanted) if self.asked else ""
