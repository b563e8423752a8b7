"""The players of a club."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games import Level, is_installed
from league.models import Club
from league.permissions import can
from league.principals import identify
from league.queries.page_versions import get_club_version
from league.queries.players import PlayerRow, list_newest_seasons, list_players
from league.web.cache import cached_page
from league.web.downloads import build_download
from league.web.limits import require_safe
from league.web.public.standings_table import PLAYED, WON
from league.web.tables import MANY, Column, Number, SortedTable, TableQuery


class PlayersTable(SortedTable):
    """The rows of `list_players`. They are written by templates/public/players.html."""

    name = Column(_("Player"), order_by="folded_name")
    competition_name = Column(_("Competition"))
    division = Column(_("Division"))
    played = Number(_("Played"), short=PLAYED)
    won = Number(_("Won"), short=WON)
    average = Number(pgettext_lazy("score per game", "Average"))
    level = Column(_("Level"), order_by="average", classes="minor", empty_values=())

    given_order = "name"

    def __init__(self, rows: Sequence[PlayerRow], asked: TableQuery) -> None:
        """Leave out the column of competitions if there is only one, and of levels if there are none."""
        shown = {
            "competition_name": len({row.competition_name for row in rows} - {""}) > 1,
            "level": any(row.level for row in rows),
        }
        found = [row for row in rows if asked.finds(row.name)]
        super().__init__(
            found,
            sort=asked.sort if len(found) > MANY else "",
            exclude=[name for name, is_shown in shown.items() if not is_shown],
        )

    def value_level(self, value: Level | None) -> str:
        return gettext(value.name) if value else ""


SORTS = tuple(PlayersTable.base_columns)


@require_safe
def players(request: HttpRequest, club: str) -> HttpResponse:
    """Show all players, or return them as a file; a long list can be sorted and searched. 5 queries."""
    asked = TableQuery.parse(request.GET, sorts=SORTS)

    def build() -> HttpResponse:
        found = get_object_or_404(Club, slug=club)
        seasons = list_newest_seasons(found)
        rows = list_players(
            found, [season for season in seasons if is_installed(season.game)], reader=request.user
        )
        is_long = len(rows) > MANY
        shown = asked if is_long else asked.but(find="")
        table = PlayersTable(rows, shown)
        if is_long and asked.download:
            return build_download(table, asked.download, club, "players")
        context = {
            "club": found,
            "number": len({row.player.pk for row in rows}),
            "table": table,
            "asked": shown,
            "is_long": is_long,
            "sorts": len(table.data) > MANY,
            "not_installed": [season for season in seasons if not is_installed(season.game)],
            "may_add": can(identify(request.user), "run-seasons", found),
        }
        return render(request, "public/players.html", context)

    return cached_page(request, get_club_version(club), build, variant=asked.variant)
