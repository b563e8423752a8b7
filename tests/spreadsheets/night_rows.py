"""Score sheets written as rows of a spreadsheet, and read again."""

from collections.abc import Mapping, Sequence
from typing import Any

import games
from games import BLANK, Field, FieldList, Given, Layout
from league.spreadsheets.cells import PlayerNames
from league.spreadsheets.columns import build_columns
from league.spreadsheets.import_rows import ImportContext, ImportResult, read_matches
from league.spreadsheets.match_lookup import MatchLookup, SeasonMatch
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
)


def build_fixture(seats: int = 3, match_id: str = "m1", players: str = "", **more: Any) -> SeasonMatch:
    """Build a match of the first so many players, or of those named."""
    ids = tuple(players.split()) or tuple(NAMES)[:seats]
    return SeasonMatch(**{"id": match_id, "round": 1, "seats": ids, "sat": ids, **more})


def build_read_context(
    *fixtures: SeasonMatch, layout: Layout = FULL_LAYOUT, names: Mapping[str, str] = NAMES, max_seats: int = 8
) -> ImportContext:
    matches = MatchLookup(fixtures, PlayerNames(names))
    least = min(len(fixture.seats) for fixture in fixtures)
    return ImportContext(
        lambda seats: layout, "hand", matches, least=least, most=max_seats, translate=lambda text: text
    )


def read_pasted(text: str, *fixtures: SeasonMatch, **more: Any) -> ImportResult:
    """Return what pasted cells say of these matches."""
    return read_matches(read_text(text), build_read_context(*fixtures, **more))


def collect_messages(text: str, *fixtures: SeasonMatch, **more: Any) -> list[tuple[str, str]]:
    """Return places and sentences of what is wrong with pasted cells by themselves."""
    return [(problem.path, str(problem.message)) for problem in read_pasted(text, *fixtures, **more).problems]


def build_grid(
    layout: Layout, sheet: JSON, fixture: SeasonMatch, order: Sequence[int] | None = None
) -> list[list[str]]:
    """Return a sheet as rows below their headings, with the seats in some order."""
    order = order or range(len(fixture.seats))
    headings = [column.name for column in build_columns(layout, len(order))]
    rows = [
        _write_deal(layout, deal, fixture, order, number) for number, deal in enumerate(sheet["deals"], 1)
    ]
    for part in layout.lists:
        for number, item in enumerate(sheet.get(part.key, ())):
            texts = {
                f"{part.key} {field.key}": _format_cell(field, item.get(field.key, ...), fixture, order)
                for field in part.fields
            }
            if part is layout.lists[0] and number < len(sheet["deals"]):
                rows[number] |= texts  # beside a deal
            else:
                rows.append({"match": fixture.id} | _write_players(fixture, order) | texts)
    return [headings, *([row.get(name, "") for name in headings] for row in rows)]


def _write_players(fixture: SeasonMatch, order: Sequence[int]) -> dict[str, str]:
    return {f"player {place}": fixture.sat[seat] for place, seat in enumerate(order, 1)}


def _write_deal(
    layout: Layout, deal: JSON, fixture: SeasonMatch, order: Sequence[int], number: int
) -> dict[str, str]:
    texts = {"match": fixture.id, "deal": str(number)} | _write_players(fixture, order)
    for field in layout.per_seat:
        key, _dot, inner = field.key.partition(".")
        if not isinstance(deal.get(key), list):
            continue
        for place, seat in enumerate(order, 1):
            value = deal[key][seat]
            texts[f"{field.key} {place}"] = _format_cell(
                field, (value or {}).get(inner, ...) if inner else value, fixture, order
            )
    of_all = {field.key for field in layout.per_seat}
    for field in layout.per_deal:
        key, _dot, inner = field.key.partition(".")
        value = deal.get(key, ...)
        if inner and value is not ...:
            value = value.get(inner, ...)
        if not (isinstance(value, list) and key in of_all):
            texts[field.key] = _format_cell(field, value, fixture, order)
    return texts


def _format_cell(field: Field, value: Any, fixture: SeasonMatch, order: Sequence[int]) -> str:
    """Return the text of a cell: blank for what is not on the sheet, the game's word for null."""
    if value is ... or (value is None and not field.out):
        return ""
    if value is None:
        return field.out
    if isinstance(value, list):
        return "; ".join(
            str(order.index(entry) + 1)
            if field.kind == "seat"
            else _format_cell(field, entry, fixture, order)
            for entry in value
        )
    if field.kind == "switch":
        return "yes" if value else ""
    if field.kind == "seat":
        return fixture.sat[value]
    return str(value + 1) if field.kind == "deal" else str(value)


def number_rows(written: Sequence[Sequence[str]]) -> tuple[Row, ...]:
    return tuple(Row(number, tuple(cells)) for number, cells in enumerate(written, 1))


# --- as they are pasted

SKUCK_LAYOUT = games.get("skuck").layout(None, 2)
HEADINGS = "match\tdeal\tplayer 1\tbids 1\ttricks 1\tplayer 2\tbids 2\ttricks 2"
PAIR_FIXTURE = build_fixture(2)
HEADINGS_WITH_DAY = HEADINGS.replace("deal", "deal\tplayed_on")


def paste_cells(*rows: str, headings: str = HEADINGS) -> str:
    """Return rows below headings, to be pasted: spaces stand between the cells, ~ for a blank one."""
    written = [row.replace(" ", "\t").replace("~", "").replace("_", " ") for row in rows]
    return "\n".join([headings, *written])
