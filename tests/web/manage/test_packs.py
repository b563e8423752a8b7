"""Packs of a round: drawn, printed open or blind, and who has printed them."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace

import pytest
from django.test import Client
from django.utils.html import strip_tags

import games
from games.cards import Suit, build_pack
from league.actions.decisions.deals import rule_on_deals
from league.actions.decisions.forfeit import forfeit_match
from league.actions.decisions.revocation import revoke_decision
from league.actions.rounds import finish_round, unpair_round
from league.models import BoardSet, Club, Decision, Match, Player, Role, Season
from league.principals import CONSOLE, Principal
from league.queries.shown_cards import list_sorted_pack
from league.rules.duplicate.generator import deal_board
from league.rules.snapshot import parse_settings
from tests.actions.clubs import make_member
from tests.actions.test_same_cards import make_evening, play, score
from tests.actions.tournaments import begin_round, make_tournament
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import text

SEASON = "/riverside/spring-open/1/"
PACKS, RULING = f"{SEASON}packs/", f"{SEASON}ruling/"
CARD = re.compile(r'class="dealt[ "]')


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def four(club: Club) -> Season:
    """Four players, three rounds of two deals, none of them paired."""
    return make_evening(club, 4, 3)


@scenario
def person(club: Club) -> Principal:
    return make_member(club, Role.ORGANISER)


@scenario
def organiser(person: Principal) -> Client:
    return log_in(person)


def text_of(page: str) -> str:
    return " ".join(strip_tags(page).split())


def ask(client: Client, **sent: str) -> str:
    return client.post(PACKS, sent, follow=True).content.decode()


def test_page_tells_how_many_packs_a_round_takes(four: Season, organiser: Client) -> None:
    page = text(organiser.get(PACKS))
    assert "With 2 tables a round takes 4 packs." in page
    assert BoardSet.objects.get().digest in page and "None have been printed yet." in page


def test_cards_are_shown_only_to_who_says_that_they_do_not_play(four: Season, organiser: Client) -> None:
    assert not CARD.search(organiser.get(PACKS).content.decode())
    shown = ask(organiser, do="print", round="2", plays="no")
    assert len(CARD.findall(shown)) == 2 * 52 and "deal 3" in shown and "deal 4" in shown
    assert "cards of round 2" in text(organiser.get(PACKS))


def test_who_plays_gets_lists_for_a_sorted_pack(four: Season, organiser: Client, person: Principal) -> None:
    Player.objects.filter(name="Ann Archer").update(user=person.user)
    page = text(organiser.get(PACKS))
    assert "You play in this tournament" in page and "I do not play" not in page
    refused = ask(organiser, do="print", round="1", plays="no")
    assert not CARD.search(refused) and "aria-invalid" in refused
    shown = ask(organiser, do="print", round="1", plays="yes")
    assert not CARD.search(shown) and "Sort a pack" in shown
    assert len(re.findall(r"<li>Side [AB], (?:Hand|Column [1-4], card [1-4])</li>", shown)) == 2 * 52
    assert "blind packs of round 1" in text(organiser.get(PACKS))


def test_lists_say_how_columns_are_made_and_how_many_cards_each_pile_has(
    four: Season, organiser: Client
) -> None:
    page = text_of(ask(organiser, do="print", round="1", plays="yes"))
    assert "by suits, in this order: Clubs, Diamonds, Hearts, Spades (2 3 4 5 6 7 8 9 10 J Q K A)." in page
    assert "Once the pack is dealt, stack them: card 1 is the lowest." in page
    assert "Side A, Hand: 10; Side A, Column 1: 4;" in page


@pytest.mark.parametrize(
    ("game", "position"), [("international-skat", "Leader"), ("fighting-cards", "Bids first")]
)
def test_packs_of_three_hands_and_a_skat_have_words_of_their_own(
    club: Club, organiser: Client, game: str, position: str
) -> None:
    make_tournament(club, 6, 2, game=game, kind="same-cards-swiss", options={"deals": 3})
    pages = [ask(organiser, do="print", round="1", plays=plays) for plays in ("yes", "no")]
    blind = text_of(pages[0])
    assert "by suits, in this order: Clubs, Diamonds, Hearts, Spades (7 8 9 10 J Q K A)." in blind
    assert f"Dealer: 10; {position}: 10;" in blind and "Skat: 2." in blind
    assert f"{position}, {position}" not in blind and f"{position}</h3>" in pages[1]
    assert "<h4>Skat</h4>" in pages[1] and f"<h4>{position}</h4>" not in pages[1]
    for page in pages:
        assert not re.search("[Cc]olumn|Side|stack them|on grey", text_of(page))
        assert page.count("deal 3</h2><p>Skat</p>") == 2  # a curtain card for each table


def test_who_looked_and_then_plays_is_named(four: Season, organiser: Client, person: Principal) -> None:
    ask(organiser, do="print", round="1", plays="no")
    assert "and plays" not in text(organiser.get(PACKS))
    Player.objects.filter(name="Ann Archer").update(user=person.user)
    assert "has seen the cards, and plays" in text(organiser.get(PACKS))


def test_answer_is_needed_before_anything_is_shown(four: Season, organiser: Client) -> None:
    assert "Say whether you play." in ask(organiser, do="print", round="1")
    assert "Choose a round." in ask(organiser, do="print", plays="no")
    assert "aria-invalid" in ask(organiser, do="print", round="9", plays="no")


def test_other_deals_are_drawn_for_a_reason(four: Season, organiser: Client) -> None:
    before = BoardSet.objects.get().digest
    assert "Say why other deals are drawn." in ask(organiser, do="draw")
    assert "The deals are drawn." in ask(organiser, do="draw", reason="Packs were seen")
    assert BoardSet.objects.get().digest != before


def test_tournament_with_cards_of_their_own_has_no_packs(club: Club, organiser: Client) -> None:
    make_tournament(club, 4, 2)
    assert organiser.get(PACKS).status_code == 302
    assert "Packs" not in text(organiser.get(SEASON))


def test_ruling_shows_whose_points_move_before_it_is_saved(four: Season, organiser: Client) -> None:
    begin_round(four)
    score(four, 1, [(0, 1), (1, 0)])
    match = Match.objects.filter(division__season=four).order_by("table")[0]
    sent = {"match": match.key, "deals": ["1"], "how": "left-out", "reason": "Made up wrongly"}
    preview = text(organiser.post(RULING, {**sent, "show": "1"}))
    assert "After the ruling" in preview and "75.00 %" in preview
    assert not Decision.objects.exists()
    shown = organiser.post(RULING, {**sent, "show": "1"}).content.decode()
    digest = re.search(r'name="seen" value="([0-9a-f]+)"', shown)
    assert digest
    saved = text(organiser.post(RULING, {**sent, "seen": digest[1]}, follow=True))
    assert "Ruling saved." in saved and "Deals not compared: 2." in saved
    assert "Every player came to this match." in text(organiser.post(RULING, sent | {"how": "absence"}))
    assert "Enter a number from 0 to 100." in text(organiser.post(RULING, sent | {"how": "shares"}))


def get_take_back_page(season: Season) -> str:
    return f"{SEASON}decisions/{Decision.objects.get(season=season).pk}/take-back/"


def test_shares_of_the_director_count_until_they_are_taken_back(four: Season, organiser: Client) -> None:
    begin_round(four)
    [match, *_others] = score(four, 1, [(0, 1), (1, 0)])
    sent = {"match": match.key, "deals": ["0", "1"], "how": "shares", "share_0": "70", "share_1": "20"}
    saved = text(organiser.post(RULING, {**sent, "reason": "Made up wrongly"}, follow=True))
    assert "Deals 1, 2: 70 %, 20 % instead of the comparison." in saved
    assert Decision.objects.get().detail["shares"] == [70, 20]
    assert f'href="{get_take_back_page(four)}"' in organiser.get(f"{SEASON}decisions/").content.decode()
    assert "The deals are compared again." in text(organiser.get(get_take_back_page(four)))


def test_who_was_excused_gets_40_per_cent_and_who_came_60(four: Season, organiser: Client) -> None:
    begin_round(four)
    match = Match.objects.filter(division__season=four).order_by("table")[0]
    forfeit_match(match=match, absent=[0], reason="Did not come", by=CONSOLE, base=0)
    sent = {"match": match.key, "deals": ["0"], "how": "absence", "reason": "Had a flat tyre"}
    assert "Ruling saved." in text(organiser.post(RULING, sent, follow=True))
    assert Decision.objects.get(kind="deals").detail["shares"] == [40, 60]


def test_ruling_that_was_taken_back_stays_in_the_list_when_its_round_goes(
    four: Season, organiser: Client
) -> None:
    begin_round(four)
    match = Match.objects.filter(division__season=four).order_by("table")[0]
    ruling = rule_on_deals(match=match, deals=[0], shares=None, reason="Seen", by=CONSOLE)
    revoke_decision(decision=ruling, by=CONSOLE)
    unpair_round(season=four, number=1, by=CONSOLE)
    assert "Deals not compared: 1." in text(organiser.get(f"{SEASON}decisions/"))


@pytest.mark.parametrize("players", [4, 12])
def test_page_of_rulings_takes_as_many_queries_for_many(
    club: Club,
    organiser: Client,
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
    players: int,
) -> None:
    season = make_evening(club, players, 3)
    begin_round(season)
    play(season, 1)
    organiser.get(RULING)
    with django_assert_num_queries(7):
        page = organiser.get(RULING)
    assert page.status_code == 200
    assert {"Deals", "What counts"} == set(re.findall("<legend>(.*?)</legend>", page.content.decode()))


def test_tournament_with_cards_of_their_own_has_no_page_of_rulings(club: Club, organiser: Client) -> None:
    begin_round(make_tournament(club, 4, 2))
    assert organiser.get(RULING).status_code == 404


def test_typed_counts_that_the_cards_do_not_give_are_questioned(four: Season, organiser: Client) -> None:
    begin_round(four)
    match = Match.objects.filter(division__season=four).order_by("table")[0]
    fields = {
        f"deals-{deal}-{field}-{seat}": number
        for deal in (0, 1)
        for field, numbers in (("bids", (13, 14)), ("tricks", (13, 14)), ("points", (1, 1)))
        for seat, number in enumerate(numbers)
    }
    sent = {**fields, "key": "0b5ae8c4-5d7c-4b6e-9d1c-0e7f3a1c9b55", "base": 0}
    address = f"/riverside/matches/{match.key}/enter/"
    asked = text(organiser.post(address, sent))
    assert "the cards of this deal say otherwise. If a player told a wrong count, add the penalty" in asked
    match.refresh_from_db()
    assert match.current is None


def test_one_of_two_counts_is_enough(four: Season, organiser: Client) -> None:
    begin_round(four)
    match = Match.objects.filter(division__season=four).order_by("table")[0]
    settings = parse_settings(*four.settings)
    fields = {
        f"deals-{deal}-{field}-{seat}": number
        for deal in (0, 1)
        for field, numbers in (("bids", (13, 14)), ("tricks", (13, 14)))
        for seat, number in enumerate(numbers)
    }
    duplicate = settings.game.duplicate
    assert duplicate
    board = deal_board(settings.game, BoardSet.objects.get().seed, 1)
    known = duplicate.fill(board, (0, 1), settings.options)
    caller, address = known["caller"], f"/riverside/matches/{match.key}/enter/"
    sent = {**fields, "key": "0b5ae8c4-5d7c-4b6e-9d1c-0e7f3a1c9b55", "base": 0}
    sent[f"deals-0-points-{caller}"] = known["points"][caller] - 1
    assert "the cards of this deal say otherwise" in text(organiser.post(address, sent))
    sent[f"deals-0-points-{caller}"] = known["points"][caller]
    organiser.post(address, sent)
    match.refresh_from_db()
    assert match.current and match.current.sheet
    assert None not in match.current.sheet["deals"][0]["points"]


def test_finished_evening_shows_its_seed_to_organisers(four: Season, organiser: Client) -> None:
    for number in (1, 2, 3):
        begin_round(four)
        play(four, number)
    finish_round(season=four, number=3, by=CONSOLE)
    assert BoardSet.objects.get().seed in text(organiser.get(PACKS))


def test_pack_is_sorted_by_the_games_own_suits_and_ranks() -> None:
    duplicate = games.get("skuck").duplicate
    assert duplicate
    own = {
        "R": Suit("rings", "Rings", "o"),
        "M": Suit("moons", "Moons", "c"),
        "T": Suit("trumps", "Trumps", "t"),
    }
    pack = (*build_pack("RM", ("1", "2")), *build_pack("T", ("I", "II", "III")))
    assert list_sorted_pack(replace(duplicate, suits=own, pack=pack)) == [
        (["Rings", "Moons"], ["1", "2"]),
        (["Trumps"], ["I", "II", "III"]),
    ]
