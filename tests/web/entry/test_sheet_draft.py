"""Saving a sheet unfinished from its form, going on with it elsewhere, and both sheets side by side."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from league.actions.result import submit_result
from league.actions.sheet_draft import enter_bid, save_sheet_draft
from league.models import Club, Match, Result, SheetDraft, Submission, User
from league.principals import CONSOLE, Person
from tests.web.log_ins import log_in
from tests.web.sheets import DESTINATION, MATCH, build_fields, cell, text

HALF = {"played_on": "2025-09-25", "base": "0", "deals-0-bids-0": "16", "deals-0-tricks-0": "oops"}
CHANGED = "The unfinished sheet was changed elsewhere"


@pytest.fixture
def match(riverside: Club) -> Match:
    return Match.objects.get(club=riverside, key="m53")


@pytest.fixture
def bob(match: Match) -> Client:
    """The player in the second seat, with an account and no role."""
    return log_in(get_person(match, 1))


def get_person(match: Match, number: int) -> Person:
    player = match.seats.get(number=number).player
    if player.user is None:
        player.user = User.objects.create_user(f"{player.key}@example.org", name=f"Account of {player.key}")
        player.save()
    return Person(player.user)


def save(client: Client, **changes: str) -> Any:
    fields = HALF | {name.replace("_", "-"): value for name, value in changes.items()}
    return client.post(DESTINATION, fields | {"unfinished": "1"}, follow=True)


def get_seen(response: Any) -> str:
    """Return the revision of the unfinished sheet that a form was made from."""
    (found,) = re.findall(r'name="draft" value="(\d+)"', response.content.decode())
    return str(found)


def test_a_sheet_is_saved_unfinished_and_opened_by_another_as_it_was(
    scorer: Client, bob: Client, match: Match
) -> None:
    page = scorer.get(DESTINATION)
    assert "Save unfinished" in text(page) and get_seen(page) == "0"
    saved = save(scorer)
    assert saved.redirect_chain == [(DESTINATION, 302)]
    assert "Saved unfinished. It doesn't count until you save the result." in text(saved)
    opened = bob.get(DESTINATION)
    assert 'value="16"' in cell(opened, "deals-0-bids-0") and 'value="oops"' in cell(
        opened, "deals-0-tricks-0"
    )
    assert "Saved unfinished on " in text(opened) and "Sam Scorer" not in text(opened)
    assert "Saved unfinished by Sam Scorer on " in text(scorer.get(DESTINATION))
    assert Result.objects.filter(match=match).count() == 0
    save(bob, draft=get_seen(opened), deals_0_tricks_0="11")
    opened = scorer.get(DESTINATION)
    assert "Saved unfinished by Bob Birch on " in text(opened)
    assert 'value="11"' in cell(opened, "deals-0-tricks-0")


def test_it_stands_in_no_other_page_and_the_finished_sheet_takes_it_away(
    scorer: Client, match: Match
) -> None:
    visitor = Client()
    pages = [
        MATCH,
        "/riverside/",
        "/riverside/skuck-league/3/",
        "/riverside/skuck-league/3/matches/?download=csv",
    ]
    before = [visitor.get(page).content for page in pages]
    seen = get_seen(save(scorer))
    assert [visitor.get(page).content for page in pages] == before
    answer = scorer.post(DESTINATION, build_fields() | {"draft": seen, "waved": ""})
    if answer.status_code == 200:  # asks about the day
        waved = re.findall(r'name="waved" value="([^"]*)"', answer.content.decode())[0]
        answer = scorer.post(DESTINATION, build_fields() | {"draft": seen, "waved": waved})
    assert answer.status_code == 302 and not SheetDraft.objects.exists()
    assert "Save unfinished" not in text(scorer.get(DESTINATION))  # a result is corrected at once


def test_one_that_was_changed_elsewhere_is_shown_beside_ones_own(scorer: Client, bob: Client) -> None:
    mine, theirs = get_seen(scorer.get(DESTINATION)), get_seen(bob.get(DESTINATION))
    save(bob, draft=theirs, deals_0_bids_0="14")
    conflict = save(scorer, draft=mine, deals_0_bids_0="15")
    assert CHANGED in text(conflict) and "Saved unfinished by Bob Birch" in text(conflict)
    assert "Saved elsewhere" in text(conflict) and "Your sheet" in text(conflict)
    assert 'value="15"' in cell(conflict, "deals-0-bids-0")
    assert SheetDraft.objects.get().texts["deals-0-bids-0"] == "14"
    save(scorer, draft=get_seen(conflict), deals_0_bids_0="15")
    assert SheetDraft.objects.get().texts["deals-0-bids-0"] == "15"


def test_a_finished_sheet_does_not_replace_one_that_was_not_seen(scorer: Client, bob: Client) -> None:
    save(bob)
    fields = build_fields(played_on="2025-09-24")
    answer = scorer.post(DESTINATION, fields)
    if CHANGED not in text(answer):
        waved = re.findall(r'name="waved" value="([^"]*)"', answer.content.decode())[0]
        answer = scorer.post(DESTINATION, fields | {"waved": waved})
    assert CHANGED in text(answer) and Submission.objects.latest("pk").verdict == "refused"
    sent = dict(re.findall(r'name="(key|draft|waved|base)" value="([^"]*)"', answer.content.decode()))
    assert scorer.post(DESTINATION, fields | sent).status_code == 302
    assert not SheetDraft.objects.exists()


def test_a_result_that_came_meanwhile_is_shown(scorer: Client, match: Match) -> None:
    sheet = {"deals": [{"bids": [13, 13], "tricks": [14, 13]}] * 4}
    submit_result(match=match, sheet=sheet, by=CONSOLE, key=uuid4(), base=0)
    answer = save(scorer)
    assert "Another user has just saved this match" in text(answer)
    assert not SheetDraft.objects.exists()


def test_discarding_asks_first(scorer: Client, bob: Client) -> None:
    discard = DESTINATION + "discard/"
    answer = scorer.get(discard, follow=True)
    assert "No unfinished sheet is saved." in text(answer)
    seen = get_seen(save(scorer))
    page = bob.get(discard)
    assert "Discard the unfinished sheet?" in text(page) and SheetDraft.objects.exists()
    save(scorer, draft=seen, deals_0_bids_0="1")
    answer = bob.post(discard, {"base": seen})
    assert "has changed since you opened it" in text(answer) and SheetDraft.objects.exists()
    (base,) = re.findall(r'name="base" value="(\d+)"', answer.content.decode())
    answer = bob.post(discard, {"base": base}, follow=True)
    assert "Unfinished sheet discarded." in text(answer) and not SheetDraft.objects.exists()
    conflict = save(scorer, draft=base)
    assert "The unfinished sheet was discarded elsewhere" in text(conflict)
    assert 'value="oops"' in cell(conflict, "deals-0-tricks-0")


def test_shown_bids_are_filled_in_where_nothing_is_typed(scorer: Client, match: Match) -> None:
    people = [get_person(match, number) for number in (0, 1)]
    for field, numbers in (("bids", (16, 12)), ("tricks", (15, 12))):
        for by, number in zip(people, numbers, strict=True):
            assert 'value="16"' not in cell(scorer.get(DESTINATION), "deals-0-bids-0")
            enter_bid(match=match, deal=0, field=field, number=number, by=by)
    page = scorer.get(DESTINATION)
    names = [f"deals-0-{key}-{seat}" for key in ("bids", "tricks") for seat in (0, 1)]
    assert [re.findall(r'value="(\d*)"', cell(page, name)) for name in names] == [
        ["16"],
        ["12"],
        ["15"],
        ["12"],
    ]
    save_sheet_draft(match=match, texts={"deals-0-bids-0": "17"}, by=CONSOLE, base=0)
    page = scorer.get(DESTINATION)
    assert 'value="17"' in cell(page, "deals-0-bids-0") and 'value="12"' in cell(page, "deals-0-bids-1")


def test_the_same_number_of_queries_with_and_without_one(
    scorer: Client, match: Match, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(8):
        scorer.get(DESTINATION)
    texts = {
        f"deals-{deal}-{key}-{seat}": "13"
        for deal in range(4)
        for key in ("bids", "tricks")
        for seat in (0, 1)
    }
    save_sheet_draft(match=match, texts=texts, by=CONSOLE, base=0)
    with django_assert_num_queries(8):
        scorer.get(DESTINATION)
    with django_assert_num_queries(5):
        scorer.get(DESTINATION + "discard/")
