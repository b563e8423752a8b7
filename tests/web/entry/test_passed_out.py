"""Matches of a fixed number of deals, on whose sheets may be more: one that doesn't count is none of them."""

import json
from typing import Any
from uuid import uuid4

from django.test import Client

from league.actions.club import import_club
from league.models import Club, Match, Membership, Role, User
from league.principals import CONSOLE
from tests.scenarios import scenario
from tests.web.sheets import sent_again, text

ENTER = "/den/matches/m1/enter/"
PLAYED = {"declarer": "1", "bid": "18", "game": "diamonds", "matadors": "1", "points": "70"}
PASSED = {"declarer": "-"}
CLUB: dict[str, Any] = {
    "format": "boolie-club/1",
    "club": {"slug": "den", "name": "Den"},
    "players": [{"id": id, "name": id.capitalize()} for id in ("uma", "vic", "wes")],
    "competitions": [
        {
            "slug": "cup",
            "name": "Cup",
            "game": "international-skat",
            "options": {"deals": 2},
            "rules": {"promoted": 0},
            "seasons": [
                {
                    "number": 1,
                    "state": "open",
                    "divisions": [
                        {
                            "level": 1,
                            "entries": [{"player": id} for id in ("uma", "vic", "wes")],
                            "matches": [{"id": "m1", "seats": ["uma", "vic", "wes"]}],
                        }
                    ],
                }
            ],
        }
    ],
}


@scenario
def scorer() -> Client:
    import_club(json.dumps(CLUB).encode(), by=CONSOLE)
    user = User.objects.create_user("sam@example.org", "a password of some length", name="Sam")
    Membership.objects.create(user=user, club=Club.objects.get(), role=Role.SCORER)
    client = Client()
    client.force_login(user)
    return client


def build_fields(*deals: dict[str, str], base: int = 0) -> dict[str, str]:
    cells = {f"deals-{number}-{key}": said for number, deal in enumerate(deals) for key, said in deal.items()}
    return {"key": str(uuid4()), "base": str(base), "played_on": "2026-01-10", "why": "", **cells}


def lines(page: str) -> int:
    return page.count('class="deal"')


def test_form_has_the_deals_of_a_match_and_a_button_for_more(scorer: Client) -> None:
    page = scorer.get(ENTER).content.decode()
    assert lines(page) == 2 and "Add another deal" in page


def test_another_deal_comes_once_one_of_them_has_been_passed_out(scorer: Client) -> None:
    check = ENTER + "check/"
    answer = scorer.post(check, build_fields(PASSED, PLAYED)).content.decode()
    assert "deals-2-declarer" in answer and "1 of 2 deals entered" in text(
        scorer.post(check, build_fields(PASSED, PLAYED))
    )
    assert "deals-2-declarer" not in scorer.post(check, build_fields(PLAYED, PLAYED)).content.decode()


def test_unfinished_match_comes_back_with_a_deal_to_go_on_with(scorer: Client) -> None:
    answer = scorer.post(ENTER, build_fields(PASSED, PLAYED))
    assert "1 of 2 deals are on the sheet" in text(answer) and lines(answer.content.decode()) == 3


def test_match_with_a_passed_out_deal_is_entered_and_corrected_whole(scorer: Client) -> None:
    assert scorer.post(ENTER, build_fields(PLAYED, PASSED, PLAYED)).status_code == 302
    page = scorer.get(ENTER)
    assert lines(page.content.decode()) == 3
    again = sent_again(page) | {"deals-2-points": "80", "why": "Typed wrongly"}
    assert scorer.post(ENTER, again).status_code == 302
    current = Match.objects.get().current
    assert current is not None and current.sheet is not None
    assert [deal.get("points") for deal in current.sheet["deals"]] == [70, None, 80]


def test_printed_sheet_has_rows_to_spare(scorer: Client) -> None:
    page = text(scorer.get("/den/matches/m1/paper/"))
    assert "More than 4 deals" in page
