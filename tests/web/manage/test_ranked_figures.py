"""Pages of a league that is ranked by a figure of its game's own."""

import csv
import re
from io import StringIO
from typing import Any

import pytest
from django.test import Client

from games import registry
from league.actions.club import import_club
from league.models import Club, Competition, Membership, Role, User
from league.principals import CONSOLE
from tests.clubfile.documents import encode_document, replace_at
from tests.rules.bramble_game import STANDINGS, build_bramble_club, get_installed_games
from tests.web.sheets import summary, text
from tests.web.tables import column, rows

SEASON = "/club/league/1/"
SETTINGS = "/club/league/settings/"


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_load_games", get_installed_games)


@pytest.fixture
def table(db: None) -> Club:
    import_club(encode_document(build_bramble_club()), by=CONSOLE)
    return Club.objects.get()


@pytest.fixture
def organiser(table: Club) -> Client:
    user = User.objects.create_user("oscar@example.org", name="Oscar Organ")
    Membership.objects.create(user=user, club=table, role=Role.ORGANISER)
    client = Client()
    client.force_login(user)
    return client


def test_standings_have_a_column_for_each_figure_beside_the_score(table: Club, client: Client) -> None:
    head, *body = rows(client.get(SEASON))
    assert head == [
        *("Rank", "Player", "Played", "Hands", "Score"),
        *("Blackberries", "Best basket", "Average", "Tie-break used"),
    ]
    assert [(row[1], row[5], row[6], row[8]) for row in body] == [
        (player.title(), str(blackberries), str(basket), (by or "").replace("-", " "))
        for player, blackberries, basket, by in STANDINGS
    ]


def test_standings_of_a_day_have_them_too(table: Club, client: Client) -> None:
    response = client.get(SEASON + "?as_of=2026-01-06")
    # m1: ann 11, bob 2, cleo and dev 1; m2: eva 5, finn 12, gus 3
    assert column(response, "Blackberries") == ["12", "11", "5", "3", "2", "1", "1"]
    before = client.get(SEASON + "?as_of=2020-01-01")
    assert column(before, "Blackberries") == ["–"] * 7 and column(before, "Best basket") == ["–"] * 7


def test_where_nothing_is_ranked_by_them_they_have_no_column(db: None, client: Client) -> None:
    import_club(encode_document(build_bramble_club(ranking=["score"])), by=CONSOLE)
    head = rows(client.get(SEASON))[0]
    assert "Score" in head and not {"Blackberries", "Best basket", "Points"} & set(head)


def test_long_table_sorts_by_a_figure_and_is_taken_away_with_it(db: None, client: Client) -> None:
    document = build_bramble_club()
    entries = document["competitions"][0]["seasons"][0]["divisions"][0]["entries"]
    others = [f"q{number}" for number in range(20)]
    entries += [{"player": other} for other in others]
    document["players"] += [{"id": other, "name": other} for other in others]
    import_club(encode_document(document), by=CONSOLE)
    shown = [one for one in column(client.get(SEASON + "?sort=-figure_1"), "Best basket") if one != "–"]
    assert shown == ["12", "11", "11", "4", "2", "2", "1"]
    told = csv.DictReader(StringIO(client.get(SEASON + "?download=csv").content.decode(), newline=""))
    by_name = {row["Player"]: row for row in told}
    assert list(by_name["Finn"])[8:12] == ["Score", "Blackberries", "Best basket", "Average"]
    assert (by_name["Finn"]["Blackberries"], by_name["q3"]["Blackberries"]) == ("12", "")


def test_club_shows_who_leads_by_it(table: Club, client: Client) -> None:
    page = text(client.get("/club/"))
    assert "#Position Player Blackberries 1 Ann 22 2 Finn 12 3 Dev 12" in page


def test_rules_say_how_it_is_added_up(table: Club, client: Client) -> None:
    page = text(client.get("/club/league/rules/"))
    assert "Blackberries: the sum of all matches." in page
    assert "Best basket: the best match counts." in page
    assert "Blackberries Best basket Drawing of lots" in page


def test_page_of_a_standing_adds_it_up(table: Club, client: Client) -> None:
    page = text(client.get(SEASON + "why/ann/"))
    assert "blackberries: 22 in all matches" in page
    assert "Match m1: 11" in page and "Match m6: none (forfeit)" in page
    assert "Ahead of Finn on blackberries" in page
    assert "Ahead of Dev on best basket" in text(client.get(SEASON + "why/finn/"))


def test_pages_take_as_many_queries_as_any(
    table: Club, client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1 + 1 + 8 + 3):
        client.get(SEASON)


# --- the settings


def build_fields(**changes: str) -> dict[str, str]:
    fields = {"name": "League", "division_size": "8", "meetings": "1", "promoted": "0", "min_played": "0"}
    return fields | {"vacancies": "relegate-fewer", "min_matches": "4", "points_by": "outcome"} | changes


def test_form_offers_the_figures_by_their_names_and_keeps_what_is_chosen(organiser: Client) -> None:
    page = organiser.get(SETTINGS).content.decode()
    (first,) = re.findall(r'<select name="ranking_1".*?</select>', page, re.DOTALL)
    assert '<option value="blackberries" selected>Blackberries</option>' in first
    assert ">Best basket</option>" in first and "horns" not in first
    assert organiser.post(SETTINGS, build_fields(ranking_1="best-basket", ranking_2="lot")).status_code == 302
    assert Competition.objects.get().rules["ranking"] == ["best-basket", "lot"]


def test_figure_that_nothing_is_ranked_by_is_refused_at_its_box(organiser: Client) -> None:
    before = Competition.objects.get().rules
    response = organiser.post(SETTINGS, build_fields(ranking_1="thorns"))
    assert [place for place, _said in summary(response)] == ["id_ranking_1"]
    assert Competition.objects.get().rules == before


def test_draft_has_the_columns_before_anything_is_played(db: None, organiser: Client) -> None:
    document = replace_at(build_bramble_club(), "club.slug", "other")
    one = document["competitions"][0]["seasons"][0]
    one["state"], one["divisions"][0]["matches"] = "draft", []
    import_club(encode_document(document), by=CONSOLE)
    user = User.objects.get()
    Membership.objects.create(user=user, club=Club.objects.get(slug="other"), role=Role.ORGANISER)
    assert column(organiser.get("/other/league/1/"), "Blackberries") == ["–"] * 7
