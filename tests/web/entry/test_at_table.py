"""The page for everyone at a table: the score so far, and one's own secret bid."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from league.actions.sheet_draft import save_sheet_draft
from league.models import Club, Match, SheetDraft
from league.principals import CONSOLE
from tests.actions.submissions import enter_result
from tests.web.entry.test_sheet_draft import get_person
from tests.web.log_ins import log_in
from tests.web.sheets import MATCH, build_fields, text

TABLE = MATCH + "table/"
PLAYED = {
    f"deals-0-{key}-{seat}": number
    for key, numbers in (("bids", ("16", "12")), ("tricks", ("15", "12")))
    for seat, number in enumerate(numbers)
}


@pytest.fixture
def match(riverside: Club) -> Match:
    return Match.objects.get(club=riverside, key="m53")


@pytest.fixture
def players(match: Match) -> tuple[Client, Client]:
    one, other = (log_in(get_person(match, number)) for number in (0, 1))
    return one, other


def send(client: Client, number: str, *, deal: str = "0", field: str = "bids") -> Any:
    return client.post(TABLE, {"deal": deal, "field": field, "number": number}, follow=True)


def read_bids(client: Client) -> str:
    """Return what the part of the page says that is about bids."""
    page = client.get(TABLE).content.decode()
    part = re.search(r'<section class="card" id="bids">.*?</section>', page, re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", part[0] if part else "")).strip()


def test_everyone_at_the_table_and_every_scorer_sees_the_score_so_far(
    scorer: Client, stranger: Client, players: tuple[Client, Client], match: Match
) -> None:
    assert "The score sheet is still blank." in text(players[0].get(TABLE))
    save_sheet_draft(match=match, texts=PLAYED, by=CONSOLE, base=0)
    for client in (scorer, *players):
        page = text(client.get(TABLE))
        assert "1 of 4 games entered" in page and re.search(r"Game 1 16 15 .1 12 12 0", page), page
    assert stranger.get(TABLE).status_code == 404
    answer = Client().get(TABLE)
    assert answer.status_code == 302 and "/-/log-in/" in answer["Location"]
    assert Client().get(TABLE.replace("m53", "m999")).status_code == 404


def test_both_bid_alone_and_see_the_bids_after_their_tricks(
    players: tuple[Client, Client], scorer: Client
) -> None:
    dev, bob = players
    assert "Game 1: Bid" in read_bids(dev) and "Dev Dhar : not yet" in read_bids(dev)
    answer = send(dev, "16")
    assert "Saved. Only you can see the number for now." in text(answer)
    assert "Dev Dhar : entered" in read_bids(bob) and "Bob Birch : not yet" in read_bids(bob)
    assert "16" in read_bids(dev) and "16" not in read_bids(bob) + read_bids(scorer)
    send(dev, "15")
    assert "15" in read_bids(dev)
    send(bob, "12")
    assert "Game 1: Tricks" in read_bids(dev) and "everyone has entered theirs, so it" in read_bids(dev)
    send(bob, "12", field="tricks")
    assert "15" not in text(bob.get(TABLE)).partition("Game 1: Tricks")[2]
    send(dev, "15", field="tricks")
    for client in (*players, scorer):
        assert "Game 2: Bid" in read_bids(client)
        assert re.search(r"Game 1 15 15 0 12 12 0", text(client.get(TABLE)))
    assert (
        "<form" not in scorer.get(TABLE).content.decode().partition('id="bids"')[2].partition("</section>")[0]
    )


def test_nothing_is_bid_once_all_deals_are_on_the_sheet(players: tuple[Client, Client], match: Match) -> None:
    dev, _bob = players
    assert "Game 1: Bid" in read_bids(dev)
    texts = {name: cell for name, cell in build_fields().items() if name.startswith("deals-")}
    save_sheet_draft(match=match, texts=texts, by=CONSOLE, base=0)
    assert read_bids(dev) == ""
    assert "This is not being played now." in text(send(dev, "16"))


def test_what_is_refused_is_said_on_the_page(players: tuple[Client, Client]) -> None:
    dev, bob = players
    answer = send(dev, "28")
    assert "Enter a whole number from 0 to 27." in text(answer) and 'value="28"' in answer.content.decode()
    assert "Please fill this in." in text(send(dev, ""))
    send(dev, "16")
    send(bob, "12")
    answer = send(dev, "17")
    assert (
        "All have entered theirs, so it can" in text(answer) and 'value="17"' not in answer.content.decode()
    )
    assert 'name="field" value="tricks"' in answer.content.decode()
    answer = send(dev, "5", deal="3")
    assert "This is not being played now." in text(answer)
    assert SheetDraft.objects.get().entered == {0: {0: [16], 1: [12]}}


def test_helpers_can_not_bid(scorer: Client, players: tuple[Client, Client]) -> None:
    assert send(scorer, "13").status_code == 404
    assert not SheetDraft.objects.exists()


def test_the_page_has_a_version_that_changes_with_what_its_reader_may_see(
    players: tuple[Client, Client], match: Match
) -> None:
    dev, bob = players

    def ask(client: Client, version: str) -> int:
        return client.get(TABLE, headers={"If-None-Match": version}).status_code

    versions = [client.get(TABLE)["ETag"] for client in players]
    assert versions[0] != versions[1] and [ask(dev, versions[0]), ask(bob, versions[1])] == [304, 304]
    assert dev.head(TABLE)["ETag"] == versions[0]
    send(dev, "16")
    assert [ask(dev, versions[0]), ask(bob, versions[1])] == [200, 200]
    dev_before, bob_before = (client.get(TABLE)["ETag"] for client in players)
    send(dev, "15")
    assert [ask(dev, dev_before), ask(bob, bob_before)] == [200, 304]
    save_sheet_draft(match=match, texts=PLAYED, by=CONSOLE, base=0)
    assert ask(bob, bob_before) == 200
    bob_before = bob.get(TABLE)["ETag"]
    enter_result(match, {"deals": [{"bids": [13, 13], "tricks": [14, 13]}] * 4})
    assert ask(bob, bob_before) == 200
    assert "This match has a result." in text(bob.get(TABLE))


def test_a_match_that_is_to_be_played_leads_there(
    scorer: Client, players: tuple[Client, Client], stranger: Client, match: Match
) -> None:
    for client in (scorer, *players):
        assert f'href="{TABLE}"' in client.get(MATCH).content.decode()
    assert TABLE not in stranger.get(MATCH).content.decode()
    enter_result(match, {"deals": [{"bids": [13, 13], "tricks": [14, 13]}] * 4})
    assert TABLE not in scorer.get(MATCH).content.decode()


def test_the_same_number_of_queries_however_much_there_is(
    players: tuple[Client, Client], match: Match, django_assert_num_queries: Any
) -> None:
    dev, _bob = players
    with django_assert_num_queries(5):  # session, user, match, roles, what is saved
        dev.get(TABLE)
    save_sheet_draft(match=match, texts=PLAYED, by=CONSOLE, base=0)
    send(dev, "3", deal="1")
    with django_assert_num_queries(5):
        dev.get(TABLE)
    version = dev.get(TABLE)["ETag"]
    with django_assert_num_queries(5):
        dev.head(TABLE, headers={"If-None-Match": version})
