"""A game nobody has heard of, with a helper of every kind."""

from collections.abc import Mapping
from dataclasses import replace

import games
from games import Asked, Field, Given, Helper, Invalid, Problem, Text
from games.sheets import Strict
from tests.web.test_other_games import POND

WEIGHTS = {"pebble": 1, "brick": 5}


class Options(Strict):
    wet_bricks: int = 5


def weigh(typed: Mapping[str, str], options: Options) -> tuple[Text, ...]:
    """Stones by their names, in a boat that carries so much."""
    unknown = [name for name in typed["stones"].split() if name not in WEIGHTS]
    if unknown:
        raise Invalid(
            Problem("stones", "no-stone", Text("There is no stone called {name}.", {"name": unknown[0]}))
        )
    weights = WEIGHTS | {"brick": options.wet_bricks if typed["wet"] else 5}
    weight = sum(weights[name] for name in typed["stones"].split())
    most = int(typed["most"] or 9)
    if typed["boat"] == "raft" and weight > most:
        raise Invalid(Problem("", "sinks", Text("The raft sinks.")))
    return (
        Text("They weigh {weight}.", {"weight": weight}),
        Text("The boat carries {most}.", {"most": most}),
    )


WEIGH = Helper(
    key="weigh",
    label="Weight of stones",
    about=Text("How heavy a load is."),
    fields=(
        Field("stones", "Load", "text", maximum=40, help="By name."),
        Field("boat", "Boat", "choice", choices={"raft": "Raft", "ark": "Ark"}, symbols={"ark": "⛵"}),
        Field("most", "Carries", "count", 1, 99, required=False),
        Field("wet", "Wet", "switch"),
    ),
    answer=weigh,
    examples=(
        Asked("light", Text("A light load"), {"stones": "pebble brick", "boat": "ark"}),
        Asked(
            "wet",
            Text("Wet bricks"),
            {"stones": "brick", "boat": "ark", "wet": "1"},
            {"wet_bricks": 8},
        ),
        Asked(
            "dry",
            Text("Dry ones, where wet ones are heavy"),
            {"stones": "brick", "boat": "ark"},
            {"wet_bricks": 8},
        ),
        Asked("sinks", Text("Too much"), {"stones": "brick brick", "boat": "raft"}),
    ),
)
FLOATS = Helper(
    key="floats",
    label="Does it float",
    about=Text("On salt water it may."),
    fields=(
        Field("water", "Water", "choice", choices={"salt": "Salt", "fresh": "Fresh"}),
        Field("salt", "Grams of salt", "count", 1, 99, given=(Given("water", ("salt",)),)),
    ),
    answer=lambda typed, options: (
        Text("Yes: {salt}." if typed["salt"] else "No.", {"salt": typed["salt"]}),
    ),
)
TURN = Helper(
    key="turn",
    label="Whose turn it is",
    about=Text("Who throws next."),
    fields=(Field("thrown", "Throws so far", "count", 0, 99), Field("back", "Backwards", "switch")),
    answer=lambda typed, options: (
        Text(
            "Player {n}.", {"n": (-int(typed["thrown"]) if typed["back"] else int(typed["thrown"])) % 3 + 1}
        ),
    ),
)
QUARRY = replace(
    POND,
    key="quarry",
    name="Quarry",
    Options=Options,
    helpers=(WEIGH, TURN, FLOATS),
    option_words={"wet_bricks": lambda value: Text("A wet brick weighs {value}.", {"value": value})},
    variants=(
        games.Variant("quarry", "Quarry", {}, "The stone book"),
        games.Variant("old", "Old Quarry", {"wet_bricks": 7}, "The stone book", certain=False),
        games.Variant("lost", "Lost Quarry", {"wet_bricks": 6}, "A lost list", certain=False),
    ),
)
