"""The games: the fields of their score sheets, and their scores.

This package knows no league and no database (docs/decisions/0008-games-are-plug-ins.md).
"""

from games.analysis import Analysis, NotedDeal, PlayedSheet
from games.boards import Board, Duplicate, Pile
from games.drawings import Drawing, Part
from games.figures import choose_decimals, format_number, fraction_text
from games.layout import BLANK, Addition, Field, FieldList, Given, Layout, Slip
from games.problems import Invalid, Problem, Text
from games.protocol import (
    AVERAGE,
    IMPROVEMENT,
    NIGHTS_WON,
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
    TimeLimit,
    Variant,
)
from games.reading import build_sheet_model, complaint, parse, parse_options, validated, warnings
from games.registry import UnknownGame, get, installed, is_installed, list_broken_plugins
from games.rulings import Ruling
from games.score import Score, SeatScore, settle
from games.scoring import score, score_line
from games.sheets import MayBeLeftOut, Strict, canonical, dump_in_full

__all__ = [
    "AVERAGE",
    "BLANK",
    "IMPROVEMENT",
    "NIGHTS_WON",
    "WIN_RATE",
    "ZERO_RATE",
    "Addition",
    "Analysis",
    "Asked",
    "Award",
    "Board",
    "Drawing",
    "Duplicate",
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
    "NotedDeal",
    "Option",
    "Part",
    "Pile",
    "PlayedSheet",
    "Problem",
    "Ruling",
    "Score",
    "SeatScore",
    "Section",
    "ShortSheet",
    "Slip",
    "Step",
    "Strict",
    "Style",
    "Term",
    "Text",
    "TimeLimit",
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
    "settle",
    "validated",
    "warnings",
]
