"""Deals and lines that are added while a sheet is typed, without loading the page again; and how many there may be."""

import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

import games
from league.actions.club import import_club
from league.models import Club, Membership, Player, Result, Role, User
from league.principals import CONSOLE
from league.queries.sheet_layout import MAX_CELLS, MAX_LINES
from tests.scenarios import scenario
from tests.web.entry.test_result import checked
from tests.web.race import MATCH, RACE
from tests.web.sheets import DESTINATION, build_fields, sent_again, summary, text

ENTER = MATCH + "enter/"
CHECK = ENTER + "check/"
TIED = ("1", "1", "1", "1", "1", "0", "0")  # five lead together, however often it is played


@scenario
def race() -> Client:
    """The browser of one who enters the result of a table of seven."""
    import_club(json.dumps(RACE).encode(), by=CONSOLE)
    user = User.objects.create_user("owner@example.org")
    Membership.objects.create(user=user, club=Club.objects.get(slug="race"), role=Role.OWNER)
    client = Client()
    client.force_login(user)
    return client


def sheet(*deals: tuple[str, ...], **more: str) -> dict[str, str]:
    fields = {"base": "0", "played_on": "2026-01-10"}
    for number, tricks in enumerate(deals):
        fields |= {f"deals-{number}-tricks-{seat}": count for seat, count in enumerate(tricks)}
    return fields | more


def new_cells(response: Any) -> list[str]:
    """The cells that come with the answer to what is typed."""
    return re.findall(r'<(?:input|select) id="([^"]*)"', response.content.decode())


def cells_of(deal: int) -> list[str]:
    return [f"deals-{deal}-tricks-{seat}" for seat in range(7)]


def test_new_deal_comes_when_the_last_one_is_filled(race: Client) -> None:
    assert new_cells(race.post(CHECK, sheet(TIED))) == cells_of(1)
    assert new_cells(race.post(CHECK, sheet(TIED, TIED))) == cells_of(2)
    answer = race.post(CHECK, sheet(TIED)).content.decode()
    assert 'hx-swap-oob="beforeend:#list-deals"' in answer and "autofocus" not in answer


@pytest.mark.parametrize(
    "last",
    [
        ("",) * 7,  # there is an empty one already
        ("1", "1", "1", "1", "1", "0", ""),
        ("1", "1", "1", "1", "1", "0", "1"),  # to be mended first
    ],
)
def test_no_deal_comes_before_the_last_one_is_filled_and_right(race: Client, last: tuple[str, ...]) -> None:
    assert new_cells(race.post(CHECK, sheet(TIED, last))) == []


def test_no_deal_comes_after_the_match_is_over_and_the_form_says_so(race: Client) -> None:
    won = [("5", *["-"] * 3, "0", "0", "0")] * 3
    answer = race.post(CHECK, sheet(*won))
    assert new_cells(answer) == []
    assert "Ann 15 1st Bob 0 2nd" in text(answer) and "The match is complete." in text(answer)


def test_another_deal_comes_when_it_is_asked_for_with_its_first_cell_to_go_to(race: Client) -> None:
    answer = race.post(CHECK, sheet(TIED, ("",) * 7, more="deals"))
    assert new_cells(answer) == cells_of(2)
    assert re.findall(r'<input id="([^"]*)"[^>]* autofocus', answer.content.decode()) == ["deals-2-tricks-0"]
    assert "Add another hand" in text(race.get(ENTER))


def test_line_beside_the_deals_comes_when_it_is_asked_for(submit: Any, scorer: Client) -> None:
    answer = submit(build_fields(penalties_0_seat="0", penalties_1_seat="") | {"more": "penalties"}, "check/")
    assert new_cells(answer) == [f"penalties-2-{field}" for field in ("seat", "kind", "deal")]
    assert 'hx-swap-oob="beforeend:#list-penalties"' in answer.content.decode()
    assert "Add another line: Penalties" in text(scorer.get(DESTINATION))


@pytest.mark.parametrize("asked", ["deals", "1", "nothing", "\0", "<b>"])
def test_nothing_comes_where_there_can_be_no_more(submit: Any, asked: str) -> None:
    assert new_cells(submit(build_fields() | {"more": asked}, "check/")) == []


def test_there_is_an_end_to_it(race: Client) -> None:
    last = {f"deals-{MAX_LINES - 1}-tricks-0": "1"}
    assert new_cells(race.post(CHECK, sheet(TIED, more="deals", **last))) == []


def test_of_many_only_who_leads_is_told_aloud(race: Client) -> None:
    answer = race.post(CHECK, sheet(("2", "-", "-", "-", "1", "1", "1")))
    assert checked(answer, "told") == "Ann 2 1st, 1 hand entered"
    assert "Eva 1 2nd" in checked(answer, "running")
    assert checked(race.post(CHECK, sheet()), "told") == "0 hands entered"


def test_form_that_is_put_back_has_the_lines_it_had_and_saves_nothing(race: Client) -> None:
    page = race.post(ENTER, sheet(TIED, ("",) * 7, ("3", *[""] * 6), more=""))
    assert sent_again(page)["deals-2-tricks-0"] == "3"
    assert 'id="deals-3-tricks-0"' in page.content.decode()  # one to spare
    assert 'id="deals-4-tricks-0"' not in page.content.decode()
    assert summary(page) == [] and not Result.objects.exists()


def test_two_of_the_same_name_are_told_apart_by_their_seats(race: Client) -> None:
    Player.objects.filter(key__in=("bob", "gil")).update(name="Kim Lee")
    assert "Hand 1, Kim Lee (2), Tricks" in text(race.get(ENTER))
    assert "Kim Lee (7) 0" in checked(race.post(CHECK, sheet(TIED)), "running")
    for address in (MATCH, MATCH + "paper/", "/race/cup/1/paper/?round=1", "/race/cup/1/grid/"):
        page = text(race.get(address))
        assert "Kim Lee (2)" in page or "Kim Lee (3)" in page, address
        assert "Ann (1)" not in page


def test_forged_form_adds_nothing(race: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = race.cookies
    assert strict.post(CHECK, sheet(TIED, more="deals")).status_code == 403


def test_many_deals_are_saved_corrected_and_read_with_the_same_number_of_queries(race: Client) -> None:
    def count_queries(address: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert race.get(address).status_code == 200
        return len(queries)

    empty = count_queries(ENTER)
    with CaptureQueriesContext(connection) as short:
        race.post(CHECK, sheet(TIED))
    deals = [TIED] * 19 + [("5", *["-"] * 3, "0", "0", "0")]
    with CaptureQueriesContext(connection) as long:
        answer = race.post(CHECK, sheet(*deals))
    assert len(long) == len(short)
    assert "Ann 24 1st" in text(answer) and "The match is complete." in text(answer)

    assert race.post(ENTER, sheet(*deals)).status_code == 302, summary(race.post(ENTER, sheet(*deals)))
    kept: Any = Result.objects.get().sheet
    assert kept["deals"][-1]["tricks"] == [5, None, None, None, 0, 0, 0]
    assert count_queries(ENTER) == empty  # one for the result, none for an unfinished sheet
    page = race.get(ENTER)
    again = sent_again(page)
    assert again["deals-19-tricks-1"] == "out" and "deals-20-tricks-0" not in page.content.decode()
    read = text(race.get(MATCH))
    assert "Hand 20 5 5 24 out – 19 out – 19 out – 19 0" in read and "Total 24" in read


def test_sheet_of_more_than_100_deals_is_saved_opened_and_corrected(race: Client) -> None:
    won = ("5", *["-"] * 3, "0", "0", "0")
    assert race.post(ENTER, sheet(*[TIED] * 119, won)).status_code == 302
    page = race.get(ENTER)
    again = sent_again(page)
    assert again["deals-119-tricks-1"] == "out" and "deals-120-tricks-0" not in page.content.decode()
    again |= {"deals-0-tricks-0": "0", "deals-0-tricks-5": "1", "why": "Typed wrongly"}
    assert race.post(ENTER, again).status_code == 302, summary(race.post(ENTER, again))
    kept: Any = Result.objects.order_by("-number")[0].sheet
    assert (len(kept["deals"]), kept["deals"][0]["tricks"][0]) == (120, 0)
    assert "Hand 120 5 5 123 out" in text(race.get(MATCH))


def test_form_takes_as_many_fields_as_a_sheet_may_have() -> None:
    assert (
        settings.DATA_UPLOAD_MAX_NUMBER_FIELDS > MAX_CELLS >= 19 * MAX_LINES
    )  # of a deal of Skat with Ramsch


@pytest.fixture
def king(race: Client) -> str:
    """The form of a match of Skull King."""
    club = json.dumps(RACE).replace(', "gil"', "")  # six sit there
    club = club.replace("hucklebuck", "skull-king").replace('"slug": "race"', '"slug": "king"')
    import_club(club.encode(), by=CONSOLE)
    Membership.objects.create(user=User.objects.get(), club=Club.objects.get(slug="king"), role=Role.OWNER)
    return race.get(ENTER.replace("race", "king")).content.decode()


def test_what_all_say_before_the_next_thing_is_typed_in_that_order(king: str) -> None:
    names = re.findall(r'name="deals-0-(bids|tricks)-(\d)"', king)
    assert names == [(field, str(seat)) for field in ("bids", "tricks") for seat in range(6)]


def test_bids_go_no_higher_than_the_cards_of_their_round(king: str) -> None:
    assert re.findall(r'name="deals-\d-bids-0"[^>]* data-most="(\d+)"', king) == [
        str(cards) for cards in range(1, 11)
    ]


# --- a match that goes on


def test_a_round_that_ends_a_tie_comes_when_the_last_one_is_tied(db: None) -> None:
    (example,) = [example for example in games.get("skull-king").examples if example.key == "another-round"]
    file = json.loads(json.dumps(RACE))
    (competition,) = file["competitions"]
    match = competition["seasons"][0]["divisions"][0]["matches"][0]
    match["seats"] = match["seats"][:3]
    competition |= {"game": "skull-king", "options": dict(example.options), "rules": {"promoted": 0}}
    import_club(json.dumps(file).encode(), by=CONSOLE)
    user = User.objects.create_user("owner@example.org")
    Membership.objects.create(user=user, club=Club.objects.get(slug="race"), role=Role.OWNER)
    scorer = Client()
    scorer.force_login(user)
    fields = {"base": "0", "played_on": "2026-01-10"}
    for number, deal in enumerate(example.sheet["deals"][:3]):
        for key in ("bids", "tricks"):
            fields |= {f"deals-{number}-{key}-{seat}": str(count) for seat, count in enumerate(deal[key])}
    cells = new_cells(scorer.post(CHECK, fields))
    assert {"deals-3-bids-0", "deals-3-tricks-2"} <= set(cells)
    ahead = fields | {
        "deals-2-tricks-0": "0",
        "deals-2-tricks-2": "2",
    }  # the first player makes a bid of none
    assert not [cell for cell in new_cells(scorer.post(CHECK, ahead)) if cell.startswith("deals-3")]
