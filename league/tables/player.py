"""The table of a club's players."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from league.queries.pages.players import PlayersPage
from league.tables.asked import MANY, Asked
from league.tables.downloads import FORMATS
from league.tables.season import PLAYED, WON
from league.tables.table import Column, Number, Table


class PlayersTable(Table):
    """Of PlayerRows. Its rows are written by templates/players/_table.html."""

    name = Column(_("Player"), names_row=True, order_by="by_name")
    competition_name = Column(_("Competition"))
    division = Column(_("Division"))
    played = Number(_("Played"), short=PLAYED)
    won = Number(_("Won"), short=WON)
    average = Number(_("Average"))
    level = Column(_("Level"), order_by="average", minor=True)

    given_order = "name"


SORTS = tuple(PlayersTable.base_columns)


@dataclass(frozen=True)
class Players:
    """The page with its table; `many` says that there is enough to look through and to take away."""

    page: PlayersPage
    asked: Asked
    table: PlayersTable
    many: bool

    @property
    def downloads(self) -> tuple[tuple[str, str], ...]:
        """What the files are called, and their addresses; none of a short table."""
        return (
            tuple((name, self.asked.address(download=key)) for key, name in FORMATS.items())
            if self.many
            else ()
        )

    @property
    def everybody(self) -> str:
        return self.asked.address(find="")


def players(page: PlayersPage, asked: Asked) -> Players:
    """The name is looked for only where there are many."""
    many = len(page.rows) > MANY
    if not many:
        asked = asked.but(find="")
    rows = [row for row in page.rows if asked.finds(row.name)]
    there = {"competition_name": page.has_competitions, "level": page.has_levels}
    away: list[tuple[str, Column | None]] = [(name, None) for name, is_there in there.items() if not is_there]
    return Players(page, asked, PlayersTable(rows, asked=asked, label="players", extra_columns=away), many)
