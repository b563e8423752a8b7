"""Sheets written down as the rows of a spreadsheet, and read again."""

from collections.abc import Mapping, Sequence
from typing import Any

import games
from games import BLANK, Field, FieldList, Given, Layout
from league.rules.cells import PlayerNames
from league.rules.columns import build_columns
from league.rules.slips import ImportContext, ImportResult, read_matches
from league.rules.spreadsheet import Row, read_text
from league.rules.which_match import MatchLookup, SeasonMatch

JSON = dict[str, Any]
OTHERS = ("cleo", "dev", "eva", "fay", "gil", "hal")
NAMES = {"ann": "Ann Archer", "bob": "Bob Baker", **{id: id.title() for id in OTHERS}}

# A game of nobody's, with every kind of field there is. Where nobody declares, everybody has points.
ALONE = (Given("declarer", (None, BLANK), has=False),)
TOGETHER = (Given("declarer", (None,)),)
CLAIMS = {"fly": "Fly high", "a, b": "Sink, fast", "a": "Swim"}
EVERYTHING = Layout(
    per_seat=(
        Field("tricks", "Tricks", "count", 0, 9, out="out"),
        Field("call", "Call", "choice", choices={"low": "Low", "high": "High"}, symbols={"high": "♥"}),
        Field("doubled", "Doubled", "switch", required=False),
        Field("extra", "Extra", "count", required=False),
        Field("points", "Points", "count", 0, 120, given=TOGETHER),
        Field("bonus.birds", "Birds", "count", 0, 9, required=False),
        Field("bonus.from", "From", "seat", required=False, several=3),
        Field("bonus.wager", "Wager", "choice", choices={0: "None", 10: "Ten"}, required=False),
        Field("bonus.loud", "Loud", "switch", required=False),
    ),
    per_deal=(
        Field("declarer", "Declarer", "seat", out="nobody"),
        Field("hand", "Hand", "switch", required=False),
        Field("bid", "Bid", "count", -9, 99, required=False),
        Field("points", "Points", "count", 0, 120, given=ALONE),
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


def table(seats: int = 3, id: str = "m1", players: str = "", **more: Any) -> SeasonMatch:
    """A match of the first so many, or of these players."""
    ids = tuple(players.split()) or tuple(NAMES)[:seats]
    return SeasonMatch(**{"id": id, "round": 1, "seats": ids, "sat": ids, **more})


def known(
    *fixtures: SeasonMatch, layout: Layout = EVERYTHING, names: Mapping[str, str] = NAMES, most: int = 8
) -> ImportContext:
    matches = MatchLookup(fixtures, PlayerNames(names))
    least = min(len(one.seats) for one in fixtures)
    return ImportContext(
        lambda seats: layout, "hand", matches, least=least, most=most, translate=lambda text: text
    )


def told(text: str, *fixtures: SeasonMatch, **more: Any) -> ImportResult:
    """What pasted cells say of these matches."""
    return read_matches(read_text(text), known(*fixtures, **more))


def wrong(text: str, *fixtures: SeasonMatch, **more: Any) -> list[tuple[str, str]]:
    """Places and sentences of what is wrong with pasted cells by themselves."""
    return [(one.path, str(one.message)) for one in told(text, *fixtures, **more).problems]


def grid(
    layout: Layout, sheet: JSON, fixture: SeasonMatch, order: Sequence[int] | None = None
) -> list[list[str]]:
    """A sheet as rows below their headings, with the seats in some order."""
    order = order or range(len(fixture.seats))
    headings = [column.name for column in build_columns(layout, len(order))]
    rows = [_deal(layout, deal, fixture, order, number) for number, deal in enumerate(sheet["deals"], 1)]
    for part in layout.lists:
        for number, item in enumerate(sheet.get(part.key, ())):
            texts = {
                f"{part.key} {one.key}": _text(one, item.get(one.key, ...), fixture, order)
                for one in part.fields
            }
            if part is layout.lists[0] and number < len(sheet["deals"]):
                rows[number] |= texts  # beside a deal
            else:
                rows.append({"match": fixture.id} | _players(fixture, order) | texts)
    return [headings, *([row.get(name, "") for name in headings] for row in rows)]


def _players(fixture: SeasonMatch, order: Sequence[int]) -> dict[str, str]:
    return {f"player {place}": fixture.sat[seat] for place, seat in enumerate(order, 1)}


def _deal(
    layout: Layout, deal: JSON, fixture: SeasonMatch, order: Sequence[int], number: int
) -> dict[str, str]:
    texts = {"match": fixture.id, "deal": str(number)} | _players(fixture, order)
    for one in layout.per_seat:
        key, _dot, inner = one.key.partition(".")
        if not isinstance(deal.get(key), list):
            continue
        for place, seat in enumerate(order, 1):
            value = deal[key][seat]
            texts[f"{one.key} {place}"] = _text(
                one, (value or {}).get(inner, ...) if inner else value, fixture, order
            )
    of_all = {one.key for one in layout.per_seat}
    for one in layout.per_deal:
        key, _dot, inner = one.key.partition(".")
        value = deal.get(key, ...)
        if inner and value is not ...:
            value = value.get(inner, ...)
        if not (isinstance(value, list) and key in of_all):
            texts[one.key] = _text(one, value, fixture, order)
    return texts


def _text(field: Field, value: Any, fixture: SeasonMatch, order: Sequence[int]) -> str:
    """Null is the word for it, where the game has one; what is not on the sheet is blank."""
    if value is ... or (value is None and not field.out):
        return ""
    if value is None:
        return field.out
    if isinstance(value, list):
        return "; ".join(
            str(order.index(each) + 1) if field.kind == "seat" else _text(field, each, fixture, order)
            for each in value
        )
    if field.kind == "switch":
        return "yes" if value else ""
    if field.kind == "seat":
        return fixture.sat[value]
    return str(value + 1) if field.kind == "deal" else str(value)


def as_rows(written: Sequence[Sequence[str]]) -> tuple[Row, ...]:
    return tuple(Row(number, tuple(cells)) for number, cells in enumerate(written, 1))


# --- as they are pasted

SKUCK = games.get("skuck").layout(None, 2)
HEADINGS = "match\tdeal\tplayer 1\tbids 1\ttricks 1\tplayer 2\tbids 2\ttricks 2"
PAIR = table(2)
DAYS = HEADINGS.replace("deal", "deal\tplayed_on")


def cells(*rows: str, headings: str = HEADINGS) -> str:
    """Rows below headings, to be pasted: spaces stand between the cells, ~ for a blank one."""
    written = [row.replace(" ", "\t").replace("~", "").replace("_", " ") for row in rows]
    return "\n".join([headings, *written])
