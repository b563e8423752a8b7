"""A list of Skat that is entered by its sums: checked, saved, shown, corrected, and beside lists with deals."""

import re
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from tablib import Dataset

from league.actions.club import import_club
from league.clubfile.verify import verify_file
from league.models import Club, Match, Membership, Role, Standing, User
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.spreadsheets.reader import read_spreadsheet
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
    assert (
        "Games won 1 1 0 Games lost 1 0 2 50 × (won – lost) 0 50 −100 40 × lost by others 80 120 40" in page
    )
    assert "Total (Seeger-Fabian) 62 188 −132" in page
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


# --- from a spreadsheet

IMPORT = "/lakeside/league/1/results/"
HEAD = [
    *("match", "game_points 1", "won 1", "lost 1", "game_points 2", "won 2", "lost 2"),
    *("game_points 3", "won 3", "lost 3", "passed", "totals 1"),
]
ROW: list[Any] = ["m1", -18, 1, 1, 18, 1, 0, -72, 0, 2, 1, 62]


def paste(*rows: list[Any]) -> str:
    return "\n".join("\t".join(map(str, row)) for row in (HEAD, *rows))


def send_cells(scorer: Client, cells: str) -> Any:
    return scorer.post(IMPORT, {"cells": cells})


def save_cells(scorer: Client, cells: str) -> Any:
    (seen,) = re.findall(r'name="seen" value="(\w+)"', send_cells(scorer, cells).content.decode())
    return scorer.post(IMPORT, {"cells": cells, "seen": seen, "save": "1"}, follow=True)


def test_sums_from_a_spreadsheet_count_as_those_of_the_page(scorer: Client, lakeside: Club) -> None:
    assert "1 result saved." in text(save_cells(scorer, paste(ROW)))
    by_file = Match.objects.get(key="m1").current
    assert by_file and list_points() == [("ann", 62), ("bob", 188), ("cleo", -132)]
    assert (by_file.sheet or {})["deals"][0]["totals"] == [62, None, None]
    assert verify_club(lakeside) == []


@pytest.mark.parametrize("file_format", ["csv", "xlsx"])
def test_template_of_sums_has_a_row_for_each_list_and_is_read_again(scorer: Client, file_format: str) -> None:
    page = scorer.get(IMPORT).content.decode()
    assert f"results.{file_format}?round=1&amp;form=short" in page and "<code>game_points 1</code>" in page
    file = scorer.get(f"{IMPORT}results.{file_format}?round=1&form=short").content
    rows = [row.cells for row in read_spreadsheet(file)]
    assert rows[0][0] == "match" and "deal" not in rows[0] and "passed" in rows[0]
    assert [row[0] for row in rows[1:]] == ["m1", "m2"]
    written = [dict(zip(rows[0], row, strict=False)) for row in rows[1:]]
    written[0] |= dict(zip(HEAD, map(str, ROW), strict=True))
    table = Dataset(*([row.get(name, "") for name in rows[0]] for row in written), headers=rows[0])
    content = table.export(file_format)
    sent = BytesIO(content if isinstance(content, bytes) else content.encode())
    sent.name = f"sums.{file_format}"
    answer = scorer.post(IMPORT, {"file": sent})
    assert answer.context["problems"] == () and len(answer.context["plan"].new_results) == 1


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([[*ROW[:10], 2, 62]], "1 would have to be passed."),
        ([[*ROW[:11], 63]], "These game points and games give 62, not 63."),
        ([[*ROW[:10], "", 62]], "Please fill this in."),
        ([ROW, ROW], "Row 2 has this match already. It has one row, with what it adds up to."),
        ([["m9", *ROW[1:]]], "There is no match m9 here."),
    ],
)
def test_sums_in_a_file_are_checked_like_those_of_the_page(
    scorer: Client, rows: list[list[Any]], said: str
) -> None:
    page = text(send_cells(scorer, paste(*rows)))
    assert "Not saved yet" in page and said in page, page
    assert Match.objects.get(key="m1").current is None


def test_list_that_was_entered_is_not_entered_twice(scorer: Client) -> None:
    scorer.post(ENTER, SUMS)
    before = list_points()
    page = text(scorer.post(ENTER, {**SUMS, "deals-0-passed": "0", "deals-0-won-0": "2", "key": ""}))
    assert "Not saved" in page, page
    page = text(send_cells(scorer, paste([*ROW[:1], 0, 2, *ROW[3:10], 0, ""])))
    assert "Match m1 already has another result: edit it on its page." in page
    same = save_cells(scorer, paste([*ROW[:11], ""]))
    assert "Nothing new: all results were already saved." in text(same)
    assert list_points() == before and Match.objects.get(key="m1").revision == 1
