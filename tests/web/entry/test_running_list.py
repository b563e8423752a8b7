"""The list of Skat as clubs write it: what each game was worth, won or lost, and the score so far of each player."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

import games
from league.models import Club, User
from tests.rules.skat_lists import build_deal, build_list
from tests.web.entry.test_short_sheet import ENTER, GAMES, lakeside, scorer
from tests.web.sheets import plain, text

__all__ = ["lakeside", "scorer"]

CHECK = reverse("check", args=["lakeside", "m1"])
RESULTS = [  # of the list below: Kontra doubles what is won, not the value of the game
    "Value 18, won",
    "Value 18, won",
    "Value 18, lost",
    "Value 18, lost",
    None,
    "Value 18, lost",
]


def write_fields(games: list[Any]) -> dict[str, str]:
    fields = {"base": "0", "played_on": "2026-01-06"}
    for number, deal in enumerate(build_list(games)["deals"]):
        for name, value in deal.items():
            fields[f"deals-{number}-{name}"] = "-" if value is None else str(value)
    return fields


def find_text(page: str, key: str) -> str:
    (found,) = re.findall(rf'id="{key}"[^>]*>([^<]*)<', page)
    return str(found)


def test_score_so_far_and_value_follow_while_the_list_is_typed(scorer: Client, lakeside: Club) -> None:
    page = scorer.post(CHECK, write_fields(GAMES)).content.decode()
    results = [find_text(page, f"deals-{number}-result") for number in range(6)]
    assert results == [result or "" for result in RESULTS]
    totals = [
        [find_text(page, f"deals-{number}-score-{seat}-total") for seat in range(3)] for number in (0, 3, 5)
    ]
    assert totals == [
        ["total 18", "total 0", "total 0"],
        ["total −18", "total 18", "total −36"],
        ["total −18", "total 18", "total −72"],
    ]


def test_deal_that_is_wrong_counts_for_nothing_so_far(scorer: Client, lakeside: Club) -> None:
    fields = write_fields(GAMES) | {"deals-1-points": "500"}
    page = scorer.post(CHECK, fields).content.decode()
    assert find_text(page, "deals-1-result") == find_text(page, "deals-1-score-1-total") == ""
    assert find_text(page, "deals-2-result") == "Value 18, lost"
    assert find_text(page, "deals-5-score-2-total") == "total −72"
    assert find_text(page, "foot-4-1") == str(3 * 40)


def test_tournament_totals_are_added_up_while_the_list_is_typed(scorer: Client, lakeside: Club) -> None:
    page = scorer.post(CHECK, write_fields(GAMES)).content.decode()
    assert [find_text(page, f"foot-4-{seat}") for seat in range(3)] == ["62", "188", "−132"]
    form = scorer.get(ENTER).content.decode()
    assert "Total (Seeger-Fabian)" in form and find_text(form, "foot-4-0") == ""


def test_list_without_scripts_shows_them_after_the_check(scorer: Client, lakeside: Club) -> None:
    wrong = write_fields(GAMES) | {"deals-5-points": "500"}
    page = text(scorer.post(ENTER, wrong))
    assert "Not saved" in page and "Value 18, won Score: Ann 18 total 18Bob 0 total 0" in page


def test_match_page_says_value_and_won_or_lost_beside_score_and_total(scorer: Client, lakeside: Club) -> None:
    assert scorer.post(ENTER, write_fields(GAMES)).status_code == 302
    page = text(scorer.get("/lakeside/matches/m1/"))
    assert "Card points: 70 Value 18, won 18 18 0 0 0 0" in page
    assert "Card points: 50 Value 18, lost −36 −18 0 18 0 −36" in page


def test_card_of_a_deal_says_who_deals(scorer: Client, lakeside: Club) -> None:
    page = scorer.get(ENTER).content.decode()
    titles = [plain(title) for title in re.findall(r'<p class="title">(.*?)</p>', page, re.DOTALL)]
    assert [title.split(" · ")[-1] for title in titles[:4]] == [
        "Deal 1 Ann deals", "Deal 2 Bob deals", "Deal 3 Cleo deals", "Deal 4 Ann deals",
    ]  # fmt: skip


def test_result_names_the_value_before_kontra_and_a_game_lost_by_its_bid() -> None:
    for key, more in (
        ("international-skat", {}),
        ("north-american-skat", {"game": "solo", "suit": "diamonds"}),
    ):
        game = games.get(key)
        options = games.parse_options(game, {"kontra": True})
        deals = [{**build_deal(0, True), **more, "kontra": 1}, {**build_deal(1, True), **more, "bid": 30}]
        sheet = games.parse(game, {"deals": deals}, options, 3)
        found = [str(result) for result in game.describe_results(sheet, options)]
        assert found == ["Value 18, won", "Value 18, lost"]


def test_game_without_a_declarer_says_nothing() -> None:
    game = games.get("hucklebuck")
    assert game.results is None


def test_german_words_stand_beside_english_labels(scorer: Client, lakeside: Club) -> None:
    form = scorer.get(ENTER).content.decode()
    for german in ("Alleinspieler", "Reizwert", "Spitzen", "Augen", "Stiche"):
        assert f'lang="de" aria-hidden="true">{german}</small>' in form
    roles = "Leader (Forehand, Vorhand), Middlehand (Mittelhand), Endhand (Rearhand, Hinterhand)."
    assert roles in plain(form)
    assert scorer.post(ENTER, write_fields(GAMES)).status_code == 302
    page = text(scorer.get("/lakeside/matches/m1/"))
    assert roles in page and "In German: Declarer – Alleinspieler, Bid – Reizwert, Matadors – Spitzen" in page


def test_german_words_stand_once_in_german(scorer: Client, lakeside: Club) -> None:
    User.objects.filter(memberships__club=lakeside).update(language="de")
    form = scorer.get(ENTER).content.decode()
    assert "Alleinspieler" in form and 'class="german"' not in form
