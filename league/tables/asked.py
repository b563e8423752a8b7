"""What a reader asks of a table in the address: an order, a name, a day, a file."""

import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from urllib.parse import urlencode

MANY = 20  # a table with more rows sorts, filters and downloads


@dataclass(frozen=True)
class Asked:
    """Each as it stands in the address; empty where nothing is asked. A sort order that nobody knows is none."""

    sort: str = ""  # a column; with a minus from the highest down
    find: str = ""
    as_of: str = ""
    download: str = ""
    division: str = ""
    status: str = ""

    @classmethod
    def of(cls, given: Mapping[str, str], *, sorts: Collection[str] = ()) -> "Asked":
        """`given` is a request's GET."""
        told = {name: given.get(name, "").strip() for name in cls.__dataclass_fields__}
        if told["sort"].removeprefix("-") not in sorts:
            told["sort"] = ""
        return cls(**told)

    @property
    def kept_as(self) -> str | None:
        """The variant by which the page is kept; None where there is no end to what may be asked."""
        return self.sort if self == Asked(sort=self.sort) else None

    def but(self, **changed: str) -> "Asked":
        return replace(self, **changed)

    def address(self, **changed: str) -> str:
        """Of the same page with this asked; without anything else that stood in the address."""
        told = {name: value for name, value in asdict(self.but(**changed)).items() if value}
        return f"?{urlencode(told)}" if told else "."

    @property
    def day(self) -> date | None:
        """The day asked for; None where it is none. Raises nothing."""
        try:
            return date.fromisoformat(self.as_of)
        except ValueError:
            return None

    def finds(self, name: str) -> bool:
        """Whether a name, as the reader sees it, has in it what is looked for."""
        return _plain(self.find) in _plain(name)


def _plain(text: str) -> str:
    """Without case and accents."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))
