"""What is only unlikely is said while somebody types and before it is saved; the scorer may wave it through."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Annotated, Any, Literal

import pytest
from django.test import Client

from games import Field, FieldList, Given, Layout, MayBeLeftOut, Problem, Text
from games.checks import Case
from games.sheets import OneASeat, Strict, between
from league.actions.club import import_club
from league.models import Club, Membership, Player, Result, Role, Submission, User
from league.principals import CONSOLE
from tests.commands.console import run_command
from tests.scenarios import scenario
from tests.web.installing import installed
from tests.web.sheets import cell, get_message, marks, plain, sent_again, summary, text, value
from tests.web.test_other_games import CLUB, POND

ADDRESS = "/pond/matches/m1/"
ENTER = ADDRESS + "enter/"
MAX_STONES = 9


class Catch(Strict):
    """What somebody found beside the stones."""

    boots: MayBeLeftOut[Annotated[int, between(0, 3)]] = None
    fish: MayBeLeftOut[Annotated[int, between(0, 3)]] = None


class Throw(Strict):
    stones: Annotated[list[Annotated[int, between(0, MAX_STONES)]], OneASeat(2, 7)]
    water: Literal["still", "flowing"]
    depth: MayBeLeftOut[Annotated[int, between(1, 99)]] = None
    catch: MayBeLeftOut[Annotated[list[Catch], OneASeat(2, 7)]] = None


class Splash(Strict):
    height: Annotated[int, between(1, 50)]


class Sheet(Strict):
    deals: list[Throw]
    splashes: list[Splash] = []


def depth_is_known_of_flowing_water(deal: Throw, case: Case) -> Iterator[Problem]:
    if deal.water == "flowing" and deal.depth is None:
        yield Problem("depth", "no-depth", Text("How deep is it?"))


def all_stones_at_once(deal: Throw, case: Case) -> Iterator[Problem]:
    for seat, stones in enumerate(deal.stones):
        if stones == MAX_STONES:
            yield Problem(f"stones.{seat}", "all-at-once", Text("All nine stones are hardly ever thrown."))


def many_fish(deal: Throw, case: Case) -> Iterator[Problem]:
    for seat, catch in enumerate(deal.catch or ()):
        if catch.fish == 3:
            yield Problem(f"catch.{seat}.fish", "many-fish", Text("There are hardly three fish in it."))


def as_high_as_a_house(splash: Splash, case: Case) -> Iterator[Problem]:
    if splash.height > 20:
        yield Problem("height", "house", Text("As high as a house?"))


def hundred_throws(sheet: Sheet, case: Case) -> Iterator[Problem]:
    if len(sheet.deals) > 3:
        yield Problem("deals", "long", Text("Hardly anybody throws so often."))


FLOWING = (Given("water", ("flowing",)),)
LAYOUT = Layout(
    per_seat=(
        Field("stones", "Stones", "count", 0, MAX_STONES),
        Field("catch.boots", "Boots", "count", 0, 3, required=False),
        Field("catch.fish", "Fish", "count", 0, 3, required=False),
    ),
    per_deal=(
        Field("water", "Water", "choice", choices={"still": "Still", "flowing": "Flowing"}),
        Field("depth", "Depth", "count", 1, 99, given=FLOWING),
    ),
    lists=(FieldList("splashes", "Splashes", (Field("height", "Height", "count", 1, 50),)),),
)
DAM = replace(
    POND,
    key="dam",
    name="Dam",
    Sheet=Sheet,
    checks={"deals": (depth_is_known_of_flowing_water,)},
    unlikely={
        "": (hundred_throws,),
        "deals": (all_stones_at_once, many_fish),
        "splashes": (as_high_as_a_house,),
    },
    layout=lambda options, seats: LAYOUT,
)


@scenario
def scorer() -> Client:
    """Of a club that plays it."""
    content: Any = deepcopy(CLUB)
    content["competitions"][0]["game"] = "dam"
    with installed(f"{__name__}:DAM"):
        import_club(json.dumps(content).encode(), by=CONSOLE)
    user = User.objects.create_user("scorer@example.org")
    Membership.objects.create(user=user, club=Club.objects.get(slug="pond"), role=Role.SCORER)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def dam(scorer: Client) -> Iterator[Client]:
    """The browser of the scorer of a club that plays it."""
    with installed(f"{__name__}:DAM"):
        yield scorer


def build_fields(*throws: str, base: int = 0, **more: str) -> dict[str, str]:
    """Throws in still water: "9 4 5"."""
    fields = {"base": str(base), "played_on": "2026-01-10"} | ({"why": "Typed wrongly"} if base else {})
    for number, stones in enumerate(throws):
        fields[f"deals-{number}-water"] = "still"
        fields |= {f"deals-{number}-stones-{seat}": count for seat, count in enumerate(stones.split())}
    return fields | {name.replace("_", "-"): text for name, text in more.items()}


def warned(response: Any) -> list[tuple[str, str]]:
    """What is listed at the top: where it leads, and its sentence."""
    top = response.content.decode().partition('<div class="problems unlikely"')[2].partition("</div>")[0]
    links = re.findall(r'<li>(?:<a href="#([^"]*)">)?(.*?)(?:</a>)?</li>', top, re.DOTALL)
    return [(place, plain(sentence)) for place, sentence in links]


def stones_kept(version: int = 1) -> Any:
    """Of the first throw, seat by seat."""
    sheet: Any = Result.objects.get(number=version).sheet
    return sheet["deals"][0]["stones"]


def button(response: Any) -> str:
    (found,) = re.findall(r'<button class="save"[^>]*>([^<]*)</button>', response.content.decode())
    return str(found)


NINE = ("deals-0-stones-0", "Throw 1, Wes, Stones: All nine stones are hardly ever thrown.")


# --- while it is typed


def test_it_is_said_beside_its_cell_as_a_warning_not_as_an_error(dam: Client) -> None:
    answer = dam.post(ENTER + "check/", build_fields("9 4 5"))
    assert get_message(answer, "deals-0") == f"Unlikely: {NINE[1]}"
    assert 'class="warns"' in answer.content.decode() and "data-cells" not in answer.content.decode()


def test_warnings_and_errors_stand_side_by_side(dam: Client) -> None:
    answer = dam.post(ENTER + "check/", build_fields("9 4 5", "1 2 10", splashes_0_height="30"))
    assert get_message(answer, "deals-0") == f"Unlikely: {NINE[1]}"
    assert get_message(answer, "deals-1") == "Throw 2, Vic, Stones: Can't be more than 9."
    assert get_message(answer, "splashes-0") == "Unlikely: Splashes 1, Height: As high as a house?"


def test_warning_of_a_list_with_a_wrong_line_waits_until_that_is_right(dam: Client) -> None:
    lines = build_fields("1 4 5", splashes_0_height="99", splashes_1_height="30")
    answer = dam.post(ENTER + "check/", lines)
    assert "Unlikely" not in text(answer)
    answer = dam.post(ENTER + "check/", lines | {"splashes-0-height": "9"})
    assert get_message(answer, "splashes-1") == "Unlikely: Splashes 2, Height: As high as a house?"


def test_what_is_unlikely_of_the_sheet_as_a_whole_is_said_with_the_score(dam: Client) -> None:
    answer = text(dam.post(ENTER + "check/", build_fields(*["1 2 3"] * 4)))
    # shown, and told to those who hear it
    assert answer.count("Unlikely: Hardly anybody throws so often.") == 2
    assert warned(dam.post(ENTER, build_fields(*["1 2 3"] * 4))) == [("", "Hardly anybody throws so often.")]


def test_next_deal_comes_after_a_deal_with_a_warning(dam: Client) -> None:
    assert "Throw 2" in text(dam.post(ENTER + "check/", build_fields("9 4 5")))
    assert "Throw 2" not in text(dam.post(ENTER + "check/", build_fields("10 4 5")))


# --- before it is saved


def test_nothing_is_saved_until_it_is_waved_through(dam: Client) -> None:
    asked = dam.post(ENTER, build_fields("9 4 5", splashes_0_height="30"))
    assert asked.status_code == 200 and not Submission.objects.exists()
    assert warned(asked) == [NINE, ("splashes-0-height", "Splashes 1, Height: As high as a house?")]
    assert summary(asked) == [] and marks(asked) == []
    assert button(asked) == "Save anyway"
    assert "<title>Not saved" in asked.content.decode()
    again = sent_again(asked)
    assert again.items() >= build_fields("9 4 5", splashes_0_height="30").items()
    assert dam.post(ENTER, again).status_code == 302
    assert Result.objects.get().sheet == {
        "deals": [{"stones": [9, 4, 5], "water": "still"}],
        "splashes": [{"height": 30}],
    }


def test_sheet_that_is_put_right_is_saved_without_being_asked_again(dam: Client) -> None:
    again = sent_again(dam.post(ENTER, build_fields("9 4 5"))) | {"deals-0-stones-0": "8"}
    assert dam.post(ENTER, again).status_code == 302
    assert stones_kept() == [8, 4, 5]


def test_another_warning_is_asked_about_and_the_same_ones_are_not(dam: Client) -> None:
    again = sent_again(dam.post(ENTER, build_fields("9 4 5")))
    other = dam.post(ENTER, again | {"deals-0-stones-1": "9"})
    assert [place for place, _sentence in warned(other)] == ["deals-0-stones-0", "deals-0-stones-1"]
    assert not Result.objects.exists()
    both = sent_again(other)
    assert dam.post(ENTER, both | {"deals-0-stones-0": "1"}).status_code == 302
    assert stones_kept() == [1, 9, 5]


def test_nothing_else_waves_it_through(dam: Client) -> None:
    for waved in ("", "1", "all", "0" * 12, "<b>" * 50, "\0", "é"):
        response = dam.post(ENTER, build_fields("9 4 5") | {"waved": waved})
        assert warned(response) == [NINE] and not Result.objects.exists(), waved


def test_saving_twice_what_was_waved_through_saves_once(dam: Client) -> None:
    again = sent_again(dam.post(ENTER, build_fields("9 4 5")))
    assert [dam.post(ENTER, again).status_code for _time in range(2)] == [302, 302]
    assert Result.objects.count() == 1


def test_what_is_wrong_is_said_before_what_is_unlikely(dam: Client) -> None:
    response = dam.post(ENTER, build_fields("9 4 10"))
    assert summary(response) == [("deals-0-stones-2", "Throw 1, Vic, Stones: Can't be more than 9.")]
    assert warned(response) == [] and button(response) == "Save result"
    assert f"Unlikely: {NINE[1]}" not in get_message(
        response, "deals-0"
    )  # of a deal that is wrong nobody knows
    response = dam.post(ENTER, build_fields("9 4 5") | {"played_on": "tomorrow"})
    assert [place for place, _sentence in summary(response)] == ["played_on"] and warned(response) == []
    assert f"Unlikely: {NINE[1]}" in get_message(response, "deals-0")


@pytest.mark.parametrize("between", [{"more": "1"}, {"played_on": "tomorrow"}])
def test_more_lines_and_refusals_forget_nothing_that_was_waved_through(
    dam: Client, between: dict[str, str]
) -> None:
    waved = sent_again(dam.post(ENTER, build_fields("9 4 5")))
    back = dam.post(ENTER, waved | between)
    assert value(back, "waved") == waved["waved"]
    assert dam.post(ENTER, sent_again(back) | {"played_on": "2026-01-10"}).status_code == 302


def test_players_are_asked_too_about_what_they_report(dam: Client) -> None:
    user = User.objects.create_user("wes@example.org")
    Player.objects.filter(key="wes").update(user=user)
    wes = Client()
    wes.force_login(user)
    asked = wes.post(ENTER, build_fields("9 4 5"))
    assert warned(asked) == [NINE]
    assert wes.post(ENTER, sent_again(asked)).status_code == 302


def test_corrections_are_asked_about(dam: Client) -> None:
    dam.post(ENTER, build_fields("1 4 5"))
    asked = dam.post(ENTER, build_fields("9 4 5", base=1))
    assert warned(asked) == [NINE] and value(asked, "base") == "1"
    assert dam.post(ENTER, sent_again(asked)).status_code == 302
    assert stones_kept(2) == [9, 4, 5]


def test_whoever_comes_second_sees_first_what_counts_and_then_the_warning(dam: Client) -> None:
    dam.post(ENTER, build_fields("1 4 5"))
    late = dam.post(ENTER, build_fields("9 4 5"))
    assert "Another user has just saved this match" in text(late) and warned(late) == []
    assert button(late) == "Save mine anyway"
    asked = dam.post(ENTER, sent_again(late) | {"why": "Typed wrongly"})
    assert warned(asked) == [NINE] and button(asked) == "Save anyway"
    assert dam.post(ENTER, sent_again(asked)).status_code == 302
    assert Result.objects.count() == 2


def test_what_was_waved_through_stays_so_for_who_was_overtaken(dam: Client) -> None:
    waved = sent_again(dam.post(ENTER, build_fields("9 4 5")))
    dam.post(ENTER, build_fields("1 4 5"))
    late = dam.post(ENTER, waved)
    assert button(late) == "Save mine anyway"
    assert dam.post(ENTER, sent_again(late) | {"why": "Typed wrongly"}).status_code == 302


# --- what is left of a sheet with something wrong on it


def totals(response: Any) -> list[str]:
    """The score so far, by seat: everybody is first here."""
    found = re.search(r'<div id="running"[^>]*>(.*?)</div>', response.content.decode(), re.DOTALL)
    assert found
    return re.findall(r"(\d+) 1st", plain(found[1]))


def test_wrong_entry_of_a_seats_bonus_is_taken_out_alone(dam: Client) -> None:
    wrong = {"deals-0-catch.boots-1": "7", "deals-0-catch.fish-2": "3"}
    answer = dam.post(ENTER + "check/", build_fields("1 4 5", "2 2 2") | wrong)
    assert totals(answer) == ["3", "6", "7"]
    sentences = text(answer)
    assert "Uma, Boots: Can't be more than 3." in sentences
    assert "Unlikely: Throw 1, Vic, Fish: There are hardly three fish in it." in sentences


def test_score_goes_up_to_the_deal_in_which_something_that_is_asked_for_there_is_missing(dam: Client) -> None:
    flowing = build_fields("1 4 5", "2 2 2", "3 3 3", deals_1_water="flowing")
    assert totals(dam.post(ENTER + "check/", flowing)) == ["1", "4", "5"]
    deep = flowing | {"deals-1-depth": "100"}
    assert totals(dam.post(ENTER + "check/", deep)) == ["1", "4", "5"]
    known = flowing | {"deals-1-depth": "99"}
    assert totals(dam.post(ENTER + "check/", known)) == ["6", "9", "10"]


def too_shallow(sheet: Sheet, case: Case) -> Iterator[Problem]:
    yield Problem("", "shallow", Text("Nobody throws stones into so little water."))


def test_sheet_of_which_nothing_can_be_left_out_has_no_score(
    dam: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(DAM.checks, "", (too_shallow,))
    answer = dam.post(ENTER + "check/", build_fields("1 4 5"))
    assert "Nobody throws stones into so little water." in text(answer)
    assert totals(answer) == [] and "entered" not in text(answer)


# --- a file


def night(*rows: str) -> str:
    return "\n".join(("match,played_on,deal,stones 1,stones 2,stones 3,water", *rows)).replace(",", "\t")


def test_preview_of_a_file_warns_by_row_and_column_and_it_is_saved_as_it_is(dam: Client) -> None:
    cells = night("m1,2026-01-10,1,1,4,5,still", "m1,,2,9,4,5,still")
    page = dam.post("/pond/cup/1/results/", {"cells": cells})
    listed = (
        page.content.decode().partition('<section class="problems unlikely"')[2].partition("</section>")[0]
    )
    assert re.findall(r"<strong>([^<]*)</strong>", listed) == ["Row 3, stones 1:"]
    assert "All nine stones are hardly ever thrown." in plain(listed) and "2 · 9 · 4 · 5 · still" in plain(
        listed
    )
    (seen,) = re.findall(r'name="seen" value="(\w+)"', page.content.decode())
    saved = dam.post("/pond/cup/1/results/", {"cells": cells, "seen": seen, "save": "1"})
    assert saved.status_code == 302 and Result.objects.count() == 1
    assert "Is this right?" not in text(
        dam.post("/pond/cup/1/results/", {"cells": cells})
    )  # it is saved already


def test_command_warns_and_takes_the_results(dam: Client, tmp_path: Any) -> None:
    path = tmp_path / "night.csv"
    path.write_text(night("m1,2026-01-10,1,1,9,5,still").replace("\t", ","))
    looked = run_command("import_results", "pond/cup", str(path), "--dry-run", "--json")
    sentence = "All nine stones are hardly ever thrown."
    assert looked.json["warnings"] == [
        {"path": "row 2, stones 2", "code": "all-at-once", "message": sentence}
    ]
    assert not Result.objects.exists()
    taken = run_command("import_results", "pond/cup", str(path))
    assert f"warning: row 2, stones 2: {sentence}" in taken.out.splitlines()
    assert Result.objects.count() == 1


def test_warned_cell_is_not_marked_as_wrong(dam: Client) -> None:
    asked = dam.post(ENTER, build_fields("9 4 5"))
    assert "aria-invalid" not in cell(asked, "deals-0-stones-0")
