"""Slow play by the clock of a match: the form of its result offers the penalty, and sets none by itself.

Rules: docs/reference/scoring.md, SKUCK: Penalties.
"""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

import games
from games import Invalid, get, parse, parse_options
from league.models import Club, Match, Role
from tests.actions.clubs import build_club_file, make_club, make_member
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import text

SKUCK = get("skuck")
(SLOW,) = [example for example in SKUCK.examples if example.key == "slow-play"]
DEALS = {"deals": SLOW.sheet["deals"]}
ENTER, MATCH = "/riverside/matches/c1d1-m1/enter/", "/riverside/matches/c1d1-m1/"
OVER = "?over=1-1+1-3"  # the second player, in games 2 and 4


def make_timed_club(**options: Any) -> Club:
    file = build_club_file()
    file["competitions"][0]["options"] = options
    return make_club(file)


@scenario
def timed() -> Club:
    return make_timed_club(time_penalties=True)


@pytest.fixture
def scorer(timed: Club) -> Client:
    return log_in(make_member(timed, Role.SCORER))


def fill_in(**more: str) -> dict[str, str]:
    """Return the fields of the form, as a browser would send them."""
    cells = {
        f"deals-{number}-{key}-{seat}": str(value)
        for number, deal in enumerate(DEALS["deals"])
        for key in ("bids", "tricks")
        for seat, value in enumerate(deal[key])
    }
    return {"key": str(uuid4()), "base": "0", "played_on": "2026-01-05", **cells, **more}


def save(scorer: Client, **more: str) -> dict[str, Any]:
    """Save the result and return the sheet of the match."""
    for _ in range(2):  # the second time dismisses questions about the day
        page = scorer.post(ENTER + OVER, fill_in(**more)).content.decode()
        if not (waved := re.search(r'name="waved" value="([^"]+)"', page)):
            break
        more["waved"] = waved[1]
    current = Match.objects.get(key="c1d1-m1").current
    assert current is not None and current.sheet, re.findall(r"<li>.*?</li>", page, re.DOTALL)
    return dict(current.sheet)


def test_penalties_of_the_clock_are_offered_and_not_set(scorer: Client) -> None:
    page = scorer.get(ENTER + OVER)
    assert "Player p4 took more than 5 minutes in game 2: add the penalty" in text(page)
    assert "in game 4: add the penalty" in text(page) and "Player p1 took" not in text(page)
    offers = re.findall(r'<input type="checkbox" id="offer[^>]*>', page.content.decode())
    assert len(offers) == 2 and not any("checked" in offer for offer in offers)
    assert save(scorer, over="1-1 1-3") == DEALS


def test_accepted_penalties_cost_the_slow_player_the_match(scorer: Client) -> None:
    sheet = save(scorer, over="1-1 1-3", **{"offer-1-1": "1", "offer-1-3": "1"})
    assert sheet == dict(SLOW.sheet)
    without, with_penalties = (
        games.score("skuck", done, {"time_penalties": True}) for done in (DEALS, sheet)
    )
    assert [seat.score for seat in without.seats] == [-3, -2]
    assert [seat.score for seat in with_penalties.seats] == [-3, -4]
    assert [seat.outcome for seat in with_penalties.seats] == ["win", "loss"]
    assert "Player p4" in text(scorer.get(MATCH))


def test_penalty_that_is_on_the_sheet_already_is_added_once(scorer: Client) -> None:
    written = {"penalties-0-seat": "1", "penalties-0-kind": "time", "penalties-0-deal": "1"}
    sheet = save(scorer, over="1-1 1-3", **written, **{"offer-1-1": "1"})
    assert sheet["penalties"] == [{"seat": 1, "kind": "time", "deal": 1}]


def test_nothing_is_offered_that_is_not_of_the_match(scorer: Client) -> None:
    for asked in ("?over=2-1", "?over=1-4", "?over=x", "?over=", "?over=1-1-", "?over=" + "9" * 3000):
        said = text(scorer.get(ENTER + asked))
        assert said.count("add the penalty") == (asked == "?over=1-1-"), asked


def find_switch(page: Any) -> str:
    (switch,) = re.findall(r"<input[^>]*match-no_limit[^>]*>", page.content.decode())
    return str(switch)


def test_play_without_a_limit_is_kept_with_the_result(scorer: Client) -> None:
    assert "checked" in find_switch(scorer.get(ENTER + "?no_limit=1"))
    assert "checked" not in find_switch(scorer.get(ENTER))
    assert save(scorer, **{"match-no_limit": "1"}) == {**DEALS, "no_limit": True}
    said = "Both agreed to play without a limit, so that slow play costs nothing in this match."
    assert said in text(scorer.get(MATCH))
    assert "checked" in find_switch(scorer.get(ENTER))


def test_time_penalty_contradicts_play_without_a_limit(scorer: Client) -> None:
    with pytest.raises(Invalid) as refusal:
        parse(SKUCK, {**SLOW.sheet, "no_limit": True}, parse_options(SKUCK, {"time_penalties": True}), 2)
    assert {problem.code for problem in refusal.value.problems} == {"without-limit"}
    page = scorer.post(ENTER, fill_in(over="1-1", **{"offer-1-1": "1", "match-no_limit": "1"}))
    assert "Both agreed to play without a limit: a time penalty contradicts that." in text(page)


def test_where_slow_play_costs_nothing_there_is_a_clock_and_no_offer(db: None) -> None:
    club = make_timed_club()
    scorer = log_in(make_member(club, Role.SCORER))
    page = text(scorer.get(ENTER + OVER + "&no_limit=1"))
    assert "add the penalty" not in page and "without a limit" not in page
    assert scorer.get(MATCH + "clock/").status_code == 200
    with pytest.raises(Invalid) as refusal:
        parse(SKUCK, {**DEALS, "no_limit": True}, parse_options(SKUCK, {}), 2)
    assert [(problem.path, problem.code) for problem in refusal.value.problems] == [
        ("sheet.no_limit", "no-time-penalties")
    ]


def test_match_to_be_played_leads_to_its_clock(timed: Club, client: Client) -> None:
    assert f'href="{MATCH}clock/"' in client.get(MATCH).content.decode()
    page = client.get(MATCH + "clock/")
    assert "Player p1" in text(page) and "Player p4" in text(page) and "Play without a limit" in text(page)
