"""Sheets that do not always ask for the same: fields that others ask for, nested ones, several in one, seats that rest.

The games are invented, and use all that a layout can describe.
"""

import json
from collections.abc import Mapping
from datetime import date
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games import Problem, Text
from league.queries.sheet import SheetLayout, Table
from league.queries.sheet_layout import lay_out, read_texts
from league.rules.rule_checks import parse_rules
from league.rules.running_score import find_problems
from league.rules.snapshot import Settings
from league.web.entry.messages import build_messages
from league.web.entry.sheet_form import SheetForm, count_for_typing
from tests.web.lagoon import COVE, LAGOON, NAMES, SIGNALS, resting

Typed = dict[str, str]
LAGOON_AT_4 = Table(Settings(LAGOON, LAGOON.Options(), parse_rules({}, LAGOON)), NAMES)
LAGOON_AT_3 = Table(LAGOON_AT_4.settings, NAMES[:3])
COVE_AT_4 = Table(Settings(COVE, COVE.Options(), parse_rules({}, COVE)), NAMES)


def dive(number: int = 0, **cells: str) -> Typed:
    """What is typed of one; a dot of a name is written as two underscores."""
    names = {name: name.replace("__", ".").replace("_", "-") for name in cells}
    return {f"deals-{number}-{names[name]}": text for name, text in cells.items()}


WRECK = dive(diver="1", kind="wreck", depth="12", points="30")
STORM = dive(diver="1", kind="storm", points_1="20", points_2="40", points_3="0")


def form_of(table: Table, typed: Mapping[str, str]) -> SheetForm:
    return SheetForm(table, typed, count_for_typing(table, typed), usual_day=date(2026, 1, 10))


def laid(table: Table, typed: Mapping[str, str]) -> SheetLayout:
    return form_of(table, typed).sheet


def deal_of(typed: Mapping[str, str], table: Table = LAGOON_AT_4, number: int = 0) -> Any:
    """What is on the sheet."""
    return laid(table, typed).as_json()["deals"][number]


def asked_for(typed: Mapping[str, str], table: Table = LAGOON_AT_4) -> set[str]:
    """Of the first deal, without what its names begin with."""
    (line, *_rest) = laid(table, typed).deals
    return {one.name.removeprefix("deals-0-") for one in line.cells if one.applies}


# --- what is asked for


PLAYED = {"diver", "kind", "calm", "signals-0", "signals-1", "signals-2"}
SEATS = (1, 2, 3)  # the first one rests
SHARED = {f"{field}-{seat}" for field in ("points", "weights") for seat in SEATS}


def test_fields_are_asked_for_where_others_say_so() -> None:
    cases: list[tuple[Typed, set[str]]] = [
        ({}, {"diver"}),
        (dive(diver="-"), {"diver"}),
        (dive(diver="nobody dived"), {"diver"}),
        (dive(diver="1"), PLAYED),
        (dive(diver="1", kind="reef"), PLAYED | {"depth", "points", "tank.air"}),
        (dive(diver="1", kind="storm"), PLAYED | SHARED),
        (dive(diver="1", kind="nonsense"), PLAYED),
        (dive(diver="1", signals_0="1"), PLAYED),
        (dive(diver="1", signals_1="1"), PLAYED | {"crew-0", "crew-1"}),
        # what is not asked for itself asks for nothing
        (dive(diver="-", kind="reef", signals_1="1"), {"diver"}),
    ]
    for typed, asked in cases:
        assert asked_for(typed) == asked, typed


def test_deal_is_done_when_all_that_is_asked_for_is_written() -> None:
    def is_done(typed: Typed) -> bool:
        return laid(LAGOON_AT_4, typed).deals[0].is_filled

    assert is_done(dive(diver="-")) and is_done(WRECK) and is_done(STORM)
    assert not is_done({}) and not is_done(dive(diver="1"))
    for name in (*WRECK, *STORM):
        typed = WRECK if name in WRECK else STORM
        assert not is_done({other: text for other, text in typed.items() if other != name}), name


def test_first_cell_to_be_written_is_one_that_is_asked_for() -> None:
    assert form_of(LAGOON_AT_4, {}).begins == "deals-0-diver"
    assert form_of(LAGOON_AT_4, dive(diver="2", kind="storm")).begins == "deals-0-points-1"
    assert form_of(LAGOON_AT_4, WRECK).begins == "deals-1-diver"


# --- from what is typed to a sheet


def test_one_name_is_a_number_of_the_deal_or_a_list_of_the_seats_as_what_is_asked_for() -> None:
    assert deal_of(WRECK) == {"diver": 1, "kind": "wreck", "depth": 12, "points": 30}
    assert deal_of(STORM) == {"diver": 1, "kind": "storm", "points": [None, 20, 40, 0]}
    assert deal_of(dive(diver="-")) == {"diver": None}


def test_blank_cells_of_seats_are_null_where_they_are_asked_for_and_nothing_where_not() -> None:
    assert deal_of(dive(diver="1", kind="storm")) == {
        "diver": 1,
        "kind": "storm",
        "points": [None, None, None, None],
    }
    assert deal_of(STORM | dive(weights_2="3"))["weights"] == [None, None, 3, None]


def test_what_is_written_and_not_asked_for_stays_on_the_sheet_to_be_refused() -> None:
    assert deal_of(STORM | dive(depth="12"))["depth"] == 12
    assert deal_of(dive(diver="-", kind="reef", tank__air="2")) == {
        "diver": None,
        "kind": "reef",
        "tank": {"air": 2},
    }
    both = deal_of(STORM | dive(points="30"))
    assert both["points"] == 30  # where there is a list to be
    assert deal_of(WRECK | dive(points_2="5"))["points"] == [None, None, 5, None]


def test_several_make_a_list_of_those_that_are_written() -> None:
    typed = WRECK | dive(signals_0="1", signals_1="1", crew_1="3")
    assert deal_of(typed) | {"signals": ["bell", "horn"], "crew": [3]} == deal_of(typed)
    assert "signals" not in deal_of(WRECK)


def test_nested_fields_make_an_object_of_the_deal_or_of_each_seat() -> None:
    assert deal_of(WRECK | dive(tank__air="4"))["tank"] == {"air": 4}
    finds = dive(finds_0="1", finds_1="0", finds_2="0", finds_3="0")
    assert deal_of(finds, COVE_AT_4) == {"finds": [1, 0, 0, 0]}
    lucky = finds | dive(luck__pearls_0="2", luck__chest_2="20", luck__thieves_2_0="3", luck__thieves_2_1="0")
    assert deal_of(lucky | dive(luck__shark_3="1"), COVE_AT_4)["luck"] == [
        {"pearls": 2},
        {},
        {"chest": 20, "thieves": [3, 0]},
        {"shark": True},
    ]


def test_what_is_no_number_and_no_choice_stays_as_it_was_typed() -> None:
    finds = dive(finds_0="1", finds_1="0", finds_2="0", finds_3="0")
    odd = dive(luck__chest_0="15", luck__pearls_0="many", luck__shark_0="maybe", luck__thieves_0_1="x")
    assert deal_of(finds | odd, COVE_AT_4)["luck"][0] == {
        "chest": "15",
        "pearls": "many",
        "shark": "maybe",
        "thieves": ["x"],
    }
    assert deal_of(WRECK | dive(signals_2="maybe"))["signals"] == ["maybe"]


# --- and back


PLAYING = [[seat for seat in range(4) if seat not in resting(4, number)] for number in range(6)]
counts = st.integers(0, 40).map(str)
blank = st.just("")


@st.composite
def dives(draw: st.DrawFn, number: int) -> Typed:
    """One, as far as it may have been written, with nothing that is not asked for."""
    seats = st.sampled_from(PLAYING[number]).map(str)
    diver = draw(seats | blank | st.just("-"))
    if diver in ("", "-"):
        return dive(number, diver=diver)
    kind = draw(st.sampled_from(["", "reef", "wreck", "storm"]))
    typed = {"diver": diver, "kind": kind, "calm": draw(st.sampled_from(["", "1"]))}
    typed |= {f"signals_{slot}": draw(st.sampled_from(["", "1"])) for slot in range(len(SIGNALS))}
    if typed["signals_1"]:
        typed |= {f"crew_{slot}": seat for slot, seat in enumerate(draw(st.lists(seats, max_size=2)))}
    if kind in ("reef", "wreck"):
        typed |= {key: draw(counts | blank) for key in ("depth", "points", "tank__air")}
    if kind == "storm":
        for seat in PLAYING[number]:
            typed |= {f"{key}_{seat}": draw(counts | blank) for key in ("points", "weights")}
    return dive(number, **typed)


@st.composite
def hauls(draw: st.DrawFn, number: int) -> Typed:
    typed = {f"finds_{seat}": draw(counts | blank) for seat in range(4)}
    for seat in range(4):
        typed |= {
            f"luck__pearls_{seat}": draw(counts | blank),
            f"luck__chest_{seat}": draw(st.sampled_from(["", "0", "10", "20"])),
            f"luck__shark_{seat}": draw(st.sampled_from(["", "1"])),
        }
        thieves = draw(st.lists(st.integers(0, 3).map(str), max_size=2))
        typed |= {f"luck__thieves_{seat}_{slot}": thief for slot, thief in enumerate(thieves)}
    return dive(number, **typed)


def sheets(of_deal: Any, most: int) -> st.SearchStrategy[Typed]:
    deals = st.integers(0, most).flatmap(lambda count: st.tuples(*(of_deal(each) for each in range(count))))
    return deals.map(lambda found: {name: text for deal in found for name, text in deal.items() if text})


@given(typed=sheets(dives, 6))
def test_what_is_typed_of_cards_comes_back_from_the_sheet(typed: Typed) -> None:
    assert read_texts(LAGOON_AT_4, through_json(laid(LAGOON_AT_4, typed).as_json())) == typed


@given(typed=sheets(hauls, 3))
def test_what_is_typed_of_rows_comes_back_from_the_sheet(typed: Typed) -> None:
    assert read_texts(COVE_AT_4, through_json(laid(COVE_AT_4, typed).as_json())) == typed


def through_json(sheet: Any) -> Any:
    return json.loads(json.dumps(sheet))


LAGOON_NAMES = [one.name for one in laid(LAGOON_AT_4, {}).cells]
COVE_NAMES = [one.name for one in laid(COVE_AT_4, {}).cells]
ANYTHING = st.sampled_from(["", "1", "0", "-", "storm", "reef", "x", "\0", "9" * 40, "nobody dived"])


@given(typed=st.dictionaries(st.sampled_from(LAGOON_NAMES), ANYTHING))
def test_anything_on_a_card_is_a_sheet_or_refused_and_stays_as_it_was_typed(typed: Typed) -> None:
    expect_an_answer(LAGOON_AT_4, typed)


@given(typed=st.dictionaries(st.sampled_from(COVE_NAMES), ANYTHING))
def test_anything_in_a_row_is_a_sheet_or_refused_and_stays_as_it_was_typed(typed: Typed) -> None:
    expect_an_answer(COVE_AT_4, typed)


def expect_an_answer(table: Table, typed: Typed) -> None:
    form = laid(table, typed)
    again = {one.name: one.text for one in form.cells if not one.is_blank}
    written = {name: text for name, text in typed.items() if text}
    words = {name: "-" if text == "nobody dived" else text for name, text in written.items()}
    assert {name: "-" if text == "nobody dived" else text for name, text in again.items()} == words
    problems = find_problems(table.settings, form.as_json(), len(table.players))
    assert len(list(build_messages(problems, form))) == len(problems)


# --- where problems lead


def test_problems_of_a_card_lead_to_their_cells() -> None:
    for typed, path, cells in (
        (WRECK, "deals.0.depth", ["depth"]),
        (WRECK, "deals.0.points", ["points"]),
        (dive(diver="1", kind="reef"), "deals.0.points", ["points"]),
        (STORM, "deals.0.points.2", ["points-2"]),
        (dive(diver="1", kind="storm"), "deals.0.points", ["points-1", "points-2", "points-3"]),
        (STORM, "deals.0.points", ["points-1", "points-2", "points-3"]),
        (WRECK | dive(tank__air="3"), "deals.0.tank.air", ["tank.air"]),
        (WRECK, "deals.0.tank", ["tank.air"]),
        (WRECK | dive(signals_0="1", signals_2="1"), "deals.0.signals.1", ["signals-2"]),
        (WRECK | dive(signals_1="1", crew_1="2"), "deals.0.crew.0", ["crew-1"]),
        (WRECK | dive(signals_1="1"), "deals.0.crew", ["crew-0", "crew-1"]),
        (STORM | dive(depth="4"), "deals.0.depth", ["depth"]),
        (dive(diver="-"), "deals.0", ["diver"]),
    ):
        found = build_messages([Problem(f"sheet.{path}", "odd", Text("Odd."))], laid(LAGOON_AT_4, typed))
        assert [[name.removeprefix("deals-0-") for name in said.names] for said in found] == [cells], (
            typed,
            path,
        )


def test_problems_of_a_row_lead_to_their_cells() -> None:
    typed = dive(luck__pearls_1="2", luck__thieves_1_1="3", luck__shark_2="1")
    for path, cells in (
        ("deals.0.luck.1.pearls", ["luck.pearls-1"]),
        ("deals.0.luck.1", ["luck.pearls-1", "luck.thieves-1-1"]),
        ("deals.0.luck.1.thieves.0", ["luck.thieves-1-1"]),
        ("deals.0.luck", ["luck.pearls-1", "luck.thieves-1-1", "luck.shark-2"]),
        ("deals.0.luck.3.chest", ["luck.chest-3"]),
    ):
        found = build_messages([Problem(f"sheet.{path}", "odd", Text("Odd."))], laid(COVE_AT_4, typed))
        assert [[name.removeprefix("deals-0-") for name in said.names] for said in found] == [cells], path


def test_half_a_list_is_left_in_peace_while_it_is_typed() -> None:
    for typed, path, told in (
        (STORM, "deals.0.points", True),
        (STORM | dive(points_3=""), "deals.0.points", False),
        (STORM | dive(points_3=""), "deals.0.points.2", True),
        (STORM | dive(points_3=""), "deals.0.points.3", False),
        (STORM | dive(weights_2="3"), "deals.0.weights", True),  # any of them may stay blank
        (STORM | dive(points_3=""), "deals.0", True),
    ):
        problems = [Problem(f"sheet.{path}", "odd", Text("Odd."))]
        found = list(build_messages(problems, laid(LAGOON_AT_4, typed), is_finished=False))
        assert bool(found) == told, (typed, path)
        assert list(build_messages(problems, laid(LAGOON_AT_4, typed))), (typed, path)


# --- who rests


def test_who_rests_is_asked_nothing_and_can_be_nobody() -> None:
    first, second = laid(LAGOON_AT_4, WRECK | dive(1, diver="0")).deals[:2]
    assert (first.resting, second.resting) == (["Ann Archer"], ["Bob Birch"])
    assert not [one for one in first.cells if one.seat == 0]
    diver = first.of_the_deal[0]
    assert [choice.label for choice in diver.choices] == ["", *NAMES[1:], "nobody dived"]
    assert not laid(LAGOON_AT_3, WRECK).deals[0].resting


def test_what_a_list_says_of_who_rests_is_null() -> None:
    second = dive(1, diver="0", kind="storm", points_0="5", points_2="15", points_3="40")
    assert deal_of(STORM | second, number=1)["points"] == [5, None, 15, 40]
    assert read_texts(LAGOON_AT_4, {"deals": [deal_of(STORM)]}) == STORM


# --- how it is shown


def test_deals_are_cards_where_it_changes_what_is_asked_of_them_and_rows_where_not() -> None:
    assert form_of(LAGOON_AT_3, {}).shape == "carded"
    assert form_of(COVE_AT_4, {}).shape == "many"
    pair = Table(COVE_AT_4.settings, NAMES[:2])
    assert form_of(pair, {}).shape == "many"


def test_card_has_what_is_near_in_front_and_the_rest_besides() -> None:
    (line, *_more) = laid(LAGOON_AT_4, {}).deals
    front = [one.label for one in line.of_the_deal]
    assert front == ["Diver", "Kind", "Depth", "Points", "Calm"]
    besides = {group.player: [one.label for one in group.cells] for group in line.more_groups}
    assert besides == {
        "": ["Bell", "Horn", "Flare", "Crew (1)", "Crew (2)", "Air"],
        **{name: ["Weights"] for name in NAMES[1:]},
    }
    assert line.note == "1 buoys"


def test_total_of_a_field_follows_the_deal() -> None:
    cells = [next(iter(line.cells)) for line in laid(COVE_AT_4, {}).deals]
    assert [one.total for one in cells] == [1, 2, 3]


def test_sheets_without_lines_are_read_as_well() -> None:
    for table in (LAGOON_AT_4, COVE_AT_4):
        empty = lay_out(table, {})
        assert not empty.deals and empty.as_json() == {"deals": []}
