"""While an evening with the same cards runs, nothing tells the cards of deals to come, nor their seed.

Only the answer to a form of organisers has them (docs/reference/duplicate.md, Secrecy).
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

import games
from games import Board
from league.actions.rounds import pair_next_round, publish_round
from league.models import BoardSet, Match, Season
from league.models.match import MatchStatus
from league.principals import CONSOLE
from league.queries.club import export_club_file
from league.queries.season import explain_standing, read_season_report
from league.rules.duplicate.generator import compute_digest, deal_board
from league.rules.explain.standings import step_to_lines
from tests.actions.submissions import enter_result
from tests.scenarios import scenario
from tests.security.addresses import build_address, list_requests
from tests.security.population import ROLES, Population, fetch_stored_rows, make_population

SEED = "5ec2e7" + "0" * 26
ROUNDS, DEALS = 3, 4  # of which the first round is finished, and the second one runs
PUBLIC, SECRET = range(1, DEALS + 1), range(DEALS + 1, ROUNDS * DEALS + 1)
SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
CARD = re.compile(r"([♣♦♥♠]|\b[CDHS])(10|[2-9JQKA])\b")
PACKS = "/riverside/ultimate/1/packs/"
PEOPLE = [pytest.param(who, marks=() if who in ("visitor", "owner") else pytest.mark.full) for who in ROLES]


@scenario
def running() -> Population:
    """The people of the role table, with an evening in its second round, of which one table has a result."""
    population = make_population()
    season = get_season()
    BoardSet.objects.filter(season=season).update(seed=SEED, digest=compute_digest(SEED))
    pair_next_round(season=season, by=CONSOLE)
    publish_round(season=season, number=2, by=CONSOLE)
    waiting = Match.objects.filter(division__season=season, round__number=2, status=MatchStatus.SCHEDULED)
    match = waiting.order_by("table")[0]
    deals = [{"bids": [13, 13], "tricks": [14, 13]}] * DEALS
    enter_result(match, {"deals": deals}, played_on=match.club.today)
    return population


def get_season() -> Season:
    return Season.objects.for_page().get(competition__slug="ultimate", competition__club__slug="riverside")


def get_board(number: int) -> Board:
    return deal_board(games.get("skuck"), SEED, number)


def list_cards(text: str) -> list[str]:
    """Return the cards that a text names, as codes or as pages show them, in order."""
    shown = re.sub(r'<span class="unseen">[^<]*</span>', "", text)
    shown = re.sub(r"<[^>]*>|\s+(?=10|[2-9JQKA]\b)", "", unescape(shown))
    return [SIGNS.get(suit, suit) + rank for suit, rank in CARD.findall(shown)]


def find_secrets(text: str) -> Iterator[str]:
    """Yield what a text tells of the deals that are still to be played."""
    if SEED in text:
        yield "the seed"
    if 'class="places"' in text:
        yield "a list by which a pack is dealt"
    cards = list_cards(text)
    piles = {
        frozenset(pile.cards): (number, pile.key) for number in SECRET for pile in get_board(number).piles
    }
    for length in {len(pile) for pile in piles}:
        for start in range(len(cards) - length + 1):
            if found := piles.get(frozenset(cards[start : start + length])):
                yield f"pile {found[1]} of deal {found[0]}"


def read(response: Any) -> str:
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return content.decode(errors="replace") + str(response.headers)


def print_packs(client: Client, plays: str) -> Any:
    return client.post(PACKS, {"do": "print", "round": "2", "plays": plays})


def test_cards_are_found_as_they_are_shown(running: Population) -> None:
    """Else the tests below would show nothing."""
    assert list_cards('<span aria-hidden="true">♠</span><span class="unseen">Spades </span>10 "HA", C2') == [
        "S10",
        "HA",
        "C2",
    ]
    open_packs = set(find_secrets(read(print_packs(running.client("organiser"), "no"))))
    assert {f"pile {key} of deal 5" for key in ("A", "A1", "B4")} <= open_packs
    assert [*find_secrets(read(print_packs(running.client("organiser"), "yes")))] == [
        "a list by which a pack is dealt"
    ]
    assert set(find_secrets(json.dumps({"cards": get_board(9).piles[0].cards}))) == {"pile A of deal 9"}
    shown = running.client("visitor").get("/riverside/ultimate/1/deals/1/").content.decode()
    assert set(list_cards(shown)) >= set(get_board(1).list_cards())


@pytest.mark.parametrize("who", PEOPLE)
def test_no_page_tells_them(running: Population, who: str) -> None:
    cache.clear()
    client, told, seen = running.client(who), [], 0
    for name, row in list_requests():
        where = build_address(name, row, running)
        answer = read(client.get(where))
        seen += bool(list_cards(answer))
        told += [f"{where}: {secret}" for secret in find_secrets(answer)]
    for number in SECRET:
        told += find_secrets(read(client.get(f"/riverside/ultimate/1/deals/{number}/")))
    assert told == []
    assert seen  # the deals of the first round, and the one to practise with


def test_no_file_mail_row_or_log_tells_them(running: Population, caplog: pytest.LogCaptureFixture) -> None:
    season = get_season()
    with caplog.at_level(logging.DEBUG):
        for plays in ("no", "yes"):
            assert "no-store" in print_packs(running.client("organiser"), plays).headers["Cache-Control"]
    rows = {model: stored for model, stored in fetch_stored_rows().items() if model != "BoardSet"}
    entries = [entry.player.key for entry in season.entries.select_related("player")]
    texts = [
        export_club_file(season.competition.club).decode(),
        json.dumps(read_season_report(season.competition)),
        *("\n".join(step_to_lines(explain_standing(season.competition, player))) for player in entries),
        *(str(message.message()) for message in mail.outbox),
        *(record.getMessage() for record in caplog.records),
        *(str(stored) for stored in rows.values()),
    ]
    assert [secret for text in texts for secret in find_secrets(text)] == []
    assert [event for event in rows["Event"] if "print_packs" in event]


def test_who_plays_gets_no_open_packs(running: Population) -> None:
    player = get_season().entries.get(player__key="p1").player
    player.user = running.people["organiser"]
    player.save()
    answer = read(print_packs(running.client("organiser"), "no"))
    assert [*find_secrets(answer)] == []
