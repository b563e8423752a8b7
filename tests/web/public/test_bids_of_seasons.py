"""The chart of a player's bids where seasons were played by other options, and where bids stand in another place."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any
from uuid import uuid4

import pytest
from django.test import Client

from games import Field, Layout, Score, SeatScore, Strict, Style, registry
from games.sheets import OneASeat, between
from league.actions.club import import_club
from league.principals import CONSOLE
from league.tasks import run_jobs
from tests.clubfile import documents
from tests.web.public.test_player import charts
from tests.web.sheets import text
from tests.web.test_other_games import POND


class Options(Strict):
    most: Annotated[int, between(1, 20)] = 3


class Throw(Strict):
    bids: Annotated[list[int | None], OneASeat(2, 7)]


class Throws(Strict):
    deals: list[Throw]


def calculate(sheet: Throws, options: Options, seats: int) -> Score:
    own = [[throw.bids[seat] for throw in sheet.deals] for seat in range(seats)]
    made = [[bid for bid in bids if bid is not None] for bids in own]
    return Score(
        complete=True,
        seats=tuple(
            SeatScore(0, 1, "draw", len(bids), (0,) * len(own[seat]), len(bids), 0, sum(bids), None)
            for seat, bids in enumerate(made)
        ),
    )


def layout(options: Options, seats: int) -> Layout:
    return Layout(per_seat=(Field("bids", "Bid", "count", 0, options.most, out="out"),))


def of_the_deal(options: Options, seats: int) -> Layout:
    return Layout(per_deal=(Field("bids", "Bids", "count", several=seats),))


UP_TO_3: Any = {"deals": [{"bids": [2, 3]}, {"bids": [1, 0]}]}
UP_TO_9: Any = {"deals": [{"bids": [8, None]}, {"bids": [None, 4]}]}


@pytest.fixture
def page(db: None, client: Client, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Ann's, with a match in each of two seasons: with bids up to 3, and up to 9."""

    def found(laid_out: Any = layout) -> Any:
        game = replace(
            POND,
            key=f"{uuid4()}",
            Options=Options,
            Sheet=Throws,
            calculate=calculate,
            layout=laid_out,
            has_bids=True,
            style=Style(Fraction(5), "Diver", "Wader", "Swimmer"),
        )
        monkeypatch.setattr(registry, "BUILT_IN", (game,))
        registry._load_plugins.cache_clear()
        seasons = []
        for number, (most, sheet) in enumerate(((3, UP_TO_3), (9, UP_TO_9)), 1):
            played = documents.build_played_match(f"m{number}", "ann bob", sheet, f"2026-0{number}-10")
            division = documents.build_division("ann bob", [played])
            state = "closed" if number == 1 else "open"
            seasons.append(
                documents.build_season(division, number=number, state=state, options={"most": most})
            )
        file = documents.build_club(
            documents.build_competition(*seasons, game=game.key, rules={"promoted": 0})
        )
        import_club(documents.encode_document(file), by=CONSOLE)
        run_jobs()
        return client.get(f"/{file['club']['slug']}/players/ann/")

    yield found
    registry._load_plugins.cache_clear()


def test_bids_of_all_seasons_are_drawn_over_all_that_could_be_bid(page: Any) -> None:
    response = page()
    assert "3 bids, from 1 to 8, 3.67 on average." in text(response)
    assert "1 1 33.3% 2 1 33.3% 8 1 33.3%" in text(response)
    bids = charts(response)[1]
    marks = [mark.text or "" for mark in bids.findall("text")]
    assert max(int(mark) for mark in marks if re.fullmatch(r"\d+", mark)) == 9


def test_there_is_no_chart_where_bids_are_written_in_another_way(page: Any) -> None:
    response = page(of_the_deal)
    assert "Times Share" not in text(response) and response.status_code == 200
