"""No game is named in the pages: one that nobody has heard of gets its form and its pages from its description."""

import json
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Annotated, Literal

import pytest
from django.test import Client

from games import Field, FieldList, Game, Layout, Score, SeatScore, Step, Text, registry
from games.sheets import MayBeLeftOut, OneASeat, Strict, between
from league.actions.club import import_club
from league.models import Club, Membership, Result, Role, User
from league.principals import CONSOLE
from tests.web.sheets import cell, summary, text

ADDRESS = "/pond/matches/m1/"


class Throw(Strict):
    leader: Annotated[int, between(0, 6)]
    stones: Annotated[list[Annotated[int, between(0, 9)] | None], OneASeat(2, 7)]
    weather: MayBeLeftOut[Literal["dry", "wet"]] = None


class Splash(Strict):
    deal: int
    height: int


class Throws(Strict):
    deals: list[Throw]
    splashes: list[Splash] = []


class NoOptions(Strict):
    pass


def calculate(sheet: Throws, options: NoOptions, seats: int) -> Score:
    thrown = [[throw.stones[seat] for throw in sheet.deals] for seat in range(seats)]
    totals = [sum(stones or 0 for stones in own) for own in thrown]
    return Score(
        complete=bool(sheet.deals),
        seats=tuple(
            SeatScore(total, 1, "draw" if sheet.deals else None, len(own), tuple(own), 0, 0, 0, None)
            for total, own in zip(totals, thrown, strict=True)
        ),
    )


POND = Game(
    key="pond",
    name="Pond",
    about="Throw stones.",
    min_seats=2,
    max_seats=7,
    Options=NoOptions,
    Sheet=Throws,
    checks={},
    calculate=calculate,
    explain=lambda sheet, options, seats: (Step(Text("Counted {n}.", {"n": len(sheet.deals)}), 5),) * seats,
    deals=lambda options: None,
    layout=lambda options, seats: Layout(
        per_seat=(Field("stones", "Stones", "count", 0, 9),),
        per_deal=(
            Field("leader", "Leader", "seat"),
            Field("weather", "Weather", "choice", choices={"dry": "Dry", "wet": "Wet"}, required=False),
        ),
        lists=(
            FieldList(
                "splashes", "Splashes", (Field("deal", "Throw", "deal"), Field("height", "Height", "count"))
            ),
        ),
    ),
    words={"deal": "throw", "deals": "throws"},
    ranking=("score", "lot"),
)
CLUB = {
    "format": "boolie-club/1",
    "club": {"slug": "pond", "name": "Pond Club"},
    "players": [{"id": id, "name": id.capitalize()} for id in ("uma", "vic", "wes")],
    "competitions": [
        {
            "slug": "cup",
            "name": "Cup",
            "game": "pond",
            "seasons": [
                {
                    "number": 1,
                    "state": "open",
                    "divisions": [
                        {
                            "level": 1,
                            "entries": [{"player": id} for id in ("uma", "vic", "wes")],
                            "matches": [{"id": "m1", "seats": ["wes", "uma", "vic"]}],
                        }
                    ],
                }
            ],
            "rules": {"promoted": 0},
        }
    ],
}


@pytest.fixture
def pond(db: None, client: Client, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """A club that plays it, and its owner's browser."""
    point = EntryPoint("pond", f"{__name__}:POND", registry.ENTRY_POINT_GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [point])
    registry._load_plugins.cache_clear()
    import_club(json.dumps(CLUB).encode(), by=CONSOLE)
    user = User.objects.create_user("owner@example.org")
    Membership.objects.create(user=user, club=Club.objects.get(slug="pond"), role=Role.OWNER)
    client.force_login(user)
    yield client
    registry._load_plugins.cache_clear()


def build_fields(*throws: tuple[str, ...], **more: str) -> dict[str, str]:
    fields = {"base": "0", "played_on": "2026-01-10"}
    for number, (leader, *stones) in enumerate(throws):
        fields[f"deals-{number}-leader"] = leader
        fields |= {f"deals-{number}-stones-{seat}": count for seat, count in enumerate(stones)}
    return fields | {name.replace("_", "-"): text for name, text in more.items()}


def test_form_has_a_spare_line_where_any_number_may_be_played(pond: Client) -> None:
    page = text(pond.get(ADDRESS + "enter/"))
    assert "Throw 1, Leader" in page and "Throw 1, Wes, Stones" in page and "Throw 2" not in page
    page = text(pond.post(ADDRESS + "enter/", build_fields(("0", "1", "2", "3")) | {"more": "1"}))
    assert "Throw 5" in page


def test_sheet_is_read_scored_and_shown(pond: Client) -> None:
    sent = build_fields(
        ("2", "1", "0", "9"), ("0", "7", "1", "2"), deals_1_weather="wet", splashes_1_deal="1"
    )
    checked = text(pond.post(ADDRESS + "enter/check/", sent))
    assert "Wes 8 1st Uma 1 1st Vic 11 1st The match is complete." in checked
    refused = pond.post(ADDRESS + "enter/", sent)
    assert summary(refused) == [("splashes-1-height", "Splashes 2, Height: Please fill this in.")]
    assert 'value="7"' in cell(refused, "deals-1-stones-0")
    pond.post(ADDRESS + "enter/", sent | {"splashes-1-height": "3"})
    assert Result.objects.get().sheet == {
        "deals": [
            {"leader": 2, "stones": [1, 0, 9]},
            {"leader": 0, "stones": [7, 1, 2], "weather": "wet"},
        ],
        "splashes": [{"deal": 1, "height": 3}],
    }
    page = text(pond.get(ADDRESS))
    assert "Throw 2 Wes 7 7 1 1 2 2 Weather: Wet" in page and "Throw 2 3" in page
    assert "Counted 2.: 5" in page
    season = text(pond.get("/pond/cup/1/"))
    assert "Not first Throws Score Average Tie-break" in season  # no level, zeros or style
    assert "Wes =drawn 8 Uma =drawn 1 Vic =drawn 11" in text(pond.get("/pond/cup/1/matches/"))
    assert "Pairings" in text(pond.get("/pond/cup/1/grid/"))
