"""The pages of sheets that do not always ask for the same: typed in, refused, kept, read and corrected."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from league.actions.club import import_club
from league.models import Club, Membership, Result, Role, User
from league.principals import CONSOLE
from tests.scenarios import scenario
from tests.web.entry.test_nested import COVE_NAMES, LAGOON_NAMES, STORM, WRECK, Typed, dive
from tests.web.installing import installed
from tests.web.lagoon import CLUB, COVE, COVE_MATCH, LAGOON, LAGOON_MATCH
from tests.web.sheets import cell, sent_again, summary, text

GAMES = [f"tests.web.lagoon:{game.name.upper()}" for game in (LAGOON, COVE)]


@scenario
def owner() -> Client:
    """Of a club that plays both games."""
    with installed(*GAMES):
        import_club(json.dumps(CLUB).encode(), by=CONSOLE)
    user = User.objects.create_user("owner@example.org")
    Membership.objects.create(user=user, club=Club.objects.get(slug="bay"), role=Role.OWNER)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def bay(owner: Client) -> Iterator[Client]:
    """The browser of the owner of a club that plays both games."""
    with installed(*GAMES):
        yield owner


def enter(bay: Client, address: str, typed: Typed, **more: str) -> Any:
    return bay.post(f"{address}enter/", {"base": "0", "played_on": "2026-01-10", **typed, **more})


def save_sheet(bay: Client, address: str, typed: Typed, **more: str) -> Any:
    response = enter(bay, address, typed, **more)
    assert response.status_code == 302, summary(response)
    newest = Result.objects.order_by("-number").first()
    assert newest
    return newest.sheet


def place(page: Any, name: str) -> str:
    """The opening tag of what a cell stands in."""
    before = page.content.decode().partition(f'id="{name}"')[0]
    return str(re.findall(r'<p class="labelled[^>]*>', before)[-1])


def test_form_tells_the_browser_when_a_cell_is_asked_for(bay: Client) -> None:
    page = bay.get(f"{LAGOON_MATCH}enter/")
    assert place(page, "deals-0-diver") == '<p class="labelled needed">'
    depth = place(page, "deals-0-depth")
    assert 'class="labelled needed off"' in depth
    conditions = json.loads(depth.partition('data-given="')[2][:-2].replace("&quot;", '"'))
    assert conditions == [
        {"names": ["deals-0-diver"], "values": ["-", ""], "has": False},
        {"names": ["deals-0-kind"], "values": ["reef", "wreck"], "has": True},
    ]
    crew = place(page, "deals-0-crew-1").replace("&quot;", '"')
    assert '"names": ["deals-0-signals-1"], "values": ["1"]' in crew


def test_card_says_what_comes_first_and_what_a_number_means_where_it_is_typed(bay: Client) -> None:
    page = bay.get(f"{LAGOON_MATCH}enter/")
    deals = re.findall(r' id="deals-\d+-depth"', page.content.decode())
    assert "Choose “Diver” first; the other fields follow." in text(page)
    assert text(page).count("In fathoms.") == len(deals) and "Depth: In fathoms." not in text(page)
    assert "deals-0-depth-help" in cell(page, "deals-0-depth")


def test_card_that_comes_back_shows_what_is_asked_for_and_what_is_written_all_the_same(bay: Client) -> None:
    page = enter(bay, LAGOON_MATCH, STORM | dive(depth="12", points_3=""))
    assert "off" not in place(page, "deals-0-points-2")
    assert "off" not in place(page, "deals-0-depth")
    assert " off" in place(page, "deals-0-points") and " off" in place(page, "deals-0-tank.air")
    assert ("deals-0-depth", "Dive 1, Depth: A storm has no depth.") in summary(page)
    assert not Result.objects.exists()
    assert sent_again(page)["deals-0-depth"] == "12"


def test_whole_sheet_is_kept_read_and_corrected(bay: Client) -> None:
    typed = WRECK | dive(calm="1", signals_0="1", signals_1="1", crew_0="2", tank__air="3")
    typed |= dive(1, diver="-") | dive(2, diver="0", kind="storm", points_0="5", points_1="15", points_3="40")
    sheet = save_sheet(bay, LAGOON_MATCH, typed)
    assert sheet["deals"][1:] == [
        {"diver": None},
        {"diver": 0, "kind": "storm", "points": [5, 15, None, 40]},
    ]
    read = text(bay.get(LAGOON_MATCH))
    assert "On the sheet Ann Archer Bob Birch Cleo Costa Dev Dhar" in read
    first = "Diver: Bob Birch · Kind: ♥ Wreck · Depth: 12 · Points: 30 · Calm · Bell · Horn"
    assert f"Dive 1 1 buoys {first} · Crew (1): Cleo Costa · Air: 3 0 30 0 0" in read
    assert "Dive 2 2 buoys Diver: nobody dived – – – –" in read
    third = (
        "Diver: Ann Archer · Kind: ☂ Storm Ann Archer: Points: 5 Bob Birch: Points: 15 Dev Dhar: Points: 40"
    )
    assert f"Dive 3 3 buoys {third} 5 15 – 40" in read
    assert "Total 5 45 0 40" in read
    form = bay.get(f"{LAGOON_MATCH}enter/")
    assert sent_again(form).items() >= typed.items()

    save_sheet(bay, LAGOON_MATCH, typed | dive(depth="13", crew_0=""), base="1", why="Misread")
    page = text(bay.get(LAGOON_MATCH))
    assert "Dive 1, Depth: was 12 → is 13" in page
    assert "Dive 1, Crew (1): was Cleo Costa → is –" in page
    restore = text(bay.get(f"{LAGOON_MATCH}restore/1/"))
    assert "Depth: 13 ≠ (differs)" in restore and "Crew (1): – ≠ (differs)" in restore


def test_rows_with_nested_fields_are_kept_read_and_corrected(bay: Client) -> None:
    typed = dive(finds_0="1", finds_1="0", finds_2="0", finds_3="0", luck__pearls_0="2")
    typed |= dive(1, finds_0="1", finds_1="0", finds_2="1", finds_3="0", luck__chest_2="10")
    typed |= dive(2, finds_0="1", finds_1="0", finds_2="1", finds_3="1", luck__shark_1="1")
    assert save_sheet(bay, COVE_MATCH, typed)["deals"][1]["luck"] == [{}, {}, {"chest": 10}, {}]
    read = text(bay.get(COVE_MATCH))
    assert "Haul 1 1 nets 1 1 0 0 0 0 0 0 Ann Archer, Pearls: 2" in read
    form = bay.get(f"{COVE_MATCH}enter/")
    assert sent_again(form).items() >= typed.items()
    assert form.content.decode().count('<details class="besides" open>') == 3
    assert text(form).count("Pearls: White ones.") == 1


def test_what_is_done_comes_folded_and_what_is_wrong_does_not(bay: Client) -> None:
    save_sheet(bay, LAGOON_MATCH, WRECK | dive(calm="1") | dive(1, diver="-"))
    page = bay.get(f"{LAGOON_MATCH}enter/").content.decode()
    assert page.count(" data-folded") == 2
    assert 'aria-label="Dive 1: Bob Birch ♥ Wreck 12 30 Calm"' in page
    assert 'aria-label="Dive 2: nobody dived"' in page
    wrong = STORM | dive(depth="12") | dive(1, diver="-")
    page = enter(bay, LAGOON_MATCH, wrong).content.decode()
    assert page.count(" data-folded") == 1 and 'aria-label="Dive 2: nobody dived"' in page


def test_rest_is_offered_deal_by_deal(bay: Client) -> None:
    typed = {f"deals-{number}-finds-{seat}": "0" for number in range(3) for seat in range(3)}
    page = enter(bay, COVE_MATCH, typed)
    assert [re.findall(r'value="(\d*)"', cell(page, f"deals-{number}-finds-3")) for number in range(3)] == [
        ["1"],
        ["2"],
        ["3"],
    ]
    assert "3 (3 minus the other entries)." in text(page)
    assert 'data-total="2"' in cell(page, "deals-1-finds-0")


def test_rest_is_offered_to_the_seats_that_play(bay: Client) -> None:
    page = enter(bay, LAGOON_MATCH, STORM | dive(points_3=""))
    assert 'value="0"' in cell(page, "deals-0-points-3") and "data-offered" in cell(page, "deals-0-points-3")


def test_who_sits_out_is_said_on_the_form(bay: Client) -> None:
    page = text(enter(bay, LAGOON_MATCH, WRECK, more="1"))
    assert "Dive 1 1 buoys Ann Archer sits out" in page and "Dive 2 2 buoys Bob Birch sits out" in page


def test_next_card_comes_when_the_last_one_is_done(bay: Client) -> None:
    def new(typed: Typed) -> bool:
        answer = bay.post(f"{LAGOON_MATCH}enter/check/", {"base": "0", **typed}).content.decode()
        return 'hx-swap-oob="beforeend:#list-deals"' in answer and 'id="deals-1-diver"' in answer

    assert new(WRECK) and new(dive(diver="-")) and new(STORM)
    assert not new(dive(diver="1")) and not new(STORM | dive(points_3=""))
    assert not new(STORM | dive(depth="3"))


def test_half_a_card_is_left_in_peace(bay: Client) -> None:
    for typed in (
        dive(diver="1"),
        dive(diver="1", kind="wreck"),
        dive(diver="1", kind="storm", points_1="3"),
    ):
        answer = bay.post(f"{LAGOON_MATCH}enter/check/", {"base": "0", **typed}).content.decode()
        assert "data-cells" not in answer and 'class="said"' not in answer, typed


@pytest.mark.parametrize(
    ("address", "names"), [(LAGOON_MATCH, LAGOON_NAMES), (COVE_MATCH, COVE_NAMES)], ids=["lagoon", "cove"]
)
def test_anything_in_every_cell_is_answered(bay: Client, address: str, names: Any) -> None:
    for junk in ("<b>", "\0", "9" * 300, "-", "é" * 40, "{}", "\u0665"):
        sent = dict.fromkeys([*names, "deals-0-luck.-1", "deals-0-.-1", "deals-0-crew-9"], junk)
        for path in ("enter/", "enter/check/"):
            assert bay.post(address + path, sent | {"more": ""}).status_code == 200, (path, junk)
