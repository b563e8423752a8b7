"""What somebody did over some matches, in figures and in the game's words: as players' pages and lists show it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext

from games import Game, Style, fraction_text
from league.queries.pages.charts import decimal_text
from league.queries.pages.words import word
from league.rules.standings.totals import EntryTotals

NO_FIGURES: Mapping[str, int] = {}
SUMS = ("played", "won", "drawn", "lost", "deals", "score", "bids", "bids_made", "bid_total")


@dataclass(frozen=True)
class FigureLine:
    """One of the game's own figures, by its name."""

    label: str
    value: int


@dataclass(frozen=True)
class Record:
    """What the game has no figure or word for is empty."""

    played: int
    won: int
    drawn: int
    lost: int
    deals: int
    score: int
    average: str | None
    exact: Fraction | None  # the average to sort by
    level: str
    grade: str
    zeros: int
    zero_rate: str
    win_rate: str
    style: str
    style_means: str
    figures: tuple[FigureLine, ...]


def record(sums: Mapping[str, Any], game: Game, *, figures: Mapping[str, int] = NO_FIGURES) -> Record | None:
    """The record that these sums (`SUMS`) make, and the game's own `figures`; None where no match was played."""
    row = EntryTotals("", 0, **{name: sums[name] for name in SUMS})
    if not row.played:
        return None
    level, style = game.level_of(row.average), game.style_of(row.bid_total, row.bids)
    return Record(
        played=row.played,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        deals=row.deals,
        score=row.score,
        average=fraction_text(row.average),
        exact=row.average,
        level=gettext(level.name) if level else "",
        grade=gettext(level.grade) if level else "",
        zeros=row.bids_made,
        zero_rate=percent(row.zero_rate),
        win_rate=percent(row.win_rate),
        style=word(game, style) if style else "",
        style_means=_means(game.style, style, row.bid_average, word(game, "bid")) if style else "",
        figures=tuple(
            FigureLine(gettext(figure.label), figures[figure.key])
            for figure in game.figures
            if figure.key in figures
        ),
    )


def percent(share: Fraction | None) -> str:
    """One decimal; empty where there is nothing to divide by."""
    if share is None:
        return ""
    tenths = round(share * 1000)  # exact: a Fraction rounds to the even
    return gettext("{number}%").format(number=f"{tenths // 10}.{tenths % 10}")


def _means(style: Style | None, called: str, average: Fraction | None, bid: str) -> str:
    """Why somebody is called that."""
    if style is None or average is None:
        return ""
    templates = {
        style.high: gettext("the average {bid} is {average}, above {middle}"),
        style.low: gettext("the average {bid} is {average}, below {middle}"),
        style.neutral: gettext("the average {bid} is exactly {middle}"),
    }
    return templates[called].format(
        bid=bid, average=fraction_text(average), middle=decimal_text(style.middle)
    )
