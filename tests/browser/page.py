"""A page worth looking at, as somebody in some club sees it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.browser.site import Site


@dataclass(frozen=True)
class Page:
    """`path` may ask for facts of the site in braces. `who` has that role in `club`, a visitor has none."""

    name: str
    path: str
    who: str = "visitor"
    club: str = "riverside"
    steps: Callable[[Any], None] | None = None
    status: int = 200

    @property
    def id(self) -> str:
        return "-".join(f"{self.club} {self.name} {self.who}".split())

    @property
    def is_admin(self) -> bool:
        return self.path.startswith("/-/admin/")

    def address(self, site: Site) -> str:
        return site.url + self.path.format(**site.facts)


def of(club: str, who: str, *pages: tuple[str, str]) -> list[Page]:
    """Pages below a club's address, which somebody sees."""
    return [Page(name, f"/{club}/{path}", who, club) for name, path in pages]
