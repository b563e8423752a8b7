"""The pages of deals that all tables play: hidden until their round is over, then with cards and comparison."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from html import unescape

import pytest
from django.test import Client
from django.utils.html import strip_tags

import games
from league.actions.boards import draw_boards
from league.actions.club import import_club
from league.actions.decisions.deals import rule_on_deals
from league.actions.decisions.forfeit import forfeit_match
from league.actions.rounds import finish_round, resume_round
from league.actions.tournament import create_tournament
from league.models import BoardSet, Club, Match, Player, Role, Season
from league.principals import CONSOLE
from league.queries.club import export_club_file
from league.rules.seasons.tournament_plans import build_rules
from tests.actions.clubs import make_member
from tests.actions.submissions import enter_result
from tests.actions.test_same_cards import make_evening, play, score
from tests.actions.tournaments import NAMES, begin_round, make_tournament
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import sent_again, text

SEASON = "/riverside/spring-open/1/"
DEALS = f"{SEASON}deals/"


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def four(club: Club) -> Season:
    """Four players: the first of three rounds is finished, the second is played at both tables, but not finished."""
    season = make_evening(club, 4, 3)
    begin_round(season)
    score(season, 1, [(0, 1), (2, 0)])
    finish_round(season=season, number=1, by=CONSOLE)
    begin_round(season)
    play(season, 2)
    return season


def list_cards(client: Client, address: str) -> list[tuple[str, str]]:
    """Return the cards that a page shows, by sign and rank."""
    page = client.get(address).content.decode()
    return re.findall(
        r'class="dealt[^"]*"><span class="suit" aria-hidden="true">(.)</span>.*?</span>(\w+)', page
    )


def test_deals_of_finished_rounds_are_public_and_no_others(four: Season, client: Client) -> None:
    page = text(client.get(DEALS))
    assert "Deal 1" in page and "Deal 2" in page and "Deal 3" not in page
    assert len(list_cards(client, f"{DEALS}1/")) == 52
    for number in (0, 3, 4, 5, 99):
        assert client.get(f"{DEALS}{number}/").status_code == 404
    resume_round_of_two(four)
    assert client.get(f"{DEALS}1/").status_code == 200


def resume_round_of_two(season: Season) -> None:
    """Take the second round back to where it may be finished or not; the first stays finished."""
    finish_round(season=season, number=2, by=CONSOLE)
    resume_round(season=season, number=2, by=CONSOLE)


def test_digest_is_published_at_once_and_the_seed_after_the_last_round(four: Season, client: Client) -> None:
    drawn = BoardSet.objects.get()
    page = text(client.get(DEALS))
    assert drawn.digest in page and drawn.seed not in page
    begin_round(four)
    play(four, 3)
    finish_round(season=four, number=3, by=CONSOLE)
    assert drawn.seed in text(client.get(DEALS))


def test_page_of_a_deal_has_each_result_and_how_often_each_score_was_made(
    four: Season, client: Client
) -> None:
    page = text(client.get(f"{DEALS}1/"))
    assert "names trump" in page or "chooses who leads" in page
    assert "How often each score was made" in page
    # In the first seats of deal 1, which hold side A: 0 at one table, -2 at the other.
    assert "100.00 %" in page and "0.00 %" in page
    assert page.count("Named by") == 2


def test_players_see_their_own_way_through_the_deals(four: Season, club: Club, client: Client) -> None:
    ann = make_member(club, Role.SCORER)
    Player.objects.filter(name="Ann Archer").update(user=ann.user)
    own = text(log_in(ann).get(DEALS))
    assert "Deals of Ann Archer" in own and "Side A" in own and "Side B" in own
    player = Player.objects.get(name="Bob Baker").key
    assert "Deals of Bob Baker" in text(client.get(f"{DEALS}?player={player}"))
    assert client.get(f"{DEALS}?player=nobody").status_code == 404
    assert "Deals of" not in text(client.get(DEALS))


def test_deal_to_practise_with_is_none_of_the_tournaments(four: Season, client: Client) -> None:
    practice = list_cards(client, f"{DEALS}practice/")
    assert len(practice) == 52
    assert practice not in [list_cards(client, f"{DEALS}{number}/") for number in (1, 2)]


def test_correction_says_whose_comparison_it_has_changed(four: Season, club: Club) -> None:
    scorer = log_in(make_member(club, Role.SCORER))
    match = Match.objects.get(division__season=four, round__number=1, table=2)
    address = f"/riverside/matches/{match.key}/enter/"
    sent = sent_again(scorer.get(address)) | {
        "deals-0-bids-0": "13",
        "deals-1-bids-0": "13",
        "why": "Misread",
    }
    page = text(scorer.post(address, sent, follow=True))
    said = page.partition("The comparison has changed: ")[2].partition(" %. ")[0]
    changes = re.findall(r"([\w ]+) from ([\d.]+) % to ([\d.]+)", said)
    # In two of four deals each is level now with the other who held these cards.
    assert {name.strip(): float(after) - float(before) for name, before, after in changes} == {
        "Ann Archer": 25,
        "Dan Dyer": -25,
    }


def test_standings_show_the_comparison_and_why(four: Season, client: Client) -> None:
    assert "Matchpoints" in text(client.get(SEASON))
    first = Player.objects.get(seats__match__division__season=four, name="Ann Archer", seats__number=0)
    why = text(client.get(f"{SEASON}why/{first.key}/"))
    assert re.search(r"Matchpoints: [0-9.]+ % on average of 4 deals", why)
    assert (
        (re.search(r"Deal 1, Side [AB], score", why) and ": beaten" in why)
        or ": better" in why
        or ": equal" in why
    )


def get_results(client: Client, number: int) -> list[list[str]]:
    """Return the cells of each table's line on a deal's page."""
    page = client.get(f"{DEALS}{number}/").content.decode()
    body = re.search(r'<table class="quiet deal-results">.*?<tbody>(.*?)</tbody>', page, re.DOTALL)
    assert body
    rows = re.findall(r"<tr.*?</tr>", body[1], re.DOTALL)
    return [[unescape(strip_tags(cell)) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in rows]


def count_scores(client: Client, number: int) -> list[list[str]]:
    """Return the cells of the tables that count scores, by position and score."""
    page = client.get(f"{DEALS}{number}/").content.decode().partition('id="often"')[2]
    rows = re.findall(r"<tr>(<td.*?)</tr>", page)
    return [[strip_tags(cell) for cell in re.findall(r"<td.*?</td>", row)] for row in rows]


@scenario
def decided(club: Club) -> Season:
    """Six players; in round 1 a table has a ruling, one a no-show, and one what was played."""
    season = make_evening(club, 6, 5)
    begin_round(season)
    matches = list(Match.objects.filter(division__season=season).order_by("table"))
    for match in matches[:2]:
        enter_result(match, {"deals": [{"bids": [13, 14], "tricks": [13, 14]}] * 2})
    rule_on_deals(match=matches[0], deals=[0], shares=[70, 20], reason="Seen", by=CONSOLE)
    rule_on_deals(match=matches[0], deals=[1], shares=None, reason="Made up wrongly", by=CONSOLE)
    forfeit_match(match=matches[2], absent=[1], reason="Did not come", by=CONSOLE, base=0)
    finish_round(season=season, number=1, by=CONSOLE)
    return season


def test_what_was_given_stands_on_the_page_of_a_deal_with_its_reason(decided: Season, client: Client) -> None:
    ruled, absent = get_results(client, 1)[:2]
    assert (
        ruled[0] == "1"
        and {"70.00 %", "20.00 %"} < set(ruled)
        and ruled[-1].endswith("; ruling by the director")
    )
    name = Match.objects.get(division__season=decided, table=3).seats.get(number=1).player.name
    assert absent[0] == "3" and {"60.00 %", "0.00 %"} < set(absent) and absent[-1] == f"no-show: {name}"
    left_out = get_results(client, 2)[-1]
    assert left_out[0] == "1" and left_out[-1].endswith("; left out by the director")
    assert {len(row) for number in (1, 2) for row in get_results(client, number)} == {len(ruled)}


def test_only_what_is_compared_is_counted(decided: Season, client: Client) -> None:
    for number in (1, 2):
        assert [times for _score, times, _value in count_scores(client, number)] == ["1", "1"]
        assert {value for _score, _times, value in count_scores(client, number)} == {"50.00 %"}


def test_way_of_a_player_through_the_deals_says_what_was_given(decided: Season, client: Client) -> None:
    for table, seat, said in (
        (1, 0, ["70.00 %", "ruling by the director", "left out by the director"]),
        (3, 0, ["60.00 %", "no-show of an opponent"]),
        (3, 1, ["0.00 %", "no-show"]),
    ):
        player = Match.objects.get(division__season=decided, table=table).seats.get(number=seat).player
        page = text(client.get(f"{DEALS}?player={player.key}"))
        assert all(phrase in page for phrase in said)


def test_why_says_what_was_given_and_how_few_results_are_counted(decided: Season, client: Client) -> None:
    pages = {
        (table, seat): text(client.get(f"{SEASON}why/{match.seats.get(number=seat).player.key}/"))
        for table in (1, 2, 3)
        for match in [Match.objects.get(division__season=decided, table=table)]
        for seat in (0, 1)
    }
    assert "Deal 1: 70.00 %, ruling by the director" in pages[1, 0]
    assert (
        "Deal 2: left out by the director" in pages[1, 0]
        and "Matchpoints: 70.00 % on one deal" in pages[1, 0]
    )
    assert "Deal 1: 60.00 %, no-show of an opponent" in pages[3, 0]
    assert "Deal 1: 0.00 %, no-show" in pages[3, 1]
    assert "50.00 %, as there is no other result" in pages[2, 0]


def test_why_names_the_factor_where_not_all_have_a_result(club: Club, client: Client) -> None:
    season = make_evening(club, 6, 5)
    begin_round(season)
    matches = score(season, 1, [(0, 1), (1, 0), (2, 0)])
    rule_on_deals(match=matches[2], deals=[0], shares=None, reason="Made up wrongly", by=CONSOLE)
    why = text(client.get(f"{SEASON}why/{matches[0].seats.get(number=0).player.key}/"))
    assert "91.67 %" not in why  # two points of two become 3/2 × 3 - 1 = 3.5 of 4, or 87.5 per cent
    assert "87.50 %. With 2 of 3 results 2 points count 3/2 × (2 + 1) - 1 = 3.50 of 4" in why
    assert "Deal 2, Side B, score 0: 100.00 % " in why  # no factor where all have one


def test_deal_that_all_passed_is_counted_as_nothing(club: Club, client: Client) -> None:
    season = make_tournament(club, 6, 2, game="fighting-cards", kind="same-cards-swiss", options={"deals": 3})
    begin_round(season)
    passed: dict[str, object] = {"declarer": None}
    for match in Match.objects.filter(division__season=season):
        enter_result(match, {"deals": [passed] * 3})
    finish_round(season=season, number=1, by=CONSOLE)
    assert [row[:2] for row in count_scores(client, 1)] == [["0", "2"]] * 3
    assert all(cells[2] == "0" for cells in get_results(client, 1))


def test_columns_of_a_deals_results_belong_to_a_position(four: Season, client: Client) -> None:
    page = client.get(f"{DEALS}1/").content.decode()
    groups = re.findall(r'<th scope="colgroup" colspan="(\d+)">([^<]+)</th>', page)
    assert [label for _span, label in groups] == ["Side A", "Side B"]
    assert {len(row) for row in get_results(client, 1)} == {2 + sum(int(span) for span, _label in groups)}


def test_headings_of_a_deal_leave_no_level_out(club: Club, client: Client) -> None:
    make_tournament(club, 6, 2, game="international-skat", kind="same-cards-swiss", options={"deals": 3})
    page = client.get(f"{DEALS}practice/").content.decode()
    headings = re.findall(r"<h(\d)[^>]*>(.*?)</h\d>", page)
    assert headings[-2:] == [("3", "Cards of no player"), ("4", "Skat")]


def test_only_deals_that_are_known_are_linked(four: Season, client: Client) -> None:
    BoardSet.objects.update(seed="", deals={})
    assert f"{DEALS}1/" not in client.get(DEALS).content.decode()
    ann = Player.objects.get(name="Ann Archer")
    assert f"{DEALS}1/" not in client.get(f"{DEALS}?player={ann.key}").content.decode()


def test_digests_of_deals_that_were_replaced_are_named(club: Club, client: Client) -> None:
    season = make_evening(club, 4, 3)
    before = BoardSet.objects.get(season=season).digest
    draw_boards(season=season, reason="A pack was seen", by=CONSOLE)
    page = client.get(DEALS).content.decode()
    assert page.index(BoardSet.objects.get(season=season).digest) < page.index(before)
    assert "replaced before the first round" in page and "A pack was seen" not in page


def test_sheet_of_a_running_round_is_for_those_at_its_table(club: Club, client: Client) -> None:
    season = make_evening(club, 4, 3)
    begin_round(season)
    match, *_others = score(season, 1, [(0, 1), (1, 0)])
    own = make_member(club, Role.PLAYER)
    Player.objects.filter(seats__match=match, seats__number=0).update(user=own.user)
    address = f"/riverside/matches/{match.key}/"
    readers = {"anyone": client, "own": log_in(own), "staff": log_in(make_member(club, Role.SCORER))}
    shown = {who: 'id="sheet"' in reader.get(address).content.decode() for who, reader in readers.items()}
    assert shown == {"anyone": False, "own": True, "staff": True}
    assert "can be seen once the round is finished" in text(client.get(address))
    finish_round(season=season, number=1, by=CONSOLE)
    assert 'id="sheet"' in client.get(address).content.decode()


@pytest.mark.parametrize("players", [4, 12])
def test_pages_take_as_many_queries_for_many(
    club: Club,
    client: Client,
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
    players: int,
) -> None:
    season = make_evening(club, players, 3)
    begin_round(season)
    play(season, 1)
    finish_round(season=season, number=1, by=CONSOLE)
    for address, queries in (
        (DEALS, 6),
        (f"{DEALS}1/", 18),
        (f"{DEALS}practice/", 3),
        (f"{DEALS}movement/", 9),
    ):
        with django_assert_num_queries(queries):
            assert client.get(address).status_code == 200


def test_movement_is_published_and_rounds_are_paired_by_it(club: Club, client: Client) -> None:
    season = make_evening(club, 7, 7)
    page = client.get(f"{DEALS}movement/").content.decode()
    assert "Any two players hold the same cards in 3 rounds." not in page  # 7 of the 8 places are taken
    assert page.count("sits out") == 7 and "has the cards of Side A" in text(client.get(f"{DEALS}movement/"))
    begin_round(season)
    of_round = re.findall(r"<td><bdi>([^<]+)</bdi><br><bdi>([^<]+)</bdi></td>", page)[:3]
    names = [
        tuple(match.seats.order_by("number").values_list("player__name", flat=True))
        for match in Match.objects.filter(division__season=season).order_by("table")
    ]
    assert of_round == names


def test_rounds_that_are_paired_one_by_one_have_no_movement(club: Club, client: Client) -> None:
    make_tournament(club, 6, 2, kind="same-cards-swiss", options={"deals": 2})
    assert client.get(DEALS).status_code == 200
    assert client.get(f"{DEALS}movement/").status_code == 404


def test_there_is_no_deal_to_practise_with_before_deals_are_drawn(club: Club) -> None:
    rules = build_rules(games.get("skuck"), "same-cards", 3)
    create_tournament(
        club=club,
        name="Spring Open",
        game="skuck",
        options={"deals": 2},
        rules=rules,
        names=NAMES[:4],
        by=CONSOLE,
    )
    organiser = log_in(make_member(club, Role.ORGANISER))
    assert organiser.get(DEALS).status_code == 200
    assert organiser.get(f"{DEALS}practice/").status_code == 404


@pytest.mark.parametrize("divisions", [0, 1])
def test_numbers_from_a_file_for_which_there_is_none_have_no_movement(
    club: Club, client: Client, divisions: int
) -> None:
    make_evening(club, 4, 3)
    document = json.loads(export_club_file(club))
    document["club"]["slug"] = "lakeside"
    [season] = document["competitions"][0]["seasons"]
    season["divisions"], season["rounds"] = season["divisions"][:divisions], []
    for division in season["divisions"]:
        division["entries"] = division["entries"][:1]
    import_club(json.dumps(document).encode(), by=CONSOLE)
    assert client.get("/lakeside/spring-open/1/deals/").status_code == 200
    assert client.get("/lakeside/spring-open/1/deals/movement/").status_code == 404


def test_rounds_that_are_paired_by_scores_have_no_movement(club: Club, client: Client) -> None:
    make_evening(club, 4, 2, pairing="dutch")
    assert client.get(f"{DEALS}movement/").status_code == 404
    assert "movement" not in client.get(DEALS).content.decode()


def test_tournament_with_cards_of_their_own_has_no_such_pages(club: Club, client: Client) -> None:
    make_tournament(club, 4, 2)
    for address in (DEALS, f"{DEALS}1/", f"{DEALS}practice/", f"{DEALS}movement/"):
        assert client.get(address).status_code == 404
    assert "Deals" not in text(client.get(SEASON))
