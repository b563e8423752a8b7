"""Long tables sort and let themselves be looked through; names are looked for as the reader sees them."""

from itertools import product
from typing import Any
from unittest.mock import patch

from django.test import Client

from league.models import Player
from tests.scenarios import scenario
from tests.web.large import ADDRESS, long_club
from tests.web.sheets import text
from tests.web.tables import column, rows

NAMES = {"p1": "Zoë Ärmel", "p2": "aaron", "p3": "Ann <b>Bold</b>", "p4": "سارة العلي"}


@scenario
def long() -> None:
    long_club(24, names=NAMES)


def test_heads_of_a_long_table_sort_and_say_how_it_stands(long: None, client: Client) -> None:
    page = client.get(ADDRESS).content.decode()
    assert '<th scope="col" class="number" aria-sort="ascending"><a href="?sort=-rank">' in page
    assert '<a href="?sort=-record">' in page and '<a href="?sort=name">' in page
    sorted_page = client.get(ADDRESS + "?sort=-record").content.decode()
    assert 'aria-sort="descending"><a href="?sort=record">' in sorted_page
    assert '<a href=".">' in sorted_page  # by rank again
    assert sorted_page.count("aria-sort") == 1


def test_long_table_sorts_by_its_numbers(long: None, client: Client) -> None:
    heads = {"won": "Won, drawn, lost", "record": "Won, drawn, lost"}
    for sort, sign in product(("won", "record", "played", "score", "zeros", "average"), ("", "-")):
        page = client.get(f"{ADDRESS}?sort={sign}{sort}")
        cells = column(page, heads.get(sort, sort.capitalize()))
        told = [float(cell.partition("–")[0].replace("−", "-")) for cell in cells]
        assert told == sorted(told, reverse=sign == "-") and len(told) == 24, sign + sort


def test_long_table_sorts_by_name_without_regard_to_case(long: None, client: Client) -> None:
    names = column(client.get(ADDRESS + "?sort=name"), "Player")
    assert names == sorted(names, key=str.casefold) and names[0] == "aaron"


def test_order_that_there_is_not_is_the_order_of_rank(long: None, client: Client) -> None:
    for sort in ("nothing", "--won", "won,lost", "decided", "form", "", "division", "\x00", "by_name"):
        response = client.get(ADDRESS, {"sort": sort})
        assert column(response, "Rank") == [str(rank) for rank in range(1, 25)], sort


def test_name_is_found_without_case_and_accents(long: None, client: Client) -> None:
    for find, found in {
        "zoe arm": "Zoë Ärmel",
        "AARON": "aaron",
        "سارة": "سارة العلي",
        "<b>": "Ann <b>Bold</b>",
    }.items():
        response = client.get(ADDRESS, {"find": find})
        assert [row[1] for row in rows(response)[1:]] == [found], find
        assert "Show all players" in text(response) and "1 player." in text(response), find


def test_what_was_looked_for_stays_in_the_form_and_in_the_links(long: None, client: Client) -> None:
    page = client.get(ADDRESS, {"find": 'a"&b', "sort": "-won"}).content.decode()
    assert 'value="a&quot;&amp;b"' in page and '<input type="hidden" name="sort" value="-won">' in page
    assert "No players found for “<bdi>a&quot;&amp;b</bdi>”." in page
    page = client.get(ADDRESS, {"find": "a"}).content.decode()
    assert 'href="?find=a&amp;download=csv"' in page and "nothing=1" not in page


def test_only_the_divisions_of_those_found_are_shown(db: None, client: Client) -> None:
    long_club(24, names=NAMES, divisions=6)
    response = client.get(ADDRESS, {"find": "aaron"})
    assert text(response).count("Division") == 1 and "Division A" in text(response)
    assert "?sort=" not in client.get(ADDRESS).content.decode()  # each division is short


def test_name_is_looked_for_as_the_reader_sees_it(long: None, client: Client) -> None:
    def initial(player: Player, viewer: Any) -> str:
        return f"{player.name[0]}."

    with patch.object(Player, "get_name_for", initial):
        assert "No players found for" in text(client.get(ADDRESS, {"find": "aaron"}))
        assert column(client.get(ADDRESS, {"find": "z."}), "Player")[0] == "Z."
        file = client.get(ADDRESS, {"download": "csv"}).content.decode()
        assert "aaron" not in file and "Z." in file
        file = client.get(ADDRESS + "matches/", {"download": "csv"}).content.decode()
        assert "aaron" not in file and "Z." in file
        assert "aaron" not in client.get(ADDRESS + "grid/").content.decode()
