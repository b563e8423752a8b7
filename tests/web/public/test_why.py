"""How a standing came about, through its address."""

import json
import re
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils.html import escape

import games
from games import Step, Text
from league.actions.changes import invalidate_pages
from league.actions.club import import_club
from league.demo.large import build_club_file
from league.models import Club, Division, Player, Season, Stage
from league.principals import CONSOLE
from league.queries.season import explain_standing
from league.rules.explain.standings import step_to_json
from league.templatetags.pages import explained
from tests.web.sheets import DESTINATION, build_fields, text
from tests.web.tables import as_read
from tests.web.test_names import NAMES, renamed

WHY = "/riverside/skuck-league/3/why/ann/"


def test_standing_is_told_down_to_each_deal_and_each_tie_break(riverside: Club, client: Client) -> None:
    page = text(client.get(WHY))
    assert "Ann Archer is 2nd of 4 in division B, season 3" in page
    assert "Average −1.63: score −13 in 8 games" in page
    assert "Lost to Hana Hirsch, −6" in page
    assert "Game 1: bid 14, took 14, a zero: 0 Game 2: bid 8, took 10, 2 off: −2" in page
    assert "Behind Eva Engel on average (−0.88 against −1.63) Ahead of" in page


def test_ties_are_told_key_by_key(riverside: Club, client: Client) -> None:
    page = text(client.get("/riverside/skuck-league/3/why/nia/"))
    assert "Ahead of Max Moreau on zeros (1 against 0) Same average: −1.75 By zeros: 1 against 0" in page


def test_every_sentence_of_the_explanation_is_there(riverside: Club, client: Client) -> None:
    competition = riverside.competitions.get()
    for player in ("ann", "jo", "nia", "max"):
        page = text(client.get(f"/riverside/skuck-league/3/why/{player}/"))
        tree = step_to_json(explain_standing(competition, player, season=3))
        for sentence in _sentences(tree):
            wanted = as_read(sentence.replace("bids made", "zeros"))
            if wanted.startswith("By "):  # what decides stands in the heading, too
                wanted = re.sub("By (.*): (.*)", r"on \1 (\2)", wanted)
            assert wanted in page


def _sentences(tree: dict[str, Any]) -> list[str]:
    without_match = re.sub(r" \(m\d+\)$", "", tree["what"])  # the page links to it
    return [without_match, *(sentence for part in tree["because"] for sentence in _sentences(part))]


def test_page_leads_to_the_matches_and_the_player(riverside: Club, client: Client) -> None:
    page = client.get(WHY).content.decode()
    for address in ("/riverside/matches/m55/", "/riverside/matches/m58/", "/riverside/players/ann/"):
        assert f'href="{address}"' in page
    assert page.count("<details>") == 2


def test_new_result_is_told_at_once(riverside: Club, client: Client, scorer: Client) -> None:
    address = "/riverside/skuck-league/3/why/bob/"
    assert "Dev Dhar, " not in text(client.get(address))
    scorer.post(DESTINATION, build_fields())
    assert "Dev Dhar, " in text(client.get(address))


def test_without_a_match_it_says_so(riverside: Club, client: Client) -> None:
    player = Player.objects.create(club=riverside, key="new", name="New Nora")
    season = Season.objects.get(number=3)
    division = season.divisions.get(level=4)
    season.entries.create(stage=division.stage, division=division, player=player, seed=5)
    invalidate_pages(riverside)
    page = text(client.get("/riverside/skuck-league/3/why/new/"))
    assert "No finished match yet: players without one come last, in seed order" in page


def test_names_are_text_and_kept_apart(riverside: Club, client: Client) -> None:
    for name in (*NAMES, "{player} is {0} and { alone"):
        riverside.players.filter(key="dev").update(name=name)
        riverside.competitions.update(name=name)
        Division.objects.filter(season__number=3, level=1).update(name=name)
        Club.objects.update(name=name)
        invalidate_pages(riverside)
        page = client.get("/riverside/skuck-league/3/why/dev/").content.decode()
        shown = f"<bdi>{escape(name)}</bdi>"
        assert page.count(shown) >= 5, name
        sentences = page.partition('class="lede"')[2]
        assert sentences.count(escape(name)) == sentences.count(shown), name
        other = client.get("/riverside/skuck-league/3/why/jo/").content.decode()
        assert re.search(f"(Beat|Drew with|Lost to) {re.escape(shown)}", other), name


def test_number_is_no_name() -> None:
    step = Step(Text("{other} points to {player}", {"other": 40, "player": "<Ann>"}), 7)
    sentence = "40 points to <bdi>&lt;Ann&gt;</bdi>"
    assert explained(step, games.get("skuck")) == f'{sentence}: <b class="score">7</b>'


def test_value_is_left_out_only_where_the_sentence_says_it() -> None:
    what, skuck = Text("Game {number}: won {won} to 95", {"number": 2, "won": 121}), games.get("skuck")
    assert explained(Step(what, 2), skuck) == 'Game 2: won 121 to 95: <b class="score">2</b>'
    assert explained(Step(what, 121, is_said=True), skuck) == "Game 2: won 121 to 95"


def test_names_are_those_the_reader_may_see(riverside: Club, client: Client) -> None:
    with patch.object(Player, "get_name_for", lambda player, viewer: player.name[0] + "."):
        page = text(client.get(WHY))
    assert "A. is 2nd of 4" in page and "Lost to H., −6" in page
    assert "Archer" not in page and "Hirsch" not in page


def test_draft_is_only_for_those_who_help_in_the_club(
    riverside: Club, client: Client, scorer: Client, stranger: Client
) -> None:
    draft = Season.objects.create(competition=riverside.competitions.get(), number=4)
    stage = Stage.objects.create(season=draft)
    division = draft.divisions.create(stage=stage, level=1, name="A")
    draft.entries.create(stage=stage, division=division, player=riverside.players.get(key="ann"), seed=1)
    address = "/riverside/skuck-league/4/why/ann/"
    assert client.get(address).status_code == stranger.get(address).status_code == 404
    assert "Ann Archer is 1st of 1" in text(scorer.get(address))


def test_what_does_not_exist_is_not_found(riverside: Club, client: Client) -> None:
    import_club(build_club_file(4), by=CONSOLE)
    assert client.get("/large-4/league/1/why/p1/").status_code == 200
    for address in (
        "/riverside/skuck-league/3/why/nobody/",
        "/riverside/skuck-league/9/why/ann/",
        "/riverside/nothing/3/why/ann/",
        "/large-4/skuck-league/3/why/ann/",
        "/large-4/league/1/why/ann/",
        f"/riverside/skuck-league/{10**30}/why/ann/",
    ):
        assert client.get(address).status_code == 404, address


def test_committees_reason_is_text(db: None, client: Client) -> None:
    document = json.loads(renamed("Dev Dhar"))
    entry = document["competitions"][0]["seasons"][2]["divisions"][0]["entries"][1]
    entry["penalties"] = [{"points": 1, "score": 5, "reason": "<i>late</i>"}]
    import_club(json.dumps(document).encode(), by=CONSOLE, recompute=True)
    page = client.get(f"/riverside/skuck-league/3/why/{entry['player']}/").content.decode()
    assert "<bdi>&lt;i&gt;late&lt;/i&gt;</bdi>" in page and "Penalty (5" in page


@pytest.mark.parametrize("players", [4, 100])
def test_why_takes_as_many_queries_at_1_as_at_25_divisions(
    db: None, client: Client, django_assert_num_queries: Any, players: int
) -> None:
    import_club(build_club_file(players), by=CONSOLE)
    with django_assert_num_queries(1 + 12):
        client.get(f"/large-{players}/league/1/why/p1/")
    with django_assert_num_queries(1):
        client.get(f"/large-{players}/league/1/why/p1/")


def test_who_stands_around_a_player_and_what_is_needed_to_go_up(riverside: Club, client: Client) -> None:
    page = text(client.get("/riverside/skuck-league/3/why/hana/"))
    assert "1 Eva Engel −0.88 2 Ann Archer −1.63 3 Hana Hirsch −1.75 4 Omar Odum −2.50" in page
    assert "The first 2 places are for promotion. 2nd is 0.13 ahead (average)." in page
    assert "In one of the 2 promotion places." in text(client.get(WHY))
    closed = text(client.get("/riverside/skuck-league/2/why/ann/"))
    assert "Ann Archer" in closed and "for promotion" not in closed
