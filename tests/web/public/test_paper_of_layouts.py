"""Score sheets of games that ask for more in some deals than in others: what has a column, what stands in its row."""

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from itertools import count
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games import Field, Given, Layout, Strict, Text, registry
from tests.actions.clubs import make_club
from tests.web.public.test_paper import heads, rows, text_of
from tests.web.sheets import text
from tests.web.test_other_games import CLUB, POND

ALONE = (Given("leader", (None,), has=False),)
TOGETHER = (Given("leader", (None,)),)
WIND = {key: key.upper() for key in ("n", "ne", "e", "se", "s", "sw", "w")}
LAYOUT = Layout(
    per_seat=(
        Field("stones", "Stones", "count", 0, 9, total=(4, 2)),
        Field("splash", "Splash", "count", given=TOGETHER),
        Field("bonus.ducks", "Ducks", "count", required=False),
        Field("bonus.fish", "Fish", "seat", required=False, several=2),
    ),
    per_deal=(
        Field("leader", "Leader", "seat", out="nobody"),
        Field("splash", "Splash", "count", given=ALONE),
        Field("wind", "Wind", "choice", choices=WIND, symbols={"n": "↑"}, required=False, near=True),
        Field("signs", "Signs", "choice", choices={"a": "A", "b": "B"}, required=False, near=True, several=2),
        Field("late", "Late", "switch", required=False),
    ),
    resting=lambda number: (number % 3,),
    note=lambda number: Text("{ponds} ponds", {"ponds": number + 1}),
)

Printed = Callable[..., Any]


@pytest.fixture
def printed(db: None, client: Client, monkeypatch: pytest.MonkeyPatch) -> Iterator[Printed]:
    """The score sheet of Wes, Uma and Vic in a game with such a layout."""
    clubs = count(1)

    def found(layout: Layout = LAYOUT, agreed: Any = None, **more: Any) -> Any:
        name = f"{uuid4()}"  # settings that were read once are kept by the game's key
        own = {"deals": lambda options: 4, "layout": lambda options, seats: layout}
        monkeypatch.setattr(registry, "BUILT_IN", (replace(POND, key=name, **own | more),))
        registry._load_plugins.cache_clear()
        file: Any = deepcopy(CLUB)
        file["club"]["slug"] = f"pond-{next(clubs)}"
        file["competitions"][0] |= {"game": name, "options": agreed or {}}
        make_club(file)
        return client.get(f"/{file['club']['slug']}/matches/m1/paper/")

    yield found
    registry._load_plugins.cache_clear()


def cells(response: Any) -> list[list[str]]:
    """What is printed in each row, by column."""
    body = response.content.decode().partition("<tbody>")[2].partition('<tr class="final">')[0]
    return [
        [text_of(cell).strip() for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)]
        for row in body.split("<tr>")[1:]
    ]


def test_what_a_player_has_in_some_deals_or_of_many_things_is_written_beside(printed: Printed) -> None:
    page = printed()
    of_the_deal = ["Leader", "Splash", "Wind", "Signs", "Late"]
    assert heads(page) == ["Throw", *of_the_deal, "Wes", "Uma", "Vic", *["Stones", "Score"] * 3]
    assert "Remarks (Splash, Ducks, Fish)" in text(page)


def test_what_stands_in_front_has_its_column_also_where_columns_are_many(printed: Printed) -> None:
    more = tuple(Field(f"x{number}", f"X{number}", "count") for number in range(4))
    page = printed(replace(LAYOUT, per_seat=(*LAYOUT.per_seat, *more)))
    assert heads(page)[1:5] == ["Leader", "Splash", "Wind", "Signs"]
    assert "Remarks (Splash, Ducks, Fish, Late)" in text(page)


def test_what_only_some_deals_have_is_headed_like_what_may_stay_empty(printed: Printed) -> None:
    page = printed().content.decode()
    slanted = re.findall(r'<th scope="col"[^>]* class="optional">(.*?)</th>', page)
    assert slanted == ["Splash", "Wind", "Signs", "Late"]


def test_what_is_known_of_a_deal_stands_in_its_row(printed: Printed) -> None:
    assert [text_of(row) for row in rows(printed())] == [
        *("1 1 ponds Stones: 4", "2 2 ponds Stones: 2", "3 3 ponds", "4 4 ponds")
    ]


def test_total_of_every_deal_is_said_once(printed: Printed) -> None:
    (stones, *others) = LAYOUT.per_seat
    page = printed(replace(LAYOUT, per_seat=(replace(stones, total=5), *others)))
    assert "Stones: 5 in total per throw." in text(page)
    assert text_of(rows(page)[0]) == "1 1 ponds"


def test_cells_of_who_sits_a_deal_out_are_dashed(printed: Printed) -> None:
    page = printed()
    assert [row[5:] for row in cells(page)] == [
        ["–", "–", "", "", "", ""],
        ["", "", "–", "–", "", ""],
        ["", "", "", "", "–", "–"],
        ["–", "–", "", "", "", ""],
    ]
    assert "Dash: the player sits out this throw." in text(page)
    assert "Dash: the player sits out" not in text(printed(replace(LAYOUT, resting=lambda number: ())))


def test_dealer_of_each_deal_has_a_dot_where_no_other_sign_tells(printed: Printed) -> None:
    page = printed(replace(LAYOUT, resting=lambda number: (), dealer=lambda number: number % 3))
    marked = [
        [cell.endswith("•") for cell in re.findall(r"<td[^>]*so-far[^>]*>(.*?)</td>", row)]
        for row in re.findall(r"<tr><th scope=.row.>\d.*?</tr>", page.content.decode())
    ]
    assert marked[:3] == [[True, False, False], [False, True, False], [False, False, True]]
    assert "Dot: the player deals." in text(page)
    assert "Dot:" not in text(printed())


def test_several_are_said_to_be_possible_and_only_a_few_signs_are_printed(printed: Printed) -> None:
    page = printed()
    assert "Signs: up to 2." in text(page)
    assert all(row[2] == "" for row in cells(page))
    few = replace(LAYOUT.per_deal[2], choices={"n": "North", "s": "South"})
    page = printed(replace(LAYOUT, per_deal=(*LAYOUT.per_deal[:2], few)))
    assert all(row[2] == "↑ South" for row in cells(page))


class Many(Strict):
    a: int = 1
    b: int = 2
    c: int = 3
    d: int = 4
    e: int = 5


@pytest.mark.parametrize(
    ("agreed", "said"), [({}, "Standard rules."), ({"b": 7}, "b: 7 Otherwise standard rules.")]
)
def test_of_many_options_only_the_unusual_are_printed(printed: Printed, agreed: Any, said: str) -> None:
    page = text(printed(agreed=agreed, Options=Many))
    assert said in page and "a: 1" not in page
