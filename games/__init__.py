"""What a sheet is worth: the calculators of all games. Knows no league and no database."""

from games.figures import fraction_text
from games.problems import Invalid, Problem, Text
from games.protocol import (
    Example,
    Field,
    FieldList,
    Game,
    Layout,
    Level,
    Option,
    Score,
    SeatScore,
    Section,
    Step,
    Style,
    Variant,
)
from games.reading import complaint, parse, parse_options, validated
from games.registry import PluginError, UnknownGame, get, installed
from games.scoring import score, score_line
from games.sheets import MayBeLeftOut, Strict, canonical

__all__ = [
    "Example",
    "Field",
    "FieldList",
    "Game",
    "Invalid",
    "Layout",
    "Level",
    "MayBeLeftOut",
    "Option",
    "PluginError",
    "Problem",
    "Score",
    "SeatScore",
    "Section",
    "Step",
    "Strict",
    "Style",
    "Text",
    "UnknownGame",
    "Variant",
    "canonical",
    "complaint",
    "fraction_text",
    "get",
    "installed",
    "parse",
    "parse_options",
    "score",
    "score_line",
    "validated",
]
