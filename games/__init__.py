"""The games: the fields of their score sheets, and their scores.

This package knows no league and no database (docs/decisions/0008-games-are-plug-ins.md).
"""

from games.figures import choose_decimals, format_number, fraction_text
from games.layout import BLANK, Addition, Field, FieldList, Given, Layout
from games.problems import Invalid, Problem, Text
from games.protocol import (
    AVERAGE,
    IMPROVEMENT,
    WIN_RATE,
    ZERO_RATE,
    Asked,
    Award,
    Example,
    Figure,
    Game,
    Helper,
    Level,
    Option,
    Section,
    ShortSheet,
    Step,
    Style,
    Term,
    Variant,
)
from games.reading import build_sheet_model, complaint, parse, parse_options, validated, warnings
from games.registry import UnknownGame, get, installed, is_installed, list_broken_plugins
from games.score import Score, SeatScore
from games.scoring import score, score_line
from games.sheets import MayBeLeftOut, Strict, canonical, dump_in_full

__all__ = [
    "AVERAGE",
    "BLANK",
    "IMPROVEMENT",
    "WIN_RATE",
    "ZERO_RATE",
    "Addition",
    "Asked",
    "Award",
    "Example",
    "Field",
    "FieldList",
    "Figure",
    "Game",
    "Given",
    "Helper",
    "Invalid",
    "Layout",
    "Level",
    "MayBeLeftOut",
    "Option",
    "Problem",
    "Score",
    "SeatScore",
    "Section",
    "ShortSheet",
    "Step",
    "Strict",
    "Style",
    "Term",
    "Text",
    "UnknownGame",
    "Variant",
    "build_sheet_model",
    "canonical",
    "choose_decimals",
    "complaint",
    "dump_in_full",
    "format_number",
    "fraction_text",
    "get",
    "installed",
    "is_installed",
    "list_broken_plugins",
    "parse",
    "parse_options",
    "score",
    "score_line",
    "validated",
    "warnings",
]
