"""The final table of a season names who does the dishes, where the club's rules say so (Skull King, Winning a game)."""

from typing import Any

from django.test import Client

from league.actions.club import import_club
from league.principals import CONSOLE
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_played_match,
    build_season,
    encode_document,
)
from tests.rules.test_awards import DRAWN, WON
from tests.web.sheets import text


def show_final_table(client: Client, *sheets: Any, state: str = "closed", **rules: Any) -> str:
    """Return the page of a season of four, in which the first two and the last two have played."""
    seats = ("ann bob", "cleo dev")
    matches = [build_played_match(f"m{number}", seats[number], sheet) for number, sheet in enumerate(sheets)]
    season = build_season(build_division("ann bob cleo dev", matches), state=state)
    rules = {"promoted": 0, "ranking": ["average"], **rules}
    club = build_club(build_competition(season, rules=rules), players="ann bob cleo dev")
    import_club(encode_document(club), by=CONSOLE)
    return text(client.get("/club/league/1/"))


def test_the_last_of_the_final_table_does_the_dishes(db: None, client: Client) -> None:
    assert "Does the dishes: Bob" in show_final_table(client, WON, DRAWN, dishes=True)


def test_all_who_share_the_last_place_do_them(db: None, client: Client) -> None:
    assert "Do the dishes: Bob, Dev" in show_final_table(client, WON, WON, dishes=True)


def test_nobody_does_them_before_the_season_is_closed_or_without_the_rule(db: None, client: Client) -> None:
    assert "the dishes" not in show_final_table(client, WON, DRAWN, state="open", dishes=True)


def test_they_are_not_done_where_the_rules_say_nothing(db: None, client: Client) -> None:
    assert "the dishes" not in show_final_table(client, WON, DRAWN)
