"""The money of a tournament in its settings: as it is typed, as the rules hold it, and what is refused where."""

from typing import Any

import pytest
from django.test import Client

from league.actions.competition import create_competition
from league.models import Club, Competition
from league.models.competition import CompetitionKind
from league.principals import CONSOLE
from tests.scenarios import scenario
from tests.web.manage.test_founding import read_field
from tests.web.sheets import summary, text

PAGE = "/riverside/night/settings/"
FIELDS = {
    "name": "Night",
    "pairing": "score",
    "rounds": "2",
    "points_by": "figure-seeger_fabian",
    "ranking_1": "points",
    "team_counts": "4",
    "money": "on",
    "money_currency": "€",
    "money_entry_fee": "6",
    "money_guest_fee": "7,5",
    "money_each": "0,50",
    "money_first": "3",
    "money_then": "1.00",
    "money_settled": "evening",
    "money_unit": "cents",
    "money_places": "20, 12,50; 5.5",
    "money_best_match": "3",
    "money_best_team": "",
}


@scenario
def night(organiser: Client, riverside: Club) -> Competition:
    return create_competition(
        club=riverside,
        name="Night",
        game="international-skat",
        rules={"pairing": "score", "rounds": 2, "points": {"figure": "seeger_fabian"}},
        by=CONSOLE,
        kind=CompetitionKind.TOURNAMENT,
    )


def read_money() -> Any:
    return Competition.objects.get(slug="night").rules.get("money")


def test_money_is_off_until_its_box_is_ticked(organiser: Client, night: Competition) -> None:
    assert organiser.post(PAGE, {**FIELDS, "money": "", "money_currency": "?"}).status_code == 302
    assert "money" not in Competition.objects.get(slug="night").rules


def test_amounts_are_typed_with_a_point_or_a_comma_and_come_back(
    organiser: Client, night: Competition
) -> None:
    assert organiser.post(PAGE, FIELDS).status_code == 302
    assert read_money() == {
        "currency": "€",
        "entry_fee": 600,
        "guest_fee": 750,
        "lost_games": {"each": 50, "first": 3, "then": 100},
        "prizes": {"places": [2000, 1250, 550], "best_match": 300},
    }
    page = organiser.get(PAGE)
    shown = {name: read_field(page, f"money_{name}") for name in ("entry_fee", "each", "first", "then")}
    assert shown == {"entry_fee": "6.00", "each": "0.50", "first": "3", "then": "1.00"}
    assert read_field(page, "money_places") == "20.00 12.50 5.50"
    assert "Prize of the best series" in text(page)
    kept = read_money()
    again = {f"money_{name}": value for name, value in shown.items()}
    again["money_places"] = read_field(page, "money_places")
    assert organiser.post(PAGE, FIELDS | again).status_code == 302
    assert read_money() == kept


def test_prizes_may_be_shares_of_the_fees(organiser: Client, night: Competition) -> None:
    shares = {"money_unit": "percent", "money_places": "50 30 10 %", "money_best_match": "5"}
    assert organiser.post(PAGE, FIELDS | shares | {"money_best_team": "5"}).status_code == 302
    prizes = {"unit": "percent", "places": [50, 30, 10], "best_match": 5, "best_team": 5}
    assert read_money()["prizes"] == prizes


@pytest.mark.parametrize(
    ("typed", "place", "said"),
    [
        ({"money_currency": ""}, "currency", "three letters such as EUR"),
        ({"money_currency": "JPY"}, "currency", "no currency with a hundred cents"),
        ({"money_entry_fee": "-5"}, "entry_fee", "can't be less than 0"),
        ({"money_entry_fee": "0.505"}, "entry_fee", "two decimals at most"),
        ({"money_entry_fee": "five"}, "entry_fee", "Enter an amount such as 5.00."),
        ({"money_entry_fee": "9999999"}, "entry_fee", "Enter an amount such as 5.00."),
        ({"money_each": ""}, "each", "Say what a lost game costs."),
        ({"money_then": ""}, "then", "Say what the lost games after the first 3 cost."),
        ({"money_first": ""}, "first", "Say how many lost games cost less"),
        ({"money_first": "0"}, "first", "less than 1"),
        ({"money_settled": "year"}, "settled", "Only the evenings of a year"),
        ({"money_places": "20 ten"}, "places", "Enter an amount such as 5.00."),
        ({"money_places": " ".join(["1"] * 101)}, "places", "too many prizes"),
        ({"money_best_match": "1 2"}, "best_match", "Enter one amount."),
        ({"money_best_team": "5", "team_counts": ""}, "best_team", "how many players of a team count"),
        ({"money_unit": "percent", "money_places": "60 50"}, "places", "add up to 113 %"),
        ({"money_unit": "percent", "money_places": "12.5"}, "places", "whole numbers up to 100"),
        (
            {"money_unit": "percent", "money_entry_fee": "", "money_guest_fee": "", "money_places": "50"},
            "unit",
            "no entry fee to share",
        ),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    organiser: Client, night: Competition, typed: dict[str, str], place: str, said: str
) -> None:
    response = organiser.post(PAGE, FIELDS | typed)
    assert response.status_code == 200
    assert [found for found, _said in summary(response)] == [f"id_money_{place}"]
    assert said in text(response)
    assert read_money() is None


def test_games_without_lost_games_are_not_asked_for_them(organiser: Client, riverside: Club) -> None:
    create_competition(
        club=riverside,
        name="Night",
        game="hucklebuck",
        rules={"pairing": "club", "rounds": 2},
        by=CONSOLE,
        kind=CompetitionKind.TOURNAMENT,
    )
    page = text(organiser.get(PAGE))
    assert "Entry fee" in page and "A lost game costs" not in page


def test_leagues_are_not_asked_for_money(organiser: Client) -> None:
    page = text(organiser.get("/riverside/skuck-league/settings/"))
    assert "Entry fee" not in page
