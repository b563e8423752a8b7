"""The hall of fame of a competition, through its address: champions, records, and the matches that made them."""

import json
from datetime import date, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from league.actions.club import import_club
from league.actions.demo import HARBOUR
from league.demo.large import build_club_file
from league.models import Award, Club, Competition, Player, Season
from league.principals import CONSOLE
from tests.clubfile.documents import (
    JSON,
    build_competition,
    build_division,
    build_forfeited_match,
    build_played_match,
    build_season,
    encode_document,
)
from tests.clubfile.documents import build_club as club_of
from tests.rules.test_awards import BOOLIE, LOST, WON
from tests.web.sheets import DESTINATION, build_fields, plain, text
from tests.web.tables import as_read

HALL = "/riverside/skuck-league/hall-of-fame/"


def read_record(response: Any, key: str) -> str:
    """What can be read of a record; empty where there is none."""
    html = response.content.decode().partition(f'id="record-{key}">')[2].partition("</article>")[0]
    return plain(html)


def champions(response: Any) -> list[str]:
    body = response.content.decode().partition("<tbody>")[2].partition("</tbody>")[0]
    return [plain(row) for row in body.split("</tr>")[:-1]]


def club_with(*seasons: JSON, players: str = "", **more: Any) -> None:
    import_club(encode_document(club_of(build_competition(*seasons, **more), players=players)), by=CONSOLE)


def matches(*sheets: JSON, name: str = "m", seats: str = "ann bob") -> list[JSON]:
    """Of the same two, a day each."""
    first = date(2026, 1, 5)
    return [
        build_played_match(
            f"{name}{number}", seats, sheet, (first + timedelta(days=number)).isoformat(), round=number + 1
        )
        for number, sheet in enumerate(sheets)
    ]


def test_champions_are_the_first_of_the_first_division_of_each_closed_season(
    riverside: Club, client: Client
) -> None:
    response = client.get(HALL)
    assert champions(response) == [
        "Season 2 Apr – Jun 2025 Finn Foley 1 July 2025",
        "Season 1 Jan – Mar 2025 Ann Archer 1 April 2025",
    ]
    assert "Season 3 is in progress." in text(response)


def test_each_record_names_who_holds_it_and_leads_to_the_match(riverside: Club, client: Client) -> None:
    response = client.get(HALL)
    assert read_record(response, "best") == "Best match 8 Jo Jansen season 1, on 14 Jan 2025"
    assert read_record(response, "streak").startswith(
        "Longest winning streak 3 Jo Jansen season 1, from 7 Jan 2025 to 21 Jan 2025 Pia Pohl"
    )
    assert read_record(response, "average") == (
        "Best average of a season 0.33 Jo Jansen season 2, last match on 22 Apr 2025"
    )
    assert read_record(response, "boolies-all").startswith("Boolies, most over all 1 Jo Jansen season 1")
    assert read_record(response, "awards") == "Most awards 8 Jo Jansen in season 2"
    part = response.content.decode().partition('id="record-boolies-match"')[2].partition("</article>")[0]
    made = Competition.objects.get().seasons.get(number=1).divisions.get(level=3).matches
    (boolie,) = made.filter(seats__figures__boolies=1).values_list("key", flat=True)
    assert f'href="/riverside/matches/{boolie}/"' in part and 'href="/riverside/players/jo/"' in part


def test_record_that_many_hold_names_the_first_and_folds_the_others(riverside: Club, client: Client) -> None:
    told = read_record(client.get(HALL), "matches")
    assert told.startswith("Most matches 8 ") and "13 others: Most matches" in told
    assert told.partition("13 others")[0].count("season 3, reached on") == 3
    assert told.count("season 3, reached on") == 16


def test_result_of_an_open_season_counts_at_once(riverside: Club, client: Client, scorer: Client) -> None:
    assert "Most matches 8 Dev Dhar" not in read_record(client.get(HALL), "matches")
    scorer.post(DESTINATION, build_fields())
    assert read_record(client.get(HALL), "matches").startswith("Most matches 9 ")


def test_match_counts_for_who_sat_there_and_the_average_for_the_entry(db: None, client: Client) -> None:
    first, second = matches(BOOLIE, LOST)
    first["sat"] = ["dev", "bob"]
    club_with(build_season(build_division("ann bob", [first, second]), state="closed"), players="dev")
    response = client.get("/club/league/hall-of-fame/")
    assert "Dev" in read_record(response, "best") and "Ann" not in read_record(response, "best")
    assert "Ann" in read_record(response, "average") and "Dev" not in read_record(response, "average")


def test_forfeits_and_voids_are_no_play_and_end_no_streak(db: None, client: Client) -> None:
    first, second = matches(WON, WON)
    between = build_forfeited_match("f1", "ann bob", "ann", round=2)
    void = {"id": "v1", "seats": ["ann", "bob"], "status": "void", "round": 2}
    club_with(build_season(build_division("ann bob", [first, between, void, second])))
    response = client.get("/club/league/hall-of-fame/")
    assert read_record(response, "streak").startswith("Longest winning streak 2 Ann")
    assert read_record(response, "matches").startswith("Most matches 2 ")


def test_grand_slams_of_fighting_cards_are_records(db: None, client: Client) -> None:
    """Of 40 points bid and taken; 40 bid and 39 taken is none."""
    first, second = (
        {"deals": [{"declarer": 0, "bid": 40, "points": points} for points in taken]}
        for taken in ((40, 39, 40), (40,))
    )
    season = build_season(build_division("ann bob cleo", matches(first, second, seats="ann bob cleo")))
    club_with(season, players="ann bob cleo", game="fighting-cards", rules={"promoted": 0})
    response = client.get("/club/league/hall-of-fame/")
    assert read_record(response, "grand-slams-match").startswith("Grand slams, most in one match 2 Ann")
    assert read_record(response, "grand-slams-all").startswith("Grand slams, most over all 3 Ann")


def test_average_takes_what_awards_take_and_its_season_closed(db: None, client: Client) -> None:
    """Cleo missed one of two matches: of what was neither void nor forfeited she has played all."""
    one = build_season(
        build_division(
            "ann bob cleo",
            [
                *matches(BOOLIE, name="c", seats="cleo bob"),
                build_forfeited_match("f1", "cleo ann", "cleo"),
                {"id": "v1", "seats": ["ann", "bob"], "status": "void", "round": 3},
                *matches(WON, WON),
            ],
        ),
        state="closed",
    )
    club_with(one)
    told = read_record(client.get("/club/league/hall-of-fame/"), "average")
    given = Award.objects.get(category="best-average-hawk")
    assert given.player.key == "cleo" and f"Best average of a season {as_read(given.value)} Cleo" in told
    club_with(build_season(build_division("ann bob", matches(WON, name="o"))), slug="other", name="Other")
    assert read_record(client.get("/club/other/hall-of-fame/"), "average") == ""


def test_records_are_of_the_game_that_was_played_last(db: None, client: Client) -> None:
    document = json.loads(HARBOUR.read_text())
    old = build_season(
        build_division("hamish", []), number=1, state="closed", game="skuck", rules={"promoted": 0}
    )
    league = next(one for one in document["competitions"] if one["slug"] == "hucklebuck-league")
    hall = "/harbour/hucklebuck-league/hall-of-fame/"
    import_club(json.dumps(document).encode(), by=CONSOLE)
    page = text(client.get(hall))
    assert "Tricks, most over all" in page and "Seasons of other games" not in page
    assert len(champions(client.get(hall))) == 1
    document["club"]["slug"] = "harbour-2"
    for one in document["competitions"]:
        one["seasons"] = [
            *([old] if one is league else []),
            *(part | {"number": part["number"] + (one is league)} for part in one["seasons"]),
        ]
    import_club(json.dumps(document).encode(), by=CONSOLE, recompute=True)
    page = text(client.get("/harbour-2/hucklebuck-league/hall-of-fame/"))
    assert "Seasons of other games don't count: SKUCK." in page
    assert "Season 1 none: no matches played" in page


def test_before_the_first_season_it_says_what_to_do(
    riverside: Club, scorer: Client, organiser: Client
) -> None:
    riverside.competitions.create(slug="new", name="New", game="skuck")
    assert "No season has started yet." in text(scorer.get("/riverside/new/hall-of-fame/"))
    told = organiser.get("/riverside/new/hall-of-fame/")
    assert "Create first season" in text(told) and 'href="/riverside/new/"' in told.content.decode()
    assert "/riverside/new/hall-of-fame/" in organiser.get("/riverside/new/").content.decode()


def test_before_the_first_match_it_says_what_comes(db: None, client: Client) -> None:
    club_with(build_season(build_division("ann bob", [{"id": "m1", "seats": ["ann", "bob"]}])))
    response = client.get("/club/league/hall-of-fame/")
    page = text(response)
    assert "No season has ended yet." in page and "No matches played yet." in page
    assert 'href="/club/league/1/matches/"' in response.content.decode()


def test_it_is_found_where_there_is_one_and_from_the_club_the_seasons_and_the_players(
    riverside: Club, client: Client
) -> None:
    for address in ("/riverside/", "/riverside/skuck-league/3/", "/riverside/players/jo/"):
        assert f'href="{HALL}"' in client.get(address).content.decode()
    for address in ("/riverside/nothing/hall-of-fame/", "/nowhere/skuck-league/hall-of-fame/"):
        assert client.get(address).status_code == 404


def test_drafts_have_no_part_in_it(riverside: Club, client: Client, scorer: Client) -> None:
    Season.objects.create(competition=riverside.competitions.get(), number=4)
    for reader in (client, scorer):
        assert "eason 4" not in text(reader.get(HALL))


def test_names_are_those_the_reader_may_see(riverside: Club, client: Client) -> None:
    with patch.object(Player, "get_name_for", lambda player, viewer: player.name[0] + "."):
        page = text(client.get(HALL))
    assert "Season 2 Apr – Jun 2025 F. 1 July" in page and "Jansen" not in page


@pytest.mark.parametrize("players", [4, 100])
def test_it_takes_as_many_queries_for_1_as_for_25_divisions(
    db: None, client: Client, django_assert_num_queries: Any, players: int
) -> None:
    document = json.loads(build_club_file(players))
    document["competitions"][0]["seasons"][0]["state"] = "closed"
    import_club(json.dumps(document).encode(), by=CONSOLE)
    assert Award.objects.exists()
    address = f"/large-{players}/league/hall-of-fame/"
    with django_assert_num_queries(1 + 1 + 5):
        response = client.get(address)
    assert len(response.content) < 60_000
    with django_assert_num_queries(1):
        assert client.get(address).content == response.content
