"""What a cell may be besides a number: out, a switch, one of a few signs. The game here has all of them."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Annotated, Any, Literal

import pytest
from django.test import Client

from games import Field, FieldList, Layout, MayBeLeftOut
from games.sheets import OneASeat, Strict, between
from league.models import Result, Role
from tests.actions.clubs import make_club, make_member
from tests.scenarios import scenario
from tests.web.installing import installed
from tests.web.log_ins import log_in
from tests.web.sheets import cell, get_message, marks, sent_again, summary, text
from tests.web.test_other_games import CLUB, POND

ADDRESS = "/pond/matches/m1/"
ENTER = ADDRESS + "enter/"
FLAGS = {"red": "Red flag", "blue": "Blue flag"}


class Throw(Strict):
    stones: Annotated[list[Annotated[int, between(0, 9)] | None], OneASeat(2, 7)]
    leader: Annotated[int, between(0, 6)] | None
    windy: bool = False
    barefoot: MayBeLeftOut[Annotated[list[bool], OneASeat(2, 7)]] = None
    flag: MayBeLeftOut[Literal["red", "blue"]] = None


class Splash(Strict):
    deal: int
    loud: bool = False


class Sheet(Strict):
    deals: list[Throw]
    splashes: list[Splash] = []


LAYOUT = Layout(
    per_seat=(
        Field("stones", "Stones", "count", 0, 9, total=9, out="away"),
        Field("barefoot", "Barefoot", "switch", required=False),
    ),
    per_deal=(
        Field("leader", "Leader", "seat", out="nobody"),
        Field("windy", "Windy", "switch", help="Hats fly."),
        Field("flag", "Flag", "choice", choices=FLAGS, symbols={"red": "▲"}, required=False),
    ),
    lists=(
        FieldList(
            "splashes",
            "Splashes",
            (Field("deal", "Throw", "deal"), Field("loud", "Loud", "switch", required=False)),
        ),
    ),
)
PIER = replace(
    POND,
    key="pier",
    Sheet=Sheet,
    layout=lambda options, seats: LAYOUT,
)


@scenario
def owner() -> Client:
    """Of a club that plays it."""
    content: Any = deepcopy(CLUB)
    content["competitions"][0]["game"] = "pier"
    with installed(f"{__name__}:PIER"):
        return log_in(make_member(make_club(content), Role.OWNER))


@pytest.fixture
def pier(owner: Client) -> Iterator[Client]:
    """The owner's browser, where the game is installed."""
    with installed(f"{__name__}:PIER"):
        yield owner


def build_fields(*stones: str, leader: str = "0", **more: str) -> dict[str, str]:
    """One throw."""
    fields = {"base": "0", "played_on": "2026-01-10", "deals-0-leader": leader}
    fields |= {f"deals-0-stones-{seat}": count for seat, count in enumerate(stones)}
    return fields | {name.replace("_", "-"): value for name, value in more.items()}


def save_sheet(pier: Client, sent: dict[str, str]) -> Any:
    """The sheet that is made of it."""
    response = pier.post(ENTER, sent)
    assert response.status_code == 302, summary(response)
    return Result.objects.get(number=1).sheet


# --- out


@pytest.mark.parametrize("written", ["away", "Away", "a", " - ", "\N{EN DASH}", "\N{MINUS SIGN}", "x"])
def test_out_is_said_by_its_word_its_first_letter_or_a_dash(pier: Client, written: str) -> None:
    assert save_sheet(pier, build_fields(written, "4", "5"))["deals"][0]["stones"] == [None, 4, 5]


@pytest.mark.parametrize("written", ["out", "--", "awa", "null"])
def test_other_words_are_refused_at_their_cell(pier: Client, written: str) -> None:
    response = pier.post(ENTER, build_fields(written, "4", "5"))
    assert summary(response) == [("deals-0-stones-0", "Throw 1, Wes, Stones: Must be a whole number.")]
    assert sent_again(response)["deals-0-stones-0"] == written


def test_blank_cell_is_not_out_but_still_to_be_written(pier: Client) -> None:
    response = pier.post(ENTER, build_fields("", "", "5"))
    missing = [f"Throw 1, {name}, Stones: Please fill this in." for name in ("Wes", "Uma")]
    assert [sentence for _place, sentence in summary(response)] == missing
    assert not Result.objects.exists()


def test_dash_comes_back_as_the_word(pier: Client) -> None:
    response = pier.post(ENTER, build_fields("-", "12", "-", leader="-"))
    assert 'value="away"' in cell(response, "deals-0-stones-0") + cell(response, "deals-0-stones-2")
    assert sent_again(response)["deals-0-leader"] == "-"


def test_out_is_read_as_its_word_and_corrected_from_it(pier: Client) -> None:
    save_sheet(pier, build_fields("-", "4", "5", leader="-"))
    page = text(pier.get(ADDRESS))
    assert "Throw 1 nobody away" in page
    assert sent_again(pier.get(ENTER)).items() >= build_fields("away", "4", "5", leader="-", base="1").items()


def test_nobody_is_a_choice_beside_nothing(pier: Client) -> None:
    page = pier.get(ENTER).content.decode()
    assert '<option value="" selected></option>' in page and '<option value="-">nobody</option>' in page
    response = pier.post(ENTER, build_fields("1", "3", "5", leader=""))
    assert summary(response) == [("deals-0-leader", "Throw 1, Leader: Please fill this in.")]


def test_out_counts_for_nothing_where_the_rest_is_offered(pier: Client) -> None:
    response = pier.post(ENTER, build_fields("-", "4", ""))
    assert "5 (9 minus the other entries)." in get_message(response, "deals-0")
    assert 'value="5"' in cell(response, "deals-0-stones-2")
    response = pier.post(ENTER, build_fields("-", "-", ""))
    assert 'value="9"' in cell(response, "deals-0-stones-2")


def test_form_says_how_out_is_typed(pier: Client) -> None:
    page = pier.get(ENTER)
    assert "You can also enter: away" in text(page)
    assert "out-help" in cell(page, "deals-0-stones-0") and 'data-out="away"' in cell(
        page, "deals-0-stones-0"
    )


@pytest.fixture
def small(pier: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Where the word for it is not said at tables of three."""
    for field in (LAYOUT.per_seat[0], LAYOUT.per_deal[0]):
        monkeypatch.setitem(field.__dict__, "out_from", 4)
    return pier


def test_out_is_not_offered_at_a_table_where_nobody_may_be(small: Client) -> None:
    page = small.get(ENTER)
    assert "You can also enter" not in text(page) and "nobody" not in text(page)
    stones = cell(page, "deals-0-stones-0")
    assert 'inputmode="numeric"' in stones and "data-out" not in stones


def test_out_that_is_typed_there_all_the_same_is_null_for_the_game_to_refuse(small: Client) -> None:
    assert save_sheet(small, build_fields("-", "4", "5", leader="-"))["deals"][0] == {
        "stones": [None, 4, 5],
        "leader": None,
    }


# --- switches


def test_switch_is_true_or_left_out(pier: Client) -> None:
    on = build_fields("1", "3", "5", deals_0_windy="1", splashes_0_deal="0", splashes_0_loud="1")
    assert save_sheet(pier, on) == {
        "deals": [{"stones": [1, 3, 5], "leader": 0, "windy": True}],
        "splashes": [{"deal": 0, "loud": True}],
    }
    page = pier.get(ENTER)
    assert " checked" in cell(page, "deals-0-windy") and " checked" in cell(page, "splashes-0-loud")
    assert " checked" not in cell(page, "deals-0-barefoot-0") + cell(page, "splashes-1-loud")
    assert sent_again(page).items() >= (on | {"base": "1"}).items()
    read = text(pier.get(ADDRESS))
    assert "Throw 1 Wes yes" in read and "Throw 1 Loud" in read


def test_switches_of_the_seats_are_off_unless_they_are_on(pier: Client) -> None:
    sheet = save_sheet(pier, build_fields("1", "3", "5", deals_0_barefoot_1="1"))
    assert sheet["deals"][0]["barefoot"] == [False, True, False]
    assert "Uma, Barefoot: yes" in text(pier.get(ADDRESS))


def test_switch_alone_makes_a_deal_written_and_is_never_missing_itself(pier: Client) -> None:
    response = pier.post(ENTER, build_fields("1", "3", "5", deals_1_windy="1"))
    assert [place for place, _sentence in summary(response)] == [
        *(f"deals-1-stones-{seat}" for seat in range(3)),
        "deals-1-leader",
    ]
    assert " checked" in cell(response, "deals-1-windy")


def test_switch_that_says_anything_else_is_refused_at_its_place(pier: Client) -> None:
    response = pier.post(ENTER, build_fields("1", "3", "5", deals_0_windy="maybe"))
    assert [place for place, _sentence in summary(response)] == ["deals-0-windy"]
    assert marks(response) == ["deals-0-windy"]


def test_help_of_a_field_is_said_once(pier: Client) -> None:
    page = text(pier.post(ENTER, build_fields("1") | {"more": "1"}))
    assert page.count("Windy: Hats fly.") == 1


# --- signs


def test_few_choices_with_signs_stand_side_by_side_with_their_names(pier: Client) -> None:
    page = pier.get(ENTER)
    assert 'role="radiogroup"' in cell(page, "deals-0-flag")
    assert "Flag –nothing▲ Red flagBlue flag" in text(page)
    assert save_sheet(pier, build_fields("1", "3", "5", deals_0_flag="red"))["deals"][0]["flag"] == "red"
    assert 'name="deals-0-flag" value="red" checked' in pier.get(ENTER).content.decode()
    assert "Flag: ▲ Red flag" in text(pier.get(ADDRESS))


def test_sign_that_is_not_there_is_refused_at_its_group_and_kept(pier: Client) -> None:
    response = pier.post(ENTER, build_fields("1", "3", "5", deals_0_flag="<green>"))
    assert marks(response) == ["deals-0-flag"]
    assert sent_again(response)["deals-0-flag"] == "<green>"


# --- anything at all


def test_anything_in_every_cell_is_answered(pier: Client) -> None:
    names = [*sent_again(pier.get(ENTER)), "deals-0-flag", "deals-0-barefoot-0", "splashes-0-loud"]
    names += [
        "deals-0-leader",
        "deals-0-windy",
        "splashes-0-deal",
        "more",
        "deals-x-leader",
        "deals--1-leader",
    ]
    names += [f"deals-0-stones-{seat}" for seat in (0, 1, 2, 7)]
    for junk in ("<b>", "\0", "9" * 300, "-", "é" * 40, "{}", "1e9", "\u0665"):
        sent = dict.fromkeys(names, junk) | {"more": ""}
        for path in (ENTER, ENTER + "check/"):
            assert pier.post(path, sent).status_code == 200, junk
        assert pier.post(ENTER + "check/", sent | {"more": junk}).status_code == 200, junk
        assert not Result.objects.exists(), junk
