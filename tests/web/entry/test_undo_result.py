"""Undoing a result: from the message that says it was saved, and from a page that asks first."""

import re
from typing import Any

from django.test import Client

from league.actions.decisions.void import void_match
from league.models import Club, Match
from league.principals import CONSOLE
from tests.web.sheets import DESTINATION, MATCH, build_fields, cell, text, value

UNDO = f"{MATCH}undo/"
FIRST_BID = "deals-0-bids-0"


def get_match() -> Match:
    return Match.objects.get(club__slug="riverside", key="m53")


def test_saved_result_is_undone_from_its_message_and_comes_back_in_the_form(
    submit: Any, scorer: Client
) -> None:
    submit(build_fields())
    page = scorer.get(MATCH)
    assert "Result saved." in text(page)
    assert f'action="{UNDO}"' in page.content.decode()
    answer = scorer.post(UNDO, {"base": value(page, "base")})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{DESTINATION}?undone")
    assert get_match().status == "scheduled"
    form = scorer.get(f"{DESTINATION}?undone")
    assert "Result undone." in text(form)
    assert 'value="16"' in cell(form, FIRST_BID) and 'value="2025-09-25"' in cell(form, "played_on")
    assert value(form, "base") == "0"
    assert 'value=""' in cell(scorer.get(DESTINATION), FIRST_BID)
    pressed_twice = scorer.post(UNDO, {"base": value(page, "base")})
    assert (pressed_twice.status_code, pressed_twice.headers["Location"]) == (302, f"{DESTINATION}?undone")


def test_message_names_the_next_match_to_those_who_enter_all(
    submit: Any, scorer: Client, riverside: Club
) -> None:
    round_number = get_match().round
    submit(build_fields())
    page = scorer.get(MATCH).content.decode()
    (path,) = re.findall(r'<a href="([^"]*)">Next: ', page)
    key = path.removesuffix("enter/").rstrip("/").rpartition("/")[2]
    following = Match.objects.get(club=riverside, key=key)
    assert (following.round, following.status) == (round_number, "scheduled")
    assert scorer.get(path).status_code == 200


def test_correction_is_undone_to_what_counted_before(submit: Any, scorer: Client) -> None:
    submit(build_fields())
    submit(build_fields(base=1, deals_0_bids_0="13", deals_0_tricks_0="11"))
    answer = scorer.post(UNDO, {"base": "2"}, follow=True)
    assert "Change undone." in text(answer)
    assert get_match().revision == 1


def test_page_asks_before_it_undoes(submit: Any, scorer: Client) -> None:
    submit(build_fields())
    page = text(scorer.get(UNDO))
    assert "Undo this result?" in page and "The match is to be played again." in page
    assert get_match().status == "played"


def test_result_that_changed_since_is_not_undone_and_the_page_says_so(submit: Any, scorer: Client) -> None:
    submit(build_fields())
    submit(build_fields(base=1, deals_0_bids_0="13", deals_0_tricks_0="11"))
    scorer.get(MATCH)  # shows the messages
    answer = scorer.post(UNDO, {"base": "1"})
    assert "This result has changed since." in text(answer)
    assert value(answer, "base") == "2"
    assert get_match().revision == 2


def test_nothing_to_undo_leads_to_the_match(scorer: Client) -> None:
    answer = scorer.get(UNDO, follow=True)
    assert answer.redirect_chain == [(MATCH, 302)]
    assert "This match has no result to undo." in text(answer)


def test_decided_match_names_the_way_to_undo_it(scorer: Client) -> None:
    void_match(match=get_match(), by=CONSOLE, reason="The hall was closed", base=0)
    answer = scorer.post(UNDO, {"base": "1"})
    assert "Undo the decision instead." in text(answer)


def test_unreadable_number_undoes_nothing(submit: Any, scorer: Client) -> None:
    submit(build_fields())
    for base in ("", "x", "0", "99999999999999999999"):
        assert scorer.post(UNDO, {"base": base}).status_code == 200
    assert get_match().status == "played"
