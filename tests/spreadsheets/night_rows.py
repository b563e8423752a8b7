"""Score sheets written as rows of a spreadsheet, and read again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import games
from games import BLANK, Field, FieldList, Given, Layout, Problem
from league.spreadsheets.columns import build_columns
from league.spreadsheets.import_rows import ImportedMatch, Table, group_rows, sort_problems
from league.spreadsheets.reader import Row, read_text

JSON = dict[str, Any]
OTHER_IDS = ("cleo", "dev", "eva", "fay", "gil", "hal")
NAMES = {"ann": "Ann Archer", "bob": "Bob Baker", **{player: player.title() for player in OTHER_IDS}}

# A game of nobody's, with every kind of field there is. Where nobody declares, everybody has points.
IF_DECLARED = (Given("declarer", (None, BLANK), has=False),)
IF_NOBODY_DECLARED = (Given("declarer", (None,)),)
CLAIMS = {"fly": "Fly high", "a, b": "Sink, fast", "a": "Swim"}
FULL_LAYOUT = Layout(
    per_seat=(
        Field("tricks", "Tricks", "count", 0, 9, out="out"),
        Field("call", "Call", "choice", choices={"low": "Low", "high": "High"}, symbols={"high": "♥"}),
        Field("doubled", "Doubled", "switch", required=False),
        Field("extra", "Extra", "count", required=False),
        Field("points", "Points", "count", 0, 120, given=IF_NOBODY_DECLARED),
        Field("bonus.birds", "Birds", "count", 0, 9, required=False),
        Field("bonus.from", "From", "seat", required=False, several=3),
        Field("bonus.wager", "Wager", "choice", choices={0: "None", 10: "Ten"}, required=False),
        Field("bonus.loud", "Loud", "switch", required=False),
    ),
    per_deal=(
        Field("declarer", "Declarer", "seat", out="nobody"),
        Field("hand", "Hand", "switch", required=False),
        Field("bid", "Bid", "count", -9, 99, required=False),
        Field("points", "Points", "count", 0, 120, given=IF_DECLARED),
        Field("claims", "Claims", "choice", choices=CLAIMS, required=False, several=3, near=True),
        Field("sky.clouds", "Clouds", "count", required=False),
        Field("sky.dark", "Dark", "switch", required=False),
    ),
    lists=(
        FieldList(
            "fines",
            "Fines",
            (
                Field("seat", "Player", "seat"),
                Field("deal", "Deal", "deal", required=False),
                Field("late", "Late", "switch", required=False),
            ),
        ),
        FieldList("notes", "Notes", (Field("weather", "Weather", "choice", choices={"wet": "Wet"}),)),
    ),
    switches=(Field("outdoors", "Outdoors", "switch", required=False),),
)


@dataclass(frozen=True)
class Fixture:
    """A match with the ids of those who sit there."""

    id: str
    sat: tuple[str, ...]


def build_fixture(seats: int = 3, match_id: str = "m1") -> Fixture:
    """Build a match of the first so many players."""
    return Fixture(match_id, tuple(NAMES)[:seats])


@dataclass(frozen=True)
class ReadNight:
    """What rows say of matches."""

    matches: Mapping[str, ImportedMatch]
    problems: Sequence[Problem]
    left_out: int

    @property
    def sheets(self) -> list[JSON]:
        return [match.sheet for match in self.matches.values()]


def read_rows(rows: Sequence[Row], *fixtures: Fixture, layout: Layout = FULL_LAYOUT) -> ReadNight:
    """Return what these rows say of these matches; other matches are passed over."""
    read = group_rows(rows, lambda seats: layout, {len(fixture.sat) for fixture in fixtures})
    matches = {}
    for fixture in fixtures:
        if fixture.id in read.lines:
            players = [[NAMES[player], player] for player in fixture.sat]
            table = Table(layout, players, "hand", translate=str)
            matches[fixture.id] = ImportedMatch(table, read.lines[fixture.id])
    found = [problem for match in matches.values() for problem in match.problems]
    return ReadNight(matches, sort_problems([*read.problems, *found]), read.left_out)


def read_pasted(text: str, *fixtures: Fixture, layout: Layout = FULL_LAYOUT) -> ReadNight:
    """Return what pasted cells say of these matches."""
    return read_rows(read_text(text), *fixtures, layout=layout)


def collect_messages(read: ReadNight) -> list[tuple[str, str]]:
    """Return places and sentences of what is wrong."""
    return [(problem.path, str(problem.message)) for problem in read.problems]


def build_grid(layout: Layout, sheet: JSON, fixture: Fixture) -> list[list[str]]:
    """Return a sheet as rows below their headings."""
    headings = [column.name for column in build_columns(layout, len(fixture.sat))]
    usual = {"match": fixture.id} | {f"player {place}": player for place, player in enumerate(fixture.sat, 1)}
    rows = [
        usual | _write_deal(layout, deal, len(fixture.sat), number)
        for number, deal in enumerate(sheet["deals"], 1)
    ]
    for part in layout.lists:
        for number, item in enumerate(sheet.get(part.key, ())):
            texts = {
                f"{part.key} {field.key}": _format_cell(field, item.get(field.key, ...))
                for field in part.fields
            }
            if part is layout.lists[0] and number < len(sheet["deals"]):
                rows[number] |= texts  # beside a deal
            else:
                rows.append(usual | texts)
    rows[0] |= {switch.key: _format_cell(switch, sheet.get(switch.key, ...)) for switch in layout.switches}
    return [headings, *([row.get(name, "") for name in headings] for row in rows)]


def _write_deal(layout: Layout, deal: JSON, seats: int, number: int) -> dict[str, str]:
    texts = {"deal": str(number)}
    for field in layout.per_seat:
        key, _dot, inner = field.key.partition(".")
        if not isinstance(deal.get(key), list):
            continue
        for seat in range(seats):
            value = deal[key][seat]
            texts[f"{field.key} {seat + 1}"] = _format_cell(
                field, (value or {}).get(inner, ...) if inner else value
            )
    of_all = {field.key for field in layout.per_seat}
    for field in layout.per_deal:
        key, _dot, inner = field.key.partition(".")
        value = deal.get(key, ...)
        if inner and value is not ...:
            value = value.get(inner, ...)
        if not (isinstance(value, list) and key in of_all):
            texts[field.key] = _format_cell(field, value)
    return texts


def _format_cell(field: Field, value: Any) -> str:
    """Return the text of a cell: blank for what is not on the sheet, the game's word for null."""
    if value is ... or (value is None and not field.out):
        return ""
    if value is None:
        return field.out
    if isinstance(value, list):
        return "; ".join(_format_cell(field, item) for item in value)
    if field.kind == "switch":
        return "yes" if value else ""
    return str(value + 1) if field.kind in ("deal", "seat") else str(value)


def number_rows(written: Sequence[Sequence[str]]) -> tuple[Row, ...]:
    return tuple(Row(number, tuple(cells)) for number, cells in enumerate(written, 1))


# --- as they are pasted

SKUCK = games.get("skuck")
SKUCK_WITH_TIME_LAYOUT = SKUCK.layout(games.parse_options(SKUCK, {"time_penalties": True}), 2)
SKUCK_LAYOUT = SKUCK.layout(games.parse_options(SKUCK, {}), 2)
HEADINGS = "match\tdeal\tplayer 1\tbids 1\ttricks 1\tplayer 2\tbids 2\ttricks 2"
PAIR_FIXTURE = build_fixture(2)
HEADINGS_WITH_DAY = HEADINGS.replace("deal", "deal\tplayed_on")


def paste_cells(*rows: str, headings: str = HEADINGS) -> str:
    """Return rows below headings, to be pasted: spaces stand between the cells, ~ for a blank one."""
    written = [row.replace(" ", "\t").replace("~", "").replace("_", " ") for row in rows]
    return "\n".join([headings, *written])
