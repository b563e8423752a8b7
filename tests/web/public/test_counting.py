"""Counting for whoever writes a sheet: forms and answers out of the helpers of a game nobody has heard of."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest.mock import patch
from urllib.parse import urlencode

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import games
from league.actions.club import import_club
from league.actions.limits import Limit
from league.models import Club, Competition, Membership, Role, User
from league.principals import CONSOLE
from league.web import limits
from tests.actions.clubs import make_member
from tests.scenarios import scenario
from tests.web.installing import installed
from tests.web.log_ins import log_in
from tests.web.quarry import QUARRY
from tests.web.sheets import plain, text
from tests.web.test_other_games import CLUB

COUNT, RULES, ENTER = "/pond/cup/count/", "/pond/cup/rules/", "/pond/matches/m1/enter/"


def play(club: str, *seasons: dict[str, Any], **competition: Any) -> str:
    """A club that plays it, and the address where its cup is counted for."""
    content: Any = deepcopy(CLUB)
    content["club"]["slug"] = club
    (cup,) = content["competitions"]
    (first,) = cup["seasons"]
    cup |= {"game": "quarry", **competition}
    cup["seasons"] = [{**first, "number": number, **own} for number, own in enumerate(seasons, 1)]
    for season in cup["seasons"]:
        if season["state"] == "closed" or season["number"] > 1:
            season["divisions"] = []
    import_club(json.dumps(content).encode(), by=CONSOLE)
    return f"/{club}/cup/count/"


@scenario
def pond() -> Club:
    """A club that plays it."""
    with installed("tests.web.quarry:QUARRY"):
        play("pond", {"state": "open"})
    return Club.objects.get(slug="pond")


@pytest.fixture
def quarry(pond: Club, client: Client) -> Iterator[Client]:
    """A visitor's browser, where the game is installed."""
    with installed("tests.web.quarry:QUARRY"):
        yield client


@scenario
def scorers_browser(pond: Club) -> Client:
    return log_in(make_member(pond, Role.SCORER))


@pytest.fixture
def scorer(quarry: Client, scorers_browser: Client) -> Client:
    return scorers_browser


def ask(client: Client, helper: str = "weigh", *, at: str = COUNT, beside: bool = False, **typed: Any) -> Any:
    """`beside`: from the form of a result, where only a piece of the page is wanted."""
    headers = {"HX-Request": "true"} if beside else {}
    return client.get(at, {"helper": helper, **typed}, headers=headers)


def answer(response: Any, helper: str = "weigh") -> str:
    found = re.search(rf'id="count-{helper}-answer"[^>]*>(.*?)</div>', response.content.decode(), re.DOTALL)
    assert found
    return plain(found[1])


def wrong(response: Any) -> dict[str, str]:
    """The messages at the fields."""
    found = re.findall(r'id="count-\w+-(\w+)_error">(.*?)</div>', response.content.decode(), re.DOTALL)
    return {field: plain(sentences) for field, sentences in found}


# --- the page


def test_page_has_a_form_for_each_helper_with_a_field_for_each_of_its_fields(quarry: Client) -> None:
    page = quarry.get(COUNT)
    html = page.content.decode()
    assert re.search(r"Calculator \w+ · ", text(page))
    assert "Weight of stones How heavy a load is. Load By name. Boat" in text(page)
    assert "Whose turn it is Who throws next. Throws so far" in text(page)
    assert '<option value="ark">⛵ Ark</option>' in html and 'type="checkbox" name="wet"' in html
    assert 'maxlength="40"' in html and 'inputmode="numeric"' in html
    assert answer(page) == answer(page, "turn") == "" and wrong(page) == {}


def test_it_answers_with_the_answer_first_and_keeps_what_was_typed(quarry: Client) -> None:
    page = ask(quarry, stones=" pebble  brick ", boat="ark", most="20")
    assert answer(page) == "They weigh 6. The boat carries 20."
    assert '<p class="first">They weigh 6.</p>' in page.content.decode()
    html = page.content.decode()
    assert 'value=" pebble  brick "' in html and 'value="20"' in html
    assert '<option value="ark" selected>' in html and answer(page, "turn") == ""


def test_switch_is_on_or_off_and_what_may_be_left_out_is_blank(quarry: Client) -> None:
    assert answer(ask(quarry, "turn", thrown="1"), "turn") == "Player 2."
    assert answer(ask(quarry, "turn", thrown="1", back="on"), "turn") == "Player 3."
    assert answer(ask(quarry, stones="brick", boat="raft", most="")) == "They weigh 5. The boat carries 9."


def test_field_that_is_asked_for_at_times_is_needed_then(quarry: Client) -> None:
    assert answer(ask(quarry, "floats", water="fresh", salt=""), "floats") == "No."
    assert answer(ask(quarry, "floats", water="salt", salt="35"), "floats") == "Yes: 35."
    assert wrong(ask(quarry, "floats", water="salt", salt="")) == {"salt": "Please fill this in."}
    assert wrong(ask(quarry, "floats", water="", salt="")) == {"water": "Please make a choice."}


def test_digits_of_any_script_are_read(quarry: Client) -> None:
    assert answer(ask(quarry, "turn", thrown="\N{ARABIC-INDIC DIGIT FIVE}"), "turn") == "Player 3."


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"stones": "pebble rock", "boat": "ark"}, "stones", "There is no stone called rock."),
        ({"stones": "", "boat": "ark"}, "stones", "Please fill this in."),
        ({"stones": "pebble", "boat": ""}, "boat", "Please make a choice."),
        ({"stones": "pebble", "boat": "<b>"}, "boat", "Please make a choice."),
        ({"stones": "pebble", "boat": "ark", "most": "few"}, "most", "Enter a whole number."),
        ({"stones": "pebble", "boat": "ark", "most": "0"}, "most", "Can't be less than 1."),
        ({"stones": "x" * 41, "boat": "ark"}, "stones", "Too long: at most 40 characters."),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    quarry: Client, typed: dict[str, Any], field: str, sentence: str
) -> None:
    page = ask(quarry, **typed)
    assert page.status_code == 200 and wrong(page) == {field: sentence}
    assert answer(page) == "Nothing calculated: please correct the fields above."
    assert (
        f'id="count-weigh-{field}"' in page.content.decode()
        and 'aria-invalid="true"' in page.content.decode()
    )


def test_what_is_wrong_with_no_field_alone_is_said_below_them(quarry: Client) -> None:
    page = ask(quarry, stones="brick brick", boat="raft")
    assert "The raft sinks." in text(page) and wrong(page) == {}
    assert answer(page).startswith("Nothing calculated")


def test_link_to_a_helper_alone_asks_nothing_yet(quarry: Client) -> None:
    page = quarry.get(COUNT + "?helper=weigh")
    assert answer(page) == "" and wrong(page) == {}


@pytest.mark.parametrize(
    "query", ["helper=nobody", "helper=", "season=9", "season=x", "season=-1", "season=9e9"]
)
def test_what_is_not_there_is_not_found(quarry: Client, query: str) -> None:
    assert quarry.get(f"{COUNT}?{query}").status_code == 404


def test_game_without_helpers_and_unknown_clubs_have_no_such_page(
    quarry: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for address in ("/nowhere/cup/count/", "/pond/nothing/count/"):
        assert quarry.get(address).status_code == 404
    monkeypatch.setitem(QUARRY.__dict__, "helpers", ())
    assert quarry.get(COUNT).status_code == 404
    assert "Calculator" not in text(quarry.get(RULES))


WET: dict[str, Any] = {"stones": "brick", "boat": "ark", "wet": "on"}


def test_it_counts_by_the_options_of_the_latest_season_that_was_opened(quarry: Client) -> None:
    at = play("deep", {"state": "open", "options": {"wet_bricks": 8}}, {"state": "draft"})
    page = ask(quarry, at=at, **WET)
    assert answer(page).startswith("They weigh 8.") and "rules of season 1" in text(page)
    assert answer(ask(quarry, **WET)).startswith("They weigh 5.")


def test_season_may_be_named_and_is_kept_in_the_form(quarry: Client) -> None:
    at = play("deep", {"state": "closed", "options": {"wet_bricks": 8}}, {"state": "open"})
    old = ask(quarry, at=at, season="1", **WET)
    assert answer(old).startswith("They weigh 8.") and "rules of season 1" in text(old)
    assert '<input type="hidden" name="season" value="1">' in old.content.decode()
    new = ask(quarry, at=at, **WET)
    assert answer(new).startswith("They weigh 5.") and "rules of season 2" in text(new)


def test_before_the_first_season_it_counts_by_what_is_agreed(quarry: Client) -> None:
    at = play("deep", {"state": "draft"}, options={"wet_bricks": 8})
    assert ask(quarry, at=at, **WET).status_code == 404  # it is not for everybody yet
    page = ask(log_in(make_member(Club.objects.get(slug="deep"), Role.SCORER)), at=at, **WET)
    assert answer(page).startswith("They weigh 8.") and "rules of the first season" in text(page)
    assert quarry.get(at + "?season=1").status_code == 404  # a draft is not for everybody


def test_page_takes_two_queries_and_is_kept_for_the_next_visitor(
    quarry: Client, scorer: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(2 + 1):
        quarry.get(COUNT)
    with django_assert_num_queries(1):
        quarry.get(COUNT)
    ask(quarry)
    with django_assert_num_queries(1 + 2):  # the limit on what is made anew
        ask(quarry, stones="brick", boat="ark")
    with django_assert_num_queries(2 + 3):  # the session and the user
        scorer.get(COUNT)


def test_answer_is_kept_by_nobody_and_never_taken_for_the_page(quarry: Client) -> None:
    page = ask(quarry, stones="brick", boat="ark")
    assert "private" in page["Cache-Control"] and "HX-Request" in page["Vary"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    typed=st.dictionaries(
        st.sampled_from(["helper", "season", "stones", "boat", "most", "wet", "thrown", "back", "more"]),
        st.one_of(
            st.text(max_size=60), st.sampled_from(["weigh", "turn", "ark", "9" * 5000, "-1", "brick", "\0"])
        ),
    )
)
def test_anything_typed_is_answered_or_refused(
    quarry: Client, typed: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UNCACHED_READS", replace(limits.UNCACHED_READS, most=1_000_000))
    query = urlencode(typed, errors="surrogatepass")
    for headers in ({}, {"HX-Request": "true"}):
        assert quarry.get(f"{COUNT}?{query}", headers=headers).status_code in (200, 404)


def test_text_of_bytes_that_are_none_is_answered(quarry: Client) -> None:
    assert quarry.get(f"{COUNT}?helper=weigh&stones=%FF%FE&boat=%00").status_code == 200


JUNK = [
    "",
    "A",
    "JC 10S",
    "18 pass",
    "\0",
    "<b>",
    "9" * 400,
    "-1",
    "\u0665",
    "\N{BLACK SPADE SUIT}10",
    "e" * 600,
]


@pytest.mark.parametrize(
    "game", [game for game in games.installed() if game.helpers], ids=lambda game: game.key
)
def test_helpers_of_every_game_answer_their_examples_and_anything_else(db: None, game: games.Game) -> None:
    content: Any = deepcopy(CLUB)
    content["competitions"][0] |= {"game": game.key, "seasons": []}
    import_club(json.dumps(content).encode(), by=CONSOLE)
    client = log_in(make_member(Club.objects.get(), Role.SCORER))
    for helper in game.helpers:
        for asked in helper.examples:
            if not asked.options:
                page = client.get(COUNT, {"helper": helper.key, **asked.typed})
                assert answer(page, helper.key) and "Nothing calculated" not in answer(page, helper.key)
        for junk in JUNK:
            choices = {field.key: str(next(iter(field.choices))) for field in helper.fields if field.choices}
            typed = dict.fromkeys((field.key for field in helper.fields), junk)
            for sent in (typed, typed | choices) if choices else (typed,):
                # Beside a sheet, where no other helper's form is shown.
                assert ask(client, helper.key, beside=True, **sent).status_code == 200, sent


# --- beside the sheet


def test_form_of_a_result_has_the_same_forms_folded_away_after_it(scorer: Client) -> None:
    html = scorer.get(ENTER).content.decode()
    form, _end, after = html.partition('class="typing"')[2].partition("</form>")
    assert "count-weigh" not in form and '<details class="block no-print">' in after
    assert after.count(f'hx-get="{COUNT}"') == 3 and "Weight of stones" in after
    assert '<input type="hidden" name="season" value="1">' in after
    assert f'href="{COUNT}?season=1" target="_blank"' in after


def test_there_it_answers_with_the_one_form_and_its_answer(scorer: Client) -> None:
    piece = ask(scorer, beside=True, season="1", stones="brick pebble", boat="ark")
    html = piece.content.decode()
    assert "<html" not in html and html.count("<form") == 1 and 'hx-swap="outerHTML"' in html
    assert '<div id="count-weigh-answer" hx-swap-oob="innerHTML">' in html
    assert answer(piece) == "They weigh 6. The boat carries 9." and 'value="brick pebble"' in html
    assert '<input type="hidden" name="season" value="1">' in html
    refused = ask(scorer, beside=True, stones="rock", boat="ark")
    assert wrong(refused) == {"stones": "There is no stone called rock."}


def test_game_without_helpers_has_nothing_beside_its_sheet(
    scorer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(QUARRY.__dict__, "helpers", ())
    assert "Calculator" not in text(scorer.get(ENTER))


# --- the page of the rules


def test_rules_show_what_each_helper_answers_to_its_examples(quarry: Client) -> None:
    page = quarry.get(RULES)
    said = text(page)
    assert f'href="{COUNT}"' in page.content.decode() and 'href="#counting"' in page.content.decode()
    assert "A light load Load pebble brick Boat ⛵ Ark They weigh 6. The boat carries 9." in said
    assert "Too much Load brick brick Boat Raft The raft sinks." in said


def test_example_with_other_options_is_shown_as_usual_too_where_that_differs(quarry: Client) -> None:
    said = text(quarry.get(RULES))
    assert (
        "Wet bricks Different from our rules: A wet brick weighs 8. Load brick Boat ⛵ Ark Wet yes "
        "They weigh 8. The boat carries 9. With the standard rules: They weigh 5. The boat carries 9." in said
    )
    assert said.count("With the standard rules:") == 1  # dry bricks weigh the same


def test_sources_of_all_variants_are_named(quarry: Client) -> None:
    said = text(quarry.get(RULES))
    assert "come from: " in said and "The stone book," in said and "A lost list" in said
    assert "reconstructed" not in said


def test_game_page_says_so_of_what_is_played_now(quarry: Client) -> None:
    user = User.objects.create_user("owner@example.org")
    Membership.objects.create(user=user, club=Club.objects.get(slug="pond"), role=Role.OWNER)
    quarry.force_login(user)
    assert "Current rules: Quarry A wet brick" in text(quarry.get("/pond/cup/game/"))
    Competition.objects.update(options={"wet_bricks": 6})
    now = "Current rules: Lost Quarry Reconstructed: check with your club. A wet brick weighs 6."
    assert now in text(quarry.get("/pond/cup/game/"))


def test_unknown_words_in_the_address_give_the_kept_page(quarry: Client) -> None:
    quarry.get(COUNT)
    with patch("league.web.public.counting.render", side_effect=AssertionError("it was made again")):
        for number in range(3):
            assert quarry.get(COUNT, {"x": number}).status_code == 200


def test_visitors_count_so_often_and_members_as_often_as_they_like(
    quarry: Client, scorer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UNCACHED_READS", Limit("uncached-reads", 2, timedelta(minutes=1)))
    assert [ask(quarry).status_code for _again in range(3)] == [200, 200, 429]
    assert quarry.get(COUNT, {"season": "1"}).status_code == 429
    assert [ask(scorer).status_code for _again in range(4)] == [200] * 4
