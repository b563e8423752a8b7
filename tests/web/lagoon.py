"""Two games whose sheets ask for more than one number a cell: one where it depends on what is written what is asked
for, one that is written seat by seat with much beside it.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from games import Field, Given, Layout, MayBeLeftOut, Problem, Score, SeatScore, Step, Text
from games.checks import Case
from games.layout import BLANK
from games.protocol import Game
from games.sheets import OneASeat, Strict, between

KINDS = {"reef": "Reef", "wreck": "Wreck", "storm": "Storm"}
SIGNS = {"reef": "♠", "wreck": "♥", "storm": "☂"}
SIGNALS = {"bell": "Bell", "horn": "Horn", "flare": "Flare"}
WAGERS = {0: "nothing", 10: "ten", 20: "twenty"}


class NoOptions(Strict):
    pass


def calculate(sheet: Any, options: NoOptions, seats: int) -> Score:
    """A point for whoever dives, or for every find; nobody else has a part in it."""
    changes = [[worth(deal, seat) for deal in sheet.deals] for seat in range(seats)]
    totals = [sum(change or 0 for change in own) for own in changes]
    return Score(
        complete=bool(sheet.deals),
        seats=tuple(
            SeatScore(
                total, 1 + sum(other > total for other in totals), "draw", len(own), tuple(own), 0, 0, 0, None
            )
            for total, own in zip(totals, changes, strict=True)
        ),
    )


def worth(deal: Any, seat: int) -> int | None:
    if isinstance(deal, Haul):
        return deal.finds[seat]
    if deal.diver is None:
        return None
    if isinstance(deal.points, list):
        return deal.points[seat]
    return deal.points if deal.diver == seat else 0


def explain(sheet: Any, options: NoOptions, seats: int) -> tuple[Step, ...]:
    return tuple(Step(Text("Added up."), seat.score) for seat in calculate(sheet, options, seats).seats)


# --- a deal is a card


class Dive(Strict):
    diver: Annotated[int, between(0, 4)] | None
    kind: MayBeLeftOut[Literal["reef", "wreck", "storm"]] = None
    depth: MayBeLeftOut[Annotated[int, between(0, 40)]] = None
    calm: bool = False
    points: Any = None
    weights: MayBeLeftOut[Annotated[list[int | None], OneASeat(3, 5)]] = None
    signals: MayBeLeftOut[list[Literal["bell", "horn", "flare"]]] = None
    crew: MayBeLeftOut[list[Annotated[int, between(0, 4)]]] = None
    tank: MayBeLeftOut[dict[str, int]] = None


class Dives(Strict):
    deals: list[Dive]


def refuse_depth(dive: Dive, case: Case) -> Iterator[Problem]:
    if dive.kind == "storm" and dive.depth is not None:
        yield Problem("depth", "stormy", Text("A storm has no depth."))


def refuse_missing(dive: Dive, case: Case) -> Iterator[Problem]:
    if dive.diver is None:
        return
    needed = {None: ("kind",), "storm": ("points",)}.get(dive.kind, ("depth", "points"))
    for key in needed:
        if getattr(dive, key) is None:
            yield Problem(key, "missing", Text("Must be written down."))


def refuse_points(dive: Dive, case: Case) -> Iterator[Problem]:
    """Of each seat in a storm, of the diver else."""
    if dive.kind == "storm" and isinstance(dive.points, list):
        for seat, points in enumerate(dive.points):
            if points is None and seat not in resting(case.seats, case.at[0]):
                yield Problem(f"points.{seat}", "missing", Text("Must be written down."))
    elif dive.points is not None and not isinstance(dive.points, int):
        yield Problem("points", "whole", Text("Must be a whole number."))


def resting(seats: int, deal: int) -> tuple[int, ...]:
    """Whoever rows, where there are more than three."""
    return (deal % seats,) if seats > 3 else ()


DIVES = (Given("diver", (None, BLANK), has=False),)
UNDER = (*DIVES, Given("kind", ("reef", "wreck")))
STORM = (*DIVES, Given("kind", ("storm",)))


def lagoon_layout(options: NoOptions, seats: int) -> Layout:
    return Layout(
        per_seat=(
            Field("points", "Points", "count", given=STORM, total=60),
            Field("weights", "Weights", "count", 0, 9, required=False, given=STORM),
        ),
        per_deal=(
            Field("diver", "Diver", "seat", out="nobody dived"),
            Field("kind", "Kind", "choice", choices=KINDS, symbols=SIGNS, given=DIVES),
            Field("depth", "Depth", "count", 0, 40, given=UNDER, help="In fathoms."),
            Field("points", "Points", "count", 0, 99, given=UNDER),
            Field("calm", "Calm", "switch", required=False, near=True, given=DIVES),
            Field("signals", "Signals", "choice", choices=SIGNALS, several=3, required=False, given=DIVES),
            Field("crew", "Crew", "seat", several=2, required=False, given=(Given("signals", ("horn",)),)),
            Field("tank.air", "Air", "count", 0, 9, required=False, given=UNDER),
        ),
        resting=lambda deal: resting(seats, deal),
        note=lambda deal: Text("{buoys} buoys", {"buoys": deal + 1}),
    )


LAGOON = Game(
    key="lagoon",
    name="Lagoon",
    about="One dives.",
    min_seats=3,
    max_seats=5,
    Options=NoOptions,
    Sheet=Dives,
    checks={"deals": (refuse_depth, refuse_missing, refuse_points)},
    calculate=calculate,
    explain=explain,
    deals=lambda options: None,
    layout=lagoon_layout,
    words={"deal": "dive", "deals": "dives"},
    ranking=("score", "lot"),
)

# --- a deal is a row


class Luck(Strict):
    pearls: int = 0
    chest: Literal[0, 10, 20] = 0
    thieves: MayBeLeftOut[list[int]] = None
    shark: bool = False


class Haul(Strict):
    finds: Annotated[list[Annotated[int, between(0, 9)]], OneASeat(2, 6)]
    luck: MayBeLeftOut[Annotated[list[Luck], OneASeat(2, 6)]] = None


class Hauls(Strict):
    deals: list[Haul]


NETS = (1, 2, 3)


def cove_layout(options: NoOptions, seats: int) -> Layout:
    return Layout(
        per_seat=(
            Field("finds", "Finds", "count", 0, 9, total=NETS),
            Field("luck.pearls", "Pearls", "count", 0, 4, required=False, help="White ones."),
            Field("luck.chest", "Chest", "choice", choices=WAGERS, required=False),
            Field("luck.thieves", "Thief", "seat", several=2, required=False),
            Field("luck.shark", "Shark", "switch", required=False),
        ),
        note=lambda deal: Text("{nets} nets", {"nets": deal + 1}),
    )


COVE = Game(
    key="cove",
    name="Cove",
    about="All dive.",
    min_seats=2,
    max_seats=6,
    Options=NoOptions,
    Sheet=Hauls,
    checks={},
    calculate=calculate,
    explain=explain,
    deals=lambda options: len(NETS),
    layout=cove_layout,
    words={"deal": "haul", "deals": "hauls"},
    ranking=("score", "lot"),
)

# --- where they are played

NAMES = ("Ann Archer", "Bob Birch", "Cleo Costa", "Dev Dhar")
LAGOON_MATCH, COVE_MATCH = "/bay/matches/m1/", "/bay/matches/m2/"


def _competition(game: str, match: str) -> dict[str, Any]:
    seats = [name.split()[0].lower() for name in NAMES]
    entries = [{"player": id} for id in seats]
    division = {"level": 1, "entries": entries, "matches": [{"id": match, "seats": seats}]}
    season = {"number": 1, "state": "open", "divisions": [division]}
    rules = {"promoted": 0, "table_size": 4}
    return {"slug": game, "name": game.capitalize(), "game": game, "seasons": [season], "rules": rules}


CLUB = {
    "format": "boolie-club/1",
    "club": {"slug": "bay", "name": "Bay Club"},
    "players": [{"id": name.split()[0].lower(), "name": name} for name in NAMES],
    "competitions": [_competition("lagoon", "m1"), _competition("cove", "m2")],
}
