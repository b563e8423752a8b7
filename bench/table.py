"""The table that is printed: a line for each row, and notes on what is counted below it."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from bench.comparison import Row

HEADINGS = ("bench", "database", "measured", "beside", "ratio", "min - max", "takes", "counted")
NUMBERS = {"ratio", "min - max", "takes", "counted"}  # aligned on the right
LEGEND_WIDTH = 120
EXPLANATION = (
    "A ratio is the median of all rounds, in which both sides take turns. Times are the processor's, unless a note says"
    " otherwise: waits for the disk and for other programs are not counted. On PostgreSQL, whose server is another"
    " process, they are of the clock; it does not wait for its disk. What is counted:"
)


def format_table(rows: Sequence[tuple[str, str, Row]]) -> list[str]:
    """Return the lines of the table, and below it what the numbers in its last column stand for."""
    legend = list(dict.fromkeys(row.counted for _name, _database, row in rows))
    lines = [
        HEADINGS,
        *(format_row(name, database, row, legend.index(row.counted) + 1) for name, database, row in rows),
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    table = [
        "  ".join(
            cell.rjust(width) if heading in NUMBERS else cell.ljust(width)
            for heading, cell, width in zip(HEADINGS, line, widths, strict=True)
        )
        for line in lines
    ]
    notes = [
        textwrap.fill(f"{number:3}  {text}", LEGEND_WIDTH, subsequent_indent=" " * 5)
        for number, text in enumerate(legend, 1)
    ]
    return [*table, "", *textwrap.wrap(EXPLANATION, LEGEND_WIDTH), *notes]


def format_row(name: str, database: str, row: Row, counted: int) -> tuple[str, ...]:
    ratio = format_ratio(row.median) + (f" ABOVE {row.limit:g}" if row.is_too_slow else "")
    spread = f"{format_ratio(min(row.ratios))} - {format_ratio(max(row.ratios))}"
    return (name, database, row.measured, row.beside, ratio, spread, row.takes, str(counted))


def format_ratio(ratio: float) -> str:
    return f"{ratio:.{0 if ratio >= 100 else 1 if ratio >= 10 else 2}f}"
