"""The awards of a season as a file: a line for each who holds one."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from league.queries.pages.awards import AwardsPage
from league.tables.asked import Asked
from league.tables.downloads import FORMATS
from league.tables.table import Column, Number, Table


class AwardsTable(Table):
    """Of HolderRows."""

    award = Column(_("Award"))
    category = Column(_("Category"))
    name = Column(_("Player"))
    player = Column(_("Id"))
    value = Number(_("Value"))


@dataclass(frozen=True)
class Awards:
    page: AwardsPage

    @property
    def downloads(self) -> list[tuple[str, str]]:
        """Each with its address; none where nobody holds anything."""
        asked = Asked()
        return [(name, asked.address(download=format)) for format, name in FORMATS.items()] * bool(
            self.page.holders
        )

    @property
    def all(self) -> AwardsTable:
        return AwardsTable(self.page.holders)
