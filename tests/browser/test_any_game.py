"""A match of every game there is, also of one that nobody here has heard of: from the sheet to the standings.

No game is named: what is typed comes from a game's examples, where it is typed from its layout.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

import games
from games import Example, Field, Game, Layout, Score
from games.figures import format_number
from league.actions.club import import_club
from league.models import Club, Membership, Role, User
from league.principals import CONSOLE
from league.queries.club import verify_club
from tests import third_party_package
from tests.browser.conftest import PASSWORD, Visit, visiting
from tests.browser.viewing import HEIGHT, NARROW, WIDE
from tests.clubfile import documents

MAX_FOLDS = 3  # within each other

NAMES = ("Ann Archer", "Bob Birch", "Cleo Costa", "Dev Dhar", "Eva Engel", "Finn Foley", "Gus Gray")
IDS = [name.split()[0].lower() for name in NAMES]
KEYS = sorted({*(game.key for game in games.installed()), *third_party_package.GAME_KEYS})
SEASON = "/any/league/1/"


def choose_games() -> Iterator[Any]:
    """Yield all games; those with the same parts of a sheet as one before them are for a full run."""
    seen = set[tuple[bool, ...]]()
    for key in KEYS:
        if key in third_party_package.GAME_KEYS:  # not installed yet
            yield key
            continue
        game = games.get(key)
        layout = game.layout(games.parse_options(game, {}), game.examples[0].seats)
        parts = tuple(map(bool, (layout.per_seat, layout.per_deal, layout.lists)))
        yield pytest.param(key, marks=[pytest.mark.full] * (parts in seen))
        seen.add(parts)


@pytest.fixture(params=choose_games())
def game(request: Any, third_party_game: Game) -> Game:
    return games.get(request.param)


# What is typed more of is for a full run: it takes as much longer.
@pytest.fixture(params=["short", pytest.param("first", marks=pytest.mark.full)])
def example(request: Any, game: Game) -> Example:
    """One that shows a whole match with the usual options: the shortest of several deals, or the game's first."""
    whole = [one for one in game.examples if not one.options and worth(game, one).complete]
    several = [one for one in whole if len(one.sheet["deals"]) > 1]
    if request.param == "short" and several:
        return min(several, key=lambda one: len(str(one.sheet)))
    return whole[0]


@pytest.fixture
def visit(
    tabs: dict[bool, Page], transactional_db: None, live_server: Any, game: Game, example: Example
) -> Iterator[Visit]:
    """On a telephone, at a club with two matches to play, each with a table as large as the example's."""
    import_club(documents.encode_document(club(game, example.seats)), by=CONSOLE)
    user = User.objects.create_user("sam@example.org", PASSWORD, name="Sam Scorer")
    Membership.objects.create(user=user, club=Club.objects.get(), role=Role.SCORER)
    with visiting(tabs[True], live_server.url, width=NARROW) as visit:
        yield visit


def club(game: Game, seats: int) -> dict[str, Any]:
    players = IDS[:seats]
    matches = [{"id": id, "seats": players, "round": round} for round, id in enumerate(("m1", "m2"), 1)]
    entries = [{"player": id} for id in players]
    division = {"level": 1, "entries": entries, "matches": matches}
    return {
        "format": "boolie-club/1",
        "club": {"slug": "any", "name": "Any Club"},
        "players": [{"id": id, "name": name} for id, name in zip(players, NAMES, strict=False)],
        "competitions": [
            {
                "slug": "league",
                "name": "League",
                "game": game.key,
                "rules": {"table_size": seats, "promoted": 0},
                "seasons": [{"number": 1, "state": "open", "lot": 1, "divisions": [division]}],
            }
        ],
    }


def worth(game: Game, example: Example) -> Score:
    return games.score(game.key, example.sheet, options=example.options, seats=example.seats)


def layout_of(game: Game, example: Example) -> Layout:
    return game.layout(games.parse_options(game, dict(example.options)), example.seats)


def is_unlikely(game: Game, example: Example) -> bool:
    """Whether whoever enters it is asked once more."""
    options = games.parse_options(game, dict(example.options))
    sheet = games.parse(game, dict(example.sheet), options, example.seats)
    return bool(games.warnings(game, sheet, options, example.seats))


# --- typing a sheet, wherever its game's layout puts it


def of_the_deal(field: Field, item: Mapping[str, Any]) -> list[Any]:
    """What a deal, or a line of a list, says there, or nothing. A list that has the same name is the seats'."""
    outer, _, inner = field.key.partition(".")
    found = item.get(outer, {}) if inner else item
    key = inner or outer
    return [found[key]] if key in found and isinstance(found[key], list) == bool(field.several) else []


def of_the_seats(
    layout: Layout, number: int, field: Field, deal: Mapping[str, Any]
) -> Iterator[tuple[int, Any]]:
    """The values of each seat for which there are any. Who sits the deal out is asked nothing."""
    outer, _, inner = field.key.partition(".")
    found = deal.get(outer)
    for seat, item in enumerate(found if isinstance(found, list) else ()):
        value = (item or {}).get(inner) if inner else item
        if seat not in layout.resting(number) and (value is not None or (field.out and not inner)):
            yield seat, value


def fill_in(page: Page, layout: Layout, sheet: Mapping[str, Any]) -> None:
    """The fields of the whole deal come first, as the rest may depend on them."""
    for number, deal in enumerate(sheet["deals"]):
        need_a_line(page, "deals", number)
        for field in layout.per_deal:
            for value in of_the_deal(field, deal):
                put(page, f"deals-{number}-{field.key}", field, value)
        for field in layout.per_seat:
            for seat, value in of_the_seats(layout, number, field, deal):
                put(page, f"deals-{number}-{field.key}-{seat}", field, value)
    for part in layout.lists:
        for number, line in enumerate(sheet.get(part.key, ())):
            need_a_line(page, part.key, number)
            for field in part.fields:
                for value in of_the_deal(field, line):
                    put(page, f"{part.key}-{number}-{field.key}", field, value)


def need_a_line(page: Page, key: str, number: int) -> None:
    cells = page.locator(f'form [name^="{key}-{number}-"]')
    if not cells.count():
        page.locator(f'button[name=more][value="{key}"]').click()
        cells.first.wait_for(state="attached")
        # It may have come by itself, too: then the one that was asked for is still to come, and takes the focus.
        page.wait_for_function(
            "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"
        )


def put(page: Page, name: str, field: Field, value: Any) -> None:
    """What is left out of the sheet is left alone on the page. Of several each has its cell: a choice its own."""
    if not field.several:
        put_one(page, name, field, value)
    elif field.kind == "choice":
        for slot, key in enumerate(field.choices):
            if key in value:
                put_one(page, f"{name}-{slot}", field, True)
    else:
        for slot, one in enumerate(value):
            put_one(page, f"{name}-{slot}", field, one)


def put_one(page: Page, name: str, field: Field, value: Any) -> None:
    cells = page.locator(f'form [name="{name}"]')
    kind, folds = cells.first.evaluate("cell => [cell.type, Boolean(cell.closest('details:not([open])'))]")
    if folds:
        unfold(cells.first)
    written = text(field, value, out="-")
    if kind == "checkbox":
        cells.set_checked(value)
    elif kind == "radio":
        page.locator("label", has=page.locator(f'[name="{name}"][value="{written}"]')).click()
    elif kind == "select-one":
        cells.select_option(written)
    else:
        cells.fill(text(field, value, out=field.out))


def unfold(cell: Locator) -> None:
    folded = cell.locator("xpath=ancestor::details[not(@open)]/summary")
    for _fold in range(MAX_FOLDS):
        with suppress(TimeoutError):  # the page may open it by itself meanwhile
            if folded.count():
                folded.first.click(timeout=1000)


def text(field: Field, value: Any, *, out: str) -> str:
    return out if value is None else str(value)


# --- a night's spreadsheet, with the headings that the site gives out


def spreadsheet(heading: list[str], layout: Layout, sheet: Mapping[str, Any]) -> bytes:
    """The second match, a row a deal; a line of a list stands in a row of its own."""
    rows: list[dict[str, str]] = []
    for number, deal in enumerate(sheet["deals"]):
        row = {"match": "m2", "deal": str(number + 1)}
        for field in layout.per_deal:
            for value in of_the_deal(field, deal):
                row[field.key] = counted(field, value)
        for field in layout.per_seat:
            for seat, value in of_the_seats(layout, number, field, deal):
                row[f"{field.key} {seat + 1}"] = counted(field, value)
        rows.append(row)
    for part in layout.lists:
        for line in sheet.get(part.key, ()):
            own = {f"{part.key} {one.key}": counted(one, *of_the_deal(one, line)) for one in part.fields}
            rows.append({"match": "m2"} | own)
    out = io.StringIO()
    writer = csv.DictWriter(out, heading)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


def counted(field: Field, value: Any = ...) -> str:
    """Seats and deals count from 1 there; what is left out is blank."""
    if value is ...:
        return ""
    if isinstance(value, list):
        return "; ".join(counted(field, one) for one in value)
    if value is None:
        return field.out
    if field.kind == "switch":
        return "yes" if value else ""
    return str(value + 1) if field.kind in ("seat", "deal") else str(value)


# --- what the pages say


def told_scores(place: Locator) -> list[str]:
    return [read_number(text) for text in place.locator(".score").all_text_contents()]


def list_by_place(game: Game, example: Example) -> list[str]:
    """Return the scores as a match shows them: of two by seat, of more by place."""
    seats = list(worth(game, example).seats)
    return [
        str(seat.score) for seat in (seats if len(seats) == 2 else sorted(seats, key=lambda seat: seat.place))
    ]


def read_number(text: str) -> str:
    return text.strip().replace("−", "-")


def column(page: Page, heading: str) -> list[str]:
    """Of the standings, by player in the order of NAMES."""
    table = page.locator("main table").first
    at = [each.strip().lower() for each in table.locator("thead th").all_text_contents()].index(heading)
    rows = (table.locator("tbody tr").filter(has_text=name) for name in NAMES)
    return [read_number(row.locator("td, th").nth(at).inner_text()) for row in rows if row.count()]


def expect_it_fits(page: Page) -> None:
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), page.url


# --- the way of a match


def enter(visit: Visit, game: Game, example: Example) -> None:
    """The first match, in the form; the score runs along."""
    visit.open("/any/matches/m1/enter/")
    page, names, seats = visit.page, NAMES[: example.seats], worth(game, example).seats
    page.evaluate("() => localStorage.setItem('moves-on', 'no')")  # it fills in one cell or another
    fill_in(page, layout_of(game, example), example.sheet)
    for name, seat in zip(names, seats, strict=True):
        expect(visit.score_so_far()).to_contain_text(re.compile(rf"{name}\s+{format_number(seat.score)}\b"))
    expect(visit.score_so_far()).to_contain_text("complete")
    expect_it_fits(page)
    page.get_by_role("button", name="Save result").click()
    if is_unlikely(game, example):
        page.get_by_role("button", name="Save anyway").click()
    expect(page.get_by_text("Result saved.")).to_be_visible()
    for name, seat in zip(names, seats, strict=True):
        told = page.locator(".results").get_by_role("listitem").filter(has_text=name)
        if example.seats == 2 and seat.outcome == "loss":  # the winner's mark tells both
            expect(told).not_to_contain_text("loss")
        else:
            expect(told).to_contain_text(str(seat.place) if example.seats > 2 else str(seat.outcome))
    expect_it_fits(page)


def print_a_sheet(visit: Visit, game: Game, example: Example) -> None:
    """For the second match, to be written on: everything has its place there."""
    visit.open("/any/matches/m2/paper/")
    layout, sheet = layout_of(game, example), visit.page.locator("main")
    labels = [field.label for field in (*layout.per_seat, *layout.per_deal)]
    for said in (*NAMES[: example.seats], *labels, *(part.label for part in layout.lists)):
        expect(sheet).to_contain_text(said)
    expect_it_fits(visit.page)


def bring_in(visit: Visit, game: Game, example: Example) -> None:
    """The second match, in the file that the site gives out to be filled in."""
    page = visit.page
    visit.open(f"{SEASON}results/")
    given = page.context.request.get(f"{visit.site}{SEASON}results/results.csv").text()
    heading = next(csv.reader(io.StringIO(given.lstrip("\ufeff"))))
    content = spreadsheet(heading, layout_of(game, example), example.sheet)
    page.get_by_label("File").set_input_files(
        {"name": "night.csv", "mimeType": "text/csv", "buffer": content}
    )
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("main table .score").first).to_be_visible()
    assert told_scores(page.locator("main table")) == [str(seat.score) for seat in worth(game, example).seats]
    page.get_by_role("button", name="Save 1 result").click()
    expect(page.get_by_text("1 result saved.")).to_be_visible()


def read_the_rules(visit: Visit, game: Game) -> None:
    """Every example is there, with what it is worth."""
    visit.open("/any/league/rules/")
    for example in game.examples:
        heading = visit.page.get_by_role("heading", name=str(example.title), exact=True)
        shown = visit.page.get_by_role("article").filter(has=heading)
        scores = [str(seat.score) for seat in worth(game, example).seats]
        assert told_scores(shown.locator(".results").first) == scores


def test_match_of_any_game_goes_from_its_sheet_to_the_standings(
    visit: Visit, game: Game, example: Example
) -> None:
    page, scores = visit.page, [seat.score for seat in worth(game, example).seats]
    visit.log_in()
    enter(visit, game, example)
    assert told_scores(page.locator(".results")) == list_by_place(game, example)

    page.set_viewport_size({"width": WIDE, "height": HEIGHT[WIDE]})
    visit.open(SEASON)
    assert column(page, game.words.get("score", "score")) == [str(score) for score in scores]
    read_the_rules(visit, game)
    assert verify_club(Club.objects.get()) == []


@pytest.mark.parametrize(
    "game",
    # tests/spreadsheets/test_columns.py writes and reads the rows of the others
    [
        key if key in third_party_package.GAME_KEYS else pytest.param(key, marks=pytest.mark.full)
        for key in KEYS
    ],
    indirect=True,
)
def test_sheet_of_any_game_is_printed_and_comes_back_in_a_file(
    visit: Visit, game: Game, example: Example
) -> None:
    page, scores = visit.page, [seat.score for seat in worth(game, example).seats]
    visit.log_in()
    print_a_sheet(visit, game, example)

    page.set_viewport_size({"width": WIDE, "height": HEIGHT[WIDE]})
    bring_in(visit, game, example)
    visit.open("/any/matches/m2/")
    assert told_scores(page.locator(".results")) == list_by_place(game, example)
    visit.open(SEASON)
    assert column(page, game.words.get("score", "score")) == [str(score) for score in scores]
    assert verify_club(Club.objects.get()) == []
