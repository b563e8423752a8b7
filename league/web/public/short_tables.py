"""Standings in short: rank, name and what is ranked by first, where something else is the main thing on the page."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils.safestring import SafeString
from django_tables2 import A

from league.models import Division, Season, User
from league.queries.standings import StandingRow, list_standings
from league.rules.snapshot import parse_settings
from league.web.formats import count_decimals, format_figure
from league.web.public.standings_table import StandingsTable


@dataclass(frozen=True)
class ShortTable:
    """The rows of a division, best first, each with its figure as it is shown; `head` is what the figure is."""

    division: Division
    head: str | SafeString
    rows: Sequence[tuple[StandingRow, str | None]]


def list_short_tables(season: Season, stage: int, *, reader: User | AnonymousUser) -> list[ShortTable]:
    """Return the tables of the divisions of a stage, with as many queries as `list_standings`."""
    columns = StandingsTable([], parse_settings(*season.settings).for_stage(stage))
    ranked_by = columns.columns[columns.ranked_by]
    # A column of several figures, such as won and lost, sorts by the first.
    figure = A(ranked_by.order_by[0].bare)
    tables = []
    for table in list_standings(season, [], reader=reader):
        if table.division.stage.number != stage:
            continue
        values = [figure.resolve(row) for row in table.rows]
        decimals = count_decimals(values)
        rows = [(row, format_figure(value, decimals)) for row, value in zip(table.rows, values, strict=True)]
        tables.append(ShortTable(table.division, ranked_by.header, rows))
    return tables
