"""Nobody but the player learns a number that was entered alone before all have entered theirs.

The number in the row is exchanged, and nothing that anybody gets may be another then: not a page, a version of one, a
file or a mail (docs/reference/sheets.md, Secret bids).
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache

from league.actions.sheet_draft import enter_bid
from league.models import Event, Match, Player, SheetDraft, User
from league.principals import Person
from league.queries.club import export_club_file
from league.queries.personal_data import read_personal_data
from league.queries.season import read_season_report
from league.tasks import run_jobs
from tests.scenarios import scenario
from tests.security.addresses import build_address, list_requests
from tests.security.population import OWN_MATCH, ROLES, Population, make_population

SECRET, OTHER = 21, 22
TABLE = f"/riverside/matches/{OWN_MATCH}/table/"
ENTER = f"/riverside/matches/{OWN_MATCH}/enter/"
# What is drawn anew whenever a page is made.
FRESH = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|csrftoken=[^;]*|expires=[^;]*'
    r"|:[0-9A-Za-z]{6}:[\w-]{43}(?=[;\"])"  # when something was signed, and its signature
)
PEOPLE = [pytest.param(who, marks=() if who == "player" else pytest.mark.full) for who in ROLES]


@pytest.fixture(autouse=True)
def _same_references_and_durations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.middleware.get_random_string", lambda *_arguments: "reference")
    monkeypatch.setattr("league.web.manage.rounds.format_duration", lambda _minutes: "a while")


@scenario
def bidding() -> Population:
    """The people of the role table; the opponent of the player has bid in their match, and nobody else."""
    population = make_population()
    enter_bid(match=get_match(), deal=0, field="bids", number=SECRET, by=make_opponent())
    return population


def get_match() -> Match:
    return Match.objects.get(club__slug="riverside", key=OWN_MATCH)


def make_opponent() -> Person:
    opponent = Player.objects.exclude(key="p1").get(seats__match=get_match())
    if opponent.user is None:
        opponent.user = User.objects.create(email="opponent@example.org", name="Opponent")
        opponent.save()
    return Person(opponent.user)


def store_bid(number: int) -> None:
    """Have the opponent's number be another, as if it had been entered so, and nothing else."""
    draft = SheetDraft.objects.get(match=get_match())
    [(deal, seats)] = draft.bids.items()
    [(seat, numbers)] = seats.items()
    SheetDraft.objects.filter(pk=draft.pk).update(bids={deal: {seat: [number, *numbers[1:]]}})


def read(response: Any) -> str:
    content = b"".join(response.streaming_content) if response.streaming else response.content
    headers = {
        name: value for name, value in response.headers.items() if name not in ("Content-Length", "Expires")
    }
    return FRESH.sub("", content.decode(errors="replace") + str(headers) + str(response.cookies))


def fetch_pages(population: Population, who: str) -> dict[str, str]:
    """Return the pages of the club, and the person's own, as this person gets them."""
    cache.clear()
    client = population.client(who)
    listed = {build_address(name, row, population) for name, row in list_requests()}
    addresses = {where for where in listed if where.startswith(("/riverside/", "/-/my/", "/-/account/data/"))}
    return {where: read(client.get(where)) for where in sorted(addresses | {TABLE, ENTER})}


@pytest.mark.parametrize("who", PEOPLE)
def test_no_page_depends_on_it(bidding: Population, who: str) -> None:
    before = fetch_pages(bidding, who)
    store_bid(OTHER)
    after = fetch_pages(bidding, who)
    assert {where for where, page in after.items() if page != before[where]} == set()
    assert len(before) > 80


def test_what_the_player_sends_gets_no_other_answer(bidding: Population) -> None:
    """Not what is typed, checked or refused either, as long as the player has not bid."""

    def send() -> Iterator[str]:
        client = bidding.client("player")
        for fields in (
            {"deal": "0", "field": "bids", "number": "99"},
            {"deal": "0", "field": "tricks", "number": "3"},
        ):
            yield read(client.post(TABLE, fields))
        yield read(client.post(f"{ENTER}check/", {"deals-0-bids-0": "3"}))
        yield read(client.post(ENTER, {"deals-0-bids-0": "3", "more": "1"}))

    before = [*send()]
    store_bid(OTHER)
    assert [*send()] == before and "Some players have not bid yet." in before[1]


def test_the_player_sees_it_once_both_have_entered_their_tricks(bidding: Population) -> None:
    """Else the tests above would show nothing."""
    pages, client = [], bidding.client("player")
    for by, field, number in (("player", "bids", 6), ("player", "tricks", 7), ("opponent", "tricks", 20)):
        pages.append(re.sub(r"<[^>]*>", " ", client.get(TABLE).content.decode()))
        user = bidding.people["player"] if by == "player" else make_opponent().user
        assert user
        enter_bid(match=get_match(), deal=0, field=field, number=number, by=Person(user))
    assert not any(re.search(rf"\b{SECRET}\b", page.partition("At the table")[2]) for page in pages)
    for where in (TABLE, ENTER):
        assert re.search(rf'[>"]{SECRET}["<]', client.get(where).content.decode()), where


def test_a_player_has_their_own_in_the_file_of_their_data(bidding: Population) -> None:
    own = {"club": "riverside", "match": OWN_MATCH, "deal": 1}
    opponent, player = make_opponent().user, bidding.people["player"]
    assert opponent and player
    assert read_personal_data(opponent)["secret_bids"] == [own | {"numbers": [SECRET]}]
    assert read_personal_data(player)["secret_bids"] == []
    enter_bid(match=get_match(), deal=0, field="bids", number=6, by=Person(player))
    assert read_personal_data(player)["secret_bids"] == [own | {"numbers": [6]}]
    substitute = bidding.club.players.exclude(seats__match=get_match()).order_by("pk")[0]
    get_match().seats.filter(player__user=opponent).update(player=substitute)
    assert read_personal_data(opponent)["secret_bids"] == []


def test_no_file_mail_event_or_log_has_it(bidding: Population, caplog: pytest.LogCaptureFixture) -> None:
    def read_files() -> list[str]:
        season = get_match().division.season
        people = [user for user in bidding.people.values() if user]
        texts = [
            export_club_file(bidding.club).decode(),
            json.dumps(read_season_report(season.competition)),
            *(json.dumps(read_personal_data(user), default=str) for user in people),
            *map(str, Event.objects.order_by("pk").values()),
        ]
        return [re.sub(r'"written_at": "[^"]*"', "", text) for text in texts]

    before = read_files()
    store_bid(OTHER)
    assert read_files() == before
    run_jobs()  # those of the results that were entered before
    mail.outbox.clear()
    with caplog.at_level(logging.DEBUG):
        caplog.clear()
        enter_bid(match=get_match(), deal=0, field="bids", number=SECRET, by=make_opponent())
        run_jobs()
    assert mail.outbox == []
    said = [f"{record.getMessage()} {vars(record).get('extra', '')}" for record in caplog.records]
    assert not [line for line in said if re.search(rf"\b{SECRET}\b", line) and "UPDATE" not in line]
