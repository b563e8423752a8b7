"""A list of Skat that is entered by its sums: checked, saved, shown, corrected, and beside lists with deals."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.actions.club import import_club
from league.clubfile.verify import verify_file
from league.models import Club, Match, Membership, Role, Standing, User
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_season,
    encode_document,
)
from tests.rules.skat_lists import TOURNAMENT, build_list
from tests.scenarios import scenario
from tests.web.sheets import text

ENTER = "/lakeside/matches/m1/enter/"
OPTIONS = {"deals": 2, "deals_each": True, "passes_count": True}
GAMES = [(0, True), (1, True), (2, False), (0, False), None, (2, False)]
SUMS = {
    **{f"deals-0-game_points-{seat}": str(points) for seat, points in enumerate((-18, 18, -72))},
    **{f"deals-0-won-{seat}": str(won) for seat, won in enumerate((1, 1, 0))},
    **{f"deals-0-lost-{seat}": str(lost) for seat, lost in enumerate((1, 0, 2))},
    "deals-0-passed": "1",
    "short": "1",
    "base": "0",
    "played_on": "2026-01-06",
}


@scenario
def lakeside() -> Club:
    tables = {"m1": "ann bob cleo", "m2": "dev eva finn"}
    matches = [{"id": key, "seats": seats.split()} for key, seats in tables.items()]
    season = build_season(build_division("ann bob cleo dev eva finn", matches), starts_on="2026-01-01")
    document = build_club(
        build_competition(season, game="international-skat", options=OPTIONS, rules=TOURNAMENT)
    )
    document["club"]["slug"] = "lakeside"
    import_club(encode_document(document), by=CONSOLE)
    return Club.objects.get(slug="lakeside")


@scenario
def scorer(lakeside: Club) -> Client:
    user = User.objects.create_user("sam@example.org", name="Sam Scorer")
    Membership.objects.create(user=user, club=lakeside, role=Role.SCORER)
    client = Client()
    client.force_login(user)
    return client


def list_points() -> list[tuple[str, int]]:
    rows = Standing.objects.filter(entry__season__competition__club__slug="lakeside", played__gt=0)
    return sorted(rows.values_list("entry__player__key", "points"))


def test_form_of_the_sums_is_a_link_away_and_leads_back(scorer: Client) -> None:
    page = scorer.get(ENTER).content.decode()
    assert 'href="/lakeside/matches/m1/enter/?form=short">Only the sums of the list</a>' in page
    assert 'name="deals-0-declarer"' in page
    page = scorer.get(ENTER + "?form=short").content.decode()
    assert 'href="/lakeside/matches/m1/enter/?form=deals">Deal by deal</a>' in page
    assert 'name="deals-0-game_points-2"' in page and 'name="deals-0-passed"' in page
    assert 'name="deals-0-declarer"' not in page and "deals-1-" not in page


def test_sums_are_saved_and_count_as_the_deals_would(scorer: Client, lakeside: Club) -> None:
    assert scorer.post(ENTER, SUMS).status_code == 302
    by_sums = list_points()
    assert by_sums == [("ann", -18 + 2 * 40), ("bob", 18 + 50 + 3 * 40), ("cleo", -72 - 100 + 40)]
    page = text(scorer.get("/lakeside/matches/m1/"))
    assert "Game points" in page and "By the sums of the list, 1 games won and 1 lost" in page
    edit = scorer.get(ENTER).content.decode()  # opens in the form of what was entered
    assert 'name="deals-0-game_points-0" value="-18"' in edit and 'name="short" value="1"' in edit
    assert verify_club(lakeside) == [] and verify_file(export_club_file(lakeside)) == []


def test_club_file_brings_them_back_byte_by_byte(scorer: Client, lakeside: Club) -> None:
    scorer.post(ENTER, SUMS)
    content = export_club_file(lakeside)
    import_club(content, by=CONSOLE)
    assert export_club_file(lakeside) == content


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"deals-0-passed": "2"}, "2 passed are 7 deals, and the list has 6: 1 would have to be passed."),
        ({"deals-0-won-1": "2"}, "1 passed are 7 deals, and the list has 6: 0 would have to be passed."),
        ({"deals-0-passed": ""}, "Missing"),
        ({"deals-0-game_points-2": "-20"}, "game points or fewer, not"),
        ({"deals-0-totals-0": "63"}, "These game points and games give 62, not 63."),
    ],
)  # fmt: skip
def test_sums_that_do_not_add_up_are_not_saved(scorer: Client, changes: dict[str, str], said: str) -> None:
    page = text(scorer.post(ENTER, {**SUMS, **changes}))
    assert "Not saved" in page and (said in page or said == "Missing"), page
    assert Match.objects.get(key="m1").current is None


def test_list_is_corrected_by_its_deals_and_both_are_versions(scorer: Client, lakeside: Club) -> None:
    scorer.post(ENTER, SUMS)
    before = list_points()
    sheet = build_list(GAMES)
    fields: dict[str, Any] = {"base": "1", "played_on": "2026-01-06", "why": "the list turned up"}
    for number, deal in enumerate(sheet["deals"]):
        for name, value in deal.items():
            fields[f"deals-{number}-{name}"] = "-" if value is None else str(value)
    page = scorer.get(ENTER + "?form=deals").content.decode()
    assert 'name="deals-5-declarer"' in page and 'name="short"' not in page
    assert scorer.post(ENTER, fields).status_code == 302
    assert list_points() == before
    page = text(scorer.get("/lakeside/matches/m1/"))
    assert "all passed" in page and "Game points" in page  # of the version before
    assert scorer.get("/lakeside/matches/m1/versions/1/restore/").status_code in (200, 404)
    assert verify_club(lakeside) == []


def test_running_total_is_shown_while_sums_are_typed(scorer: Client) -> None:
    page = text(scorer.post(reverse("check", args=["lakeside", "m1"]), SUMS))
    assert "The match is complete." in page
