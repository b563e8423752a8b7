"""The charts of the pages, each drawn from the data of a query; components/chart.html shows any of them."""

from collections.abc import Sequence
from fractions import Fraction

from django import template

from games import Game
from league.queries.player import Bids, PlayerCompetition
from league.web.charts import Chart, draw_averages, draw_bids
from league.web.path_chart import Column, draw_path

register = template.Library()


@register.filter
def average_chart(averages: Sequence[Fraction], game: Game) -> Chart | None:
    """Return the chart of an average over matches, on the levels of the game."""
    return draw_averages(averages, game.levels)


@register.filter
def bids_chart(bids: Bids, game: Game) -> Chart | None:
    """Return the chart of how often each number was bid, around the game's middle."""
    middle = game.style.middle if game.style else None
    return draw_bids(bids.counts, middle=middle, least=bids.least, most=bids.most)


@register.filter
def path_chart(own: PlayerCompetition) -> Chart | None:
    """Return the chart of a player's path through the divisions of a league; None for another competition."""
    mine = {place.entry.season.number: place for place in own.path}
    columns = []
    for number, divisions in sorted(own.divisions.items()):
        names = [(division.name, division.entries) for division in divisions]
        if place := mine.get(number):
            above = sum(division.level < place.entry.division.level for division in divisions)
            columns.append(Column(number, names, above, place.overall))
        else:
            columns.append(Column(number, names))
    return draw_path(columns)
